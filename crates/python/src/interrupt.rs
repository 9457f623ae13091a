//! Long work that Ctrl+C stops.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use appell::algebra::{Budget, Cancel};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const POLL: Duration = Duration::from_millis(20);
/// Formulas are nested: as much as the main thread of a program has.
const STACK: usize = 16 << 20;

/// Works in a thread of its own, without the lock of the interpreter, under a budget that Ctrl+C ends.
/// A fault of the program is an exception, never the end of the interpreter.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    work: impl FnOnce(&Budget) -> T + Send,
) -> PyResult<T> {
    watched(py, seconds, |_| Ok(()), work)
}

/// The same, and calls `watch` now and then in the thread of the caller; its exception ends the work as
/// Ctrl+C does.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&Budget) -> T + Send,
) -> PyResult<T> {
    let cancel = Cancel::new();
    let budget = Budget::default().with_cancel(&cancel);
    let limit = seconds.map(Duration::try_from_secs_f64).transpose();
    let limit = limit.map_err(|_| {
        pyo3::exceptions::PyValueError::new_err("`time` must be a number of seconds above zero")
    })?;
    let budget = limit.map_or(budget.clone(), |limit| budget.with_time(limit));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let run = move || {
                let result = work(&budget);
                drop(done);
                result
            };
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
            let mut interrupt = None;
            // the sender is dropped when the work is done, or was ended by a fault
            while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if interrupt.is_none() {
                    interrupt = Python::attach(|py| {
                        py.check_signals()?;
                        watch(py)
                    })
                    .err();
                    if interrupt.is_some() {
                        cancel.cancel();
                    }
                }
            }
            let result = worker.join().map_err(|fault| {
                let text = fault.downcast_ref::<String>().cloned();
                let text = text.or_else(|| fault.downcast_ref::<&str>().map(|it| (*it).to_owned()));
                PyRuntimeError::new_err(text.unwrap_or_else(|| "internal error".to_owned()))
            });
            match interrupt {
                Some(interrupt) => Err(interrupt),
                None => result,
            }
        })
    })
}
