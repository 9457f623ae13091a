//! A call with arrays: shapes are broadcast, memory is used as it lies, results are arrays.

use std::num::NonZero;

use appell::program::Column;
use numpy::ndarray::IxDyn;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arguments::Argument;
use super::{Function, Single, fault};
use crate::ffi::arrays::{View, entries, entries_mut, overlaps, view};

/// An array of doubles.
type Array<'py> = Bound<'py, PyArrayDyn<f64>>;

/// How many operations, about, run between two looks for Ctrl+C.
const BETWEEN_LOOKS: usize = 1 << 29;
/// Fewer operations than this run with the lock of the interpreter: releasing it would take longer.
const WITH_LOCK: usize = 1 << 13;

impl Function {
    pub(super) fn call<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = self.given(py, args, kwargs)?;
        let arrays = &given.arrays;
        if let [only] = &self.results[..]
            && let Some(result) = self.call_single(py, &given, &only.shape)?
        {
            return Ok(result);
        }
        let leading = self.leading(arrays)?;
        let states: usize = leading.iter().product();
        let total: usize = self.results.iter().map(|part| part.count()).sum();
        let result = match &given.out {
            Some(out) => self.checked_out(out, &leading)?,
            None => {
                let tail = match &self.results[..] {
                    [only] => only.shape.clone(),
                    _ => vec![total],
                };
                zeros(py, &[&leading[..], &tail].concat())?
            }
        };
        if states > 0 {
            let copies = self.laid_out(py, arrays, &leading)?;
            let views: Option<Vec<View<'_>>> = copies.iter().map(view).collect();
            let views = views.ok_or_else(|| PyValueError::new_err("an array cannot be read"))?;
            let outputs = entries_mut(&result).ok_or_else(refused)?;
            match views.iter().any(|view| overlaps(view.values, outputs)) {
                true => {
                    let mut apart = vec![0.0; outputs.len()];
                    self.run(py, &views, &leading, states, &mut apart, given.threads)?;
                    outputs.copy_from_slice(&apart);
                }
                false => self.run(py, &views, &leading, states, outputs, given.threads)?,
            }
        }
        match &self.results[..] {
            [_] => Ok(result.into_any()),
            _ => self.separated(py, &result),
        }
    }

    /// One state, as in a control loop: no shape has to be found out. Nothing where there are more states, or
    /// where an array has gaps.
    fn call_single<'py>(
        &self,
        py: Python<'py>,
        given: &Given<'py>,
        shape: &[usize],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Single { compiled, inputs, outputs } = &mut *self.single();
        inputs.clear();
        for (array, argument) in given.arrays.iter().zip(&self.arguments) {
            match entries(array) {
                Some(entries) if array.ndim() == argument.part.shape.len() => {
                    inputs.extend_from_slice(entries);
                }
                _ => return Ok(None),
            }
        }
        compiled.call(inputs, outputs).map_err(fault)?;
        if let Some(out) = &given.out {
            let out = self.checked_out(out, &[])?;
            entries_mut(&out).ok_or_else(refused)?.copy_from_slice(outputs);
            return Ok(Some(out.into_any()));
        }
        let result = PyArray1::from_slice(py, outputs);
        Ok(Some(match shape {
            [_] => result.into_any(),
            _ => result.reshape(IxDyn(shape))?.into_any(),
        }))
    }

    fn run(
        &self,
        py: Python<'_>,
        views: &[View<'_>],
        leading: &[usize],
        states: usize,
        outputs: &mut [f64],
        threads: Option<usize>,
    ) -> PyResult<()> {
        let columns: Vec<Column<'_>> = views
            .iter()
            .zip(&self.arguments)
            .flat_map(|(view, argument)| columns(view, argument.part.shape.len(), leading))
            .collect();
        if states == 1 {
            let inputs: Vec<f64> = columns.iter().map(|it| it.values[it.first]).collect();
            return self.single().compiled.call(&inputs, outputs).map_err(fault);
        }
        if states.saturating_mul(self.weight) < WITH_LOCK {
            return self.compiled.by_state(1, states, &columns, outputs).map_err(fault);
        }
        let threads =
            threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get));
        let each = outputs.len() / states;
        let chunk = (BETWEEN_LOOKS / self.weight).max(1 << 10);
        let mut first = 0;
        while first < states {
            let count = chunk.min(states - first);
            let shifted =
                columns.iter().map(|it| Column { first: it.first + first * it.step, ..*it });
            let shifted: Vec<Column<'_>> = shifted.collect();
            let part = &mut outputs[first * each..(first + count) * each];
            py.detach(|| self.compiled.by_state(threads, count, &shifted, part)).map_err(fault)?;
            py.check_signals()?;
            first += count;
        }
        Ok(())
    }

    /// The axes over states that all arrays together have, by NumPy's rules.
    fn leading(&self, arrays: &[Array<'_>]) -> PyResult<Vec<usize>> {
        let mut all: Vec<usize> = Vec::new();
        for (array, argument) in arrays.iter().zip(&self.arguments) {
            let own = &array.shape()[..array.ndim() - argument.part.shape.len()];
            if own.len() > all.len() {
                all.splice(0..0, vec![1; own.len() - all.len()]);
            }
            let first = all.len() - own.len();
            for (extent, &own) in all[first..].iter_mut().zip(own) {
                match (*extent, own) {
                    (a, b) if a == b => {}
                    (1, b) => *extent = b,
                    (_, 1) => {}
                    _ => {
                        let shapes = self.arguments.iter().zip(arrays);
                        let shapes = shapes.map(|(it, array)| {
                            format!("{} {}", it.part.name, shape_text(array.shape()))
                        });
                        let shapes = shapes.collect::<Vec<_>>().join(", ");
                        let message = format!("shapes cannot be broadcast together: {shapes}");
                        return Err(PyValueError::new_err(message));
                    }
                }
            }
        }
        Ok(all)
    }

    /// The arrays, each as it lies where its states follow each other at equal steps, or as a copy.
    fn laid_out<'py>(
        &self,
        py: Python<'py>,
        arrays: &[Array<'py>],
        leading: &[usize],
    ) -> PyResult<Vec<Array<'py>>> {
        let pairs = arrays.iter().zip(&self.arguments);
        pairs
            .map(|(array, argument)| {
                let rank = argument.part.shape.len();
                let usable = view(array).is_some_and(|view| step(&view, rank, leading).is_some());
                if usable {
                    return Ok(array.clone());
                }
                let numpy = py.import("numpy")?;
                let shape = [leading, &argument.part.shape].concat();
                let whole =
                    numpy.call_method1("broadcast_to", (array, PyTuple::new(py, shape)?))?;
                // a copy also where it lies without gaps: it may be misaligned
                let copy = numpy.call_method1("array", (whole,))?;
                let copy = numpy.call_method1("ascontiguousarray", (copy,))?;
                Ok(copy.cast_into::<PyArrayDyn<f64>>()?)
            })
            .collect()
    }

    fn checked_out<'py>(&self, out: &Bound<'py, PyAny>, leading: &[usize]) -> PyResult<Array<'py>> {
        let [only] = &self.results[..] else {
            let message = "`out` is for functions with one result";
            return Err(PyValueError::new_err(message));
        };
        let array = out
            .cast::<PyArrayDyn<f64>>()
            .map_err(|_| PyValueError::new_err("`out` must be a numpy array of float64"))?;
        let shape = [leading, &only.shape].concat();
        if array.shape() != shape {
            let (expected, found) = (shape_text(&shape), shape_text(array.shape()));
            let message = format!("`out` must have the shape {expected}, got {found}");
            return Err(PyValueError::new_err(message));
        }
        Ok(array.clone())
    }

    /// Several results, as views of one array.
    fn separated<'py>(&self, py: Python<'py>, all: &Array<'py>) -> PyResult<Bound<'py, PyAny>> {
        let split = py.import("appell._arrays")?.getattr("split")?;
        let shapes: Vec<Vec<usize>> = self.results.iter().map(|it| it.shape.clone()).collect();
        split.call1((all, shapes))
    }
}

