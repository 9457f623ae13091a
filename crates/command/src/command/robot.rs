//! The robot that a command is about: a bundled one, or a file.

use appell::diagnostic::{Diagnostic, Severity};
use appell::model::{BUNDLED, Format, bundled};
use appell::{ReadOptions, Robot};

use super::findings::{Failure, shown, tell_findings_about};

/// The findings in the file of a robot, as text for the terminal.
pub(crate) fn shown_findings(robot: &Robot) -> String {
    shown(robot.findings(), robot.source_name(), robot.source_text())
}

impl super::Reading {
    /// Reads the robot that was asked for.
    pub(crate) fn load(&self, name: &str) -> Result<Robot, Failure> {
        let format = Format::of_name(name);
        if !matches!(format, Some(Format::Urdf | Format::Mjcf))
            && (self.no_snap || self.tool.is_some())
        {
            let message = "--no-snap and --tool are for URDF and MJCF files only";
            let problem = Diagnostic::error("unused-option", message).hint("leave them out");
            return Err(Failure::of(&[problem]));
        }
        let options = self.options();
        match (bundled(name), format) {
            (Some(_), _) => Ok(options.bundled(name)?),
            (None, Some(_)) => Ok(options.read(name)?),
            (None, None) => Err(unknown(name)),
        }
    }

    /// The same, after its warnings are printed beside the result. Those of bundled robots are known;
    /// `show` prints them.
    pub(crate) fn load_warned(&self, name: &str) -> Result<Robot, Failure> {
        self.load_warned_of(name, |_| true)
    }

    /// The same for a robot whose parameters may be symbols: that they have no values is no warning.
    pub(crate) fn load_symbolic(&self, name: &str) -> Result<Robot, Failure> {
        self.load_warned_of(name, |warning| warning.code != "parameter-without-value")
    }

    fn load_warned_of(
        &self,
        name: &str,
        is_meant: impl Fn(&Diagnostic) -> bool,
    ) -> Result<Robot, Failure> {
        let robot = self.load(name)?;
        if bundled(name).is_none() {
            let warnings = robot.findings().iter().filter(|it| it.severity == Severity::Warning);
            let warnings: Vec<Diagnostic> = warnings.filter(|it| is_meant(it)).cloned().collect();
            tell_findings_about(&warnings, name, robot.source_text());
        }
        Ok(robot)
    }

    fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::new();
        if self.strict {
            options = options.strict();
        }
        if self.no_snap {
            options = options.keep_angles();
        }
        let options = match &self.tool {
            Some(link) => options.tool(link),
            None => options,
        };
        self.allowed.allow.iter().fold(options, ReadOptions::allow)
    }
}

fn unknown(name: &str) -> Failure {
    let problem = Diagnostic::error("unknown-robot", format!("there is no bundled robot `{name}`"));
    let names = BUNDLED.iter().map(|robot| robot.name);
    let problem = problem.did_you_mean(name, names, "see `appell robots` for all of them");
    let problem = problem.hint("a file ends in .toml, .urdf, .xml or .csv");
    Failure::of(&[problem])
}
