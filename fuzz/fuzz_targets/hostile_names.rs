//! No name in a robot file changes what generated code does: in every language the syntax tree of the
//! code, comments aside, is that of the same robot with plain names.

#![no_main]

use std::sync::LazyLock;

use appell_code::{Coder, Parameters};
use appell_mechanics::Quantity;
use appell_model::{Format, Options, Robot, read};
use appell_program::{Language, Precision};
use libfuzzer_sys::fuzz_target;
use tree_sitter::{Node, Parser};

/// Languages with their grammars; a kernel of CUDA reads as C++.
fn grammars() -> [(Language, tree_sitter::Language); 6] {
    [
        (Language::C, tree_sitter_c::LANGUAGE.into()),
        (Language::Cuda, tree_sitter_cpp::LANGUAGE.into()),
        (Language::Rust, tree_sitter_rust::LANGUAGE.into()),
        (Language::Python, tree_sitter_python::LANGUAGE.into()),
        (Language::Julia, tree_sitter_julia::LANGUAGE.into()),
        (Language::Matlab, tree_sitter_matlab::LANGUAGE.into()),
    ]
}

/// A string of TOML with any content.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| format!("\\U{:08X}", u32::from(c)));
    format!("\"{}\"", escaped.collect::<String>())
}

/// A pendulum; names of the robot, the joint and the parameter, and a note.
fn robot([robot, joint, note, parameter]: [&str; 4]) -> Option<Robot> {
    let text = format!(
        "name = {}\ngravity = 9.81\n[parameters]\n{} = {{ note = {} }}\n\
         [[joint]]\nname = {}\ntype = \"rotation\"\naxis = \"y\"\n\
         link = {{ mass = {}, centre = [0.5, 0, 0], inertia = {{ yy = 0.1 }} }}\n",
        quoted(robot),
        quoted(parameter),
        quoted(note),
        quoted(joint),
        quoted(parameter),
    );
    read(text.as_bytes(), Format::Toml, &Options::default()).robot
}

/// The kinds of nodes in their order, comments left out. What a grammar does not understand in the code
/// of plain names (blocks across `#ifdef`) is an error there as well.
fn shape(node: Node<'_>, kinds: &mut Vec<&'static str>) {
    if node.is_extra() || node.kind().contains("comment") {
        return;
    }
    kinds.push(node.kind());
    // documentation is a string: what it says may differ, but no value is put into it
    if matches!(node.kind(), "string" | "string_literal") {
        assert!(!node.to_sexp().contains("interpolation"), "{}", node.to_sexp());
        return;
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        shape(child, kinds);
    }
    kinds.push("end");
}

/// The shapes of all files of a robot, in every language.
fn shapes(robot: &Robot) -> Vec<Vec<&'static str>> {
    let coder = Coder::new(robot, Parameters::Arguments, &Default::default()).unwrap();
    let quantity = Quantity::read_one("Q", robot).unwrap();
    let code = coder.quantity_program(&[quantity]).unwrap();
    let labels = coder.labels(robot.name(), &code, Precision::Double);
    let mut shapes = Vec::new();
    for (language, grammar) in grammars() {
        let mut parser = Parser::new();
        parser.set_language(&grammar).unwrap();
        for file in code.program.emit(language, &labels).unwrap() {
            let tree = parser.parse(&file.text, None).unwrap();
            let mut kinds = Vec::new();
            shape(tree.root_node(), &mut kinds);
            shapes.push(kinds);
        }
    }
    shapes
}

static PLAIN: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| shapes(&robot(["arm", "joint", "a note", "mass"]).unwrap()));

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut names = text.split('|');
    let mut name = || names.next().unwrap_or("x");
    let Some(robot) = robot([(); 4].map(|()| name())) else { return };
    assert_eq!(shapes(&robot), *PLAIN);
});
