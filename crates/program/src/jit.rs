//! Programs as machine code: x86-64 with AVX2 and FMA, or AVX-512, chosen by what the processor
//! has. Elsewhere, and where the system refuses executable memory, the interpreter stands in.

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

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use appell_algebra::Budget;

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
    /// How many states run side by side in a batch; 1 where the interpreter stands in.
    pub fn lanes(&self) -> usize {
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &self.native {
            return native.lanes();
        }
        1
    }

    /// How many bytes of machine code there are; none where the interpreter stands in.
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

    /// The outputs for many states, as a structure of arrays: entry k of state i stands at
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
        #[cfg(all(target_arch = "x86_64", unix))]
        if let Some(native) = &self.native {
            let varied = (&self.varied[..], coordinates);
            let shared = (&self.shared[..], parameters);
            let run = |range: Range<usize>, rows: &mut [&mut [f64]]| {
                native.clone().batch(range, states, varied, shared, rows);
            };
            in_threads(threads, states, outputs, run);
            return Ok(());
        }
        let run = |range: Range<usize>, rows: &mut [&mut [f64]]| {
            let mut interpreter = self.interpreter.clone();
            let mut inputs = vec![0.0; self.program.inputs.len()];
            for (&number, &value) in self.shared.iter().zip(parameters) {
                inputs[number] = value;
            }
            for (place, state) in range.enumerate() {
                for (row, &number) in self.varied.iter().enumerate() {
                    inputs[number] = coordinates[row * states + state];
                }
                interpreter.call(&inputs, |row, value| rows[row][place] = value);
            }
        };
        in_threads(threads, states, outputs, run);
        Ok(())
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

/// Cuts the states into ranges, one a thread, with the rows of outputs that belong to them. A thread
/// that the system does not give leaves its range to the others.
fn in_threads(
    threads: usize,
    states: usize,
    outputs: &mut [f64],
    run: impl Fn(Range<usize>, &mut [&mut [f64]]) + Sync,
) {
    if states == 0 {
        return;
    }
    // a thread for a few states costs more than it saves
    const FEW: usize = 256;
    let threads = threads.min(states / FEW).max(1);
    let each = states.div_ceil(threads);
    let mut rows: Vec<&mut [f64]> = outputs.chunks_exact_mut(states).collect();
    let part = |start: usize| {
        let end = states.min(start + each);
        let own = rows.iter_mut().filter_map(|row| row.split_off_mut(..end - start));
        (start..end, own.collect::<Vec<_>>())
    };
    let parts: Vec<_> = (0..states).step_by(each).map(part).collect();
    let parts = Mutex::new(parts.into_iter());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((range, mut own)) = next() {
            run(range, &mut own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}
