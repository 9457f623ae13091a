//! The file that says where a robot is and how it moves.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use super::unique_keys::UniqueKeys;
use super::{
    MOTION, State, coordinate_named, find_parameter, loaded_frame, unknown_coordinate,
    unknown_parameter, wrong_length,
};
use crate::diagnostic::{Diagnostic, excerpt, nearest};
use crate::files;
use crate::model::{self, MAX_BYTES};
use crate::units::{
    self, ANY, FORCE, JOINT_ACCELERATION, JOINT_EFFORT, JOINT_JERK, JOINT_POSITION, JOINT_VELOCITY,
    JointMeasure, Measure, PURE_NUMBER, TORQUE,
};
use crate::{Error, Robot};

const DECIMAL_COMMA: &str = "write a decimal point, not a comma: 0.2 for 0,2";

/// What a value is, in words.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl State {
    /// Reads a state from JSON: `{"q": [...], "qd": [...], "qdd": [...], "tau": [...], "payload":
    /// {"f": [x, y, z], "n": [x, y, z]}, "wrenches": {"camera": {"f": [x, y, z]}}, "parameters":
    /// {"l2": 0.3}}`; what is absent is zero. Instead of a list there may be an object with the names
    /// of joints: `{"q": {"shoulder": 0.3}}`. A number may be a string with a unit: `"90 deg"`.
    ///
    /// ```
    /// use appell::{Robot, State};
    ///
    /// let robot = Robot::bundled("2r")?;
    /// let read = |text| State::read_json(text, &robot);
    /// assert_eq!(read("{\"q\": [0.3, -0.2]}")?, State::new().q([0.3, -0.2]));
    /// assert_eq!(read("{\"q\": {\"joint2\": -0.2}}")?, State::new().q([0.0, -0.2]));
    /// assert_eq!(read("{\"q\": [\"180 deg\", 0]}")?, State::new().q([std::f64::consts::PI, 0.0]));
    /// let refused = read("{\"q\": [0.3], \"qdt\": [0, 0]}");
    /// assert_eq!(refused.err().map(|error| error.findings().len()), Some(2));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn read_json(text: &str, robot: &Robot) -> Result<Self, Error> {
        Self::of_bytes(text.as_bytes(), "state", robot)
    }

    /// Reads a state from a file of JSON.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// assert!(State::read("no such file.json", &robot).is_err());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn read(path: impl AsRef<Path>, robot: &Robot) -> Result<Self, Error> {
        let path = path.as_ref();
        let bytes = files::bytes(path, MAX_BYTES)?;
        Self::of_bytes(&bytes, &path.display().to_string(), robot)
    }

    fn of_bytes(bytes: &[u8], name: &str, robot: &Robot) -> Result<Self, Error> {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let refused = |error: serde_json::Error| not_json(name, &error.to_string());
        if let Some(problem) = other_format(bytes, name) {
            return Err(problem.into());
        }
        let value: Value = serde_json::from_slice(bytes).map_err(|error| match error.is_eof() {
            true => {
                let place = format!("at line {} column {}", error.line(), error.column());
                let missing = "a bracket, a brace or a quotation mark is not closed";
                not_json(name, &format!("the text ends too early {place}: {missing}"))
            }
            false if ends_in_decimal_comma(bytes, &error) => refused(error).hint(DECIMAL_COMMA),
            false => refused(error),
        })?;
        let _: UniqueKeys = serde_json::from_slice(bytes).map_err(refused)?;
        let mut reader = Reader { file: name, robot: robot.model(), problems: Vec::new() };
        let state = reader.state(&value);
        if reader.problems.is_empty() { Ok(state) } else { Err(reader.problems.into()) }
    }
}

fn not_json(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("json", format!("{name}: {why}"))
        .hint("write a state such as {\"q\": [0, 0.5], \"qd\": [0, 0]}")
}

/// Whether what is before an error ends as `0,5` does.
fn ends_in_decimal_comma(bytes: &[u8], error: &serde_json::Error) -> bool {
    let line = bytes.split(|&byte| byte == b'\n').nth(error.line().saturating_sub(1));
    let before = line.and_then(|line| line.get(..error.column())).unwrap_or_default();
    matches!(before, [.., b'0'..=b'9', b',', b'0'..=b'9'])
}

