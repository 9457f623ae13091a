//! The driving forces of robots: multiplied out, and nested.

use std::error::Error;

use appell_algebra::{Budget, BudgetedPoly, Graph, Poly};
use appell_mechanics::{Derivation, PolynomialArithmetic};
use appell_model::Robot;

use crate::robots::{IIWA, PUMA, arm, chain};
use crate::timing::{Figure, time};

/// The lengths of the chains whose cost is shown to grow with their length only.
const CHAINS: [(usize, &str); 5] = [
    (10, "chain10-nested"),
    (20, "chain20-nested"),
    (50, "chain50-nested"),
    (100, "chain100-nested"),
    (200, "chain200-nested"),
];

/// All figures. Terms are those of all driving forces; of nested forms, the nodes of the graph.
pub fn figures() -> Result<Vec<Figure>, Box<dyn Error>> {
    // the robots are read once: only derivation is timed
    let robots = [
        ("rttrr", Robot::bundled("rttrr")?),
        ("trttrr1", Robot::bundled("trttrr1")?),
        ("puma", arm(&PUMA)?),
        ("iiwa", arm(&IIWA)?),
    ];
    let mut figures: Vec<Figure> =
        robots.iter().map(|(name, robot)| time(name, || expanded(robot))).collect();
    figures.push(time("puma-nested", || nested(&robots[2].1)));
    figures.push(time("iiwa-nested", || nested(&robots[3].1)));
    for (joints, name) in CHAINS {
        let robot = chain(joints)?;
        figures.push(time(name, || nested(&robot)));
    }
    Ok(figures)
}

fn expanded(robot: &Robot) -> usize {
    let polynomials = PolynomialArithmetic::new(robot, Budget::default());
    let forces =
        Derivation::new(robot, &polynomials).and_then(|derivation| derivation.driving_forces());
    let terms = |force: &BudgetedPoly<'_>| force.poly().map_or(0, Poly::term_count);
    forces.map_or(0, |forces| forces.iter().map(terms).sum())
}

fn nested(robot: &Robot) -> usize {
    let graph = Graph::new(robot.symbols());
    let forces = Derivation::new(robot, &graph).and_then(|derivation| derivation.driving_forces());
    forces.map_or(0, |forces| graph.topological(&forces).len())
}
