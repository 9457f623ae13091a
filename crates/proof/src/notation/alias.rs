//! Symbols of the robot under other letters than the robot file has: `\vartheta_2` for q2, `\ell_{c1}`
//! for lc1, `L_1` for l1, `I_1` for the moment of inertia of link 1. A name is read so only where one
//! symbol alone can be meant.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Poly, Symbol};
use appell_model::{Joint, JointKind, Robot};

use crate::name::Name;

/// Letters of which an index makes a coordinate: of every joint, and of prismatic ones.
const COORDINATES: [&str; 2] = ["q", "theta"];
const LENGTHS: [&str; 1] = ["d"];
/// Letters of which an index makes the angle of a revolute joint, in a document without other letters for it.
const OTHER_ANGLES: [&str; 5] = ["phi", "psi", "alpha", "beta", "gamma"];
/// Letters of the only revolute, and of the only prismatic coordinate.
const ANGLE: [&str; 7] = ["theta", "phi", "q", "alpha", "beta", "psi", "varphi"];
const PLACE: [&str; 6] = ["x", "q", "d", "s", "y", "z"];

/// The letters and digits of all names of a document, without dots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Letters {
    /// As they are printed: `varphi`.
    printed: BTreeSet<String>,
    /// In one spelling: `phi`.
    keys: BTreeSet<String>,
    /// The names with dots, without them: of what moves.
    pub(crate) moving: BTreeSet<Name>,
    /// Letters that are taken for coordinates, since the document holds then.
    pub(crate) assigned: BTreeMap<String, Symbol>,
}

impl Letters {
    pub(crate) fn of(names: &BTreeSet<Name>) -> Self {
        let printed: BTreeSet<String> =
            names.iter().map(|name| name.bare().undotted().letters()).collect();
        let keys = printed.iter().map(|letters| key(letters)).collect();
        let dotted = names.iter().map(Name::bare).filter(|name| name.dots() > 0);
        let moving = dotted.map(|name| name.undotted()).collect();
        Self { printed, keys, moving, assigned: BTreeMap::new() }
    }

    /// The same with letters for coordinates.
    pub(crate) fn with_assigned(&self, assigned: BTreeMap<String, Symbol>) -> Self {
        Self { assigned, ..self.clone() }
    }

    /// Whether there is a name with these letters and digits.
    pub(crate) fn contain(&self, letters: &str) -> bool {
        self.printed.contains(letters)
    }

    /// Whether there is a name `S_1` or `S_{12}`.
    pub(super) fn have_capital_sines(&self) -> bool {
        let is_sine = |letters: &String| {
            let digits = letters.strip_prefix('S');
            digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|c| c.is_ascii_digit()))
        };
        self.printed.iter().any(is_sine)
    }
}

/// The symbol that a name without dots stands for by custom, in a document with these letters.
pub(super) fn symbol(name: &Name, robot: &Robot, used: &Letters) -> Option<Symbol> {
    if name.is_accented() || name.has_superscript() {
        return None;
    }
    let key = key(&name.letters());
    let variant = || variant(name, &key, robot, used);
    let named = || coordinate(&key, robot, used).or_else(|| parameter(&key, robot));
    let drive = motor(&key, robot).or_else(|| link_beside_motor(&key, robot, used));
    drive.or_else(variant).or_else(named).or_else(|| role(&key, robot))
}

/// Letters of the motor side of an elastic joint.
const MOTOR: [&str; 7] = ["theta", "thetam", "qm", "thetaM", "phim", "phiM", "qM"];

/// The link side of the only joint, an elastic one: the q of a document that has a letter for the motor side too.
fn link_beside_motor(key: &str, robot: &Robot, used: &Letters) -> Option<Symbol> {
    let [link, motor] = robot.coordinates()[..] else { return None };
    let is_elastic = robot.symbols().name(motor).ends_with("_motor");
    let has_both = key == "q" && MOTOR.iter().any(|it| used.keys.contains(*it));
    (is_elastic && has_both).then_some(link)
}

/// The motor side of an elastic joint, which is an angle theta beside the q of the link (Spong).
fn motor(key: &str, robot: &Robot) -> Option<Symbol> {
    let is_motor = |it: &Symbol| robot.symbols().name(*it).ends_with("_motor");
    let motors: Vec<Symbol> = robot.coordinates().into_iter().filter(is_motor).collect();
    let (letters, index) = indexed(key);
    if !MOTOR.contains(&letters) {
        return None;
    }
    match index {
        Some(number) => motors.get(number.checked_sub(1)?).copied(),
        None if motors.len() == 1 => motors.first().copied(),
        None => None,
    }
}

