//! What the parameters of a robot are, by where its file uses them.

use appell_algebra::{Poly, Symbol};
use appell_model::{Compensator, Inertia, Joint, Placement, Robot, Rotation, axis_name};
use appell_spatial::Vector;

const AXES: [&str; 3] = ["x", "y", "z"];
/// So many places are named; a parameter of more is one of all links.
const MOST_PLACES: usize = 3;

/// Where a parameter is used: "mass of link 1"; of what is a formula, that it is in it. Empty where it is used
/// for something that has no place of its own.
pub(super) fn meaning(robot: &Robot, parameter: Symbol) -> String {
    let mut uses = Uses { robot, parameter, places: Vec::new() };
    if let Some(body) = &robot.payload().body {
        uses.one(&body.mass, || "mass of the payload".to_owned());
        uses.all(&body.centre, |axis| format!("{axis} of the centre of mass of the payload"));
        for (name, entry) in body.inertia.entries() {
            uses.one(entry, || format!("inertia {name} of the payload"));
        }
    }
    // the mass of a rigid link includes the payload that it carries
    let carrier = robot.tool().parent.number();
    let is_counted = |number: usize| number == carrier && robot.carried().is_none();
    let is_of_payload = !uses.places.is_empty();
    uses.all(robot.given_gravity(), |_| "gravity".to_owned());
    for (index, joint) in robot.joints().iter().enumerate() {
        let number = index + 1;
        uses.placement(&joint.placement, &format!("frame {number}"));
        if !(is_of_payload && is_counted(number)) {
            uses.body(joint, number);
        }
        uses.drive(joint, number);
        let elastic = joint.modes.iter().map(|it| &it.body);
        for entry in elastic.clone().flat_map(|it| it.stiffness.iter().flatten()) {
            uses.one(entry, || format!("stiffness of the modes of link {number}"));
        }
        for entry in elastic.flat_map(|it| it.damping.iter().flatten()) {
            uses.one(entry, || format!("damping of the modes of link {number}"));
        }
    }
    uses.placement(&robot.tool().placement, "the tool");
    let payload = robot.payload();
    uses.all(&payload.force, |axis| format!("force of the payload along {axis}"));
    uses.all(&payload.moment, |axis| format!("moment of the payload about {axis}"));
    for frame in robot.frames() {
        let name = frame.name;
        uses.placement(&frame.placement, &format!("frame {name}"));
        uses.all(&frame.force, |axis| format!("force at frame {name} along {axis}"));
        uses.all(&frame.moment, |axis| format!("moment at frame {name} about {axis}"));
    }
    uses.named()
}

struct Uses<'r> {
    robot: &'r Robot,
    parameter: Symbol,
    places: Vec<String>,
}

impl Uses<'_> {
    fn named(mut self) -> String {
        let rest = self.places.len().saturating_sub(MOST_PLACES);
        self.places.truncate(MOST_PLACES);
        let named = self.places.join(", ");
        if rest > 0 { format!("{named} and {rest} more") } else { named }
    }

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

    fn body(&mut self, joint: &Joint, number: usize) {
        self.one(&joint.body.mass, || format!("mass of link {number}"));
        let centre = |axis: &str| format!("{axis} of the centre of mass of link {number}");
        self.all(&joint.body.centre, centre);
        for (name, entry) in Inertia::of_tensor(&joint.body.inertia).entries() {
            self.one(entry, || format!("inertia {name} of link {number}"));
        }
    }

    /// What moves and loads a joint: friction, springs, compensators, rotors, what it follows.
    fn drive(&mut self, joint: &Joint, number: usize) {
        for (name, entry) in joint.friction.entries() {
            self.one(entry, || format!("friction ({name}) of joint {number}"));
        }
        for (name, entry) in joint.spring.entries() {
            self.one(entry, || format!("{name} of the spring in joint {number}"));
        }
        if let Some(rotor) = &joint.rotor {
            let of = format!("the rotor of joint {number}");
            self.one(&rotor.inertia, || format!("inertia of {of}"));
            for (_, ratio) in &rotor.ratios {
                self.one(ratio, || format!("ratio of {of}"));
            }
            for (name, entry) in rotor.friction.entries() {
                self.one(entry, || format!("friction ({name}) of {of}"));
            }
            if let Some(efficiency) = &rotor.efficiency {
                self.one(efficiency, || format!("efficiency of the gear of joint {number}"));
            }
        }
        if let Some(Compensator { stiffness, from, to, .. }) = &joint.compensator {
            let of = format!("the compensator of link {number}");
            self.one(stiffness, || format!("stiffness of {of}"));
            self.all(from, |axis| format!("{axis} of the fixed end of {of}"));
            self.all(to, |axis| format!("{axis} of the other end of {of}"));
        }
        if let Some(coupling) = &joint.coupling {
            for (_, ratio) in &coupling.of {
                self.one(ratio, || format!("ratio by which joint {number} follows"));
            }
            self.one(&coupling.offset, || {
                format!("offset of joint {number}, which follows others")
            });
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
