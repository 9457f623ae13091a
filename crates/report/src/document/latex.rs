//! A document in LaTeX, for pdfLaTeX with the packages of texlive-latex-recommended and -pictures.

use super::{Block, Columns, Document, Equation, Figure, Inline, Section, Table, Text};

const PREAMBLE: &str = r"\usepackage{amssymb,longtable,array,tikz}
\usepackage[hidelinks]{hyperref}
\allowdisplaybreaks
\setcounter{MaxMatrixCols}{20}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\setlength{\emergencystretch}{3em}
\renewcommand{\arraystretch}{1.15}
";

impl Document {
    /// A document of LaTeX.
    pub fn latex(&self) -> String {
        let page = match self.columns {
            Columns::One => "\\usepackage[margin=2cm]{geometry}\n\\usepackage{amsmath}\n",
            Columns::Two => {
                "\\usepackage[margin=1.5cm]{geometry}\n\\usepackage[fleqn]{amsmath}\n\\setlength{\\mathindent}{0pt}\n\\usepackage{multicol}\n\\setlength{\\columnsep}{7mm}\n"
            }
        };
        let mut out = format!(
            "\\documentclass[a4paper,10pt]{{article}}\n\\usepackage[utf8]{{inputenc}}\n{page}{PREAMBLE}\\title{{{}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n\\tableofcontents\n",
            escaped(&self.title)
        );
        for Section { id, title, blocks } in &self.sections {
            out.push_str(&format!("\n\\section{{{}}}\\label{{{id}}}\n", escaped(title)));
            match self.columns {
                Columns::One => out.extend(blocks.iter().map(written)),
                Columns::Two => out.push_str(&in_two_columns(blocks)),
            }
        }
        out + "\n\\end{document}\n"
    }
}

/// Equations, and the words between them, in two columns; all the rest over the whole width.
fn in_two_columns(blocks: &[Block]) -> String {
    let is_equation = |block: &Block| matches!(block, Block::Equation(_));
    let stands_among = |block: &Block| matches!(block, Block::Equation(_) | Block::Text(_));
    let mut out = String::new();
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|block| stands_among(block)).count();
        let run = rest[..run].iter().rposition(is_equation).map_or(0, |last| last + 1);
        if is_equation(first) {
            let (columns, after) = rest.split_at(run);
            out.push_str("\\begin{multicols}{2}\\small\n");
            out.extend(columns.iter().map(|block| match block {
                Block::Equation(equation) => narrow_equation(equation),
                other => written(other),
            }));
            out.push_str("\\end{multicols}\n");
            rest = after;
        } else {
            out.push_str(&written(first));
            rest = &rest[1..];
        }
    }
    out
}

fn written(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("\n{}\n", inline(text)),
        Block::Rule(rule) => format!("\\[ {} \\]\n", math(&rule.latex)),
        Block::Equation(equation) => written_equation(equation),
        Block::Table(table) => written_table(table),
        Block::Figure(Figure { caption, drawing }) => format!(
            "\\begin{{center}}\n{}\n\n{{\\small {}}}\n\\end{{center}}\n",
            drawing.tikz(),
            inline(caption)
        ),
        Block::Listing(code) => {
            let lines: Vec<String> = code.lines().map(|line| wrapped(&plain(line))).collect();
            format!(
                "{{\\footnotesize\\begin{{verbatim}}\n{}\n\\end{{verbatim}}}}\n",
                lines.join("\n")
            )
        }
    }
}

/// The first line has the number; a long equation may go on over pages.
fn written_equation(equation: &Equation) -> String {
    let Equation { id, left, latex, .. } = equation;
    let left = math(&left.latex);
    let latex: Vec<String> = latex.iter().map(|line| math(line)).collect();
    match latex.as_slice() {
        [line] => {
            format!("\\begin{{equation}}\\label{{{id}}}\n{left} = {line}\n\\end{{equation}}\n")
        }
        lines => {
            format!(
                "\\begin{{align}}\\label{{{id}}}\n{left} ={{}} & {} \\notag\n\\end{{align}}\n",
                lines.join(" \\notag \\\\\n& \\quad ").replacen(" \\notag", "", 1)
            )
        }
    }
}

