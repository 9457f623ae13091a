//! The least energy: against closed forms, against the laws it began with, against the inverse problem.

use appell_actuation::{Goal, OptimisationSettings, Optimised, Optimum, optimise};
use appell_code::{CompiledRobot, Limits};
use appell_mechanics::Quantity;
use appell_model::Robot;
use appell_simulation::{InverseDynamicsProblem, Loads, inverse};
use appell_trajectory::{JointPath, LawKind, Motion, MoveKind, Path, synchronised};

fn machine(robot: &Robot) -> CompiledRobot {
    CompiledRobot::new(robot, &Default::default()).unwrap()
}

fn bundled(name: &str) -> CompiledRobot {
    machine(&appell_model::bundled(name).unwrap().read().robot.unwrap())
}

fn best_of(machine: &CompiledRobot, motion: &Motion, aim: &OptimisationSettings) -> Optimum {
    optimise(machine, motion, &Loads::default(), aim, &mut |_| ()).unwrap()
}

/// What it says it costs is what the inverse problem says.
fn check_cost(machine: &CompiledRobot, optimised: &Optimised, best: Motion) {
    let found = inverse(machine, &InverseDynamicsProblem::of(best)).unwrap();
    let energy: f64 = found.efforts.iter().map(|it| it.work).sum();
    let said = *optimised.best().cost.as_ref().unwrap();
    assert!((energy - said).abs() < 1e-6 * said, "{energy} {said}");
}

#[test]
fn the_least_energy_is_less_than_that_of_the_trapezoidal_law_and_keeps_the_limits() {
    let mut machine = bundled("2r");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 3.0, acceleration: 12.0, jerk: 200.0, ..axis.limits };
    }
    let (from, to) = (vec![-2.2, 0.5], vec![-0.6, -0.5]);
    let laws = synchronised(LawKind::Quintic, &from, &to, machine.axes(), None).unwrap();
    let motion = Motion::at(from.clone()).then_free(laws, MoveKind::PointToPoint, None);
    let aim = OptimisationSettings { time: 1.5, ..OptimisationSettings::default() };
    let Optimum { moves, motion: best, .. } = best_of(&machine, &motion, &aim);
    let optimised = &moves[0];
    assert!(optimised.gain_over(&optimised.trapezoidal).unwrap() > 0.0);
    assert!(optimised.gain_over(&optimised.trapezoidal_as_long).unwrap() > 0.0);
    let trapezoidal_is_refused =
        optimised.candidates.iter().any(|it| it.name == "trapezoidal" && it.cost.is_err());
    assert!(trapezoidal_is_refused, "it cannot keep the jerk limit");
    for (k, end) in best.end().iter().enumerate() {
        assert!((end - to[k]).abs() < 1e-9);
    }
    for it in best.moves() {
        for (law, axis) in it.laws.iter().zip(machine.axes()) {
            law.check_limits(axis).unwrap();
        }
    }
    check_cost(&machine, &moves[0], best);
}

/// A mass on a translation without gravity.
fn slide() -> CompiledRobot {
    let text = r#"
        name = "slide"
        gravity = 0
        [[joint]]
        type = "translation"
        axis = "x"
        link = { mass = 2 }
        "#;
    machine(&appell_model::read_toml(text, &Default::default()).robot.unwrap())
}