/// An array of zeros. NumPy makes it, so that one that is too large is a MemoryError.
fn zeros<'py>(py: Python<'py>, shape: &[usize]) -> PyResult<Array<'py>> {
    let made = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?,))?;
    Ok(made.cast_into::<PyArrayDyn<f64>>()?)
}

fn refused() -> PyErr {
    PyValueError::new_err("`out` must be a writable array without gaps")
}

/// What a call was given, as arrays.
struct Given<'py> {
    arrays: Vec<Array<'py>>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<usize>,
}

impl Function {
    fn given<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Given<'py>> {
        let mut values: Vec<Option<Bound<'py, PyAny>>> = vec![None; self.arguments.len()];
        let count = args.len();
        if count > values.len() {
            let (most, names) = (values.len(), self.argument_names());
            let message =
                format!("expected at most {most} positional arguments ({names}), got {count}");
            return Err(PyTypeError::new_err(message));
        }
        for (value, given) in values.iter_mut().zip(args) {
            *value = Some(given);
        }
        let (mut out, mut threads) = (None, None);
        for (key, given) in kwargs.into_iter().flatten() {
            let key: String = key.extract()?;
            let place = self.arguments.iter().position(|it| it.part.name == key);
            match (place, key.as_str()) {
                (Some(place), _) if values[place].is_some() => {
                    return Err(PyTypeError::new_err(format!("`{key}` is given twice")));
                }
                (Some(place), _) => values[place] = Some(given),
                (None, "out") => out = Some(given).filter(|it| !it.is_none()),
                (None, "threads") if given.is_none() => {}
                (None, "threads") => threads = Some(threads_of(&given)?),
                _ => {
                    let names = self.argument_names();
                    let message =
                        format!("unknown argument `{key}`; arguments are {names}, out, threads");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        let plain = PyUntypedArray::type_object(py);
        let arrays = values.into_iter().zip(&self.arguments).map(|(value, argument)| {
            let value = value.ok_or_else(|| argument.missing())?;
            match value.cast::<PyArrayDyn<f64>>() {
                // in a subclass numbers may mean something else, as in a masked array
                Ok(array) if argument.fits(array) && array.get_type().is(&plain) => {
                    Ok(array.clone())
                }
                _ => argument.converted(py, &value),
            }
        });
        let arrays = arrays.collect::<PyResult<_>>()?;
        Ok(Given { arrays, out, threads })
    }

    fn argument_names(&self) -> String {
        let names: Vec<&str> = self.arguments.iter().map(|it| it.part.name.as_str()).collect();
        names.join(", ")
    }
}

fn threads_of(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = given.extract::<usize>().ok().filter(|&number| number > 0);
    number.ok_or_else(|| PyValueError::new_err("`threads` must be a whole number above zero"))
}

impl Argument {
    fn fits(&self, array: &Array<'_>) -> bool {
        array.shape().ends_with(&self.part.shape) && array.ndim() >= self.part.shape.len()
    }

    fn missing(&self) -> PyErr {
        let name = &self.part.name;
        PyTypeError::new_err(format!("missing argument `{name}`; give None for what is zero"))
    }

    /// What is no array of doubles of the right shape: lists, dictionaries by name, None, other numbers.
    fn converted<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        let convert = py.import("appell._arrays")?.getattr("convert")?;
        let array = convert.call1((
            value,
            self.part.name.as_str(),
            PyTuple::new(py, &self.part.shape)?,
            self.part.names.clone(),
            self.defaults.clone(),
        ))?;
        Ok(array.cast_into::<PyArrayDyn<f64>>()?)
    }
}

fn shape_text(shape: &[usize]) -> String {
    match shape {
        [only] => format!("({only},)"),
        _ => {
            let extents: Vec<String> = shape.iter().map(ToString::to_string).collect();
            format!("({})", extents.join(", "))
        }
    }
}

/// By how much the entries of the next state are behind those of a state, in the order of the broadcast
/// axes; none where it is not the same for all.
fn step(view: &View<'_>, rank: usize, leading: &[usize]) -> Option<usize> {
    let own = view.shape.len() - rank;
    let missing = leading.len() - own;
    // a step of zero along axes that are broadcast
    let stride = |axis: usize| match axis.checked_sub(missing) {
        Some(own) if view.shape[own] != 1 => view.strides[own],
        _ => 0,
    };
    let mut axes = (0..leading.len()).rev().filter(|&axis| leading[axis] != 1);
    let Some(last) = axes.next() else { return Some(0) };
    let step = stride(last);
    let mut next = step * leading[last];
    for axis in axes {
        if stride(axis) != next {
            return None;
        }
        next *= leading[axis];
    }
    Some(step)
}

/// The inputs that an array holds.
fn columns<'a>(
    view: &View<'a>,
    rank: usize,
    leading: &[usize],
) -> impl Iterator<Item = Column<'a>> + use<'a> {
    let own = view.shape.len() - rank;
    let (shape, strides) = (view.shape[own..].to_vec(), view.strides[own..].to_vec());
    let (values, step) = (view.values, step(view, rank, leading).unwrap_or(0));
    let count: usize = shape.iter().product();
    (0..count).map(move |entry| {
        let (mut left, mut first) = (entry, 0);
        for (extent, stride) in shape.iter().zip(&strides).rev() {
            first += left % extent * stride;
            left /= extent;
        }
        Column { values, first, step }
    })
}
