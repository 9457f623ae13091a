//! A document as one page of HTML with MathML: no scripts, nothing from elsewhere.

use appell_output::escaped;

use super::mathml::{display, mathml};
use super::{Block, Document, Figure, Inline, Section, Table, Text};

const STYLE: &str = include_str!("style.css");

impl Document {
    /// One page of HTML: MathML, drawings as SVG, a table of contents, light and dark, printable.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1></header>\n"
        );
        out.push_str("<nav aria-label=\"Contents\"><ol>\n");
        for Section { id, title, .. } in &self.sections {
            out.push_str(&format!("<li><a href=\"#{id}\">{}</a></li>\n", escaped(title)));
        }
        out.push_str("</ol></nav>\n<main>\n");
        let mut number = 0;
        for Section { id, title, blocks } in &self.sections {
            let heading = format!("{id}-heading");
            out.push_str(&format!(
                "<section id=\"{id}\" aria-labelledby=\"{heading}\">\n<h2 id=\"{heading}\">{}</h2>\n",
                escaped(title)
            ));
            for block in blocks {
                out.push_str(&written(block, &mut number));
            }
            out.push_str("</section>\n");
        }
        out + "</main>\n</body>\n</html>\n"
    }
}

fn written(block: &Block, number: &mut usize) -> String {
    match block {
        Block::Text(text) => format!("<p>{}</p>\n", inline(text)),
        // what is wider than the page is moved by the keyboard, too
        Block::Rule(math) => format!(
            "<div class=\"rule\" tabindex=\"0\" role=\"group\" aria-label=\"rule\">{}</div>\n",
            display(&math.latex)
        ),
        Block::Equation(equation) => {
            *number += 1;
            format!(
                "<div class=\"equation\" id=\"{id}\" tabindex=\"0\" role=\"group\" aria-label=\"equation {number}\">{}\
                 <a class=\"number\" href=\"#{id}\">({number})</a></div>\n",
                display(&equation.latex()),
                id = equation.id
            )
        }
        Block::Table(table) => written_table(table),
        Block::Figure(Figure { caption, drawing }) => format!(
            "<figure>{}<figcaption>{}</figcaption></figure>\n",
            drawing.svg(),
            inline(caption)
        ),
        Block::Listing(code) => format!(
            "<pre tabindex=\"0\" role=\"group\" aria-label=\"listing\"><code>{}</code></pre>\n",
            code.lines().map(escaped).collect::<Vec<_>>().join("\n")
        ),
    }
}

fn written_table(Table { caption, columns, rows }: &Table) -> String {
    let cells = |tag: &str, row: &[Text]| -> String {
        row.iter().map(|cell| format!("<{tag}>{}</td>", inline(cell))).collect()
    };
    let head = cells("th scope=\"col\"", columns).replace("</td>", "</th>");
    let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells("td", row))).collect();
    let caption = escaped(caption);
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\"><table><caption>{caption}</caption>\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn inline(text: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) => escaped(words),
        Inline::Code(code) => format!("<code>{}</code>", escaped(code)),
        Inline::Math(math) => mathml(&math.latex),
    };
    text.0.iter().map(piece).collect()
}
