//! `appell derive ROBOT QUANTITY...`: formulas.

use appell::algebra::{self, Stop};
use appell::diagnostic::Diagnostic;
use appell::mechanics::Error;
use appell::report::{self, DeriveOptions, DerivedForm, Stopped};
use appell::{Quantities, Quantity, Robot};
use clap::ValueEnum;

use super::findings::{Failure, say, tell};
use super::progress::{Limits, Progress};
use super::quantities;

/// The arguments of `appell derive`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to derive"))]
    quantities: Vec<String>,
    /// Multiplied out, grouped by accelerations and velocities, nested as it is computed, or the
    /// shortest form that was found and proved equal
    #[arg(long, value_enum, default_value_t = FormName::Expanded)]
    form: FormName,
    /// The language of the formulas
    #[arg(long = "as", value_enum, default_value_t = Language::Text)]
    language: Language,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormName {
    Expanded,
    Grouped,
    Nested,
    Short,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    Text,
    Latex,
    Typst,
    Json,
}

impl From<FormName> for DerivedForm {
    fn from(name: FormName) -> Self {
        match name {
            FormName::Expanded => Self::Expanded,
            FormName::Grouped => Self::Grouped,
            FormName::Nested => Self::Nested,
            FormName::Short => Self::Short,
        }
    }
}

/// The quantities of some names, or all that is wrong with the names.
pub(crate) fn asked(names: &[String], robot: &Robot) -> Result<Vec<Quantity>, Failure> {
    let named = names.named(robot.model())?;
    Ok(named.into_iter().map(|(_, quantity)| quantity).collect())
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_warned(&self.robot)?;
        let quantities = asked(&self.quantities, &robot)?;
        let progress = Progress::new();
        let options = DeriveOptions::new()
            .form(self.form.into())
            .budget(&self.limits.budget())
            .on_progress(|quantity| progress.next(&quantity.to_string()));
        let derived = options.derive(robot.model(), &quantities).map_err(in_options)?;
        progress.done();
        for remark in derived.remarks() {
            tell(&format!("{remark}\n"));
        }
        let text = match self.language {
            Language::Text => derived.text(),
            Language::Latex => derived.latex(),
            Language::Typst => derived.typst(),
            Language::Json => derived.json(),
        };
        match derived.stopped() {
            None => Ok(text),
            Some(stopped) => {
                // what is there is not thrown away
                say(&text)?;
                let done = derived.quantities().len();
                Err(Failure::of(&explained(stopped, done, self.form)))
            }
        }
    }
}

/// The failure, with a hint that can be typed here.
fn in_options(error: report::Error) -> Failure {
    let mut findings = error.diagnostics();
    if let report::Error::Quotient { .. } = error {
        for finding in &mut findings {
            finding.hints = vec!["use --form nested".to_owned()];
        }
    }
    Failure::of(&findings)
}

fn stopped(reason: Stop) -> Error {
    Error::Algebra(algebra::Error::Stopped(reason))
}

/// Why the work stopped, at which quantity, and what to do.
fn explained(stop: &Stopped, done: usize, form: FormName) -> Vec<Diagnostic> {
    let error = stop.error();
    let advice = match form {
        _ if *error == stopped(Stop::Cancelled) && done > 0 => {
            "what was derived before it stands above"
        }
        _ if *error == stopped(Stop::Cancelled) => "nothing was derived before it",
        FormName::Nested => "ask for less at a time, or give --terms and --time more",
        _ => {
            "use --form nested, which grows linearly with the number of joints; or give --terms and --time more"
        }
    };
    let mut findings = stop.diagnostics();
    if matches!(error, Error::Algebra(algebra::Error::Stopped(_))) {
        for finding in &mut findings {
            finding.hints = vec![advice.to_owned()];
        }
    }
    findings
}
