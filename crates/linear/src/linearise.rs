//! The linear model of a robot.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, shown};
use appell_mechanics::linearise::Linearisation;
use appell_mechanics::{Derivation, Kind, Numbers};

use crate::analysis::Analysis;
use crate::error::Error;
use crate::friction;
use crate::operating_point::{
    OperatingPoint, Search, entries, joint_coordinates, negligible, rows,
};
use crate::system::LinearSystem;

/// What the outputs y are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The coordinates of the joints.
    Joints,
    /// The position of the tool: `tool_x`, `tool_y`, `tool_z` in base axes, m.
    Position,
    /// The same, and the small rotation of the tool from the operating point: `tool_rx`, `tool_ry`,
    /// `tool_rz` about base axes, rad.
    Pose,
}

/// How a robot is linearised.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The driven joints by their names, coordinates (`q1`) or numbers, in the order of the inputs; none:
    /// all that move.
    pub inputs: Option<Vec<String>>,
    /// The outputs; empty: the coordinates of the joints.
    pub outputs: Vec<Output>,
    /// What is searched for first.
    pub search: Search,
}

/// A robot near an operating point.
#[derive(Clone, Debug)]
pub struct Linearised {
    /// The operating point.
    pub point: OperatingPoint,
    /// The accelerations there.
    pub accelerations: Vec<f64>,
    /// Whether the robot stays there.
    pub is_equilibrium: bool,
    /// The linear system.
    pub system: LinearSystem,
    /// Its poles, controllability and observability.
    pub analysis: Analysis,
    /// What a reader should know beside the numbers.
    pub remarks: Vec<Diagnostic>,
}

/// Linearises a robot, which `at` gives at any point, about the point to which the search leads from a
/// given one.
pub fn linearise<'r, E: From<Error>>(
    at: impl Fn(&OperatingPoint) -> Result<Derivation<'r, Numbers<'r>>, E>,
    given: OperatingPoint,
    options: &Options,
    budget: &Budget,
) -> Result<Linearised, E> {
    let robot = at(&given)?.robot();
    let driven = driven(robot, options.inputs.as_deref())?;
    let point = given.found(options.search, &driven, &at, budget)?;
    let derivation = at(&point)?;
    let accelerations = entries(&derivation, Kind::JointAcceleration)?;
    let slopes = Linearisation {
        by_place: rows(&derivation, Kind::JointAccelerationByPosition)?,
        by_rate: rows(&derivation, Kind::JointAccelerationByVelocity)?,
        by_force: derivation.accelerations_by_forces().map_err(Error::from)?,
    };
    budget.check().map_err(Error::from)?;
    let limit = negligible(&slopes.by_place);
    let rests = point.qd.iter().all(|rate| *rate == 0.0);
    let is_equilibrium = rests && accelerations.iter().all(|it| it.abs() <= limit);
    let system = system(&derivation, &slopes, &driven, &options.outputs)?;
    let analysis = Analysis::of(&system, budget)?;
    let mut remarks = Vec::new();
    if !is_equilibrium {
        remarks.push(not_at_equilibrium(&accelerations, rests));
    }
    remarks.extend(friction::remarks(&derivation, &point)?);
    Ok(Linearised { point, accelerations, is_equilibrium, system, analysis, remarks })
}

/// The coordinates of the driven joints.
fn driven(robot: &appell_model::Robot, names: Option<&[String]>) -> Result<Vec<usize>, Error> {
    let coordinates = joint_coordinates(robot);
    let Some(names) = names else { return Ok(coordinates) };
    // a joint is called by its name, by that of its coordinate (`q1`), or by its number among all joints
    let moving: Vec<(usize, &str, String)> = (1..)
        .zip(robot.joints())
        .filter_map(|(number, joint)| {
            Some((number, joint.name.as_str(), robot.symbols().name(joint.coordinate?)))
        })
        .collect();
    let mut driven = Vec::new();
    for name in names {
        let name = name.trim();
        let by_name = moving.iter().position(|(_, joint, _)| *joint == name);
        let by_coordinate = || moving.iter().position(|(_, _, coordinate)| coordinate == name);
        let by_number = || moving.iter().position(|(number, ..)| number.to_string() == name);
        let Some(place) = by_name.or_else(by_coordinate).or_else(by_number) else {
            let joints = moving.iter().map(|(_, joint, _)| (*joint).to_owned()).collect();
            let name = name.to_owned();
            return Err(Error::UnknownJoint { name, joints });
        };
        if driven.contains(&coordinates[place]) {
            return Err(Error::InputTwice { name: name.to_owned() });
        }
        driven.push(coordinates[place]);
    }
    Ok(driven)
}

fn system(
    derivation: &Derivation<'_, Numbers<'_>>,
    slopes: &Linearisation<f64>,
    driven: &[usize],
    outputs: &[Output],
) -> Result<LinearSystem, Error> {
    let robot = derivation.robot();
    let names: Vec<String> =
        robot.coordinates().into_iter().map(|q| robot.symbols().name(q)).collect();
    let count = names.len();
    // as the columns of simulations are named
    let states = names.iter().cloned().chain(names.iter().map(|name| format!("d{name}")));
    let chosen = |row: &Vec<f64>| driven.iter().map(|&k| row[k]).collect();
    let (mut output_names, mut c) = (Vec::new(), Vec::new());
    let whole: &[Output] = if outputs.is_empty() { &[Output::Joints] } else { outputs };
    for output in whole {
        let (of, places): (Vec<String>, Vec<Vec<f64>>) = match output {
            Output::Joints => {
                let unit = |k: usize| (0..count).map(|j| f64::from(u8::from(j == k))).collect();
                let joints = joint_coordinates(robot).into_iter();
                joints.map(|k| (names[k].clone(), unit(k))).unzip()
            }
            Output::Position | Output::Pose => {
                let labels = ["x", "y", "z", "rx", "ry", "rz"].map(|it| format!("tool_{it}"));
                let rows = rows(derivation, Kind::Jacobian)?;
                let wanted = if *output == Output::Pose { 6 } else { 3 };
                labels.into_iter().zip(rows).take(wanted).unzip()
            }
        };
        output_names.extend(of);
        let rates = || std::iter::repeat_n(0.0, count);
        c.extend(places.into_iter().map(|row| row.into_iter().chain(rates()).collect::<Vec<_>>()));
    }
    let system = LinearSystem {
        states: states.collect(),
        inputs: driven.iter().map(|&k| format!("Q_{}", names[k])).collect(),
        a: slopes.state_matrix(),
        b: slopes.input_matrix().iter().map(chosen).collect(),
        d: vec![vec![0.0; driven.len()]; output_names.len()],
        outputs: output_names,
        c,
    };
    for (matrix, entries) in [("A", &system.a), ("B", &system.b), ("C", &system.c)] {
        if entries.iter().flatten().any(|entry| !entry.is_finite()) {
            return Err(Error::NotFinite { matrix });
        }
    }
    Ok(system)
}

fn not_at_equilibrium(accelerations: &[f64], rests: bool) -> Diagnostic {
    let message = match rests {
        true => "the operating point is not an equilibrium: the robot accelerates there",
        false => "the operating point is not an equilibrium: the robot moves there",
    };
    let numbers: Vec<String> = accelerations.iter().copied().map(shown).collect();
    Diagnostic::warning(
        "no-equilibrium",
        format!("{message}, and the model holds for a moment only"),
    )
    .fact("qdd", numbers.join(", "))
    .hint("--trim finds forces that hold it, --equilibrium coordinates nearby")
}
