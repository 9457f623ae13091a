//! A program as code for one state and code for many.

use super::Options;
use super::allocate::plan;
use super::encode::{Layout, MASKS, encode};
use super::machine::{EIGHT, FOUR, Machine, SCALAR, SCALAR_512};
use super::memory::{Code, Numbers};
use super::task::{Task, tasks};
use crate::error::Error;
use crate::program::Program;

pub(super) struct Native {
    single: Lanes,
    /// The widest code, where there is any wider than one.
    wide: Option<Lanes>,
}

/// Code for some states side by side, with its memory.
struct Lanes {
    count: usize,
    code: Code,
    layout: Layout,
    numbers: Numbers,
}

impl Native {
    /// Nothing on a processor that lacks what all our code needs.
    pub(super) fn new(program: &Program, options: Options) -> Result<Option<Self>, Error> {
        if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
            return Ok(None);
        }
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let tasks = tasks(program, options.fused);
        let single = if has_512 { SCALAR_512 } else { SCALAR };
        let wide = match options.lanes {
            8.. if has_512 => Some(EIGHT),
            4.. => Some(FOUR),
            _ => None,
        };
        Ok(Some(Self {
            single: Lanes::new(program, &tasks, &single)?,
            wide: wide.map(|machine| Lanes::new(program, &tasks, &machine)).transpose()?,
        }))
    }

    pub(super) fn lanes(&self) -> usize {
        self.wide.as_ref().map_or(1, |wide| wide.count)
    }

    pub(super) fn code_size(&self) -> usize {
        self.single.code.len()
    }

    /// The inputs of one state.
    pub(super) fn call(&mut self, inputs: &[f64], outputs: &mut [f64]) {
        let Lanes { code, layout, numbers, .. } = &mut self.single;
        numbers.all()[..inputs.len()].copy_from_slice(inputs);
        code.run(numbers);
        let first = layout.output(0);
        outputs.copy_from_slice(&numbers.all()[first..first + outputs.len()]);
    }

    /// Some states: the inputs that differ between them, those that do not, and the numbers of
    /// these in all inputs.
    pub(super) fn batch(
        &mut self,
        states: usize,
        (varied, inputs): (&[usize], &[f64]),
        (shared, parameters): (&[usize], &[f64]),
        outputs: &mut [f64],
    ) {
        let mut state = 0;
        for lanes in self.wide.iter_mut().chain([&mut self.single]) {
            for (&number, &value) in shared.iter().zip(parameters) {
                lanes.place(number).fill(value);
            }
            state = match lanes.count {
                8 => lanes.run::<8>(state, states, varied, inputs, outputs),
                4 => lanes.run::<4>(state, states, varied, inputs, outputs),
                _ => lanes.run::<1>(state, states, varied, inputs, outputs),
            };
        }
    }
}

impl Lanes {
    fn new(program: &Program, tasks: &[Task], machine: &Machine) -> Result<Self, Error> {
        let plan = plan(program, tasks, machine.registers);
        let layout = Layout {
            inputs: program.inputs.len(),
            constants: plan.constants.len(),
            spills: plan.spills,
            angles: plan.angles,
            outputs: program.outputs.len(),
            lanes: machine.lanes,
        };
        let count = machine.lanes;
        if layout.places().saturating_mul(count * size_of::<f64>()) > i32::MAX as usize {
            return Err(Error::TooManyOperations { limit: i32::MAX as usize });
        }
        let bytes = encode(&plan, machine, layout)
            .map_err(|error| Error::Machine { reason: error.to_string() })?;
        let code =
            Code::new(&bytes).map_err(|error| Error::Machine { reason: error.to_string() })?;
        let mut numbers = Numbers::new(layout.places() * count);
        let masks = MASKS.into_iter().map(f64::from_bits);
        for (number, value) in plan.constants.into_iter().chain(masks).enumerate() {
            let place = layout.constant(number) * count;
            numbers.all()[place..place + count].fill(value);
        }
        Ok(Self { count, code, layout, numbers })
    }

    fn place(&mut self, place: usize) -> &mut [f64] {
        &mut self.numbers.all()[place * self.count..][..self.count]
    }

    /// Runs the states from one on as long as there are N of them; the first that is left. How many
    /// there are at a time is known to the compiler, so that they are copied by one instruction.
    fn run<const N: usize>(
        &mut self,
        mut state: usize,
        states: usize,
        varied: &[usize],
        inputs: &[f64],
        outputs: &mut [f64],
    ) -> usize {
        let first_output = self.layout.output(0);
        while state + N <= states {
            let (places, _) = self.numbers.all().as_chunks_mut::<N>();
            for (row, &number) in inputs.chunks_exact(states).zip(varied) {
                places[number].copy_from_slice(&row[state..state + N]);
            }
            self.code.run(&mut self.numbers);
            let (places, _) = self.numbers.all().as_chunks_mut::<N>();
            for (row, place) in outputs.chunks_exact_mut(states).zip(&places[first_output..]) {
                row[state..state + N].copy_from_slice(place);
            }
            state += N;
        }
        state
    }
}
