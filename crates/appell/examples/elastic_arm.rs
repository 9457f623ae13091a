//! An arm with an elastic link: a steel ruler on a hub, bending in the horizontal plane.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::{Error, Robot, State};

const ARM: &str = r#"
    name = "ruler on a hub"
    gravity = 0

    [[joint]]
    name = "hub"
    type = "revolute"
    axis = "z"
    link.mass = 0.5
    link.inertia = { xx = 0.02, yy = 0.02, zz = 0.02 }

    [joint.link.elastic.beam]
    length = 1.0
    density = 7850
    area = 6.0e-5
    E = 2.1e11
    Iz = 2.0e-11
    bend_y = 2

    [tool]
    offset = [1, 0, 0]
"#;

/// Derives, and compares the frequencies with those of the textbook.
pub fn main() -> Result<(), Error> {
    let robot = Robot::from_toml(ARM)?;
    // one angle and two modal coordinates
    assert_eq!(robot.model().coordinate_owners(), ["hub", "hub mode 1", "hub mode 2"]);
    // what the first mode obeys, with names for the integrals over the beam
    println!("{}", robot.derive("Q[hub,1]")?.text());

    let values = robot.evaluate(["M", "K", "modes"], &State::new())?;
    let (mass, stiffness) = (values.rows("M")?, values.rows("K")?);

    // With the hub held, a mode is that of a clamped beam: omega = (k l)^2 sqrt(EI/(rho A l^4)).
    let unit = (2.1e11 * 2.0e-11 / (7850.0 * 6.0e-5_f64)).sqrt();
    for (mode, kl) in [(1, 1.875_104), (2, 4.694_091)] {
        let omega = (stiffness[mode][mode] / mass[mode][mode]).sqrt();
        println!("mode {mode}, hub held: {omega:.3} rad/s");
        assert!((omega / (kl * kl * unit) - 1.0).abs() < 1e-5, "{omega}");
    }

    // With the hub free, the whole arm turns without vibrating, and the other frequencies rise.
    let modes = values.rows("modes")?;
    let frequencies: Vec<f64> = modes.iter().map(|mode| mode[0]).collect();
    println!("hub free: {frequencies:.3?} rad/s");
    assert!(frequencies[0].abs() < 1e-3);
    assert!(frequencies[1] > 1.875_104_f64.powi(2) * unit);
    Ok(())
}
