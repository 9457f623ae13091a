//! Names in robot files that were chosen to break generated code, or to run something in it: the code
//! of every language is still compiled or parsed without a warning, and nothing of a name runs.

mod julia;
mod names;

use std::path::{Path, PathBuf};
use std::process::Command;

use appell_code::{Coder, Parameters};
use appell_mechanics::Quantity;
use appell_model::{Format, Options, Robot, read};
use appell_program::{File, Language, Precision};
use appell_test_tools::available;

use names::Names;

const ROBOTS: usize = 200;

/// An arm of two links, with names of all kinds in all places where a file may have one.
fn toml(names: &mut Names) -> String {
    let [robot, first, second, note] = [(); 4].map(|()| names.text());
    let [g, m, l] = names.parameters();
    // in quotes keys may be anything; expressions are names as they are
    format!(
        "name = {robot}\ngravity = \"{g}\"\n[parameters]\n\
         {} = {{ note = {note} }}\n{} = {{ note = {note} }}\n{} = {{ note = {note} }}\n\
         [[joint]]\nname = {first}\ntype = \"rotation\"\naxis = \"y\"\n\
         link = {{ mass = \"{m}\", centre = [\"{l}\", 0, 0], inertia = {{ yy = 0.1 }} }}\n\
         [[joint]]\nname = {second}\ntype = \"rotation\"\naxis = \"z\"\noffset = [\"{l}\", 0, 0]\n\
         link = {{ mass = \"{m}\", centre = [\"{l}\", 0, 0], inertia = {{ yy = 0.1, zz = 0.1 }} }}\n",
        names::quoted(&g),
        names::quoted(&m),
        names::quoted(&l),
    )
}

/// The robots; every name that a reader admits.
fn robots() -> Vec<Robot> {
    let mut names = Names::new(20_251_116);
    let robot = |number: usize| {
        let text = toml(&mut names);
        let reading = read(text.as_bytes(), Format::Toml, &Options::default());
        reading.robot.unwrap_or_else(|| panic!("robot {number}: {:?}\n{text}", reading.findings))
    };
    (0..ROBOTS).map(robot).collect()
}

/// The files of all robots in a language, in a folder of their own. A robot's file name is in the name
/// of the function; this one has the robot's own, with its number so that they differ.
fn generated(language: Language, folder: &Path) -> Vec<File> {
    let mut files = Vec::new();
    for (number, robot) in robots().iter().enumerate() {
        let coder = Coder::new(robot, Parameters::Values, &Default::default()).unwrap();
        let quantity = Quantity::read_one("Q", robot).unwrap();
        let stem = format!("r{number}_{}", robot.name());
        let code = coder.quantity_program(&[quantity]).unwrap();
        let labels = coder.labels(&stem, &code, Precision::Double);
        files.extend(code.program.emit(language, &labels).unwrap());
    }
    for file in &files {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        assert!(file.name.chars().all(is_plain) && file.name.len() < 64, "{}", file.name);
        assert!(file.text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)), "{}", file.text);
        std::fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    files
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a tool in a folder. What it says is a fault too: there should be no warning. What names try to
/// leave behind must not be there.
fn succeed(command: &mut Command, folder: &Path) {
    let output = command.current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{}",
        said.chars().take(3000).collect::<String>()
    );
    assert!(!folder.join(names::MARKER).exists(), "something of a name was run");
}

