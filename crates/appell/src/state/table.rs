//! Tables of states: a row a state, a column a coordinate, a velocity, a torque.

use std::collections::{BTreeMap, BTreeSet};

use super::{MOTION, State};
use crate::diagnostic::{Diagnostic, excerpt, nearest};
use crate::model::{self, JointKind};
use crate::output::{Column, Table};
use crate::units::{
    JOINT_ACCELERATION, JOINT_EFFORT, JOINT_JERK, JOINT_POSITION, JOINT_VELOCITY, JointMeasure,
    Unit,
};
use crate::{Error, Robot};

/// The states of a table, a row each. What has no column is that of a state for all of them.
///
/// | column | what |
/// |---|---|
/// | `q1`, `shoulder`, `q_shoulder` | coordinate: by its name, by that of its joint |
/// | `qd1` or `dq1`, `qd_shoulder` | velocity; in the same way `qdd1`, `qddd1`, `qdddd1` |
/// | `tau1`, `Q_q1`, `tau_shoulder` | joint torque or force, for `qdd` |
///
/// So a result of `appell simulate` can be read. Units are in brackets, `q1 [deg]`; where there are
/// none, SI units are meant. Columns of other names are not part of the states; those of a result
/// (`Ek`, `P_q1`, `ref_q1`, ...) get no remark.
///
/// ```
/// use appell::{Robot, State, StateTable};
/// use appell::output::Table;
///
/// let robot = Robot::bundled("2r")?;
/// let table = Table::read("states.csv", b"q1 [deg],qd_joint2\n0,1\n90,2\n")?;
/// let states = StateTable::new(table, &robot, &State::new().q([0.0, 0.5]))?;
/// let quarter = std::f64::consts::FRAC_PI_2;
/// assert_eq!(states.state(1), State::new().q([quarter, 0.5]).qd([0.0, 2.0]));
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StateTable {
    table: Table,
    /// What is the same for all rows.
    base: State,
    /// How many coordinates the robot has.
    coordinates: usize,
    /// The numbers of the columns, in SI units.
    slots: Vec<(Slot, Vec<f64>)>,
    remarks: Vec<Diagnostic>,
}

/// A number of a state: that of a coordinate, in one of the lists of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    /// The order of the time derivative, or [`TAU`].
    list: usize,
    coordinate: usize,
}

/// The list of joint torques, behind those of the motion.
const TAU: usize = MOTION.len();

impl StateTable {
    /// Finds the columns of a table; or says all that is wrong with them.
    pub fn new(table: Table, robot: &Robot, base: &State) -> Result<Self, Error> {
        let model = robot.model();
        let problems = base.problems(model);
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let names = names(model);
        let results = results(model);
        let (mut problems, mut remarks) = (Vec::new(), Vec::new());
        let mut slots: Vec<(Slot, Vec<f64>)> = Vec::new();
        let mut known: Vec<(Slot, &str)> = Vec::new();
        for column in &table.columns {
            let name = excerpt(&column.name);
            match names.get(&column.name) {
                Some(Some(slot)) => {
                    if let Some((_, other)) = known.iter().find(|(known, _)| known == slot) {
                        let other = excerpt(other);
                        let message = format!("the columns `{other}` and `{name}` are the same");
                        let problem = Diagnostic::error("given-twice", message);
                        problems.push(problem.hint("leave one of them out"));
                    }
                    known.push((*slot, &column.name));
                    match in_si(model, *slot, column) {
                        Ok(values) => slots.push((*slot, values)),
                        Err(problem) => problems.push(problem),
                    }
                }
                Some(None) => {
                    let message = format!("`{name}` means two columns of a state");
                    let problem = Diagnostic::error("ambiguous-column", message);
                    problems
                        .push(problem.hint("use the name of the coordinate, such as q1 or dq1"));
                }
                None if ["t", "time"].contains(&column.name.as_str()) => {}
                None if results.contains(&column.name) => {}
                None => match of_no_joint(&column.name, &names, model) {
                    Some(problem) => problems.push(problem),
                    None => remarks.push(unknown(&column.name, &names)),
                },
            }
        }
        if slots.is_empty() && problems.is_empty() {
            problems.push(without_states(&table, model));
        }
        match problems.is_empty() {
            true => {
                let coordinates = model.coordinates().len();
                Ok(Self { table, base: base.clone(), coordinates, slots, remarks })
            }
            false => Err(problems.into()),
        }
    }

    /// The table that the states are read from.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Warnings about columns that are not part of the states.
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// The state of a row, counted from 0.
    pub fn state(&self, row: usize) -> State {
        let mut state = self.base.clone();
        for (slot, values) in &self.slots {
            let list = match slot.list {
                TAU => &mut state.driving_forces,
                order => &mut state.motion[order],
            };
            list.resize(self.coordinates, 0.0);
            list[slot.coordinate] = values[row];
        }
        state
    }

