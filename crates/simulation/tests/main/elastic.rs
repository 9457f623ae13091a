//! Elastic links in motion: closed forms of vibrations, and the way there and back.

use appell_code::{CompiledRobot, Limits};
use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::Robot;
use appell_output::{ColumnKind, Heading, Table};
use appell_simulation::{
    Controller, Elasticity, Inverse, InverseDynamicsProblem, Method, Setup, inverse,
    motion_figures, simulate,
};
use appell_trajectory::{LawKind, Motion, Series, synchronised};

fn bundled(name: &str) -> Robot {
    appell_model::bundled(name).unwrap().read().robot.unwrap()
}

fn machine(name: &str) -> CompiledRobot {
    CompiledRobot::new(&bundled(name), &Default::default()).unwrap()
}

/// A beam that is held at its root, with one mode and nothing that damps it.
fn held_beam() -> CompiledRobot {
    let text = r#"
        name = "held beam"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "z"
        [joint.link]
        mass = 1
        inertia = { xx = 1e9, yy = 1e9, zz = 1e9 }
        [joint.link.elastic.beam]
        length  = 1
        density = 7850
        area    = 6e-5
        E       = 2.1e11
        Iz      = 2e-11
        bend_y  = 1
        [tool]
        offset = [1, 0, 0]
    "#;
    let reading = appell_model::read_toml(text, &Default::default());
    CompiledRobot::new(&reading.robot.unwrap(), &Default::default()).unwrap()
}

#[test]
fn a_flexible_link_swings_as_a_harmonic() {
    let machine = held_beam();
    // the frequency of a clamped beam: (1.875104...)^2 sqrt(E I / (rho A l^4))
    let frequency = 1.875_104_068_711_961f64.powi(2) * (2.1e11 * 2e-11 / (7850.0 * 6e-5f64)).sqrt();
    let period = 2.0 * std::f64::consts::PI / frequency;
    for (method, near) in [(Method::Dopri5, 1e-6), (Method::Radau5, 1e-5)] {
        let setup = Setup {
            method,
            tolerance: 1e-10,
            output_step: period / 8.0,
            ..Setup::at(&machine, vec![0.0, 0.01], 3.0 * period)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        for (t, q) in found.times.iter().zip(&found.q) {
            let known = 0.01 * (frequency * t).cos();
            assert!((q[1] - known).abs() < near * 0.01 * 10.0, "{method:?} {t}: {} {known}", q[1]);
        }
        assert!(found.drift < 1e-6 * found.energy_scale, "{}", found.drift);
    }
}

/// The picture of the deflection shows the place of the tool, which mechanics derives by itself.
#[test]
fn the_deflection_is_the_place_of_the_tool() {
    let robot = bundled("flex2r");
    let machine = machine("flex2r");
    let names = machine.coordinates().iter().map(|it| it.name.clone());
    let values = names.enumerate().map(|(k, name)| (name, 0.002 * (k as f64 + 1.0)));
    let mut table = Table::new(vec![Heading::new(ColumnKind::Time, "t", "s")], [vec![0.0]]);
    for (name, value) in values {
        // joints at zero: link 1 lies along x of the base
        let is_mode = name.contains('_');
        table.push(&name, "1", vec![if is_mode { value } else { 0.0 }]);
    }
    let figures = motion_figures(&machine, &table);
    let shown = &figures.last().unwrap().curves;
    let value = |name: &str| table.column(name).map(|it| it[0]);
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        value(&robot.symbols().name(symbol.base()))
            .map(|it| if symbol.order() == 0 { it } else { 0.0 })
            .or_else(|| robot.value(symbol))
    });
    let derivation = Derivation::new(&robot, numbers).unwrap();
    let place = |name: &str| {
        derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap().rows.concat()
    };
    // the second joint sits on the tip of the first link
    let (bent, straight) = (place("r[0,2]"), robot.joints()[1].parent_from_frame.position.clone());
    let y = shown.iter().find(|curve| curve.name.ends_with(" y")).unwrap();
    let expected = bent[1] - robot.evaluate(&straight.0[1]).unwrap();
    assert!(expected.abs() > 1e-4, "{expected}");
    assert!((y.points[0].1 - expected).abs() < 1e-12, "{} {expected}", y.points[0].1);
}

fn slew(machine: &CompiledRobot, duration: f64) -> Motion {
    let laws =
        synchronised(LawKind::Septic, &[0.0], &[1.2], machine.axes(), Some(duration)).unwrap();
    Motion::at(vec![0.0]).then(laws)
}

