//! `appell ik ROBOT --pose x,y,z,roll,pitch,yaw`: inverse kinematics.

use appell::diagnostic::{Diagnostic, significant};
use appell::model::MAX_BYTES;
use appell::trajectory::{Pose, STARTS_FOR_ALL};
use appell::units::{ANGLE, ANY, LENGTH, Measure};
use appell::{InverseKinematicsOptions, PoseSolutions, files};
use serde_json::{Value as Json, json};

use super::findings::{Failure, tell_findings};
use super::pose::{listed, number_or_quantity, separated_by_commas};
use super::state::standard_input;
use super::table::{aligned, indented};
use super::{End, Outcome, watch};

/// The arguments of `appell ik`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("target").required(true))]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    /// The pose in base axes: position and roll, pitch, yaw, in m and rad or with units (300mm, 90deg), Rz(yaw) Ry(pitch) Rx(roll)
    #[arg(long, value_name = "X,Y,Z,R,P,Y", allow_hyphen_values = true, group = "target")]
    pose: Option<String>,
    /// The position alone, in m or with units, with any rotation
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, group = "target")]
    position: Option<String>,
    /// The pose as a 4x4 matrix in JSON: a file, `-` for the standard input, or JSON itself; an answer of
    /// `appell eval ROBOT "T[tool]" --json` is one
    #[arg(long, value_name = "MATRIX", group = "target")]
    at: Option<String>,
    /// The frame to put at the pose: a named frame, or the frame of a link, by the name or the number of its
    /// joint; without it, the tool
    #[arg(long, value_name = "FRAME")]
    of: Option<String>,
    /// The current coordinates of the robot, such as 0.3,pi/2,-1 or by joint cart=0.1 (rad, m): the
    /// nearest solution comes first
    #[arg(long, value_name = "Q1,Q2,...", allow_hyphen_values = true)]
    q: Option<String>,
    /// From how many starting points to search
    #[arg(long, value_name = "COUNT", default_value_t = STARTS_FOR_ALL as u32, value_parser = above_zero())]
    starts: u32,
    /// How many members to give of a family, where the robot has more joints than the pose needs
    #[arg(long, value_name = "COUNT", default_value_t = 8, value_parser = above_zero())]
    members: u32,
    /// Search beyond the limits of the joints; solutions outside are marked
    #[arg(long)]
    ignore_limits: bool,
    /// Answer in JSON, with all digits
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

/// A count from 1 on.
fn above_zero() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let target = self.target()?;
        let robot = self.reading.load_warned(&self.robot)?;
        let options = InverseKinematicsOptions {
            of: self.of,
            starts: self.starts as usize,
            members: self.members as usize,
            ignore_limits: self.ignore_limits,
            near: self.q.as_deref().map(|list| listed(&robot, "--q", list)).transpose()?,
        };
        let budget = watch::budget(usize::MAX);
        let solutions = robot.inverse_kinematics(&target, &options, &budget)?;
        tell_findings(&solutions.remarks);
        let text = match self.json {
            true => format!("{:#}\n", as_json(&target, &solutions)),
            false => as_text(&solutions),
        };
        let end = match &solutions.found.stopped {
            Some(stop) => {
                tell_findings(&[Diagnostic::warning("stopped", stop.to_string())]);
                End::CutShort
            }
            None => End::Fine,
        };
        Ok(Outcome { text, end })
    }

    fn target(&self) -> Result<Pose, Failure> {
        let target = self.given_target()?;
        /// Robots do not reach farther than this, in metres.
        const LONGEST: f64 = 50.0;
        let far = target.position.iter().copied().find(|it| it.abs() > LONGEST);
        if let Some(far) = far {
            let message =
                format!("a position of {} m is very large for a robot", significant(far, 6));
            let hint = "a number without a unit is in metres: write 400mm for millimetres";
            tell_findings(&[Diagnostic::warning("length-large", message).hint(hint)]);
        }
        Ok(target)
    }

    fn given_target(&self) -> Result<Pose, Failure> {
        if let Some(list) = &self.pose {
            let measures = [&LENGTH, &LENGTH, &LENGTH, &ANGLE, &ANGLE, &ANGLE];
            let [x, y, z, roll, pitch, yaw] = numbers("--pose", list, measures)?;
            if [roll, pitch, yaw].iter().any(|angle| angle.abs() > std::f64::consts::TAU) {
                let message = "an angle of --pose is more than a full turn";
                let hint = "a number without a unit is in radians: write 90deg for degrees";
                tell_findings(&[Diagnostic::warning("angle-large", message).hint(hint)]);
            }
            return Ok(Pose { position: [x, y, z], rotation: Some(rotation(roll, pitch, yaw)) });
        }
        if let Some(list) = &self.position {
            return Ok(Pose {
                position: numbers("--position", list, [&LENGTH; 3])?,
                rotation: None,
            });
        }
        let text = match self.at.as_deref().unwrap_or_default() {
            "-" => files::utf8(&standard_input(MAX_BYTES)?)?.to_owned(),
            json if json.trim_start().starts_with(['{', '[']) => json.to_owned(),
            file => files::text(file, MAX_BYTES)?,
        };
        matrix(&text)
    }
}

