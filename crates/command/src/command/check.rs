//! `appell check PAPER --robot ROBOT`: a verdict for each published equation.

mod init;
mod page;
mod source;
mod text;

use std::path::{Path, PathBuf};

use appell::Robot;
use appell::diagnostic::Diagnostic;
use appell::files;
use appell::paper::{MAX_FILE, Paper};
use appell::proof::{
    Alternative, NOTATIONS, Notation, Options, Report, VerdictKind, check, notation_for,
};
use appell::report::{Certifier, in_shell, name_lines, verdicts_json, verdicts_sarif};
use clap::ValueEnum;

use super::certify;
use super::findings::{Failure, say_in_colours, tell, tell_findings};
use super::output;
use super::presentation::with_coloured_verdicts;
use super::progress::{Limits, Progress};
use super::watch::giving;
use super::{End, Outcome};

/// The name of the notation in which `appell derive` prints.
const OWN_NOTATION: &str = "appell";

/// The arguments of `appell check`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The paper: LaTeX, Markdown, reStructuredText, a notebook, HTML, or a folder or archive of sources
    paper: String,
    /// The robot that it is about: a bundled name or a file
    #[arg(long)]
    robot: Option<String>,
    /// Draft a robot file and a notation from the paper into this folder, and check nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["robot", "notation", "only", "json"])]
    init: Option<String>,
    /// Write a certificate of the verdicts into this folder: a Python program for SymPy
    #[arg(long, value_name = "FOLDER", conflicts_with = "init")]
    certify: Option<PathBuf>,
    /// Write the verdicts to this file instead of printing them; by its ending .json, .sarif or .html it is
    /// in that format
    #[arg(long, value_name = "FILE", conflicts_with = "init")]
    out: Option<PathBuf>,
    /// Replace files, drafts and certificates that exist
    #[arg(long)]
    force: bool,
    /// The names of the paper, as TOML; `appell`: those that `appell derive` prints; by default
    /// those of a bundled paper that fit, and names that are common
    #[arg(long, value_name = "FILE")]
    notation: Option<String>,
    /// Only equations with these numbers: 12 or 12-20
    #[arg(long, value_name = "NUMBERS")]
    only: Option<String>,
    /// Output format
    #[arg(long = "as", value_enum, default_value_t = Form::Text)]
    form: Form,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Form {
    /// A table, and the details of what is wrong
    Text,
    /// For programs
    Json,
    /// A referee's report, as a page: printed and corrected equations side by side
    Html,
    /// SARIF 2.1.0, for editors and continuous integration
    Sarif,
}

