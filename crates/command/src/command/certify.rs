//! `appell certify ROBOT QUANTITY... --for python|coq --out FOLDER`: a file that proves formulas to
//! anybody, without Appell.

use std::path::{Path, PathBuf};

use appell::diagnostic::Diagnostic;
use appell::report::{Certificate, Certifier};
use clap::ValueEnum;

use super::derive::asked;
use super::findings::{Failure, tell_findings};
use super::progress::{Limits, Progress};
use super::{output, quantities};

/// The arguments of `appell certify`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to certify"))]
    quantities: Vec<String>,
    /// The program that checks the certificate
    #[arg(long = "for", value_enum, value_name = "CHECKER")]
    checker: Checker,
    /// The folder for the file; it is created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Checker {
    /// A program that needs SymPy
    Python,
    /// A file for Coq 8.16 or later
    Coq,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_symbolic(&self.robot)?;
        let quantities = asked(&self.quantities, &robot)?;
        let progress = Progress::new();
        progress.next("certificate");
        let certifier = Certifier::new(robot.model(), self.command()).budget(&self.limits.budget());
        let certificate = match self.checker {
            Checker::Python => certifier.python(&quantities),
            Checker::Coq => certifier.coq(&quantities),
        };
        progress.done();
        write(&certificate.map_err(appell::Error::from)?, &self.out, &self.robot, self.force)
    }

    /// The command that makes the same file, in whatever folder.
    fn command(&self) -> String {
        let checker = match self.checker {
            Checker::Python => "python",
            Checker::Coq => "coq",
        };
        let quantities = self.quantities.join(" ");
        format!("appell certify {} {quantities} --for {checker} --out .", self.robot)
    }
}

/// Writes a certificate into a folder, under the name of what it is about.
pub(crate) fn write(
    certificate: &Certificate,
    folder: &Path,
    subject: &str,
    force: bool,
) -> Result<String, Failure> {
    let stem = Path::new(subject).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let stem: String = stem.chars().map(plain).collect();
    let path = folder.join(format!("certificate_{stem}.{}", certificate.ending));
    std::fs::create_dir_all(folder).map_err(|error| output::refused(folder, &error))?;
    output::write(&path, certificate.text.as_bytes(), force)?;
    let left_out =
        |what: &String| Diagnostic::warning("certificate-incomplete", format!("left out: {what}"));
    tell_findings(&certificate.left_out.iter().map(left_out).collect::<Vec<_>>());
    Ok(format!("wrote {}: {} rows\n", path.display(), certificate.rows))
}
