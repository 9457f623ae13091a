//! Vibrations of elastic links along a motion, and input shaping against them.

use appell_code::CompiledRobot;
use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_simulation::{
    Extras, InverseDynamicsProblem, Loads, inverse, residual_vibration, vibrations_at_rest,
};
use appell_trajectory::{LawKind, Motion, ShaperKind, synchronised};

fn machine(name: &str) -> CompiledRobot {
    let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
    CompiledRobot::new(&robot, &Default::default()).unwrap()
}

/// The columns along a motion are the rows of `whirl` at its states.
#[test]
fn frequencies_along_a_motion_are_those_of_its_states() {
    let machine = machine("flex2r");
    let (from, to) = ([0.2, -0.4], [1.4, 0.9]);
    let laws = synchronised(LawKind::Quintic, &from, &to, machine.axes(), Some(0.8)).unwrap();
    let question = InverseDynamicsProblem {
        extras: Extras { vibrations: true, ..Extras::default() },
        output_step: 0.1,
        ..InverseDynamicsProblem::of(Motion::at(from.to_vec()).then(laws))
    };
    let found = inverse(&machine, &question).unwrap();
    let robot = machine.robot();
    let coordinates = robot.coordinates();
    for row in [0, 3, 5] {
        let numbers = Numbers::new(robot.symbols(), |symbol| {
            let place = coordinates.iter().position(|&it| it == symbol.base());
            let at = |k: usize| {
                found.states.orders.get(symbol.order() as usize).map_or(0.0, |it| it[k][row])
            };
            place.map(at).or_else(|| robot.value(symbol))
        });
        let derivation = Derivation::new(robot, numbers).unwrap();
        let whirl = derivation.get(Quantity::read_one("whirl", robot).unwrap()).unwrap().rows;
        for (number, expected) in (1..).zip(whirl) {
            let of = |name: &str| found.table.column(&format!("{name}{number}")).unwrap()[row];
            assert!((of("omega") - expected[0]).abs() < 1e-8 * expected[0], "{row} {number}");
            assert!((of("zeta") - expected[2]).abs() < 1e-8, "{row} {number}");
        }
    }
}

/// A shaped slew leaves next to nothing of the first vibration of a flexible link, which the plain one excites.
#[test]
fn shaped_slews_end_at_rest() {
    let machine = machine("flex1r");
    let first = vibrations_at_rest(&machine, &[1.2], &Loads::default()).unwrap()[0];
    let laws = synchronised(LawKind::Quintic, &[0.0], &[1.2], machine.axes(), Some(0.3)).unwrap();
    let plain = Motion::at(vec![0.0]).then(laws.clone());
    assert_eq!(residual_vibration(&machine, &plain, &Loads::default()).unwrap(), None);
    let mut gains = Vec::new();
    for kind in ShaperKind::ALL {
        let shaper = kind.shaper(first.natural_frequency, first.ratio);
        let shaped = laws.iter().map(|law| law.shaped(&shaper)).collect();
        let motion = Motion::at(vec![0.0]).then(shaped);
        let residual = residual_vibration(&machine, &motion, &Loads::default()).unwrap().unwrap();
        assert!(residual.unshaped > 0.02, "{residual:?}");
        gains.push(residual.shaped / residual.unshaped);
    }
    // what is left is of higher modes and of the second order of large deflections
    assert!(gains[0] < 0.1 && gains[1] < 0.05, "{gains:?}");
}
