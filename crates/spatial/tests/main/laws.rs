//! The laws of space, exactly: with polynomials, not with numbers.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Graph, Poly, Symbols};
use appell_spatial::{CentralInertia, MassMoments, Matrix, Scalar, Transform, Vector};

/// A table of symbols, and polynomials from text under one budget.
struct Exact {
    symbols: Symbols,
    scope: BudgetScope,
}

impl Exact {
    fn new() -> Self {
        let symbols = Symbols::new();
        for name in ["x", "y", "z", "u", "v", "w", "m", "n"] {
            symbols.parameter(name).unwrap();
        }
        for name in ["a", "b"] {
            symbols.coordinate(name).unwrap();
        }
        Self { symbols, scope: BudgetScope::new(Budget::default()) }
    }

    fn scalar(&self, text: &str) -> BudgetedPoly<'_> {
        self.scope.scalar(Poly::parse(text, &self.symbols, &Budget::default()).unwrap())
    }

    fn vector(&self, entries: [&str; 3]) -> Vector<BudgetedPoly<'_>> {
        Vector(entries.map(|text| self.scalar(text)))
    }

    /// A point of this mass: its moments by definition.
    fn point<'e>(
        &'e self,
        mass: &str,
        place: &Vector<BudgetedPoly<'e>>,
    ) -> MassMoments<BudgetedPoly<'e>> {
        let inertia = Matrix::diagonal(&self.scalar("0"));
        let central = CentralInertia { mass: self.scalar(mass), centre: place.clone(), inertia };
        central.about_origin()
    }

    /// A turn about a slanted unit axis, then one about z.
    fn rotation(&self) -> Matrix<BudgetedPoly<'_>> {
        let axis = self.vector(["2/3", "-1/3", "2/3"]);
        let turn = Matrix::turn(&axis, &self.scalar("cos(a)"), &self.scalar("sin(a)"));
        let axis = self.vector(["0", "0", "1"]);
        &turn * &Matrix::turn(&axis, &self.scalar("cos(b)"), &self.scalar("sin(b)"))
    }
}

