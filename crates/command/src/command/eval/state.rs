//! The file that says where a robot is and how it moves.

use std::collections::BTreeMap;

use appell::algebra::Symbol;
use appell::diagnostic::{Diagnostic, nearest};
use appell::files;
use appell::model::{MAX_BYTES, Robot};
use serde_json::{Map, Value};

use crate::command::findings::Failure;

/// A state, as it was given; what was not is zero.
#[derive(Default)]
pub(super) struct StateFile {
    /// q, q', q'', ...
    pub(super) motion: Vec<Vec<f64>>,
    pub(super) driving_forces: Vec<f64>,
    /// Force and moment, where they were given.
    pub(super) payload: Option<[[f64; 3]; 2]>,
    pub(super) parameters: BTreeMap<Symbol, f64>,
}

/// The keys of coordinates and their time derivatives.
const MOTION: [&str; 5] = ["q", "qd", "qdd", "qddd", "qdddd"];

impl StateFile {
    pub(super) fn read(file: &str, robot: &Robot) -> Result<Self, Failure> {
        let bytes = files::bytes(file, MAX_BYTES)?;
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
            let problem = Diagnostic::error("json", format!("{file}: {error}"))
                .hint("write a state such as {\"q\": [0, 0.5], \"qd\": [0, 0]}");
            Failure::of(&[problem])
        })?;
        let mut reader = Reader { file, robot, problems: Vec::new() };
        let state = reader.state(&value);
        match reader.problems.is_empty() {
            true => Ok(state),
            false => Err(Failure::of(&reader.problems)),
        }
    }
}

struct Reader<'r> {
    file: &'r str,
    robot: &'r Robot,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn problem(&mut self, code: &'static str, path: &[&str], message: String, hint: &str) {
        let place = [&[self.file], path].concat();
        self.problems.push(Diagnostic::error(code, message).on(place).hint(hint));
    }

    fn state(&mut self, value: &Value) -> StateFile {
        let mut state = StateFile::default();
        let Some(table) = self.table(value, &[]) else { return state };
        let known = || MOTION.into_iter().chain(["tau", "payload", "parameters"]);
        for key in table.keys().filter(|key| !known().any(|known| known == *key)) {
            let hint = match nearest(key, known()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("one of: {}", known().collect::<Vec<_>>().join(", ")),
            };
            self.problem("unknown-key", &[key], format!("`{key}` means nothing here"), &hint);
        }
        let count = self.robot.coordinates().len();
        let mut list = |key: &str| table.get(key).map(|list| self.numbers(list, &[key], count));
        state.motion = MOTION.map(|key| list(key).unwrap_or_default()).into();
        state.driving_forces = list("tau").unwrap_or_default();
        if let Some(payload) = table.get("payload") {
            state.payload = self.payload(payload);
        }
        if let Some(parameters) = table.get("parameters") {
            state.parameters = self.parameters(parameters);
        }
        state
    }

    fn table<'v>(&mut self, value: &'v Value, path: &[&str]) -> Option<&'v Map<String, Value>> {
        if value.as_object().is_none() {
            let hint = "write {\"q\": [0, 0.5]}";
            self.problem("wrong-type", path, "here stands no object".to_owned(), hint);
        }
        value.as_object()
    }

    fn number(&mut self, value: &Value, path: &[&str]) -> f64 {
        value.as_f64().filter(|number| number.is_finite()).unwrap_or_else(|| {
            let message = format!("`{value}` is no finite number");
            self.problem("bad-number", path, message, "write a number such as 0.5");
            0.0
        })
    }

    fn numbers(&mut self, value: &Value, path: &[&str], count: usize) -> Vec<f64> {
        let Some(list) = value.as_array().filter(|list| list.len() == count) else {
            let names = self.robot.coordinate_owners();
            let hint = format!("in the order of the joints: {}", names.join(", "));
            let given = value.as_array().map_or("none".to_owned(), |list| list.len().to_string());
            let message = format!("a list of {count} numbers is wanted, here are {given}");
            self.problem("wrong-length", path, message, &hint);
            return Vec::new();
        };
        list.iter().map(|number| self.number(number, path)).collect()
    }

    fn payload(&mut self, value: &Value) -> Option<[[f64; 3]; 2]> {
        let table = self.table(value, &["payload"])?;
        for key in table.keys().filter(|key| !["f", "n"].contains(&key.as_str())) {
            let message = format!("`{key}` means nothing here");
            self.problem("unknown-key", &["payload", key], message, "one of: f, n");
        }
        let mut vector = |key: &str| match table.get(key) {
            Some(list) => match list.as_array().map(Vec::as_slice) {
                Some([x, y, z]) => [x, y, z].map(|number| self.number(number, &["payload", key])),
                _ => {
                    let message = "a list of three numbers is wanted: x, y, z".to_owned();
                    let hint = "in tool axes: [0, 0, -5]";
                    self.problem("wrong-length", &["payload", key], message, hint);
                    [0.0; 3]
                }
            },
            None => [0.0; 3],
        };
        Some([vector("f"), vector("n")])
    }

    fn parameters(&mut self, value: &Value) -> BTreeMap<Symbol, f64> {
        let mut values = BTreeMap::new();
        let Some(table) = self.table(value, &["parameters"]) else { return values };
        for (name, value) in table {
            let number = self.number(value, &["parameters", name]);
            let names = || self.robot.parameters().iter().map(|parameter| parameter.name.as_str());
            match self.robot.parameters().iter().find(|parameter| parameter.name == *name) {
                Some(parameter) => {
                    values.insert(parameter.symbol, number);
                }
                None => {
                    let hint = match nearest(name, names()) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "see `appell show` for the parameters of the robot".to_owned(),
                    };
                    let message = format!("the robot has no parameter `{name}`");
                    self.problem("unknown-name", &["parameters", name], message, &hint);
                }
            }
        }
        values
    }
}
