//! A result that is read back as a table gives the same motion, under the same limits.

use appell_algebra::Budget;
use appell_code::Limits;
use appell_diagnostic::Diagnostic;
use appell_model::Robot;
use appell_scenario::{Prepared, Scenario};
use appell_simulation::{InverseDynamicsProblem, Setup, inverse, simulate};
use appell_trajectory::{Law, LawKind, Motion};

fn two_links() -> Robot {
    appell_model::bundled("2r").unwrap().read().robot.unwrap()
}

/// The inverse problem of a scenario.
fn prepared(text: &str, table: &[u8]) -> Result<Prepared<InverseDynamicsProblem>, Vec<Diagnostic>> {
    let files = |_: &str| Ok(table.to_vec());
    Scenario::read(text)?.inverse_dynamics(&two_links(), &Budget::default(), &files)
}

fn prepared_simulation(text: &str) -> Result<Prepared<Setup>, Vec<Diagnostic>> {
    let files = |_: &str| Ok(Vec::new());
    Scenario::read(text)?.simulation(&two_links(), &Budget::default(), &files)
}

fn told(findings: &[Diagnostic]) -> String {
    findings.iter().map(|finding| finding.render("s", "")).collect()
}

/// The largest difference of each derivative between two motions, against the largest value.
fn differences(one: &Motion, other: &Motion) -> [f64; 3] {
    let mut worst = [0.0; 3];
    let mut size = [f64::MIN_POSITIVE; 3];
    for k in 0..5000 {
        let t = one.duration() * (k as f64 + 0.5) / 5000.0;
        for (order, (a, b)) in one.state(t).iter().zip(other.state(t)).enumerate() {
            for (a, b) in a.iter().zip(b) {
                worst[order] = f64::max(worst[order], (a - b).abs());
                size[order] = f64::max(size[order], a.abs());
            }
        }
    }
    [0, 1, 2].map(|order| worst[order] / size[order])
}

