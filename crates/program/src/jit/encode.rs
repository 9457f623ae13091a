//! Instructions as bytes.
//!
//! The code is a function of three arguments, the addresses of its memory, of the inputs and of the
//! outputs, which it keeps in RBX, RBP and R12; all operands in memory are counted from there. What
//! it calls obeys the System V convention.

use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register};

use super::functions;
use super::machine::Machine;
use super::step::{Memory, Place, Plan, Step};
use super::task::Kind;

/// Where in memory what is: places of as many numbers as there are lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) inputs: usize,
    pub(super) constants: usize,
    pub(super) spills: usize,
    pub(super) angles: usize,
    pub(super) outputs: usize,
    /// How many places lie between an output and the next one: those of a tile.
    pub(super) stride: usize,
    pub(super) lanes: usize,
}

/// Sines are calculated so many at a time, whatever the number of lanes.
pub(super) const CHUNK: usize = 8;

/// What has all bits but the sign, and the sign only: they stand after the constants.
pub(super) const MASKS: [u64; 2] = [!(1 << 63), 1 << 63];

impl Layout {
    /// The place of what is in memory.
    fn place(&self, memory: Memory) -> usize {
        let spills = self.inputs + self.constants + MASKS.len();
        let angles = spills + self.spills;
        // a call may read and write a chunk beyond the last angle
        let length = self.angles + CHUNK.div_ceil(self.lanes);
        match memory {
            Memory::Input(number) => number,
            Memory::Constant(number) => self.inputs + number,
            Memory::Spill(number) => spills + number,
            Memory::Angle(number) => angles + number,
            Memory::Sine(number) => angles + length + number,
            Memory::Cosine(number) => angles + 2 * length + number,
            Memory::Output(number) => angles + 3 * length + number * self.stride,
        }
    }

    pub(super) fn constant(&self, number: usize) -> usize {
        self.place(Memory::Constant(number))
    }

    pub(super) fn output(&self, number: usize) -> usize {
        self.place(Memory::Output(number))
    }

    /// One more than there are: a mask is read in whole registers.
    pub(super) fn places(&self) -> usize {
        self.output(self.outputs) + 1
    }
}

struct Writer<'m> {
    encoder: Encoder,
    machine: &'m Machine,
    layout: Layout,
}

/// The registers with the addresses of the memory, of the inputs and of the outputs.
const BASES: [Register; 3] = [Register::RBX, Register::RBP, Register::R12];

/// The registers with the first arguments of a call.
const ARGUMENTS: [Register; 3] = [Register::RDI, Register::RSI, Register::RDX];

/// The bytes of a plan on a machine.
pub(super) fn encode(plan: &Plan, machine: &Machine, layout: Layout) -> Result<Vec<u8>, IcedError> {
    let mut writer = Writer { encoder: Encoder::try_new(64)?, machine, layout };
    // three of them: the stack is aligned for calls, as it must be
    for (base, argument) in BASES.into_iter().zip(ARGUMENTS) {
        writer.put(Instruction::with1(Code::Push_r64, base)?)?;
        writer.put(Instruction::with2(Code::Mov_r64_rm64, base, argument)?)?;
    }
    for step in &plan.steps {
        writer.step(step)?;
    }
    writer.clean()?;
    for base in BASES.into_iter().rev() {
        writer.put(Instruction::with1(Code::Pop_r64, base)?)?;
    }
    writer.put(Instruction::with(Code::Retnq))?;
    Ok(writer.encoder.take_buffer())
}

impl Writer<'_> {
    fn put(&mut self, instruction: Instruction) -> Result<(), IcedError> {
        // nothing is addressed relative to the code itself, so its address does not matter
        self.encoder.encode(&instruction, 0).map(|_| ())
    }

    fn register(&self, number: u8) -> Register {
        self.machine.first + u32::from(number)
    }

    fn memory(&self, memory: Memory) -> MemoryOperand {
        let [own, inputs, outputs] = BASES;
        let (base, place) = match memory {
            Memory::Input(number) => (inputs, number),
            Memory::Output(number) => (outputs, number * self.layout.stride),
            other => (own, self.layout.place(other)),
        };
        let offset = place * self.machine.lanes * size_of::<f64>();
        MemoryOperand::with_base_displ(base, offset as i64)
    }

    fn two(&mut self, code: Code, to: u8, a: u8, b: Place) -> Result<(), IcedError> {
        let (to, a) = (self.register(to), self.register(a));
        let instruction = match b {
            Place::Register(b) => Instruction::with3(code, to, a, self.register(b)),
            Place::Memory(b) => Instruction::with3(code, to, a, self.memory(b)),
        };
        self.put(instruction?)
    }

    fn step(&mut self, step: &Step) -> Result<(), IcedError> {
        let codes = &self.machine.codes;
        let mask = |number: usize| Place::Memory(Memory::Constant(self.layout.constants + number));
        match *step {
            Step::Load { to, from } => {
                let from = self.memory(from);
                self.put(Instruction::with2(codes.load, self.register(to), from)?)
            }
            Step::Store { from, to } => {
                let to = self.memory(to);
                self.put(Instruction::with2(codes.store, to, self.register(from))?)
            }
            Step::Move { to, from } => {
                let (to, from) = (self.register(to), self.register(from));
                self.put(Instruction::with2(codes.copy, to, from)?)
            }
            Step::Binary { kind, to, a, b } => {
                let code = match kind {
                    Kind::Add => codes.add,
                    Kind::Sub => codes.sub,
                    Kind::Mul => codes.mul,
                    _ => codes.div,
                };
                self.two(code, to, a, b)
            }
            Step::MulAdd { form, signs, to, second, third } => {
                self.two(codes.fused(form, signs), to, second, third)
            }
            Step::Root { to, from } if self.machine.lanes == 1 => {
                self.two(codes.root, to, from, Place::Register(from))
            }
            Step::Root { to, from } => {
                let (to, from) = (self.register(to), self.register(from));
                self.put(Instruction::with2(codes.root, to, from)?)
            }
            Step::Magnitude { to, from } => self.two(codes.and, to, from, mask(0)),
            Step::Negate { to, from } => self.two(codes.xor, to, from, mask(1)),
            Step::Sign { argument, result } => {
                self.call(functions::sign(self.machine.lanes), &[argument, result], 0)
            }
            Step::Angles { from, first, count } => {
                let places = [from, Memory::Sine(first), Memory::Cosine(first)];
                let numbers = count * self.machine.lanes;
                self.call(functions::sin_cos(self.machine.wide), &places, numbers as u64)
            }
        }
    }

    /// A call with addresses of places, and a number as the fourth argument.
    fn call(&mut self, address: u64, places: &[Memory], number: u64) -> Result<(), IcedError> {
        self.clean()?;
        for (register, &memory) in ARGUMENTS.into_iter().zip(places) {
            let address = self.memory(memory);
            self.put(Instruction::with2(Code::Lea_r64_m, register, address)?)?;
        }
        self.put(Instruction::with2(Code::Mov_r64_imm64, Register::RCX, number)?)?;
        self.put(Instruction::with2(Code::Mov_r64_imm64, Register::RAX, address)?)?;
        self.put(Instruction::with1(Code::Call_rm64, Register::RAX)?)
    }

    /// Wide registers slow down what follows unless they are cleaned.
    fn clean(&mut self) -> Result<(), IcedError> {
        match self.machine.lanes {
            1 => Ok(()),
            _ => self.put(Instruction::with(Code::VEX_Vzeroupper)),
        }
    }
}
