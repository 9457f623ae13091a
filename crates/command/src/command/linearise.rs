//! `appell linearise ROBOT [--at STATE] [--q ...]`: the linear model near a state.

use appell::diagnostic::significant;
use appell::linear::{Complex, Linearised, Options, Output, Sampled, Search};
use appell::units::TIME;
use clap::ValueEnum;
use serde_json::{Value as Json, json};

use super::findings::{Failure, tell_findings};
use super::pose::number_or_quantity;
use super::state::StateArguments;
use super::table::{Table, aligned, indented};
use super::watch;

/// The arguments of `appell linearise`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[command(flatten)]
    state: StateArguments,
    /// Find the joint torques and forces that hold the given coordinates
    #[arg(long, conflicts_with = "equilibrium")]
    trim: bool,
    /// Find coordinates near the given ones at which the given torques and forces hold the robot
    #[arg(long)]
    equilibrium: bool,
    /// The driven joints, by their names, coordinates (q1) or numbers; without it, all
    #[arg(long, value_name = "JOINT,...", value_delimiter = ',')]
    inputs: Option<Vec<String>>,
    /// The outputs: coordinates of the joints, position of the tool, or position and rotation
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', default_value = "joints")]
    outputs: Vec<Outputs>,
    /// Also the sampled model, with inputs that are held for this time, in seconds or as 10ms (zero-order hold)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    sample: Option<String>,
    /// Answer in JSON, with all digits
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

/// What the outputs are.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Outputs {
    /// Coordinates of the joints
    Joints,
    /// Position of the tool in base axes: tool_x, tool_y, tool_z
    Position,
    /// Position, and small rotation about base axes: tool_rx, tool_ry, tool_rz
    Pose,
}

impl From<Outputs> for Output {
    fn from(outputs: Outputs) -> Self {
        match outputs {
            Outputs::Joints => Self::Joints,
            Outputs::Position => Self::Position,
            Outputs::Pose => Self::Pose,
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_warned(&self.robot)?;
        let state = self.state.read(&robot)?;
        let period = self.sample.map(|text| number_or_quantity("--sample", None, &text, &TIME));
        let period = period.transpose()?;
        let search = match (self.trim, self.equilibrium) {
            (true, _) => Search::Trim,
            (_, true) => Search::Equilibrium,
            _ => Search::Nothing,
        };
        let outputs = self.outputs.iter().map(|&outputs| outputs.into()).collect();
        let options = Options { inputs: self.inputs, outputs, search };
        let model = robot.linearise(&state, &options, &watch::budget(usize::MAX))?;
        let sampled = match period {
            Some(period) => Some(model.system.sampled(period).map_err(appell::Error::from)?),
            None => None,
        };
        tell_findings(&model.remarks);
        let joints = robot.model().coordinate_owners();
        Ok(match self.json {
            true => format!("{:#}\n", as_json(&model, sampled.as_ref(), &joints)),
            false => as_text(&model, sampled.as_ref(), &joints),
        })
    }
}

fn as_json(model: &Linearised, sampled: Option<&Sampled>, joints: &[String]) -> Json {
    let place = |value: &Complex| json!({ "re": value.re + 0.0, "im": value.im + 0.0 });
    let places = |values: &[Complex]| values.iter().map(place).collect::<Vec<_>>();
    let poles = model.analysis.poles.iter().map(|pole| {
        json!({
            "re": pole.value.re + 0.0,
            "im": pole.value.im + 0.0,
            "frequency": pole.frequency(),
            "damping": pole.damping(),
            "stability": pole.stability.name(),
        })
    });
    let (system, analysis) = (&model.system, &model.analysis);
    let mut json = json!({
        "joints": joints,
        "states": system.states,
        "inputs": system.inputs,
        "outputs": system.outputs,
        "A": unsigned(&system.a),
        "B": unsigned(&system.b),
        "C": unsigned(&system.c),
        "D": unsigned(&system.d),
        "operating_point": {
            "q": model.point.q,
            "qd": model.point.qd,
            "tau": model.point.tau,
            "qdd": model.accelerations,
        },
        "equilibrium": model.is_equilibrium,
        "stability": analysis.stability().name(),
        "poles": poles.collect::<Vec<_>>(),
        "controllable": analysis.uncontrollable.is_empty(),
        "uncontrollable_poles": places(&analysis.uncontrollable),
        "observable": analysis.unobservable.is_empty(),
        "unobservable_poles": places(&analysis.unobservable),
    });
    if let Some(sampled) = sampled {
        json["sample"] = json!(sampled.sample);
        json["Ad"] = json!(unsigned(&sampled.a));
        json["Bd"] = json!(unsigned(&sampled.b));
    }
    json
}

/// Without the sign of zeros, which says nothing.
fn unsigned(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| row.iter().map(|entry| entry + 0.0).collect()).collect()
}

