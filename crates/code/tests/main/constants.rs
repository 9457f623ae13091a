//! What is constant costs nothing: an entry that has the same value at all states is a number in the
//! program.

use appell_code::{Coder, Parameters};
use appell_mechanics::{ClosedForm, Quantity};
use appell_model::{BUNDLED, Robot};
use appell_program::{Floating, Operation, Program};

/// The values of a program at one of some states.
fn at(program: &Program, state: usize) -> Vec<f64> {
    let count = program.inputs().len();
    let number =
        |k: usize| ((k + 1 + state * count) as f64 * 0.754_877_666_246_692_8).fract() - 0.4;
    let inputs: Vec<f64> = (0..count).map(number).collect();
    program.run(&Floating, &inputs).unwrap()
}

/// The entries that do not change from state to state but are calculated.
fn calculated_constants(program: &Program) -> Vec<&str> {
    let states: Vec<Vec<f64>> = (0..4).map(|state| at(program, state)).collect();
    let largest = states.iter().flatten().fold(1.0f64, |largest, it| largest.max(it.abs()));
    let outputs = program.outputs().iter().enumerate();
    let is_same = |k: usize| states.iter().all(|it| (it[k] - states[0][k]).abs() < 1e-12 * largest);
    let calculated = outputs.filter(|(k, output)| {
        let operation = &program.operations()[output.value.index()];
        is_same(*k) && !matches!(operation, Operation::Constant(_))
    });
    calculated.map(|(_, output)| output.name.as_str()).collect()
}

/// Quotients have no normal form; those of long chains and of elastic links can be too long.
#[test]
fn no_operation_calculates_a_constant() {
    for bundled in BUNDLED.iter().filter(|it| it.name != "chain20") {
        let robot = bundled.read().robot.unwrap();
        if robot.is_elastic() {
            continue;
        }
        let coder = Coder::new(&robot, Parameters::Values, &Default::default()).unwrap();
        for name in ["Q", "G", "c", "M", "C", "J", "Jdot", "T[tool]", "Ep", "dQ/dq", "dQ/dqd"] {
            let quantity = Quantity::read_one(name, &robot).unwrap();
            assert_eq!(quantity.kind().row().closed_form, ClosedForm::Polynomial);
            let Ok(program) = coder.program(quantity) else { continue };
            let constants = calculated_constants(&program);
            assert!(constants.is_empty(), "{}, {name}: {constants:?}", bundled.name);
        }
    }
}

/// Gravity does not turn an arm about its vertical first axis; nothing is calculated for it.
#[test]
fn gravity_about_a_vertical_axis_is_the_number_zero() {
    // how many products and sums there may be; the recursion alone takes up to ten more for the zero
    let most = [("panda", 90), ("puma560", 22), ("6r", 18), ("stanford", 21), ("ur5", 12)];
    for (name, most) in most {
        let robot = Robot::bundled(name).unwrap();
        let coder = Coder::new(&robot, Parameters::Values, &Default::default()).unwrap();
        let program = coder.program(Quantity::read_one("G", &robot).unwrap()).unwrap();
        let first = program.run(&Floating, &vec![0.7; program.inputs().len()]).unwrap()[0];
        assert_eq!(first.to_bits(), 0.0f64.to_bits(), "{name}: {first}");
        let count = program.count();
        assert!(count.multiplications + count.additions <= most, "{name}: {count}");
    }
}
