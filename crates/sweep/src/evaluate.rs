//! The rows of a study.

use appell_algebra::Stop;
use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_scenario::{PayloadEntry, Scenario, VariedKind};
use appell_simulation::{
    Extras, InverseDynamicsProblem, Loads, MotionEfforts, Stopped, inverse, simulate,
};

use crate::columns::{inverse_numbers, simulation_numbers};
use crate::study::{Problem, Study};

/// Some rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Their numbers.
    pub numbers: Vec<u64>,
    /// The numbers, column by column, as [`Study::headings`] says; NaN where a variant cannot run.
    pub columns: Vec<Vec<f64>>,
    /// Why a variant cannot run, or how it ended; empty where there is nothing to say.
    pub remarks: Vec<String>,
}

/// What calculates rows.
pub struct Evaluator<'s> {
    study: &'s Study,
    /// The motion of all variants, where it is the same.
    same_motion: Option<SameMotion>,
}

/// A motion that no variant changes: only what is carried, and parameters that the motion does not
/// depend on.
struct SameMotion {
    machine: CompiledRobot,
    efforts: MotionEfforts,
    loads: Loads,
    duration: f64,
}

impl<'s> Evaluator<'s> {
    pub(crate) fn new(study: &'s Study) -> Self {
        Self { study, same_motion: SameMotion::of(study) }
    }

    /// The same rows by the general way: every variant as a scenario of its own, with a motion of its own.
    /// For tests, which hold one way against the other.
    #[must_use]
    pub fn without_shortcut(mut self) -> Self {
        self.same_motion = None;
        self
    }

    /// How many states of inverse dynamics a row takes, where all rows have the same motion.
    pub fn states(&self) -> Option<usize> {
        self.same_motion.as_ref().map(|it| it.efforts.states())
    }

    /// Rows by their numbers, unless the work is stopped.
    pub fn rows(&mut self, rows: impl IntoIterator<Item = u64>) -> Result<Rows, Stop> {
        let columns = self.study.headings().len();
        let mut found =
            Rows { numbers: Vec::new(), columns: vec![Vec::new(); columns], remarks: Vec::new() };
        let mut numbers = Vec::with_capacity(columns);
        for row in rows {
            numbers.clear();
            let values = self.study.values(row);
            numbers.extend(&values);
            let remark = match self.results(&values, &mut numbers) {
                Ok(remark) => remark,
                Err(reason) => {
                    numbers.truncate(values.len());
                    numbers.resize(columns, f64::NAN);
                    reason
                }
            };
            // a variant that was stopped is no variant that failed
            self.study.budget().check()?;
            found.numbers.push(row);
            found.columns.iter_mut().zip(&numbers).for_each(|(column, it)| column.push(*it));
            found.remarks.push(remark);
        }
        Ok(found)
    }

    /// The results of a variant and a remark, or why there are none.
    fn results(&mut self, values: &[f64], out: &mut Vec<f64>) -> Result<String, String> {
        if let Some(same) = &mut self.same_motion
            && same.set(self.study, values)
        {
            let efforts = same.efforts.of(&same.machine, &same.loads);
            let efforts = efforts.map_err(|error| error.to_string())?;
            inverse_numbers(&same.machine, same.duration, &efforts, out);
            return Ok(String::new());
        }
        let text = self.study.sweep.variant(&self.study.text, values);
        let scenario = Scenario::read(&text).map_err(|findings| reason(&findings))?;
        let files = |name: &str| self.study.file(name);
        let machine = &self.study.machine;
        match self.study.problem {
            Problem::Inverse => {
                let prepared = scenario.inverse_dynamics_of(machine, &files);
                let prepared = prepared.map_err(|findings| reason(&findings))?;
                let (machine, problem) = (&prepared.machine, &prepared.problem);
                let duration = problem.motion.duration();
                let efforts = match machine.is_elastic() {
                    true => {
                        let plain =
                            InverseDynamicsProblem { extras: Extras::default(), ..problem.clone() };
                        inverse(machine, &plain).map(|found| found.efforts)
                    }
                    false => MotionEfforts::new(machine, problem)
                        .and_then(|mut efforts| efforts.of(machine, &problem.loads)),
                };
                let efforts = efforts.map_err(|error| error.to_string())?;
                inverse_numbers(machine, duration, &efforts, out);
                Ok(String::new())
            }
            Problem::Simulation { follows } => {
                let prepared = scenario.simulation_of(machine, &files);
                let prepared = prepared.map_err(|findings| reason(&findings))?;
                let found = simulate(&prepared.machine, &prepared.problem, &mut |_| {});
                let found = found.map_err(|error| error.to_string())?;
                if let Stopped::Failed(error) = &found.stopped {
                    return Err(error.to_string());
                }
                Ok(simulation_numbers(&prepared.machine, &found, follows, out))
            }
        }
    }
}

impl SameMotion {
    /// The motion of all variants, if it is the same.
    fn of(study: &Study) -> Option<Self> {
        let Study { scenario, machine, sweep, .. } = study;
        let changes_motion = |kind: &VariedKind| match kind {
            VariedKind::Payload(..) => false,
            VariedKind::Parameter(_) => {
                scenario.moves_by_kinematics() || machine.limits_depend_on_arguments()
            }
            VariedKind::Other => true,
        };
        let is_plain = study.problem == Problem::Inverse && !machine.is_elastic();
        if !is_plain || sweep.varied.iter().any(|it| it.scales || changes_motion(&it.kind)) {
            return None;
        }
        let files = |name: &str| study.file(name);
        let prepared = scenario.inverse_dynamics_of(machine, &files).ok()?;
        let efforts = MotionEfforts::new(&prepared.machine, &prepared.problem).ok()?;
        Some(Self {
            machine: prepared.machine,
            efforts,
            duration: prepared.problem.motion.duration(),
            loads: prepared.problem.loads,
        })
    }

    /// Takes the numbers of a variant; not, if the reader of scenarios would refuse one.
    fn set(&mut self, study: &Study, values: &[f64]) -> bool {
        let varied = || study.sweep.varied.iter().zip(values);
        let is_mass =
            |kind: &VariedKind| matches!(kind, VariedKind::Payload(_, PayloadEntry::Mass));
        if varied().any(|(it, value)| !value.is_finite() || (is_mass(&it.kind) && *value < 0.0)) {
            return false;
        }
        for (it, &value) in varied() {
            let VariedKind::Payload(number, entry) = it.kind else { continue };
            let Some(loading) = self.loads.0.get_mut(number) else { return false };
            let load = &mut loading.load;
            let place = match entry {
                PayloadEntry::Mass => Some(&mut load.mass),
                PayloadEntry::Centre(k) => load.centre.get_mut(k),
                PayloadEntry::Force(k) => load.force.get_mut(k),
                PayloadEntry::Moment(k) => load.moment.get_mut(k),
            };
            let Some(place) = place else { return false };
            *place = value;
        }
        let parameters = varied().filter(|(it, _)| matches!(it.kind, VariedKind::Parameter(_)));
        self.machine.set_arguments(parameters.map(|(_, value)| *value));
        true
    }
}

/// What is wrong, in one line.
fn reason(findings: &[Diagnostic]) -> String {
    findings.first().map_or_else(String::new, |it| format!("{}: {}", it.code, it.message))
}
