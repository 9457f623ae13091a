//! Programs as machine code: x86-64 with AVX2 and FMA, or AVX-512, chosen by what the processor
//! has. Elsewhere, and where the system refuses executable memory, the interpreter is used.

#[cfg(all(target_arch = "x86_64", unix))]
mod allocate;
#[cfg(all(target_arch = "x86_64", unix))]
mod encode;
#[cfg(all(target_arch = "x86_64", unix))]
mod functions;
#[cfg(all(target_arch = "x86_64", unix))]
mod machine;
#[cfg(all(target_arch = "x86_64", unix))]
mod memory;
#[cfg(all(target_arch = "x86_64", unix))]
mod native;
#[cfg(all(target_arch = "x86_64", unix))]
mod results;
#[cfg(all(target_arch = "x86_64", unix))]
mod step;
#[cfg(all(target_arch = "x86_64", unix))]
mod task;

mod columns;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use appell_algebra::Budget;

pub use columns::Column;
use columns::{ByState, Destination, Rows};

use crate::error::Error;
use crate::interpreter::Interpreter;
use crate::program::{InputKind, Program};

/// How a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Products and sums in one instruction with one rounding: faster, and closer to the true
    /// value; but not the bits that separate instructions give.
    pub fused: bool,
    /// How many states run side by side at the most; what the processor has is the limit.
    pub lanes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { fused: true, lanes: 8 }
    }
}

/// A program ready to run: one state at a time, or many. A clone shares the machine code.
#[derive(Clone)]
pub struct Compiled {
    program: Arc<Program>,
    interpreter: Interpreter,
    /// The numbers of the inputs that are coordinates, and of those that are parameters.
    varied: Vec<usize>,
    shared: Vec<usize>,
    #[cfg(all(target_arch = "x86_64", unix))]
    native: Option<native::Native>,
}

impl Program {
    /// The program compiled for this machine.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::Program;
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (m, q) = (graph.parameter("m"), graph.coordinate("q"));
    /// let mut compiled = Program::new(&graph, &[("z", q * m + q)])?.compile(Default::default())?;
    /// let mut out = [0.0];
    /// compiled.call(&[2.0, 3.0], &mut out)?;
    /// assert_eq!(out, [8.0]);
    /// let mut out = [0.0; 3];
    /// compiled.batch(1, 3, &[1.0, 2.0, 3.0], &[10.0], &mut out)?;
    /// assert_eq!(out, [11.0, 22.0, 33.0]);
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn compile(&self, options: Options) -> Result<Compiled, Error> {
        self.compile_within(options, &Budget::unlimited())
    }

    /// The same, as long as the time of a budget lasts; then it fails.
    pub fn compile_within(&self, options: Options, budget: &Budget) -> Result<Compiled, Error> {
        budget.check()?;
        #[cfg(all(target_arch = "x86_64", unix))]
        let native = native::Native::new(self, options, budget)?;
        #[cfg(not(all(target_arch = "x86_64", unix)))]
        let _ = options;
        let is_shared = |&number: &usize| self.inputs[number].kind == InputKind::Parameter;
        let (shared, varied) = (0..self.inputs.len()).partition(is_shared);
        let program = Arc::new(self.clone());
        Ok(Compiled {
            interpreter: Interpreter::new(program.clone()),
            program,
            varied,
            shared,
            #[cfg(all(target_arch = "x86_64", unix))]
            native,
        })
    }
}

impl Compiled {
    /// How many states run side by side in a batch; 1 where the interpreter is used.
    pub fn lanes(&self) -> usize {
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &self.native {
            return native.lanes();
        }
        1
    }

    /// How many bytes of machine code there are; none where the interpreter is used.
    pub fn code_size(&self) -> usize {
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &self.native {
            return native.code_size();
        }
        0
    }

    /// The outputs for the inputs of one state.
    pub fn call(&mut self, inputs: &[f64], outputs: &mut [f64]) -> Result<(), Error> {
        self.check(1, self.program.inputs.len(), inputs, outputs)?;
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &mut self.native {
            native.call(inputs, outputs);
            return Ok(());
        }
        self.interpreter.call(inputs, |number, value| outputs[number] = value);
        Ok(())
    }

