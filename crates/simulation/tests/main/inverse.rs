//! The inverse problem: forces, loads, work.

use appell_code::{CompiledRobot, Load};
use appell_mechanics::{Derivation, Kind, Numbers, Quantity};
use appell_model::Robot;
use appell_simulation::{Extras, InverseDynamicsProblem, Loading, Loads, Taken, inverse};
use appell_trajectory::{LawKind, Motion, synchronised};

fn bundled(name: &str) -> Robot {
    appell_model::bundled(name).unwrap().read().robot.unwrap()
}

fn machine(name: &str) -> CompiledRobot {
    CompiledRobot::new(&bundled(name), &Default::default()).unwrap()
}

const HOME: [f64; 7] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];

fn panda_motion(machine: &CompiledRobot) -> Motion {
    let to = [0.5, -0.3, 0.4, -1.8, 0.2, 1.9, 0.2];
    let laws = synchronised(LawKind::Septic, &HOME, &to, machine.axes(), Some(1.2)).unwrap();
    Motion::at(HOME.to_vec()).then(laws)
}

/// A quantity by the numbers of mechanics, not by compiled code.
fn derived(robot: &Robot, name: &str, state: &[Vec<f64>; 3]) -> Vec<f64> {
    let coordinates = robot.coordinates();
    let values = |symbol: appell_algebra::Symbol| {
        let k = coordinates.iter().position(|&q| q == symbol.base());
        k.map(|k| state.get(symbol.order() as usize).map_or(0.0, |list| list[k]))
            .or_else(|| robot.value(symbol))
    };
    let numbers =
        Numbers::new(
            robot.symbols(),
            move |symbol| {
                if symbol.order() > 2 { Some(0.0) } else { values(symbol) }
            },
        );
    let derivation = Derivation::new(robot, numbers).unwrap();
    let quantity = Quantity::read(name, robot).unwrap()[0];
    derivation.get(quantity).unwrap().entries().copied().collect()
}

#[test]
fn forces_wrenches_and_rates_are_those_of_mechanics() {
    let machine = machine("panda");
    let motion = panda_motion(&machine);
    let question = InverseDynamicsProblem {
        extras: Extras { wrenches: true, rates: true, vibrations: false },
        output_step: 0.001,
        ..InverseDynamicsProblem::of(motion.clone())
    };
    let found = inverse(&machine, &question).unwrap();
    let column = |name: &str| found.table.column(name).unwrap().to_vec();
    for row in [0, 300, 650, 1100] {
        let state = motion.state(found.states.times[row]);
        let forces = derived(machine.robot(), "Q", &state);
        for (k, known) in forces.iter().enumerate() {
            assert!((column(&format!("Q_q{}", k + 1))[row] - known).abs() < 1e-9);
        }
        let wrench = derived(machine.robot(), "f[3]", &state);
        for (axis, known) in ["x", "y", "z"].iter().zip(&wrench) {
            assert!((column(&format!("f3_{axis}"))[row] - known).abs() < 1e-9);
        }
    }
    // the rate of a force is the slope of its column
    let (force, rate) = (column("Q_q2"), column("dQ_q2"));
    for row in [200, 500, 900] {
        let slope = (force[row + 1] - force[row - 1]) / 0.002;
        assert!(
            (slope - rate[row]).abs() < 1e-3 * (1.0 + rate[row].abs()),
            "{slope} {}",
            rate[row]
        );
    }
}

#[test]
fn a_load_is_felt_while_it_is_there() {
    let robot = bundled("panda");
    let budget = Default::default();
    let machine = CompiledRobot::with_changing_load(&robot, &budget).unwrap();
    let motion = panda_motion(&machine);
    let load =
        Load { mass: 2.0, centre: [0.0, 0.0, 0.1], force: [5.0, 0.0, 0.0], ..Load::default() };
    let loads = Loads(vec![Loading { from: 0.3, until: 0.9, load, taken: Taken::Moving }]);
    let question = InverseDynamicsProblem {
        output_step: 0.1,
        loads,
        ..InverseDynamicsProblem::of(motion.clone())
    };
    let found = inverse(&machine, &question).unwrap();
    let empty = inverse(
        &self::machine("panda"),
        &InverseDynamicsProblem { output_step: 0.1, ..InverseDynamicsProblem::of(motion) },
    )
    .unwrap();
    for (row, &t) in found.states.times.iter().enumerate() {
        let difference: f64 =
            (0..7).map(|axis| (found.forces[axis][row] - empty.forces[axis][row]).abs()).sum();
        let there = (0.3 - 1e-9..0.9 - 1e-9).contains(&t);
        assert_eq!(difference > 1.0, there, "{t}: {difference}");
        assert!(there || difference < 1e-9);
    }
}

#[test]
fn without_friction_the_work_that_stays_is_the_height_that_is_gained() {
    let machine = machine("panda");
    let motion = panda_motion(&machine);
    let found = inverse(&machine, &InverseDynamicsProblem::of(motion.clone())).unwrap();
    let kept: f64 = found.efforts.iter().map(|it| it.work - it.returned).sum();
    let mut height = machine.function_of(&[Kind::PotentialEnergy]).unwrap();
    let [start, end] = [HOME.to_vec(), motion.end()].map(|q| height.call(&[&q]).unwrap()[0]);
    assert!((kept - (end - start)).abs() < 1e-8, "{kept} {}", end - start);
}
