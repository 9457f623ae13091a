//! `appell derive ROBOT QUANTITY...`: formulas.

mod write;

use appell::algebra::{
    self, Budget, Form, Formula, Graph, Node, Poly, Printer, Steps, Stop, Symbol,
};
use appell::diagnostic::Diagnostic;
use appell::mechanics::{Arithmetic, Derivation, Error, Expanded, Kind, Quantity, Value};
use appell::model::{Modes, Robot, TipMap};
use clap::ValueEnum;

use super::findings::{Failure, say, tell};
use super::progress::{Limits, Progress};
pub(crate) use write::shaped;
use write::{Document, Language};

/// The arguments of `appell derive`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    /// What to derive: Q, Q[2], M, C, c, G, J, Jdot, T[3], T0[3], T[tool], omega[2], eps, v, a, vC,
    /// aC, F, N, f, n (@0 after it: in base axes), Qf, qdd, Ek, Ep, EA1, EA2, EA3, dQ, ddQ, dQ/dq,
    /// dQ/dqd, dQ/dqdd, dqdd/dq, dqdd/dqd, dqdd/dtau, Y, base;
    /// of elastic links Q[2,1] (mode 1 of link 2), K, D
    #[arg(required = true, value_name = "QUANTITY")]
    quantities: Vec<String>,
    /// Multiplied out, grouped by accelerations and velocities, or nested as it is computed
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
}

/// A quantity whose entries are formulas.
pub(crate) struct Derived {
    name: String,
    value: Value<Formula>,
}

impl Derived {
    /// A quantity with its entries turned into formulas.
    fn new<S>(
        quantity: Quantity,
        value: &Value<S>,
        formula: impl FnMut(&S) -> Result<Formula, algebra::Error>,
    ) -> Result<Self, algebra::Error> {
        Ok(Self { name: quantity.to_string(), value: value.try_map(formula)? })
    }
}

/// The quantities of some names, or all that is wrong with the names.
pub(crate) fn asked(names: &[String], robot: &Robot) -> Result<Vec<Quantity>, Failure> {
    let mut asked = Vec::new();
    let mut problems: Vec<Diagnostic> = Vec::new();
    for name in names {
        match Quantity::read(name, robot) {
            Ok(quantities) => asked.extend(quantities),
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.is_empty() { Ok(asked) } else { Err(Failure::of(&problems)) }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let loaded = self.reading.load(&self.robot)?.warned();
        let (robot, names) = loaded.robot.with_named_integrals()?;
        let robot = &robot;
        let asked = asked(&self.quantities, robot)?;
        let quotient = |kind: Kind| kind.is_forward() || kind == Kind::InverseMassMatrix;
        if self.form != FormName::Nested
            && robot.coordinates().len() > 1
            && let Some(quantity) = asked.iter().find(|quantity| quotient(quantity.kind()))
        {
            let message = format!("{quantity} is a quotient that is not worth multiplying out");
            let problem = Diagnostic::error("no-expanded-form", message).hint("use --form nested");
            return Err(Failure::of(&[problem]));
        }
        let budget = self.limits.budget()?;
        let (form, progress) = (self.form, Progress::new());
        let work = Work { robot, names: &names, form, budget: &budget, progress };
        let (document, stopped) = match self.form {
            FormName::Nested => work.nested(&asked)?,
            _ => work.expanded(&asked)?,
        };
        work.progress.done();
        let text = document.text(self.language, robot);
        match stopped {
            None => Ok(text),
            Some(error) => {
                // what is there is not thrown away
                say(&text)?;
                Err(Failure::of(&explained(&error, &asked, document.derived.len(), self.form)))
            }
        }
    }
}

fn stopped(reason: Stop) -> Error {
    Error::Algebra(algebra::Error::Stopped(reason))
}

/// Why the work stopped, at which quantity, and what to do.
fn explained(error: &Error, asked: &[Quantity], done: usize, form: FormName) -> Vec<Diagnostic> {
    let name = asked.get(done).map(ToString::to_string).unwrap_or_default();
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
    let mut findings = error.diagnostics();
    for finding in &mut findings {
        finding.message = format!("{name} was not derived: {}", finding.message);
        if matches!(error, Error::Algebra(algebra::Error::Stopped(_))) {
            finding.hints = vec![advice.to_owned()];
        }
    }
    findings
}

struct Work<'a> {
    robot: &'a Robot,
    /// What the integrals of elastic links are called, and what they are.
    names: &'a [(Symbol, Poly)],
    form: FormName,
    budget: &'a Budget,
    progress: Progress,
}

type Outcome = (Document, Option<Error>);