fn as_text(model: &Linearised, sampled: Option<&Sampled>, joints: &[String]) -> String {
    let (system, analysis) = (&model.system, &model.analysis);
    let mut point = Table::new(["state", "joint", "q", "q'", "tau", "q''"]);
    for (k, joint) in joints.iter().enumerate() {
        let numbers = [&model.point.q, &model.point.qd, &model.point.tau, &model.accelerations];
        let [q, qd, tau, qdd] = numbers.map(|numbers| number(numbers[k]));
        point.row([system.states[k].clone(), joint.clone(), q, qd, tau, qdd]);
    }
    let kind = if model.is_equilibrium { "an equilibrium" } else { "no equilibrium" };
    let mut out = format!("Operating point, {kind} (SI units)\n{}\n", indented(&point.text()));
    out.push_str(
        "x' = A x + B u, y = C x + D u; x, u, y are deviations from the operating point\n",
    );
    let states = system.states.as_slice();
    out.push_str(&matrix("A", states, states, &system.a));
    out.push_str(&matrix("B", states, &system.inputs, &system.b));
    out.push_str(&matrix("C", &system.outputs, states, &system.c));
    out.push_str("D = 0\n");
    if let Some(sampled) = sampled {
        let hold = format!("x(k + 1) = Ad x(k) + Bd u(k), every {} s", number(sampled.sample));
        out.push_str(&format!("\n{hold}\n"));
        out.push_str(&matrix("Ad", states, states, &sampled.a));
        out.push_str(&matrix("Bd", states, &system.inputs, &sampled.b));
    }
    let mut poles = Table::new(["pole (1/s)", "frequency (rad/s)", "damping ratio", "stability"]);
    for pole in &analysis.poles {
        let damping = pole.damping().map_or_else(|| "-".to_owned(), number);
        let name = pole.stability.name().to_owned();
        poles.row([complex(&pole.value), number(pole.frequency()), damping, name]);
    }
    out.push_str(&format!(
        "\nPoles: {}\n{}\n",
        analysis.stability().name(),
        indented(&poles.text())
    ));
    for (adjective, lost) in
        [("controllable", &analysis.uncontrollable), ("observable", &analysis.unobservable)]
    {
        let poles: Vec<String> = lost.iter().map(complex).collect();
        out.push_str(&match poles.is_empty() {
            true => format!("{adjective}: yes\n"),
            false => {
                format!("{adjective}: no; poles that are not {adjective}: {}\n", poles.join(", "))
            }
        });
    }
    out
}

fn number(value: f64) -> String {
    significant(value, 6)
}

fn complex(value: &Complex) -> String {
    let (re, im) = (number(value.re), number(value.im.abs()));
    match (value.im == 0.0, value.im < 0.0) {
        (true, _) => re,
        (_, true) => format!("{re} - {im}i"),
        (_, false) => format!("{re} + {im}i"),
    }
}

/// A matrix with the names of its rows and columns.
fn matrix(name: &str, rows: &[String], columns: &[String], entries: &[Vec<f64>]) -> String {
    let text = |row: &Vec<f64>| row.iter().copied().map(number).collect::<Vec<_>>();
    let cells: Vec<Vec<String>> = entries.iter().map(text).collect();
    let body = rows.iter().zip(cells).map(|(row, cells)| [vec![row.clone()], cells].concat());
    let header = [vec![name.to_owned()], columns.to_vec()].concat();
    indented(&aligned(&[header].into_iter().chain(body).collect::<Vec<_>>()))
}
