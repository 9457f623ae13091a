//! What the parameters of a robot are, by where its file uses them.

use appell_algebra::{Poly, Symbol};
use appell_model::{Inertia, Placement, Robot, Rotation, axis_name};
use appell_spatial::Vector;

const AXES: [&str; 3] = ["x", "y", "z"];
/// So many places are named; a parameter of more is one of all links.
const MOST_PLACES: usize = 3;

/// Where a parameter is used: "mass of link 1"; of what is a formula, that it is in it. Empty where it is used
/// for something that has no place of its own.
pub(super) fn meaning(robot: &Robot, parameter: Symbol) -> String {
    let mut uses = Uses { robot, parameter, places: Vec::new() };
    uses.all(robot.given_gravity(), |_| "gravity".to_owned());
    for (index, joint) in robot.joints().iter().enumerate() {
        let number = index + 1;
        uses.placement(&joint.placement, &format!("frame {number}"));
        uses.one(&joint.body.mass, || format!("mass of link {number}"));
        let centre = |axis: &str| format!("{axis} of the centre of mass of link {number}");
        uses.all(&joint.body.centre, centre);
        for (name, entry) in Inertia::of_tensor(&joint.body.inertia).entries() {
            uses.one(entry, || format!("inertia {name} of link {number}"));
        }
        for (name, entry) in joint.friction.entries() {
            uses.one(entry, || format!("friction ({name}) of joint {number}"));
        }
    }
    uses.placement(&robot.tool().placement, "the tool");
    let payload = robot.payload();
    uses.all(&payload.force, |axis| format!("force of the payload along {axis}"));
    uses.all(&payload.moment, |axis| format!("moment of the payload about {axis}"));
    let rest = uses.places.len().saturating_sub(MOST_PLACES);
    uses.places.truncate(MOST_PLACES);
    let named = uses.places.join(", ");
    if rest > 0 { format!("{named} and {rest} more") } else { named }
}

struct Uses<'r> {
    robot: &'r Robot,
    parameter: Symbol,
    places: Vec<String>,
}

impl Uses<'_> {
    fn one(&mut self, entry: &Poly, place: impl Fn() -> String) {
        let symbol = Poly::from(self.parameter);
        let place = match () {
            () if *entry == symbol || *entry == -&symbol => place(),
            () if entry.symbols(self.robot.symbols()).contains(&self.parameter) => {
                format!("in {}", place())
            }
            () => return,
        };
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }

    fn all(&mut self, entries: &Vector<Poly>, place: impl Fn(&str) -> String) {
        for (axis, entry) in AXES.into_iter().zip(&entries.0) {
            self.one(entry, || place(axis));
        }
    }

    fn placement(&mut self, placement: &Placement, of: &str) {
        self.all(&placement.offset, |axis| format!("offset of {of} along {axis}"));
        if let Rotation::Turns(turns) = &placement.rotation {
            for turn in turns {
                let axis = axis_name(&turn.axis).unwrap_or("an oblique axis");
                self.one(&turn.angle, || format!("angle of {of} about {axis}"));
            }
        }
    }
}
