//! A scenario and its variants, compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use appell_algebra::{Budget, Stop};
use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, Place, Severity, excerpt};
use appell_model::{Robot, write_toml};
use appell_output::Heading;
use appell_scenario::{Distribution, Files, Scenario, Sweep, VariedKind};

use crate::columns;
use crate::evaluate::{Evaluator, Rows};
use crate::fingerprint::fingerprint;
use crate::sample::Sample;

/// A scenario and its variants.
#[derive(Clone)]
pub struct Study {
    pub(crate) text: String,
    pub(crate) scenario: Scenario,
    pub(crate) sweep: Sweep,
    sample: Sample,
    /// The robot; parameters that vary are arguments.
    pub(crate) machine: CompiledRobot,
    pub(crate) problem: Problem,
    /// The files that the scenario names.
    files: HashMap<String, Vec<u8>>,
    headings: Vec<Heading>,
    worst: usize,
    fingerprint: String,
    /// Warnings, about the scenario itself and at the ends of what varies.
    pub warnings: Vec<Diagnostic>,
}

/// What is calculated for each variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    Inverse,
    Simulation { follows: bool },
}

impl Study {
    /// From the text of a scenario that has a table `[sweep]`, its robot, and the files that it names.
    ///
    /// ```
    /// use appell_sweep::Study;
    /// let text = "robot = \"2r\"\n[[motion]]\nto = [1, 0.5]\nduration = 2\n[[payload]]\nmass = 1\n\
    ///     [sweep]\nmethod = \"sobol\"\ncount = 8\n[[sweep.vary]]\npath = \"payload[1].mass\"\nfrom = 0\nto = 5";
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let study = Study::new(text, &robot, &Default::default(), &|_| Ok(Vec::new()));
    /// let study = study.map_err(|findings| format!("{findings:?}"))?;
    /// let rows = study.rows(0..8).map_err(|_| "stopped")?;
    /// assert_eq!(study.headings()[0].name, "payload[1].mass");
    /// assert!(rows.columns[0].iter().all(|mass| (0.0..5.0).contains(mass)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        text: &str,
        robot: &Robot,
        budget: &Budget,
        files: &Files<'_>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut scenario = Scenario::read(text)?;
        let Some(sweep) = scenario.sweep.take() else {
            let problem = Diagnostic::error("no-sweep", "the scenario has no `[sweep]`")
                .hint("write [sweep], then method = \"sobol\" and count = 1000")
                .hint("and [[sweep.vary]], then path = \"payload[1].mass\", from = 0 and to = 5");
            return Err(vec![problem]);
        };
        let read = RefCell::new(HashMap::new());
        let kept = |name: &str| {
            let bytes = files(name)?;
            read.borrow_mut().insert(name.to_owned(), bytes.clone());
            Ok(bytes)
        };
        let simulates = scenario.can_be_simulated();
        // as it stands in the file the scenario must run, and what is odd in it is said once
        let mut warnings = match simulates {
            true => scenario.simulation(robot, budget, &kept)?.warnings,
            false => scenario.inverse_dynamics(robot, budget, &kept)?.warnings,
        };
        let changing: Vec<String> = sweep.varied.iter().filter_map(parameter).collect();
        let machine = scenario.compiled(robot, &changing, budget)?;
        let (problem, results) = match simulates {
            true => {
                let prepared = scenario.simulation_of(&machine, &kept)?;
                let follows = prepared.problem.controller.follows();
                let results = columns::of_simulation(&machine, follows);
                (Problem::Simulation { follows }, results)
            }
            false => (Problem::Inverse, columns::of_inverse(&machine)),
        };
        let headings: Vec<Heading> = columns::varied(&sweep).chain(results).collect();
        let worst = worst_column(&sweep, &headings)?;
        let files = read.into_inner();
        let mut names: Vec<&String> = files.keys().collect();
        names.sort();
        let robot_text = write_toml(robot);
        let texts = [env!("CARGO_PKG_VERSION").as_bytes(), text.as_bytes(), robot_text.as_bytes()];
        let tables = names.iter().flat_map(|name| [name.as_bytes(), &files[*name]]);
        let fingerprint = fingerprint(texts.into_iter().chain(tables));
        let sample = Sample::new(&sweep);
        let text = text.to_owned();
        at_the_ends(&text, &sweep, robot, budget, &mut warnings);
        Ok(Self {
            text,
            scenario,
            sweep,
            sample,
            machine,
            problem,
            files,
            headings,
            worst,
            fingerprint,
            warnings,
        })
    }

    /// How many variants there are.
    pub fn count(&self) -> u64 {
        self.sweep.count
    }

    /// How many rows a part of the result has; the last one may have fewer.
    pub fn part(&self) -> u64 {
        self.sweep.part
    }

    /// How many parts there are.
    pub fn parts(&self) -> u64 {
        self.count().div_ceil(self.part())
    }

    /// The rows of a part.
    pub fn part_rows(&self, part: u64) -> Range<u64> {
        let first = part.saturating_mul(self.part()).min(self.count());
        first..first.saturating_add(self.part()).min(self.count())
    }

    /// The columns: what varies, then what is found.
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// How many of the columns are what varies.
    pub fn varied(&self) -> usize {
        self.sweep.varied.len()
    }

    /// The number of the column whose largest value is the worst.
    pub fn worst(&self) -> usize {
        self.worst
    }

    /// A text that only the same study has: the same scenario, robot, tables and version.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The limits of work, by which it is stopped.
    pub fn budget(&self) -> &Budget {
        self.machine.budget()
    }

    /// The same under other limits of work; nothing is compiled again.
    #[must_use]
    pub fn with_budget(&self, budget: &Budget) -> Self {
        Self { machine: self.machine.with_budget(budget), ..self.clone() }
    }

    /// The numbers of a row that vary, in the order of the file.
    pub fn values(&self, row: u64) -> Vec<f64> {
        self.sample.values(row)
    }

    /// The scenario of a row, which is itself a scenario and has no `[sweep]`.
    pub fn variant(&self, row: u64) -> String {
        let text = self.sweep.variant(&self.text, &self.values(row));
        without_sweep(&text)
    }

    /// What calculates rows; each thread has one of its own.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(self)
    }

    /// Rows by their numbers, on this thread.
    pub fn rows(&self, rows: impl IntoIterator<Item = u64>) -> Result<Rows, Stop> {
        self.evaluator().rows(rows)
    }

    /// A file that the scenario names.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        self.files.get(name).cloned().ok_or_else(|| {
            Diagnostic::error("file", format!("`{}` was not read before", excerpt(name)))
        })
    }
}

