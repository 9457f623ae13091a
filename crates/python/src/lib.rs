//! The part of the Python package `appell` that is written in Rust. What users see of it is in
//! `python/appell`, which adds what is shorter in Python: names, shapes of answers, other libraries.

mod builder;
mod callback;
mod convert;
mod error;
mod ffi;
mod formulas;
mod function;
mod interrupt;
mod motion;
mod robot;
mod sweep;
mod view;

use pyo3::prelude::*;

/// The part of `appell` that is written in Rust.
#[pymodule]
fn _appell(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<error::Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<robot::Robot>()?;
    module.add_class::<builder::RobotBuilder>()?;
    module.add_class::<function::Function>()?;
    module.add_class::<formulas::Formulas>()?;
    module.add_class::<sweep::Study>()?;
    module.add_function(wrap_pyfunction!(robot::bundled, module)?)?;
    module.add_function(wrap_pyfunction!(robot::read, module)?)?;
    module.add_function(wrap_pyfunction!(robot::parse, module)?)?;
    module.add_function(wrap_pyfunction!(robot::robots, module)?)?;
    module.add_function(wrap_pyfunction!(robot::quantities, module)?)?;
    module.add_function(wrap_pyfunction!(motion::scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(motion::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(motion::inverse, module)?)?;
    module.add_function(wrap_pyfunction!(motion::size, module)?)?;
    module.add_function(wrap_pyfunction!(motion::optimise, module)?)?;
    module.add_function(wrap_pyfunction!(view::scene, module)?)?;
    module.add_function(wrap_pyfunction!(view::shared_page, module)?)?;
    Ok(())
}
