//! Which value is in which register: the one that is needed last makes room (Belady 1966), and
//! goes to memory if it is not there already.

use appell_algebra::Budget;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::encode::CHUNK;
use super::machine::Machine;
use super::step::{Form, Memory, Place, Plan, Step};
use super::task::{Kind, Task};
use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::Program;

pub(super) fn plan(
    program: &Program,
    outputs: &[Value],
    tasks: &[Task],
    machine: &Machine,
    budget: &Budget,
) -> Result<Plan, Error> {
    let mut meter = budget.meter();
    let mut allocator = Allocator::new(program, outputs, tasks, machine);
    for (now, task) in tasks.iter().enumerate() {
        // every register is looked at
        meter.step(machine.registers.into())?;
        allocator.run(now, task);
    }
    allocator.finish_outputs();
    let Allocator { steps, constants, slots, angles, .. } = allocator;
    Ok(Plan { steps, constants, spills: slots, angles })
}

struct Allocator {
    steps: Vec<Step>,
    constants: Vec<f64>,
    /// For every value, the tasks that need it, the next one last.
    needed: Vec<Vec<usize>>,
    register: Vec<Option<u8>>,
    memory: Vec<Option<Memory>>,
    holds: Vec<Option<usize>>,
    /// The outputs of every value, with their signs.
    outputs: Vec<Vec<(usize, bool)>>,
    free_slots: Vec<usize>,
    /// Slots that are free after this task: until then it may read them.
    ending_slots: Vec<usize>,
    slots: usize,
    angles: usize,
    /// How many inputs and lanes there are.
    inputs: usize,
    lanes: usize,
    /// The sines and cosines of every angle.
    of_angle: HashMap<usize, Vec<(Function, usize)>, FxBuildHasher>,
}

impl Allocator {
    fn new(program: &Program, given: &[Value], tasks: &[Task], machine: &Machine) -> Self {
        let count = program.operations.len();
        let mut needed = vec![Vec::new(); count];
        for (now, task) in tasks.iter().enumerate().rev() {
            task.operands.iter().for_each(|&operand| needed[operand].push(now));
        }
        let mut constants = Vec::new();
        let memory = program.operations.iter().map(|operation| match operation {
            Operation::Input(number) => Some(Memory::Input(*number)),
            Operation::Constant(number) => {
                constants.push(number.to_f64());
                Some(Memory::Constant(constants.len() - 1))
            }
            Operation::Pi => {
                constants.push(std::f64::consts::PI);
                Some(Memory::Constant(constants.len() - 1))
            }
            _ => None,
        });
        let memory = memory.collect();
        let mut outputs = vec![Vec::new(); count];
        for (number, value) in given.iter().enumerate() {
            outputs[value.index()].push((number, value.is_negative()));
        }
        Self {
            steps: Vec::new(),
            constants,
            needed,
            register: vec![None; count],
            memory,
            holds: vec![None; machine.registers.into()],
            inputs: program.inputs.len(),
            lanes: machine.lanes,
            outputs,
            free_slots: Vec::new(),
            ending_slots: Vec::new(),
            slots: 0,
            angles: 0,
            of_angle: of_angle(program),
        }
    }

    fn run(&mut self, now: usize, task: &Task) {
        match (task.kind, &task.operands[..]) {
            (Kind::Angles, operands) => return self.angles(now, operands),
            (Kind::Sign, &[argument]) => self.sign(now, task.made, argument),
            (Kind::MulAdd { product_negative, addend_negative }, &[a, b, c]) => {
                let signs = (product_negative, addend_negative);
                self.multiply_add(now, task.made, signs, [a, b, c]);
            }
            (kind, &[a, b]) => {
                let commutes = matches!(kind, Kind::Add | Kind::Mul);
                let swap = commutes && self.register[a].is_none() && self.register[b].is_some();
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let first = self.in_register(a, &[a, b]);
                let second = self.place(b);
                self.release(now, &[a, b]);
                let to = self.fresh(task.made, &[a, b]);
                self.steps.push(Step::Binary { kind, to, a: first, b: second });
            }
            (kind, &[a]) => {
                let mut from = self.in_register(a, &[a]);
                self.release(now, &[a]);
                let to = self.fresh(task.made, &[a]);
                if kind == (Kind::Root { negative: true }) {
                    self.steps.push(Step::Negate { to, from });
                    from = to;
                }
                self.steps.push(match kind {
                    Kind::Root { .. } => Step::Root { to, from },
                    _ => Step::Magnitude { to, from },
                });
            }
            _ => {}
        }
        self.give_out(task.made);
        self.free_slots.append(&mut self.ending_slots);
    }

