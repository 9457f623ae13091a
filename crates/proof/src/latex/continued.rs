//! Equations that go on in the next display.

use appell_diagnostic::Diagnostic;

use super::document::{Block, contradiction};
use super::ink::{Ink, Operator};
use super::lines::{append, goes_on, is_blank};

/// What a display is to the one before it.
pub(super) enum Continuation {
    /// The last equation before it went on in its first one, and has it now.
    Joined,
    /// It continues an equation that is not the one before it.
    Incomplete,
    /// It is an equation of its own.
    Apart,
}

/// How many bytes of words may stand between two displays of one equation.
const NEAR: usize = 200;

/// How many bytes an equation over several displays may have.
const LONGEST: usize = 50_000;

/// Whether a block begins with a sign with which no equation begins: `+`, `=`, a product.
pub(super) fn begins_open(block: &Block) -> bool {
    let first = first_of(block);
    let begins = |first: &Ink| {
        use Operator::{Cross, Equal, Plus, Times};
        [Plus, Equal, Times, Cross].into_iter().any(|operator| first.is(operator))
    };
    !block.inline && first.is_some_and(begins)
}

fn first_of(block: &Block) -> Option<&Ink> {
    block.inks.as_ref().ok()?.iter().find(|ink| !is_blank(ink))
}

/// Joins an equation to the last one where it goes on in it. What begins with a minus, or stands behind a
/// sign, is a part of the last equation where nothing but space is between the two, and no equals sign in
/// it.
pub(super) fn continuation(last: &mut Block, next: &mut Block, between: &str) -> Continuation {
    if last.inline || next.inline {
        return if begins_open(next) { Continuation::Incomplete } else { Continuation::Apart };
    }
    let opens = begins_open(next);
    let words: usize = between.split_whitespace().map(str::len).sum();
    let (Ok(before), Ok(inks)) = (&mut last.inks, &mut next.inks) else {
        // what goes on from an equation that cannot be read is not read either
        return if opens { Continuation::Incomplete } else { Continuation::Apart };
    };
    let minus = inks.iter().find(|it| !is_blank(it)).is_some_and(|it| it.is(Operator::Minus));
    // what has an equals sign is an equation of its own, whatever the one before it lacks
    let is_part = words == 0 && !inks.iter().any(|ink| ink.is(Operator::Equal));
    let is_ended = before.iter().rfind(|it| !is_blank(it)).is_some_and(|it| it.is(Operator::Stop));
    let joins = opens && words <= NEAR || is_part && (minus && !is_ended || goes_on(before));
    if !joins || last.span.len() > LONGEST {
        return if opens { Continuation::Incomplete } else { Continuation::Apart };
    }
    let is_mark = |ink: &Ink| is_blank(ink) || ink.is(Operator::Comma) || ink.is(Operator::Stop);
    while before.last().is_some_and(is_mark) {
        before.pop();
    }
    let sign = append(before, std::mem::take(inks));
    last.notes.append(&mut next.notes);
    last.notes.extend(sign.iter().map(contradiction));
    last.span.end = last.span.end.max(next.span.end);
    if last.number.starts_with("line ") && !next.number.starts_with("line ") {
        last.number.clone_from(&next.number);
    }
    Continuation::Joined
}

/// An equation of which a part is missing cannot be read.
pub(super) fn incomplete(block: &mut Block) {
    let place = first_of(block).map_or(block.span.clone(), |ink| ink.span.clone());
    let message = "this equation is incomplete: it begins with a sign that continues another one";
    block.inks = Err(Diagnostic::error("incomplete", message)
        .at(place)
        .hint("print it in one display, or directly below the one that it continues"));
}