#[test]
fn a_free_mass_finds_the_parabola_of_velocity() {
    // the least integral of F^2 over a time T for a way d: 12 m^2 d^2 / T^3, by the cubic law; it is
    // found from another law by its shape
    let machine = slide();
    let axes = machine.axes();
    let laws = synchronised(LawKind::Septic, &[0.0], &[0.5], axes, Some(0.8)).unwrap();
    let motion = Motion::at(vec![0.0]).then_free(laws, MoveKind::PointToPoint, Some(0.8));
    let aim = OptimisationSettings {
        goal: Goal::Heat,
        laws: vec![LawKind::Quintic, LawKind::Septic],
        knots: 3,
        ..OptimisationSettings::default()
    };
    let found = best_of(&machine, &motion, &aim);
    let least = 12.0 * 4.0 * 0.25 / 0.8f64.powi(3);
    let best = found.moves[0].best();
    let cost = *best.cost.as_ref().unwrap();
    assert!(cost >= least * (1.0 - 1e-9) && cost < least * 1.01, "{cost} {least} {}", best.name);
    // the quintic law alone: 120/7
    let quintic = found.moves[0].candidates.iter().find(|it| it.name == "quintic").unwrap();
    let known = least / 12.0 * 120.0 / 7.0;
    assert!((quintic.cost.as_ref().unwrap() / known - 1.0).abs() < 1e-6);
}

#[test]
fn a_shaped_law_is_never_dearer_than_the_law_it_began_with() {
    let mut machine = bundled("ur5");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 2.0, acceleration: 8.0, jerk: 100.0, ..axis.limits };
    }
    let from = vec![0.0, -1.2, 1.0, -0.5, 0.3, 0.0];
    for to in [[0.8, -0.6, 0.4, 0.2, 0.3, 0.5], [-0.5, -1.2, 1.5, -0.5, 1.0, 0.0]] {
        let laws = synchronised(LawKind::SCurve, &from, &to, machine.axes(), None).unwrap();
        let motion = Motion::at(from.clone()).then_free(laws, MoveKind::PointToPoint, None);
        let found = best_of(
            &machine,
            &motion,
            &OptimisationSettings { knots: 2, ..OptimisationSettings::default() },
        );
        let candidates = &found.moves[0].candidates;
        // the cheapest first: behind what was shaped stands what that began with
        let model = candidates.iter().find(|it| !it.name.starts_with("shaped")).unwrap();
        let shaped = format!("shaped {}", model.name);
        let shaped = candidates.iter().find(|it| it.name == shaped).unwrap();
        assert!(shaped.cost.as_ref().unwrap() < model.cost.as_ref().unwrap());
        assert!(candidates.iter().any(|it| it.name == "shaped spline"));
        check_cost(&machine, &found.moves[0], found.motion.clone());
        for (law, axis) in found.motion.moves()[0].laws.iter().zip(machine.axes()) {
            law.check_limits(axis).unwrap();
        }
    }
}

#[test]
fn along_a_path_laws_and_times_are_chosen_and_the_path_stays() {
    let mut machine = bundled("ur5");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 1.0, acceleration: 4.0, jerk: 60.0, ..axis.limits };
    }
    let from = vec![0.4, -1.1, 1.5, -1.97, -1.57, 0.0];
    let mut frame =
        machine.function(vec![Quantity::read_one("T[tool]", machine.robot()).unwrap()]).unwrap();
    let place = |frame: &[f64]| [frame[3], frame[7], frame[11]];
    let [x, y, z] = place(frame.call(&[&from]).unwrap());
    let to = [x - 0.05, y + 0.1, z + 0.15];
    let way = JointPath::of(&machine, &from, &Path::Line { to }, true, 0.5).unwrap();
    let laws = way.laws(LawKind::Septic, machine.axes(), None).unwrap();
    let motion = Motion::at(from).then_free(laws, MoveKind::AlongPath(way.into()), None);
    let found = best_of(&machine, &motion, &OptimisationSettings::default());
    let optimised = &found.moves[0];
    assert!(optimised.gain_over(&optimised.trapezoidal).unwrap() > 0.0);
    check_cost(&machine, optimised, found.motion.clone());
    for k in 0..=50 {
        let state = found.motion.state(found.motion.duration() * f64::from(k) / 50.0);
        let at = place(frame.call(&[&state[0]]).unwrap());
        let along = (at[2] - z) / 0.15;
        assert!((at[0] - x + 0.05 * along).abs() < 1e-6 && (at[1] - y - 0.1 * along).abs() < 1e-6);
    }
}

