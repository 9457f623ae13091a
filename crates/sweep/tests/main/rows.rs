//! The rows of variants by several ways.

use appell_model::Robot;
use appell_scenario::Scenario;
use appell_simulation::{inverse, simulate};
use appell_sweep::{Rows, Study};

use crate::{study, two_joints};

/// What the rows say, bit by bit.
fn bits(rows: &Rows) -> Vec<Vec<u64>> {
    rows.columns.iter().map(|column| column.iter().map(|it| it.to_bits()).collect()).collect()
}

fn column(study: &Study, name: &str) -> usize {
    study.headings().iter().position(|it| it.name == name).unwrap()
}

/// What `appell inverse` finds for the scenario of a row, which is read and compiled by itself.
fn by_itself(study: &Study, row: u64, robot: &str) -> Vec<(String, f64)> {
    let scenario = Scenario::read(&study.variant(row)).unwrap();
    let robot = Robot::bundled(robot).unwrap();
    let no_file = |_: &str| -> Result<Vec<u8>, appell_diagnostic::Diagnostic> { panic!("no file") };
    let prepared = scenario.inverse_dynamics(&robot, &Default::default(), &no_file).unwrap();
    let machine = &prepared.machine;
    let found = inverse(machine, &prepared.problem).unwrap();
    let mut known = vec![("duration".to_owned(), prepared.problem.motion.duration())];
    known.push(("energy".to_owned(), found.efforts.iter().map(|it| it.work).sum()));
    for (axis, effort) in machine.axes().iter().zip(&found.efforts) {
        let name = &machine.coordinates()[axis.coordinate].name;
        let figures = [
            ("peak_force", effort.peak_force),
            ("rms_force", effort.rms_force),
            ("peak_velocity", effort.peak_velocity),
            ("peak_power", effort.peak_power),
            ("work", effort.work),
            ("returned", effort.returned),
        ];
        known.extend(figures.map(|(figure, value)| (format!("{figure}_{name}"), value)));
    }
    known
}

fn agrees_with_inverse(study: &Study, rows: &Rows, robot: &str) {
    for row in 0..rows.remarks.len() {
        assert_eq!(rows.remarks[row], "");
        for (name, value) in by_itself(study, rows.numbers[row], robot) {
            let found = rows.columns[column(study, &name)][row];
            let error = (found - value).abs();
            assert!(error <= 1e-10 * value.abs().max(1e-3), "{row} {name}: {found} {value}");
        }
    }
}

#[test]
fn payloads_and_parameters_give_what_inverse_gives() {
    let sweep = "method = \"sobol\"\ncount = 6\n[[sweep.vary]]\npath = \"payload[1].mass\"\nfrom = 0\nto = 4\n\
         [[sweep.vary]]\npath = \"payload[1].centre[2]\"\nfrom = -0.1\nto = 0.1\n[[sweep.vary]]\n\
         path = \"parameters.M2\"\nfrom = 1\nto = 5\n[[sweep.vary]]\npath = \"parameters.l2\"\nfrom = 0.2\nto = 0.6\n";
    let study = study(&two_joints(sweep)).unwrap();
    let rows = study.rows(0..6).unwrap();
    agrees_with_inverse(&study, &rows, "2r");
    // the motion is the same: the way that uses this, and the one that does not
    assert!(study.evaluator().states().is_some());
    let general = study.evaluator().without_shortcut().rows(0..6).unwrap();
    assert_eq!(bits(&rows), bits(&general));
    // whatever was calculated before, and in whatever order
    let mut evaluator = study.evaluator();
    for row in [5, 0, 3, 3, 1] {
        let one = evaluator.rows(row..row + 1).unwrap();
        let known: Vec<u64> = rows.columns.iter().map(|it| it[row as usize].to_bits()).collect();
        assert_eq!(bits(&one).concat(), known);
    }
}

