//! Programs with fewer operations: a file a pass.
//!
//! Common subexpressions, numbers, signs and powers need no pass: see `builder`.

mod angles;
mod conjugates;
mod dead;
mod factor;
mod schedule;
mod share;

use appell_algebra::Budget;

use crate::error::Error;
use crate::program::Program;

/// A way to make a program smaller. None changes its values, none makes it larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Common partial sums are calculated once.
    Sums,
    /// Common partial products are calculated once.
    Products,
    /// Common factors are taken out of sums.
    Factor,
    /// Products of sines and cosines become those of sums of angles.
    Angles,
    /// Products of sums and of differences of the same parts are multiplied out.
    Conjugates,
}

impl Pass {
    /// All passes.
    pub const ALL: [Self; 5] =
        [Self::Sums, Self::Products, Self::Factor, Self::Angles, Self::Conjugates];
}

/// The passes in some orders: which is best depends on the program.
const ORDERS: [[Pass; 5]; 3] = [
    [Pass::Factor, Pass::Sums, Pass::Products, Pass::Angles, Pass::Conjugates],
    [Pass::Products, Pass::Factor, Pass::Sums, Pass::Angles, Pass::Conjugates],
    [Pass::Sums, Pass::Products, Pass::Factor, Pass::Angles, Pass::Conjugates],
];

/// A program of more operations is optimised in the first order alone, as long as a round gains much: a
/// few operations of so many are not worth the minutes.
const LARGE: usize = 50_000;

/// The least share of the operations that a round gains in a large program: one in so many.
const LEAST_GAIN: usize = 100;

impl Program {
    /// The program after a pass; the same where the pass gains nothing.
    pub fn after(&self, pass: Pass) -> Result<Self, Error> {
        self.after_within(pass, &Budget::unlimited())
    }

    fn after_within(&self, pass: Pass, budget: &Budget) -> Result<Self, Error> {
        budget.check()?;
        let changed = match pass {
            Pass::Sums => share::sums(self, budget),
            Pass::Products => share::products(self, budget),
            Pass::Factor => factor::factor(self, budget),
            Pass::Angles => angles::merge(self),
            Pass::Conjugates => conjugates::multiply_out(self, budget),
        }?;
        Ok(if changed.count().weight() < self.count().weight() { changed } else { self.clone() })
    }

    /// The program after all passes, in the order that serves it best, again and again until
    /// nothing is gained; then scheduled.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::Program;
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| graph.parameter(name));
    /// let program = Program::new(&graph, &[("x", a * b + a * c), ("y", b + d + c)])?;
    /// assert_eq!(program.count().to_string(), "2 multiplications, 3 additions");
    /// assert_eq!(program.optimised()?.count().to_string(), "1 multiplication, 2 additions");
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn optimised(&self) -> Result<Self, Error> {
        self.optimised_within(&Budget::unlimited())
    }

    /// The same, as long as the time of a budget lasts; then it fails.
    pub fn optimised_within(&self, budget: &Budget) -> Result<Self, Error> {
        let mut best = self.without_dead_code()?;
        let is_large = best.operations.len() > LARGE;
        let orders = if is_large { &ORDERS[..1] } else { &ORDERS[..] };
        for order in orders {
            let mut program = self.without_dead_code()?;
            loop {
                let before = program.count().weight();
                for pass in *order {
                    program = program.after_within(pass, budget)?;
                }
                let gained = before - program.count().weight();
                if gained == 0 || is_large && gained < before / LEAST_GAIN {
                    break;
                }
            }
            if program.count().weight() < best.count().weight() {
                best = program;
            }
        }
        best.scheduled_within(budget)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use std::time::Duration;

    use appell_algebra::{Expr, Graph, Stop, Symbols};

    use super::*;

    /// Every pass looks at the clock while it works, not only when it begins.
    #[test]
    fn no_pass_works_on_when_the_time_is_up() {
        let graph = Graph::new(&Symbols::new());
        let x: Vec<Expr<'_>> = (0..60).map(|k| graph.parameter(&format!("x{k}"))).collect();
        let sum = |k: usize| {
            let products = (0..40).map(|j| x[(k + j) % 60] * x[(k * j + 7 * j) % 59]);
            (format!("sum{k}"), products.fold(graph.zero(), |sum, product| sum + product))
        };
        let product = |k: usize| {
            let factors = (0..40).map(|j| x[(k + j * j) % 60]);
            (format!("product{k}"), factors.fold(graph.one(), |product, factor| product * factor))
        };
        let outputs: Vec<(String, Expr<'_>)> =
            (0..300).map(sum).chain((0..300).map(product)).collect();
        let outputs: Vec<(&str, Expr<'_>)> =
            outputs.iter().map(|(name, formula)| (name.as_str(), *formula)).collect();
        let program = Program::new(&graph, &outputs).unwrap();
        let late = Budget::unlimited().with_time(Duration::ZERO);
        let stopped = Stop::Time { limit: Duration::ZERO };
        for result in [
            share::sums(&program, &late),
            share::products(&program, &late),
            factor::factor(&program, &late),
            conjugates::multiply_out(&program, &late),
            program.scheduled_within(&late),
            program.optimised_within(&late),
        ] {
            assert_eq!(result, Err(stopped.into()));
        }
        assert!(program.compile_within(Default::default(), &late).is_err());
        let labels = crate::Labels { name: "f".to_owned(), ..Default::default() };
        for language in crate::Language::ALL {
            assert_eq!(program.emit_within(language, &labels, &late), Err(stopped.into()));
        }
    }
}
