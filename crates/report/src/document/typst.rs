//! A document in Typst.

use super::{Block, Document, Equation, Figure, Inline, Section, Table, Text};

const PREAMBLE: &str = r##"#set page(paper: "a4", margin: 2cm, numbering: "1")
#set text(size: 10pt, lang: "en")
#set par(justify: false)
#set heading(numbering: "1.")
#set math.equation(numbering: "(1)", number-align: end + top)
#show math.equation: set block(breakable: true)
#show math.equation.where(block: true): set align(left)
#show raw: set text(size: 7.5pt)
#show table: set par(leading: 0.5em)
#set table(stroke: none, inset: (x: 4pt, y: 3.5pt))
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.where(kind: table): set block(breakable: true)
#show figure.where(kind: table): set align(left)
#show figure.caption: set align(left)
#show figure.caption.where(kind: table): it => block(sticky: true, it)
"##;

impl Document {
    /// A document of Typst, from which `typst compile` makes a PDF.
    pub fn typst(&self) -> String {
        // a fixed date, so that the same report is the same file
        let mut out = format!(
            "#set document(title: {}, date: none)\n{PREAMBLE}\n#align(center, text(size: 17pt, weight: \"bold\")[{}])\n\n#outline()\n",
            quoted(&self.title),
            escaped(&self.title)
        );
        for Section { id, title, blocks } in &self.sections {
            out.push_str(&format!("\n= {} <{id}>\n", escaped(title)));
            for block in blocks {
                out.push_str(&written(block));
            }
        }
        out
    }
}

fn written(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("\n{}\n", inline(text)),
        Block::Rule(math) => {
            format!("\n#math.equation(block: true, numbering: none)[$ {} $]\n", math.typst)
        }
        Block::Equation(Equation { id, left, typst, .. }) => {
            let left = &left.typst;
            let right = match typst.as_slice() {
                [line] => line.clone(),
                [first, lines @ ..] => {
                    let lines = lines.iter().map(|line| format!(" \\\n& quad {}", continued(line)));
                    format!("& {first}{}", lines.collect::<String>())
                }
                [] => String::new(),
            };
            format!("\n$ {left} = {right} $ <{id}>\n")
        }
        Block::Table(table) => written_table(table),
        Block::Figure(Figure { caption, drawing }) => format!(
            "\n#figure(image(bytes({}), format: \"svg\", width: {:.0}%), numbering: none, caption: [{}])\n",
            quoted(&drawing.svg()),
            100.0 * drawing.share_of_width(),
            inline(caption)
        ),
        Block::Listing(code) => {
            let code: Vec<_> = code.lines().map(appell_diagnostic::printable).collect();
            format!("\n#raw(block: true, {})\n", quoted(&code.join("\n")))
        }
    }
}

/// A line that goes on with a sign: there it stands between two terms, and has the space of one that does.
fn continued(line: &str) -> String {
    match line.split_at_checked(1) {
        Some((sign @ ("+" | "-"), rest)) => format!("class(\"binary\", {sign}){rest}"),
        _ => line.to_owned(),
    }
}

fn written_table(table: &Table) -> String {
    let Table { caption, columns, rows } = table;
    let cell = |text: &Text| format!("[{}]", inline(text));
    let row = |cells: &[Text]| cells.iter().map(cell).collect::<Vec<_>>().join(", ");
    let rows: String = rows.iter().map(|cells| format!("  {},\n", row(cells))).collect();
    let shares = table.shares().into_iter();
    let shares = shares.map(|it| it.map_or("auto".to_owned(), |share| format!("{share}fr")));
    let widths = format!("({},)", shares.collect::<Vec<_>>().join(", "));
    format!(
        "\n#figure(kind: table, numbering: none, caption: [{}], align(left, table(columns: {widths}, table.hline(),\n  table.header({}), table.hline(stroke: 0.5pt),\n{rows}  table.hline())))\n",
        escaped(caption),
        row(columns)
    )
}

fn inline(text: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) => escaped(words),
        Inline::Code(code) => code.split(' ').map(word_of_code).collect::<Vec<_>>().join(" "),
        Inline::Math(math) => format!("${}$", math.typst),
    };
    text.0.iter().map(piece).collect()
}

/// A word of a command is not broken behind its hyphens; a long one is broken behind its commas, if it has any.
fn word_of_code(word: &str) -> String {
    let raw = |piece: &str| format!("raw({})", quoted(&appell_diagnostic::printable(piece)));
    match word.chars().count() <= 40 {
        true => format!("#box({})", raw(word)),
        false => {
            let pieces = word.split_inclusive(',').map(|piece| format!("#{}", raw(piece)));
            pieces.collect::<Vec<_>>().join("\u{200b}")
        }
    }
}

/// A string of Typst.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words with the characters that mean something in Typst behind a backslash.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in appell_diagnostic::printable(words).chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '(' | ')') {
            out.push('\\');
        }
        out.push(c);
        // a long name may be broken here
        if c == '_' {
            out.push('\u{200b}');
        }
    }
    out
}
