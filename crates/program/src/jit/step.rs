//! Instructions, but for their encoding.

use super::task::Kind;

/// A place in memory, by what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    Input(usize),
    Constant(usize),
    Spill(usize),
    Angle(usize),
    Sine(usize),
    Cosine(usize),
    Output(usize),
}

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Register(u8),
    Memory(Memory),
}

/// Which operand of a fused multiply-add is overwritten by the result: as processors number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// result = result * third + second
    F132,
    /// result = second * result + third
    F213,
    /// result = second * third + result
    F231,
}

/// An instruction, but for its encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Load {
        to: u8,
        from: Memory,
    },
    Store {
        from: u8,
        to: Memory,
    },
    Move {
        to: u8,
        from: u8,
    },
    Binary {
        kind: Kind,
        to: u8,
        a: u8,
        b: Place,
    },
    MulAdd {
        form: Form,
        signs: (bool, bool),
        to: u8,
        second: u8,
        third: Place,
    },
    Root {
        to: u8,
        from: u8,
    },
    /// The bits of a constant, exclusive or and.
    Negate {
        to: u8,
        from: u8,
    },
    Magnitude {
        to: u8,
        from: u8,
    },
    /// The sign of what is in memory.
    Sign {
        argument: Memory,
        result: Memory,
    },
    /// The sines and cosines of so many angles that stand side by side, the first of which has this
    /// number among all angles.
    Angles {
        from: Memory,
        first: usize,
        count: usize,
    },
}

/// The instructions of a program, its constants, and how many places it needs for spilled values.
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) constants: Vec<f64>,
    pub(super) spills: usize,
    pub(super) angles: usize,
}
