//! Figures on one page of HTML that needs nothing else: curves can be hidden, stretches of time
//! looked at more closely, values read off.

use std::fmt::Write;

use super::Figure;
use super::drawing::COLOURS;
use crate::markup::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page with a title, some lines of text and figures.
///
/// ```
/// let page = appell_output::plot::page("a motion", &["2 axes".to_owned()], &[]);
/// assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("http"));
/// ```
pub fn page(title: &str, lines: &[String], figures: &[Figure]) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    // writing into memory cannot fail
    let _ = writeln!(out, "<title>{}</title>\n<style>\n{STYLE}</style>", escaped(title));
    let _ = writeln!(out, "<h1>{}</h1>", escaped(title));
    let text: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    let _ = writeln!(out, "<pre>{}</pre>", text.join("\n"));
    out.push_str(
        "<p class=\"hint\">Drag to zoom, double-click to see everything; click a name to hide its \
         curve.</p>\n<main id=\"figures\"></main>\n<script>\nconst figures = [\n",
    );
    for figure in figures {
        let _ = writeln!(
            out,
            "{{title:{},across:{},up:{},scattered:{},curves:[",
            quoted(&figure.title),
            quoted(&figure.across),
            quoted(&figure.up),
            figure.scattered
        );
        for curve in &figure.curves {
            let part = |part: fn(&(f64, f64)) -> f64| {
                curve.points.iter().map(|point| digits(part(point))).collect::<Vec<_>>().join(",")
            };
            let (x, y) = (part(|point| point.0), part(|point| point.1));
            let _ = writeln!(out, "{{name:{},x:[{x}],y:[{y}]}},", quoted(&curve.name));
        }
        out.push_str("]},\n");
    }
    let colours: Vec<String> = COLOURS.iter().map(|colour| quoted(&colour.to_string())).collect();
    let _ =
        writeln!(out, "];\nconst colours = [{}];\n{SCRIPT}</script>\n</html>", colours.join(","));
    out
}

/// A number with as many digits as can be seen.
fn digits(value: f64) -> String {
    match value.is_finite() {
        true => format!("{value:.7e}")
            .parse::<f64>()
            .map_or_else(|_| "null".to_owned(), |it| format!("{it:?}")),
        false => "null".to_owned(),
    }
}

/// A text in a script: no letter of it can end the script.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
