//! `appell derive ROBOT QUANTITY...`: formulas.

mod layout;

use std::path::PathBuf;

use appell::algebra::{self, Stop};
use appell::diagnostic::Diagnostic;
use appell::mechanics::Error;
use appell::report::{self, DeriveOptions, DerivedForm, MissingQuantity};
use appell::{Quantities, Quantity, Robot};
use clap::ValueEnum;

use super::Outcome;
use super::findings::{Failure, tell_findings};
use super::formalism::FormalismName;
use super::progress::{Limits, Progress};
use super::{output, quantities};

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
    /// The formalism by which to derive; what it does not give is refused
    #[arg(long, value_enum, value_name = "FORMALISM")]
    by: Option<FormalismName>,
    /// The language of the formulas
    #[arg(long = "as", value_enum, default_value_t = Language::Text)]
    language: Language,
    /// Answer in JSON, as `--as json` does
    #[arg(long, conflicts_with = "language")]
    json: bool,
    #[command(flatten)]
    layout: layout::Options,
    /// Write the formulas to this file instead of printing them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
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

/// The names that the robot has, and the others with the reasons: these do not suppress the rest. Fails
/// where none is left.
pub(crate) fn known_names(names: &[String], robot: &Robot) -> Result<KnownNames, Failure> {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for name in names {
        match name.named(robot.model()) {
            Ok(_) => known.push(name.clone()),
            Err(error) => unknown.push((name.clone(), error)),
        }
    }
    let names = KnownNames { known, unknown };
    if names.known.is_empty() { Err(Failure::of(&names.findings())) } else { Ok(names) }
}

/// Names of quantities, as far as a robot has them.
pub(crate) struct KnownNames {
    pub(crate) known: Vec<String>,
    pub(crate) unknown: Vec<(String, appell::Error)>,
}

impl KnownNames {
    /// What is wrong with the names that the robot does not have.
    pub(crate) fn findings(&self) -> Vec<Diagnostic> {
        self.unknown.iter().flat_map(|(_, error)| error.findings()).collect()
    }
}

/// The quantities of some names, or all that is wrong with the names.
pub(crate) fn asked(names: &[String], robot: &Robot) -> Result<Vec<Quantity>, Failure> {
    let named = names.named(robot.model())?;
    Ok(named.into_iter().map(|(_, quantity)| quantity).collect())
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let language = if self.json { Language::Json } else { self.language };
        self.layout.check(language)?;
        let robot = self.reading.load_symbolic(&self.robot)?;
        let names = known_names(&self.quantities, &robot)?;
        let mut reasons = names.findings();
        let named = names.known.named(robot.model())?;
        let quantities: Vec<Quantity> = named.iter().map(|(_, quantity)| *quantity).collect();
        let progress = Progress::new();
        let mut options = DeriveOptions::new()
            .form(self.form.into())
            .budget(&self.limits.budget())
            .on_progress(|quantity| progress.next(&quantity.to_string()));
        if let Some(formalism) = self.by {
            options = options.by(formalism.into());
        }
        let derived = options.derive(robot.model(), &quantities).map_err(appell::Error::from)?;
        progress.done();
        tell_findings(derived.remarks());
        let derived = derived.with_layout(self.layout.layout()).with_names(&named);
        let text = match language {
            Language::Text => derived.text(),
            Language::Latex => derived.latex(),
            Language::Typst => derived.typst(),
            Language::Json => derived.json(),
        };
        let text = match &self.out {
            Some(path) => {
                output::write(path, text.as_bytes(), self.force)?;
                format!("wrote {}\n", path.display())
            }
            None => text,
        };
        // a quantity that is missing does not suppress the others
        let done = derived.quantities().len();
        let coordinates = robot.model().coordinates().len();
        let missing = derived.missing().iter();
        reasons.extend(missing.flat_map(|it| explained(it, done, self.form, coordinates)));
        // the process ends soon: giving back a million pieces of memory one by one would take longer
        std::mem::forget(derived);
        if reasons.is_empty() {
            return Ok(text.into());
        }
        Ok(Outcome::partial(text, Failure::of(&reasons)))
    }
}

/// Why a quantity was not derived, and what to type.
fn explained(
    missing: &MissingQuantity,
    done: usize,
    form: FormName,
    coordinates: usize,
) -> Vec<Diagnostic> {
    /// Of robots with so many coordinates the short form has quotients, too.
    const SHORT_QUOTIENTS: usize = 2;
    let stop = match missing.error() {
        report::Error::Mechanics(Error::Algebra(algebra::Error::Stopped(stop))) => Some(stop),
        _ => None,
    };
    let advice = match (missing.error(), stop) {
        (report::Error::Quotient { .. }, _) if coordinates <= SHORT_QUOTIENTS => {
            Some("use --form short, or --form nested")
        }
        (report::Error::Quotient { .. }, _) => Some("use --form nested"),
        (_, Some(Stop::Cancelled)) if done > 0 => Some("the quantities before it were printed"),
        (_, Some(Stop::Cancelled)) => Some("nothing was derived before it"),
        (_, Some(_)) if form == FormName::Nested => {
            Some("ask for less at a time, or give --terms and --time more")
        }
        (_, Some(_)) => Some(
            "use --form nested, which grows linearly with the number of joints; or give --terms and --time more",
        ),
        _ => None,
    };
    let mut findings = missing.diagnostics();
    if let Some(advice) = advice {
        for finding in &mut findings {
            finding.hints = vec![advice.to_owned()];
        }
    }
    findings
}
