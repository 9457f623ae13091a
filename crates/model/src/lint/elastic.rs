//! Whether modes can belong to a body.

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, vortex};

use crate::elastic::{ModeSource, Root};
use crate::joint::{Friction, Joint, JointKind};
use crate::robot::Robot;

/// What is left of a diagonal entry after elimination, against the entry itself, when the rows
/// before it say all.
const NOTHING: f64 = 1e-9;

pub(super) fn lint(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let Some(modes) = &joint.modes else { return Vec::new() };
    let mut findings = beam(robot, joint, path);
    if !findings.is_empty() {
        return findings; // the rest is its echo
    }
    let body = &modes.body;
    let value = |entry: &Poly| robot.evaluate(entry).ok();
    let names = |k: usize| format!("mode {}", k + 1);
    let rows = body.stiffness.iter().map(|row| row.iter().map(value).collect());
    let stiffness: Option<Vec<Vec<f64>>> = rows.collect();
    if let Some(bad) = stiffness.and_then(|rows| not_positive(&rows, 0)) {
        let problem =
            Diagnostic::warning("stiffness-not-positive", "this strain gives energy away")
                .on([path, "link", "elastic", "pairs"])
                .fact("first at", names(bad))
                .hint("the stiffness of the modes is a symmetric, positive definite matrix");
        findings.push(problem);
    }
    let bad = mass_matrix(robot, joint, body).and_then(|rows| not_positive(&rows, RIGID));
    if let Some(bad) = bad.and_then(|bad| bad.checked_sub(RIGID)) {
        let message = "no body has these integrals: its modes depend on one another, or have too much moment for their mass";
        let problem = Diagnostic::warning("modal-mass-not-positive", message)
            .on([path, "link", "elastic", "pairs"])
            .fact("first at", names(bad))
            .hint("product xx + yy + zz of a mode with itself is positive, and at least the square of `first` over the mass; `mixed` must fit `first` and the inertia of the link");
        findings.push(problem);
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
    let bends = beam.bend_y + beam.bend_z > 0;
    let needed = |name: &str| match name {
        "length" | "density" | "area" => true,
        "E" => bends,
        "Iy" => beam.bend_z > 0 || beam.twist > 0,
        "Iz" => beam.bend_y > 0 || beam.twist > 0,
        "G" | "It" => beam.twist > 0,
        _ => false,
    };
    let mut findings = Vec::new();
    let turns = joint.kind == JointKind::Rotation && joint.friction == Friction::default();
    if beam.root == Root::Pinned && !turns {
        let message = "a pinned root is for a link that turns freely on its joint";
        let problem = Diagnostic::warning("pinned-root", message)
            .on([path, "link", "elastic", "beam", "root"])
            .fact("joint", joint.kind.name())
            .hint(
                "write root = \"clamped\"; friction would act on the modes too, which it does not",
            );
        findings.push(problem);
    }
    for (below, entry) in beam.paths() {
        let Ok(value) = robot.evaluate(entry) else { continue };
        let name = below.last().map_or("", String::as_str);
        if value < 0.0 || (needed(name) && value == 0.0) {
            let message = format!("`{name}` of a beam is positive");
            let place = [path, "link", "elastic", "beam"].into_iter();
            let problem = Diagnostic::warning("beam-not-positive", message)
                .on(place.chain(below.iter().map(String::as_str)))
                .fact(name, value)
                .hint("check the sign and the unit");
            findings.push(problem);
        }
    }
    findings
}

/// The first row at which a symmetric matrix is found not to be positive definite. Of the first rows,
/// so many may have nothing of their own (a thin link has no inertia about its axis), if they have
/// nothing in common with the others.
fn not_positive(matrix: &[Vec<f64>], spared: usize) -> Option<usize> {
    let mut rest = matrix.to_vec();
    for j in 0..rest.len() {
        if rest[j][j].is_nan() || rest[j][j] <= NOTHING * matrix[j][j].abs() {
            let alone = |i: usize| {
                let scale = (matrix[i][i] * matrix[j][j]).abs().sqrt();
                rest[i][j].abs() <= NOTHING.sqrt() * scale
            };
            if j < spared && rest[j][j].abs() <= NOTHING * matrix[j][j].abs() {
                match (spared..rest.len()).find(|i| !alone(*i)) {
                    Some(i) => return Some(i),
                    None => continue,
                }
            }
            return Some(j);
        }
        let pivot = rest[j].clone();
        for row in rest.iter_mut().skip(j + 1) {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    None
}
