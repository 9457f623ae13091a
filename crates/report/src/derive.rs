//! Quantities of a robot derived as formulas.

use appell_algebra::{
    self as algebra, Budget, Form, Formula, Graph, Node, Poly, Printer, SharedSubexpressions,
};
use appell_algebra::{BudgetedPoly, Symbol};
use appell_diagnostic::{Diagnostic, broken_invariant};
use appell_mechanics::{
    Arithmetic, ByFormalism, ClosedForm, Derivation, Formalism, Kind, PolynomialArithmetic,
    Quantity, Value,
};
use appell_model::Robot;

use crate::derived::{Content, Derived, DerivedQuantity};
use crate::error::Error;
use crate::layout::Layout;
use crate::quotient;

/// The form of derived formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DerivedForm {
    /// Multiplied out, with sums of angles folded back.
    #[default]
    Expanded,
    /// Multiplied out, then grouped by accelerations, velocities and gravity.
    Grouped,
    /// As it is computed, with names for what is used several times. Grows linearly with the number
    /// of joints.
    Nested,
    /// The shortest form that was found and proved equal: common factors, sums of angles, and names
    /// for what is used several times where that saves characters.
    Short,
}

/// How to derive formulas: their form, the limits of the work, and who hears of its progress.
#[derive(Default)]
pub struct DeriveOptions<'p> {
    form: DerivedForm,
    pub(crate) formalism: Option<Formalism>,
    pub(crate) budget: Budget,
    progress: Option<Box<dyn Fn(Quantity) + 'p>>,
}

impl<'p> DeriveOptions<'p> {
    /// Expanded formulas, within the default budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// In another form.
    #[must_use]
    pub fn form(mut self, form: DerivedForm) -> Self {
        self.form = form;
        self
    }