    fn multiply_add(
        &mut self,
        now: usize,
        made: usize,
        signs: (bool, bool),
        [a, b, c]: [usize; 3],
    ) {
        let all = [a, b, c];
        // in a register, needed no more, and not twice
        let ends = |it: &Self, value: usize| {
            let once = all.iter().filter(|&&other| other == value).count() == 1;
            once && it.register[value].is_some() && it.is_last(value, now)
        };
        // the one that is overwritten: one that ends here, else a copy of the third
        let (result, form, second, third) = if ends(self, c) {
            let (second, third) = self.one_in_register(a, b, &all);
            (self.in_register(c, &all), Form::F231, second, third)
        } else if let Some((ending, other)) =
            [(a, b), (b, a)].into_iter().find(|&(ending, _)| ends(self, ending))
        {
            let result = self.in_register(ending, &all);
            if self.register[other].is_some() {
                (result, Form::F213, self.in_register(other, &all), self.place(c))
            } else {
                (result, Form::F132, self.in_register(c, &all), self.place(other))
            }
        } else {
            let (second, third) = self.one_in_register(a, b, &all);
            let result = self.free_register(&all);
            self.steps.push(match self.place(c) {
                Place::Register(from) => Step::Move { to: result, from },
                Place::Memory(from) => Step::Load { to: result, from },
            });
            (result, Form::F231, second, third)
        };
        self.release(now, &all);
        self.hold(result, made);
        self.steps.push(Step::MulAdd { form, signs, to: result, second, third });
    }

    /// Two factors, the first in a register.
    fn one_in_register(&mut self, a: usize, b: usize, keep: &[usize]) -> (u8, Place) {
        let swap = self.register[a].is_none() && self.register[b].is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let first = self.in_register(a, keep);
        (first, self.place(b))
    }

    /// Before a call: what is in registers and still needed goes to memory.
    fn empty_registers(&mut self) {
        for register in 0..self.holds.len() {
            if let Some(value) = self.holds[register].take() {
                self.keep_in_memory(value, register as u8);
                self.register[value] = None;
            }
        }
    }

    fn sign(&mut self, now: usize, made: usize, argument: usize) {
        self.empty_registers();
        let (result, from) = (self.slot(), self.memory[argument]);
        self.memory[made] = Some(result);
        self.release(now, &[argument]);
        if let Some(argument) = from {
            self.steps.push(Step::Sign { argument, result });
        }
    }

    /// All angles side by side, then one call for their sines and cosines.
    fn angles(&mut self, now: usize, operands: &[usize]) {
        let first = self.angles;
        let from = self.side_by_side(operands).unwrap_or(Memory::Angle(first));
        if from == Memory::Angle(first) {
            for (number, &angle) in operands.iter().enumerate() {
                let from = self.in_register(angle, &[angle]);
                self.steps.push(Step::Store { from, to: Memory::Angle(first + number) });
            }
        }
        self.release(now, operands);
        self.empty_registers();
        self.angles += operands.len();
        self.steps.push(Step::Angles { from, first, count: operands.len() });
        for (number, angle) in operands.iter().enumerate() {
            for (function, made) in self.of_angle.remove(angle).unwrap_or_default() {
                self.memory[made] = Some(match function {
                    Function::Sin => Memory::Sine(first + number),
                    _ => Memory::Cosine(first + number),
                });
                self.give_out(made);
            }
        }
        self.free_slots.append(&mut self.ending_slots);
    }

    /// The first of angles that are inputs one after the other, where as many numbers follow as a call
    /// reads: what was just stored one by one would have to be waited for when it is read at once.
    fn side_by_side(&self, operands: &[usize]) -> Option<Memory> {
        let input = |value: usize| match self.memory[value] {
            Some(Memory::Input(number)) => Some(number),
            _ => None,
        };
        let first = input(*operands.first()?)?;
        let follows = |(number, &angle)| input(angle) == Some(first + number);
        let read = (operands.len() * self.lanes).next_multiple_of(CHUNK);
        let fits = read <= (self.inputs - first) * self.lanes;
        (fits && operands.iter().enumerate().all(follows)).then_some(Memory::Input(first))
    }