fn names_ending(files: &[File], ending: &str) -> Vec<String> {
    files.iter().map(|file| file.name.clone()).filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn c_and_cpp_compile() {
    if !available("gcc") || !available("g++") {
        return;
    }
    let folder = folder("c");
    let files = generated(Language::C, &folder);
    let strict = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    let sources = names_ending(&files, ".c");
    for standard in ["-std=c99", "-std=gnu17"] {
        succeed(Command::new("gcc").arg(standard).args(strict).args(&sources), &folder);
    }
    // a header may be read by C++
    let headers = names_ending(&files, ".h");
    let all: String = headers.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    std::fs::write(folder.join("all.cpp"), all).unwrap();
    succeed(Command::new("g++").args(strict).arg("all.cpp"), &folder);
}

/// By the compiler of CUDA itself, without a GPU.
#[test]
fn cuda_compiles() {
    if !available("python:nvidia.cuda_nvrtc") {
        return;
    }
    let folder = folder("cuda-nvrtc");
    generated(Language::Cuda, &folder);
    succeed(Command::new("python3").args(["-c", include_str!("hostile/nvrtc.py")]), &folder);
}

/// By a compiler of C++, which has other reserved words and warnings.
#[test]
fn cuda_is_read_by_a_cpp_compiler() {
    if !available("g++") {
        return;
    }
    let folder = folder("cuda");
    let files = generated(Language::Cuda, &folder);
    // what a compiler of CUDA brings along
    let stub = "#include <cmath>\n#include <cstddef>\n#define __global__\n#define __device__\n\
        struct Index { unsigned x; };\nextern Index blockIdx, blockDim, threadIdx, gridDim;\n\
        extern int warpSize;\n";
    let kernels: String =
        files.iter().map(|file| format!("#include \"{}\"\n", file.name)).collect();
    std::fs::write(folder.join("all.cpp"), format!("{stub}{kernels}")).unwrap();
    let strict = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror"];
    succeed(Command::new("g++").args(strict).arg("all.cpp"), &folder);
}

#[test]
fn rust_compiles() {
    if !available("rustc") {
        return;
    }
    let folder = folder("rust");
    let files = generated(Language::Rust, &folder);
    let mut stems: Vec<String> = names_ending(&files, ".rs");
    stems.dedup();
    stems.retain(|name| name != "functions.rs");
    let modules: String =
        stems.iter().map(|name| format!("pub mod {};\n", name.trim_end_matches(".rs"))).collect();
    let all = format!("#![allow(non_snake_case)]\npub mod functions;\n{modules}");
    std::fs::write(folder.join("all.rs"), all).unwrap();
    for edition in ["2015", "2024"] {
        // paths to `super` are as they are in all editions
        let flags =
            ["--edition", edition, "--crate-type", "lib", "--emit", "metadata", "-D", "warnings"];
        succeed(Command::new("rustc").args(flags).arg("all.rs"), &folder);
    }
}

/// Imported, as a user would, with a stand-in for NumPy where there is none.
#[test]
fn python_imports() {
    if !available("python3") {
        return;
    }
    let folder = folder("python");
    generated(Language::Python, &folder);
    let script = "import glob, importlib, sys, types, warnings\n\
        warnings.simplefilter('error')\nsys.path.insert(0, '.')\n\
        sys.dont_write_bytecode = True\nsys.modules['numpy'] = types.ModuleType('numpy')\n\
        names = [name[:-3] for name in glob.glob('*.py')]\nassert len(names) == 200\n\
        for name in names:\n    assert callable(getattr(importlib.import_module(name), name))\n\
        \x20   with open(name + '.py') as file:\n\
        \x20       assert next(file) == '# -*- coding: utf-8 -*-\\n'\n";
    succeed(Command::new("python3").args(["-c", script]), &folder);
}

#[test]
fn octave_parses() {
    if !available("octave-cli") {
        return;
    }
    let folder = folder("octave");
    let files = generated(Language::Matlab, &folder);
    let calls: String = files
        .iter()
        .map(|file| format!("{}(q, q, q, [9.81; 1; 1]);\n", file.name.trim_end_matches(".m")))
        .collect();
    std::fs::write(folder.join("main.m"), format!("q = [0.1; 0.2];\n{calls}")).unwrap();
    succeed(
        Command::new("octave-cli").args(["--no-history", "--quiet", "--norc", "main.m"]),
        &folder,
    );
}

#[test]
fn julia_is_read_by_its_grammar() {
    for file in generated(Language::Julia, &folder("julia")) {
        julia::check(&file.text);
    }
}