fn polys(entries: &[BudgetedPoly<'_>]) -> Vec<Poly> {
    entries.iter().map(|entry| entry.poly().unwrap().clone()).collect()
}

#[track_caller]
fn assert_same(a: &[BudgetedPoly<'_>], b: &[BudgetedPoly<'_>]) {
    assert_eq!(polys(a), polys(b));
}

#[test]
fn a_turn_is_a_rotation_and_keeps_its_axis() {
    let exact = Exact::new();
    let r = exact.rotation();
    let one = Matrix::diagonal(&exact.scalar("1"));
    assert_same((&r * &r.transpose()).0.as_flattened(), one.0.as_flattened());
    assert!(r.determinant().poly().unwrap().is_one());
    let axis = exact.vector(["2/3", "-1/3", "2/3"]);
    let turn = Matrix::turn(&axis, &exact.scalar("cos(a)"), &exact.scalar("sin(a)"));
    assert_same(&(&turn * &axis).0, &axis.0);
    // its rate about the axis: dR/da R^T is the cross matrix
    let rate = turn.map(|entry| {
        entry.try_map(|poly, budget| {
            poly.derivative(exact.symbols.find("a").unwrap(), &exact.symbols, budget)
        })
    });
    let cross = Matrix::cross(&axis);
    assert_same((&rate * &turn.transpose()).0.as_flattened(), cross.0.as_flattened());
}

#[test]
fn products_of_vectors() {
    let exact = Exact::new();
    let [p, q] = [exact.vector(["x", "y", "z"]), exact.vector(["u", "v", "w"])];
    let cross = p.cross(&q);
    assert!(cross.dot(&p).poly().unwrap().is_zero() && cross.dot(&q).poly().unwrap().is_zero());
    assert_same(&(&Matrix::cross(&p) * &q).0, &cross.0);
    assert_eq!(cross.0[2].poly().unwrap().text(&exact.symbols), "-u*y + v*x");
    // Lagrange: |p x q|^2 = |p|^2 |q|^2 - (p.q)^2
    let square = p.dot(&p).mul(&q.dot(&q)).sub(&p.dot(&q).mul(&p.dot(&q)));
    assert_eq!(cross.dot(&cross).poly().unwrap(), square.poly().unwrap());
    // rotations keep both
    let r = exact.rotation();
    assert_same(&(&r * &p).cross(&(&r * &q)).0, &(&r * &cross).0);
}

#[test]
fn transforms_chain_and_invert() {
    let exact = Exact::new();
    let base_from_arm = Transform::new(exact.rotation(), exact.vector(["x", "y", "z"]));
    let arm_from_tool = Transform::new(exact.rotation().transpose(), exact.vector(["u", "0", "w"]));
    let tip = exact.vector(["m", "n", "1"]);
    let base_from_tool = &base_from_arm * &arm_from_tool;
    assert_same(&base_from_tool.point(&tip).0, &base_from_arm.point(&arm_from_tool.point(&tip)).0);
    let identity = Transform::identity(&exact.scalar("0"));
    let back = &base_from_tool.inverse() * &base_from_tool;
    assert_same(back.rotation.0.as_flattened(), identity.rotation.0.as_flattened());
    assert_same(&back.position.0, &identity.position.0);
    // motions about and along an axis of the frame itself
    let z = exact.vector(["0", "0", "1"]);
    let (c, s) = (exact.scalar("cos(a)"), exact.scalar("sin(a)"));
    let turned = base_from_arm.turned(&z, &c, &s);
    let turn = Transform::new(Matrix::turn(&z, &c, &s), exact.vector(["0", "0", "0"]));
    assert_same(
        turned.rotation.0.as_flattened(),
        (&base_from_arm * &turn).rotation.0.as_flattened(),
    );
    let shifted = base_from_arm.shifted(&z, &exact.scalar("w"));
    assert_same(&shifted.position.0, &base_from_arm.point(&exact.vector(["0", "0", "w"])).0);
}

#[test]
fn moving_mass_moments_is_moving_the_points() {
    let exact = Exact::new();
    let places = [exact.vector(["x", "y", "z"]), exact.vector(["u", "0", "w"])];
    let frame = Transform::new(exact.rotation(), exact.vector(["v", "1", "-x"]));
    let inside = &exact.point("m", &places[0]) + &exact.point("n", &places[1]);
    let moved = inside.moved(&frame);
    let outside =
        &exact.point("m", &frame.point(&places[0])) + &exact.point("n", &frame.point(&places[1]));
    assert_same(moved.inertia.0.as_flattened(), outside.inertia.0.as_flattened());
    assert_same(&moved.first.0, &outside.first.0);
    // one point alone: y^2 + z^2 on the diagonal, -x y off it
    let single = exact.point("m", &places[0]);
    let text = |entry: &BudgetedPoly<'_>| entry.poly().unwrap().text(&exact.symbols);
    assert_eq!(text(&single.inertia.0[0][0]), "m*y^2 + m*z^2");
    assert_eq!(text(&single.inertia.0[0][1]), "-m*x*y");
}

#[test]
fn about_the_centre_and_back() {
    let exact = Exact::new();
    let given = CentralInertia {
        mass: exact.scalar("m"),
        centre: exact.vector(["x", "y", "z"]),
        inertia: Matrix::symmetric(["u", "v", "w", "n", "1", "2"].map(|text| exact.scalar(text))),
    };
    let back = given.about_origin().about_centre(&exact.scalar("1/m"));
    assert_same(back.inertia.0.as_flattened(), given.inertia.0.as_flattened());
    assert_same(&back.centre.0, &given.centre.0);
    let nothing = &given.about_origin() + &given.about_origin().scale(&exact.scalar("-1"));
    assert_same(
        nothing.inertia.0.as_flattened(),
        MassMoments::none(&exact.scalar("0")).inertia.0.as_flattened(),
    );
}

/// The same code with numbers and with expressions.
#[test]
fn one_code_for_all_scalars() {
    let exact = Exact::new();
    let graph = Graph::new(&exact.symbols);
    let angle = graph.coordinate("a");
    let axis = Vector([2, -1, 2].map(|entry| graph.integer(entry) / graph.integer(3)));
    let symbolic = Matrix::turn(&axis, &angle.cos(), &angle.sin());
    let numeric =
        Matrix::turn(&Vector::new(2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0), &0.7f64.cos(), &0.7f64.sin());
    for (a, b) in symbolic.0.as_flattened().iter().zip(numeric.0.as_flattened()) {
        assert!((a.evaluate(|_| Some(0.7)).unwrap() - b).abs() < 1e-15);
    }
}
