//! Where the inputs of many states lie, and where their results go.

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
pub(super) struct Rows<'a>(pub(super) Vec<&'a mut [f64]>);

impl Destination for Rows<'_> {
    fn put(&mut self, output: usize, first: usize, values: &[f64]) {
        self.0[output][first..first + values.len()].copy_from_slice(values);
    }

    fn fill(&mut self, output: usize, value: f64) {
        self.0[output].fill(value);
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
