//! A robot built in Python, joint by joint.

use appell::Entry;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::error::exception;
use crate::robot::Robot;

/// Builds a robot joint by joint. A method that is about a joint or a link is about the last one.
#[pyclass(module = "appell._appell")]
pub(crate) struct RobotBuilder {
    /// Nothing after the robot was built.
    builder: Option<appell::RobotBuilder>,
}

/// A number or a formula in the parameters of the robot.
struct Term(Entry);

impl<'py> FromPyObject<'_, 'py> for Term {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.extract::<&str>() {
            return Ok(Self(text.into()));
        }
        let number: f64 = value.extract().map_err(|_| {
            PyTypeError::new_err("expected a number, or a formula as a string such as \"l1/2\"")
        })?;
        Ok(Self(number.into()))
    }
}

type Terms = (Term, Term, Term);

fn entries(terms: Terms) -> (Entry, Entry, Entry) {
    (terms.0.0, terms.1.0, terms.2.0)
}

impl RobotBuilder {
    fn change(
        &mut self,
        change: impl FnOnce(appell::RobotBuilder) -> appell::RobotBuilder,
    ) -> PyResult<()> {
        let builder = self.builder.take().ok_or_else(|| {
            PyRuntimeError::new_err("the robot was built: start with a new RobotBuilder")
        })?;
        self.builder = Some(change(builder));
        Ok(())
    }
}

#[pymethods]
impl RobotBuilder {
    #[new]
    fn new(name: String) -> Self {
        Self { builder: Some(appell::RobotBuilder::new(name)) }
    }

    /// Gravity as an acceleration in base axes, such as (0, 0, -9.81).
    fn gravity<'py>(mut slf: PyRefMut<'py, Self>, gravity: Terms) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.gravity(entries(gravity)))?;
        Ok(slf)
    }

    /// A parameter with its value. Parameters without a value need no declaration.
    fn parameter<'py>(
        mut slf: PyRefMut<'py, Self>,
        name: &str,
        value: Term,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.parameter(name, value.0))?;
        Ok(slf)
    }

    /// A joint that turns about an axis.
    fn revolute<'py>(
        mut slf: PyRefMut<'py, Self>,
        name: &str,
        axis: Terms,
        offset: Terms,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.revolute(name, entries(axis), entries(offset)))?;
        Ok(slf)
    }

    /// A joint that moves along an axis.
    fn prismatic<'py>(
        mut slf: PyRefMut<'py, Self>,
        name: &str,
        axis: Terms,
        offset: Terms,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.prismatic(name, entries(axis), entries(offset)))?;
        Ok(slf)
    }

    /// A joint that does not move.
    fn fixed<'py>(
        mut slf: PyRefMut<'py, Self>,
        name: &str,
        offset: Terms,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.fixed(name, entries(offset)))?;
        Ok(slf)
    }

    /// On which joint the last one sits, by name; None: on the base.
    fn on<'py>(
        mut slf: PyRefMut<'py, Self>,
        parent: Option<&str>,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| match parent {
            Some(parent) => builder.on(parent),
            None => builder.on_base(),
        })?;
        Ok(slf)
    }

    /// The frame of the last joint is turned by roll, pitch and yaw.
    fn rotated<'py>(
        mut slf: PyRefMut<'py, Self>,
        roll_pitch_yaw: Terms,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.rotated(entries(roll_pitch_yaw)))?;
        Ok(slf)
    }

    /// A body on the last joint: mass, centre of mass, moments xx, yy, zz and products xy, xz, yz of
    /// inertia about the centre of mass.
    #[pyo3(signature = (mass, centre, inertia, products = None))]
    fn link<'py>(
        mut slf: PyRefMut<'py, Self>,
        mass: Term,
        centre: Terms,
        inertia: Terms,
        products: Option<Terms>,
    ) -> PyResult<PyRefMut<'py, Self>> {
        let zero = || Term(0.into());
        let products = entries(products.unwrap_or_else(|| (zero(), zero(), zero())));
        slf.change(|builder| {
            builder.link_with_products(mass.0, entries(centre), entries(inertia), products)
        })?;
        Ok(slf)
    }

    /// Viscous friction in the last joint.
    fn viscous_friction<'py>(
        mut slf: PyRefMut<'py, Self>,
        coefficient: Term,
    ) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.viscous_friction(coefficient.0))?;
        Ok(slf)
    }

    /// Where the tool frame lies in the frame of the last joint of the robot.
    fn tool<'py>(mut slf: PyRefMut<'py, Self>, offset: Terms) -> PyResult<PyRefMut<'py, Self>> {
        slf.change(|builder| builder.tool(entries(offset)))?;
        Ok(slf)
    }

    /// The robot; all that is wrong is reported here.
    fn build(&mut self, py: Python<'_>) -> PyResult<Robot> {
        let builder = self.builder.take().ok_or_else(|| {
            PyRuntimeError::new_err("the robot was built: start with a new RobotBuilder")
        })?;
        Ok(Robot::from(builder.build().map_err(|error| exception(py, &error))?))
    }
}