#[test]
fn elastic_links_bend_while_their_motion_is_optimised() {
    let mut machine = bundled("flex2r");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 2.0, acceleration: 6.0, ..axis.limits };
    }
    let (from, to) = (vec![0.0, 0.0], vec![0.6, -0.3]);
    let laws = synchronised(LawKind::Quintic, &from, &to, machine.axes(), None).unwrap();
    let motion = Motion::at(from).then_free(laws, MoveKind::PointToPoint, None);
    let aim = OptimisationSettings {
        laws: vec![LawKind::Quintic],
        knots: 0,
        ..OptimisationSettings::default()
    };
    let found = best_of(&machine, &motion, &aim);
    check_cost(&machine, &found.moves[0], found.motion.clone());
}

#[test]
fn what_is_stopped_keeps_the_moves_it_has() {
    let cancel = appell_algebra::Cancel::new();
    let budget = appell_algebra::Budget::default().with_cancel(&cancel);
    let robot = appell_model::bundled("2r").unwrap().read().robot.unwrap();
    let machine = CompiledRobot::new(&robot, &budget).unwrap();
    let to = |from: &[f64], to: &[f64]| {
        synchronised(LawKind::Quintic, from, to, machine.axes(), Some(1.0)).unwrap()
    };
    let motion = Motion::at(vec![0.0, 0.0])
        .then_free(to(&[0.0, 0.0], &[0.5, 0.5]), MoveKind::PointToPoint, Some(1.0))
        .then_free(to(&[0.5, 0.5], &[1.0, 0.0]), MoveKind::PointToPoint, Some(1.0));
    // in the middle of the shape of the first move
    let found = optimise(
        &machine,
        &motion,
        &Loads::default(),
        &OptimisationSettings::default(),
        &mut |part| {
            if part > 0.42 {
                cancel.cancel();
            }
        },
    );
    let found = found.unwrap();
    assert!(found.stopped.is_some());
    assert_eq!((found.moves.len(), found.motion.moves().len()), (1, 2));
    assert_eq!(found.motion.end(), [1.0, 0.0]);
}

/// A law that is quicker than the trapezoidal one is no error; the comparison says that it is none.
#[test]
fn a_trapezoidal_law_that_is_impossible_is_a_candidate_that_is_refused() {
    let mut machine = bundled("2r");
    for axis in machine.axes_mut() {
        axis.limits = Limits { acceleration: 5.0, ..axis.limits };
    }
    let from = vec![0.3, 0.15];
    let path = Path::Line { to: [0.3, 0.1, 0.0] };
    let way =
        std::sync::Arc::new(JointPath::of(&machine, &from, &path, false, f64::INFINITY).unwrap());
    let least = |kind| way.laws(kind, machine.axes(), None).unwrap()[0].duration();
    let (septic, trapezoidal) = (least(LawKind::Septic), least(LawKind::Trapezoidal));
    assert!(septic < trapezoidal, "at the ends of its way the arm bends: {septic} {trapezoidal}");
    let within = f64::midpoint(septic, trapezoidal);
    let laws = way.laws(LawKind::Septic, machine.axes(), Some(within)).unwrap();
    let motion = Motion::at(from).then_free(laws, MoveKind::AlongPath(way), Some(within));
    let found = best_of(&machine, &motion, &OptimisationSettings::default());
    let optimised = &found.moves[0];
    assert!(optimised.best().cost.is_ok());
    assert!(optimised.trapezoidal.cost.is_err() && optimised.trapezoidal_as_long.cost.is_err());
    assert_eq!(optimised.gain_over(&optimised.trapezoidal), None);
}

