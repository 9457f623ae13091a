//! Tables of states: a row a state, a column a coordinate, a velocity, a torque.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{MOTION, State};
use crate::diagnostic::{Diagnostic, excerpt, nearest};
use crate::model::{self, JointKind};
use crate::output::{Column, Table};
use crate::{Error, Robot};

/// The states of a table, a row each. What has no column is that of a state for all of them.
///
/// | column | what |
/// |---|---|
/// | `q1`, `shoulder`, `q_shoulder` | coordinate: by its name, by that of its joint |
/// | `qd1` or `dq1`, `qd_shoulder` | velocity; in the same way `qdd1`, `qddd1`, `qdddd1` |
/// | `tau1`, `Q_q1`, `tau_shoulder` | joint torque or force, for `qdd` |
///
/// So a result of `appell simulate` can be read. Units are in brackets, `q1 [rad]`; where there are
/// none, SI units are meant. Columns of other names are not part of the states; those of a result
/// (`Ek`, `P_q1`, `ref_q1`, ...) get no remark.
///
/// ```
/// use appell::{Robot, State, StateTable};
/// use appell::output::Table;
///
/// let robot = Robot::bundled("2r")?;
/// let table = Table::read("states.csv", b"q1 [rad],qd_joint2\n0.1,1\n0.2,2\n")?;
/// let states = StateTable::new(table, &robot, &State::new().q([0.0, 0.5]))?;
/// assert_eq!(states.state(1), State::new().q([0.2, 0.5]).qd([0.0, 2.0]));
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StateTable {
    table: Table,
    /// What is the same for all rows.
    base: State,
    /// How many coordinates the robot has.
    coordinates: usize,
    slots: Vec<(Slot, usize)>,
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
        let mut slots: Vec<(Slot, usize)> = Vec::new();
        for (place, column) in table.columns.iter().enumerate() {
            let name = excerpt(&column.name);
            match names.get(&column.name) {
                Some(Some(slot)) => {
                    problems.extend(wrong_unit(model, *slot, column));
                    if let Some((_, other)) = slots.iter().find(|(known, _)| known == slot) {
                        let other = excerpt(&table.columns[*other].name);
                        let message = format!("the columns `{other}` and `{name}` are the same");
                        let problem = Diagnostic::error("given-twice", message);
                        problems.push(problem.hint("leave one of them out"));
                    }
                    slots.push((*slot, place));
                }
                Some(None) => {
                    let message = format!("`{name}` means two columns of a state");
                    let problem = Diagnostic::error("ambiguous-column", message);
                    problems
                        .push(problem.hint("use the name of the coordinate, such as q1 or dq1"));
                }
                None if ["t", "time"].contains(&column.name.as_str()) => {}
                None if results.contains(&column.name) => {}
                None => remarks.push(unknown(&column.name, &names)),
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

    /// What deserves a look in the columns: those that are no part of the states.
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// The state of a row, counted from 0.
    pub fn state(&self, row: usize) -> State {
        let mut state = self.base.clone();
        for (slot, column) in &self.slots {
            let list = match slot.list {
                TAU => &mut state.driving_forces,
                order => &mut state.motion[order],
            };
            list.resize(self.coordinates, 0.0);
            list[slot.coordinate] = self.table.columns[*column].values[row];
        }
        state
    }

    /// The rows with the smallest and the largest number of each coordinate: where a warning about
    /// single coordinates applies at all, it does at one of them.
    pub(crate) fn extreme_rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        for (_, column) in self.slots.iter().filter(|(slot, _)| slot.list == 0) {
            let values = || self.table.columns[*column].values.iter().enumerate();
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

/// What is said of a column in another unit; where no unit is given, SI units are meant.
fn wrong_unit(robot: &model::Robot, slot: Slot, column: &Column) -> Option<Diagnostic> {
    let symbol = robot.coordinates()[slot.coordinate];
    // coordinates of modes have the units of their shapes, which differ
    let joint = robot.joints().iter().find(|joint| joint.coordinate == Some(symbol))?;
    let translates = joint.kind == JointKind::Translation;
    let mut unit = match (slot.list, translates) {
        (TAU, true) => "N",
        (TAU, false) => "N m",
        (_, true) => "m",
        (_, false) => "rad",
    }
    .to_owned();
    match slot.list {
        0 | TAU => {}
        1 => unit.push_str("/s"),
        order => {
            let _ = write!(unit, "/s^{order}");
        }
    }
    let plain = |unit: &str| unit.replace([' ', '*'], "");
    let is_right = column.unit.is_empty() || plain(&column.unit) == plain(&unit);
    (!is_right).then(|| {
        let (name, given) = (excerpt(&column.name), excerpt(&column.unit));
        let message = format!("`{name}` is in [{given}], expected [{unit}]");
        Diagnostic::error("wrong-unit", message).hint("use SI units and radians")
    })
}

fn unknown(name: &str, names: &BTreeMap<String, Option<Slot>>) -> Diagnostic {
    let message = format!("the column `{}` is not part of a state; it is copied", excerpt(name));
    let problem = Diagnostic::warning("unknown-column", message);
    // `q1 (deg)` for `q1`
    let stem = name.split(|c: char| c.is_whitespace() || "([".contains(c)).next().unwrap_or(name);
    let unit = names.contains_key(stem).then_some(stem);
    match unit.or_else(|| nearest(name, names.keys().map(String::as_str))) {
        Some(near) if unit.is_some() => problem
            .hint(format!("a unit is in brackets: `{near} [rad]`; SI units and radians only")),
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem,
    }
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
