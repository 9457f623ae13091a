//! Where an element lies: `pos` and one of `quat`, `axisangle`, `xyaxes`, `zaxis`, `euler`.

use std::f64::consts::FRAC_PI_2;

use appell_algebra::{Poly, Rational, Symbol};
use appell_diagnostic::Diagnostic;
use appell_spatial::{Matrix, Vector};

use super::compiler::Compiler;
use super::element::{Element, ORIENTATIONS};
use crate::parameter::entry_text;
use crate::placement::{Placement, Rotation, Turn, roll_pitch_yaw_of};
use crate::read::Options;
use crate::reader::Reader;
use crate::urdf::NEAR;

/// How far floating point alone moves an angle.
const ROUNDING: f64 = 1e-14;

/// Where an element lies in what is around it.
pub(super) fn placement(
    element: &Element<'_>,
    compiler: &Compiler,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Placement {
    let offset = element.exactly::<3>("pos", reader).unwrap_or_default();
    let rotation = rotation(element, compiler, options, reader).unwrap_or_default();
    Placement { offset: Vector(offset.map(Poly::constant)), rotation }
}

/// The smallest rotation that turns the z axis into a direction; nothing for one without length.
pub(super) fn z_towards(
    direction: [f64; 3],
    compiler: &Compiler,
    options: &Options,
    reader: &Reader<'_>,
) -> Option<Rotation> {
    let mut angles = Angles { compiler, options, snapped: Vec::new() };
    towards(direction).map(|matrix| angles.of_matrix(&matrix, reader))
}

fn rotation(
    element: &Element<'_>,
    compiler: &Compiler,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<Rotation> {
    let mut ways = ORIENTATIONS.into_iter().filter(|name| element.has(name));
    let way = ways.next()?;
    if let Some(second) = ways.next() {
        let message = format!("<{}> has `{way}` and `{second}`", element.tag);
        let problem = Diagnostic::error("rotation-ways", message).hint("keep one of them");
        reader.report(problem, element.place(second));
        return None;
    }
    let mut angles = Angles { compiler, options, snapped: Vec::new() };
    let numbers =
        |count: usize, reader: &mut Reader<'_>| element.numbers(way, count..=count, reader);
    let rotation = match way {
        "euler" => {
            let numbers = numbers(3, reader)?;
            let turns = compiler.euler.iter().zip(numbers).map(|(letter, angle)| {
                let axis = "xyz".find(letter.to_ascii_lowercase()).unwrap_or_default();
                (*letter, Turn::about(axis, angles.given(angle, reader)))
            });
            let mut ordered = Vec::new();
            for (letter, turn) in turns {
                match letter.is_lowercase() {
                    true => ordered.push(turn),
                    false => ordered.insert(0, turn),
                }
            }
            Some(Rotation::turns(ordered))
        }
        "axisangle" => {
            let numbers = numbers(4, reader)?;
            let (axis, angle) = (&numbers[..3], numbers[3].clone());
            let along: Vec<usize> = (0..3).filter(|&i| !axis[i].is_zero()).collect();
            match along.as_slice() {
                &[i] => {
                    let angle = if axis[i].is_negative() { -angle } else { angle };
                    Some(Rotation::turns([Turn::about(i, angles.given(angle, reader))]))
                }
                _ => {
                    let angle = compiler.angle(angle).evaluate(&reader.symbols, |_| None).ok()?;
                    let axis = unit([0, 1, 2].map(|i| axis[i].to_f64()));
                    axis.map(|axis| Matrix::turn(&axis, &angle.cos(), &angle.sin()))
                        .map(|matrix| angles.of_matrix(&matrix, reader))
                }
            }
        }
        _ => {
            let count = [("quat", 4), ("xyaxes", 6), ("zaxis", 3)];
            let count = count.iter().find(|(name, _)| *name == way).map_or(0, |(_, count)| *count);
            let numbers = numbers(count, reader)?;
            let numbers: Vec<f64> = numbers.iter().map(Rational::to_f64).collect();
            let matrix = match *numbers.as_slice() {
                [w, x, y, z] => of_quaternion([w, x, y, z]),
                [a, b, c, d, e, f] => of_axes([a, b, c], [d, e, f]),
                [x, y, z] => towards([x, y, z]),
                _ => None,
            };
            matrix.map(|matrix| angles.of_matrix(&matrix, reader))
        }
    };
    if rotation.is_none() {
        let message = format!("`{way}` has a direction of length zero, which gives no rotation");
        let problem = Diagnostic::error("not-a-rotation", message)
            .fact("attribute", format!("{way} of <{}>", element.tag))
            .hint(format!("leave `{way}` out where nothing is turned"));
        reader.report(problem, element.place(way));
    }
    angles.note(element, way, reader);
    rotation
}

/// Angles, with those near a multiple of pi/2 taken to be that multiple.
struct Angles<'c> {
    compiler: &'c Compiler,
    options: &'c Options,
    snapped: Vec<String>,
}

impl Angles<'_> {
    /// An angle as it is given: degrees are exact, radians may mean a right angle.
    fn given(&mut self, angle: Rational, reader: &Reader<'_>) -> Poly {
        let exact = self.compiler.angle(angle.clone());
        if self.compiler.degrees || angle.is_zero() {
            return exact;
        }
        self.near(angle.to_f64(), 0.0, reader).unwrap_or(exact)
    }

    /// A rotation that is known by its matrix, by roll, pitch and yaw.
    fn of_matrix(&mut self, matrix: &Matrix<f64>, reader: &Reader<'_>) -> Rotation {
        let angles = roll_pitch_yaw_of(matrix).map(|angle| {
            let near = self.near(angle, ROUNDING, reader);
            near.or_else(|| Poly::decimal(angle).ok()).unwrap_or_default()
        });
        Rotation::roll_pitch_yaw(angles)
    }

    /// The multiple of pi/2 near an angle, if any; nearer than `rounding` it needs no note.
    fn near(&mut self, angle: f64, rounding: f64, reader: &Reader<'_>) -> Option<Poly> {
        let quarters = (angle / FRAC_PI_2).round();
        let distance = (angle - quarters * FRAC_PI_2).abs();
        let is_meant = self.options.snap && distance < NEAR && quarters.abs() < 100.0;
        if distance > rounding && !is_meant {
            return None;
        }
        let exact = Poly::from(Symbol::PI).scale(&Rational::new(quarters as i64, 2).ok()?);
        if distance > rounding {
            self.snapped.push(format!("{angle} -> {}", entry_text(&exact, &reader.symbols)));
        }
        Some(exact)
    }

    fn note(self, element: &Element<'_>, way: &str, reader: &mut Reader<'_>) {
        if !self.snapped.is_empty() {
            let message = "an angle near a multiple of pi/2 is taken to be that multiple";
            let note = Diagnostic::note("snapped-angle", message)
                .fact(way, self.snapped.join(", "))
                .hint("--no-snap keeps the file to the letter");
            reader.report(note, element.place(way));
        }
    }
}

