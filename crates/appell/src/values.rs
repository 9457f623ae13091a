//! Quantities as numbers.

mod text;

use serde_json::{Value as Json, json};

use crate::diagnostic::Diagnostic;
use crate::mechanics::Value;
use crate::report::{errors_json, json_of};
use crate::{Error, Quantity};

/// Quantities of a robot as numbers, under the names that were asked for.
///
/// ```
/// use appell::{Robot, State};
///
/// let robot = Robot::bundled("2r")?;
/// let values = robot.evaluate(["M", "G", "Ek"], &State::new().qd([1.0, 0.0]))?;
/// let mass = values.rows("M")?;
/// assert!((values.scalar("Ek")? - 0.5 * mass[0][0]).abs() < 1e-12);
/// assert!(values.list("G")?[0] > 0.0);
/// assert!(values.list("Q").is_err());               // this was not asked for
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub(crate) values: Vec<(String, Quantity, Value<f64>)>,
    pub(crate) missing: Vec<(String, Error)>,
    pub(crate) coordinates: Vec<String>,
    pub(crate) remarks: Vec<Diagnostic>,
}

impl Values {
    /// The names, in the order in which they were asked for.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate(["vC", "M"], &State::new())?;
    /// assert_eq!(values.names().collect::<Vec<_>>(), ["vC[1]", "vC[2]", "M"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|(name, ..)| name.as_str())
    }

    /// A quantity with its shape, its axes and the names of its entries.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// use appell::mechanics::Shape;
    /// let values = Robot::bundled("2r")?.evaluate("M", &State::new())?;
    /// assert_eq!(values.get("M")?.shape, Shape::Matrix);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn get(&self, name: &str) -> Result<&Value<f64>, Error> {
        let found = self.values.iter().find(|(known, ..)| known == name);
        found.map(|(.., value)| value).ok_or_else(|| {
            let message = format!("`{name}` is not among the evaluated quantities");
            let known: Vec<&str> = self.names().collect();
            let hint = format!("ask for it; evaluated were: {}", known.join(", "));
            Diagnostic::error("not-evaluated", message).hint(hint).into()
        })
    }

    /// A quantity with a single entry.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate(["Ek", "M"], &State::new())?;
    /// assert_eq!(values.scalar("Ek")?, 0.0);
    /// assert!(values.scalar("M").is_err());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn scalar(&self, name: &str) -> Result<f64, Error> {
        match self.get(name)?.rows.as_slice() {
            [row] if row.len() == 1 => Ok(row[0]),
            rows => {
                let message = format!("`{name}` has {} rows, expected a scalar", rows.len());
                Err(Diagnostic::error("not-scalar", message).hint("use `list` or `rows`").into())
            }
        }
    }

    /// All entries of a quantity, row by row.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate(["Q", "T[tool]"], &State::new())?;
    /// assert_eq!((values.list("Q")?.len(), values.list("T[tool]")?.len()), (2, 16));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn list(&self, name: &str) -> Result<Vec<f64>, Error> {
        Ok(self.get(name)?.entries().copied().collect())
    }

    /// The rows of a quantity: those of a matrix; of a vector, rows of one entry.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate("M", &State::new())?;
    /// let mass = values.rows("M")?;
    /// assert_eq!(mass[0][1], mass[1][0]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn rows(&self, name: &str) -> Result<&[Vec<f64>], Error> {
        Ok(&self.get(name)?.rows)
    }

    /// The quantities that could not be evaluated, with the reasons; see
    /// [`Robot::evaluate_available`](crate::Robot::evaluate_available).
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// assert!(Robot::bundled("2r")?.evaluate("M", &State::new())?.missing().is_empty());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn missing(&self) -> &[(String, Error)] {
        &self.missing
    }

    /// Adds quantities that could not be evaluated, such as names that the robot does not have: they are
    /// then in [`Values::missing`] and in the JSON.
    ///
    /// ```
    /// # use appell::{Quantities, Robot, State};
    /// let robot = Robot::bundled("2r")?;
    /// let unknown = "omga".named(robot.model()).err().map(|error| ("omga".to_owned(), error));
    /// let values = robot.evaluate("Ek", &State::new())?.with_missing(unknown);
    /// assert!(values.json().contains("\"errors\":{\"omga\":"));
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn with_missing(mut self, missing: impl IntoIterator<Item = (String, Error)>) -> Self {
        self.missing.extend(missing);
        self
    }

    /// Every entry with its name, quantity after quantity, row by row: `M[1,2]`, `omega[2].x`.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate(["M", "Ek"], &State::new())?;
    /// let names: Vec<String> = values.entries().into_iter().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["M[1,1]", "M[1,2]", "M[2,1]", "M[2,2]", "Ek"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn entries(&self) -> Vec<(String, f64)> {
        let named = |(_, quantity, value): &(String, Quantity, Value<f64>)| {
            let names = value.entry_names(*quantity).into_iter().map(|name| name.to_string());
            names.zip(value.entries().copied()).collect::<Vec<_>>()
        };
        self.values.iter().flat_map(named).collect()
    }

    /// What a reader should know beside the numbers.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// assert!(Robot::bundled("2r")?.evaluate("M", &State::new())?.remarks().is_empty());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// JSON: `{"Q": [...], "M": [[...]], ..., "joints": [names in order]}`, in the order in which they
    /// were asked for. Where quantities are missing: `"errors": {"qdd": [{"code": ..., "message": ...,
    /// "hints": [...]}]}`.
    ///
    /// ```
    /// # use appell::{Robot, State};
    /// let json = Robot::bundled("2r")?.evaluate("Ek", &State::new())?.json();
    /// assert_eq!(json, "{\"Ek\":0.0,\"joints\":[\"joint1\",\"joint2\"]}\n");
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn json(&self) -> String {
        let quantities = self.values.iter();
        let quantities =
            quantities.map(|(name, _, value)| (name.as_str(), json_of(value, &number)));
        let errors = self.missing.iter();
        let errors = errors.map(|(name, error)| (name.clone(), errors_json(&error.findings())));
        let errors: Option<Json> = (!self.missing.is_empty()).then(|| errors.collect());
        let all = quantities.chain([("joints", json!(self.coordinates))]);
        let all = all.chain(errors.map(|errors| ("errors", errors)));
        let entries: Vec<String> =
            all.map(|(name, value)| format!("{}:{value}", json!(name))).collect();
        format!("{{{}}}\n", entries.join(","))
    }
}

/// A number as JSON; what rounding leaves of the sign of zero says nothing.
fn number(entry: &f64) -> Json {
    json!(entry + 0.0)
}
