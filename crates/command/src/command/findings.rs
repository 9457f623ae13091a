//! Findings on the terminal.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{ErrorKind, Write};

use appell::diagnostic::{Diagnostic, Severity, printable};
use appell::{actuation, algebra, code, mechanics, program, simulation};

use super::presentation::{has_colours, is_printed, most_findings, with_coloured_codes};
use super::watch::printing;

/// Why the command could not run.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// A failure in one sentence.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self::of(&[Diagnostic::error(code, message)])
    }

    /// Findings that are not about a text.
    pub(crate) fn of(findings: &[Diagnostic]) -> Self {
        Self(shown(&printed(findings), "", ""))
    }

    /// Findings about a text.
    pub(crate) fn about(findings: &[Diagnostic], name: &str, text: &str) -> Self {
        let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
        let plural = if errors == 1 { "" } else { "s" };
        let list = shown(&printed(findings), name, text);
        Self(format!("{list}{name}: {errors} error{plural}\n"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<appell::Error> for Failure {
    fn from(error: appell::Error) -> Self {
        match error {
            appell::Error::Read(findings) if findings.source_name().is_empty() => {
                Self::of(findings.all())
            }
            appell::Error::Read(findings) => {
                Self::about(findings.all(), findings.source_name(), findings.source_text())
            }
            appell::Error::Mechanics(error) => error.into(),
            appell::Error::Code(error) => error.into(),
            appell::Error::Program(error) => error.into(),
            other => Self::of(&other.findings()),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Self {
        Self::of(&[problem])
    }
}

impl From<mechanics::Error> for Failure {
    fn from(error: mechanics::Error) -> Self {
        Self::of(&error.diagnostics())
    }
}

impl From<algebra::Error> for Failure {
    fn from(error: algebra::Error) -> Self {
        Self::of(&error.diagnostics())
    }
}

impl From<program::Error> for Failure {
    fn from(error: program::Error) -> Self {
        match error {
            program::Error::Algebra(error) => error.into(),
            program::Error::NumberRange => {
                let problem = Diagnostic::error("number-range", error.to_string());
                Self::of(&[problem.hint("use --precision double")])
            }
            other => Self::new("program", other.to_string()),
        }
    }
}

impl From<code::Error> for Failure {
    fn from(error: code::Error) -> Self {
        match error {
            code::Error::Mechanics(error) => error.into(),
            code::Error::Program(error) => error.into(),
            other => Self::of(&other.diagnostics()),
        }
    }
}

impl From<simulation::Error> for Failure {
    fn from(error: simulation::Error) -> Self {
        match error {
            simulation::Error::Code(error) => error.into(),
            other => Self::of(&other.diagnostics()),
        }
    }
}

impl From<actuation::Error> for Failure {
    fn from(error: actuation::Error) -> Self {
        match error {
            actuation::Error::Code(error) => error.into(),
            actuation::Error::Simulation(error) => error.into(),
            other => Self::of(&other.diagnostics()),
        }
    }
}

/// Gives the result, or a part of it.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    say_in_colours(text, with_coloured_codes)
}

/// The same with other colours, where the standard output is a terminal.
pub(crate) fn say_in_colours(text: &str, colours: fn(&str) -> String) -> Result<(), Failure> {
    printing();
    let mut output = std::io::stdout().lock();
    // colours come after what an input could write is made safe
    let text = printable(text);
    let written = match has_colours(&output) {
        true => output.write_all(colours(&text).as_bytes()),
        false => output.write_all(text.as_bytes()),
    };
    match written {
        // A reader that closed the pipe has seen what it wanted.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new("output", format!("could not write: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something beside the result. That nobody can hear it is no reason to stop.
pub(crate) fn tell(text: &str) {
    let text = printable(text);
    match has_colours(&std::io::stderr()) {
        true => steer(&with_coloured_codes(&text)),
        false => steer(&text),
    }
}

/// The same for warnings and notes, which a quiet run does not print.
pub(crate) fn warn(text: &str) {
    if is_printed(Severity::Warning) {
        tell(text);
    }
}

/// The same for findings that are not about a text.
pub(crate) fn tell_findings(findings: &[Diagnostic]) {
    tell_findings_about(findings, "", "");
}

/// The same for findings about a text.
pub(crate) fn tell_findings_about(findings: &[Diagnostic], name: &str, text: &str) {
    tell(&shown(&printed(findings), name, text));
}

/// Prints all findings, however many of one kind: nothing that a conversion loses may be hidden.
pub(crate) fn tell_all_findings(findings: &[Diagnostic]) {
    tell(&listed(&printed(findings), "", "", usize::MAX));
}

/// Those findings that this run prints beside its result.
fn printed(findings: &[Diagnostic]) -> Vec<Diagnostic> {
    findings.iter().filter(|it| is_printed(it.severity)).cloned().collect()
}

/// The same for our own words that steer the terminal; never for text from an input.
pub(crate) fn steer(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// All findings, each at its place in the text. Of many of one kind, the first.
pub(crate) fn shown(findings: &[Diagnostic], name: &str, text: &str) -> String {
    listed(findings, name, text, most_findings())
}

fn listed(findings: &[Diagnostic], name: &str, text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut counts: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    for finding in findings {
        let count = counts.entry((finding.severity, finding.code)).or_default();
        *count += 1;
        if *count <= most {
            out.push_str(&finding.render(name, text));
            out.push('\n');
        }
    }
    for ((severity, code), count) in counts {
        if count > most {
            let more = count - most;
            out.push_str(&format!(
                "{severity}[{code}]: and {more} more like this; --findings all lists them\n"
            ));
        }
    }
    out
}