impl Work<'_> {
    fn expanded(&self, asked: &[Quantity]) -> Result<Outcome, Failure> {
        let polynomials = Expanded::new(self.robot, self.budget.clone());
        let derivation = Derivation::new(self.robot, &polynomials)?;
        let printer = Printer::new(self.robot.symbols());
        let form = match self.form {
            FormName::Grouped => Form::Grouped(self.gravity()),
            _ => Form::Compact,
        };
        let mut derived = Vec::new();
        let mut used = Vec::new();
        for &quantity in asked {
            self.progress.next(&quantity.to_string());
            let value = derivation.get(quantity);
            let arranged = value.and_then(|value| {
                let arrange = |entry: &algebra::Bounded<'_>| {
                    used.extend(entry.poly().symbols(self.robot.symbols()));
                    printer.arrange(entry.poly(), &form, self.budget)
                };
                Ok(Derived::new(quantity, &value, arrange)?)
            });
            match arranged {
                Ok(formulas) => {
                    derived.push(formulas);
                    tell_if_not_minimal(quantity, &derivation)?;
                }
                Err(error) => {
                    let steps = self.meanings(&printer, &used)?;
                    return Ok((Document { steps, derived }, Some(error)));
                }
            }
        }
        Ok((Document { steps: self.meanings(&printer, &used)?, derived }, None))
    }

    /// What those names mean that are used: integrals, and the angles of tips.
    fn meanings(
        &self,
        printer: &Printer<'_>,
        used: &[Symbol],
    ) -> Result<Vec<(Symbol, Formula)>, Failure> {
        let symbols = self.robot.symbols();
        let mut angles = self.angles();
        angles.retain(|(name, _)| used.contains(name));
        let in_angles: Vec<Symbol> =
            angles.iter().flat_map(|(_, angle)| angle.symbols(symbols)).collect();
        let integrals = self.names.iter().cloned();
        let integrals =
            integrals.filter(|(name, _)| used.contains(name) || in_angles.contains(name));
        let arranged = integrals.chain(angles).map(|(name, value)| {
            Ok((name, printer.arrange(&value, &Form::Compact, self.budget).map_err(Error::from)?))
        });
        arranged.collect()
    }

    /// What the angles are by which the tips of elastic links turn.
    fn angles(&self) -> Vec<(Symbol, Poly)> {
        let modes = self.robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
        let modes = modes.filter(|modes| modes.tip_map == TipMap::Rotation);
        let angles = |modes: &Modes| -> Vec<(Symbol, Poly)> {
            modes.angles.iter().map(|(axis, name)| (*name, modes.angle(*axis))).collect()
        };
        modes.flat_map(angles).collect()
    }

    /// The symbols in gravity: terms with them stand together.
    fn gravity(&self) -> Vec<Symbol> {
        let symbols = self.robot.symbols();
        let entries = self.robot.gravity().0.iter();
        let mut found: Vec<Symbol> = entries.flat_map(|entry| entry.symbols(symbols)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn nested(&self, asked: &[Quantity]) -> Result<Outcome, Failure> {
        let graph = Graph::with_budget(self.robot.symbols(), self.budget.clone());
        let derivation = Derivation::new(self.robot, &graph)?;
        let mut values = Vec::new();
        let mut stopped = None;
        for &quantity in asked {
            self.progress.next(&quantity.to_string());
            match derivation.get(quantity) {
                Ok(value) => {
                    values.push((quantity, value));
                    tell_if_not_minimal(quantity, &derivation)?;
                }
                Err(error) => {
                    stopped = Some(error);
                    // what was derived before stays good
                    graph.take_failure();
                    break;
                }
            }
        }
        let roots: Vec<_> = values.iter().flat_map(|(_, value)| value.entries().copied()).collect();
        let nodes = graph.topological(&roots);
        let used: Vec<Symbol> = nodes
            .iter()
            .filter_map(|expr| match expr.node() {
                Node::Symbol(symbol) => Some(symbol),
                _ => None,
            })
            .collect();
        let mut meanings = self.meanings(&Printer::new(self.robot.symbols()), &used)?;
        let Steps { steps, results } = Steps::of(&roots)?;
        meanings.extend(steps);
        let mut results = results.into_iter();
        let mut derived = Vec::new();
        for (quantity, value) in values {
            let zero = || Formula::nested(graph.zero());
            let next = |_: &_| results.next().map_or_else(zero, Ok);
            derived.push(Derived::new(quantity, &value, next)?);
        }
        Ok((Document { steps: meanings, derived }, stopped))
    }
}

/// Says so where the base parameters that were asked for are not the fewest.
pub(crate) fn tell_if_not_minimal<A: Arithmetic>(
    quantity: Quantity,
    derivation: &Derivation<'_, A>,
) -> Result<(), Failure> {
    if quantity.kind() == Kind::BaseParameters && !derivation.base_parameters()?.minimal {
        let message = "fewer combinations would do, by the special geometry of this robot";
        let note = Diagnostic::note("base-not-minimal", message)
            .hint("the driving forces are right with these, too");
        tell(&format!("{note}\n"));
    }
    Ok(())
}
