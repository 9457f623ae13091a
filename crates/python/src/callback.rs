//! A controller that is a function of Python's.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use appell::simulation::{Asked, OwnController};
use numpy::PyArray1;
use pyo3::prelude::*;

/// A function of Python's: what it cost, and the exception that it raised.
pub(crate) struct Callback {
    function: Arc<Py<PyAny>>,
    record: Arc<Mutex<Record>>,
}

#[derive(Default)]
struct Record {
    calls: usize,
    time: Duration,
    exception: Option<PyErr>,
}

impl Callback {
    pub(crate) fn new(function: Py<PyAny>) -> Self {
        Self { function: Arc::new(function), record: Arc::default() }
    }

    /// The same as a controller: called with the time, coordinates, velocities and the reference, it
    /// returns a force for each axis.
    pub(crate) fn controller(&self) -> OwnController {
        let (function, record) = (self.function.clone(), self.record.clone());
        OwnController::new(move |asked| {
            let start = Instant::now();
            let forces = Python::attach(|py| forces(py, &function, asked));
            let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
            record.calls += 1;
            record.time += start.elapsed();
            forces.map_err(|exception| {
                let reason = exception.to_string();
                record.exception.get_or_insert(exception);
                reason
            })
        })
    }

    /// How often it was called, and for how many seconds in all.
    pub(crate) fn cost(&self) -> (usize, f64) {
        let record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        (record.calls, record.time.as_secs_f64())
    }

    /// The exception that it raised first.
    pub(crate) fn exception(&self) -> Option<PyErr> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).exception.take()
    }
}

fn forces(py: Python<'_>, function: &Py<PyAny>, asked: Asked<'_>) -> PyResult<Vec<f64>> {
    let array = |values: &[f64]| PyArray1::from_slice(py, values);
    let [q, qd, qdd] = asked.reference.map(array);
    let answer = function.call1(py, (asked.t, array(asked.q), array(asked.qd), (q, qd, qdd)))?;
    answer.extract(py)
}
