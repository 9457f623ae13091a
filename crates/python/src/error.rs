//! Errors of the library as exceptions.

use appell::diagnostic::Diagnostic;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pyo3::create_exception!(
    appell,
    Error,
    PyValueError,
    "What is wrong with an input, or why something could not be done.\n\n\
     `findings` lists it as dictionaries with the keys code, message, hints and facts."
);

/// An error of the library as an exception, with its findings as data.
pub(crate) fn exception(py: Python<'_>, error: &appell::Error) -> PyErr {
    of_findings(py, error.to_string(), &error.findings())
}

fn of_findings(py: Python<'_>, message: String, findings: &[Diagnostic]) -> PyErr {
    let error = Error::new_err(message.trim_end().to_owned());
    let listed = findings.iter().map(|finding| as_dict(py, finding)).collect::<PyResult<Vec<_>>>();
    let set =
        listed.and_then(|listed| error.value(py).setattr("findings", PyList::new(py, listed)?));
    match set {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// A finding as a dictionary.
pub(crate) fn as_dict<'py>(py: Python<'py>, finding: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("severity", format!("{:?}", finding.severity).to_lowercase())?;
    dict.set_item("code", finding.code)?;
    dict.set_item("message", &finding.message)?;
    dict.set_item("hints", &finding.hints)?;
    let facts = PyDict::new(py);
    for (name, value) in &finding.facts {
        facts.set_item(name, value.to_string())?;
    }
    dict.set_item("facts", facts)?;
    Ok(dict)
}
