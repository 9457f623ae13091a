//! What drives the axes, as a scenario says it: a [controller] or [torques].

use appell_diagnostic::Diagnostic;
use appell_simulation::{OwnController, Sampling};
use appell_toml::{Fields, OneOrEach, Read, Reader};
use appell_units::{JOINT_EFFORT, PURE_NUMBER, TIME};

use super::Placed;
use super::joint_units::Units;
use super::parameters::Given;
use super::read::placed;

/// What drives the axes.
#[derive(Clone, Debug)]
pub(super) enum Drive {
    Constant(Vec<f64>),
    Table(String),
    Controller(Box<Control>),
    /// Of the caller's own; no file has it.
    Own(OwnController),
}

/// A controller, and what it knows and can.
#[derive(Clone, Debug)]
pub(super) struct Control {
    pub(super) law: Law,
    /// Whether it knows what is carried; it does if nothing is said.
    pub(super) knows_loads: Option<Placed<bool>>,
    /// Values of parameters in which it believes, instead of those of the robot.
    pub(super) parameters: Vec<Placed<Given>>,
    pub(super) sampling: Option<Placed<Sampling>>,
}

/// What a controller asks for; gains are one for all axes or one for each.
#[derive(Clone, Debug)]
pub(super) enum Law {
    Feedforward,
    ProportionalDerivative { gains: Gains, ki: Option<Placed<OneOrEach>>, gravity: bool },
    ComputedTorque { gains: Gains },
    StateFeedback { rows: Placed<Vec<Vec<f64>>>, gravity: bool },
    Formulas(Placed<Vec<String>>),
}

/// The gains of errors and of their rates.
#[derive(Clone, Debug)]
pub(super) struct Gains {
    pub(super) kp: Placed<OneOrEach>,
    pub(super) kd: Placed<OneOrEach>,
}

#[derive(Clone, Copy)]
enum Kind {
    Feedforward,
    ProportionalDerivative,
    ComputedTorque,
    StateFeedback,
    Formulas,
}

/// Reads a [controller].
pub(super) fn controller(
    fields: &mut Fields<'_>,
    units: &mut Units,
    reader: &mut Reader,
) -> Option<Drive> {
    let kinds = [
        ("feedforward", Kind::Feedforward),
        ("pd", Kind::ProportionalDerivative),
        ("pid", Kind::ProportionalDerivative),
        ("computed-torque", Kind::ComputedTorque),
        ("state-feedback", Kind::StateFeedback),
        ("formulas", Kind::Formulas),
    ];
    fields.demand("kind", "write kind = \"computed-torque\"", reader);
    let kind = fields.choice("kind", &kinds, reader);
    let gain = |fields: &mut Fields<'_>, reader: &mut Reader, key| {
        let values = fields.one_or_each(key, &PURE_NUMBER, reader);
        placed(fields, key, values)
    };
    let [kp, kd, ki] = ["kp", "kd", "ki"].map(|key| gain(fields, reader, key));
    let gravity = fields.flag("gravity", reader).unwrap_or_default();
    let rows = fields.rows("gains", &PURE_NUMBER, reader);
    let rows = placed(fields, "gains", rows);
    let formulas = fields.texts("formulas", reader);
    let formulas = placed(fields, "formulas", formulas);
    let knowledge = [("known", true), ("unknown", false)];
    let knows_loads = fields.choice("payload", &knowledge, reader);
    let knows_loads = placed(fields, "payload", knows_loads);
    let parameters = units.parameters(fields, reader);
    let sampling = sampling(fields, reader);
    let mut missing = |keys: &str, hint: &str, fields: &Fields<'_>| {
        let message = format!("{keys} missing");
        let problem = Diagnostic::error("missing-key", message).hint(hint);
        reader.report(problem, fields.span());
    };
    let law = match kind? {
        Kind::Feedforward => Law::Feedforward,
        Kind::ProportionalDerivative | Kind::ComputedTorque => {
            let absent = [("kp", &kp), ("kd", &kd)]
                .into_iter()
                .filter(|(key, gain)| gain.is_none() && !fields.has(key));
            let absent: Vec<&str> = absent.map(|(key, _)| key).collect();
            if !absent.is_empty() {
                let keys = format!("the gains of this controller: {} are", absent.join(", "));
                let hint = "write kp = 100 and kd = 20, or a list with one for each axis";
                missing(&keys, hint, fields);
            }
            let gains = Gains { kp: kp?, kd: kd? };
            match kind? {
                Kind::ComputedTorque => Law::ComputedTorque { gains },
                _ => Law::ProportionalDerivative { gains, ki, gravity },
            }
        }
        Kind::StateFeedback => {
            if !fields.has("gains") {
                let hint = "write gains = [[...], [...]]: a row for each axis, with the gains of all coordinates, then those of all velocities";
                missing("`gains` is", hint, fields);
            }
            Law::StateFeedback { rows: rows?, gravity }
        }
        Kind::Formulas => {
            if !fields.has("formulas") {
                let hint = "write formulas = [\"20*(ref_q1 - q1) - 3*dq1\", \"0\"]";
                missing("`formulas` is", hint, fields);
            }
            Law::Formulas(formulas?)
        }
    };
    Some(Drive::Controller(Box::new(Control { law, knows_loads, parameters, sampling })))
}

/// When a controller looks at the state, and how much later that acts.
fn sampling(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Placed<Sampling>> {
    let period = fields.positive("sample", &TIME, reader);
    let delay = fields.number("delay", &TIME, reader);
    if let Some(delay) = delay.filter(|delay| *delay < 0.0) {
        let message = format!("`delay` must not be negative, got {delay}");
        let problem = Diagnostic::error("bad-value", message).hint("write delay = 0.001");
        reader.report(problem, fields.place("delay"));
        return None;
    }
    if delay.is_some() && !fields.has("sample") {
        let message = "`delay` is available for sampled controllers only";
        let problem = Diagnostic::error("missing-key", message)
            .hint("write how often the controller looks at the state, in seconds: sample = 0.001");
        reader.report(problem, fields.place("delay"));
    }
    let sampling = Sampling { period: period?, delay: delay.unwrap_or_default() };
    placed(fields, "sample", Some(sampling))
}

/// Reads [torques].
pub(super) fn torques(
    fields: &mut Fields<'_>,
    units: &mut Units,
    reader: &mut Reader,
) -> Option<Drive> {
    let constant = units.numbers(fields, "constant", &JOINT_EFFORT, reader);
    let constant = constant.map(Drive::Constant);
    let table = fields.text("table", reader).map(Drive::Table);
    if constant.is_some() == table.is_some() {
        let problem = Diagnostic::error("one-move", "expected one of `constant` and `table`")
            .hint("write constant = [1, 2] or table = \"torques.csv\"");
        reader.report(problem, fields.span());
    }
    constant.or(table)
}
