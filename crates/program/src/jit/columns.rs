//! Where the inputs of many states lie, and where their results go.

use super::stream;

/// An input of many states: that of state i is `values[first + i * step]`. With a step of zero all
/// states have the same.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The numbers that it is among.
    pub values: &'a [f64],
    /// Where that of the first state is.
    pub first: usize,
    /// How far that of the next state is behind it.
    pub step: usize,
}

impl Column<'_> {
    /// Whether there is a number for so many states.
    pub(super) fn holds(&self, states: usize) -> bool {
        let last = states.checked_sub(1).map(|last| last.checked_mul(self.step));
        match last {
            None => true,
            Some(last) => {
                let last = last.and_then(|last| last.checked_add(self.first));
                last.is_some_and(|last| last < self.values.len())
            }
        }
    }
}

/// The place for the results of a range of states.
pub(super) trait Destination {
    /// Takes an output for some states, the first of which has this number in the range.
    fn put(&mut self, output: usize, first: usize, values: &[f64]);
    /// Takes an output that is the same for all states.
    fn fill(&mut self, output: usize, value: f64);
}

/// A row for each output.
pub(super) struct Rows<'a> {
    pub(super) rows: Vec<&'a mut [f64]>,
    /// Whether all results together are [too many](Self::LARGE) for the caches.
    pub(super) past_caches: bool,
}

impl Rows<'_> {
    /// From so many results on, of all states, they are written past the caches: 16 MiB, more than caches of one
    /// processor core hold.
    pub(super) const LARGE: usize = (16 << 20) / size_of::<f64>();
}

impl Destination for Rows<'_> {
    fn put(&mut self, output: usize, first: usize, values: &[f64]) {
        let place = &mut self.rows[output][first..first + values.len()];
        match self.past_caches {
            true => stream::copy(place, values),
            false => place.copy_from_slice(values),
        }
    }

    fn fill(&mut self, output: usize, value: f64) {
        let row = &mut self.rows[output];
        match self.past_caches {
            true => row
                .chunks_mut(FILLED)
                .for_each(|part| stream::copy(part, &[value; FILLED][..part.len()])),
            false => row.fill(value),
        }
    }
}

/// How many equal numbers are written at once.
const FILLED: usize = 64;

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        if self.past_caches {
            stream::finish();
        }
    }
}

/// All outputs of a state, then those of the next one.
pub(super) struct ByState<'a> {
    pub(super) values: &'a mut [f64],
    /// How many outputs there are.
    pub(super) each: usize,
}

impl Destination for ByState<'_> {
    fn put(&mut self, output: usize, first: usize, values: &[f64]) {
        let states = self.values[first * self.each..].chunks_exact_mut(self.each);
        for (state, value) in states.zip(values) {
            state[output] = *value;
        }
    }

    fn fill(&mut self, output: usize, value: f64) {
        for state in self.values.chunks_exact_mut(self.each) {
            state[output] = value;
        }
    }
}