    /// The outputs for many states, as a structure of arrays: entry k of state i is at
    /// `k * states + i`, of the coordinates and of the outputs. The parameters are the same for
    /// all states. The states are shared between so many threads.
    pub fn batch(
        &self,
        threads: usize,
        states: usize,
        coordinates: &[f64],
        parameters: &[f64],
        outputs: &mut [f64],
    ) -> Result<(), Error> {
        self.check(states, self.varied.len(), coordinates, outputs)?;
        if parameters.len() != self.shared.len() {
            let expected = self.shared.len();
            return Err(Error::InputCount { given: parameters.len(), expected });
        }
        if states == 0 {
            return Ok(());
        }
        let mut columns =
            vec![Column { values: &[], first: 0, step: 0 }; self.program.inputs.len()];
        for (row, &number) in self.varied.iter().enumerate() {
            columns[number] = Column { values: coordinates, first: row * states, step: 1 };
        }
        for (first, &number) in self.shared.iter().enumerate() {
            columns[number] = Column { values: parameters, first, step: 0 };
        }
        let mut rows: Vec<&mut [f64]> = outputs.chunks_exact_mut(states).collect();
        let parts = ranges(threads, states).map(|range| {
            let own = rows.iter_mut().filter_map(|row| row.split_off_mut(..range.len()));
            let own = Rows(own.collect());
            (range, own)
        });
        self.run_parts(threads, parts.collect(), &columns);
        Ok(())
    }

    /// The outputs for many states, state by state: output k of state i is at `i * outputs + k`.
    /// The inputs lie in memory as their columns say, so that no array of states is copied, whatever
    /// its layout. The states are shared between so many threads.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{Column, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (m, q) = (graph.parameter("m"), graph.coordinate("q"));
    /// let program = Program::new(&graph, &[("z", q * m), ("w", q)])?;
    /// let states = [1.0, 9.0, 2.0, 9.0, 3.0, 9.0]; // q of three states, and another number of each
    /// let columns = [
    ///     Column { values: &states, first: 0, step: 2 },
    ///     Column { values: &[10.0], first: 0, step: 0 },
    /// ];
    /// let mut out = [0.0; 6];
    /// program.compile(Default::default())?.by_state(1, 3, &columns, &mut out)?;
    /// assert_eq!(out, [10.0, 1.0, 20.0, 2.0, 30.0, 3.0]);
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn by_state(
        &self,
        threads: usize,
        states: usize,
        inputs: &[Column<'_>],
        outputs: &mut [f64],
    ) -> Result<(), Error> {
        let expected = self.program.inputs.len();
        let holds = |column: &Column<'_>| column.holds(states);
        if inputs.len() != expected || !inputs.iter().all(holds) {
            let given = inputs.iter().filter(|column| holds(column)).count();
            return Err(Error::InputCount { given, expected });
        }
        let each = self.program.outputs.len();
        if each.checked_mul(states) != Some(outputs.len()) {
            let expected = each.saturating_mul(states);
            return Err(Error::OutputCount { given: outputs.len(), expected });
        }
        if states == 0 || each == 0 {
            return Ok(());
        }
        let mut left = outputs;
        let parts = ranges(threads, states).map(|range| {
            let (own, others) = std::mem::take(&mut left).split_at_mut(range.len() * each);
            left = others;
            (range, ByState { values: own, each })
        });
        self.run_parts(threads, parts.collect(), inputs);
        Ok(())
    }

    /// Runs ranges of states, each with its place for results. A thread that the system does not give
    /// leaves its ranges to the others.
    fn run_parts<D: Destination + Send>(
        &self,
        threads: usize,
        parts: Vec<(Range<usize>, D)>,
        columns: &[Column<'_>],
    ) {
        let threads = threads.min(parts.len());
        let parts = Mutex::new(parts.into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((range, mut own)) = next() {
                self.run_range(range, columns, &mut own);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn run_range(
        &self,
        range: Range<usize>,
        columns: &[Column<'_>],
        outputs: &mut impl Destination,
    ) {
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &self.native {
            native.clone().batch(range, columns, outputs);
            return;
        }
        let mut interpreter = self.interpreter.clone();
        let mut inputs = vec![0.0; columns.len()];
        for (place, state) in range.enumerate() {
            for (input, column) in inputs.iter_mut().zip(columns) {
                *input = column.values[column.first + state * column.step];
            }
            interpreter.call(&inputs, |row, value| outputs.put(row, place, &[value]));
        }
    }

    fn check(
        &self,
        states: usize,
        each: usize,
        inputs: &[f64],
        outputs: &[f64],
    ) -> Result<(), Error> {
        if each.checked_mul(states) != Some(inputs.len()) {
            let expected = each.saturating_mul(states);
            return Err(Error::InputCount { given: inputs.len(), expected });
        }
        let each = self.program.outputs.len();
        if each.checked_mul(states) != Some(outputs.len()) {
            let expected = each.saturating_mul(states);
            return Err(Error::OutputCount { given: outputs.len(), expected });
        }
        Ok(())
    }
}

/// The states in ranges, one a thread.
fn ranges(threads: usize, states: usize) -> impl Iterator<Item = Range<usize>> {
    // a thread for a few states costs more than it saves
    const FEW: usize = 256;
    let threads = threads.min(states / FEW).max(1);
    let each = states.div_ceil(threads);
    (0..states).step_by(each).map(move |start| start..states.min(start + each))
}
