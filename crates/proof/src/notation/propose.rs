//! A guess at what an unknown name means, to be pasted into a notation.

use appell_diagnostic::nearest;
use appell_model::Robot;

use crate::name::Name;

/// A line for a notation: the name, and the symbol of the robot that has the same letters and
/// digits, or nearly so.
pub(crate) fn proposal(name: &Name, robot: &Robot) -> String {
    let letters = name.letters();
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        chars.sort_unstable();
        chars
    };
    let known = || robot.parameters().iter().map(|parameter| parameter.name.as_str());
    let same = known().find(|symbol| sorted(symbol) == sorted(&letters));
    // letters that are more than those of the symbol are marks: rC5x for r5x
    let within = || {
        let inside = known().filter(|symbol| {
            let mut rest = sorted(&letters);
            sorted(symbol).iter().all(|c| {
                rest.iter().position(|other| other == c).map(|at| rest.remove(at)).is_some()
            }) && symbol.len() > 2
                && rest.len() <= 2
        });
        inside.max_by_key(|symbol| symbol.len())
    };
    // short names are all alike
    let alike = || if letters.len() > 3 { nearest(&letters, known()) } else { None };
    match same.or_else(within).or_else(alike).filter(|_| !name.is_accented()) {
        Some(guess) => format!("'{}' = \"{guess}\"", name.latex()),
        None => format!("# '{}' = \"\"", name.latex()),
    }
}
