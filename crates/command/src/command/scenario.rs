//! The scenario that a command is about: a bundled one, or a file.

use appell::Robot;
use appell::algebra::Budget;
use appell::diagnostic::Diagnostic;
use appell::files::{self, Folder};
use appell::model::{self, MAX_BYTES};
use appell::scenario::{self, BUNDLED, Prepared, Scenario, bundled};
use appell::simulation::{InverseDynamicsProblem, Setup};
use appell::sweep::Study;

use super::findings::{Failure, tell_findings_about};
use super::motion_output::Files;
use super::progress::{Limits, Progress};
use super::robot::is_folder;
use super::{Allowed, Reading};

/// What every command about a scenario takes.
#[derive(clap::Args)]
pub(crate) struct Asked {
    /// The scenario: a bundled name or a .toml file
    pub(crate) scenario: String,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    allowed: Allowed,
}

impl Asked {
    /// The inverse problem of the scenario, ready to be solved.
    pub(crate) fn inverse_dynamics(
        &self,
        progress: &Progress,
    ) -> Result<(Loaded, Prepared<InverseDynamicsProblem>), Failure> {
        self.open(progress, Scenario::inverse_dynamics)
    }

    /// The simulation of the scenario, ready to run.
    pub(crate) fn simulation(
        &self,
        progress: &Progress,
    ) -> Result<(Loaded, Prepared<Setup>), Failure> {
        self.open(progress, Scenario::simulation)
    }

    /// The scenario, ready to run; files that cannot be written are refused before.
    fn open<P>(
        &self,
        progress: &Progress,
        prepare: Prepare<P>,
    ) -> Result<(Loaded, Prepared<P>), Failure> {
        self.files.check()?;
        let loaded = Loaded::new(&self.scenario, &self.allowed)?;
        progress.next("preparing");
        let prepared = loaded.prepare(&self.limits.budget(), prepare)?;
        Ok((loaded, prepared))
    }
}

/// How a scenario is brought together with its robot, for one of its problems.
pub(crate) type Prepare<P> = fn(
    &Scenario,
    &model::Robot,
    &Budget,
    &scenario::Files<'_>,
) -> Result<Prepared<P>, Vec<Diagnostic>>;

/// A scenario, its robot and its text.
pub(crate) struct Loaded {
    pub(crate) scenario: Scenario,
    pub(crate) name: String,
    text: String,
    pub(crate) robot: Robot,
    /// Where files are looked for.
    folder: Folder,
}

/// Files that a scenario names are no larger than this.
const MAX_TABLE: usize = 256 << 20;

impl Loaded {
    /// Reads a scenario and its robot.
    pub(crate) fn new(name: &str, allowed: &Allowed) -> Result<Self, Failure> {
        let (text, folder) = match bundled(name) {
            Some(file) => (file.text.to_owned(), Folder::default()),
            None if !name.ends_with(".toml") => {
                return Err(is_folder(name).unwrap_or_else(|| unknown(name)));
            }
            None => (files::text(name, MAX_BYTES)?, Folder::beside(name)),
        };
        let folder = allowed.allow.iter().fold(folder, Folder::allow);
        let read = Scenario::read(&text);
        let scenario = read.map_err(|findings| Failure::about(&findings, name, &text))?;
        let robot = robot_of(&scenario.robot.value, &folder, allowed)?;
        Ok(Self { scenario, name: name.to_owned(), text, robot, folder })
    }

    /// Brings the scenario together with its robot.
    pub(crate) fn prepare<P>(
        &self,
        budget: &Budget,
        prepare: Prepare<P>,
    ) -> Result<Prepared<P>, Failure> {
        let files = |name: &str| self.bytes(name);
        let prepared =
            prepare(&self.scenario, self.robot.model(), budget, &files).map_err(|findings| {
                let findings: Vec<_> = findings.into_iter().map(|it| self.other_verb(it)).collect();
                Failure::about(&findings, &self.name, &self.text)
            })?;
        tell_findings_about(&prepared.warnings, &self.name, &self.text);
        Ok(prepared)
    }

    /// The bytes of a table beside the scenario.
    fn bytes(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        self.folder.bytes(name, MAX_TABLE).map_err(|problem| {
            problem
                .hint("files are looked for beside the scenario")
                .hint("of a table that is too large, write fewer rows or columns")
        })
    }

    /// The scenario with all its variants.
    pub(crate) fn study(&self, budget: &Budget) -> Result<Study, Failure> {
        let files = |name: &str| self.bytes(name);
        let study = Study::new(&self.text, self.robot.model(), budget, &files);
        let study = study.map_err(|findings| Failure::about(&findings, &self.name, &self.text))?;
        tell_findings_about(&study.warnings, &self.name, &self.text);
        Ok(study)
    }

    /// A finding, with what to type where another command does it.
    fn other_verb(&self, mut finding: Diagnostic) -> Diagnostic {
        if finding.code == "nothing-to-integrate" {
            let name = &self.name;
            let hint = format!("type `appell inverse {name}` for the joint torques of the motion");
            finding.hints.insert(0, hint);
        }
        finding
    }

    /// The text of a file beside the scenario.
    pub(crate) fn file(&self, name: &str) -> Result<String, Failure> {
        Ok(self.folder.text(name, MAX_BYTES)?)
    }
}

fn robot_of(name: &str, folder: &Folder, allowed: &Allowed) -> Result<Robot, Failure> {
    let reading = Reading {
        strict: false,
        no_snap: false,
        tool: None,
        model: None,
        allowed: allowed.clone(),
        xacro: Default::default(),
    };
    match name.contains('.') {
        true => reading.load_warned(&folder.find(name)?.to_string_lossy()),
        false => reading.load_warned(name),
    }
}

fn unknown(name: &str) -> Failure {
    let message = format!("unknown bundled scenario `{name}`");
    let problem = Diagnostic::error("unknown-scenario", message);
    let names: Vec<&str> = BUNDLED.iter().map(|file| file.name).collect();
    let otherwise = format!("bundled scenarios: {}", names.join(", "));
    let problem = problem.did_you_mean(name, names, otherwise);
    Failure::of(&[problem.hint("a file ends in .toml")])
}
