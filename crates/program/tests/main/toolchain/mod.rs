//! Compiles and runs generated code. A tool that is not installed is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use appell_program::{Floating, InputKind, Labels, Language, Precision, Program};
use appell_test_tools::available;

/// What runs the code.
#[derive(Clone, Copy, Debug)]
pub enum Tool {
    C(Precision),
    Rust(Precision),
    Python,
    Octave,
    Julia,
    /// A kernel, thread by thread on the processor: where no GPU is, this checks what it computes.
    Cuda(Precision),
}

pub fn labels(precision: Precision) -> Labels {
    let description = vec!["A test.".to_owned()];
    Labels { name: "generated".to_owned(), description, precision, ..Labels::default() }
}

/// The inputs of the test, none of them special.
fn inputs(program: &Program) -> Vec<f64> {
    (0..program.inputs().len()).map(|k| 0.35 + 0.61 * ((k * 5 + 3) % 7) as f64 / 7.0).collect()
}

/// Fails where the code gives other values than the interpreter.
pub fn assert_agrees(program: &Program, tool: Tool, tolerance: f64) {
    assert_agrees_at(program, tool, &inputs(program), tolerance);
}

/// The same, with inputs of one's own.
pub fn assert_agrees_at(program: &Program, tool: Tool, inputs: &[f64], tolerance: f64) {
    let expected = program.run(&Floating, inputs).unwrap();
    let Some(values) = run(program, tool, inputs) else { return };
    assert_eq!(values.len(), expected.len(), "{tool:?}");
    for (value, expected) in values.iter().zip(&expected) {
        let near = (value - expected).abs() <= tolerance * (1.0 + expected.abs());
        assert!(near, "{tool:?}: {value} instead of {expected}");
    }
}

fn run(program: &Program, tool: Tool, inputs: &[f64]) -> Option<Vec<f64>> {
    let (language, precision, command) = match tool {
        Tool::C(precision) => (Language::C, precision, "gcc"),
        Tool::Rust(precision) => (Language::Rust, precision, "rustc"),
        Tool::Python => (Language::Python, Precision::Double, "python:numpy"),
        Tool::Octave => (Language::Matlab, Precision::Double, "octave-cli"),
        Tool::Julia => (Language::Julia, Precision::Double, "julia"),
        Tool::Cuda(precision) => (Language::Cuda, precision, "g++"),
    };
    if !available(command) {
        return None;
    }
    let folder = folder(&format!("{tool:?}"));
    for file in program.emit(language, &labels(precision)).unwrap() {
        std::fs::write(folder.join(file.name), file.text).unwrap();
    }
    let arguments = arguments(program, inputs);
    let outputs = program.outputs().len();
    let output = match tool {
        Tool::C(precision) => {
            let real = if precision == Precision::Single { "float" } else { "double" };
            std::fs::write(folder.join("main.c"), c_main(&arguments, outputs, real)).unwrap();
            let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];
            let sources = ["-o", "main", "main.c", "generated.c", "-lm"];
            succeed(Command::new("gcc").args(flags).args(sources).current_dir(&folder));
            succeed(&mut Command::new(folder.join("main")))
        }
        Tool::Rust(precision) => {
            let real = if precision == Precision::Single { "f32" } else { "f64" };
            std::fs::write(folder.join("main.rs"), rust_main(program, &arguments, real)).unwrap();
            let flags = ["--edition", "2021", "-O", "-o", "main", "main.rs"];
            succeed(Command::new("rustc").args(flags).current_dir(&folder));
            succeed(&mut Command::new(folder.join("main")))
        }
        Tool::Python => {
            let list = lists(&arguments, "[", "]");
            let script = format!(
                "import numpy as np\nfrom generated import generated\n\
                 for x in generated({list}): print(repr(float(x)))\n\
                 many = [np.stack([a, a], axis=1) for a in map(np.array, [{list}])]\n\
                 assert generated(*many).shape == ({outputs}, 2)\n\
                 rows = [np.stack([a] * (len(a) + 1)) for a in map(np.array, [{list}])]\n\
                 try:\n    generated(*rows)\n    raise SystemExit('states as rows')\n\
                 except ValueError as error:\n    assert 'must have shape' in str(error)\n"
            );
            succeed(Command::new("python3").args(["-c", &script]).current_dir(&folder))
        }
        Tool::Octave => {
            let list = lists(&arguments, "[", "]'");
            let script = format!("printf('%.17g\\n', generated({list}));");
            let flags = ["--quiet", "--eval", &script];
            succeed(Command::new("octave-cli").args(flags).current_dir(&folder))
        }
        Tool::Julia => {
            let list = lists(&arguments, "[", "]");
            let script = format!("include(\"generated.jl\"); foreach(println, generated({list}))");
            succeed(Command::new("julia").args(["-e", &script]).current_dir(&folder))
        }
        Tool::Cuda(precision) => {
            let real = if precision == Precision::Single { "float" } else { "double" };
            let main = cuda_main(program, &arguments, real);
            std::fs::write(folder.join("main.cpp"), main).unwrap();
            let flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.cpp", "-lm"];
            succeed(Command::new("g++").args(flags).current_dir(&folder));
            succeed(&mut Command::new(folder.join("main")))
        }
    };
    Some(output.lines().map(|line| line.parse().unwrap()).collect())
}

