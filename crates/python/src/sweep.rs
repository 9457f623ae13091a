//! Sweeps: many variants of a scenario.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use appell::algebra::Stop;
use appell::diagnostic::{Diagnostic, Findings};
use appell::sweep::{self, Parts, Rows, merge, run};
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{as_dict, exception};
use crate::interrupt::{interruptible, watched};
use crate::motion::Loaded;
use crate::robot::Robot;

/// A scenario with its variants.
#[pyclass(frozen, module = "appell._appell")]
pub(crate) struct Study {
    study: sweep::Study,
}

fn answered<T>(py: Python<'_>, answer: PyResult<Result<T, appell::Error>>) -> PyResult<T> {
    answer?.map_err(|error| exception(py, &error))
}

fn refused(problem: Diagnostic) -> appell::Error {
    Findings::new(vec![problem]).into()
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (scenario, robot = None))]
    fn new(py: Python<'_>, scenario: &str, robot: Option<PyRef<'_, Robot>>) -> PyResult<Self> {
        let robot = robot.map(|it| it.robot.clone());
        let read = interruptible(py, None, |budget| {
            let study = Loaded::new(scenario, robot)?.study(budget)?;
            Ok(Self { study })
        });
        answered(py, read)
    }

    /// How many variants there are.
    #[getter]
    fn count(&self) -> u64 {
        self.study.count()
    }

    /// How many parts there are.
    #[getter]
    fn parts(&self) -> u64 {
        self.study.parts()
    }

    /// A text that only the same scenario, robot, tables and version have.
    #[getter]
    fn fingerprint(&self) -> &str {
        self.study.fingerprint()
    }

    /// Warnings, about the scenario and at the ends of what varies.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.study.warnings.iter().map(|it| as_dict(py, it)).collect()
    }

    /// The scenario of a row, as a text.
    fn variant(&self, row: u64) -> PyResult<String> {
        self.in_range(row)?;
        Ok(self.study.variant(row))
    }

    /// Rows by their numbers, shared between threads: columns as arrays, their units, and remarks.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        numbers: Vec<u64>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>, Vec<String>)> {
        numbers.iter().try_for_each(|&row| self.in_range(row))?;
        let rows = interruptible(py, None, |budget| {
            let study = self.study.with_budget(budget);
            let rows = on_threads(&study, &numbers, threads);
            rows.map_err(|stop| appell::simulation::Error::from(stop).into())
        });
        let rows = answered(py, rows)?;
        let (columns, units) = (PyDict::new(py), PyDict::new(py));
        let numbers = rows.numbers.into_iter().map(|it| it as i64).collect();
        columns.set_item("id", PyArray1::from_vec(py, numbers))?;
        units.set_item("id", "1")?;
        for (heading, column) in self.study.headings().iter().zip(rows.columns) {
            columns.set_item(&heading.name, PyArray1::from_vec(py, column))?;
            units.set_item(&heading.name, &heading.unit)?;
        }
        Ok((columns, units, rows.remarks))
    }

    /// Calculates those of some parts that are not there yet, into files beside a result. `progress` is
    /// called now and then with the share that is done.
    fn write_parts(
        &self,
        py: Python<'_>,
        result: &str,
        parts: Vec<u64>,
        threads: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        // a share is a double, which an integer of the same bits holds
        let (share, progress) = (AtomicU64::new(0), progress.map(Bound::unbind));
        let mut said = 0;
        let watch = |py: Python<'_>| {
            let now = share.load(Ordering::Relaxed);
            if let Some(progress) = &progress
                && now != said
            {
                said = now;
                progress.call1(py, (f64::from_bits(now),))?;
            }
            Ok(())
        };
        let written = watched(py, None, watch, |budget| {
            let study = self.study.with_budget(budget);
            let folder = Parts::beside(&study, Path::new(result)).map_err(refused)?;
            let parts = parts.into_iter().filter(|&part| part < study.parts());
            let done = |done: f64| {
                share.fetch_max(done.to_bits(), Ordering::Relaxed);
            };
            let ended = run(&folder, parts, threads, &done).map_err(refused)?;
            let stopped = |stop| appell::simulation::Error::from(stop).into();
            ended.stopped.map_or(Ok(()), |stop| Err(stopped(stop)))
        });
        answered(py, written)
    }

    /// The parts that are not there yet. A file that belongs to another study, or is none, is refused.
    fn missing(&self, py: Python<'_>, result: &str) -> PyResult<Vec<u64>> {
        let missing = interruptible(py, None, |budget| {
            let folder = Parts::beside(&self.study, Path::new(result)).map_err(refused)?;
            let mut missing = Vec::new();
            for part in 0..self.study.parts() {
                budget.check().map_err(appell::simulation::Error::from)?;
                if !folder.is_there(part).map_err(refused)? {
                    missing.push(part);
                }
            }
            Ok(missing)
        });
        answered(py, missing)
    }

    /// Puts all parts together, and removes them.
    fn merge(&self, py: Python<'_>, result: &str) -> PyResult<()> {
        let merged = interruptible(py, None, |budget| {
            let folder = Parts::beside(&self.study, Path::new(result)).map_err(refused)?;
            merge(&folder, Path::new(result), || budget.check().is_ok()).map_err(refused)?;
            folder.remove_folder().map_err(refused)
        });
        answered(py, merged)
    }
}

impl Study {
    fn in_range(&self, row: u64) -> PyResult<()> {
        let count = self.study.count();
        match row < count {
            true => Ok(()),
            false => {
                let message = format!("rows are numbered from 0, and there are {count}; got {row}");
                Err(PyIndexError::new_err(message))
            }
        }
    }
}

/// Rows by their numbers, in shares that threads take one after the other.
fn on_threads(study: &sweep::Study, numbers: &[u64], threads: usize) -> Result<Rows, Stop> {
    /// Enough that an evaluator is worth its preparation, few enough for all threads.
    const SHARE: usize = 256;
    let shares: Vec<&[u64]> = numbers.chunks(SHARE).collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), Stop> {
        let mut evaluator = study.evaluator();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = shares.get(place) else { return Ok(()) };
            let rows = evaluator.rows(share.iter().copied())?;
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, rows));
        }
    };
    std::thread::scope(|scope| {
        // a thread that the system does not give leaves its shares to the others
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.clamp(1, shares.len().max(1))).filter_map(spawn).collect();
        let own = work();
        let joined = others
            .into_iter()
            .map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect::<Result<(), _>>()
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    let mut all = Rows { columns: vec![Vec::new(); study.headings().len()], ..Rows::default() };
    for (_, rows) in done {
        all.numbers.extend(rows.numbers);
        all.remarks.extend(rows.remarks);
        all.columns.iter_mut().zip(rows.columns).for_each(|(all, column)| all.extend(column));
    }
    Ok(all)
}
