//! The equations in what is under one number.

use appell_diagnostic::Diagnostic;

use super::document::contradiction;
use super::ink::{Ink, InkKind, Operator};
use super::lines::{is_blank, joined, starts_equation};
use super::range::ranged;

/// Words that stand between two equations and say nothing about either.
const LINKS: [&str; 9] = ["", "and", "where", "with", "thus", "hence", "so", "then", "therefore"];
/// Signs of the same kind.
const ARROWS: [&str; 4] = ["\\Rightarrow", "\\Longrightarrow", "\\implies", "\\therefore"];

/// The equations: split at semicolons, at commas and words between equations, and at lines that
/// begin one.
pub(crate) fn equations(inks: Vec<Ink>, notes: &mut Vec<Diagnostic>) -> Vec<Vec<Ink>> {
    let mut out: Vec<Vec<Ink>> = Vec::new();
    for piece in split(ranged(opened(inks, notes))) {
        match out.last_mut().filter(|_| is_condition(&piece)) {
            Some(last) => last.extend(piece),
            None => out.push(piece),
        }
    }
    // a remark in brackets behind an equation says nothing about it
    for piece in &mut out {
        while piece.len() > 1 && piece.last().is_some_and(|it| is_blank(it) || is_remark(it)) {
            piece.pop();
        }
    }
    // `\det M = ... > 0`: that it is positive is another statement
    for piece in &mut out {
        let equals = piece.iter().position(|ink| ink.is(Operator::Equal));
        let bound = piece.iter().position(is_inequality);
        if let (Some(_), Some(bound)) = (equals.filter(|at| Some(*at) < bound), bound) {
            piece.truncate(bound);
        }
    }
    // "where g is gravity" is a sentence
    if out.iter().any(|piece| !is_sentence(piece)) {
        out.retain(|piece| !is_sentence(piece));
    }
    // words, or what is left of a sentence
    out.retain(|piece| {
        !piece.iter().all(|ink| matches!(ink.kind, InkKind::Text(_) | InkKind::Space))
    });
    out
}

/// `>`, `\neq` and the like.
fn is_inequality(ink: &Ink) -> bool {
    const SIGNS: [&str; 8] = [">", "<", "\\ge", "\\le", "\\geq", "\\leq", "\\neq", "\\ne"];
    matches!(&ink.kind, InkKind::Unknown(sign) if SIGNS.contains(&sign.as_str()))
}

/// Words in brackets that are not a condition: `\text{(gravity)}`.
fn is_remark(ink: &Ink) -> bool {
    let InkKind::Text(words) = &ink.kind else { return false };
    let words = words.trim();
    let inside = words.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    const CONDITIONS: [&str; 9] =
        ["if", "when", "unless", "for", "where", "at", "only", "not", "approx"];
    // spaces are not kept in words
    inside.is_some_and(|inside| {
        inside.chars().all(|c| c.is_alphabetic() || c == '-')
            && !CONDITIONS.iter().any(|word| inside.starts_with(word))
    })
}

/// Words with letters between them, and no equation.
fn is_sentence(piece: &[Ink]) -> bool {
    let has_words = |ink: &Ink| match &ink.kind {
        InkKind::Text(words) => words.trim().len() > 1,
        _ => false,
    };
    piece.iter().any(has_words) && !piece.iter().any(|ink| ink.is(Operator::Equal))
}

/// Words that belong to the equation before them: `, \text{if } ...`.
fn is_condition(piece: &[Ink]) -> bool {
    match piece.iter().find(|ink| !is_blank(ink)).map(|ink| &ink.kind) {
        Some(InkKind::Text(words)) => {
            ["if", "when", "unless"].iter().any(|it| words.starts_with(it))
        }
        _ => false,
    }
}

/// Lines that are equations of their own, put one behind the other with a semicolon between.
fn opened(inks: Vec<Ink>, notes: &mut Vec<Diagnostic>) -> Vec<Ink> {
    let inks = match system(&inks) {
        Some(inside) => inside,
        None => inks,
    };
    let mut out = Vec::new();
    for ink in inks {
        let InkKind::Lines(lines) = ink.kind else {
            out.push(ink);
            continue;
        };
        let mut groups: Vec<Vec<Vec<Ink>>> = Vec::new();
        for line in lines {
            match groups.last_mut() {
                Some(last) if !starts_equation(&line) => last.push(line),
                _ => groups.push(vec![line]),
            }
        }
        for (index, group) in groups.into_iter().enumerate() {
            if index > 0 {
                out.push(Ink::new(InkKind::Operator(Operator::Semicolon), ink.span.clone()));
            }
            let whole = joined(group);
            notes.extend(whole.contradictions.iter().map(contradiction));
            out.extend(opened(whole.inks, notes));
        }
    }
    out
}

/// What stands in a box or behind a tall brace, when that is all and there are equations in it.
fn system(inks: &[Ink]) -> Option<Vec<Ink>> {
    let mut solid = inks.iter().filter(|ink| !is_blank(ink) && !is_end(ink));
    let (only, None) = (solid.next()?, solid.next()) else { return None };
    let has_relation = |inks: &[Ink]| inks.iter().any(|ink| ink.is(Operator::Equal));
    match &only.kind {
        InkKind::Group(inside) | InkKind::Fenced { inside, .. } => {
            if has_relation(inside) {
                return Some(inside.clone());
            }
            system(inside).or_else(|| match inside.as_slice() {
                [lines @ Ink { kind: InkKind::Lines(_), .. }] => Some(vec![lines.clone()]),
                _ => None,
            })
        }
        // a table whose rows are equations
        InkKind::Matrix { rows, .. } => {
            let mut lines = Vec::new();
            for row in rows {
                lines.push(row.iter().flatten().cloned().collect::<Vec<Ink>>());
            }
            let all = !lines.is_empty() && lines.iter().all(|line| has_relation(line));
            all.then(|| vec![Ink::new(InkKind::Lines(lines), only.span.clone())])
        }
        _ => None,
    }
}

fn is_end(ink: &Ink) -> bool {
    ink.is(Operator::Comma) || ink.is(Operator::Semicolon) || ink.is(Operator::Stop)
}

fn split(inks: Vec<Ink>) -> Vec<Vec<Ink>> {
    let mut out = vec![Vec::new()];
    for (at, ink) in inks.iter().enumerate() {
        let between = match &ink.kind {
            InkKind::Operator(Operator::Comma) => !is_decimal(&inks, at),
            InkKind::Operator(Operator::Semicolon | Operator::Stop) => true,
            InkKind::Text(words) => {
                let word = words.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
                LINKS.contains(&word.as_str())
            }
            InkKind::Unknown(sign) | InkKind::Letter(sign) => ARROWS.contains(&sign.as_str()),
            _ => false,
        };
        match out.last_mut() {
            Some(last) if !between => last.push(ink.clone()),
            _ => out.push(Vec::new()),
        }
    }
    out.retain(|piece| !piece.is_empty());
    out
}

/// `1,5`: a comma right between two numbers may be that of a decimal fraction.
fn is_decimal(inks: &[Ink], comma: usize) -> bool {
    let is_number = |ink: &Ink| matches!(ink.kind, InkKind::Number(_));
    match (comma.checked_sub(1).and_then(|at| inks.get(at)), inks.get(comma + 1)) {
        (Some(before), Some(after)) => {
            is_number(before)
                && is_number(after)
                && before.span.end == inks[comma].span.start
                && after.span.start == inks[comma].span.end
        }
        _ => false,
    }
}
