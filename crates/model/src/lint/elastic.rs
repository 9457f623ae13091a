//! Whether modes can belong to a body.

use appell_algebra::Poly;
use appell_diagnostic::{Diagnostic, shown};
use appell_elastic::beam::segment_path;
use appell_elastic::{Beam, Damping, Root};
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector, vortex};

use super::{length, numbers};
use crate::build::{frame_path, joint_path};
use crate::elastic::ModeSource;
use crate::friction::Friction;
use crate::joint::{Joint, JointKind};
use crate::robot::Robot;

/// What is left of a diagonal entry after elimination, against the entry itself, when the rows
/// before it say all.
const NOTHING: f64 = 1e-9;

pub(super) fn lint(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let Some(modes) = &joint.modes else { return Vec::new() };
    let mut findings = beam(robot, joint, path);
    findings.extend(mesh(robot, joint, path));
    if !findings.is_empty() {
        return findings; // the rest is its echo
    }
    let source = joint.link.elastic.as_ref().map(|elastic| &elastic.source);
    let body = &modes.body;
    let value = |entry: &Poly| robot.evaluate(entry).ok();
    let names = |k: usize| format!("mode {}", k + 1);
    let numbers = |matrix: &[Vec<Poly>]| -> Option<Vec<Vec<f64>>> {
        matrix.iter().map(|row| row.iter().map(value).collect()).collect()
    };
    let bad = numbers(&body.stiffness).and_then(|rows| not_positive(&rows, 0));
    if let Some((bad, left)) = bad {
        let message = match left < 0.0 {
            true => "negative stiffness: this deformation releases energy",
            false => "zero stiffness: this deformation needs no energy",
        };
        let problem = Diagnostic::warning("stiffness-not-positive", message)
            .on([path, "link", "elastic", "pairs"])
            .fact("first at", names(bad))
            .hint("the stiffness of the modes must be a symmetric, positive definite matrix");
        findings.push(problem);
    }
    if let Some((bad, _)) = numbers(&body.damping).and_then(|rows| not_positive(&raised(rows), 0)) {
        let place: &[&str] = match source {
            Some(ModeSource::FiniteElements(_)) => &["finite_elements", "damping"],
            _ => &["pairs"],
        };
        let problem = Diagnostic::warning("damping-negative", "this damping adds energy")
            .on([&[path, "link", "elastic"], place].concat())
            .fact("first at", names(bad))
            .hint("the damping of the modes is a symmetric matrix without negative eigenvalues; it may be zero");
        findings.push(problem);
    }
    let bad = mass_matrix(robot, joint, body).and_then(|rows| not_positive(&rows, RIGID));
    if let Some(bad) = bad.and_then(|(bad, _)| bad.checked_sub(RIGID)) {
        let message = "these integrals are physically impossible: the modes are linearly dependent, or have too much moment for their mass";
        let problem = Diagnostic::warning("modal-mass-not-positive", message)
            .on([path, "link", "elastic", "pairs"])
            .fact("first at", names(bad))
            .hint("product xx + yy + zz of a mode with itself is positive, and at least the square of `first` over the mass; `mixed` must fit `first` and the inertia of the link");
        findings.push(problem);
    }
    findings
}

/// What sits on an elastic link moves with its tip, wherever it lies: it lies nearer to the tip than
/// to the root, or was forgotten there.
pub(super) fn on_tip(robot: &Robot) -> Vec<Diagnostic> {
    let tool = robot.tool();
    let payload = robot.payload();
    let idle = payload.body.is_none()
        && payload.force.0.iter().chain(&payload.moment.0).all(|entry| entry.is_zero());
    // what sits at a point along the link moves with that point
    let joints = robot.joints().iter().enumerate().filter(|(_, joint)| joint.station.is_none());
    let joints = joints.filter_map(|(index, joint)| {
        Some((joint_path(index), "offset", joint.parent?, &joint.parent_from_frame.position))
    });
    // a tool that nobody uses may have been left out
    let place = if tool.placement.is_identity() { "payload" } else { "tool" };
    let used = !(idle && tool.placement.is_identity());
    let tool = (place.to_owned(), "offset", tool.parent, &tool.parent_from_tool.position);
    let frames = robot.frames().iter().enumerate().filter(|(_, frame)| frame.station.is_none());
    let frames = frames.filter_map(|(index, frame)| {
        Some((frame_path(index), "offset", frame.parent?, &frame.parent_from_frame.position))
    });
    let mut findings = Vec::new();
    for (what, key, parent, position) in joints.chain(used.then_some(tool)).chain(frames) {
        let carrier = &robot.joints()[parent.index()];
        let Some(modes) = &carrier.modes else { continue };
        let (Some(place), Some(tip)) = (numbers(robot, position), numbers(robot, &modes.body.tip))
        else {
            continue;
        };
        let far = length(&place - &tip);
        if far > length(place) {
            let message = "this moves with the tip of an elastic link, but lies nearer to its root";
            let problem = Diagnostic::warning("far-from-tip", message)
                .on([what.as_str(), key])
                .fact("link of", &carrier.name)
                .fact("tip", tip.0.map(shown).join(", "))
                .fact("distance from it", format!("{} m", shown(far)))
                .hint("give the place of the tip: offset = [\"l\", 0, 0]; a [tool] that is left out is at the root");
            findings.push(problem);
        }
    }
    findings
}

