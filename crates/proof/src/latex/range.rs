//! For which values of its letter a formula is meant: `\quad i = 1, 2, 3`, `(i = 1, \ldots, n)` behind it.

use super::ink::{Ink, InkKind, Operator};
use super::lines::is_blank;

/// Letters that count links.
const LETTERS: [&str; 3] = ["i", "j", "k"];

/// The same with ranges behind equations put into one piece each.
pub(super) fn ranged(inks: Vec<Ink>) -> Vec<Ink> {
    let mut out: Vec<Ink> = Vec::with_capacity(inks.len());
    let mut at = 0;
    while at < inks.len() {
        match range_at(&inks, at) {
            Some((range, taken)) => {
                // the comma or the space before it
                while out.last().is_some_and(|it| is_blank(it) || it.is(Operator::Comma)) {
                    out.pop();
                }
                out.push(range);
                at += taken;
            }
            None => {
                out.push(inks[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// A range that begins here, behind a space or a comma or in brackets, and how much of the print it takes.
fn range_at(inks: &[Ink], at: usize) -> Option<(Ink, usize)> {
    let before = inks.get(at.checked_sub(1)?)?;
    if !before.is(Operator::Comma) && before.kind != InkKind::Space {
        return None;
    }
    let (whole, taken) = match &inks[at].kind {
        InkKind::Fenced { open: '(', inside } => (inside.as_slice(), Some(1)),
        _ => (&inks[at..], None),
    };
    let solid: Vec<usize> = (0..whole.len()).filter(|i| !is_blank(&whole[*i])).collect();
    let [letter, equal, first, ..] = solid.as_slice() else { return None };
    let InkKind::Letter(name) = &whole[*letter].kind else { return None };
    let name = LETTERS.iter().find(|own| *own == name)?;
    let first_value = whole[*first].as_integer()? as usize;
    if !whole[*equal].is(Operator::Equal) {
        return None;
    }
    // numbers, dots and n with commas between them
    let (mut last, mut is_open, mut end) = (first_value, false, *first + 1);
    for pair in solid[3..].chunks(2) {
        let [comma, next] = pair else { break };
        if !whole[*comma].is(Operator::Comma) {
            break;
        }
        match &whole[*next].kind {
            InkKind::Number(_) => {
                let value = whole[*next].as_integer()? as usize;
                if !is_open && value != last + 1 {
                    return None;
                }
                (last, is_open) = (value, false);
            }
            InkKind::Unknown(dots) if dots.ends_with("dots") => is_open = true,
            InkKind::Letter(letter) if letter == "n" => is_open = true,
            _ => break,
        }
        end = *next + 1;
    }
    // a lone i = 1 is a value of something
    if end == *first + 1 && taken.is_none() {
        return None;
    }
    let span = whole[*letter].span.start..whole[end - 1].span.end;
    let last = (!is_open).then_some(last);
    let letter = name.chars().next()?;
    Some((
        Ink::new(InkKind::Range { letter, first: first_value, last }, span),
        taken.unwrap_or(end),
    ))
}