#[test]
fn jerk_limits_alone_give_a_time_and_moves_are_counted_with_pauses() {
    let mut machine = bundled("2r");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: f64::INFINITY, jerk: 200.0, ..axis.limits };
    }
    let (from, to) = (vec![-2.2, 0.5], vec![-0.6, -0.5]);
    let laws = synchronised(LawKind::SCurve, &from, &to, machine.axes(), None).unwrap();
    let quickest = laws[0].duration();
    let motion = Motion::at(from).then_wait(0.5).then_free(laws, MoveKind::PointToPoint, None);
    let aim = OptimisationSettings { knots: 1, ..OptimisationSettings::default() };
    let found = best_of(&machine, &motion, &aim);
    let optimised = &found.moves[0];
    assert_eq!(optimised.number, 2);
    let longest = aim.time * quickest * (1.0 + 1e-9);
    assert!(optimised.best().duration >= 0.9 * quickest && optimised.best().duration <= longest);
    assert!((optimised.trapezoidal.duration - quickest).abs() < 1e-9);
    for (law, axis) in optimised_laws(&found).iter().zip(machine.axes()) {
        assert!(law.peak(3) <= axis.limits.jerk);
    }
    // the error counts in the same way
    let none =
        OptimisationSettings { laws: Vec::new(), knots: 0, ..OptimisationSettings::default() };
    for axis in machine.axes_mut() {
        axis.limits.velocity = 3.0;
    }
    let refused = optimise(&machine, &motion, &Loads::default(), &none, &mut |_| ()).unwrap_err();
    assert!(matches!(refused, appell_actuation::Error::NoLaw { number: 2, .. }), "{refused}");
}

fn optimised_laws(found: &Optimum) -> &[appell_trajectory::Law] {
    &found.motion.moves().last().unwrap().laws
}

/// What is shaped goes to the limits, and no hair beyond.
#[test]
fn shaped_laws_keep_the_limits_to_the_last_bit() {
    let mut machine = bundled("2r");
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 1.5, acceleration: 5.0, jerk: 100.0, ..axis.limits };
    }
    let (from, to) = (vec![-2.2, 0.5], vec![-0.6, -0.5]);
    let laws = synchronised(LawKind::SCurve, &from, &to, machine.axes(), None).unwrap();
    let motion = Motion::at(from).then_free(laws, MoveKind::PointToPoint, None);
    for goal in Goal::ALL {
        let found = best_of(
            &machine,
            &motion,
            &OptimisationSettings { goal, time: 1.1, ..OptimisationSettings::default() },
        );
        assert!(found.moves[0].best().name.starts_with("shaped"));
        for (law, axis) in optimised_laws(&found).iter().zip(machine.axes()) {
            let Limits { velocity, acceleration, jerk, .. } = axis.limits;
            for (order, limit) in [(1, velocity), (2, acceleration), (3, jerk)] {
                assert!(law.peak(order) <= limit, "{order}: {} {limit}", law.peak(order));
            }
        }
    }
}

/// With time to spare, a trapezoidal law of less acceleration is cheaper than the quickest, stretched.
#[test]
fn a_law_with_time_to_spare_accelerates_less() {
    let mut machine = slide();
    machine.axes_mut()[0].limits =
        Limits { velocity: 0.5, acceleration: 1000.0, ..Limits::default() };
    let laws =
        synchronised(LawKind::Trapezoidal, &[0.0], &[0.8], machine.axes(), Some(2.0)).unwrap();
    let motion = Motion::at(vec![0.0]).then_free(laws, MoveKind::PointToPoint, Some(2.0));
    let laws = vec![LawKind::Trapezoidal];
    let aim = OptimisationSettings {
        goal: Goal::Heat,
        laws,
        knots: 0,
        ..OptimisationSettings::default()
    };
    let found = best_of(&machine, &motion, &aim);
    let cost = *found.moves[0].best().cost.as_ref().unwrap();
    // cruise at 0.5 m/s, and 0.4 s to get there: 2 m^2 a v with a = 1.25
    let known = 2.0 * 4.0 * 1.25 * 0.5;
    assert!(cost > known * (1.0 - 1e-9) && cost < 1.3 * known, "{cost} {known}");
}
