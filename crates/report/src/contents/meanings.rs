//! What the parameters of a robot are, by where its file uses them, and the units that follow from this.

use appell_algebra::{Poly, Symbol};
use appell_model::{Compensator, Inertia, Joint, JointKind, Placement, Robot, Rotation, axis_name};
use appell_spatial::Vector;

const AXES: [&str; 3] = ["x", "y", "z"];
/// So many places are named; a parameter of more is one of all links.
const MOST_PLACES: usize = 3;

const MASS: &str = "kg";
const LENGTH: &str = "m";
const INERTIA: &str = "kg*m^2";
const ANGLE: &str = "rad";
const FORCE: &str = "N";
const MOMENT: &str = "N*m";
const NUMBER: &str = "1";
/// What has another unit in every robot.
const ANY: &str = "";

/// What a parameter is.
pub(super) struct Meaning {
    /// Where it is used: "mass of link 1"; of what is a formula, that it is in it. Empty where it is used for
    /// something that has no place of its own.
    pub(super) words: String,
    /// The unit of what it is, as robot files write it; empty where it is only part of formulas.
    pub(super) unit: &'static str,
}

/// What a parameter is, by where it is used.
pub(super) fn meaning(robot: &Robot, parameter: Symbol) -> Meaning {
    let mut uses = Uses { robot, parameter, places: Vec::new(), units: Vec::new() };
    if let Some(body) = &robot.payload().body {
        uses.one(&body.mass, MASS, || "mass of the payload".to_owned());
        uses.all(&body.centre, LENGTH, |axis| {
            format!("{axis} of the centre of mass of the payload")
        });
        for (name, entry) in body.inertia.entries() {
            uses.one(entry, INERTIA, || format!("inertia {name} of the payload"));
        }
    }
    // the mass of a rigid link includes the payload that it carries
    let carrier = robot.tool().parent.number();
    let is_counted = |number: usize| number == carrier && robot.carried().is_none();
    let is_of_payload = !uses.places.is_empty();
    uses.all(robot.given_gravity(), "m/s^2", |_| "gravity".to_owned());
    for (index, joint) in robot.joints().iter().enumerate() {
        let number = index + 1;
        uses.placement(&joint.placement, &format!("frame {number}"));
        if !(is_of_payload && is_counted(number)) {
            uses.body(joint, number);
        }
        uses.drive(joint, number);
        let elastic = joint.modes.iter().map(|it| &it.body);
        for entry in elastic.clone().flat_map(|it| it.stiffness.iter().flatten()) {
            uses.one(entry, ANY, || format!("stiffness of the modes of link {number}"));
        }
        for entry in elastic.flat_map(|it| it.damping.iter().flatten()) {
            uses.one(entry, ANY, || format!("damping of the modes of link {number}"));
        }
    }
    uses.placement(&robot.tool().placement, "the tool");
    let payload = robot.payload();
    uses.all(&payload.force, FORCE, |axis| format!("force of the payload along {axis}"));
    uses.all(&payload.moment, MOMENT, |axis| format!("moment of the payload about {axis}"));
    for frame in robot.frames() {
        let name = frame.name;
        uses.placement(&frame.placement, &format!("frame {name}"));
        uses.all(&frame.force, FORCE, |axis| format!("force at frame {name} along {axis}"));
        uses.all(&frame.moment, MOMENT, |axis| format!("moment at frame {name} about {axis}"));
    }
    uses.meaning()
}

/// The unit of a revolute or of a prismatic joint.
fn either(kind: JointKind, revolute: &'static str, prismatic: &'static str) -> &'static str {
    if kind == JointKind::Translation { prismatic } else { revolute }
}

/// The unit of an entry of friction.
fn unit_of_friction(name: &str, kind: JointKind) -> &'static str {
    match name {
        "viscous" => either(kind, "N*m*s/rad", "N*s/m"),
        "constant" | "static" => either(kind, MOMENT, FORCE),
        "coulomb" => NUMBER,
        "diameter" => LENGTH,
        _ => either(kind, "rad/s", "m/s"),
    }
}

struct Uses<'r> {
    robot: &'r Robot,
    parameter: Symbol,
    places: Vec<String>,
    units: Vec<&'static str>,
}