impl Form {
    /// The format that the ending of a file says.
    fn of_ending(path: &Path) -> Self {
        match path.extension().and_then(|it| it.to_str()) {
            Some("json") => Self::Json,
            Some("sarif") => Self::Sarif,
            Some("html") => Self::Html,
            _ => Self::Text,
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let form = match (&self.out, self.json) {
            (_, true) => Form::Json,
            (Some(path), _) if self.form == Form::Text => Form::of_ending(path),
            _ => self.form,
        };
        let paper = self.paper()?;
        tell_findings(paper.warnings());
        if let Some(folder) = &self.init {
            return init::init(&self.paper, &paper, folder, self.force);
        }
        let Some(robot) = &self.robot else { return Err(self.without_robot()) };
        let robot = self.reading.load(robot)?;
        let notation = self.notation(paper.text(), &robot)?;
        let options = Options {
            only: self.range()?,
            budget: self.limits.budget(),
            alternatives: Alternative::all(robot.model()),
        };
        let progress = Progress::new();
        progress.next(&format!("checking {}", self.paper));
        let report = check(paper.text(), robot.model(), notation.as_ref(), &options);
        progress.done();
        giving();
        let mut report = report?;
        name_lines(&paper, &mut report);
        if let Some(why) = &report.stopped {
            if report.findings.is_empty() {
                let message = format!("{why}, before the first equation was decided");
                return Err(Failure::new("stopped", message));
            }
            tell(&format!("warning[stopped]: {why}; the equations checked until then follow\n"));
        }
        if report.findings.is_empty() {
            let (message, hint) = match &self.only {
                Some(only) => (
                    format!("no displayed equation with the number {only} in `{}`", self.paper),
                    "leave --only out to check all equations; each verdict has its number",
                ),
                None => (
                    format!("no displayed equation in `{}`", self.paper),
                    "equations are written in $$ ... $$, \\[ ... \\], equation or align",
                ),
            };
            return Err(Failure::of(&[Diagnostic::error("no-equations", message).hint(hint)]));
        }
        if let Some(folder) = &self.certify {
            self.write_certificate(folder, &robot, &report)?;
        }
        let text = match form {
            Form::Text if self.out.is_some() => text::text(&paper, &report),
            Form::Text => {
                say_in_colours(&text::text(&paper, &report), with_coloured_verdicts)?;
                String::new()
            }
            Form::Json => format!("{:#}\n", verdicts_json(&paper, &report)),
            Form::Html => {
                page::html(&self.paper, &paper, robot.model(), &report, &self.certifying(&robot))
            }
            Form::Sarif => format!("{:#}\n", verdicts_sarif(&paper, &report)),
        };
        let text = match &self.out {
            Some(path) => {
                output::write(path, text.as_bytes(), self.force)?;
                format!("wrote {}\n", path.display())
            }
            None => text,
        };
        Ok(Outcome { text, end: end_of(&report) })
    }

    fn write_certificate(
        &self,
        folder: &Path,
        robot: &Robot,
        report: &Report,
    ) -> Result<(), Failure> {
        let command = self.certifying(robot);
        let certifier = Certifier::new(robot.model(), command).budget(&self.limits.budget());
        let certificate = certifier.python_of_check(&self.paper, &report.findings);
        let certificate = certificate.map_err(appell::Error::from)?;
        tell(&certify::write(&certificate, folder, &self.paper, self.force)?);
        Ok(())
    }

    /// The command that writes the certificate, into the current folder.
    fn certifying(&self, robot: &Robot) -> String {
        let robot = in_shell(robot.source_name());
        let mut command = format!("appell check {} --robot {robot}", in_shell(&self.paper));
        if let Some(notation) = &self.notation {
            command.push_str(&format!(" --notation {}", in_shell(notation)));
        }
        if let Some(only) = &self.only {
            command.push_str(&format!(" --only {}", in_shell(only)));
        }
        command + " --certify ."
    }

    fn paper(&self) -> Result<Paper, Failure> {
        let paper = Paper::read(&self.paper);
        Ok(paper.map_err(|problem| match problem.code {
            "not-utf8" | "unreadable-file" => {
                problem.hint("give the sources with the equations; a PDF cannot be read")
            }
            _ => problem,
        })?)
    }

    fn without_robot(&self) -> Failure {
        let problem = Diagnostic::error("no-robot", "the robot that the paper is about is missing")
            .hint("give it: --robot ROBOT, a bundled name (see `appell robots`) or a file")
            .hint(format!(
                "or draft it from the paper: appell check {} --init DIR writes a robot file and a notation",
                self.paper
            ));
        Failure::of(&[problem])
    }

    /// The given notation, or the bundled one that fits.
    fn notation(&self, text: &str, robot: &Robot) -> Result<Option<Notation>, Failure> {
        if self.notation.as_deref() == Some(OWN_NOTATION) {
            return Ok(Some(Notation::appell(robot.model())));
        }
        if let Some(file) = &self.notation {
            let given = match NOTATIONS.iter().find(|bundled| bundled.name == file) {
                Some(bundled) => bundled.text.to_owned(),
                None => files::text(file, MAX_FILE)?,
            };
            let about = |problems: Vec<Diagnostic>| Failure::about(&problems, file, &given);
            let read = Notation::read(&given).map_err(about)?;
            return match read.problems(robot.model()) {
                problems if problems.is_empty() => Ok(Some(read)),
                problems => Err(about(problems)),
            };
        }
        let fits = notation_for(text, robot.model());
        Ok(fits.and_then(|bundled| Notation::read(bundled.text).ok()))
    }

    fn range(&self) -> Result<Option<(u64, u64)>, Failure> {
        let Some(only) = &self.only else { return Ok(None) };
        let (first, last) = only.split_once('-').unwrap_or((only, only));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Some((first, last))),
            _ => {
                let problem = Diagnostic::error(
                    "bad-range",
                    format!("expected a number or a range of numbers, found `{only}`"),
                )
                .hint("write --only 12 or --only 12-20");
                Err(Failure::of(&[problem]))
            }
        }
    }
}

/// How a check ends: with a difference, cut short, with something proved, or with nothing decided.
fn end_of(report: &Report) -> End {
    let has = |kind| report.findings.iter().any(|finding| finding.verdict.kind() == kind);
    if has(VerdictKind::Refuted) {
        End::Differs
    } else if report.stopped.is_some() {
        End::CutShort
    } else if has(VerdictKind::Proved) {
        End::Fine
    } else {
        End::Undecided
    }
}