/// A vector of length one; nothing for one without length.
fn unit(vector: [f64; 3]) -> Option<Vector<f64>> {
    let vector = Vector(vector);
    let length = vector.dot(&vector).sqrt();
    (length > 0.0 && length.is_finite()).then(|| vector.map(|entry| entry / length))
}

/// The rotation of a quaternion of any length.
fn of_quaternion(quaternion: [f64; 4]) -> Option<Matrix<f64>> {
    let length = quaternion.iter().fold(0.0f64, |length, entry| length.hypot(*entry));
    if length == 0.0 || !length.is_finite() {
        return None;
    }
    let [w, x, y, z] = quaternion.map(|entry| entry / length);
    Some(Matrix([
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]))
}

/// The frame with this x axis, whose y axis is the nearest to another vector.
fn of_axes(x: [f64; 3], y: [f64; 3]) -> Option<Matrix<f64>> {
    let x = unit(x)?;
    let y = Vector(y);
    let along = x.dot(&y);
    let y = unit([0, 1, 2].map(|i| y.0[i] - along * x.0[i]))?;
    let z = x.cross(&y);
    Some(Matrix([x.0, y.0, z.0]).transpose())
}

/// The smallest rotation that turns z into a direction; about x where it turns z round.
fn towards(direction: [f64; 3]) -> Option<Matrix<f64>> {
    let direction = unit(direction)?;
    let axis = Vector([-direction.0[1], direction.0[0], 0.0]);
    let sin = axis.dot(&axis).sqrt();
    let axis = unit(axis.0).unwrap_or(Vector([1.0, 0.0, 0.0]));
    Some(Matrix::turn(&axis, &direction.0[2], &sin))
}
