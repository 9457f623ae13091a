//! A document in Markdown with formulas in LaTeX, as notebooks and code hosts show it.

use super::{Block, Document, Figure, Inline, Section, Table, Text};

impl Document {
    /// Markdown, with formulas between dollar signs and drawings as SVG.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", escaped(&self.title));
        let mut number = 0;
        for Section { id, title, blocks } in &self.sections {
            out.push_str(&format!("\n<a id=\"{id}\"></a>\n\n## {}\n", escaped(title)));
            for block in blocks {
                out.push_str(&written(block, &mut number));
            }
        }
        out
    }
}

fn written(block: &Block, number: &mut usize) -> String {
    match block {
        Block::Text(text) => format!("\n{}\n", inline(text)),
        Block::Rule(math) => format!("\n$$\n{}\n$$\n", math.latex),
        Block::Equation(equation) => {
            *number += 1;
            format!(
                "\n<a id=\"{}\"></a>\n\n$$\n{} \\tag{{{number}}}\n$$\n",
                equation.id,
                equation.latex()
            )
        }
        Block::Table(Table { caption, columns, rows }) => {
            let row = |cells: &[Text]| {
                let cells: Vec<String> =
                    cells.iter().map(|cell| inline(cell).replace('|', "\\|")).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            let rows: String = rows.iter().map(|cells| row(cells)).collect();
            let line = "|---".repeat(columns.len());
            format!("\n{}\n\n{}{line}|\n{rows}", escaped(caption), row(columns))
        }
        Block::Figure(Figure { caption, drawing }) => {
            format!("\n{}\n\n{}\n", drawing.svg(), inline(caption))
        }
        Block::Listing(code) => {
            // longer than any fence inside
            let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            format!("\n{fence}\n{}\n{fence}\n", code.trim_end())
        }
    }
}

fn inline(text: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) => escaped(words),
        Inline::Code(code) => format!("`{}`", appell_diagnostic::printable(code).replace('`', "'")),
        Inline::Math(math) => format!("${}$", math.latex),
    };
    text.0.iter().map(piece).collect()
}

/// Words with the characters that mean something in Markdown behind a backslash.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in appell_diagnostic::printable(words).chars() {
        if matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '{'
                | '}'
                | '['
                | ']'
                | '<'
                | '>'
                | '#'
                | '|'
                | '$'
                | '~'
                | '&'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
