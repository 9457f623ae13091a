//! Numbers of joints with units. Whether an angle or a length fits is known once the robot is read.

use std::f64::consts::TAU;
use std::ops::Range;

use appell_code::{Axis, CompiledRobot};
use appell_diagnostic::{Diagnostic, shown};
use appell_model::Robot;
use appell_toml::{DeValue, Fields, OneOrEach, Read, Reader, Value};
use appell_units::{Dimension, JOINT_POSITION, JointMeasure};

use super::parameters::Given;
use super::start::AxisNumbers;
use super::{Placed, Scenario};

/// The units that were written for numbers of joints and for parameters.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    joints: Vec<JointUnit>,
    parameters: Vec<Placed<(String, Dimension)>>,
    /// Positions without a unit that are likely in degrees.
    far: Vec<Placed<(Which, f64)>>,
    /// Limits without a unit.
    bare_limits: Vec<Placed<BareLimit>>,
}

/// A position of a revolute joint without limits is seldom farther from zero than this, in rad.
const FAR: f64 = 2.0 * TAU;

/// The unit of a number of a joint, or of one number for all.
#[derive(Clone, Debug)]
struct JointUnit {
    key: &'static str,
    measure: &'static JointMeasure,
    axis: Which,
    /// Whether the unit is one of a prismatic joint.
    translates: bool,
    span: Range<usize>,
}

/// A limit that was given without a unit.
#[derive(Clone, Debug)]
struct BareLimit {
    key: &'static str,
    measure: &'static JointMeasure,
    axis: Which,
    limit: f64,
}

/// The axes that a number is for.
#[derive(Clone, Debug)]
enum Which {
    All,
    /// By its number in a list.
    Number(usize),
    Named(String),
}

impl Which {
    fn of<'m>(&'m self, machine: &'m CompiledRobot) -> impl Iterator<Item = &'m Axis> {
        let is_meant = |number: usize, axis: &Axis| match self {
            Self::All => true,
            Self::Number(only) => *only == number,
            Self::Named(name) => *name == axis.name,
        };
        let axes = machine.axes().iter().enumerate();
        axes.filter(move |(number, axis)| is_meant(*number, axis)).map(|(_, axis)| axis)
    }
}