/// In a narrow column the lines go on below the name.
fn narrow_equation(equation: &Equation) -> String {
    let Equation { id, left, latex, .. } = equation;
    let lines = math(&latex.join(" \\notag \\\\\n& \\; ").replacen(" \\notag", "", 1));
    let last = if latex.len() > 1 { " \\notag" } else { "" };
    let left = math(&left.latex);
    format!("\\begin{{align}}\\label{{{id}}}\n& {left} = {lines}{last}\n\\end{{align}}\n")
}

fn written_table(table: &Table) -> String {
    let Table { caption, columns, rows } = table;
    let row = |cells: &[Text]| {
        format!("{} \\\\\n", cells.iter().map(inline).collect::<Vec<_>>().join(" & "))
    };
    // narrow columns and gaps take the width that they need; the others share the rest
    let shares = table.shares();
    let narrow = table.letters().into_iter().zip(&shares).filter(|(_, share)| share.is_none());
    let taken = 0.012 * narrow.map(|(letters, _)| letters as f64).sum::<f64>();
    let left = (0.97 - taken - 0.03 * columns.len() as f64).max(0.2);
    let all: usize = shares.iter().flatten().sum();
    let form: String = shares
        .iter()
        .map(|share| match share {
            Some(share) => {
                format!("p{{{:.3}\\linewidth}}", left * *share as f64 / all as f64)
            }
            None => "l".to_owned(),
        })
        .collect();
    let rows: String = rows.iter().map(|cells| row(cells)).collect();
    format!(
        "\n{}\n{{\\small\\begin{{longtable}}[l]{{{form}}}\n\\hline\n{}\\hline\n\\endhead\n{rows}\\hline\n\\end{{longtable}}}}\n",
        escaped(caption),
        row(columns)
    )
}

fn inline(text: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) => escaped(words),
        Inline::Code(code) => format!("\\texttt{{{}}}", escaped(code)),
        Inline::Math(formula) => format!("${}$", math(&formula.latex)),
    };
    text.0.iter().map(piece).collect()
}

/// Letters with a command in LaTeX.
const GREEK: [(char, &str); 35] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('ς', "varsigma"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
];

/// A formula in what pdfLaTeX has in formulas: names may have letters of any script.
fn math(formula: &str) -> String {
    let mut out = String::with_capacity(formula.len());
    for c in formula.chars() {
        match GREEK.iter().find(|(letter, _)| *letter == c) {
            _ if c.is_ascii() => out.push(c),
            Some((_, command)) => out.push_str(&format!("{{\\{command}}}")),
            None => out.push_str(&format!("\\text{{{}}}", plain(c.encode_utf8(&mut [0; 4])))),
        }
    }
    out
}

/// Words with the characters that mean something in LaTeX replaced; letters that pdfLaTeX does not
/// know by itself are written as their numbers.
pub(crate) fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in plain(words).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\char34{}"),
            '_' => out.push_str("\\_\\allowbreak{}"),
            '&' | '%' | '$' | '#' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            // two hyphens would become a dash
            '-' => out.push_str("-{}"),
            // what is long may be broken here
            '/' | ',' | '=' => {
                out.push(c);
                out.push_str("\\allowbreak{}");
            }
            _ => out.push(c),
        }
    }
    out
}

/// The same text in characters that pdfLaTeX has: others as their numbers.
fn plain(text: &str) -> String {
    let known = |c: char| match c {
        ' '..='~' | '\u{a1}'..='\u{17f}' => true,
        // s and t with a comma below, dashes, quotation marks
        '\u{218}'..='\u{21b}' | '\u{2013}' | '\u{2014}' | '\u{2018}' | '\u{2019}' => true,
        _ => matches!(c, '\u{201c}' | '\u{201d}'),
    };
    let shown = |c: char| match c {
        c if known(c) => c.to_string(),
        '\t' => "    ".to_owned(),
        c => format!("U+{:04X}", c as u32),
    };
    appell_diagnostic::printable(text).chars().map(shown).collect()
}

/// A line of code, broken where it would leave the page.
fn wrapped(line: &str) -> String {
    const WIDEST: usize = 104;
    let letters: Vec<char> = line.chars().collect();
    let pieces = letters.chunks(WIDEST).map(|piece| piece.iter().collect::<String>());
    // `\end{verbatim}` in a listing would end it
    pieces.collect::<Vec<_>>().join("\n").replace("\\end{verbatim}", "\\end {verbatim}")
}