    /// By a formalism; a quantity that it does not give is missing, with those that do. The expanded
    /// form is the same by all of them.
    ///
    /// ```
    /// use appell_mechanics::{Formalism, Quantity};
    /// use appell_report::DeriveOptions;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let forces = Quantity::read("Q", &robot)?;
    /// let [own, lagrange] = [DeriveOptions::new(), DeriveOptions::new().by(Formalism::Lagrange)]
    ///     .map(|options| options.derive(&robot, &forces).map(|it| it.text()));
    /// assert_eq!(own?, lagrange?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by(mut self, formalism: Formalism) -> Self {
        self.formalism = Some(formalism);
        self
    }

    /// Within another budget (terms, nodes, time, a cancel token).
    #[must_use]
    pub fn budget(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// With a function that is called before each quantity is derived.
    #[must_use]
    pub fn on_progress(mut self, progress: impl Fn(Quantity) + 'p) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Derives quantities of a robot. One that cannot be derived does not suppress the others, and is
    /// listed with the reason: see [`Derived::missing`]. When the time is over or the work is
    /// cancelled, the document holds the quantities before.
    pub fn derive(&self, robot: &Robot, quantities: &[Quantity]) -> Result<Derived, Error> {
        let (robot, names) = robot.with_named_integrals()?;
        let work = Work { robot: &robot, names: &names, options: self };
        let content = match self.form {
            DerivedForm::Nested => work.nested(quantities)?,
            DerivedForm::Short => work.short(quantities)?,
            _ => work.expanded(quantities)?,
        };
        Ok(Derived { robot, content, layout: Layout::default(), names: Vec::new() })
    }
}

/// What a reader should know of a quantity beside its value: that the base parameters are not the fewest or have
/// rounded factors, that a derivative leaves out friction or is taken at a kink of it, that vibrations are not those
/// of links that are bent, or stiffened, by their loads and their motion.
pub fn remark<A: Arithmetic>(
    quantity: Quantity,
    derivation: &Derivation<'_, A>,
) -> Result<Option<Diagnostic>, appell_mechanics::Error> {
    if let Some(note) = quantity.left_out_friction(derivation.robot()) {
        return Ok(Some(note));
    }
    if let Some(warning) = derivation.friction_kink(quantity)? {
        return Ok(Some(warning));
    }
    if let Some(warning) = derivation.elastic_warning(quantity)? {
        return Ok(Some(warning));
    }
    if quantity.kind() != Kind::BaseParameters {
        return Ok(None);
    }
    let base = derivation.base_parameters()?;
    Ok(match (base.minimal, base.rounded) {
        (false, _) => {
            let message = "with the special geometry of this robot, fewer base parameters suffice";
            let note = Diagnostic::note("base-not-minimal", message);
            Some(note.hint("the joint torques are right with these, too"))
        }
        (true, true) => {
            let message = "some base parameters have factors that are rounded to twelve digits";
            let note = Diagnostic::note("base-rounded", message);
            Some(
                note.hint(
                    "they have no short closed form because angles of the robot are decimals",
                ),
            )
        }
        (true, false) => None,
    })
}

/// Whether a quantity is a quotient: it contains the inverse of the mass matrix.
pub(crate) fn is_quotient(quantity: Quantity) -> bool {
    quantity.kind().row().closed_form == ClosedForm::Quotient
}

pub(crate) struct Work<'a, 'p> {
    pub(crate) robot: &'a Robot,
    /// What the integrals of elastic links are called, and what they are.
    pub(crate) names: &'a [(Symbol, Poly)],
    pub(crate) options: &'a DeriveOptions<'p>,
}

/// A quantity with its entries turned into formulas.
fn formulas<S>(
    quantity: Quantity,
    value: &Value<S>,
    formula: impl FnMut(&S) -> Result<Formula, algebra::Error>,
) -> Result<DerivedQuantity, algebra::Error> {
    Ok(DerivedQuantity { quantity, value: value.try_map(formula)? })
}

/// Quantities whose entries are these formulas, in the order of the entries of all values.
pub(crate) fn in_shape<S>(
    values: &[(Quantity, Value<S>)],
    entries: Vec<Formula>,
) -> Result<Vec<DerivedQuantity>, algebra::Error> {
    let mut entries = entries.into_iter();
    let in_shape = |(quantity, value): &(Quantity, Value<S>)| {
        formulas(*quantity, value, |_| Ok(next(&mut entries)))
    };
    values.iter().map(in_shape).collect()
}

fn next(entries: &mut impl Iterator<Item = Formula>) -> Formula {
    entries.next().unwrap_or_else(|| broken_invariant("an entry without its formula"))
}

impl Work<'_, '_> {
    pub(crate) fn starts(&self, quantity: Quantity) {
        if let Some(progress) = &self.options.progress {
            progress(quantity);
        }
    }

    /// A quantity by the formalism that was chosen, or as it is derived where none was.
    pub(crate) fn value<A: ByFormalism>(
        &self,
        quantity: Quantity,
        derivation: &Derivation<'_, A>,
    ) -> Result<Value<A::Scalar>, appell_mechanics::Error> {
        match self.options.formalism {
            Some(formalism) => derivation.by(quantity, formalism),
            None => derivation.get(quantity),
        }
    }

    /// Refuses an inverse of a matrix in a form that has none.
    pub(crate) fn check_form(&self, quantity: Quantity) -> Result<(), Error> {
        let most = match self.options.form {
            DerivedForm::Nested => usize::MAX,
            DerivedForm::Short => quotient::MOST_COORDINATES,
            DerivedForm::Expanded | DerivedForm::Grouped => 1,
        };
        if !is_quotient(quantity) || self.robot.coordinates().len() <= most {
            return Ok(());
        }
        // no other form has it either
        let has_accelerations = quantity.kind() != Kind::InverseMassMatrix;
        if has_accelerations && quotient::is_implicit(self.robot) {
            return Err(appell_mechanics::Error::ImplicitFriction.into());
        }
        Err(Error::Quotient { quantity: quantity.to_string() })
    }

    fn expanded(&self, quantities: &[Quantity]) -> Result<Content, Error> {
        let mut content = Content::default();
        let budget = &self.options.budget;
        let polynomials = PolynomialArithmetic::new(self.robot, budget.clone());
        let derivation = Derivation::new(self.robot, &polynomials)?;
        let printer = Printer::new(self.robot.symbols());
        let form = match self.options.form {
            DerivedForm::Grouped => Form::Grouped(self.gravity()),
            _ => Form::Compact,
        };
        let has_meanings = !self.names.is_empty() || !self.angles()?.is_empty();
        let mut used = Vec::new();
        for (place, &quantity) in quantities.iter().enumerate() {
            self.starts(quantity);
            let value = self.check_form(quantity);
            let value = value.and_then(|()| Ok(self.value(quantity, &derivation)?));
            let arranged = value.and_then(|value| {
                let polys =
                    value.entries().map(BudgetedPoly::poly).collect::<Result<Vec<_>, _>>()?;
                if has_meanings {
                    used.extend(polys.iter().flat_map(|poly| poly.symbols(self.robot.symbols())));
                }
                let mut entries = printer.arrange_each(&polys, &form, budget)?.into_iter();
                Ok(formulas(quantity, &value, |_| Ok(next(&mut entries)))?)
            });
            match arranged {
                Ok(formulas) => {
                    content.quantities.push(formulas);
                    content.remarks.extend(remark(quantity, &derivation)?);
                }
                Err(error) => {
                    // what is too long does not spoil what comes after it
                    (&polynomials).take_failure();
                    if content.lacks(&quantities[place..], &error) {
                        break;
                    }
                }
            }
        }
        content.steps = self.meanings(&printer, &used)?;
        Ok(content)
    }

    /// What those names mean that are used: integrals, and angles that follow from coordinates.
    pub(crate) fn meanings(
        &self,
        printer: &Printer<'_>,
        used: &[Symbol],
    ) -> Result<Vec<(Symbol, Formula)>, Error> {
        let symbols = self.robot.symbols();
        let mut angles = self.angles()?;
        angles.retain(|(name, _)| used.contains(name));
        let in_angles: Vec<Symbol> =
            angles.iter().flat_map(|(_, angle)| angle.symbols(symbols)).collect();
        let integrals = self.names.iter().cloned();
        let integrals =
            integrals.filter(|(name, _)| used.contains(name) || in_angles.contains(name));
        let arranged = integrals.chain(angles).map(|(name, value)| {
            Ok((name, printer.arrange(&value, &Form::Compact, &self.options.budget)?))
        });
        arranged.collect()
    }

    /// What the angles are that follow from coordinates: of the tips of elastic links, and of joints that
    /// follow others.
    pub(crate) fn angles(&self) -> Result<Vec<(Symbol, Poly)>, Error> {
        Ok(self.robot.related().map_err(appell_mechanics::Error::from)?)
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

    fn nested(&self, quantities: &[Quantity]) -> Result<Content, Error> {
        let mut content = Content::default();
        let graph = Graph::with_budget(self.robot.symbols(), self.options.budget.clone());
        let derivation = Derivation::new(self.robot, &graph)?;
        let mut values = Vec::new();
        for (place, &quantity) in quantities.iter().enumerate() {
            self.starts(quantity);
            match self.value(quantity, &derivation) {
                Ok(value) => {
                    values.push((quantity, value));
                    content.remarks.extend(remark(quantity, &derivation)?);
                }
                Err(error) => {
                    let error = Error::from(error);
                    // what was derived before stays good
                    graph.take_failure();
                    if content.lacks(&quantities[place..], &error) {
                        break;
                    }
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
        content.steps = self.meanings(&Printer::new(self.robot.symbols()), &used)?;
        let reserved = self.reserved(&derivation.driving_force_names());
        let SharedSubexpressions { steps, results } = SharedSubexpressions::of(&roots, &reserved)?;
        content.steps.extend(steps);
        content.quantities = in_shape(&values, results)?;
        Ok(content)
    }
}