/// The parameter of the robot that varies, if it is one.
fn parameter(varied: &appell_scenario::Varied) -> Option<String> {
    match &varied.kind {
        VariedKind::Parameter(name) => Some(name.clone()),
        VariedKind::Payload(..) | VariedKind::Other => None,
    }
}

/// The column that the file names as the worst, or the usual one.
fn worst_column(sweep: &Sweep, headings: &[Heading]) -> Result<usize, Vec<Diagnostic>> {
    let results = &headings[sweep.varied.len()..];
    let place = |name: &str| results.iter().position(|it| it.name == name);
    let Some((name, span)) = &sweep.worst else {
        // energy, or the drift that says how far a simulation is to be relied on
        return Ok(sweep.varied.len() + 1);
    };
    place(name).map(|place| sweep.varied.len() + place).ok_or_else(|| {
        let names = results.iter().map(|it| it.name.as_str());
        let all: Vec<&str> = names.clone().collect();
        let message = format!("the result has no column `{}`", excerpt(name));
        let problem = Diagnostic::error("unknown-column", message);
        let otherwise = format!("one of: {}", all.join(", "));
        vec![problem.did_you_mean(name, names, otherwise).at(span.clone())]
    })
}

/// Adds what is said of the scenario at the ends of what varies, once each: variants near them fail, or are
/// odd.
fn at_the_ends(
    text: &str,
    sweep: &Sweep,
    robot: &Robot,
    budget: &Budget,
    warnings: &mut Vec<Diagnostic>,
) {
    /// So many deviations from the mean lie almost all values.
    const ALMOST_ALL: f64 = 4.0;
    let middle = |it: &appell_scenario::Varied| match &it.distribution {
        Distribution::Uniform { from, to, .. } => f64::midpoint(*from, *to),
        Distribution::Values(values) => values[0],
        Distribution::Normal { mean, .. } => *mean,
    };
    let middles: Vec<f64> = sweep.varied.iter().map(middle).collect();
    for (k, varied) in sweep.varied.iter().enumerate() {
        let ends = match &varied.distribution {
            Distribution::Uniform { from, to, .. } => [*from, *to],
            Distribution::Values(values) => [
                values.iter().copied().fold(f64::INFINITY, f64::min),
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ],
            Distribution::Normal { mean, deviation } => {
                [mean - ALMOST_ALL * deviation, mean + ALMOST_ALL * deviation]
            }
        };
        for end in ends {
            let mut values = middles.clone();
            values[k] = end;
            let variant = sweep.variant(text, &values);
            let findings = match Scenario::read(&variant) {
                Ok(scenario) => scenario.doubtful_values(robot, budget),
                Err(findings) => findings,
            };
            for finding in findings {
                if !warnings.iter().any(|it| it.code == finding.code) {
                    let message = format!("where `{}` is {end}: {}", varied.path, finding.message);
                    let (severity, place, hints) = (Severity::Warning, Place::Unknown, Vec::new());
                    warnings.push(Diagnostic { message, severity, place, hints, ..finding });
                }
            }
        }
    }
}

/// The text without its table `[sweep]` and those under it.
fn without_sweep(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let header = line.trim_start();
        if header.starts_with('[') {
            let name = header.trim_start_matches('[').trim_start();
            inside = name
                .strip_prefix("sweep")
                .is_some_and(|rest| rest.trim_start().starts_with([']', '.']));
        }
        if !inside {
            kept.push_str(line);
        }
    }
    kept
}
