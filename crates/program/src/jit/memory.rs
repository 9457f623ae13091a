//! The memory of a program: its code, which is never writable and executable at the same time,
//! and the numbers that it works with.

#![allow(unsafe_code, reason = "code that was made at run time must be called by its address")]

use memmap2::{Mmap, MmapMut};

/// Code that can be called.
pub(super) struct Code {
    mapping: Mmap,
}

impl Code {
    /// The bytes, in memory that is executable from now on and no longer writable.
    pub(super) fn new(bytes: &[u8]) -> std::io::Result<Self> {
        let mut mapping = MmapMut::map_anon(bytes.len().max(1))?;
        mapping[..bytes.len()].copy_from_slice(bytes);
        Ok(Self { mapping: mapping.make_exec()? })
    }

    /// Runs the code with inputs and outputs of one state, as many as its layout has.
    pub(super) fn run(&self, numbers: &mut Numbers, inputs: &[f64], outputs: &mut [f64]) {
        self.start(numbers.lines.as_mut_ptr().cast(), inputs.as_ptr(), outputs.as_mut_ptr());
    }

    /// Runs the code with inputs and outputs that stand among the numbers, from these places on.
    pub(super) fn run_within(&self, numbers: &mut Numbers, inputs: usize, outputs: usize) {
        let all = numbers.all().as_mut_ptr();
        self.start(all, all.wrapping_add(inputs), all.wrapping_add(outputs));
    }

    fn start(&self, numbers: *mut f64, inputs: *const f64, outputs: *mut f64) {
        type Function = extern "sysv64" fn(*mut f64, *const f64, *mut f64);
        // SAFETY: the bytes are a function of this kind, made by `encode` for this machine. It
        // reads and writes the places of its layout only, for which the numbers were made and of
        // which the inputs and outputs have as many, keeps the registers that it must keep, and
        // returns.
        let function = unsafe { std::mem::transmute::<*const u8, Function>(self.mapping.as_ptr()) };
        function(numbers, inputs, outputs);
    }

    /// How many bytes it has.
    pub(super) fn len(&self) -> usize {
        self.mapping.len()
    }
}

/// Numbers at an address that suits all registers.
#[derive(Clone)]
pub(super) struct Numbers {
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f64; 8]);

impl Numbers {
    pub(super) fn new(count: usize) -> Self {
        // a line more, for what is read in whole registers at the end
        Self { lines: vec![Line([0.0; 8]); count.div_ceil(8) + 1] }
    }

    /// All of them.
    pub(super) fn all(&mut self) -> &mut [f64] {
        let (start, lines) = (self.lines.as_mut_ptr().cast(), self.lines.len());
        // SAFETY: a line is eight numbers and nothing else
        unsafe { std::slice::from_raw_parts_mut(start, 8 * lines) }
    }
}
