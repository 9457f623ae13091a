//! The inputs of the benchmarks, the same for us and for the rivals: they are written as text.

use std::fmt::Write;

/// A small generator of random numbers (Knuth's MMIX), so that every run has the same inputs.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Parameters p1..p20 and coordinates q1..q6.
pub const PARAMETERS: usize = 20;
pub const COORDINATES: usize = 6;

/// A trigonometric polynomial as mechanics makes them: each term a parameter, one or two
/// velocities or accelerations, and sines or cosines of three of the six angles.
pub fn polynomial(terms: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..terms {
        let coefficient = 1 + random.below(9);
        let sign = if random.below(2) == 0 { "+" } else { "-" };
        // writing into a string cannot fail
        let _ = write!(text, " {sign} {coefficient}*p{}", 1 + random.below(PARAMETERS as u64));
        for _ in 0..=random.below(2) {
            let primes = if random.below(2) == 0 { "'" } else { "''" };
            let _ = write!(text, "*q{}{primes}", 1 + random.below(COORDINATES as u64));
        }
        let first = random.below(COORDINATES as u64);
        for step in 0..3 {
            let joint = 1 + (first + step * 2 + random.below(2)) % COORDINATES as u64;
            let _ = match random.below(5) {
                0 | 1 => write!(text, "*sin(q{joint})"),
                2 => write!(text, "*cos(q{joint})^2"),
                _ => write!(text, "*cos(q{joint})"),
            };
        }
    }
    text
}

/// Twice the kinetic energy of point masses p1..pn at the ends of a planar chain with links
/// p11..p(10+n), from the velocities of the points.
pub fn energy_from_velocities(joints: usize) -> String {
    let mass = |i: usize| {
        let velocity = |function: &str| {
            let parts =
                (1..=i).map(|j| format!("p{}*{function}({})*({})", 10 + j, angle(1, j), rate(j)));
            parts.collect::<Vec<_>>().join(" + ")
        };
        format!("p{i}*(({})^2 + ({})^2)", velocity("sin"), velocity("cos"))
    };
    (1..=joints).map(mass).collect::<Vec<_>>().join(" + ")
}

/// The same from the angles between the links: no angle is measured from the base.
pub fn energy_from_angles(joints: usize) -> String {
    let mass = |i: usize| {
        let mut parts = Vec::new();
        for j in 1..=i {
            parts.push(format!("p{}^2*({})^2", 10 + j, rate(j)));
            for k in 1..j {
                let lengths = format!("2*p{}*p{}", 10 + j, 10 + k);
                parts.push(format!(
                    "{lengths}*({})*({})*cos({})",
                    rate(j),
                    rate(k),
                    angle(k + 1, j)
                ));
            }
        }
        format!("p{i}*({})", parts.join(" + "))
    };
    (1..=joints).map(mass).collect::<Vec<_>>().join(" + ")
}

fn angle(from: usize, to: usize) -> String {
    (from..=to).map(|i| format!("q{i}")).collect::<Vec<_>>().join(" + ")
}

fn rate(to: usize) -> String {
    (1..=to).map(|i| format!("q{i}'")).collect::<Vec<_>>().join(" + ")
}
