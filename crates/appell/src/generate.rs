//! Source code of quantities.

use std::collections::HashSet;
use std::path::Path;

use crate::algebra::Budget;
use crate::code::{Coder, JacobianProduct, Parameters};
use crate::program::{File, Language, Precision};
use crate::{Error, Quantities, Quantity, Robot};

/// How to generate code.
///
/// ```
/// use appell::program::Language;
/// use appell::{GenerateOptions, Robot};
///
/// let options = GenerateOptions::new(Language::Python).parameters_as_arguments();
/// let files = Robot::bundled("2r")?.generate_with("M", &options)?;
/// assert!(files[0].text.contains("M2"));
/// # Ok::<(), appell::Error>(())
/// ```
pub struct GenerateOptions<'p> {
    language: Language,
    precision: Precision,
    parameters: Parameters,
    stem: Option<String>,
    combined: bool,
    product: Option<JacobianProduct>,
    tests: bool,
    budget: Budget,
    progress: Option<Box<dyn Fn(Quantity) + 'p>>,
}

impl<'p> GenerateOptions<'p> {
    /// Code in a language, in double precision, with the values of the parameters put in.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            precision: Precision::Double,
            parameters: Parameters::Values,
            stem: None,
            combined: false,
            product: None,
            tests: false,
            budget: Budget::default(),
            progress: None,
        }
    }

    /// With other floating-point numbers, for C, Rust and CUDA.
    #[must_use]
    pub fn precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// With the parameters as arguments of the functions. Those without a value are always arguments.
    #[must_use]
    pub fn parameters_as_arguments(mut self) -> Self {
        self.parameters = Parameters::Arguments;
        self
    }

    /// With this word at the start of the names of functions and files, instead of the robot's name.
    #[must_use]
    pub fn stem(mut self, stem: impl Into<String>) -> Self {
        self.stem = Some(stem.into());
        self
    }

    /// With one function for all quantities, which shares what they have in common, instead of a
    /// function each. Each quantity is a result of its own: `out_M`, `out_G`.
    ///
    /// ```
    /// use appell::program::Language;
    /// use appell::{GenerateOptions, Robot};
    /// let options = GenerateOptions::new(Language::C).combined();
    /// let files = Robot::bundled("scara")?.generate_with(["M", "G"], &options)?;
    /// let signature = "void scara_M_G(const double q[4], double out_M[16], double out_G[4]);";
    /// assert!(files[0].text.contains(signature));
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn combined(mut self) -> Self {
        self.combined = true;
        self
    }

    /// With products of the Jacobians of the quantities with vectors, instead of the quantities: for
    /// optimal control and learning.
    ///
    /// ```
    /// use appell::code::JacobianProduct;
    /// use appell::program::Language;
    /// use appell::{GenerateOptions, Robot};
    /// let options = GenerateOptions::new(Language::C).product(JacobianProduct::FromLeft);
    /// let files = Robot::bundled("scara")?.generate_with("M", &options)?;
    /// let signature = "void scara_M_vjp(const double q[4], const double weights[16], double out[4]);";
    /// assert!(files[0].text.contains(signature));
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn product(mut self, product: JacobianProduct) -> Self {
        self.product = Some(product);
        self
    }

    /// With a program for each function that calls it with the test values of its header and compares:
    /// in C, Rust and Python.
    #[must_use]
    pub fn tests(mut self) -> Self {
        self.tests = true;
        self
    }

    /// Within another budget.
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

    pub(crate) fn files(
        &self,
        robot: &Robot,
        quantities: impl Quantities,
    ) -> Result<Vec<File>, Error> {
        let mut seen = HashSet::new();
        let mut named = quantities.named(robot.model())?;
        named.retain(|(_, quantity)| seen.insert(*quantity));
        let coder = Coder::new(robot.model(), self.parameters, &self.budget)?;
        let of_robot = || Path::new(robot.source_name()).file_stem().unwrap_or_default();
        let stem = self.stem.clone().unwrap_or_else(|| of_robot().to_string_lossy().into_owned());
        let mut files: Vec<File> = Vec::new();
        let quantities: Vec<Quantity> = named.into_iter().map(|(_, quantity)| quantity).collect();
        let functions: Vec<&[Quantity]> = match self.combined {
            true => vec![&quantities],
            false => quantities.chunks(1).collect(),
        };
        for function in functions {
            if let (Some(progress), Some(first)) = (&self.progress, function.first()) {
                progress(*first);
            }
            let code = match self.product {
                Some(product) => coder.product_program(function, product)?,
                None => coder.quantity_program(function)?,
            };
            let labels = coder.labels(&stem, &code, self.precision);
            let mut more = code.program.emit_within(self.language, &labels, &self.budget)?;
            if self.tests {
                more.extend(code.program.emit_test(self.language, &labels)?);
            }
            // what all share comes with the first
            let new = |file: &File| files.iter().all(|other| other.name != file.name);
            let more: Vec<File> = more.into_iter().filter(new).collect();
            files.extend(more);
        }
        Ok(files)
    }
}
