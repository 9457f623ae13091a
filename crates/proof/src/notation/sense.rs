//! Whether what a notation says has a meaning for a robot: a misspelt quantity would be passed over, and
//! the paper be read without it.

use std::rc::Rc;

use appell_algebra::{Budget, Poly};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_model::Robot;

use super::template::{filled, filled_words};
use super::{MeaningPlace, Names, Notation};
use crate::defined::DefinedNames;
use crate::known::{COMPONENTS, Known};
use crate::name::Bindings;

impl Notation {
    /// What in a notation means nothing for a robot.
    ///
    /// ```
    /// use appell_proof::Notation;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let notation = Notation::read("[quantities]\n'h_i' = \"c[i]\"\n'h' = \"nonsense\"").unwrap();
    /// let [problem] = <[_; 1]>::try_from(notation.problems(&robot)).unwrap();
    /// assert_eq!(problem.message, "expected a quantity of the robot, found `nonsense`");
    /// let formula = Notation::read("[symbols]\n'h' = \"M2*l1*lc9*sin(q2)\"").unwrap();
    /// let fault = &formula.problems(&robot)[0].facts[0].1;
    /// assert_eq!(fault, "there is no symbol `lc9`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problems(&self, robot: &Robot) -> Vec<Diagnostic> {
        // names of elastic links too: a robot that is read has them
        let defined = Rc::new(DefinedNames::new(robot).unwrap_or_default());
        let names = Names::new(robot, Some(self), &defined);
        // an empty meaning says that a name stands for nothing
        let given = self.places.iter().filter(|it| !it.meaning.is_empty());
        let problem = |place: &MeaningPlace| {
            let found = excerpt(&place.meaning);
            let problem = match place.is_symbol {
                true => {
                    let expected = "a symbol of the robot, or a formula of its symbols";
                    let message = format!("expected {expected}, found `{found}`");
                    let problem = Diagnostic::error("meaning", message);
                    let problem = match names.fault(&place.meaning) {
                        Some(fault) => problem.fact("reason", fault),
                        None => problem,
                    };
                    problem.hint(
                        "`appell show ROBOT` lists the symbols; {i} stands for an index: \"m{i}\"",
                    )
                }
                false => {
                    let message = format!("expected a quantity of the robot, found `{found}`");
                    Diagnostic::error("meaning", message)
                        .hint("`appell quantities` lists them; i stands for an index: \"Q[i]\"")
                }
            };
            problem.at(place.span.clone())
        };
        given.filter(|it| !names.has_sense(it)).map(problem).collect()
    }
}

impl Names<'_> {
    /// Whether a meaning is one for some of the indices that it may have.
    fn has_sense(&self, MeaningPlace { meaning, is_symbol, .. }: &MeaningPlace) -> bool {
        let numbers: Vec<String> =
            (0..=self.robot.joints().len() + 1).map(|number| number.to_string()).collect();
        let axes = COMPONENTS.map(str::to_owned);
        // what does not occur need not be tried
        let all = |letter: &str, values: &[String]| -> Vec<String> {
            values[..if meaning.contains(letter) { values.len() } else { 1 }].to_vec()
        };
        for i in all("i", &numbers) {
            for j in all("j", &numbers) {
                for alpha in all("alpha", &axes) {
                    for beta in all("beta", &axes) {
                        let bindings = Bindings::from([
                            ("i", i.clone()),
                            ("j", j.clone()),
                            ("alpha", alpha.clone()),
                            ("beta", beta),
                        ]);
                        if self.means(meaning, *is_symbol, &bindings) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// What is wrong with a formula: the name that the robot does not have, the bracket that is missing.
    fn fault(&self, meaning: &str) -> Option<String> {
        let example = [("i", "1"), ("j", "2"), ("alpha", "x"), ("beta", "y")];
        let bindings = Bindings::from(example.map(|(letter, value)| (letter, value.to_owned())));
        let text = filled(meaning, &bindings);
        let error = Poly::parse(&text, self.robot.symbols(), &Budget::default()).err()?;
        let faults = error.diagnostics().into_iter().map(|finding| finding.message);
        Some(faults.collect::<Vec<_>>().join("; "))
    }

    fn means(&self, meaning: &str, is_symbol: bool, bindings: &Bindings) -> bool {
        let text = filled(meaning, bindings);
        match is_symbol {
            true => self.symbol_of(&text).is_some() || self.formula_of(&text).is_some(),
            false if meaning.starts_with('[') => self.formula_of(&text).is_some(),
            false => Known::read(&filled_words(meaning, bindings), self.robot).is_some(),
        }
    }
}