impl Uses<'_> {
    fn meaning(mut self) -> Meaning {
        let rest = self.places.len().saturating_sub(MOST_PLACES);
        self.places.truncate(MOST_PLACES);
        let named = self.places.join(", ");
        let words = if rest > 0 { format!("{named} and {rest} more") } else { named };
        self.units.sort_unstable();
        self.units.dedup();
        // one that is two things at once has the unit of neither
        let unit = if let [unit] = self.units[..] { unit } else { ANY };
        Meaning { words, unit }
    }

    fn one(&mut self, entry: &Poly, unit: &'static str, place: impl Fn() -> String) {
        let symbol = Poly::from(self.parameter);
        let place = match () {
            () if *entry == symbol || *entry == -&symbol => {
                self.units.push(unit);
                place()
            }
            () if entry.symbols(self.robot.symbols()).contains(&self.parameter) => {
                format!("in {}", place())
            }
            () => return,
        };
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }

    fn all(&mut self, entries: &Vector<Poly>, unit: &'static str, place: impl Fn(&str) -> String) {
        for (axis, entry) in AXES.into_iter().zip(&entries.0) {
            self.one(entry, unit, || place(axis));
        }
    }

    fn body(&mut self, joint: &Joint, number: usize) {
        self.one(&joint.body.mass, MASS, || format!("mass of link {number}"));
        let centre = |axis: &str| format!("{axis} of the centre of mass of link {number}");
        self.all(&joint.body.centre, LENGTH, centre);
        for (name, entry) in Inertia::of_tensor(&joint.body.inertia).entries() {
            self.one(entry, INERTIA, || format!("inertia {name} of link {number}"));
        }
    }

    /// What moves and loads a joint: friction, springs, compensators, rotors, what it follows.
    fn drive(&mut self, joint: &Joint, number: usize) {
        for (name, entry) in joint.friction.entries() {
            let unit = unit_of_friction(name, joint.kind);
            self.one(entry, unit, || format!("friction ({name}) of joint {number}"));
        }
        for (name, entry) in joint.spring.entries() {
            let unit = match name {
                "stiffness" => either(joint.kind, "N*m/rad", "N/m"),
                _ => either(joint.kind, ANGLE, LENGTH),
            };
            self.one(entry, unit, || format!("{name} of the spring in joint {number}"));
        }
        if let Some(rotor) = &joint.rotor {
            let of = format!("the rotor of joint {number}");
            self.one(&rotor.inertia, INERTIA, || format!("inertia of {of}"));
            for (driven, ratio) in &rotor.ratios {
                let unit = either(self.robot.joint(*driven).kind, NUMBER, "rad/m");
                self.one(ratio, unit, || format!("ratio of {of}"));
            }
            for (name, entry) in rotor.friction.entries() {
                let unit = unit_of_friction(name, JointKind::Rotation);
                self.one(entry, unit, || format!("friction ({name}) of {of}"));
            }
            if let Some(efficiency) = &rotor.efficiency {
                self.one(efficiency, NUMBER, || {
                    format!("efficiency of the gear of joint {number}")
                });
            }
        }
        if let Some(Compensator { stiffness, from, to, .. }) = &joint.compensator {
            let of = format!("the compensator of link {number}");
            self.one(stiffness, "N/m", || format!("stiffness of {of}"));
            self.all(from, LENGTH, |axis| format!("{axis} of the fixed end of {of}"));
            self.all(to, LENGTH, |axis| format!("{axis} of the other end of {of}"));
        }
        if let Some(coupling) = &joint.coupling {
            for (_, ratio) in &coupling.of {
                self.one(ratio, ANY, || format!("ratio by which joint {number} follows"));
            }
            self.one(&coupling.offset, either(joint.kind, ANGLE, LENGTH), || {
                format!("offset of joint {number}, which follows others")
            });
        }
    }

    fn placement(&mut self, placement: &Placement, of: &str) {
        self.all(&placement.offset, LENGTH, |axis| format!("offset of {of} along {axis}"));
        if let Rotation::Turns(turns) = &placement.rotation {
            for turn in turns {
                let axis = axis_name(&turn.axis).unwrap_or("an oblique axis");
                self.one(&turn.angle, ANGLE, || format!("angle of {of} about {axis}"));
            }
        }
    }
}
