//! The linear model of a robot about a state.

use crate::algebra::Budget;
use crate::linear::{self, Linearised, OperatingPoint, Options};
use crate::{Error, Robot, State};

impl Robot {
    /// Linearises the robot about a state: x' = A x + B u, y = C x + D u with named states, inputs and
    /// outputs, its poles, controllability and observability. The operating point is the
    /// state: its coordinates, velocities, driving forces, payload and parameters.
    ///
    /// ```
    /// use appell::linear::{Options, Search, Stability};
    /// use appell::{Robot, State, algebra::Budget};
    ///
    /// let robot = Robot::bundled("2r")?;
    /// // the arm hangs down: forces that hold it there, then the model
    /// let hanging = State::new().q([-std::f64::consts::FRAC_PI_2, 0.0]);
    /// let options = Options { search: Search::Trim, ..Options::default() };
    /// let model = robot.linearise(&hanging, &options, &Budget::default())?;
    /// assert_eq!(model.system.states, ["q1", "q2", "dq1", "dq2"]);
    /// assert_eq!(model.analysis.stability(), Stability::Marginal);
    /// assert!(model.is_equilibrium && model.analysis.uncontrollable.is_empty());
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn linearise(
        &self,
        state: &State,
        options: &Options,
        budget: &Budget,
    ) -> Result<Linearised, Error> {
        let count = self.model().coordinates().len();
        let filled = |values: &[f64]| -> Vec<f64> {
            values.iter().copied().chain(std::iter::repeat(0.0)).take(count).collect()
        };
        // what does not fit the robot is refused before anything is filled up
        state.derivation(self)?;
        let point = OperatingPoint {
            q: filled(state.order(0)),
            qd: filled(state.order(1)),
            tau: filled(state.driving_forces()),
        };
        let at = |point: &OperatingPoint| {
            let OperatingPoint { q, qd, tau } = point.clone();
            state.clone().q(q).qd(qd).qdd([]).tau(tau).derivation(self)
        };
        let mut model = linear::linearise(at, point, options, budget)?;
        let found = state.clone().q(model.point.q.clone());
        model.remarks.splice(0..0, found.doubts(self.model()));
        Ok(model)
    }
}
