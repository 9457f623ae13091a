//! A robot with numbers in the place of its parameters.

use appell_algebra::{Budget, Error, Poly, Rational, Symbol};
use appell_diagnostic::Diagnostic;

use crate::draft::Draft;
use crate::robot::Robot;

impl Robot {
    /// The robot with other values of some of its parameters, by their names; names that it does
    /// not have are left alone.
    ///
    /// ```
    /// use appell_algebra::Budget;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let heavy = robot.with_parameters([("M2", 40.0)], &Budget::default()).map_err(|it| it[0].clone())?;
    /// assert_eq!(heavy.evaluate(&heavy.joints()[1].body.mass)?, 40.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_parameters<'n>(
        &self,
        values: impl IntoIterator<Item = (&'n str, f64)>,
        budget: &Budget,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut draft = Draft::from(self);
        for (name, value) in values {
            if let Some(parameter) = draft.parameters.iter_mut().find(|it| it.name == name) {
                parameter.value = value.to_string().parse::<Rational>().ok().map(Poly::constant);
            }
        }
        draft.build(budget).map(|(robot, _)| robot)
    }

    /// The robot with the values of its parameters put in, exactly; a parameter that has no value
    /// stays. What was typed (placements, parts) stays as it is: this robot is for calculating.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let numbers = robot.with_values(&Budget::default())?;
    /// let length = &numbers.joints()[1].parent_from_frame.position.0[0];
    /// assert_eq!(length.as_constant().map(|it| it.to_f64()), robot.evaluate(length).ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_values(&self, budget: &Budget) -> Result<Self, Error> {
        let given = |it: &crate::Parameter| Some((it.symbol, it.value.clone()?));
        let values: Vec<(Symbol, Poly)> = self.parameters.iter().filter_map(given).collect();
        let put = |entry: &Poly| entry.substitute_all(&values, &self.symbols, budget);
        let mut robot = self.clone();
        robot.gravity = self.gravity.try_map(put)?;
        for joint in &mut robot.joints {
            joint.axis = joint.axis.try_map(put)?;
            joint.parent_from_frame = joint.parent_from_frame.try_map(put)?;
            joint.moments = joint.moments.try_map(put)?;
            joint.body = joint.body.try_map(put)?;
            joint.friction = joint.friction.try_map(put)?;
            joint.spring.stiffness = put(&joint.spring.stiffness)?;
            joint.spring.rest = put(&joint.spring.rest)?;
            if let Some(it) = &mut joint.compensator {
                it.stiffness = put(&it.stiffness)?;
                it.from = it.from.try_map(put)?;
                it.to = it.to.try_map(put)?;
            }
            if let Some(coupling) = &mut joint.coupling {
                for (_, ratio) in coupling.of.iter_mut().chain(&mut coupling.shares) {
                    *ratio = put(ratio)?;
                }
                coupling.offset = put(&coupling.offset)?;
                coupling.whole_offset = put(&coupling.whole_offset)?;
            }
            if let Some(rotor) = &mut joint.rotor {
                rotor.inertia = put(&rotor.inertia)?;
                rotor.axis = rotor.axis.try_map(put)?;
                rotor.friction = rotor.friction.try_map(put)?;
                rotor.efficiency = rotor.efficiency.as_ref().map(put).transpose()?;
                for (_, ratio) in rotor.ratios.iter_mut().chain(&mut rotor.shares) {
                    *ratio = put(ratio)?;
                }
            }
            if let Some(modes) = &mut joint.modes {
                modes.body = modes.body.try_map(put)?;
                for pivot in &mut modes.pivots {
                    *pivot = pivot.try_map(put)?;
                }
            }
        }
        if let Some(carried) = &mut robot.carried {
            carried.moments = carried.moments.try_map(put)?;
            carried.body = carried.body.try_map(put)?;
        }
        robot.tool.parent_from_tool = self.tool.parent_from_tool.try_map(put)?;
        for frame in &mut robot.frames {
            frame.parent_from_frame = frame.parent_from_frame.try_map(put)?;
            frame.force = frame.force.try_map(put)?;
            frame.moment = frame.moment.try_map(put)?;
        }
        if let Some(base) = &mut robot.base {
            base.outer_from_base = base.outer_from_base.try_map(put)?;
        }
        robot.payload.force = self.payload.force.try_map(put)?;
        robot.payload.moment = self.payload.moment.try_map(put)?;
        Ok(robot)
    }
}
