//! Memory of NumPy's arrays as slices.
//!
//! Python cannot promise that nobody writes to an array while a slice of it is read: another thread may,
//! once the lock of the interpreter is released. NumPy's own functions have the same rule, that who
//! shares an array between threads must order reads and writes; here, as there, the result of a race is
//! numbers that are old or new. Numbers are read once and are never used as an index or a length, so
//! that no other memory is touched.

#![allow(unsafe_code, reason = "the memory of NumPy's arrays: each block says why it is sound")]

use numpy::npyffi::NPY_ARRAY_WRITEABLE;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// An array of doubles as it lies in memory, in steps of a double.
pub(crate) struct View<'a> {
    /// From its first entry to its last one, with what lies between.
    pub(crate) values: &'a [f64],
    pub(crate) shape: &'a [usize],
    pub(crate) strides: Vec<usize>,
}

/// The entries of an array; none where they do not lie at whole steps forward, or are not aligned.
pub(crate) fn view<'a>(array: &'a Bound<'_, PyArrayDyn<f64>>) -> Option<View<'a>> {
    const SIZE: usize = size_of::<f64>();
    let (shape, data) = (array.shape(), array.data());
    if !is_aligned(data) {
        return None;
    }
    let step = |&stride: &isize| {
        usize::try_from(stride).ok().filter(|step| step.is_multiple_of(SIZE)).map(|it| it / SIZE)
    };
    let strides: Vec<usize> = array.strides().iter().map(step).collect::<Option<_>>()?;
    if shape.contains(&0) {
        return Some(View { values: &[], shape, strides });
    }
    let last: usize = shape.iter().zip(&strides).map(|(count, step)| (count - 1) * step).sum();
    // SAFETY: the pointer is aligned (checked above) and not null, since the array has an entry. All
    // strides are forward and whole, so the first entry is at the pointer and the last one `last` doubles
    // behind it; NumPy's arrays lie in one allocation, so all between is memory of that allocation, which
    // lives as long as the array, to which the slice is bound.
    let values = unsafe { std::slice::from_raw_parts(data.cast_const(), last + 1) };
    Some(View { values, shape, strides })
}

/// The entries of an array that may be written and lies without gaps, row by row; none of others.
#[expect(
    clippy::mut_from_ref,
    reason = "the memory is NumPy's, and not part of the object that is borrowed"
)]
pub(crate) fn entries_mut<'a>(array: &'a Bound<'_, PyArrayDyn<f64>>) -> Option<&'a mut [f64]> {
    let (data, count) = (array.data(), array.len());
    // SAFETY: the pointer is that of a live array of NumPy's, whose flags may be read.
    let is_writable = unsafe { (*array.as_array_ptr()).fields.flags } & NPY_ARRAY_WRITEABLE != 0;
    if !is_writable || !array.is_c_contiguous() || !is_aligned(data) {
        return None;
    }
    if count == 0 {
        return Some(&mut []);
    }
    // SAFETY: the array is aligned, writable and without gaps (checked above), so its `count` entries
    // follow each other from the pointer on, in memory that lives as long as the array. Callers make sure
    // by `overlaps` that no slice that they read at the same time shares memory with it.
    Some(unsafe { std::slice::from_raw_parts_mut(data, count) })
}

/// The entries of an array that lies without gaps, row by row; none of others.
pub(crate) fn entries<'a>(array: &'a Bound<'_, PyArrayDyn<f64>>) -> Option<&'a [f64]> {
    let (data, count) = (array.data(), array.len());
    if !array.is_c_contiguous() || !is_aligned(data) {
        return None;
    }
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: the array is aligned and without gaps (checked above), so its `count` entries follow each
    // other from the pointer on, in memory that lives as long as the array.
    Some(unsafe { std::slice::from_raw_parts(data.cast_const(), count) })
}

fn is_aligned(data: *mut f64) -> bool {
    (data as usize).is_multiple_of(align_of::<f64>())
}

/// Whether slices share memory.
pub(crate) fn overlaps(a: &[f64], b: &[f64]) -> bool {
    let (a, b) = (a.as_ptr_range(), b.as_ptr_range());
    a.start < b.end && b.start < a.end
}