/// The motions of a rigid body: three shifts, three turns.
const RIGID: usize = 6;

/// The mass matrix of the undeformed link alone, for shifts, turns about the origin, and modes.
fn mass_matrix(robot: &Robot, joint: &Joint, body: &Deformable<Poly>) -> Option<Vec<Vec<f64>>> {
    let value = |entry: &Poly| robot.evaluate(entry).ok();
    let moments = &joint.moments;
    let mass = value(&moments.mass)?;
    let first = moments.first.try_map(|entry| robot.evaluate(entry)).ok()?;
    let inertia = moments.inertia.try_map(|entry| robot.evaluate(entry)).ok()?;
    let body = body.try_map(|entry| robot.evaluate(entry)).ok()?;
    let is_mode = |shape: &Shape<f64>| matches!(shape.coefficient, Coefficient::Mode(_));
    let modes: Vec<usize> = (0..body.shapes.len()).filter(|a| is_mode(&body.shapes[*a])).collect();
    // turns are about unit vectors: a shift of the centre by e x c
    let lever = Matrix::cross(&first);
    let entry = |i: usize, j: usize| match (i.max(j), i.min(j)) {
        (i, j) if i < 3 => {
            if i == j {
                mass
            } else {
                0.0
            }
        }
        (i, j) if i < RIGID && j < 3 => lever.0[i - 3][j],
        (i, j) if i < RIGID => inertia.0[i - 3][j - 3],
        (i, j) if j < 3 => body.shapes[modes[i - RIGID]].first.0[j],
        (i, j) if j < RIGID => vortex(&body.shapes[modes[i - RIGID]].mixed).0[j - 3],
        (i, j) => body.products[modes[i - RIGID]][modes[j - RIGID]].trace(),
    };
    let size = RIGID + modes.len();
    Some((0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect())
}

/// Lengths, areas and moduli are positive; a pinned root turns.
fn beam(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let source = joint.link.elastic.as_ref().map(|elastic| &elastic.source);
    let Some(ModeSource::Beam(beam)) = source else { return Vec::new() };
    let mut findings = Vec::new();
    let turns = joint.kind == JointKind::Rotation && joint.friction == Friction::default();
    if beam.root == Root::Pinned && !turns {
        let message = "a pinned root needs a revolute joint without friction";
        let problem = Diagnostic::warning("pinned-root", message)
            .on([path, "link", "elastic", "beam", "root"])
            .fact("joint", joint.kind.name())
            .hint(
                "write root = \"clamped\"; friction would also act on the modes, which is not modelled",
            );
        findings.push(problem);
    }
    for (below, entry) in beam.paths() {
        let Ok(value) = robot.evaluate(entry) else { continue };
        let name = below.last().map_or("", String::as_str);
        if value < 0.0 || (beam.needs(name) && value == 0.0) {
            let message = format!("`{name}` of a beam must be above zero");
            let place = [path, "link", "elastic", "beam"].into_iter();
            let problem = Diagnostic::warning("beam-not-positive", message)
                .on(place.chain(below.iter().map(String::as_str)))
                .fact(name, shown(value))
                .hint("check the sign and the unit");
            findings.push(problem);
        }
    }
    findings.extend(units(robot, beam, &[path, "link", "elastic", "beam"]));
    findings.extend(overdamped(robot, &beam.damping, &[path, "link", "elastic", "beam"]));
    findings
}

/// A material that does not exist or a section that does not fit the beam: numbers of other units. Beams of unit
/// mass and stiffness are left alone.
fn units(robot: &Robot, beam: &Beam, path: &[&str]) -> Option<Diagnostic> {
    let value = |entry: &Poly| robot.evaluate(entry).ok();
    let length: Option<f64> = beam.segments.iter().map(|it| value(&it.length)).sum();
    for (index, it) in beam.segments.iter().enumerate() {
        let Some(density) = value(&it.density) else { continue };
        let segment = segment_path(index);
        let on = |problem: Diagnostic, key: &str| {
            let mut place = path.to_vec();
            if beam.segments.len() > 1 {
                place.extend(["segments", &segment]);
            }
            place.push(key);
            problem.on(place).fact("density", format!("{} kg/m^3", shown(density)))
        };
        let young = value(&it.young).filter(|young| *young > 0.0);
        if let Some(young) = young {
            let fact = |problem: Diagnostic| problem.fact("E", format!("{} Pa", shown(young)));
            if density > SOLID && young < SOFTEST || density > METAL && young < SOFTEST_METAL {
                let message = "this modulus of elasticity is not that of a solid of this density";
                let problem = on(Diagnostic::warning("modulus-unit", message), "E");
                let hint = "a number without a unit is in Pa: for steel write E = \"210 GPa\"";
                return Some(fact(problem).hint(hint));
            }
            if density > 0.0 && (young / density).sqrt() > FASTEST_SOUND {
                let message = "no solid is so light and so stiff";
                let problem = on(Diagnostic::warning("density-unit", message), "density");
                let hint = "a number without a unit is in kg/m^3: for steel write density = 7850 or \"7.85 g/cm^3\"";
                return Some(fact(problem).hint(hint));
            }
        }
        for (key, moment) in [("Iz", &it.inertia_z), ("Iy", &it.inertia_y)] {
            let [Some(moment), Some(area), Some(length)] = [value(moment), value(&it.area), length]
            else {
                continue;
            };
            let radius = (moment / area).sqrt();
            if density > SOLID && radius > length / 2.0 {
                let message = "the section of this beam is larger than the beam is long";
                let problem = on(Diagnostic::warning("section-unit", message), key);
                return Some(
                    problem
                        .fact("radius of gyration of the section", format!("{} m", shown(radius)))
                        .fact("length", format!("{} m", shown(length)))
                        .hint("numbers without units are in m, m^2, m^4: write \"20 mm\", \"100 mm^2\", \"833 mm^4\""),
                );
            }
        }
    }
    None
}

/// Solids are denser, in kg/m^3.
const SOLID: f64 = 100.0;
/// Solids are stiffer, in Pa.
const SOFTEST: f64 = 1e6;
/// What is denser is a metal, in kg/m^3.
const METAL: f64 = 4000.0;
/// Metals are stiffer, in Pa.
const SOFTEST_METAL: f64 = 1e9;
/// Sound is slower in all solids, in m/s: in diamond 18 000.
const FASTEST_SOUND: f64 = 2e4;

/// A damping ratio that leaves no vibration.
fn overdamped(robot: &Robot, damping: &Damping, path: &[&str]) -> Option<Diagnostic> {
    let ratio = robot.evaluate(&damping.ratio).ok().filter(|ratio| *ratio >= 1.0)?;
    let message = "with this damping ratio the link does not vibrate";
    let problem = Diagnostic::warning("damping-ratio-large", message)
        .on([path, &["damping_ratio"]].concat())
        .fact("damping_ratio", shown(ratio));
    Some(problem.hint("metals have 0.001 to 0.02: 2 % are damping_ratio = 0.02"))
}

/// Longer links than this, in metres, are meshes in millimetres.
const LONGEST: f64 = 50.0;

/// Nodes are in metres.
fn mesh(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let source = joint.link.elastic.as_ref().map(|elastic| &elastic.source);
    let Some(ModeSource::FiniteElements(it)) = source else { return None };
    let tip = it.reduced.tip.0.each_ref().map(|x| x.as_constant().map_or(0.0, |it| it.to_f64()));
    let far = length(Vector(tip));
    let mass = it.body.mass.as_constant().map_or(0.0, |it| it.to_f64());
    if far > LONGEST || mass < LIGHTEST * far.powi(3) {
        let message = "this mesh is far longer than a link of its mass";
        return Some(Diagnostic::warning("mesh-units", message)
        .on([path, "link", "elastic", "finite_elements", "nodes"])
        .fact("from root to tip", format!("{} m", shown(far)))
        .fact("mass", format!("{} kg", shown(mass)))
        .hint("nodes are in metres, masses in kg, stiffness in N/m: of a mesh in mm, t, N divide lengths by 1000, multiply masses by 1000 and stiffness by 1000, and mind the rotations"));
    }
    overdamped(robot, &it.damping, &[path, "link", "elastic", "finite_elements"])
}

/// Links have more mass over the cube of their length, in kg/m^3; meshes in millimetres have less.
const LIGHTEST: f64 = 1e-4;

/// A matrix that may have zero eigenvalues, a little larger on its diagonal.
fn raised(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let largest = rows.iter().flatten().fold(0.0f64, |largest, entry| largest.max(entry.abs()));
    let much = if largest == 0.0 { 1.0 } else { 1e3 * NOTHING * largest };
    (0..rows.len()).for_each(|j| rows[j][j] += much);
    rows
}

/// The first row at which a symmetric matrix is found not to be positive definite, and what is left
/// of its diagonal: zero, or negative. Of the first rows,
/// so many may have nothing of their own (a thin link has no inertia about its axis), if they have
/// nothing in common with the others.
fn not_positive(matrix: &[Vec<f64>], spared: usize) -> Option<(usize, f64)> {
    let mut rest = matrix.to_vec();
    for j in 0..rest.len() {
        if rest[j][j].is_nan() || rest[j][j] <= NOTHING * matrix[j][j].abs() {
            let alone = |i: usize| {
                let scale = (matrix[i][i] * matrix[j][j]).abs().sqrt();
                rest[i][j].abs() <= NOTHING.sqrt() * scale
            };
            if j < spared && rest[j][j].abs() <= NOTHING * matrix[j][j].abs() {
                match (spared..rest.len()).find(|i| !alone(*i)) {
                    Some(i) => return Some((i, 0.0)),
                    None => continue,
                }
            }
            let rounding = rest[j][j].abs() <= NOTHING * matrix[j][j].abs();
            return Some((j, if rounding { 0.0 } else { rest[j][j] }));
        }
        let pivot = rest[j].clone();
        for row in rest.iter_mut().skip(j + 1) {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    None
}
