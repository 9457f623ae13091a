//! What is said of sweeps that cannot be.

use crate::{study, two_joints};

/// The code and the message of the first finding, and its first hint.
fn refusal(sweep: &str) -> (String, String) {
    let findings = match study(&two_joints(sweep)) {
        Ok(_) => panic!("taken: {sweep}"),
        Err(findings) => findings,
    };
    let first = &findings[0];
    (format!("{}: {}", first.code, first.message), first.hints.first().cloned().unwrap_or_default())
}

#[test]
fn each_mistake_is_named() {
    const MASS: &str = "[[sweep.vary]]\npath = \"payload[1].mass\"\n";
    let vary = |rest: &str| format!("method = \"sobol\"\ncount = 9\n{MASS}{rest}");
    let path = |path: &str| {
        format!(
            "method = \"sobol\"\ncount = 9\n[[sweep.vary]]\npath = \"{path}\"\nfrom = 0\nto = 1\n"
        )
    };
    let ranged = |head: &str| format!("{head}\n{MASS}from = 0\nto = 1\n");
    let cases = [
        (
            path("payload[1].mas"),
            "unknown-path: `payload[1]` has no number `mas`",
            "did you mean `mass`?",
        ),
        (
            path("paylod[1].mass"),
            "unknown-path: `the file` has no number `paylod`",
            "did you mean `payload`?",
        ),
        (
            path("payload[2].mass"),
            "unknown-path: `payload` has no entry 2",
            "the first entry is [1]",
        ),
        (
            path("payload[0].mass"),
            "bad-path: expected a path such as payload[1].mass, found `payload[0].mass`",
            "write a path such as payload[1].mass, start.q[2] or motion[lift].speed",
        ),
        (
            path("motion[lift].duration"),
            "unknown-path: `motion` has no entry with the name `lift`",
            "count from 1, or write name = \"...\" into the entry",
        ),
        (
            path("robot"),
            "unknown-path: `the file` has no number `robot`",
            "write it into the file first, or use one of: parameters, start, limits, motion, controller, torques, payload, simulation, output",
        ),
        (
            path("robot.joint[1].link.mass"),
            "unknown-path: `robot.joint[1].link.mass` is not a number of this file",
            "write [parameters], then \"joint[1].link.mass\" = ..., with the value of the robot, and vary parameters.joint[1].link.mass",
        ),
        (
            path("parameters.joint[1].link.mass"),
            "unknown-path: `parameters` has no number `joint[1].link.mass`",
            "write it into the file first, or use one of: M2, l2",
        ),
        (
            path("start.q"),
            "no-number: `start.q` is a list, not a number",
            "name one of its numbers: start.q[1]",
        ),
        (
            path("motion[1].name"),
            "no-number: `motion[1].name` is a text, not a number",
            "name a number, such as payload[1].mass",
        ),
        (
            vary("from = \"0 kg\"\nto = 1\n"),
            "wrong-unit: `from` must have no unit, as `payload[1].mass` has none",
            "leave the unit out and give the number in SI units, or write the number at `payload[1].mass` with a unit",
        ),
        (
            path("parameters.M7"),
            "unknown-path: `parameters` has no number `M7`",
            "write it into the file first, or use one of: M2, l2",
        ),
        (
            vary("from = 1\nto = 1\n"),
            "empty-range: 1 to 1 is an empty range",
            "write the smaller number first, and a larger one as its end",
        ),
        (
            vary("from = 2\nto = 1\n"),
            "empty-range: 2 to 1 is an empty range",
            "write the smaller number first, and a larger one as its end",
        ),
        (
            vary("values = []\n"),
            "empty-range: `values` must have at least one number",
            "write values = [1, 2, 5]",
        ),
        (
            vary("from = nan\nto = 1\n"),
            "not-finite: expected a finite number, found nan",
            "leave the key out where nothing is known",
        ),
        (vary("from = 0\n"), "missing-key: `to` is missing", "write to = 1"),
        (
            vary(""),
            "one-distribution: expected `from` and `to`, `values`, `scale` or `normal`, found none",
            "write from = 0 and to = 5, or values = [1, 2, 5]",
        ),
        (
            vary("from = 0\nto = 1\npoints = 3\n"),
            "bad-value: `points` has no effect: it is for ranges with method = \"grid\"",
            "leave it out",
        ),
        (
            vary("normal = { mean = 1, deviation = -1 }\n"),
            "not-positive: `deviation` must be above zero, got -1",
            "write deviation = ..., a number above zero",
        ),
        (
            ranged("method = \"sobol\"\ncount = 0"),
            "bad-value: `count` must be a whole number from 1 to 10000000000",
            "write count = 1000",
        ),
        (
            ranged("method = \"sobol\"\ncount = 1_000_000_000_000"),
            "bad-value: `count` must be a whole number from 1 to 10000000000",
            "write count = 1000",
        ),
        (
            ranged("method = \"sobol\"\ncount = 1_000_001\npart = 1"),
            "bad-value: a sweep has at most 1000000 parts",
            "write part = 10000, or leave it out",
        ),
        (ranged("method = \"sobol\""), "missing-key: `count` is missing", "write count = 1000"),
        (
            ranged("count = 3"),
            "missing-key: `method` is missing",
            "write method = \"sobol\", or \"random\" or \"grid\"",
        ),
        (
            ranged("method = \"sobl\"\ncount = 3"),
            "unknown-value: `method` must be `grid`, `sobol` or `random`, got `sobl`",
            "did you mean `sobol`?",
        ),
        (
            ranged("method = \"grid\""),
            "missing-key: `points` is missing: how many of the range a grid has",
            "write points = 11",
        ),
        (
            ranged("method = \"sobol\"\ncount = 3\nworst = \"energi\""),
            "unknown-column: the result has no column `energi`",
            "did you mean `energy`?",
        ),
        (
            ranged("method = \"sobol\"\ncount = 3\nseed = -1"),
            "bad-value: `seed` must be a whole number, not below zero",
            "write seed = 7",
        ),
        (
            "method = \"sobol\"\ncount = 3\n".to_owned(),
            "nothing-varies: expected [[sweep.vary]], found none",
            "write [[sweep.vary]], then path = \"payload[1].mass\", from = 0 and to = 5",
        ),
        (
            format!("{}{MASS}values = [1]\n", vary("from = 0\nto = 1\n")),
            "varied-twice: `payload[1].mass` and `payload[1].mass` vary the same number",
            "leave one of them out",
        ),
        (
            format!(
                "method = \"grid\"\n{MASS}from = 0\nto = 1\npoints = 1_000_000\n[[sweep.vary]]\npath = \"start.q[1]\"\nfrom = 0\nto = 1\npoints = 1_000_000\n"
            ),
            "too-many: a grid has at most 10000000000 points",
            "give fewer `points`",
        ),
        (
            format!("method = \"grid\"\n{MASS}normal = {{ mean = 1, deviation = 1 }}\n"),
            "not-in-a-grid: `normal` is not available with method = \"grid\"",
            "write method = \"sobol\"",
        ),
    ];
    let mut wrong = Vec::new();
    for (sweep, message, hint) in cases {
        let said = refusal(&sweep);
        if said != (message.to_owned(), hint.to_owned()) {
            wrong.push((sweep, said));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let without = two_joints("").replace("[sweep]", "");
    assert_eq!(study(&without).err().unwrap()[0].code, "no-sweep");
}