impl Units {
    /// A list with a number for each joint, or a table with some of them by name.
    pub(super) fn axis_numbers(
        &mut self,
        fields: &mut Fields<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<AxisNumbers> {
        fields.read(key, reader, |reader, value| match value.get_ref() {
            DeValue::Table(_) => self.named(value, key, measure, reader).map(AxisNumbers::Named),
            _ => self.list(value, key, measure, reader).map(AxisNumbers::List),
        })
    }

    /// A list with a number for each joint.
    pub(super) fn numbers(
        &mut self,
        fields: &mut Fields<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<Vec<f64>> {
        fields.read(key, reader, |reader, value| self.list(value, key, measure, reader))
    }

    /// One number for all joints, or a list with one for each.
    pub(super) fn one_or_each(
        &mut self,
        fields: &mut Fields<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<OneOrEach> {
        fields.read(key, reader, |reader, value| match value.get_ref() {
            DeValue::Array(_) => self.list(value, key, measure, reader).map(OneOrEach::Each),
            _ => {
                let (number, fitting) = reader.number_of(value, key, &measure.both())?;
                self.note(key, measure, Which::All, (number, fitting), value);
                Some(OneOrEach::One(number))
            }
        })
    }

    /// A list of lists with a number for each joint.
    pub(super) fn rows(
        &mut self,
        fields: &mut Fields<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<Vec<Vec<f64>>> {
        let hint = "write [[0.1, 0.2], [0.3, 0.4]]";
        fields.read(key, reader, |reader, value| {
            reader.rows(value, hint, |reader, row| self.list(row, key, measure, reader))
        })
    }

    /// The values of parameters.
    pub(super) fn parameters(
        &mut self,
        fields: &mut Fields<'_>,
        reader: &mut Reader,
    ) -> Vec<Placed<Given>> {
        let numbers = fields.named_numbers("parameters", reader).into_iter();
        let placed = numbers.map(|number| {
            let units = number.dimension.map(|dimension| (number.name.clone(), dimension));
            let span = number.span.clone();
            self.parameters.extend(units.map(|value| Placed { value, span }));
            Given::of(number)
        });
        placed.collect()
    }

    fn list(
        &mut self,
        value: &Value<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<Vec<f64>> {
        let mut axes = 0..;
        let numbers = reader.numbers_of(value, key, &measure.both())?.into_iter();
        let entries = value.get_ref().as_array().into_iter().flatten();
        let numbers = numbers.zip(entries).map(|((number, fitting), entry)| {
            let axis = axes.next().map_or(Which::All, Which::Number);
            self.note(key, measure, axis, (number, fitting), entry);
            number
        });
        Some(numbers.collect())
    }

    fn named(
        &mut self,
        value: &Value<'_>,
        key: &'static str,
        measure: &'static JointMeasure,
        reader: &mut Reader,
    ) -> Option<Vec<Placed<(String, f64)>>> {
        let entries = reader.entries(value, "write { joint1 = 0.5 }")?.into_iter();
        let numbers = entries.filter_map(|(name, value)| {
            let (number, fitting) = reader.number_of(value, key, &measure.both())?;
            let (name, span) = (name.get_ref().to_string(), value.span());
            self.note(key, measure, Which::Named(name.clone()), (number, fitting), value);
            Some(Placed { value: (name, number), span })
        });
        Some(numbers.collect())
    }

    fn note(
        &mut self,
        key: &'static str,
        measure: &'static JointMeasure,
        axis: Which,
        (number, fitting): (f64, Option<usize>),
        value: &Value<'_>,
    ) {
        let span = value.span();
        let is_limit = ["lower", "upper", "velocity"].contains(&key);
        if is_limit && fitting.is_none() {
            let value = BareLimit { key, measure, axis, limit: number };
            self.bare_limits.push(Placed { value, span });
            return;
        }
        if *measure == JOINT_POSITION && fitting.is_none() && number.abs() > FAR {
            self.far.push(Placed { value: (axis, number), span });
            return;
        }
        let unit = |fitting| JointUnit { key, measure, axis, translates: fitting == 1, span };
        self.joints.extend(fitting.map(unit));
    }
}

impl Scenario {
    /// Reports angles for prismatic joints, lengths for revolute ones, and so on.
    pub(super) fn misfit_units(&self, robot: &Robot, machine: &CompiledRobot) -> Vec<Diagnostic> {
        let of_joint = |unit: &JointUnit| {
            let mut axes = unit.axis.of(machine);
            let axis = axes.find(|axis| axis.translates != unit.translates)?;
            let kind = if axis.translates { "prismatic" } else { "revolute" };
            let [expected, found] =
                [axis.translates, unit.translates].map(|translates| unit.measure.of(translates));
            let message = format!(
                "`{}` of the {kind} joint `{}` must be in {} or another unit of {}, got a unit of {}",
                unit.key,
                axis.name,
                expected.units.first().unwrap_or(&""),
                expected.name,
                found.name
            );
            let problem = Diagnostic::error("wrong-unit", message).hint(format!(
                "units of {}: {}",
                expected.name,
                expected.units.join(", ")
            ));
            Some(problem.at(unit.span.clone()))
        };
        let of_parameter = |it: &Placed<(String, Dimension)>| {
            let (name, dimension) = &it.value;
            let parameter = robot.parameters().iter().find(|known| known.name == *name)?;
            Some(parameter.check_unit(*dimension)?.at(it.span.clone()))
        };
        let joints = self.units.joints.iter().filter_map(of_joint);
        joints.chain(self.units.parameters.iter().filter_map(of_parameter)).collect()
    }

    /// Warns of numbers without a unit that are likely in degrees or millimetres: positions several
    /// turns from zero, where no limit refuses them, and limits.
    pub(super) fn doubtful_units(&self, machine: &CompiledRobot) -> Vec<Diagnostic> {
        let of_limit = |bare: &Placed<BareLimit>| {
            let BareLimit { key, measure, axis, limit } = &bare.value;
            let doubt = |axis: &Axis| measure.doubt(axis.translates, key, &axis.name, *limit);
            Some(axis.of(machine).find_map(doubt)?.at(bare.span.clone()))
        };
        let limits = self.units.bare_limits.iter().filter_map(of_limit);
        limits.chain(self.far_positions(machine)).collect()
    }

    fn far_positions(&self, machine: &CompiledRobot) -> Vec<Diagnostic> {
        let unlimited = |axis: &&Axis| {
            !axis.translates && axis.limits.lower.is_infinite() && axis.limits.upper.is_infinite()
        };
        let warning = |far: &Placed<(Which, f64)>| {
            let (which, position) = &far.value;
            let axis = which.of(machine).find(unlimited)?;
            let message =
                format!("`{}` is at {} rad, several turns from zero", axis.name, shown(*position));
            let problem = Diagnostic::warning("state-far", message)
                .hint("a number without a unit is in radians; write \"90 deg\" or 1.5707963");
            Some(problem.at(far.span.clone()))
        };
        self.units.far.iter().filter_map(warning).collect()
    }
}
