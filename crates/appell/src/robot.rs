//! A robot, and what can be asked of it.

use std::path::Path;

use crate::algebra::{Budget, Poly};
use crate::diagnostic::{Diagnostic, Findings};
use crate::mechanics::{Derivation, Formalism, Numbers, PolynomialArithmetic, Value};
use crate::model::{self, Format, Reading};
use crate::program::{File, Language};
use crate::proof::{self, Notation, notation_for};
use crate::quantities::named_once;
use crate::report::{self, DeriveOptions, Derived, remark};
use crate::state::coordinate_named;
use crate::{
    CheckResult, CompileOptions, Compiled, Error, GenerateOptions, Quantities, Quantity,
    ReadOptions, RobotBuilder, State, Values, static_friction,
};

/// A robot: read from a file or built in code, ready to be asked.
///
/// ```
/// use appell::{Robot, State};
///
/// let robot = Robot::bundled("panda")?;
/// println!("{}", robot.derive("omega[2]")?.latex());
/// let state = State::new().q([0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8]);
/// let weight = robot.evaluate("G", &state)?.list("G")?;
/// assert!(weight[3] > 10.0 && weight[0].abs() < 1e-12);
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Robot {
    model: model::Robot,
    findings: Vec<Diagnostic>,
    source_name: String,
    source_text: String,
}