    /// The rows with the smallest and the largest number of each coordinate: where a warning about
    /// single coordinates applies at all, it does at one of them.
    pub(crate) fn extreme_rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        for (_, values) in self.slots.iter().filter(|(slot, _)| slot.list == 0) {
            let values = || values.iter().enumerate();
            rows.extend(values().min_by(|a, b| a.1.total_cmp(b.1)).map(|(row, _)| row));
            rows.extend(values().max_by(|a, b| a.1.total_cmp(b.1)).map(|(row, _)| row));
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}

/// The names that columns may have; nothing where one would mean two numbers of a state.
fn names(robot: &model::Robot) -> BTreeMap<String, Option<Slot>> {
    let mut names: BTreeMap<String, Option<Slot>> = BTreeMap::new();
    let owners = robot.coordinate_owners();
    for (coordinate, (&symbol, owner)) in robot.coordinates().iter().zip(&owners).enumerate() {
        let own = robot.symbols().name(symbol);
        let number = own.strip_prefix('q');
        for (list, stem) in MOTION.into_iter().chain(["tau"]).enumerate() {
            let mut all = vec![format!("{stem}_{owner}")];
            all.extend(number.map(|number| format!("{stem}{number}")));
            match list {
                TAU => all.extend([format!("Q_{own}"), format!("tau_{own}")]),
                0 => all.extend([own.clone(), owner.clone()]),
                order => all.push(format!("{}{own}", "d".repeat(order))),
            }
            let slot = Slot { list, coordinate };
            for name in all {
                let known = names.entry(name).or_insert(Some(slot));
                *known = known.filter(|known| *known == slot);
            }
        }
    }
    names
}

/// The names of the other columns that simulations and inverse dynamics write: no state, but known.
fn results(robot: &model::Robot) -> BTreeSet<String> {
    let mut names = BTreeSet::from(["Ek", "Ep", "W"].map(str::to_owned));
    for symbol in robot.coordinates() {
        let own = robot.symbols().name(symbol);
        names.extend(["ref_", "e_", "dQ_", "P_"].map(|stem| format!("{stem}{own}")));
    }
    for number in 1..=robot.joints().len() {
        let axes = ["x", "y", "z"];
        names.extend(
            axes.iter()
                .flat_map(|axis| ["f", "n"].map(|letter| format!("{letter}{number}_{axis}"))),
        );
    }
    names
}

/// The numbers of a column in SI units; where no unit is given, they are taken to be in them.
fn in_si(robot: &model::Robot, slot: Slot, column: &Column) -> Result<Vec<f64>, Diagnostic> {
    /// What the first lists of a state hold; units of higher derivatives have no names.
    const MEASURES: [&JointMeasure; 4] =
        [&JOINT_POSITION, &JOINT_VELOCITY, &JOINT_ACCELERATION, &JOINT_JERK];
    let symbol = robot.coordinates()[slot.coordinate];
    // coordinates of modes have the units of their shapes, which differ
    let Some(joint) = robot.joints().iter().find(|joint| joint.coordinate == Some(symbol)) else {
        return Ok(column.values.clone());
    };
    let translates = joint.kind == JointKind::Translation;
    let measure = match slot.list {
        TAU => Some(&JOINT_EFFORT),
        order => MEASURES.get(order).copied(),
    };
    if let Some(measure) = measure {
        return Ok(column.in_si(measure.of(translates))?.into_owned());
    }
    let unit = format!("{}/s^{}", if translates { "m" } else { "rad" }, slot.list);
    match column.unit.is_empty() || column.unit.replace(' ', "") == unit {
        true => Ok(column.values.clone()),
        false => {
            let (name, given) = (excerpt(&column.name), excerpt(&column.unit));
            let message = format!("`{name}` must be in {unit}, got {given}");
            Err(Diagnostic::error("wrong-unit", message).hint(format!("write `{name} [{unit}]`")))
        }
    }
}

fn unknown(name: &str, names: &BTreeMap<String, Option<Slot>>) -> Diagnostic {
    let message = format!("the column `{}` is not part of a state", excerpt(name));
    let problem = Diagnostic::warning("unknown-column", message);
    match nearest(name, names.keys().map(String::as_str)) {
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// What is wrong with a column that is meant for a state, but that no coordinate of the robot has: `q3` of a
/// robot with two joints, `q1 (deg)` for `q1 [deg]`. Without it the coordinate would be taken as zero.
fn of_no_joint(
    name: &str,
    names: &BTreeMap<String, Option<Slot>>,
    robot: &model::Robot,
) -> Option<Diagnostic> {
    let shown = excerpt(name);
    if let Some((stem, unit)) = name.split_once(|c: char| c.is_whitespace() || c == '(')
        && names.contains_key(stem)
        && let unit = unit.trim_matches(|c: char| c.is_whitespace() || "()".contains(c))
        && Unit::read(unit).is_some()
    {
        let message = format!("the unit of the column `{shown}` is not in square brackets");
        let hint = format!("write `{stem} [{}]`", excerpt(unit));
        return Some(Diagnostic::error("wrong-columns", message).hint(hint));
    }
    let number = name.trim_start_matches('d');
    let stems = ["qdddd", "qddd", "qdd", "qd", "Q_q", "tau_q", "tau", "q"];
    let number = stems.into_iter().find_map(|stem| number.strip_prefix(stem))?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let coordinates = robot.coordinates();
    let own: Vec<String> = coordinates.iter().map(|&q| robot.symbols().name(q)).collect();
    let message = format!("the robot has no coordinate for the column `{shown}`");
    let problem = Diagnostic::error("wrong-columns", message).fact("coordinates", own.join(", "));
    Some(problem.hint("give the column the name of a coordinate or joint, or leave it out"))
}

fn without_states(table: &Table, robot: &model::Robot) -> Diagnostic {
    let found: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let coordinates = robot.coordinates();
    let own: Vec<String> = coordinates.iter().map(|&q| robot.symbols().name(q)).collect();
    Diagnostic::error("wrong-columns", "no column of the table belongs to a state")
        .fact("columns", found.join(", "))
        .hint(format!(
            "name columns {}, or by joint: {}",
            own.join(", "),
            robot.coordinate_owners().join(", ")
        ))
        .hint("and velocities qd1 or dq1, accelerations qdd1, joint torques tau1")
}
