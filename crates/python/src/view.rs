//! The robot as a picture: its scene, and a page that shows it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::exception;
use crate::robot::Robot;

/// The robot as data for the page, as JSON.
#[pyfunction]
pub(crate) fn scene(py: Python<'_>, robot: &Robot) -> PyResult<String> {
    let scene = appell_studio::scene(&robot.robot).map_err(|error| exception(py, &error))?;
    Ok(scene.to_string())
}

/// The page that shows a scene, which is given as JSON.
#[pyfunction]
pub(crate) fn shared_page(scene: &str) -> PyResult<String> {
    let scene = serde_json::from_str(scene);
    let scene = scene.map_err(|error| PyValueError::new_err(format!("expected JSON: {error}")))?;
    Ok(appell_studio::shared_page(&scene))
}
