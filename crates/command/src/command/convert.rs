//! `appell convert A B`: a robot in another format.

use std::path::Path;

use appell::algebra::Budget;
use appell::diagnostic::Diagnostic;
use appell::model::{
    Convention, Format, Robot, write_csv, write_mjcf, write_sdf, write_toml, write_urdf,
};

use super::findings::{Failure, tell_all_findings, tell_findings, tell_findings_about};
use super::output;

/// The arguments of `appell convert`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    #[arg(value_name = "ROBOT")]
    from: String,
    /// The file to write: .toml, .urdf, .sdf, .xml (MJCF) or .csv
    #[arg(value_name = "FILE")]
    to: String,
    /// For .csv: the convention of the Denavit-Hartenberg table, standard or modified
    #[arg(long, value_parser = convention)]
    convention: Option<Convention>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: super::Reading,
}

fn convention(name: &str) -> Result<Convention, String> {
    let found = Convention::ALL.into_iter().find(|convention| convention.name() == name);
    found.ok_or_else(|| "write standard or modified".to_owned())
}

/// The written text; prints everything that is lost in it.
fn noted(written: Result<(String, Vec<Diagnostic>), Vec<Diagnostic>>) -> Result<String, Failure> {
    match written {
        Ok((text, notes)) => {
            tell_all_findings(&notes);
            Ok(text)
        }
        Err(findings) => Err(Failure::of(&findings)),
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let Some(format) = Format::of_name(&self.to) else {
            let problem = Diagnostic::error(
                "unknown-format",
                format!("the format of `{}` is unknown", self.to),
            )
            .hint("end the name in .toml, .urdf, .sdf, .xml or .csv");
            return Err(Failure::of(&[problem]));
        };
        if self.convention.is_some() && format != Format::Csv {
            let problem = Diagnostic::error("unused-option", "--convention is for .csv files only");
            return Err(Failure::of(&[problem.hint("leave it out")]));
        }
        let robot = self.reading.load(&self.from)?;
        tell_findings_about(robot.findings(), robot.source_name(), robot.source_text());
        let text = self.text(robot.model(), format)?;
        output::write(Path::new(&self.to), text.as_bytes(), self.force)?;
        Ok(format!("wrote {}\n", self.to))
    }

    fn text(&self, robot: &Robot, format: Format) -> Result<String, Failure> {
        let budget = Budget::default();
        match format {
            Format::Toml => {
                let files = robot.files();
                if !files.is_empty() {
                    let message = "the robot names files, which are not copied";
                    let note = Diagnostic::note("named-files", message)
                        .fact("files", files.join(", "))
                        .hint("copy them to where the new file is");
                    tell_findings(&[note]);
                }
                Ok(write_toml(robot))
            }
            Format::Urdf => noted(write_urdf(robot, &budget)),
            Format::Mjcf => noted(write_mjcf(robot, &budget)),
            Format::Sdf => noted(write_sdf(robot, &budget)),
            Format::Xacro => {
                let message = "a robot is written as URDF, not as xacro";
                let problem = Diagnostic::error("unknown-format", message);
                Err(problem.hint("end the name in .urdf").into())
            }
            Format::Csv => {
                let Some(convention) = self.convention else {
                    let message = "a Denavit-Hartenberg table needs its convention";
                    let problem = Diagnostic::error("missing-convention", message)
                        .hint("add --convention standard or --convention modified");
                    return Err(Failure::of(&[problem]));
                };
                noted(write_csv(robot, convention, &budget))
            }
        }
    }
}
