//! Symbols of the robot under other letters than the robot file has: `\vartheta_2` for q2, `\ell_{c1}`
//! for lc1, `L_1` for l1, `I_1` for the moment of inertia of link 1. A name is read so only where one
//! symbol alone can be meant.

use appell_algebra::{Poly, Symbol};
use appell_model::{Joint, JointKind, Robot};

use crate::name::Name;

/// Letters of which an index makes a coordinate: of every joint, and of prismatic ones.
const COORDINATES: [&str; 2] = ["q", "theta"];
const LENGTHS: [&str; 1] = ["d"];
/// Letters of the only revolute, and of the only prismatic coordinate.
const ANGLE: [&str; 7] = ["theta", "phi", "q", "alpha", "beta", "psi", "varphi"];
const PLACE: [&str; 6] = ["x", "q", "d", "s", "y", "z"];

/// The symbol that a name without dots stands for by custom.
pub(super) fn symbol(name: &Name, robot: &Robot) -> Option<Symbol> {
    if name.is_accented() || name.has_superscript() {
        return None;
    }
    let key = key(&name.letters());
    motor(&key, robot).or_else(|| named(&key, robot))
}

fn named(key: &str, robot: &Robot) -> Option<Symbol> {
    coordinate(key, robot).or_else(|| parameter(key, robot)).or_else(|| role(key, robot))
}

/// The motor side of an elastic joint, which is an angle theta beside the q of the link (Spong).
fn motor(key: &str, robot: &Robot) -> Option<Symbol> {
    let is_motor = |it: &Symbol| robot.symbols().name(*it).ends_with("_motor");
    let motors: Vec<Symbol> = robot.coordinates().into_iter().filter(is_motor).collect();
    let (letters, index) = indexed(key);
    if !["theta", "thetam", "qm"].contains(&letters) {
        return None;
    }
    match index {
        Some(number) => motors.get(number.checked_sub(1)?).copied(),
        None if motors.len() == 1 => motors.first().copied(),
        None => None,
    }
}

/// Letters and digits in one spelling: variants of a letter are one, marks between them none.
fn key(text: &str) -> String {
    let text = text.replace("ell", "l").replace("var", "");
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Letters, and the number behind them.
fn indexed(key: &str) -> (&str, Option<usize>) {
    let letters = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &key[letters.len()..];
    (letters, digits.parse().ok().filter(|_| !digits.starts_with('0')))
}

fn coordinate(key: &str, robot: &Robot) -> Option<Symbol> {
    let coordinates = robot.coordinates();
    let of_kind = |kind: JointKind| -> Vec<Symbol> {
        let joints = robot.joints().iter().filter(|joint| joint.kind == kind);
        joints.filter_map(|joint| joint.coordinate).collect()
    };
    let (revolute, prismatic) = (of_kind(JointKind::Rotation), of_kind(JointKind::Translation));
    let (letters, index) = indexed(key);
    match index {
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
            found.filter(|_| lone)
        }
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
