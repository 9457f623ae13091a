//! What is between `\begin` and `\end`: matrices and lines.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Ink, InkKind, Operator};
use super::read::{Reader, Until};
use super::token::TokenKind;

impl Reader<'_> {
    pub(super) fn environment(
        &mut self,
        name: &str,
        span: Range<usize>,
    ) -> Result<Ink, Diagnostic> {
        let columns = name.trim_end_matches('*');
        let takes_columns = matches!(columns, "array" | "alignedat" | "alignat" | "tabular");
        // [t] of an array, [r] of bmatrix*
        if (takes_columns || name.ends_with('*')) && self.peek() == Some(&TokenKind::Mark('[')) {
            while self.next().is_some_and(|token| token.kind != TokenKind::Mark(']')) {}
        }
        if takes_columns {
            self.word()?;
        }
        let mut rows: Vec<Vec<Vec<Ink>>> = vec![Vec::new()];
        let mut rules = Vec::new();
        loop {
            while self.peek() == Some(&TokenKind::Command("hline".to_owned())) {
                self.at += 1;
                rules.push(rows.len() - 1);
            }
            let cell = self.deeper(|reader| reader.row(Until::Cell(name)))?;
            if let Some(row) = rows.last_mut() {
                row.push(cell);
            }
            match self.next().map(|token| &token.kind) {
                Some(TokenKind::Mark('&')) => {}
                Some(TokenKind::Command(end)) if end == "end" => {
                    let closed = self.word()?;
                    if closed != name {
                        let message =
                            format!("`\\begin{{{name}}}` is closed by `\\end{{{closed}}}`");
                        return Err(self.problem(message));
                    }
                    break;
                }
                _ => {
                    self.skip_length();
                    rows.push(Vec::new());
                }
            }
        }
        if rows.last().is_some_and(|row| row.iter().all(Vec::is_empty)) {
            rows.pop();
        }
        let kind = match columns {
            "bmatrix" | "pmatrix" | "matrix" | "Bmatrix" | "smallmatrix" | "array"
            | "psmallmatrix" | "bsmallmatrix" => InkKind::Matrix { rows, rules },
            // a system of equations; what holds in one case or the other is none
            "cases" | "dcases" | "rcases" if rows.iter().all(|row| is_equation(&row.concat())) => {
                InkKind::Matrix { rows, rules }
            }
            "aligned" | "split" | "gathered" | "alignedat" | "multlined" | "align" => {
                InkKind::Lines(rows.into_iter().map(tabbed).collect())
            }
            _ => InkKind::Unknown(format!("\\begin{{{name}}}")),
        };
        Ok(Ink::new(kind, span.start..self.end_before()))
    }
}

/// The cells of a line, with tabs between them.
fn tabbed(cells: Vec<Vec<Ink>>) -> Vec<Ink> {
    let mut line = Vec::new();
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            let place = line.last().map_or(0..0, |last: &Ink| last.span.clone());
            line.push(Ink::new(InkKind::Tab, place));
        }
        line.extend(cell);
    }
    line
}

fn is_equation(line: &[Ink]) -> bool {
    let words = line.iter().any(|ink| matches!(ink.kind, InkKind::Text(_)));
    !words && line.iter().any(|ink| ink.is(Operator::Equal))
}