    /// Stores the outputs that a value is.
    fn give_out(&mut self, value: usize) {
        for (number, negative) in std::mem::take(&mut self.outputs[value]) {
            let from = self.in_register(value, &[value]);
            let to = Memory::Output(number);
            if negative {
                let negated = self.free_register(&[value]);
                self.steps.push(Step::Negate { to: negated, from });
                self.steps.push(Step::Store { from: negated, to });
            } else {
                self.steps.push(Step::Store { from, to });
                self.memory[value].get_or_insert(to);
            }
        }
        if self.needed[value].is_empty() {
            self.forget(value);
        }
    }

    /// Outputs that are inputs or numbers.
    fn finish_outputs(&mut self) {
        for value in 0..self.outputs.len() {
            self.give_out(value);
        }
    }

    fn is_last(&self, value: usize, now: usize) -> bool {
        self.needed[value].iter().all(|&at| at <= now)
    }

    fn place(&self, value: usize) -> Place {
        match (self.register[value], self.memory[value]) {
            (Some(register), _) => Place::Register(register),
            (None, Some(memory)) => Place::Memory(memory),
            // every value that is still needed is in one of the two
            (None, None) => Place::Memory(Memory::Spill(0)),
        }
    }

    fn in_register(&mut self, value: usize, keep: &[usize]) -> u8 {
        if let Some(register) = self.register[value] {
            return register;
        }
        let to = self.free_register(keep);
        if let Place::Memory(from) = self.place(value) {
            self.steps.push(Step::Load { to, from });
        }
        self.hold(to, value);
        to
    }

    /// A register for a new value; it may be that of an operand that was released.
    fn fresh(&mut self, made: usize, keep: &[usize]) -> u8 {
        let register = self.free_register(keep);
        self.hold(register, made);
        register
    }

    fn hold(&mut self, register: u8, value: usize) {
        if let Some(old) = self.holds[usize::from(register)].replace(value) {
            self.register[old] = None;
        }
        self.register[value] = Some(register);
    }

    /// A register that holds nothing that is kept; what it held last goes to memory.
    fn free_register(&mut self, keep: &[usize]) -> u8 {
        let free = self.holds.iter().position(Option::is_none);
        let register = free.unwrap_or_else(|| {
            let next = |value: usize| self.needed[value].last().copied().unwrap_or(usize::MAX);
            let evictable = (0..self.holds.len()).filter_map(|register| {
                let value = self.holds[register].filter(|value| !keep.contains(value))?;
                Some((next(value), register))
            });
            evictable.max().map_or(0, |(_, register)| register)
        });
        if let Some(value) = self.holds[register].take() {
            self.keep_in_memory(value, register as u8);
            self.register[value] = None;
        }
        register as u8
    }

    fn keep_in_memory(&mut self, value: usize, register: u8) {
        if self.memory[value].is_none() && !self.needed[value].is_empty() {
            let to = self.slot();
            self.steps.push(Step::Store { from: register, to });
            self.memory[value] = Some(to);
        }
    }

    fn slot(&mut self) -> Memory {
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots - 1
        });
        Memory::Spill(slot)
    }

    fn free(&mut self, memory: Memory) {
        if let Memory::Spill(slot) = memory {
            self.ending_slots.push(slot);
        }
    }

    /// The operands of a task were used; those that are needed no more make room.
    fn release(&mut self, now: usize, operands: &[usize]) {
        for &operand in operands {
            while self.needed[operand].last() == Some(&now) {
                self.needed[operand].pop();
            }
            if self.needed[operand].is_empty() && self.outputs[operand].is_empty() {
                self.forget(operand);
            }
        }
    }

    fn forget(&mut self, value: usize) {
        if let Some(register) = self.register[value].take() {
            self.holds[usize::from(register)] = None;
        }
        if let Some(memory @ Memory::Spill(_)) = self.memory[value] {
            self.memory[value] = None;
            self.free(memory);
        }
    }
}

fn of_angle(program: &Program) -> HashMap<usize, Vec<(Function, usize)>, FxBuildHasher> {
    let mut all: HashMap<usize, Vec<(Function, usize)>, FxBuildHasher> = HashMap::default();
    for (made, operation) in program.operations.iter().enumerate() {
        if let Operation::Call(function @ (Function::Sin | Function::Cos), angle) = operation {
            all.entry(angle.index()).or_default().push((*function, made));
        }
    }
    all
}
