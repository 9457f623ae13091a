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
        for order in ORDERS {
            let mut program = self.without_dead_code()?;
            loop {
                let before = program.count().weight();
                for pass in order {
                    program = program.after_within(pass, budget)?;
                }
                if program.count().weight() == before {
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
