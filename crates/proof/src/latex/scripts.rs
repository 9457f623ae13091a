//! What is above, below and before a letter.

use std::ops::Range;

use super::ink::{Accent, Ink, InkKind, Script};

pub(super) fn accented(accent: Accent, on: Ink) -> InkKind {
    match (accent, on.kind) {
        // two single dots are a double dot
        (Accent::Dots(more), InkKind::Accent(Accent::Dots(dots), on)) => {
            InkKind::Accent(Accent::Dots(dots + more), on)
        }
        (accent, kind) => InkKind::Accent(accent, Box::new(Ink::new(kind, on.span))),
    }
}

/// What stands alone in a group.
pub(super) fn unwrapped(ink: Ink) -> Ink {
    match ink.kind {
        InkKind::Group(mut inside) if inside.len() == 1 => match inside.pop() {
            Some(only) => unwrapped(only),
            None => Ink::new(InkKind::Group(inside), ink.span),
        },
        kind => Ink::new(kind, ink.span),
    }
}

/// Puts a script on what stands before it; with nothing there, it waits for what comes. Two scripts
/// in one place are not understood.
pub(super) fn scripted(inks: &mut Vec<Ink>, above: bool, script: Vec<Ink>, span: Range<usize>) {
    let waits = inks.last().is_none_or(|last| {
        matches!(last.kind, InkKind::Operator(_) | InkKind::Space | InkKind::Tab | InkKind::Text(_))
    });
    let base = if waits { None } else { inks.pop() };
    let end = script.last().map_or(span.end, |last| last.span.end.max(span.end));
    let span = base.as_ref().map_or(span.start, |base| base.span.start)..end;
    let base = base.map_or(Ink::new(InkKind::Group(Vec::new()), span.clone()), unwrapped);
    let mut whole = match base.kind {
        InkKind::Script(script) => script,
        kind => Box::new(Script {
            before_sub: Vec::new(),
            before_sup: Vec::new(),
            base: Ink::new(kind, base.span),
            sub: Vec::new(),
            sup: Vec::new(),
        }),
    };
    let place = if above { &mut whole.sup } else { &mut whole.sub };
    let kind = if place.is_empty() {
        *place = script;
        InkKind::Script(whole)
    } else {
        InkKind::Unknown(if above { "^{}^{}" } else { "_{}_{}" }.to_owned())
    };
    inks.push(Ink::new(kind, span));
}

/// A prime is a dot.
pub(super) fn dotted(inks: &mut Vec<Ink>) {
    let Some(last) = inks.pop() else { return };
    let span = last.span.clone();
    let kind = match last.kind {
        InkKind::Script(mut script) => {
            let base_span = script.base.span.clone();
            script.base = Ink::new(accented(Accent::Dots(1), script.base), base_span);
            InkKind::Script(script)
        }
        kind => accented(Accent::Dots(1), Ink::new(kind, last.span)),
    };
    inks.push(Ink::new(kind, span));
}

/// Gives scripts that stand before a letter to that letter: `{}^5r` is r with a 5 before it.
pub(super) fn attached(inks: Vec<Ink>) -> Vec<Ink> {
    let mut out: Vec<Ink> = Vec::with_capacity(inks.len());
    let mut waiting: Option<Script> = None;
    for ink in inks {
        match ink.kind {
            InkKind::Script(script)
                if script.base.kind == InkKind::Group(Vec::new()) && waiting.is_none() =>
            {
                waiting = Some(*script);
            }
            kind => {
                let ink = Ink::new(kind, ink.span);
                match waiting.take() {
                    Some(before) => out.push(with_scripts_before(ink, before)),
                    None => out.push(ink),
                }
            }
        }
    }
    if let Some(script) = waiting {
        let span = script.base.span.clone();
        out.push(Ink::new(InkKind::Script(Box::new(script)), span));
    }
    out
}

fn with_scripts_before(ink: Ink, before: Script) -> Ink {
    let span = before.base.span.start..ink.span.end;
    let ink = unwrapped(ink);
    let mut script = match ink.kind {
        InkKind::Script(script) => script,
        kind => Box::new(Script {
            before_sub: Vec::new(),
            before_sup: Vec::new(),
            base: Ink::new(kind, ink.span),
            sub: Vec::new(),
            sup: Vec::new(),
        }),
    };
    script.before_sub = before.sub;
    script.before_sup = before.sup;
    Ink::new(InkKind::Script(script), span)
}
