//! `appell report ROBOT --out FILE`: the whole derivation as a document.

mod pdf;
mod scenario;

use std::path::PathBuf;

use appell::Robot;
use appell::diagnostic::Diagnostic;
use appell::paper::Paper;
use appell::proof::{self, Notation, check, notation_for};
use appell::report::{CheckedPaper, Columns, Part, Provenance, ReportOptions, in_shell};
use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::findings::{Failure, tell_findings};
use super::output;
use super::progress::{Limits, Progress};

/// The arguments of `appell report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    /// The file to write; its extension selects the format: .html, .pdf, .tex, .typ or .md
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// With a section about a paper: verdicts on its equations, their counterparts, corrections
    #[arg(long, value_name = "FILE")]
    paper: Option<String>,
    /// With a section about a scenario of the robot, a bundled name or a file: numbers and plots
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
    /// Only these parts
    #[arg(long, value_enum, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<PartName>,
    /// All parts but these
    #[arg(
        long,
        value_enum,
        value_name = "PART,...",
        value_delimiter = ',',
        conflicts_with = "parts"
    )]
    without: Vec<PartName>,
    /// Equations in two columns, as in journals; for .tex
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    columns: Option<u8>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

/// A part, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PartName(Part);

impl ValueEnum for PartName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [PartName; Part::ALL.len()] = {
            let mut all = [PartName(Part::ALL[0]); Part::ALL.len()];
            let mut k = 0;
            while k < all.len() {
                all[k] = PartName(Part::ALL[k]);
                k += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Html,
    Pdf,
    Latex,
    Typst,
    Markdown,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let format = self.format()?;
        let columns = if self.columns == Some(2) { Columns::Two } else { Columns::One };
        if columns == Columns::Two && format != Format::Latex {
            let message = format!("{}: only LaTeX is written in two columns", self.out.display());
            let hint = "end the name in .tex, or leave `--columns 2` out";
            return Err(Diagnostic::error("two-columns", message).hint(hint).into());
        }
        let robot = self.reading.load_symbolic(&self.robot)?;
        let progress = Progress::new();
        let paper = self.paper.as_deref().map(|paper| self.checked(paper, &robot)).transpose()?;
        let results = self.scenario.as_deref().map(|name| {
            scenario::solved(name, &robot, &self.reading.allowed, &self.limits, &progress)
        });
        let results = results.transpose()?;
        let mut options = ReportOptions::new()
            .parts(self.chosen())
            .columns(columns)
            .provenance(Provenance {
                name: robot.source_name().to_owned(),
                text: robot.source_text().to_owned(),
                command: self.command(),
            })
            .budget(&self.limits.budget())
            .on_progress(|what| progress.next(what));
        if let Some(paper) = paper {
            options = options.paper(paper);
        }
        if let Some(results) = results {
            options = options.scenario(results);
        }
        let document = options.document(robot.model()).map_err(appell::Error::from)?;
        progress.done();
        let shown = self.out.display();
        let bytes = match format {
            Format::Html => document.html().into_bytes(),
            Format::Latex => document.latex().into_bytes(),
            Format::Typst => document.typst().into_bytes(),
            Format::Markdown => document.markdown().into_bytes(),
            Format::Pdf => pdf::of_typst(&document.typst())?,
        };
        output::write(&self.out, &bytes, self.force)?;
        let count = document.equations().count();
        Ok(format!("wrote {shown}: {} sections, {count} equations\n", document.sections.len()))
    }

    /// The verdicts on a paper, by the bundled notation that fits or common names.
    fn checked(&self, name: &str, robot: &Robot) -> Result<CheckedPaper, Failure> {
        let paper = Paper::read(name)?;
        tell_findings(paper.warnings());
        let notation = notation_for(paper.text(), robot.model());
        let notation = notation.and_then(|bundled| Notation::read(bundled.text).ok());
        let options = proof::Options { budget: self.limits.budget(), ..Default::default() };
        let report = check(paper.text(), robot.model(), notation.as_ref(), &options)?;
        if let Some(why) = &report.stopped {
            return Err(Failure::new("stopped", format!("{why}, while `{name}` was checked")));
        }
        Ok(CheckedPaper { name: name.to_owned(), findings: report.findings })
    }

    fn chosen(&self) -> Vec<Part> {
        match self.parts.is_empty() {
            true => {
                let kept = |part: &Part| !self.without.contains(&PartName(*part));
                Part::ALL.into_iter().filter(kept).collect()
            }
            false => self.parts.iter().map(|part| part.0).collect(),
        }
    }

    /// The command that makes the same document, in whatever folder.
    fn command(&self) -> String {
        let file = self.out.file_name().unwrap_or_default().to_string_lossy();
        let names = |parts: &[PartName]| -> String {
            parts.iter().map(|part| part.0.name()).collect::<Vec<_>>().join(",")
        };
        let mut command =
            format!("appell report {} --out {}", in_shell(&self.robot), in_shell(&file));
        if let Some(paper) = &self.paper {
            command.push_str(&format!(" --paper {}", in_shell(paper)));
        }
        if let Some(scenario) = &self.scenario {
            command.push_str(&format!(" --scenario {}", in_shell(scenario)));
        }
        if self.columns == Some(2) {
            command.push_str(" --columns 2");
        }
        if !self.parts.is_empty() {
            command.push_str(&format!(" --parts {}", names(&self.parts)));
        }
        if !self.without.is_empty() {
            command.push_str(&format!(" --without {}", names(&self.without)));
        }
        command
    }

    fn format(&self) -> Result<Format, Failure> {
        let ending = self.out.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "html" | "htm" => Ok(Format::Html),
            "pdf" => Ok(Format::Pdf),
            "tex" => Ok(Format::Latex),
            "typ" => Ok(Format::Typst),
            "md" => Ok(Format::Markdown),
            _ => {
                let message = format!("{}: unknown format of a report", self.out.display());
                let hint = "expected a name that ends in .html, .pdf, .tex, .typ or .md";
                Err(Diagnostic::error("unknown-format", message).hint(hint).into())
            }
        }
    }
}
