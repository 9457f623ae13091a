//! The rules of the parts that derive, with the terms that the robot at hand has: the iterations by Newton and
//! Euler as in CONVENTIONS.md. A test evaluates them as they are printed.

mod drives;
mod motion;
mod whole;

use super::Part;
use super::features::Features;
use crate::document::{Block, Math, Text};

/// The rules that a part prints before its equations.
pub(super) fn of(part: Part, features: &Features) -> Vec<Block> {
    match part {
        Part::Frames => motion::frames(features),
        Part::Velocities => motion::velocities(features),
        Part::Accelerations => motion::accelerations(features),
        Part::Inertia => motion::inertia(features),
        Part::Connections => motion::connections(features),
        Part::Torques => drives::torques(features),
        Part::Matrices => whole::matrices(features),
        Part::Energies => whole::energies(features),
        Part::Parameters => whole::parameters(features),
        _ => Vec::new(),
    }
}

/// A term of a rule.
type Term = Option<Math>;

/// A term that the rule of every robot has.
fn always(latex: &str, typst: &str) -> Term {
    Some(Math::new(latex, typst))
}

/// A term that some robots have.
fn term(is_present: bool, latex: &str, typst: &str) -> Term {
    is_present.then(|| Math::new(latex, typst))
}

/// The terms with plus signs between them.
fn sum(terms: impl IntoIterator<Item = Term>) -> Math {
    let terms: Vec<Math> = terms.into_iter().flatten().collect();
    let joined = |of: fn(&Math) -> &str| terms.iter().map(of).collect::<Vec<_>>().join(" + ");
    Math::new(joined(|it| &it.latex), joined(|it| &it.typst))
}

/// A rule: a name and its terms.
fn rule(latex: &str, typst: &str, terms: impl IntoIterator<Item = Term>) -> Block {
    let right = sum(terms);
    Block::Rule(Math::new(
        format!("{latex} = {}", right.latex),
        format!("{typst} = {}", right.typst),
    ))
}

/// Words that are printed where a condition holds.
fn words(is_present: bool, text: &str) -> Option<Block> {
    is_present.then(|| Text::new(text).into())
}

/// The link on which joint i sits, as an index: the one before, or p where the robot has branches.
fn parent(features: &Features) -> &'static str {
    if features.branches { "p" } else { "i-1" }
}

/// A formula with the index `P` for the link on which joint i sits.
fn on_parent(features: &Features, latex: &str, typst: &str) -> Term {
    let parent = parent(features);
    always(&latex.replace('P', parent), &typst.replace('P', &format!("({parent})")))
}

/// A formula with `I_i` for the inertia tensor of a link; with Theta if a parameter of the robot has this name.
fn with_inertia(features: &Features, latex: &str, typst: &str) -> Term {
    match features.names_inertia {
        true => always(&latex.replace("I_i", r"\Theta_i"), &typst.replace("I_i", "Theta_i")),
        false => always(latex, typst),
    }
}
