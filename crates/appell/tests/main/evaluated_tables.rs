//! Tables of states whose evaluation is stopped: the rows that are done are kept.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write;
use std::time::Duration;

use appell::algebra::{Budget, Cancel};
use appell::output::Table;
use appell::{Robot, State, StateTable};

fn states(robot: &Robot, rows: usize) -> StateTable {
    let mut csv = "q1,q2,qd1,qd2\n".to_owned();
    for row in 0..rows {
        let angle = row as f64 * 1e-4;
        writeln!(csv, "{angle},{},{},1", 1.0 - angle, 2.0 * angle).unwrap();
    }
    StateTable::new(Table::read("states.csv", csv.as_bytes()).unwrap(), robot, &State::new())
        .unwrap()
}

#[test]
fn nothing_is_evaluated_when_the_work_is_cancelled_before() {
    let robot = Robot::bundled("2r").unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let budget = Budget::default().with_cancel(&cancel);
    let result = robot.evaluate_table(["M", "G"], &states(&robot, 10), &budget).unwrap();
    assert_eq!(result.names().count(), 0);
    assert_eq!(result.missing.len(), 2);
    let message = &result.missing[0].1[0].message;
    assert!(message.starts_with("M was not evaluated at any row: "), "{message}");
}

/// However many rows were done: they are the first ones and have the numbers of the whole, and the count of
/// the others is reported.
#[test]
fn rows_that_were_done_are_kept() {
    const ROWS: usize = 30_000;
    let robot = Robot::bundled("2r").unwrap();
    let states = states(&robot, ROWS);
    let whole = robot.evaluate_table(["M", "Q"], &states, &Budget::default()).unwrap();
    let whole = whole.table.column("Q[2]").unwrap();
    let cancel = Cancel::new();
    let budget = Budget::default().with_cancel(&cancel);
    let part = std::thread::scope(|scope| {
        let work = scope.spawn(|| robot.evaluate_table(["M", "Q"], &states, &budget));
        std::thread::sleep(Duration::from_millis(20));
        cancel.cancel();
        work.join().unwrap().unwrap()
    });
    let done = part.table.column("Q[2]").unwrap_or_default();
    assert!(done.iter().zip(whole).all(|(part, whole)| part.to_bits() == whole.to_bits()));
    assert!(done.len() == part.table.rows() || done.is_empty());
    let lost = ROWS - done.len();
    let reported = part.missing.iter().find(|(name, _)| name == "Q");
    let message = reported.map_or(String::new(), |(_, findings)| findings[0].message.clone());
    match lost {
        0 => assert_eq!(message, ""),
        ROWS => assert!(message.contains("at any row"), "{message}"),
        _ => {
            let place = format!("at {lost} of {ROWS} rows, first at row {}: ", done.len() + 1);
            assert!(message.contains(&place), "{message}");
        }
    }
}
