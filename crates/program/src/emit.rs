//! Programs as source: a file a language.

mod c;
mod comment;
mod cuda;
mod header;
mod julia;
mod matlab;
mod parts;
mod python;
mod reserved;
mod results;
mod rust;
mod statements;
mod test_program;

pub use results::ResultShape;

use appell_algebra::Budget;

use crate::error::Error;
use crate::operation::Operation;
use crate::program::{InputKind, Program};

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C99: a header and a source, no dependency but `math.h`, no allocation.
    C,
    /// Rust without the standard library.
    Rust,
    /// Python with NumPy; states side by side in arrays.
    Python,
    /// MATLAB and Octave; states side by side in columns.
    Matlab,
    /// Julia, for any kind of number.
    Julia,
    /// CUDA: a thread a state, structure of arrays.
    Cuda,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 6] =
        [Self::C, Self::Rust, Self::Python, Self::Matlab, Self::Julia, Self::Cuda];

    /// Its name, as commands take it.
    ///
    /// ```
    /// use appell_program::Language;
    /// assert_eq!(Language::ALL.map(Language::name)[..3], ["c", "rust", "python"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Rust => "rust",
            Self::Python => "python",
            Self::Matlab => "matlab",
            Self::Julia => "julia",
            Self::Cuda => "cuda",
        }
    }

    /// Whether code in this language has a fixed precision, which must be chosen; elsewhere the arguments determine it.
    pub fn has_precision(self) -> bool {
        matches!(self, Self::C | Self::Rust | Self::Cuda)
    }

    /// Whether test programs are written for it.
    pub fn has_tests(self) -> bool {
        matches!(self, Self::C | Self::Rust | Self::Python)
    }
}

/// The floating-point numbers of the generated code, where the language asks for a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 32 bits.
    Single,
    /// 64 bits.
    #[default]
    Double,
}

/// What the generated code is called and what its header says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The name of the function, from which those of the files follow.
    pub name: String,
    /// What it computes, in lines.
    pub description: Vec<String>,
    /// What the names of values mean, by the letters in front of their numbers (`w` for `w3x`; several
    /// with spaces between), or by an ending that begins with `_`. Only what occurs is listed.
    pub meanings: Vec<(&'static str, &'static str)>,
    /// The kind of numbers.
    pub precision: Precision,
    /// The results, each with a word for its name and its shape, in the order of the outputs of the
    /// program; without them all outputs are one vector. Of several results, each is an array of its
    /// own.
    pub results: Vec<(String, ResultShape)>,
}

/// A file of generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Program {
    /// The program as source. Coordinates, their derivatives, drives and parameters are arguments of
    /// their own, in the order of the inputs; a comment says it all, with the count of operations
    /// and values to test with.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{Labels, Language, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (m, q) = (graph.parameter("m"), graph.coordinate("q1"));
    /// let program = Program::new(&graph, &[("moment", m * q.sin())])?;
    /// let labels = Labels { name: "pendulum".to_owned(), ..Labels::default() };
    /// let files = program.emit(Language::C, &labels)?;
    /// assert_eq!(files[0].name, "pendulum.h");
    /// assert!(files[1].text.contains("const double s1 = sin(q1);"));
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn emit(&self, language: Language, labels: &Labels) -> Result<Vec<File>, Error> {
        self.emit_within(language, labels, &Budget::unlimited())
    }

    /// The same, as long as the time of a budget lasts; then it fails.
    pub fn emit_within(
        &self,
        language: Language,
        labels: &Labels,
        budget: &Budget,
    ) -> Result<Vec<File>, Error> {
        budget.check()?;
        let name = &labels.name;
        let starts = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !starts || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(Error::FunctionName { name: name.clone() });
        }
        match language {
            Language::C => c::write(self, labels, budget),
            Language::Rust => rust::write(self, labels, budget),
            Language::Python => python::write(self, labels, budget),
            Language::Matlab => matlab::write(self, labels, budget),
            Language::Julia => julia::write(self, labels, budget),
            Language::Cuda => cuda::write(self, labels, budget),
        }
    }
}

/// Inputs of one kind, which are one argument.
struct Argument {
    name: String,
    kind: InputKind,
    /// The numbers of its inputs.
    inputs: Vec<usize>,
    /// Places and numbers of those that are used.
    used: Vec<(usize, usize)>,
}

/// The arguments of a program: `q`, `qd`, `qdd` and so on, `tau`, `parameters`, those of products with Jacobians.
fn arguments(program: &Program) -> Vec<Argument> {
    let mut kinds: Vec<InputKind> = program.inputs.iter().map(|input| input.kind).collect();
    kinds.sort();
    kinds.dedup();
    let mut is_used = vec![false; program.inputs.len()];
    for operation in &program.operations {
        if let Operation::Input(number) = operation {
            is_used[*number] = true;
        }
    }
    let argument = |kind: InputKind| {
        let of_kind = |&number: &usize| program.inputs[number].kind == kind;
        let inputs: Vec<usize> = (0..program.inputs.len()).filter(of_kind).collect();
        let used = inputs.iter().copied().enumerate().filter(|it| is_used[it.1]).collect();
        Argument { name: kind.argument(), kind, inputs, used }
    };
    kinds.into_iter().map(argument).collect()
}
