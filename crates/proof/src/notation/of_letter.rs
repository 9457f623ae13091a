//! The driving force of a coordinate by the letter of that: `\tau_\theta`, `Q_x`. Of letters that the document uses for
//! coordinates of the robot, `F_r` and `p_\phi` too.

use appell_model::Robot;

use super::alias::{Letters, key};
use crate::known::Known;
use crate::name::Name;

/// Letters of which that of a coordinate makes the driving force of it, whatever else the letters may mean.
const FORCES: [&str; 2] = ["tau", "Q"];
/// Letters that may be those of reactions and of places too.
const OTHERS: [(&str, &str); 4] = [("F", "Q"), ("f", "Q"), ("M", "Q"), ("p", "p")];

/// The quantity of the coordinate whose letter is the index of a name.
pub(super) fn quantity(name: &Name, robot: &Robot, letters: &Letters) -> Option<Known> {
    if name.is_accented() || name.has_superscript() {
        return None;
    }
    let (printed, coordinates) = (name.letters(), robot.coordinates());
    let assigned = |index: &str| letters.assigned.get(index).copied();
    let own = |index: &str| {
        let is_it = |it: &appell_algebra::Symbol| key(&robot.symbols().name(*it)) == key(index);
        let has_letter = !index.is_empty() && index.chars().all(char::is_alphabetic);
        coordinates.iter().copied().find(is_it).filter(|_| has_letter)
    };
    let force = FORCES.iter().find_map(|letter| {
        let index = printed.strip_prefix(letter)?;
        Some(("Q", assigned(index).or_else(|| own(index))?))
    });
    let other = || {
        OTHERS.iter().find_map(|(letter, quantity)| {
            Some((*quantity, assigned(printed.strip_prefix(letter)?)?))
        })
    };
    let (quantity, symbol) = force.or_else(other)?;
    let at = coordinates.iter().position(|it| *it == symbol)?;
    Known::read(&format!("{quantity}[{}]", at + 1), robot)
}
