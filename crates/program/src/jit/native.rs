//! A program as code for one state and code for many.

use std::ops::Range;
use std::sync::Arc;

use appell_algebra::Budget;

use super::Options;
use super::allocate::plan;
use super::columns::{Column, Destination};
use super::encode::{Layout, MASKS, encode};
use super::machine::{EIGHT, FOUR, Machine, SCALAR, SCALAR_512};
use super::memory::{Code, Numbers};
use super::results::{Results, Source};
use super::task::{Task, tasks};
use crate::error::Error;
use crate::program::Program;

#[derive(Clone)]
pub(super) struct Native {
    single: Lanes,
    /// The widest code, where there is any wider than one.
    wide: Option<Lanes>,
}

/// Code for some states side by side, with its memory. Copies share the code.
#[derive(Clone)]
struct Lanes {
    count: usize,
    code: Arc<Code>,
    layout: Layout,
    results: Arc<Results>,
    numbers: Numbers,
}

impl Native {
    /// Nothing on a processor that lacks what all our code needs, and on a system that refuses memory
    /// for it: services may be forbidden to make any executable (systemd, SELinux, seccomp).
    pub(super) fn new(
        program: &Program,
        options: Options,
        budget: &Budget,
    ) -> Result<Option<Self>, Error> {
        Self::with_memory(program, options, budget, Code::new)
    }

    /// The same, with memory from elsewhere.
    fn with_memory(
        program: &Program,
        options: Options,
        budget: &Budget,
        memory: impl Fn(&[u8]) -> std::io::Result<Code>,
    ) -> Result<Option<Self>, Error> {
        if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
            return Ok(None);
        }
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let tasks = tasks(program, options.fused);
        let lanes = |machine: Machine, results: Results| {
            Lanes::new(program, &tasks, &machine, results, budget, &memory)
        };
        let single = if has_512 { SCALAR_512 } else { SCALAR };
        let Some(single) = lanes(single, Results::as_they_are(program))? else { return Ok(None) };
        let wide = match options.lanes {
            8.. if has_512 => Some(EIGHT),
            4.. => Some(FOUR),
            _ => None,
        };
        let tiled = |machine: Machine| {
            let results = Results::tiled(program, machine.lanes);
            lanes(machine, results)
        };
        let wide = wide.map(tiled).transpose()?.flatten();
        Ok(Some(Self { single, wide }))
    }

    pub(super) fn lanes(&self) -> usize {
        self.wide.as_ref().map_or(1, |wide| wide.count)
    }

    pub(super) fn code_size(&self) -> usize {
        self.single.code.len()
    }

    /// The inputs and outputs of one state, as many as the program has.
    pub(super) fn call(&mut self, inputs: &[f64], outputs: &mut [f64]) {
        let Lanes { code, numbers, .. } = &mut self.single;
        code.run(numbers, inputs, outputs);
    }

    /// A range of states; the outputs are those of the range.
    pub(super) fn batch(
        &mut self,
        range: Range<usize>,
        columns: &[Column<'_>],
        outputs: &mut impl Destination,
    ) {
        let mut done = 0;
        for lanes in self.wide.iter_mut().chain([&mut self.single]) {
            for (row, source) in lanes.results.sources.iter().enumerate() {
                if let Source::Number(number) = *source {
                    outputs.fill(row, number);
                }
            }
            for (number, column) in columns.iter().enumerate().filter(|(_, it)| it.step == 0) {
                let place = number * lanes.count;
                lanes.numbers.all()[place..place + lanes.count].fill(column.values[column.first]);
            }
            done = match lanes.count {
                8 => lanes.run::<8>(done, &range, columns, outputs),
                4 => lanes.run::<4>(done, &range, columns, outputs),
                _ => lanes.run::<1>(done, &range, columns, outputs),
            };
        }
    }
}

impl Lanes {
    /// Nothing where there is no memory for the code.
    fn new(
        program: &Program,
        tasks: &[Task],
        machine: &Machine,
        results: Results,
        budget: &Budget,
        memory: impl Fn(&[u8]) -> std::io::Result<Code>,
    ) -> Result<Option<Self>, Error> {
        let plan = plan(program, &results.values, tasks, machine, budget)?;
        let layout = Layout {
            inputs: program.inputs.len(),
            constants: plan.constants.len(),
            spills: plan.spills,
            angles: plan.angles,
            outputs: results.values.len(),
            stride: results.stride(),
            lanes: machine.lanes,
        };
        let count = machine.lanes;
        if layout.places().saturating_mul(count * size_of::<f64>()) > i32::MAX as usize {
            return Err(Error::TooManyOperations { limit: i32::MAX as usize });
        }
        let bytes = encode(&plan, machine, layout)
            .map_err(|error| Error::Machine { reason: error.to_string() })?;
        budget.check()?;
        let Ok(code) = memory(&bytes) else { return Ok(None) };
        let mut numbers = Numbers::new(layout.places() * count);
        let masks = MASKS.into_iter().map(f64::from_bits);
        for (number, value) in plan.constants.into_iter().chain(masks).enumerate() {
            let place = layout.constant(number) * count;
            numbers.all()[place..place + count].fill(value);
        }
        let results = Arc::new(results);
        Ok(Some(Self { count, code: Arc::new(code), layout, results, numbers }))
    }

    /// Runs the states of a range from one on as long as there are N of them; how many are done
    /// then. How many there are at a time is known to the compiler, so that they are copied by one
    /// instruction. Results are gathered in a tile and go to their rows when it is full: rows lie
    /// far apart, and a visit to one is expensive.
    fn run<const N: usize>(
        &mut self,
        mut done: usize,
        range: &Range<usize>,
        columns: &[Column<'_>],
        outputs: &mut impl Destination,
    ) -> usize {
        while done + N <= range.len() {
            let groups = self.results.groups.min((range.len() - done) / N);
            for group in 0..groups {
                let state = range.start + done + group * N;
                let (places, _) = self.numbers.all().as_chunks_mut::<N>();
                for (place, column) in places.iter_mut().zip(columns) {
                    gather(place, column, state);
                }
                let first = self.layout.output(0) + group;
                self.code.run_within(&mut self.numbers, 0, first * N);
            }
            let tile = self.numbers.all();
            for (row, source) in self.results.sources.iter().enumerate() {
                if let Source::Value(number) = *source {
                    let place = self.layout.output(number) * N;
                    outputs.put(row, done, &tile[place..place + groups * N]);
                }
            }
            done += groups * N;
        }
        done
    }
}

/// An input of N states from one on. What is the same for all states was put in before.
#[inline]
fn gather<const N: usize>(place: &mut [f64; N], column: &Column<'_>, state: usize) {
    let Column { values, first, step } = *column;
    let values = &values[first + state * step..];
    match step {
        0 => {}
        1 => place.copy_from_slice(&values[..N]),
        _ => {
            let values = &values[..(N - 1) * step + 1];
            for (lane, value) in place.iter_mut().enumerate() {
                *value = values[lane * step];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use appell_algebra::{Graph, Symbols};

    use super::*;

    #[test]
    fn without_executable_memory_there_is_no_code_and_no_error() {
        let graph = Graph::new(&Symbols::new());
        let formula = graph.coordinate("q").sin();
        let program = Program::new(&graph, &[("z", formula)]).unwrap();
        let refused = |_: &[u8]| Err(std::io::ErrorKind::PermissionDenied.into());
        let (options, budget) = (Options::default(), Budget::unlimited());
        assert!(Native::with_memory(&program, options, &budget, refused).unwrap().is_none());
    }
}
