//! The equations of motion of a planar arm with two links, in closed form.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::algebra::{Budget, Poly};
use appell::{Error, Robot};

/// Derives, prints, and compares with a formula of a textbook.
pub fn main() -> Result<(), Error> {
    let robot = Robot::bundled("2r")?;

    // Inverse dynamics: the joint torques as functions of q, q', q''.
    let torques = robot.derive("Q")?;
    println!("{}", torques.text());
    println!("{}", torques.latex());
    assert_eq!(torques.quantities().len(), 1);

    // A decision, not a comparison of texts: what the textbook writes differently is still equal.
    let budget = Budget::default();
    let (name, mass_matrix) = &robot.polynomials("M", &budget)?[0];
    let symbols = robot.model().symbols();
    let textbook = "J1z + J2z + M1*r1x^2 + M2*(l1^2 + r2x^2 + 2*l1*r2x*cos(q2))";
    assert_eq!(mass_matrix.rows[0][0], Poly::parse(textbook, symbols, &budget)?);

    // With a misprint, the difference shows what is missing.
    let misprint = textbook.replace("2*l1", "l1");
    let difference = Poly::parse(&misprint, symbols, &budget)?
        .checked_sub(&mass_matrix.rows[0][0], &budget)?
        .text(symbols);
    println!("{name}[1,1] with a misprint: printed minus derived = {difference}");
    assert_eq!(difference, "-M2*l1*r2x*cos(q2)");
    Ok(())
}
