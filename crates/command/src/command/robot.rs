//! The robot that a command is about: a bundled one, or a file.

use appell::diagnostic::{Diagnostic, Severity};
use appell::files;
use appell::model::{
    BUNDLED, Files, Format, MAX_BYTES, Options, Reading, Robot, bundled, read, read_toml,
};

use super::findings::{Failure, shown, tell};

/// A robot, and what was found in its file.
pub(crate) struct Loaded {
    pub(crate) robot: Robot,
    pub(crate) findings: Vec<Diagnostic>,
    /// The name of the file, for findings.
    name: String,
    text: String,
}

impl Loaded {
    /// The robot, after its warnings are told beside the result. Those of bundled robots are known;
    /// `show` tells them.
    pub(crate) fn warned(self) -> Self {
        if bundled(&self.name).is_none() {
            let warnings = self.findings.iter().filter(|it| it.severity == Severity::Warning);
            let warnings: Vec<Diagnostic> = warnings.cloned().collect();
            tell(&shown(&warnings, &self.name, &self.text));
        }
        self
    }

    /// The findings as text for the terminal.
    pub(crate) fn shown_findings(&self) -> String {
        shown(&self.findings, &self.name, &self.text)
    }
}

impl super::Reading {
    fn options(&self, files: Files) -> Options {
        Options { strict: self.strict, snap: !self.no_snap, tool: self.tool.clone(), files }
    }

    /// Reads the robot that was asked for.
    pub(crate) fn load(&self, name: &str) -> Result<Loaded, Failure> {
        let format = Format::of_name(name);
        if format != Some(Format::Urdf) && (self.no_snap || self.tool.is_some()) {
            let message = "--no-snap and --tool are for URDF files only";
            let problem = Diagnostic::error("unused-option", message).hint("leave them out");
            return Err(Failure::of(&[problem]));
        }
        if let Some(file) = bundled(name) {
            return loaded(
                read_toml(file.text, &self.options(file.files())),
                name,
                file.text.to_owned(),
            );
        }
        let Some(format) = format else { return Err(unknown(name)) };
        let bytes = files::bytes(name, MAX_BYTES)?;
        let reading = read(&bytes, format, &self.options(Files::beside(name)));
        loaded(reading, name, String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn loaded(reading: Reading, name: &str, text: String) -> Result<Loaded, Failure> {
    let Reading { robot, findings } = reading;
    match robot {
        Some(robot) => Ok(Loaded { robot, findings, name: name.to_owned(), text }),
        None => Err(Failure::about(&findings, name, &text)),
    }
}

fn unknown(name: &str) -> Failure {
    let problem = Diagnostic::error("unknown-robot", format!("there is no bundled robot `{name}`"));
    let names = BUNDLED.iter().map(|robot| robot.name);
    let problem = problem.did_you_mean(name, names, "see `appell robots` for all of them");
    let problem = problem.hint("a file ends in .toml, .urdf or .csv");
    Failure::of(&[problem])
}