#[test]
fn columns_are_asked_for_by_name_or_quantity() {
    let text = |problem: &str, columns: &str| {
        let motion = "[[motion]]\nto = [1, 0]\nduration = 1\n";
        format!("{MOVES}{problem}{motion}[output]\ncolumns = {columns}\n")
    };
    let names = |text: &str| -> Vec<String> {
        let prepared = prepared(text, b"").map_err(|it| told(&it)).unwrap();
        let table = inverse(&prepared.machine, &prepared.problem).unwrap().table;
        prepared.selected(table).columns.into_iter().map(|column| column.name).collect()
    };
    let simulated = |text: &str| -> Vec<String> {
        let prepared = prepared_simulation(text).map_err(|it| told(&it)).unwrap();
        let found = simulate(&prepared.machine, &prepared.problem, &mut |_| ()).unwrap();
        let table = prepared.selected(found.table(&prepared.machine));
        table.columns.into_iter().map(|column| column.name).collect()
    };
    assert_eq!(names(&text("", "[\"Q\", \"dq2\"]")), ["t", "dq2", "Q_q1", "Q_q2"]);
    let drive = "[controller]\nkind = \"feedforward\"\n";
    assert_eq!(simulated(&text(drive, "[\"Ek\", \"q\"]")), ["t", "q1", "q2", "Ek"]);
    // good for both problems: each has its own of what is asked for
    let both = text(drive, "[\"Ek\", \"P_q1\"]");
    assert_eq!(
        (simulated(&both), names(&both)),
        (vec!["t".into(), "Ek".into()], vec!["t".into(), "P_q1".into()])
    );
    let more = "[inverse]\nrates = true\nwrenches = true\n";
    assert_eq!(
        names(&text(more, "[\"dQ\", \"n2_z\", \"dddq\"]")),
        ["t", "dddq1", "dddq2", "dQ_q1", "dQ_q2", "n2_z"]
    );
    for (columns, words) in [
        ("[\"Qq1\"]", "did you mean `Q_q1`?"),
        ("[\"Ek\"]", "one of: t, q, dq, ddq, Q, P"),
        ("[\"f\"]", "wrenches = true"),
        ("[\"dQ\"]", "rates = true"),
        ("[1]", "found a number"),
    ] {
        let said = told(&prepared(&text("", columns), b"").unwrap_err());
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_table_says_its_time_and_its_units() {
    let text = format!("{MOVES}[[motion]]\ntable = \"way.csv\"\n");
    let motion = |csv: &str| prepared(&text, csv.as_bytes()).map(|it| it.problem.motion);
    // the time is found by its name, other columns are left alone
    let rows = "q2,t,q1,note\n-0.2,0,0.3,7\n-0.1,1,0.4,8\n0,2,0.5,9\n";
    assert!((motion(rows).unwrap().state(1.0)[0][0] - 0.4).abs() < 1e-12);
    // units are those of the headings
    let plain = "t,q1,q2,dq1\n0,0.3,-0.2,0.1\n1,0.4,-0.1,0.1\n2,0.5,0,0.1\n";
    let other =
        "t [ms],q1 [mrad],q2,dq1 [mrad/s]\n0,300,-0.2,100\n1000,400,-0.1,100\n2000,500,0,100\n";
    assert_eq!(motion(other).unwrap().state(1.3), motion(plain).unwrap().state(1.3));
    for (csv, words) in [
        ("t [s],q1 [mm],q2 [rad]\n0,0.3,-0.2\n1,0.4,0\n", "`q1` must be in rad"),
        ("t [m],q1,q2\n0,0.3,-0.2\n1,0.4,0\n", "`t` must be in s"),
        ("t [s],q1 [grad],q2\n0,0.3,-0.2\n1,0.4,0\n", "unknown unit `grad`"),
        ("t,q1,q2\n0,0.3,-0.2\n0,0.4,0\n", "must increase"),
        ("t,q1,q2\n0,0.3,-0.2\n1,nan,0\n", "not-finite"),
        ("t,q1,q2\n", "empty-table"),
        ("t,q1\n0,0.3\n1,0.4\n", "a column for the time, then q1, q2"),
    ] {
        let said = told(&motion(csv).unwrap_err());
        assert!(said.contains(words), "{words}: {said}");
    }
    let said = told(&prepared(&text, &[0xff, 0xfe, 0x00]).unwrap_err());
    assert!(said.contains("not-utf8"), "{said}");
}

const MOVES: &str = "robot = \"2r\"\n[start]\nq = [0.3, -0.2]\n";

fn moves(law: LawKind) -> String {
    let [one, two] = ["[1.1, 0.4]", "[-0.7, 0.9]"]
        .map(|to| format!("[[motion]]\nto = {to}\nlaw = \"{}\"\n", law.name()));
    format!("{one}[[motion]]\nwait = 0.123\n{two}")
}

/// How far the motion and its accelerations may be off for each law: what is made of polynomials up
/// to the fifth degree comes back as it was.
const LAWS: [(LawKind, f64, f64); 7] = [
    (LawKind::Cubic, 1e-11, 1e-8),
    (LawKind::Quintic, 1e-11, 1e-8),
    (LawKind::Septic, 1e-8, 1e-4),
    (LawKind::Trapezoidal, 1e-11, 1e-8),
    (LawKind::SCurve, 1e-11, 1e-8),
    (LawKind::Sinusoidal, 1e-8, 1e-4),
    (LawKind::Cycloidal, 1e-8, 1e-4),
];

#[test]
fn a_result_read_back_is_the_motion_under_its_own_limits() {
    for (law, position, acceleration) in LAWS {
        let jerk = if law.continuity() < 2 { "" } else { "jerk = 200\n" };
        let limits = format!("[limits]\nvelocity = 3\nacceleration = 12\n{jerk}");
        for step in ["", "[output]\nstep = 0.01\n", "[output]\nstep = 0.0037\n"] {
            let first = format!("{MOVES}{limits}{}{step}", moves(law));
            let first = prepared(&first, b"").unwrap();
            let result = inverse(&first.machine, &first.problem).unwrap().table;
            let again = format!("{MOVES}{limits}[[motion]]\ntable = \"way.csv\"\n");
            let again = prepared(&again, result.to_csv().as_bytes());
            let again = again.map_err(|it| format!("{} {step}{}", law.name(), told(&it))).unwrap();
            let found = differences(&first.problem.motion, &again.problem.motion);
            assert!(found[0] < position, "{} {step} {found:?}", law.name());
            // where an acceleration jumps, the moment of it is known to rounding only
            if law.continuity() >= 2 {
                assert!(found[2] < acceleration, "{} {step} {found:?}", law.name());
            }
        }
    }
}

#[test]
fn a_simulation_read_back_is_the_motion_under_its_own_limits() {
    let limits = "[limits]\nvelocity = 3\nacceleration = 12\njerk = 200\n";
    let drive = "[controller]\nkind = \"computed-torque\"\nkp = 100\nkd = 20\n";
    let first = format!("{MOVES}{limits}{}{drive}", moves(LawKind::SCurve));
    let first = prepared_simulation(&first).unwrap();
    let found = simulate(&first.machine, &first.problem, &mut |_| ()).unwrap();
    let csv = found.table(&first.machine).to_csv();
    let again = format!("{MOVES}{limits}[[motion]]\ntable = \"way.csv\"\n");
    let again = prepared(&again, csv.as_bytes()).map_err(|it| told(&it)).unwrap();
    let found = differences(first.problem.motion.as_ref().unwrap(), &again.problem.motion);
    assert!(found[0] < 1e-7 && found[1] < 1e-5 && found[2] < 2e-3, "{found:?}");
}

#[test]
fn rows_without_accelerations_do_not_ring() {
    let limits = Limits { velocity: 1.0, acceleration: 4.0, ..Limits::default() };
    let law = LawKind::Trapezoidal.between(0.0, 1.0, &limits).unwrap();
    let times: Vec<f64> = (0..=100).map(|k| law.duration() * f64::from(k) / 100.0).collect();
    let [points, rates] =
        [0, 1].map(|order| -> Vec<f64> { times.iter().map(|&t| law.at(t, order)).collect() });
    let again = Law::through_rows(&times, &points, &rates, None).unwrap();
    assert!(again.peak(1) < 1.01 && again.peak(2) < 1.25 * 4.0, "{}", again.peak(2));
    // far from the jumps it is what the law is
    for k in 0..1000 {
        let t = law.duration() * f64::from(k) / 1000.0;
        let near = law.breaks().iter().any(|jump| (jump - t).abs() < 0.1);
        assert!(near || (again.at(t, 2) - law.at(t, 2)).abs() < 1e-3, "{t} {}", again.at(t, 2));
    }
}

#[test]
fn derivatives_of_a_law_through_rows_are_those_of_the_law() {
    let times = [0.0, 0.1, 0.25, 0.3, 0.5, 0.6];
    let [points, rates, accelerations] = [0.0, 1.0, 2.0].map(|order: f64| {
        times.map(|t: f64| 3f64.powf(order) * (3.0 * t + order * std::f64::consts::FRAC_PI_2).sin())
    });
    for known in [Some(&accelerations[..]), None] {
        let law = Law::through_rows(&times, &points, &rates, known).unwrap();
        for k in 0..6 {
            assert!((law.at(times[k], 0) - points[k]).abs() < 1e-14);
            assert!((law.at(times[k], 1) - rates[k]).abs() < 1e-13);
        }
        for t in [0.03, 0.17, 0.28, 0.44, 0.55] {
            for order in 0..4 {
                let step = 1e-5;
                let slope = (law.at(t + step, order) - law.at(t - step, order)) / (2.0 * step);
                let size = 3f64.powi(order as i32 + 1);
                assert!((slope - law.at(t, order + 1)).abs() < 1e-5 * size, "{t} {order}");
            }
            assert!((law.at(t, 0) - (3.0 * t).sin()).abs() < 1e-6, "{t}");
        }
    }
}

#[test]
fn a_misspelt_number_makes_no_header() {
    let read = |csv: &str| appell_output::read_csv(csv).map_err(|findings| told(&findings));
    let said = read("0,0.1,O.2\n1,0.2,0.3\n").unwrap_err();
    assert!(said.contains("expected a number, found `O.2`") && said.contains("line = 1"), "{said}");
    assert!(read("t,q1,3rd\n0,1,2\n").is_ok(), "a name may begin with a digit");
    // lines are those of the file, whatever stands between
    let said = read("t,q1\r\n\r\n0,1\r\n\n\n1,x\n").unwrap_err();
    assert!(said.contains("line = 6"), "{said}");
    let said = read("\"a\nb\",q1\n0,1\n1,x\n").unwrap_err();
    assert!(said.contains("line = 4"), "{said}");
}

#[test]
fn a_column_is_the_time_or_an_axis() {
    let text = format!("{MOVES}[[motion]]\ntable = \"way.csv\"\n");
    let start = |csv: &str| prepared(&text, csv.as_bytes()).map(|it| it.problem.motion.state(0.0));
    let rows = "\n0.3,-0.2,0\n0.4,-0.1,1\n0.5,0,2\n";
    let found = start(&format!("q1,q2,time{rows}")).map_err(|it| told(&it)).unwrap();
    assert_eq!(found[0], [0.3, -0.2]);
    let said = told(&start(&format!("q1,q2,clock{rows}")).unwrap_err());
    assert!(said.contains("a column for the time"), "{said}");
}

#[test]
fn derivatives_have_units_too() {
    let text = format!("{MOVES}[[motion]]\ntable = \"way.csv\"\n");
    let said = |heading: &str| {
        let csv = format!("t,q1,q2,{heading}\n0,0.3,-0.2,0.1\n1,0.4,-0.2,0.1\n2,0.5,-0.2,0.1\n");
        prepared(&text, csv.as_bytes()).map(|_| ()).map_err(|it| told(&it))
    };
    assert!(said("dq1 [rad/s]").is_ok());
    assert!(said("dq1 [mm/s]").unwrap_err().contains("must be in rad/s or"));
    assert!(said("ddq1 [rad/s]").unwrap_err().contains("must be in rad/s^2 or"));
}

#[test]
fn a_table_that_cannot_be_read_is_told_of_before_anything_else() {
    // without a start, zero would be outside the limits
    let text = "robot = \"2r\"\n[limits]\nlower = 0.1\n[[motion]]\ntable = \"way.csv\"\n";
    let said = told(&prepared(text, b"t,q1,q2\n0,0.3,O.2\n").unwrap_err());
    assert!(said.contains("`O.2`") && !said.contains("outside"), "{said}");
    // and it is read once
    let reads = std::cell::Cell::new(0);
    let files = |_: &str| {
        reads.set(reads.get() + 1);
        Ok(b"t,q1,q2\n0,0.3,0.2\n1,0.4,0.3\n2,0.5,0.4\n".to_vec())
    };
    let scenario = Scenario::read(text).unwrap();
    scenario.inverse_dynamics(&two_links(), &Budget::default(), &files).unwrap();
    assert_eq!(reads.get(), 1);
}
