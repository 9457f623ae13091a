//! The robot that a command is about: a bundled one, or a file.

use appell::diagnostic::{Diagnostic, Severity};
use appell::model::{BUNDLED, Format, bundled};
use appell::{ReadOptions, Robot};

use super::findings::{Failure, shown, tell_findings_about};
use super::quantities;

/// The findings in the file of a robot, as text for the terminal.
pub(crate) fn shown_findings(robot: &Robot) -> String {
    shown(robot.findings(), robot.source_name(), robot.source_text())
}

impl super::Reading {
    /// Reads the robot that was asked for.
    pub(crate) fn load(&self, name: &str) -> Result<Robot, Failure> {
        let format = Format::of_name(name);
        let unused = |message: &str| {
            Err(Diagnostic::error("unused-option", message).hint("leave them out").into())
        };
        if !format.is_some_and(Format::has_links) && self.no_snap {
            return unused("--no-snap is for URDF, xacro, SDF and MJCF files only");
        }
        let xacro = &self.xacro;
        if format != Some(Format::Xacro) && !(xacro.arg.is_empty() && xacro.package.is_empty()) {
            return unused("--arg and --package are for xacro files only");
        }
        if format != Some(Format::Sdf) && self.model.is_some() {
            return unused("--model is for SDF files only");
        }
        let options = self.options();
        match (bundled(name), format) {
            (Some(_), _) => Ok(options.bundled(name)?),
            (None, Some(_)) => Ok(options.read(name)?),
            (None, None) => Err(is_folder(name).unwrap_or_else(|| unknown(name))),
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
            tell_findings_about(&changes(robot.findings()), name, robot.source_text());
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
            Some(frame) => options.tool(frame),
            None => options,
        };
        let options = match &self.model {
            Some(name) => options.sdf_model(name),
            None => options,
        };
        let options = self.allowed.allow.iter().fold(options, ReadOptions::allow);
        let options = self
            .xacro
            .arg
            .iter()
            .fold(options, |options, (name, value)| options.argument(name, value));
        self.xacro
            .package
            .iter()
            .fold(options, |options, (name, folder)| options.package(name, folder))
    }
}

/// What was taken otherwise than it is written, or not at all, in a note each.
fn changes(findings: &[Diagnostic]) -> Vec<Diagnostic> {
    let of = |code: &str| findings.iter().filter(|it| it.code == code).count();
    let snapped = of("snapped-angle") + of("snapped-axis");
    let message = "angles near a multiple of pi/2 and axes near x, y or z are taken to be those";
    let snapped = (snapped > 0).then(|| {
        Diagnostic::note("snapped-angle", message)
            .fact("places", snapped)
            .hint("`appell show` lists them; --no-snap keeps the file to the letter")
    });
    let left_out = ["not-read", "base-mass"];
    let unread = findings.iter().filter(|it| left_out.contains(&it.code)).cloned();
    snapped.into_iter().chain(unread).collect()
}

/// What is wrong with a folder where a file is expected; nothing where the name is that of no folder.
pub(crate) fn is_folder(name: &str) -> Option<Failure> {
    std::path::Path::new(name).is_dir().then(|| {
        let message = format!("`{name}` is a folder, expected a file or a bundled name");
        Diagnostic::error("unreadable-file", message).hint("give the name of a file in it").into()
    })
}

fn unknown(name: &str) -> Failure {
    let problem = Diagnostic::error("unknown-robot", format!("unknown bundled robot `{name}`"));
    let file = format!("{name}.toml");
    if std::path::Path::new(&file).is_file() {
        return problem.hint(format!("did you mean the file `{file}`?")).into();
    }
    if quantities::is_name(name) {
        let hint = format!("`{name}` is a quantity; the robot comes before it: `ROBOT {name}`");
        return problem.hint(hint).hint("see `appell robots` for those that are bundled").into();
    }
    let names = BUNDLED.iter().map(|robot| robot.name);
    let problem = problem.did_you_mean(name, names, "see `appell robots` for all of them");
    let problem = problem.hint(format!("the name of a file ends in {}", Format::ENDINGS));
    Failure::of(&[problem])
}
