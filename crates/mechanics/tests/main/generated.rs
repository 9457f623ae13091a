//! Generated code of the driving forces of every bundled robot gives what the interpreter gives, and
//! the interpreter what mechanics gives.

use crate::toolchain::{Tool, assert_agrees};
use appell_algebra::{Expr, Graph, Symbol};
use appell_mechanics::{Derivation, EconomicalForces, EconomicalValue, Numbers, Quantity};
use appell_model::{BUNDLED, Robot};
use appell_program::{Floating, Precision, Program, symbols_in};

/// The inputs of a robot's program, and the program with as few operations as we know.
fn program(robot: &Robot) -> (Vec<Symbol>, Program) {
    let graph = Graph::new(robot.symbols());
    let derivation = Derivation::new(robot, &graph).unwrap();
    let EconomicalForces { forces, names } = derivation.economical_driving_forces().unwrap();
    let outputs: Vec<String> = (1..=forces.len()).map(|k| format!("Q{k}")).collect();
    let outputs: Vec<(&str, Expr<'_>)> =
        outputs.iter().map(String::as_str).zip(forces.iter().copied()).collect();
    let names: Vec<(&str, Expr<'_>)> =
        names.iter().map(|(name, it)| (name.as_str(), *it)).collect();
    let inputs = symbols_in(&graph, &forces);
    let program = Program::with_inputs(&graph, &inputs, &outputs, &names).unwrap();
    (inputs, program.optimised().unwrap())
}

fn robots() -> Vec<Robot> {
    BUNDLED.iter().map(|file| file.read().robot.unwrap()).collect()
}

#[test]
fn the_interpreter_gives_what_mechanics_gives() {
    for robot in robots() {
        let (inputs, program) = program(&robot);
        let any = |symbol: Symbol| 0.2 + (f64::from(symbol.order()) * 0.7).sin();
        let value = |symbol: Symbol| robot.value(symbol).unwrap_or_else(|| any(symbol));
        let numbers: Vec<f64> = inputs.iter().map(|&symbol| value(symbol)).collect();
        let forces = program.run(&Floating, &numbers).unwrap();
        let arithmetic = Numbers::new(robot.symbols(), |symbol| Some(value(symbol)));
        let expected = Derivation::new(&robot, arithmetic).unwrap().driving_forces().unwrap();
        for (force, expected) in forces.into_iter().zip(expected) {
            crate::common::assert_near(force, expected, 1e-9, robot.name());
        }
    }
}

/// Values carry physical names, and constants those of the parameters that they stand for.
#[test]
fn code_has_names() {
    let program = program(&crate::common::named("puma560")).1;
    let stages = program.stages().unwrap();
    let text = format!("\n{}", stages.call);
    for name in ["s2 =", "s23 =", "minus_w3x =", "a4x =", "A4yx =", "f5x =", "n5y ="] {
        assert!(text.contains(&format!("\n{name}")), "{name} in\n{text}");
    }
    let inputs: Vec<&str> = stages.call.inputs().iter().map(|it| it.name.as_str()).collect();
    assert!(inputs.contains(&"kxx3") || inputs.contains(&"kyy3"), "{inputs:?}");
}

/// Other quantities have names, too.
#[test]
fn code_of_every_quantity_has_names() {
    let robot = crate::common::named("puma560");
    let expected = [
        ("G", "n3x"),
        ("c", "w3x"),
        ("M", "Ic4xx"),
        ("qdd", "hc4x"),
        ("qdd", "n5y"),
        ("dQ/dq", "f5x_q2"),
        ("dQ/dqd", "w5x_qd2"),
        ("dqdd/dq", "Ic4xx"),
        ("J", "p4x"),
        ("T[tool]", "R5xy"),
        ("n[2]", "a4x"),
        ("eps[4]", "w3x"),
    ];
    for (text, name) in expected {
        let graph = Graph::new(robot.symbols());
        let derivation = Derivation::new(&robot, &graph).unwrap();
        let quantity = Quantity::read(text, &robot).unwrap()[0];
        let EconomicalValue { value, names } = derivation.economical(quantity).unwrap();
        let entries: Vec<Expr<'_>> = value.entries().copied().collect();
        let labels: Vec<String> =
            value.entry_names(quantity).iter().map(ToString::to_string).collect();
        let outputs: Vec<(&str, Expr<'_>)> =
            labels.iter().map(String::as_str).zip(entries.iter().copied()).collect();
        let names: Vec<(&str, Expr<'_>)> =
            names.iter().map(|(name, it)| (name.as_str(), *it)).collect();
        let inputs = symbols_in(&graph, &entries);
        let program = Program::with_inputs(&graph, &inputs, &outputs, &names).unwrap();
        let listing = program.optimised().unwrap().to_string();
        let is_named =
            |line: &str| line.trim_start_matches("minus_").starts_with(&format!("{name} ="));
        assert!(listing.lines().any(is_named), "{text}: {name} in\n{listing}");
    }
}

#[test]
fn c_agrees_for_every_robot() {
    for robot in robots() {
        assert_agrees(&program(&robot).1, Tool::C(Precision::Double), 1e-11);
        // 24 bits, of which sums of unlike size lose a few
        assert_agrees(&program(&robot).1, Tool::C(Precision::Single), 2e-5);
    }
}

#[test]
fn cuda_agrees_for_some_robots() {
    for name in ["puma560", "panda", "tree"] {
        let program = program(&crate::common::named(name)).1;
        assert_agrees(&program, Tool::Cuda(Precision::Double), 1e-11);
        assert_agrees(&program, Tool::Cuda(Precision::Single), 2e-5);
    }
}

#[test]
fn rust_agrees_for_some_robots() {
    for name in ["puma560", "panda", "tree"] {
        let program = program(&crate::common::named(name)).1;
        assert_agrees(&program, Tool::Rust(Precision::Double), 1e-11);
        assert_agrees(&program, Tool::Rust(Precision::Single), 2e-5);
    }
}

#[test]
fn python_octave_and_julia_agree_for_every_robot() {
    for robot in robots() {
        for tool in [Tool::Python, Tool::Octave, Tool::Julia] {
            assert_agrees(&program(&robot).1, tool, 1e-11);
        }
    }
}
