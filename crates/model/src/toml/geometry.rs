//! Axes, rotations, placements, rows of Denavit-Hartenberg tables.

use appell_algebra::Poly;
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::{Matrix, Vector};
use appell_toml::{DeValue, Fields, Read, Value};
use appell_units::{ANGLE, LENGTH, PURE_NUMBER};

use super::LONGEST;
use crate::axis::{axis_of_name, unit_axis};
use crate::dh::DhRow;
use crate::placement::{Placement, Rotation, Turn};
use crate::reader::Reader;

const AXIS_HINT: &str =
    "name an axis: \"x\", \"-y\", \"z\", or give a vector such as [0, 0.6, 0.8]";
const ROTATION_HINT: &str = "one of { rpy = [0, 0, \"pi/2\"] }, { axis = \"x\", angle = \"pi/2\" }, { turns = [...] }, { matrix = [[...], [...], [...]] }";

impl Reader<'_> {
    /// The direction of an axis, of any length.
    pub(crate) fn direction(&mut self, value: &Value<'_>) -> Option<Vector<Poly>> {
        match value.get_ref() {
            DeValue::Array(_) => self.vector(value, &PURE_NUMBER),
            DeValue::String(name) => axis_of_name(name).or_else(|| {
                let message = format!("expected an axis, found `{}`", excerpt(name));
                let problem = Diagnostic::error("unknown-axis", message);
                self.report(problem.hint(AXIS_HINT), value.span());
                None
            }),
            _ => self.wrong_kind(value, "an axis", AXIS_HINT),
        }
    }

    /// `offset` and `rotation` of a table; either may be left out.
    pub(crate) fn placement(&mut self, fields: &mut Fields<'_>) -> Placement {
        let offset = fields.read("offset", self, |reader, value| reader.vector(value, &LENGTH));
        let rotation = fields.read("rotation", self, |reader, value| reader.rotation(value));
        Placement { offset: offset.unwrap_or_default(), rotation: rotation.unwrap_or_default() }
    }

    /// The table of a placement.
    pub(crate) fn placement_table(&mut self, value: &Value<'_>) -> Option<Placement> {
        let mut fields = self.fields(value, "write { offset = [0, 0, \"h\"] }")?;
        let placement = self.placement(&mut fields);
        fields.finish(self);
        Some(placement)
    }

    fn rotation(&mut self, value: &Value<'_>) -> Option<Rotation> {
        let mut fields = self.fields(value, ROTATION_HINT)?;
        let ways = ["rpy", "angle", "turns", "matrix"].map(|way| fields.has(way));
        let stray_axis = fields.has("axis") && !fields.has("angle");
        if stray_axis || ways.iter().filter(|&&given| given).count() != 1 {
            let message = "expected one of `rpy`, `axis` with `angle`, `turns`, `matrix`";
            let problem = Diagnostic::error("rotation-ways", message).hint(ROTATION_HINT);
            self.report(problem, value.span());
            return None;
        }
        let rotation = match ways {
            [true, ..] => {
                let angles = fields.read("rpy", self, |reader, value| reader.vector(value, &ANGLE));
                angles.map(|angles| Rotation::roll_pitch_yaw(angles.0))
            }
            [_, true, ..] => {
                let turn = self.turn_fields(&mut fields);
                turn.map(|turn| Rotation::turns([turn]))
            }
            [_, _, true, _] => fields.read("turns", self, |reader, value| {
                let turns =
                    reader.each(value, LONGEST, ROTATION_HINT, |reader, it| reader.turn(it));
                turns.map(Rotation::turns)
            }),
            _ => fields.read("matrix", self, |reader, value| {
                let hint = "write three rows of three entries";
                let rows = reader
                    .each(value, LONGEST, hint, |reader, row| reader.vector(row, &PURE_NUMBER))?;
                match <[Vector<Poly>; 3]>::try_from(rows) {
                    Ok(rows) => Some(Rotation::Matrix(Box::new(Matrix(rows.map(|row| row.0))))),
                    Err(rows) => {
                        let message = format!("expected 3 rows, found {}", rows.len());
                        let problem = Diagnostic::error("wrong-length", message);
                        reader.report(problem.hint(ROTATION_HINT), value.span());
                        None
                    }
                }
            }),
        };
        fields.finish(self);
        rotation
    }

    fn turn(&mut self, value: &Value<'_>) -> Option<Turn> {
        let mut fields = self.fields(value, "write { axis = \"x\", angle = \"pi/2\" }")?;
        let turn = self.turn_fields(&mut fields);
        fields.finish(self);
        turn
    }

    fn turn_fields(&mut self, fields: &mut Fields<'_>) -> Option<Turn> {
        let hint = "write { axis = \"x\", angle = \"pi/2\" }";
        let axis = fields.require("axis", hint, self, |reader, value| {
            let direction = reader.direction(value)?;
            match unit_axis(&direction, &reader.symbols, &reader.budget) {
                Ok(unit) => {
                    if let Some(note) = unit.note {
                        reader.report(note, value.span());
                    }
                    Some(unit.axis)
                }
                Err(problem) => {
                    reader.report(*problem, value.span());
                    None
                }
            }
        });
        let angle =
            fields.require("angle", hint, self, |reader, value| reader.entry(value, &ANGLE));
        Some(Turn { axis: axis?, angle: angle? })
    }

    /// A row of a Denavit-Hartenberg table; what is left out is zero.
    pub(crate) fn dh_row(&mut self, value: &Value<'_>) -> Option<DhRow> {
        let mut fields =
            self.fields(value, "write { a = 0, alpha = \"pi/2\", d = \"d1\", theta = 0 }")?;
        let mut entry = |(key, measure)| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, measure));
            read.unwrap_or_default()
        };
        let [a, alpha, d, theta] =
            [("a", &LENGTH), ("alpha", &ANGLE), ("d", &LENGTH), ("theta", &ANGLE)].map(&mut entry);
        fields.finish(self);
        Some(DhRow { a, alpha, d, theta })
    }
}