/// So many numbers or constants from the list of an option, with units or in m and rad.
fn numbers<const N: usize>(
    option: &str,
    list: &str,
    measures: [&Measure; N],
) -> Result<[f64; N], Failure> {
    separated_by_commas(option, list)?;
    let number = |(k, text)| {
        let measure = measures.get(k).copied().unwrap_or(&ANY);
        number_or_quantity(option, None, text, measure)
    };
    let values = list.split(',').enumerate().map(number).collect::<Result<Vec<_>, _>>()?;
    let given = values.len();
    values.try_into().map_err(|_| {
        let message = format!("{option} must have {N} values, got {given}");
        let hint = match N {
            6 => "write x,y,z,roll,pitch,yaw; for x,y,z alone use --position",
            _ => "write x,y,z",
        };
        Diagnostic::error("wrong-length", message).hint(hint).into()
    })
}

/// Rz(yaw) Ry(pitch) Rx(roll), as in robot files.
fn rotation(roll: f64, pitch: f64, yaw: f64) -> [[f64; 3]; 3] {
    let [(sr, cr), (sp, cp), (sy, cy)] = [roll, pitch, yaw].map(f64::sin_cos);
    [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
}

/// A pose from a 4x4 matrix: four rows, or an object with one such matrix in it.
fn matrix(text: &str) -> Result<Pose, Failure> {
    let refused = |message: String| {
        let hint = "write four rows: [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]";
        Failure::from(Diagnostic::error("bad-matrix", message).hint(hint))
    };
    let json: Json = serde_json::from_str(text).map_err(|error| refused(error.to_string()))?;
    let is_matrix = |value: &&Json| entries(value).is_some();
    let found: Vec<&Json> = match &json {
        Json::Object(object) => object.values().filter(is_matrix).collect(),
        other => [other].into_iter().filter(is_matrix).collect(),
    };
    let [rows] = found.as_slice() else {
        return Err(refused(format!("expected one matrix of 4x4 numbers, found {}", found.len())));
    };
    let rows = entries(rows).unwrap_or_default();
    if rows[3] != [0.0, 0.0, 0.0, 1.0] {
        return Err(refused("the last row of the matrix must be 0, 0, 0, 1".to_owned()));
    }
    let columns = [0, 1, 2].map(|j| [0, 1, 2].map(|i| rows[i][j]));
    let axes = orthonormal(columns).ok_or_else(|| {
        refused("the first three columns of the matrix are not a rotation".to_owned())
    })?;
    let rotation = [0, 1, 2].map(|i| [0, 1, 2].map(|j| axes[j][i]));
    Ok(Pose { position: [0, 1, 2].map(|i| rows[i][3]), rotation: Some(rotation) })
}

fn entries(value: &Json) -> Option<[[f64; 4]; 4]> {
    let list = |value: &Json| -> Option<[f64; 4]> {
        let numbers = value.as_array()?.iter().map(Json::as_f64).collect::<Option<Vec<_>>>()?;
        numbers.try_into().ok()
    };
    value.as_array()?.iter().map(list).collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Axes that were printed with some digits, made orthogonal and of length one; none, where they are no
/// rotation.
fn orthonormal(columns: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    /// As much as four printed digits leave.
    const ROUNDED: f64 = 1e-3;
    let dot = |a: [f64; 3], b: [f64; 3]| -> f64 { (0..3).map(|i| a[i] * b[i]).sum() };
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    };
    let unit = |a: [f64; 3]| a.map(|part| part / dot(a, a).sqrt());
    let x = unit(columns[0]);
    let along = dot(x, columns[1]);
    let y = unit([0, 1, 2].map(|i| columns[1][i] - along * x[i]));
    let axes = [x, y, cross(x, y)];
    let mut off = (0..3).flat_map(|j| (0..3).map(move |i| (axes[j][i] - columns[j][i]).abs()));
    // a comparison with NaN is false
    off.all(|off| off <= ROUNDED).then_some(axes)
}

fn as_json(target: &Pose, solutions: &PoseSolutions) -> Json {
    let found = &solutions.found;
    let all = found.solutions.iter().zip(&solutions.inside_limits).map(|(solution, inside)| {
        let mut answer = json!({
            "q": solution.q,
            "position_error": solution.missed[0] + 0.0,
            "rotation_error": solution.missed[1] + 0.0,
            "rank": solution.rank,
            "null_space": solution.q.len() - solution.rank,
            "manipulability": solution.manipulability,
            "singular": solution.is_singular,
            "inside_limits": inside,
        });
        if let Some(distance) = solution.distance {
            answer["distance"] = json!(distance);
        }
        answer
    });
    json!({
        "joints": solutions.joints,
        "target": { "position": target.position, "rotation": target.rotation },
        "solutions": all.collect::<Vec<_>>(),
        "redundancy": found.redundancy,
        "idle_joints": found.idle.iter().map(|&axis| &solutions.joints[axis]).collect::<Vec<_>>(),
        "starts": found.starts,
        "completeness_proved": false,
        "stopped": found.stopped.as_ref().map(ToString::to_string),
    })
}

fn as_text(solutions: &PoseSolutions) -> String {
    let found = &solutions.found;
    let count = found.solutions.len();
    let plural = if count == 1 { "" } else { "s" };
    let what = match found.redundancy {
        0 => format!("{count} solution{plural}"),
        1 => format!("{count} member{plural} of families of solutions with 1 free dimension"),
        free => {
            format!("{count} member{plural} of families of solutions with {free} free dimensions")
        }
    };
    let joints = solutions.joints.iter().zip(&solutions.units);
    let joints = joints.map(|(joint, unit)| format!("{joint} ({unit})"));
    let header: Vec<String> = [String::new()].into_iter().chain(joints).collect();
    let distance = found.solutions.iter().any(|it| it.distance.is_some()).then_some("distance");
    let tail = distance.into_iter().chain(["manipulability", "error (m)", "error (rad)", ""]);
    let mut rows = vec![header.into_iter().chain(tail.map(str::to_owned)).collect::<Vec<_>>()];
    for (k, (solution, inside)) in found.solutions.iter().zip(&solutions.inside_limits).enumerate()
    {
        let mut marks = Vec::new();
        if solution.is_singular {
            let free = solution.q.len() - solution.rank;
            marks.push(format!("singular (null space of dimension {free})"));
        }
        if !inside {
            marks.push("outside the limits".to_owned());
        }
        let q = solution.q.iter().map(|q| significant(*q, 6));
        let errors = solution.missed.map(|error| significant(error, 2));
        let head = [(k + 1).to_string()].into_iter().chain(q);
        let measure = significant(solution.manipulability, 4);
        let distance = solution.distance.map(|distance| significant(distance, 4));
        rows.push(
            head.chain(distance).chain([measure]).chain(errors).chain([marks.join(", ")]).collect(),
        );
    }
    format!(
        "{what}, from {} starting points; this does not prove that there are no others\n{}",
        found.starts,
        indented(&aligned(&rows))
    )
}