/// What is wrong with a text that is empty, or that does not begin as JSON does: often a robot or a table.
fn other_format(bytes: &[u8], name: &str) -> Option<Diagnostic> {
    let text = bytes.trim_ascii_start();
    match text.first() {
        None => Some(not_json(name, "the text is empty")),
        Some(b'{' | b'[' | b'"') => None,
        Some(_) => {
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            let found = excerpt(line.trim_end());
            let why = format!("expected a state in JSON, which begins with {{, found `{found}`");
            let problem = not_json(name, &why);
            Some(match name.rsplit_once('.').map(|(_, ending)| ending) {
                Some("toml" | "urdf" | "xml" | "sdf" | "xacro") => problem
                    .hint("a robot file comes first: appell eval ROBOT.toml M --at STATE.json"),
                Some("csv" | "parquet") => problem.hint("a table of states is given by --states"),
                _ => problem,
            })
        }
    }
}

struct Reader<'r> {
    file: &'r str,
    robot: &'r model::Robot,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn problem(&mut self, code: &'static str, path: &[&str], message: String, hint: &str) {
        let place = [&[self.file], path].concat();
        self.problems.push(Diagnostic::error(code, message).on(place).hint(hint));
    }

    fn found(&mut self, problem: Diagnostic, path: &[&str]) {
        self.problems.push(problem.on([&[self.file], path].concat()));
    }

    fn state(&mut self, value: &Value) -> State {
        let mut state = State::default();
        let Some(table) = self.table(value, &[]) else { return state };
        let known = || MOTION.into_iter().chain(["tau", "payload", "wrenches", "parameters"]);
        for key in table.keys().filter(|key| !known().any(|known| known == *key)) {
            let meant = match key.as_str() {
                "dq" => Some("qd"),
                "ddq" => Some("qdd"),
                "torque" | "torques" => Some("tau"),
                _ => nearest(key, known()),
            };
            let hint = match meant {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("one of: {}", known().collect::<Vec<_>>().join(", ")),
            };
            self.problem("unknown-key", &[key], format!("unknown key `{key}`"), &hint);
        }
        let robot = self.robot;
        let mut list = |key: &str, measure: Option<&JointMeasure>| {
            let plain = || vec![&PURE_NUMBER; robot.coordinates().len()];
            let measures = measure.map_or_else(plain, |it| robot.coordinate_measures(it));
            table.get(key).map(|list| self.numbers(list, &[key], &measures)).unwrap_or_default()
        };
        let derivatives = [
            Some(&JOINT_POSITION),
            Some(&JOINT_VELOCITY),
            Some(&JOINT_ACCELERATION),
            Some(&JOINT_JERK),
        ];
        // higher derivatives have no units of their own
        let derivatives = derivatives.into_iter().chain(std::iter::repeat(None));
        for ((key, measure), numbers) in MOTION.into_iter().zip(derivatives).zip(&mut state.motion)
        {
            *numbers = list(key, measure);
        }
        state.driving_forces = list("tau", Some(&JOINT_EFFORT));
        if let Some(payload) = table.get("payload") {
            state.payload = self.wrench(payload, &["payload"]);
        }
        if let Some(wrenches) = table.get("wrenches") {
            state.wrenches = self.wrenches(wrenches);
        }
        if let Some(parameters) = table.get("parameters") {
            state.parameters = self.parameters(parameters);
        }
        state
    }

    fn table<'v>(&mut self, value: &'v Value, path: &[&str]) -> Option<&'v Map<String, Value>> {
        if value.as_object().is_none() {
            let hint = "write {\"q\": [0, 0.5]}";
            let message = format!("expected an object, found {}", kind_of(value));
            self.problem("wrong-type", path, message, hint);
        }
        value.as_object()
    }

    /// A number in SI units; a string has a unit of the measure.
    fn number(&mut self, value: &Value, path: &[&str], measure: &Measure) -> f64 {
        let key = path.last().copied().unwrap_or_default();
        if let Some(quantity) = value.as_str().and_then(units::read) {
            match quantity.and_then(|quantity| quantity.si(key, measure)) {
                Ok(number) if number.to_f64().is_finite() => return number.to_f64(),
                Ok(_) => {}
                Err(problem) => {
                    self.found(problem, path);
                    return 0.0;
                }
            }
        }
        value.as_f64().filter(|number| number.is_finite()).unwrap_or_else(|| {
            let message = format!("expected a finite number, found {}", kind_of(value));
            let hint = match value.as_str().map(str::trim) {
                Some(text) if text.parse::<f64>().is_ok() => {
                    format!("leave out the quotes: {text}")
                }
                _ => match measure.units.first() {
                    Some(unit) => format!("write a number such as 0.5, or \"0.5 {unit}\""),
                    None => "write a number such as 0.5".to_owned(),
                },
            };
            self.problem("bad-number", path, message, &hint);
            0.0
        })
    }

    fn numbers(&mut self, value: &Value, path: &[&str], measures: &[&Measure]) -> Vec<f64> {
        if let Some(by_name) = value.as_object() {
            return self.by_joint(by_name, path, measures);
        }
        let Some(list) = value.as_array() else {
            let hint = format!(
                "write a list with a number for each of: {}",
                self.robot.coordinate_owners().join(", ")
            );
            let message = format!("expected a list, found {}", kind_of(value));
            self.problem("wrong-type", path, message, &hint);
            return Vec::new();
        };
        if list.len() != measures.len() {
            let problem = wrong_length(self.robot, &list.len().to_string());
            let has_commas = list.len() > measures.len() && list.iter().all(Value::is_i64);
            self.found(if has_commas { problem.hint(DECIMAL_COMMA) } else { problem }, path);
            return Vec::new();
        }
        let numbers = list.iter().zip(measures);
        numbers.map(|(number, measure)| self.number(number, path, measure)).collect()
    }

    /// Numbers under the names of joints; joints that are left out are at zero.
    fn by_joint(
        &mut self,
        by_name: &Map<String, Value>,
        path: &[&str],
        measures: &[&Measure],
    ) -> Vec<f64> {
        let mut values = vec![0.0; measures.len()];
        let mut given = BTreeMap::new();
        for (name, value) in by_name {
            let place = [path, &[name]].concat();
            match coordinate_named(self.robot, name) {
                None => self.found(unknown_coordinate(self.robot, name), &place),
                Some(k) => {
                    values[k] = self.number(value, &place, measures[k]);
                    if let Some(other) = given.insert(k, name) {
                        let message = format!("`{other}` and `{name}` are the same coordinate");
                        self.problem("given-twice", &place, message, "leave one of them out");
                    }
                }
            }
        }
        values
    }

    /// Wrenches under the names of frames.
    fn wrenches(&mut self, value: &Value) -> BTreeMap<String, [[f64; 3]; 2]> {
        let mut wrenches = BTreeMap::new();
        let Some(table) = self.table(value, &["wrenches"]) else { return wrenches };
        for (name, value) in table {
            let path = ["wrenches", name];
            if let Err(problem) = loaded_frame(self.robot, name) {
                self.found(problem, &path);
            }
            wrenches.extend(self.wrench(value, &path).map(|wrench| (name.clone(), wrench)));
        }
        wrenches
    }

    /// Force and moment, in the axes of the frame on which they act.
    fn wrench(&mut self, value: &Value, path: &[&str]) -> Option<[[f64; 3]; 2]> {
        let table = self.table(value, path)?;
        for key in table.keys().filter(|key| !["f", "n"].contains(&key.as_str())) {
            let message = format!("unknown key `{key}`");
            self.problem("unknown-key", &[path, &[key]].concat(), message, "one of: f, n");
        }
        let mut vector = |key: &str, measure: &Measure| match table.get(key) {
            Some(list) => match list.as_array().map(Vec::as_slice) {
                Some([x, y, z]) => {
                    [x, y, z].map(|number| self.number(number, &[path, &[key]].concat(), measure))
                }
                _ => {
                    let message = "expected a list of three numbers: x, y, z".to_owned();
                    let hint = "in the axes of the frame: [0, 0, -5]";
                    self.problem("wrong-length", &[path, &[key]].concat(), message, hint);
                    [0.0; 3]
                }
            },
            None => [0.0; 3],
        };
        Some([vector("f", &FORCE), vector("n", &TORQUE)])
    }

    fn parameters(&mut self, value: &Value) -> BTreeMap<String, f64> {
        let mut values = BTreeMap::new();
        let Some(table) = self.table(value, &["parameters"]) else { return values };
        for (name, value) in table {
            let number = self.number(value, &["parameters", name], &ANY);
            let unit = value.as_str().and_then(|text| units::read(text)?.ok()?.unit());
            let parameter = self.robot.parameters().iter().find(|it| it.name == *name);
            if let (Some(unit), Some(parameter)) = (unit, parameter)
                && let Some(problem) = parameter.check_unit(unit.dimension)
            {
                self.found(problem, &["parameters", name]);
            }
            match find_parameter(self.robot, name) {
                Some(_) => {
                    values.insert(name.clone(), number);
                }
                None => self.found(unknown_parameter(self.robot, name), &["parameters", name]),
            }
        }
        values
    }
}