#[test]
fn motions_give_what_inverse_gives() {
    let sweep = "method = \"random\"\ncount = 5\n[[sweep.vary]]\npath = \"motion[reach].to[2]\"\nfrom = -1\nto = 0\n\
         [[sweep.vary]]\npath = \"motion[1].duration\"\nfrom = 1.2\nto = 2\n[[sweep.vary]]\n\
         path = \"limits.acceleration\"\nscale = [1, 2]\n[[sweep.vary]]\npath = \"start.q[1]\"\n\
         normal = { mean = -1, deviation = 0.01 }\n[[sweep.vary]]\npath = \"parameters.M2\"\nscale = [0.5, 2]\n";
    let study = study(&two_joints(sweep)).unwrap();
    assert!(study.evaluator().states().is_none());
    let rows = study.rows(0..5).unwrap();
    agrees_with_inverse(&study, &rows, "2r");
    let durations = &rows.columns[column(&study, "duration")];
    assert!(durations.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn lines_of_the_tool_follow_lengths_of_the_robot() {
    let text = "robot = \"2r\"\n[parameters]\nl2 = 0.4\n[limits]\nvelocity = 3\nacceleration = 10\n[start]\n\
         q = [0.2, 0.9]\n[[motion]]\nline = [0.5, 0.4, 0]\nduration = 1\norientation = \"free\"\n[sweep]\n\
         method = \"random\"\ncount = 3\n[[sweep.vary]]\npath = \"parameters.l2\"\nfrom = 0.38\nto = 0.44\n";
    let study = study(text).unwrap();
    assert!(study.evaluator().states().is_none());
    agrees_with_inverse(&study, &study.rows(0..3).unwrap(), "2r");
}

#[test]
fn the_panda_carries_other_parts() {
    let text = appell_scenario::bundled("pick-and-place").unwrap().text;
    let study = study(text).unwrap();
    let rows = study.rows(10..12).unwrap();
    agrees_with_inverse(&study, &rows, "panda");
}

/// What varies in a unit is what varies in SI units.
#[test]
fn numbers_with_units_vary() {
    let sweep = |vary: &str| format!("method = \"sobol\"\ncount = 4\n{vary}");
    let vary = |path: &str, values: &str| format!("[[sweep.vary]]\npath = \"{path}\"\n{values}\n");
    let plain = two_joints(&sweep(
        &[
            vary("payload[1].mass", "from = 0.5\nto = 2"),
            vary("motion[1].duration", "values = [1.5, 2]"),
            vary("motion[2].wait", "scale = [0.5, 2]"),
            vary("start.q[1]", "normal = { mean = -1, deviation = 0.01 }"),
        ]
        .concat(),
    ));
    let united = two_joints(&sweep(
        &[
            vary("payload[1].mass", "from = \"500 g\"\nto = \"2 kg\""),
            vary("motion[1].duration", "values = [\"1500 ms\", \"2 s\"]"),
            vary("motion[2].wait", "scale = [0.5, 2]"),
            vary("start.q[1]", "normal = { mean = \"-1 rad\", deviation = \"10 mrad\" }"),
        ]
        .concat(),
    ));
    let united = united
        .replace("mass = 2\n", "mass = \"2000 g\"\n")
        .replace("duration = 1.5", "duration = \"1500 ms\"");
    let united = united
        .replace("wait = 0.5", "wait = \"500 ms\"")
        .replace("q = [-1, 0.5]", "q = [\"-1 rad\", 0.5]");
    let [plain, united] = [plain, united].map(|text| study(&text).unwrap().rows(0..4).unwrap());
    assert_eq!(bits(&plain), bits(&united));
    for values in ["from = 1\nto = 2", "from = \"1 kg\"\nto = \"2 kg\"", "values = [\"1 s\", 2]"] {
        let text = two_joints(&sweep(&vary("motion[1].duration", values)));
        let text = text.replace("duration = 1.5", "duration = \"1500 ms\"");
        let Err(findings) = study(&text) else { panic!("taken: {values}") };
        assert_eq!(findings[0].code, "wrong-unit", "{values}");
    }
}

/// Numbers that are no parameters in the robot's file: the rows are those of robots whose files have the numbers.
#[test]
fn numbers_of_the_robot_vary() {
    let text = "robot = \"panda\"\n[parameters]\ngravity = 9.81\n\"joint[4].link.mass\" = 3.587895\n\
         \"joint[4].offset[1]\" = \"82.5 mm\"\n[limits]\nvelocity = 2\nacceleration = 4\n[start]\nq = [0, 0, 0, -2, 0, 2, 0]\n\
         [[motion]]\nto = [0.4, 0.3, -0.2, -1.6, 0.3, 1.7, 0.5]\nduration = 1.5\n[sweep]\nmethod = \"random\"\ncount = 4\n\
         [[sweep.vary]]\npath = \"parameters.joint[4].link.mass\"\nfrom = 1\nto = 6\n\
         [[sweep.vary]]\npath = \"parameters.gravity\"\nnormal = { mean = 9.8, deviation = 0.02 }\n";
    let study = study(text).unwrap();
    let rows = study.rows(0..4).unwrap();
    agrees_with_inverse(&study, &rows, "panda");
    assert!(study.evaluator().states().is_some());
    let general = study.evaluator().without_shortcut().rows(0..4).unwrap();
    assert_eq!(bits(&rows), bits(&general));
    let file = appell_model::write_toml(&Robot::bundled("panda").unwrap());
    let plain = text
        .split("[sweep]")
        .next()
        .unwrap()
        .replace("gravity = 9.81\n\"joint[4].link.mass\" = 3.587895\n", "");
    let plain = plain.replace("\"joint[4].offset[1]\" = \"82.5 mm\"\n", "");
    for row in 0..4 {
        let [mass, gravity] = [rows.columns[0][row], rows.columns[1][row]];
        let file = file.replace("mass = 3.587895", &format!("mass = {mass}"));
        let file = file.replace("gravity = 9.81", &format!("gravity = {gravity}"));
        let robot = appell_model::read_toml(&file, &Default::default()).robot.unwrap();
        let scenario = Scenario::read(&plain).unwrap();
        let prepared =
            scenario.inverse_dynamics(&robot, &Default::default(), &|_| Ok(Vec::new())).unwrap();
        let known = inverse(&prepared.machine, &prepared.problem).unwrap();
        let found = rows.columns[column(&study, "peak_force_q2")][row];
        assert!((found - known.efforts[1].peak_force).abs() < 1e-10 * found, "{found}");
    }
}

/// A variant that cannot run is a row with a reason, and says nothing else.
#[test]
fn what_cannot_run_is_a_row_with_a_reason() {
    let sweep = "method = \"grid\"\n[[sweep.vary]]\npath = \"payload[1].mass\"\nvalues = [-1, 1]\n[[sweep.vary]]\n\
         path = \"motion[1].duration\"\nvalues = [0.05, 1.5]\n";
    let study = study(&two_joints(sweep)).unwrap();
    let rows = study.rows(0..4).unwrap();
    let starts = |row: usize, with: &str| {
        assert!(rows.remarks[row].starts_with(with), "{}", rows.remarks[row]);
    };
    starts(0, "bad-payload: `mass` must not be negative");
    starts(1, "contradictory-limits: this motion takes at least 1 s");
    starts(2, "bad-payload: ");
    assert_eq!(rows.remarks[3], "");
    let results = study.varied()..study.headings().len();
    for (row, fails) in [(0, true), (1, true), (3, false)] {
        assert!(results.clone().all(|k| rows.columns[k][row].is_nan() == fails));
    }
    assert!(study.warnings.iter().any(|it| it.code == "bad-payload"));
}

#[test]
fn simulations_give_what_simulate_gives() {
    let text = "robot = \"2r\"\n[parameters]\nM2 = 2\n[start]\nq = [0.5, 0.1]\n[torques]\nconstant = [1, 0]\n\
         [simulation]\nduration = 0.5\nlimits = \"ignore\"\n[sweep]\nmethod = \"sobol\"\ncount = 4\n[[sweep.vary]]\n\
         path = \"start.q[2]\"\nfrom = -1\nto = 1\n[[sweep.vary]]\npath = \"parameters.M2\"\nfrom = 1\nto = 4\n";
    let study = study(text).unwrap();
    let rows = study.rows(0..4).unwrap();
    let robot = Robot::bundled("2r").unwrap();
    for row in 0..4 {
        let scenario = Scenario::read(&study.variant(row)).unwrap();
        let prepared =
            scenario.simulation(&robot, &Default::default(), &|_| Ok(Vec::new())).unwrap();
        let known = simulate(&prepared.machine, &prepared.problem, &mut |_| {}).unwrap();
        for (name, value) in [
            ("end_q1", known.q.last().unwrap()[0]),
            ("end_dq2", known.qd.last().unwrap()[1]),
            ("peak_velocity_q1", known.peak_velocity[0]),
            ("work", *known.work.last().unwrap()),
        ] {
            let found = rows.columns[column(&study, name)][row as usize];
            // the steps are chosen by errors that differ in the last digits
            assert!((found - value).abs() < 1e-7 * value.abs().max(1.0), "{name} {found} {value}");
        }
    }
}
