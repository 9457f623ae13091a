//! Sums that go on in the next line.

use super::ink::{Ink, InkKind, Operator};

/// Two lines joined, and what is to be said about the break.
pub(crate) struct Continued {
    pub(crate) inks: Vec<Ink>,
    /// Signs before and after a break that are not the same.
    pub(crate) contradictions: Vec<Ink>,
}

/// Lines as one. A sign at the end of a line is, in print, repeated at the start of the next: it
/// counts once. Where the two are not the same, that of the new line stands by its term.
pub(crate) fn joined(lines: impl IntoIterator<Item = Vec<Ink>>) -> Continued {
    let mut whole = Continued { inks: Vec::new(), contradictions: Vec::new() };
    for line in lines {
        let contradiction = append(&mut whole.inks, line);
        whole.contradictions.extend(contradiction);
    }
    whole
}

/// Puts a line behind others; the sign at the end that is not the one at its start.
pub(super) fn append(inks: &mut Vec<Ink>, line: Vec<Ink>) -> Option<Ink> {
    let first = line.iter().find(|ink| !is_blank(ink));
    let repeats = |last: &&Ink| {
        let sign = last.is_sign() && first.is_some_and(Ink::is_sign);
        let product = last.is(Operator::Times) && first.is_some_and(|it| it.is(Operator::Times));
        sign || product
    };
    while inks.last().is_some_and(is_blank) {
        inks.pop();
    }
    let mut contradiction = None;
    if inks.last().filter(repeats).is_some() {
        let differs = |last: &Ink| first.map(|first| &first.kind) != Some(&last.kind);
        contradiction = inks.pop().filter(differs);
    }
    inks.extend(line.into_iter().filter(|ink| ink.kind != InkKind::Tab));
    contradiction
}

/// Whether something prints nothing: a space, a tab, an empty group.
pub(crate) fn is_blank(ink: &Ink) -> bool {
    match &ink.kind {
        InkKind::Space | InkKind::Tab => true,
        InkKind::Group(inside) => inside.is_empty(),
        _ => false,
    }
}

/// Whether a line begins an equation of its own. One that begins with a sign does so where
/// something stands before its tab: `-Q_2 &= ...`, but not `&- Q_2 = ...`.
pub(crate) fn starts_equation(line: &[Ink]) -> bool {
    let first = line.iter().position(|ink| !is_blank(ink));
    let Some(relation) = line.iter().position(|ink| ink.is(Operator::Equal)) else { return false };
    let tab = line.iter().position(|ink| ink.kind == InkKind::Tab);
    first.is_some_and(|first| {
        let aligned = tab.is_some_and(|tab| first < tab && tab <= relation + 1);
        first < relation && (aligned || !goes_on(&line[first..=first]))
    })
}

/// Whether a line plainly belongs to the one before it.
pub(crate) fn continues(line: &[Ink]) -> bool {
    line.first().is_some_and(|first| first.is(Operator::Times) || first.is(Operator::Cross))
}

/// Whether a line plainly goes on in the next.
pub(crate) fn goes_on(line: &[Ink]) -> bool {
    line.last()
        .is_some_and(|last| last.is_sign() || last.is(Operator::Times) || last.is(Operator::Equal))
}