#[test]
fn a_slow_motion_is_quasi_static_and_a_fast_one_is_not() {
    let machine = machine("flex1r");
    let gap = |duration: f64| {
        let [still, full] = Elasticity::ALL.map(|elasticity| {
            let question = InverseDynamicsProblem {
                elasticity,
                output_step: duration / 50.0,
                ..InverseDynamicsProblem::of(slew(&machine, duration))
            };
            inverse(&machine, &question).unwrap()
        });
        let size = still.forces[0].iter().fold(0.0f64, |size, force| size.max(force.abs()));
        let gaps = still.forces[0].iter().zip(&full.forces[0]).map(|(a, b)| (a - b).abs());
        gaps.fold(0.0, f64::max) / size
    };
    let (slow, fast) = (gap(20.0), gap(0.8));
    assert!(slow < 0.02, "{slow}");
    assert!(fast > 0.3, "{fast}");
}

#[test]
fn the_torques_of_a_vibrating_link_give_its_motion_back() {
    let machine = machine("flex1r");
    let motion = slew(&machine, 0.8);
    let question = InverseDynamicsProblem {
        elasticity: Elasticity::Full,
        output_step: 0.8 / 4000.0,
        ..InverseDynamicsProblem::of(motion.clone())
    };
    let found = inverse(&machine, &question).unwrap();
    let rows = found.forces[0].iter().map(|&force| vec![force]).collect();
    let forces = Series::new(found.states.times.clone(), rows).unwrap();
    let setup = Setup {
        controller: Controller::Forces(forces),
        method: Method::Radau5,
        tolerance: 1e-8,
        output_step: 0.1,
        ..Setup::at(&machine, vec![0.0; machine.coordinates().len()], 0.8)
    };
    let back = simulate(&machine, &setup, &mut |_| ()).unwrap();
    for (t, q) in back.times.iter().zip(&back.q) {
        let known = motion.state(*t)[0][0];
        assert!((q[0] - known).abs() < 2e-5, "{t}: {} {known}", q[0]);
    }
}

#[test]
fn stiff_robots_run_and_keep_their_energy() {
    for name in ["flex2r", "flex3r", "trttrr1_elastic"] {
        let machine = machine(name);
        let count = machine.coordinates().len();
        let setup = Setup {
            method: Method::Radau5,
            tolerance: 1e-7,
            ..Setup::at(&machine, vec![0.0; count], 0.05)
        };
        let found = simulate(&machine, &setup, &mut |_| ()).unwrap();
        assert!(
            found.drift <= 1e-4 * found.energy_scale.max(1e-9),
            "{name}: {} {}",
            found.drift,
            found.energy_scale
        );
        assert!(found.q.iter().flatten().all(|q| q.is_finite()), "{name}");
    }
}

/// What an inverse problem says that is stopped after so many milliseconds; nothing, if it had come
/// nowhere by then.
fn stopped_after(milliseconds: u64) -> Option<Inverse> {
    let cancel = appell_algebra::Cancel::new();
    let budget = appell_algebra::Budget::default().with_cancel(&cancel);
    let machine = CompiledRobot::new(&bundled("flex1r"), &budget).unwrap();
    // vibrations for an hour: it would take minutes
    let law = LawKind::Quintic.between(0.0, 1e4, &Limits::default()).unwrap().stretched(3600.0);
    let motion = Motion::at(vec![0.0]).then(vec![law]);
    let question = InverseDynamicsProblem {
        elasticity: Elasticity::Full,
        output_step: 0.01,
        ..InverseDynamicsProblem::of(motion)
    };
    std::thread::scope(|scope| {
        let work = scope.spawn(|| inverse(&machine, &question));
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        cancel.cancel();
        work.join().unwrap().ok().filter(|found| found.states.times.len() > 1)
    })
}

#[test]
fn an_inverse_problem_that_is_stopped_keeps_what_it_has() {
    // compiling comes first, and takes long where much else is done
    let found = [500, 2000, 8000, 32000].into_iter().find_map(stopped_after).unwrap();
    assert!(found.stopped.is_some());
    let last = *found.states.times.last().unwrap();
    assert!(last > 0.0 && last < 3600.0 && found.table.rows() == found.states.times.len());
    assert!(found.efforts[0].work >= 0.0 && found.efforts[0].peak_force.is_finite());
}
