//! Slips in sums of angles: cos q1 cos q2 or cos(q1 - q2) for cos(q1 + q2), sin(q1) + q2.

use appell_algebra::{Symbol, SymbolKind};

use super::edit::Wanted;
use super::slip::Kind;
use crate::meaning::write::symbol_latex;
use crate::meaning::{Meaning, Style, Wave};
use crate::notation::Names;

/// The angles of a sum, with their signs.
fn parts(angle: &Meaning) -> Vec<(bool, Meaning)> {
    match angle {
        Meaning::Sum(angles) => angles.clone(),
        single => vec![(false, single.clone())],
    }
}

/// A sum of angles in the order of the coordinates, as `c_{12}` is printed.
fn sum(mut angles: Vec<(bool, Meaning)>) -> Meaning {
    angles.sort_by_key(|(_, angle)| match angle {
        Meaning::Symbol(symbol, _) => Some(*symbol),
        _ => None,
    });
    match angles.as_slice() {
        [(false, _)] => angles.swap_remove(0).1,
        _ => Meaning::Sum(angles),
    }
}

/// What could have been meant by the angle of a sine: one of its angles another, with the other sign,
/// too many or missing.
pub(super) fn meant_by(
    angle: &Meaning,
    wanted: &Wanted,
    names: &Names<'_>,
) -> Vec<(Kind, Meaning)> {
    let angles = parts(angle);
    let symbols = || wanted.angles.iter().map(|it| Meaning::Symbol(*it, symbol_latex(*it, names)));
    let mut out = Vec::new();
    // a minus for a plus is likelier than the reverse
    let turned = |at: usize| {
        let mut turned = angles.clone();
        turned[at].0 = !turned[at].0;
        (Kind::AngleSum, Meaning::Sum(turned))
    };
    let signs =
        |minus: bool| (0..angles.len()).filter(|at| angles[*at].0 == minus).collect::<Vec<_>>();
    if angles.len() > 1 {
        out.extend(signs(true).into_iter().chain(signs(false)).map(turned));
    }
    for at in 0..angles.len() {
        for meant in symbols() {
            let mut changed = angles.clone();
            changed[at].1 = meant;
            out.push((Kind::WrongIndex, sum(changed)));
        }
        if angles.len() > 1 {
            let mut fewer = angles.clone();
            fewer.remove(at);
            out.push((Kind::AngleSum, sum(fewer)));
        }
    }
    for meant in symbols() {
        let more = angles.iter().cloned().chain([(false, meant)]).collect();
        out.push((Kind::AngleSum, sum(more)));
    }
    out
}

/// The products of sines and cosines of two parts of a sum of angles.
pub(super) fn torn(wave: Wave, angle: &Meaning, style: Style) -> Vec<Meaning> {
    let angles = parts(angle);
    let mut out = Vec::new();
    for at in 1..angles.len() {
        let [first, second] = [&angles[..at], &angles[at..]].map(|it| Box::new(sum(it.to_vec())));
        for waves in [[wave, wave], [wave, wave.other()], [wave.other(), wave]] {
            let factor =
                |wave, angle: &Meaning| Meaning::Wave(wave, Box::new(angle.clone()), style);
            out.push(Meaning::Product(vec![factor(waves[0], &first), factor(waves[1], &second)]));
        }
    }
    out
}

/// A product with two sines or cosines in it as one of the sum, or the difference, of their angles.
pub(super) fn joined(factors: &[Meaning]) -> Vec<Meaning> {
    let waves = || {
        factors.iter().enumerate().filter_map(|(at, factor)| match factor {
            Meaning::Wave(wave, angle, style) => Some((at, *wave, angle, *style)),
            _ => None,
        })
    };
    let mut out = Vec::new();
    for (i, first, a, style) in waves() {
        // nobody prints sin(q + q)
        for (j, second, b, _) in waves().filter(|(j, _, b, _)| *j > i && *b != a) {
            let mut meant = vec![first];
            if second != first {
                meant.push(second);
            } else {
                meant.push(first.other());
            }
            for (wave, minus) in meant.iter().flat_map(|it| [(*it, false), (*it, true)]) {
                let turned = |(sign, angle): (bool, Meaning)| (sign != minus, angle);
                let angles = parts(a).into_iter().chain(parts(b).into_iter().map(turned));
                let mut changed = factors.to_vec();
                changed.remove(j);
                changed[i] = Meaning::Wave(wave, Box::new(sum(angles.collect())), style);
                out.push(Meaning::Product(changed));
            }
        }
    }
    out
}

/// sin(q1) + q2 as sin(q1 + q2): two terms of a sum, the second an angle.
pub(super) fn swallowed(term: &Meaning, minus: bool, angle: &Meaning) -> Option<Meaning> {
    let is_angle = |it: &Meaning| match it {
        Meaning::Symbol(symbol, _) => is_coordinate(*symbol),
        _ => false,
    };
    if !is_angle(angle) {
        return None;
    }
    let with = |wave: &Meaning| match wave {
        Meaning::Wave(wave, own, style) => {
            let more = parts(own).into_iter().chain([(minus, angle.clone())]).collect();
            Some(Meaning::Wave(*wave, Box::new(sum(more)), *style))
        }
        _ => None,
    };
    match term {
        Meaning::Product(factors) => {
            let (last, before) = factors.split_last()?;
            let changed = with(last)?;
            Some(Meaning::Product(before.iter().cloned().chain([changed]).collect()))
        }
        wave => with(wave),
    }
}

fn is_coordinate(symbol: Symbol) -> bool {
    symbol.kind() == SymbolKind::Coordinate && symbol.order() == 0
}
