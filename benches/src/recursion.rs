//! The inverse dynamics of a PUMA 560, run directly on polynomials.
//!
//! Newton-Euler, outward and inward, with modified DH frames (Craig) and ten inertial parameters
//! a link: mass m, first moments mx my mz, moments and products of inertia about the frame origin.

use std::ops::{Add, Mul, Sub};

use appell_algebra::{Bounded, Error, Limited, Poly, Symbols};

/// A vector in the axes of a link.
#[derive(Clone)]
struct Vector<'l>([Bounded<'l>; 3]);

impl<'l> Vector<'l> {
    fn cross(&self, other: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (&self.0, &other.0);
        Self([&(b * z) - &(c * y), &(c * x) - &(a * z), &(a * y) - &(b * x)])
    }

    fn times(&self, factor: &Bounded<'l>) -> Self {
        Self([&self.0[0] * factor, &self.0[1] * factor, &self.0[2] * factor])
    }
}

impl<'l> Add for &Vector<'l> {
    type Output = Vector<'l>;

    fn add(self, other: Self) -> Vector<'l> {
        Vector(std::array::from_fn(|i| &self.0[i] + &other.0[i]))
    }
}

/// A matrix by its rows.
struct Matrix<'l>([Vector<'l>; 3]);

impl<'l> Matrix<'l> {
    fn transposed(&self) -> Self {
        Self(std::array::from_fn(|i| Vector(std::array::from_fn(|j| self.0[j].0[i].clone()))))
    }
}

impl<'l> Mul<&Vector<'l>> for &Matrix<'l> {
    type Output = Vector<'l>;

    fn mul(self, vector: &Vector<'l>) -> Vector<'l> {
        Vector(std::array::from_fn(|i| {
            let row = &self.0[i].0;
            let sum = &(&row[0] * &vector.0[0]) + &(&row[1] * &vector.0[1]);
            &sum + &(&row[2] * &vector.0[2])
        }))
    }
}

impl<'l> Sub for &Vector<'l> {
    type Output = Vector<'l>;

    fn sub(self, other: Self) -> Vector<'l> {
        Vector(std::array::from_fn(|i| &self.0[i] - &other.0[i]))
    }
}

/// A row of a table of modified DH parameters: twist in quarter turns, length a, offset d.
pub struct Row {
    quarters: i32,
    a: &'static str,
    d: &'static str,
}

/// PUMA 560: twists 0, -90, 0, -90, 90, -90 degrees, lengths a2, a3, offsets d3, d4.
pub const PUMA: [Row; 6] = [
    Row { quarters: 0, a: "", d: "" },
    Row { quarters: -1, a: "", d: "" },
    Row { quarters: 0, a: "a2", d: "d3" },
    Row { quarters: -1, a: "a3", d: "d4" },
    Row { quarters: 1, a: "", d: "" },
    Row { quarters: -1, a: "", d: "" },
];

/// The driving forces of all joints, expanded.
pub fn inverse_dynamics(
    table: &[Row],
    symbols: &Symbols,
    limited: &Limited,
) -> Result<Vec<Poly>, Error> {
    let parameter = |name: String| -> Result<Bounded<'_>, Error> {
        Ok(limited.scalar(symbols.parameter(&name)?))
    };
    let length = |name: &str| -> Result<Bounded<'_>, Error> {
        if name.is_empty() { Ok(limited.scalar(0)) } else { parameter(name.to_owned()) }
    };
    let zero = || limited.scalar(0);
    let still = || Vector([zero(), zero(), zero()]);

    // Outward: rotations, accelerations, inertia forces and moments about the origins.
    let (mut omega, mut eps) = (still(), still());
    let mut acceleration = Vector([zero(), zero(), parameter("g".to_owned())?]);
    let mut links = Vec::new();
    for (index, row) in table.iter().enumerate() {
        let i = index + 1;
        let q = symbols.coordinate(&format!("q{i}"))?;
        let (c, s) = (limited.scalar(Poly::cos(q)), limited.scalar(Poly::sin(q)));
        let (qd, qdd) = (limited.scalar(q.derivative(1)?), limited.scalar(q.derivative(2)?));
        // cosine and sine of the constant twist
        let (ca, sa) = (
            [1, 0, -1, 0][row.quarters.rem_euclid(4) as usize],
            [0, 1, 0, -1][row.quarters.rem_euclid(4) as usize],
        );
        let (ca, sa) = (limited.scalar(ca), limited.scalar(sa));
        let rotation = Matrix([
            Vector([c.clone(), -s.clone(), zero()]),
            Vector([&s * &ca, &c * &ca, -sa.clone()]),
            Vector([&s * &sa, &c * &sa, ca.clone()]),
        ]);
        let (a, d) = (length(row.a)?, length(row.d)?);
        let position = Vector([a, -(&sa * &d), &ca * &d]);
        let back = rotation.transposed();

        let centripetal = omega.cross(&omega.cross(&position));
        acceleration = &back * &(&(&acceleration + &eps.cross(&position)) + &centripetal);
        let carried = &back * &omega;
        let own = Vector([zero(), zero(), qd]);
        eps = &(&(&back * &eps) + &carried.cross(&own)) + &Vector([zero(), zero(), qdd]);
        omega = &carried + &own;

        let p = |name: &str| parameter(format!("{name}{i}"));
        let first_moment = Vector([p("mx")?, p("my")?, p("mz")?]);
        let inertia = Matrix([
            Vector([p("xx")?, p("xy")?, p("xz")?]),
            Vector([p("xy")?, p("yy")?, p("yz")?]),
            Vector([p("xz")?, p("yz")?, p("zz")?]),
        ]);
        let turning = &eps.cross(&first_moment) + &omega.cross(&omega.cross(&first_moment));
        let force = &acceleration.times(&p("m")?) + &turning;
        let gyroscopic = omega.cross(&(&inertia * &omega));
        let moment = &(&(&inertia * &eps) + &gyroscopic) + &first_moment.cross(&acceleration);
        links.push((rotation, position, force, moment));
    }

    // Inward: connection forces and moments.
    let (mut force, mut moment) = (still(), still());
    let mut driving = Vec::new();
    for (rotation, position, own_force, own_moment) in links.into_iter().rev() {
        let (f, n) = (&own_force + &force, &own_moment + &moment);
        driving.push(limited.finish(n.0[2].clone())?);
        force = &rotation * &f;
        moment = &(&rotation * &n) + &position.cross(&force);
    }
    driving.reverse();
    Ok(driving)
}
