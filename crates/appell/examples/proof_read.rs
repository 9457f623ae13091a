//! Published equations, proof-read: a verdict for each, and what should be printed.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::{Error, Robot};

const PAPER: &str = include_str!("paper.tex");

/// Checks three equations, of which the third has a misprint.
pub fn main() -> Result<(), Error> {
    let robot = Robot::bundled("2r")?;
    let result = robot.check(PAPER)?;
    for finding in &result.findings {
        println!("({}) {}: {}", finding.equation, finding.quantity, finding.verdict.kind());
        if let Some(refutation) = finding.refutation() {
            println!("    should be {}", refutation.corrected);
        }
    }
    let verdict = |equation: &str| -> Vec<String> {
        let of_equation = result.findings.iter().filter(|finding| finding.equation == equation);
        of_equation.map(|finding| finding.verdict.kind().to_string()).collect()
    };
    assert_eq!(verdict("1"), ["proved"; 3]);
    assert_eq!(verdict("2"), ["proved"]);
    assert_eq!(verdict("3"), ["refuted"]);
    Ok(())
}
