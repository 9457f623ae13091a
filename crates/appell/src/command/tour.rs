//! What `appell` shows without arguments: Lagrange's equations of a planar arm, derived, printed
//! and proved.
//!
//! The arm hangs in a vertical plane, x to the right, y upward. Link i has the length l_i, the
//! mass M_i with its centre at the distance r_i from joint i, and the moment of inertia J_i about
//! it. Angle q_1 is measured from the x axis, the others from the link before.

use std::fmt::Write;
use std::time::Instant;

use appell::algebra::{
    Budget, Error, Form, Notation, Poly, Printer, Rational, Symbol, Symbols, Trigonometry,
};

use super::findings::{Failure, tell};

/// A planar arm and the energies that Lagrange's equations start from.
struct Arm {
    symbols: Symbols,
    budget: Budget,
    coordinates: Vec<Symbol>,
    kinetic: Poly,
    potential: Poly,
}

impl Arm {
    fn new(links: usize) -> Result<Self, Error> {
        let (symbols, budget) = (Symbols::new(), Budget::default());
        let parameter = |name: String| Ok::<_, Error>(Poly::from(symbols.parameter(&name)?));
        let gravity = parameter("g".to_owned())?;
        let half = Rational::new(1, 2)?;

        let mut coordinates = Vec::new();
        let mut angle = Poly::ZERO;
        let mut joint = [Poly::ZERO, Poly::ZERO];
        let (mut kinetic, mut potential) = (Poly::ZERO, Poly::ZERO);
        for i in 1..=links {
            let q = symbols.coordinate(&format!("q{i}"))?;
            coordinates.push(q);
            angle = angle + Poly::from(q);
            let direction = [symbols.cos(&angle, &budget)?, symbols.sin(&angle, &budget)?];
            let [length, radius, mass, inertia] = [
                parameter(format!("l{i}"))?,
                parameter(format!("r{i}"))?,
                parameter(format!("M{i}"))?,
                parameter(format!("J{i}"))?,
            ];

            // Ek = 1/2 M v_C^2 + 1/2 J omega^2, Ep = M g y_C
            let mut squared_speed = Poly::ZERO;
            for axis in 0..2 {
                let centre = &joint[axis] + &radius * &direction[axis];
                let velocity = centre.time_derivative(&symbols, &budget)?;
                squared_speed = squared_speed + &velocity * &velocity;
                if axis == 1 {
                    potential = potential + &mass * &gravity * centre;
                }
                joint[axis] = &joint[axis] + &length * &direction[axis];
            }
            let rate = angle.time_derivative(&symbols, &budget)?;
            let doubled = mass * squared_speed + inertia * (&rate * &rate);
            kinetic = kinetic + doubled.scale(&half);
        }
        Ok(Self { symbols, budget, coordinates, kinetic, potential })
    }

    /// Lagrange: Q_i = d/dt dEk/dq_i' - dEk/dq_i + dEp/dq_i.
    fn driving_forces(&self) -> Result<Vec<Poly>, Error> {
        let by = |energy: &Poly, x: Symbol| energy.derivative(x, &self.symbols, &self.budget);
        let force = |&q: &Symbol| {
            let momentum = by(&self.kinetic, q.derivative(1)?)?;
            let inertia = momentum.time_derivative(&self.symbols, &self.budget)?;
            Ok(inertia - by(&self.kinetic, q)? + by(&self.potential, q)?)
        };
        self.coordinates.iter().map(force).collect()
    }

    /// d/dt (Ek + Ep) - sum Q_i q_i', which is zero when the forces are right.
    fn power_balance(&self, forces: &[Poly]) -> Result<Poly, Error> {
        let energy = &self.kinetic + &self.potential;
        let mut balance = energy.time_derivative(&self.symbols, &self.budget)?;
        for (force, q) in forces.iter().zip(&self.coordinates) {
            balance = balance - force * Poly::from(q.derivative(1)?);
        }
        Ok(balance)
    }
}

/// The tour, and how long it took.
pub(crate) fn run() -> Result<String, Failure> {
    let start = Instant::now();
    let text = tour()?;
    tell(&format!("All of it took {:.1} ms.\n\n", start.elapsed().as_secs_f64() * 1e3));
    Ok(text)
}

/// The whole tour as text.
fn tour() -> Result<String, Error> {
    let arm = Arm::new(2)?;
    let forces = arm.driving_forces()?;
    let (symbols, budget) = (&arm.symbols, &arm.budget);
    let papers = Notation::default().with_trigonometry(Trigonometry::Short);
    let printer = Printer::new(symbols).with_notation(papers).with_width(70);
    let compact = |poly: &Poly| printer.arrange(poly, &Form::Compact, budget);
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };

    line("A planar arm with two links, derived by Lagrange's equations in exact arithmetic.");
    line(
        "Link i: length l, mass M with its centre at r from joint i, moment of inertia J about it.",
    );
    line("Angles: q1 from the horizontal, q2 from link 1; gravity g acts downward.");
    line("c1 is cos(q1), s12 is sin(q1 + q2); a prime is a time derivative.\n");
    line("Kinetic energy");
    line(&format!("  Ek = {}\n", printer.text(&compact(&arm.kinetic)?)));
    line("Driving torques, by accelerations, velocities and gravity");
    let gravity = symbols.parameter("g")?;
    for (i, force) in forces.iter().enumerate() {
        let grouped = printer.arrange(force, &Form::Grouped(vec![gravity]), budget)?;
        line(&format!("  Q{} = {}\n", i + 1, printer.text(&grouped)));
    }
    line("The second one for a paper, in LaTeX");
    let paper = Printer::new(symbols).with_width(40);
    line(&format!("{}\n", paper.latex(&paper.arrange(&forces[1], &Form::Compact, budget)?)));

    line("Checked exactly, not with numbers");
    let balance = arm.power_balance(&forces)?;
    line(&format!("  {}  d/dt (Ek + Ep) = Q1 q1' + Q2 q2'", verdict(balance.is_zero())));
    let textbook = "J2*q1'' + J2*q2'' + M2*r2*(r2*(q1'' + q2'') + l1*cos(q2)*q1'' + l1*sin(q2)*q1'^2) + M2*g*r2*cos(q1 + q2)";
    line(&format!(
        "  {}  Q2 as a textbook has it",
        verdict(Poly::parse(textbook, symbols, budget)? == forces[1])
    ));
    let misprint = textbook.replace("sin(q2)*q1'^2", "sin(q2)*q1'");
    let difference = Poly::parse(&misprint, symbols, budget)?.checked_sub(&forces[1], budget)?;
    line(&format!("  {}  the same with a square lost", verdict(difference.is_zero())));
    line(&format!("           printed minus derived: {}\n", printer.text(&compact(&difference)?)));

    line("The same for longer arms: terms of Q1 .. Qn, multiplied out");
    for links in 3..=6 {
        let arm = Arm::new(links)?;
        let forces = arm.driving_forces()?;
        let balanced = arm.power_balance(&forces)?.is_zero();
        let terms: Vec<String> =
            forces.iter().map(|force| force.term_count().to_string()).collect();
        let mut row = String::new();
        // writing into a string cannot fail
        let _ = write!(
            row,
            "  {links} links  {:<34} power balance {}",
            terms.join(" "),
            verdict(balanced).trim_end()
        );
        line(&row);
    }
    Ok(out)
}

fn verdict(equal: bool) -> &'static str {
    if equal { "proved " } else { "refuted" }
}