/// Letters and digits in one spelling: variants of a letter are one, marks between them none.
pub(super) fn key(text: &str) -> String {
    let text = text.replace("ell", "l").replace("var", "");
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Letters, and the number behind them.
pub(super) fn indexed(key: &str) -> (&str, Option<usize>) {
    let letters = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &key[letters.len()..];
    (letters, digits.parse().ok().filter(|_| !digits.starts_with('0')))
}

/// The coordinate with the same letter in another shape, \varphi for phi, in a document that does not have both.
fn variant(name: &Name, key: &str, robot: &Robot, used: &Letters) -> Option<Symbol> {
    let own_name = |it: &Symbol| robot.symbols().name(*it).to_string();
    let coordinates = robot.coordinates().into_iter();
    let mut alike = coordinates.filter(|it| self::key(&own_name(it)) == key);
    let has_both =
        |it: &Symbol| name.letters() != own_name(it) && used.printed.contains(&own_name(it));
    alike.find(|it| !has_both(it))
}

fn coordinate(key: &str, robot: &Robot, used: &Letters) -> Option<Symbol> {
    let coordinates = robot.coordinates();
    let own_key = |it: &Symbol| self::key(&robot.symbols().name(*it));
    let of_kind = |kind: JointKind| -> Vec<Symbol> {
        let joints = robot.joints().iter().filter(|joint| joint.kind == kind);
        joints.filter_map(|joint| joint.coordinate).collect()
    };
    let (revolute, prismatic) = (of_kind(JointKind::Rotation), of_kind(JointKind::Translation));
    let is_used = |it: &Symbol| used.keys.contains(&own_key(it));
    let (letters, index) = indexed(key);
    match index {
        Some(number) if letters == "theta" => angle(number, letters, robot, &revolute, used),
        Some(number) if OTHER_ANGLES.contains(&letters) => {
            let angle = angle(number, letters, robot, &revolute, used)?;
            let has_usual =
                COORDINATES.iter().any(|it| used.keys.contains(&format!("{it}{number}")));
            (revolute.contains(&angle) && !is_used(&angle) && !has_usual).then_some(angle)
        }
        Some(number) => {
            let symbol = coordinates.get(number.checked_sub(1)?).copied()?;
            let length = LENGTHS.contains(&letters) && prismatic.contains(&symbol);
            (COORDINATES.contains(&letters) || length).then_some(symbol)
        }
        None => {
            let only = |symbols: &[Symbol], letters: &[&str]| match symbols {
                [only] if letters.contains(&key) => Some(*only),
                _ => None,
            };
            let lone = coordinates.len() == 1 || key != "q";
            let found = only(&revolute, &ANGLE).or_else(|| only(&prismatic, &PLACE));
            // two letters of one document are not the same coordinate
            found.filter(|it| lone && !is_used(it))
        }
    }
}

/// The coordinate of the angle with a number: that which the robot numbers so, or the joint with this number; but where
/// a document has an angle with the number of a prismatic joint, it counts the revolute ones: a cart's x, \theta_1.
fn angle(
    number: usize,
    letters: &str,
    robot: &Robot,
    revolute: &[Symbol],
    used: &Letters,
) -> Option<Symbol> {
    let coordinates = robot.coordinates();
    let by_number = |number: usize| {
        let has_it = |it: &&Symbol| {
            let key = key(&robot.symbols().name(**it));
            indexed(&key).1 == Some(number)
        };
        let own = revolute.iter().find(has_it).copied();
        own.or_else(|| coordinates.get(number.checked_sub(1)?).copied())
    };
    let is_other = |number: usize| !by_number(number).is_some_and(|it| revolute.contains(&it));
    let counts_revolute = (1..=coordinates.len())
        .any(|number| used.keys.contains(&format!("{letters}{number}")) && is_other(number));
    match counts_revolute {
        true => revolute.get(number.checked_sub(1)?).copied(),
        false => by_number(number),
    }
}

/// The parameter with the same letters and digits, in any order, then in either case.
fn parameter(key: &str, robot: &Robot) -> Option<Symbol> {
    let sorted = |text: &str| {
        let mut chars: Vec<char> = text.chars().collect();
        chars.sort_unstable();
        chars
    };
    let only = |same: &dyn Fn(&str) -> bool| {
        let mut alike = robot.parameters().iter().filter(|it| same(&self::key(&it.name)));
        let first = alike.next()?;
        alike.next().is_none().then_some(first.symbol)
    };
    only(&|own| own == key)
        .or_else(|| only(&|own| key.len() > 1 && sorted(own) == sorted(key)))
        // a lone letter means other things in capitals
        .or_else(|| only(&|own| key.len() > 1 && own.eq_ignore_ascii_case(key)))
}

/// By what it is: the mass, the inertia, the centre of mass or the length of a link.
fn role(key: &str, robot: &Robot) -> Option<Symbol> {
    let (letters, index) = indexed(key);
    let moving: Vec<&Joint> =
        robot.joints().iter().filter(|joint| joint.coordinate.is_some()).collect();
    let number = index?;
    let joint = moving.get(number.checked_sub(1)?)?;
    let [part] = joint.link.parts.as_slice() else { return None };
    let lone = |entry: &Poly| {
        let found = entry.symbols(robot.symbols());
        let symbol = *found.first()?;
        let plain = *entry == Poly::symbol(symbol) || *entry == -&Poly::symbol(symbol);
        plain.then_some(symbol)
    };
    let of_vector = |entries: &[Poly; 3]| {
        let mut entries = entries.iter().filter(|entry| !entry.is_zero());
        let (only, None) = (entries.next()?, entries.next()) else { return None };
        lone(only)
    };
    let found = match letters {
        "m" | "M" | "ml" => lone(&part.mass),
        "I" | "J" | "Ic" | "IC" | "Jc" | "Iz" | "Jz" | "Izz" | "Jzz" | "Il" | "Jl" => {
            let inertia = &part.inertia;
            let axis = joint.axis.0.iter().position(|entry| !entry.is_zero())?;
            let moment = [&inertia.xx, &inertia.yy, &inertia.zz][axis];
            lone(moment)
        }
        "lc" | "r" | "rc" | "ac" | "lg" | "lC" => of_vector(&part.centre.0),
        "l" | "a" | "L" => match moving.get(number) {
            Some(next) => of_vector(&next.parent_from_frame.position.0),
            None => of_vector(&robot.tool().parent_from_tool.position.0),
        },
        _ => None,
    };
    // what the robot itself calls so is exact already; two roles of one symbol differ in their names
    found.filter(|symbol| robot.parameters().iter().any(|it| it.symbol == *symbol))
}
