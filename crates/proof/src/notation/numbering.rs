//! How links are numbered: by their joints, or by the robot's own symbols where these count from zero, as those of a
//! cart m_0 with rods m_1 and m_2 do.

use appell_algebra::Poly;
use appell_model::Robot;

use super::alias::{indexed, key};
use crate::name::Bindings;

/// Quantities of links; what belongs to joints is numbered by coordinates.
const OF_LINKS: [&str; 6] = ["omega[", "eps[", "vC[", "aC[", "Ek[", "Ep["];

/// Whether the masses of a robot are numbered from zero: the first has no number or 0, the second 1, and so on.
pub(crate) fn counts_from_zero(robot: &Robot) -> bool {
    let number = |mass: &Poly| {
        let symbol = *mass.symbols(robot.symbols()).first()?;
        let key = key(&robot.symbols().name(symbol));
        let digits = key.trim_start_matches(|c: char| !c.is_ascii_digit());
        (*mass == Poly::symbol(symbol)).then_some(())?;
        indexed(&key).1.or_else(|| (digits == "0").then_some(0))
    };
    let links = robot.joint_ids().filter_map(|id| match robot.joint(id).link.parts.as_slice() {
        [part] => number(&part.mass).map(|number| (id.number(), number)),
        _ => None,
    });
    let links: Vec<(usize, usize)> = links.collect();
    let is_shifted = links.iter().all(|(joint, number)| number + 1 == *joint);
    is_shifted && links.iter().any(|(_, number)| *number > 0)
}

/// By how much the numbers of the coordinates are larger than those of the joints: 3 for a wrist alone, with q4, q5, q6.
pub(crate) fn offset_of_coordinates(robot: &Robot) -> usize {
    let number = |name: String| indexed(&key(&name)).1;
    let coordinates = robot.coordinates().into_iter();
    let numbers = coordinates.map(|it| number(robot.symbols().name(it)));
    let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else { return 0 };
    let offset = numbers.first().map_or(0, |first| first.saturating_sub(1));
    let is_shifted = numbers.iter().zip(1..).all(|(number, joint)| *number == joint + offset);
    if is_shifted { offset } else { 0 }
}

/// The number of a joint in the place of that of a link or of a coordinate, where these differ.
pub(super) fn of_joints(mut bindings: Bindings, meaning: &str, robot: &Robot) -> Bindings {
    let offset = offset_of_coordinates(robot);
    if offset > 0 {
        for value in bindings.values_mut() {
            let number = value.parse::<usize>().ok();
            if let Some(number) = number.and_then(|it| it.checked_sub(offset)) {
                *value = number.to_string();
            }
        }
        return bindings;
    }
    let is_of_link = OF_LINKS.iter().any(|head| meaning.starts_with(head));
    if is_of_link && counts_from_zero(robot) {
        for value in bindings.values_mut() {
            if let Ok(number) = value.parse::<usize>() {
                *value = (number + 1).to_string();
            }
        }
    }
    bindings
}