impl Robot {
    /// A robot that comes with Appell.
    ///
    /// ```
    /// use appell::Robot;
    /// assert_eq!(Robot::bundled("ur5")?.model().joints().len(), 6);
    /// let refused = Robot::bundled("ur_5").err().map(|error| error.to_string());
    /// assert!(refused.is_some_and(|message| message.contains("did you mean `ur5`?")));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn bundled(name: &str) -> Result<Self, Error> {
        ReadOptions::new().bundled(name)
    }

    /// Reads a file; its name ends in `.toml`, `.urdf`, `.xacro`, `.sdf`, `.xml` (MJCF, or URDF) or
    /// `.csv` (a table of Denavit-Hartenberg parameters). [`ReadOptions`] reads with options.
    ///
    /// ```
    /// use appell::Robot;
    /// let error = Robot::read("no such arm.urdf").err().ok_or("it was read")?;
    /// assert!(error.to_string().contains("cannot read `no such arm.urdf`"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        ReadOptions::new().read(path)
    }

    /// Reads the text of a robot file. [`ReadOptions::parse`] reads the other formats.
    ///
    /// ```
    /// use appell::Robot;
    /// let robot = Robot::from_toml(r#"
    ///     name = "pendulum"
    ///     gravity = "g"
    ///     [[joint]]
    ///     type = "rotation"
    ///     axis = "y"
    ///     link = { mass = "M", centre = [0, 0, "-l"] }
    /// "#)?;
    /// assert_eq!(robot.derive("Q")?.text(), "Q[1] = M*q1''*l^2 + M*g*l*sin(q1)\n");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        ReadOptions::new().parse(text, Format::Toml)
    }

    /// Builds a robot in code: see [`RobotBuilder`].
    pub fn builder(name: impl Into<String>) -> RobotBuilder {
        RobotBuilder::new(name)
    }

    pub(crate) fn of_reading(
        reading: Reading,
        source_name: String,
        source_text: String,
    ) -> Result<Self, Error> {
        let Reading { robot, findings } = reading;
        match robot {
            Some(model) => Ok(Self { model, findings, source_name, source_text }),
            None => Err(Findings::about(source_name, source_text, findings).into()),
        }
    }

    pub(crate) fn of_model(model: model::Robot, findings: Vec<Diagnostic>) -> Self {
        let source_name = model.name().to_owned();
        Self { model, findings, source_name, source_text: String::new() }
    }

    /// The robot as a model: its joints, links, symbols and parameters.
    ///
    /// ```
    /// let robot = appell::Robot::bundled("ur5")?;
    /// assert_eq!(robot.model().joints()[2].name, "elbow");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn model(&self) -> &model::Robot {
        &self.model
    }

    /// The warnings and notes about its file.
    ///
    /// ```
    /// let robot = appell::Robot::bundled("puma560")?;
    /// assert!(robot.findings().iter().any(|finding| finding.code == "inertia-triangle"));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// The name by which the user knows it: of the file, or of the bundled robot.
    ///
    /// ```
    /// assert_eq!(appell::Robot::bundled("2r")?.source_name(), "2r");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// The text that it was read from, in which findings have their places; empty for a robot that
    /// was built in code.
    ///
    /// ```
    /// assert!(appell::Robot::bundled("2r")?.source_text().contains("[[joint]]"));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn source_text(&self) -> &str {
        &self.source_text
    }

    /// Derives quantities in closed form: a document that writes itself as text, LaTeX, Typst or
    /// JSON. A quantity that exceeds the default budget is an error; [`Robot::derive_with`] gives
    /// the part that was derived.
    ///
    /// ```
    /// let robot = appell::Robot::bundled("2r")?;
    /// let derived = robot.derive(["G", "M"])?;
    /// assert!(derived.text().contains("G[2] = M2*g*r2x*cos(q1 + q2)"));
    /// assert!(derived.latex().contains("\\begin{bmatrix}"));
    /// assert_eq!(derived.quantities()[1].value().rows.len(), 2);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn derive(&self, quantities: impl Quantities) -> Result<Derived, Error> {
        let derived = self.derive_with(quantities, &DeriveOptions::new())?;
        match derived.missing() {
            [] => Ok(derived),
            missing => {
                let findings = missing.iter().flat_map(report::MissingQuantity::diagnostics);
                Err(findings.collect::<Vec<_>>().into())
            }
        }
    }

    /// The same in another form, within another budget, with progress.
    ///
    /// ```
    /// use appell::report::{DeriveOptions, DerivedForm};
    /// let robot = appell::Robot::bundled("chain20")?;
    /// let nested = DeriveOptions::new().form(DerivedForm::Nested);
    /// assert!(robot.derive_with("Q", &nested)?.missing().is_empty());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn derive_with(
        &self,
        quantities: impl Quantities,
        options: &DeriveOptions<'_>,
    ) -> Result<Derived, Error> {
        let named = quantities.named(&self.model)?;
        let quantities: Vec<_> = named.into_iter().map(|(_, quantity)| quantity).collect();
        Ok(options.derive(&self.model, &quantities)?)
    }

    /// Derives a quantity as exact polynomials, in normal form: `==` decides whether two are equal.
    /// A name that means several quantities, such as `omega`, gives several values.
    ///
    /// ```
    /// use appell::algebra::{Budget, Poly};
    /// let robot = appell::Robot::bundled("2r")?;
    /// let gravity = &robot.polynomials("G", &Budget::default())?[0].1;
    /// let printed = "M2*g*r2x*(cos(q1)*cos(q2) - sin(q1)*sin(q2))";
    /// let printed = Poly::parse(printed, robot.model().symbols(), &Budget::default())?;
    /// assert_eq!(gravity.rows[1][0], printed);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn polynomials(
        &self,
        quantities: impl Quantities,
        budget: &Budget,
    ) -> Result<Vec<(String, Value<Poly>)>, Error> {
        let arithmetic = PolynomialArithmetic::new(&self.model, budget.clone());
        let derivation = Derivation::new(&self.model, &arithmetic)?;
        let polynomials = quantities.named(&self.model)?.into_iter().map(|(name, quantity)| {
            let value = derivation.get(quantity)?;
            Ok((name, value.try_map(|entry| Ok::<_, Error>(entry.poly()?.clone()))?))
        });
        polynomials.collect()
    }

    /// Evaluates quantities at a state. The first that cannot be evaluated is an error;
    /// [`Robot::evaluate_available`] gives the others.
    ///
    /// ```
    /// use appell::{Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// let values = robot.evaluate(["Q", "M"], &State::new().q([0.1, 0.2]))?;
    /// assert_eq!(values.rows("M")?.len(), 2);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate(&self, quantities: impl Quantities, state: &State) -> Result<Values, Error> {
        let mut values = self.evaluate_available(quantities, state)?;
        match values.missing.is_empty() {
            true => Ok(values),
            false => Err(values.missing.swap_remove(0).1),
        }
    }

    /// Evaluates quantities at a state. One that cannot be evaluated does not suppress the others:
    /// [`Values::missing`] has it with the reason. Unknown names, and a state that does not fit the
    /// robot, are errors of the whole.
    ///
    /// ```
    /// use appell::{Robot, State};
    /// let robot = Robot::bundled("flex1r")?;
    /// let values = robot.evaluate_available(["Y", "M"], &State::new())?;
    /// assert_eq!(values.missing()[0].0, "Y");            // a regressor is for rigid links only
    /// assert_eq!(values.names().collect::<Vec<_>>(), ["M"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate_available(
        &self,
        quantities: impl Quantities,
        state: &State,
    ) -> Result<Values, Error> {
        self.evaluate_through(quantities, state, |quantity, derivation| derivation.get(quantity))
    }

    /// The same by a formalism; quantities that it does not give are in [`Values::missing`].
    ///
    /// ```
    /// use appell::{Robot, State, mechanics::Formalism};
    /// let robot = Robot::bundled("2r")?;
    /// let state = State::new().q([0.1, 0.2]).qd([1.0, 0.5]);
    /// let values = robot.evaluate_by(["Q", "T[tool]"], &state, Formalism::Lagrange)?;
    /// assert!((values.list("Q")?[0] - robot.evaluate("Q", &state)?.list("Q")?[0]).abs() < 1e-12);
    /// assert_eq!(values.missing()[0].0, "T[tool]");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate_by(
        &self,
        quantities: impl Quantities,
        state: &State,
        formalism: Formalism,
    ) -> Result<Values, Error> {
        self.evaluate_through(quantities, state, |quantity, derivation| {
            derivation.by(quantity, formalism)
        })
    }

    fn evaluate_through(
        &self,
        quantities: impl Quantities,
        state: &State,
        value: impl Fn(
            Quantity,
            &Derivation<'_, Numbers<'_>>,
        ) -> Result<Value<f64>, crate::mechanics::Error>,
    ) -> Result<Values, Error> {
        let named = named_once(quantities, &self.model)?;
        let derivation = state.derivation(self)?;
        let (mut values, mut missing) = (Vec::new(), Vec::new());
        let mut remarks = state.doubts(&self.model);
        for (name, quantity) in named {
            let value = value(quantity, &derivation).map_err(Error::from);
            match value.and_then(|value| checked_finite(quantity, value)) {
                Ok(value) => {
                    remarks.extend(remark(quantity, &derivation)?);
                    remarks.extend(static_friction::remark(self, quantity, state));
                    values.push((name, quantity, value));
                }
                Err(error) => missing.push((name, error)),
            }
        }
        Ok(Values { values, missing, coordinates: self.model.coordinate_owners(), remarks })
    }

    /// Which coordinate has this name, counted from 0: the name of a joint (`shoulder`; `shoulder mode
    /// 2` for a mode of its link) or of the coordinate itself (`q1`).
    ///
    /// ```
    /// let robot = appell::Robot::bundled("2r")?;
    /// assert_eq!(["joint2", "q2", "joint9"].map(|it| robot.coordinate(it)), [Some(1), Some(1), None]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn coordinate(&self, name: &str) -> Option<usize> {
        coordinate_named(&self.model, name)
    }

    /// Compiles quantities to machine code: for control loops, and for batches of many states. The
    /// values of the robot's parameters are put in.
    ///
    /// ```
    /// use appell::{Robot, State};
    /// let mut compiled = Robot::bundled("2r")?.compile(["Q", "M"])?;
    /// let forces = compiled.evaluate("Q", &State::new().q([0.1, 0.2]).qd([1.0, 0.0]))?;
    /// assert_eq!(forces.len(), 2);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn compile(&self, quantities: impl Quantities) -> Result<Compiled, Error> {
        self.compile_with(quantities, &CompileOptions::new())
    }

    /// The same with options.
    ///
    /// ```
    /// use appell::{CompileOptions, Robot, State};
    /// let options = CompileOptions::new().parameters_as_arguments();
    /// let mut compiled = Robot::bundled("2r")?.compile_with("G", &options)?;
    /// let [light, heavy] = [1.0, 2.0].map(|mass| State::new().parameter("M2", mass));
    /// assert!(compiled.evaluate("G", &light)? < compiled.evaluate("G", &heavy)?);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn compile_with(
        &self,
        quantities: impl Quantities,
        options: &CompileOptions,
    ) -> Result<Compiled, Error> {
        Compiled::new(self, quantities, options)
    }

    /// Generates source code of quantities, a function each.
    ///
    /// ```
    /// use appell::program::Language;
    /// let files = appell::Robot::bundled("ur5")?.generate("Q", Language::C)?;
    /// let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    /// assert_eq!(names, ["ur5_Q.h", "ur5_Q.c"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn generate(
        &self,
        quantities: impl Quantities,
        language: Language,
    ) -> Result<Vec<File>, Error> {
        self.generate_with(quantities, &GenerateOptions::new(language))
    }

    /// The same with options.
    ///
    /// ```
    /// use appell::GenerateOptions;
    /// use appell::program::{Language, Precision};
    /// let options = GenerateOptions::new(Language::C).precision(Precision::Single).stem("arm");
    /// let files = appell::Robot::bundled("2r")?.generate_with("G", &options)?;
    /// assert!(files[0].name == "arm_G.h" && files[0].text.contains("float"));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn generate_with(
        &self,
        quantities: impl Quantities,
        options: &GenerateOptions<'_>,
    ) -> Result<Vec<File>, Error> {
        options.files(self, quantities)
    }

    /// Proof-reads a text (LaTeX, or Markdown with LaTeX in it): a verdict for each printed equation.
    /// Names are those that are common, or those of a bundled paper where they fit better;
    /// [`proof::check`] takes a notation of your own, and limits.
    ///
    /// ```
    /// let robot = appell::Robot::bundled("2r")?;
    /// let result = robot.check(r"$$ G_2 = M_2 g r_{2x} \cos(q_1 - q_2) \tag{3} $$")?;
    /// assert_eq!(result.findings[0].verdict.kind().to_string(), "refuted");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn check(&self, paper: &str) -> Result<CheckResult, Error> {
        let bundled = notation_for(paper, &self.model);
        let notation = bundled.map(|bundled| Notation::read(bundled.text)).transpose()?;
        Ok(proof::check(paper, &self.model, notation.as_ref(), &proof::Options::default())?)
    }
}

/// The numbers of a quantity; a number that is not finite is an error.
pub(crate) fn finite(
    quantity: Quantity,
    derivation: &Derivation<'_, Numbers<'_>>,
) -> Result<Value<f64>, Error> {
    checked_finite(quantity, derivation.get(quantity)?)
}

fn checked_finite(quantity: Quantity, value: Value<f64>) -> Result<Value<f64>, Error> {
    let bad = value.entries().find(|entry| !entry.is_finite()).copied();
    match bad {
        Some(bad) => {
            let message = format!("{quantity} has the entry {bad}");
            Err(Diagnostic::error("not-finite", message).into())
        }
        None => Ok(value),
    }
}

impl From<model::Robot> for Robot {
    /// A model as a robot, without findings.
    ///
    /// ```
    /// let model = appell::model::Robot::bundled("2r")?;
    /// assert!(appell::Robot::from(model).findings().is_empty());
    /// # Ok::<(), appell::Error>(())
    /// ```
    fn from(model: model::Robot) -> Self {
        Self::of_model(model, Vec::new())
    }
}