/// Fails where the Rust code needs more than `core`.
pub fn compile_without_std(program: &Program) {
    let folder = folder("core");
    for file in program.emit(Language::Rust, &labels(Precision::Single)).unwrap() {
        std::fs::write(folder.join(&file.name), file.text).unwrap();
    }
    let all = "#![no_std]\npub mod functions;\npub mod generated;\n";
    std::fs::write(folder.join("all.rs"), all).unwrap();
    let flags = ["--edition", "2021", "--crate-type", "lib", "-D", "warnings"];
    succeed(Command::new("rustc").args(flags).arg("all.rs").current_dir(&folder));
}

/// An empty folder for one test.
fn folder(tool: &str) -> PathBuf {
    let thread = std::thread::current();
    let name = format!("{}-{tool}", thread.name().unwrap_or("test").replace("::", "-"));
    let name: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The inputs by arguments, in the order of the documentation.
fn arguments(program: &Program, inputs: &[f64]) -> Vec<Vec<f64>> {
    let mut kinds: Vec<InputKind> = program.inputs().iter().map(|input| input.kind).collect();
    kinds.sort();
    kinds.dedup();
    let of = |kind: InputKind| {
        let pairs = program.inputs().iter().zip(inputs);
        pairs.filter(|(input, _)| input.kind == kind).map(|(_, value)| *value).collect()
    };
    kinds.into_iter().map(of).collect()
}

fn lists(arguments: &[Vec<f64>], open: &str, close: &str) -> String {
    let list = |numbers: &Vec<f64>| {
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
        format!("{open}{}{close}", numbers.join(", "))
    };
    arguments.iter().map(list).collect::<Vec<_>>().join(", ")
}

fn c_main(arguments: &[Vec<f64>], outputs: usize, real: &str) -> String {
    let mut text = "#include <stdio.h>\n#include \"generated.h\"\nint main(void) {\n".to_owned();
    let mut list = String::new();
    for (number, argument) in arguments.iter().enumerate() {
        let values = lists(std::slice::from_ref(argument), "{", "}");
        text += &format!("const {real} a{number}[] = {values};\n");
        list += &format!("a{number}, ");
    }
    text += &format!("{real} out[{}];\ngenerated({list}out);\n", outputs.max(1));
    text += &format!("for (int k = 0; k < {outputs}; k++) printf(\"%.17g\\n\", (double)out[k]);\n");
    text + "return 0;\n}\n"
}

fn rust_main(program: &Program, arguments: &[Vec<f64>], real: &str) -> String {
    let functions = ["sin", "cos", "sqrt"]
        .map(|name| format!("fn {name}(x: {real}) -> {real} {{ x.{name}() }}\n"))
        .concat();
    let list: String = arguments
        .iter()
        .map(|it| format!("&{}, ", lists(std::slice::from_ref(it), "[", "]")))
        .collect();
    format!(
        "mod functions;\nmod generated;\nstruct Std;\n\
         impl functions::Functions<{real}> for Std {{\n{functions}}}\n\
         fn main() {{\nlet mut out = [0.0; {}];\ngenerated::generated::<Std>({list}&mut out);\n\
         for x in out {{ println!(\"{{:?}}\", x as f64); }}\n}}\n",
        program.outputs().len()
    )
}

/// Three states, of which the second is the one asked for; the kernel runs once a thread, and one
/// thread more than there are states.
fn cuda_main(program: &Program, arguments: &[Vec<f64>], real: &str) -> String {
    let mut text = "#include <cmath>\n#include <cstddef>\n#include <cstdio>\n#include <cstring>\n\
        #define __global__\n#define __device__\n#define __noinline__\n#define __forceinline__\n\
        [[maybe_unused]] static int __float_as_int(float x)\n\
        { int bits; std::memcpy(&bits, &x, 4); return bits; }\n\
        [[maybe_unused]] static float __int_as_float(int bits)\n\
        { float x; std::memcpy(&x, &bits, 4); return x; }\n\
        struct Index { unsigned x; };\n\
        static Index blockIdx = {0}, blockDim = {1}, threadIdx = {0};\n\
        #include \"generated.cu\"\nint main() {\n"
        .to_owned();
    let states = program.inputs().iter().any(|input| input.kind != InputKind::Parameter);
    let last = program.inputs().last().map(|input| input.kind);
    let mut list = String::new();
    for (number, argument) in arguments.iter().enumerate() {
        let shared = number + 1 == arguments.len() && last == Some(InputKind::Parameter);
        let spread = |&value: &f64| if shared { vec![value] } else { vec![0.1, value, 0.2] };
        let values = vec![argument.iter().flat_map(spread).collect::<Vec<f64>>()];
        text += &format!("const {real} a{number}[] = {};\n", lists(&values, "{", "}"));
        list += &format!("a{number}, ");
    }
    assert!(states, "a kernel without states");
    let outputs = program.outputs().len();
    text += &format!("{real} out[{}];\n", 3 * outputs);
    text +=
        &format!("for (blockIdx.x = 0; blockIdx.x < 4; blockIdx.x++) generated(3, {list}out);\n");
    text += &format!(
        "for (int k = 0; k < {outputs}; k++) printf(\"%.17g\\n\", (double)out[3 * k + 1]);\n"
    );
    text + "}\n"
}
