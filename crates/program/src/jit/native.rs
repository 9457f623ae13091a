//! A program as code for one state and code for many.

use super::Options;
use super::allocate::{Plan, plan};
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

    /// The lengths were checked.
    pub(super) fn run(&mut self, states: usize, inputs: &[f64], outputs: &mut [f64]) {
        let mut state = 0;
        if let Some(wide) = &mut self.wide {
            while state + wide.count <= states {
                wide.run(state, states, inputs, outputs);
                state += wide.count;
            }
        }
        for state in state..states {
            self.single.run(state, states, inputs, outputs);
        }
    }
}

impl Lanes {
    fn new(program: &Program, tasks: &[Task], machine: &Machine) -> Result<Self, Error> {
        let plan: Plan = plan(program, tasks, machine.registers);
        let layout = Layout {
            inputs: program.inputs.len(),
            constants: plan.constants.len(),
            spills: plan.spills,
            outputs: program.outputs.len(),
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
            (place..place + count).for_each(|at| numbers.set(at, value));
        }
        Ok(Self { count, code, layout, numbers })
    }

    /// Runs the states from one on.
    fn run(&mut self, first: usize, states: usize, inputs: &[f64], outputs: &mut [f64]) {
        for number in 0..self.layout.inputs {
            for lane in 0..self.count {
                let value = inputs[number * states + first + lane];
                self.numbers.set(number * self.count + lane, value);
            }
        }
        self.code.run(&mut self.numbers);
        for number in 0..self.layout.outputs {
            for lane in 0..self.count {
                let place = self.layout.output(number) * self.count + lane;
                outputs[number * states + first + lane] = self.numbers.get(place);
            }
        }
    }
}
