//! Every quantity by every formalism that gives it: the same polynomials, or the same exact numbers; and
//! a refusal that helps where one does not give it.

use appell_algebra::{Budget, BudgetedPoly};
use appell_mechanics::{
    Derivation, Formalism, Frame, Index, Numbers, Of, PolynomialArithmetic, Quantity, Value,
};
use appell_model::Robot;

use crate::common::motion::robot;
use crate::common::named;

/// All quantities of a formalism that the robot has, single coordinates and other axes too.
fn quantities(robot: &Robot, formalism: Formalism) -> Vec<Quantity> {
    let mut all = Quantity::all(robot);
    let moving = robot.joint_ids().rfind(|id| robot.joint(*id).coordinate.is_some()).unwrap();
    for kind in formalism.kinds() {
        match kind.row().form.index() {
            Index::Coordinate => all.push(Quantity::new(*kind, Of::Joint(moving)).unwrap()),
            _ if kind.row().form.has_axes() => {
                let vector = Quantity::of_frame(*kind, Frame::Joint(moving)).unwrap();
                all.push(vector.in_axes_of(Frame::Base).unwrap());
            }
            _ => {}
        }
    }
    // formulas of fourth derivatives are long
    let highest = if robot.coordinates().len() > 2 { 3 } else { 4 };
    all.retain(|quantity| formalism.gives(quantity.kind()));
    all.retain(|quantity| quantity.kind().row().order <= highest);
    all
}

fn polys(value: &Value<BudgetedPoly<'_>>) -> Vec<appell_algebra::Poly> {
    value.entries().map(|entry| entry.poly().unwrap().clone()).collect()
}

#[test]
fn formalisms_give_the_same_polynomials() {
    let affine = appell_model::write_toml(&named("flex1r"))
        .replace("elastic = {", "elastic = { tip_map = \"affine\",");
    let robots = ["2r", "trr", "tree", "gripper_arm", "elastic_joints", "cartpole"].map(named);
    for robot in robots.iter().chain([&named("flex1r"), &robot(&affine)]) {
        let arithmetic = PolynomialArithmetic::new(robot, Budget::default());
        let derivation = Derivation::new(robot, &arithmetic).unwrap();
        let mut compared = 0;
        for formalism in Formalism::ALL {
            for quantity in quantities(robot, formalism) {
                // what is of rigid links only, or has no closed form, is refused by all
                let Ok(own) = derivation.get(quantity) else {
                    assert!(derivation.by(quantity, formalism).is_err(), "{quantity}");
                    continue;
                };
                let what = format!("{} {quantity} by {}", robot.name(), formalism.name());
                match derivation.by(quantity, formalism) {
                    Ok(value) => {
                        let labels = [&value.row_labels, &value.column_labels];
                        assert_eq!(labels, [&own.row_labels, &own.column_labels], "{what}");
                        assert_eq!((value.shape, value.axes), (own.shape, own.axes), "{what}");
                        assert!(polys(&value) == polys(&own), "{what}");
                        compared += 1;
                    }
                    Err(error) => {
                        let code = error.diagnostics()[0].code;
                        assert_eq!(code, "other-formalism", "{what}: {error}");
                        assert!(derivation.mechanism().is_affine(), "{what}");
                    }
                }
            }
        }
        let least = if derivation.mechanism().is_affine() { 10 } else { 30 };
        assert!(compared > least, "{}: {compared}", robot.name());
    }
}

/// Larger robots and all elastic ones, in numbers.
#[test]
fn formalisms_give_the_same_numbers() {
    for name in ["flex2r", "flex3r", "trttrr1_elastic", "mesh1r", "puma560_motors"] {
        let robot = named(name);
        let coordinates = robot.coordinates();
        let numbers = Numbers::new(robot.symbols(), |symbol| {
            let place = coordinates.iter().position(|&q| q == symbol.base());
            let size = if robot.is_elastic() { 0.05 } else { 0.7 };
            let number = |k: usize| ((k * 7 + symbol.order() as usize * 5) % 11) as f64 / 11.0;
            place.map(|k| size * (number(k) - 0.4)).or_else(|| robot.value(symbol).or(Some(0.3)))
        });
        let derivation = Derivation::new(&robot, numbers).unwrap();
        for formalism in Formalism::ALL {
            for quantity in quantities(&robot, formalism) {
                let Ok(own) = derivation.get(quantity) else { continue };
                let value = derivation.by(quantity, formalism).unwrap();
                let size = own.entries().fold(1e-3f64, |size, it| size.max(it.abs()));
                for (a, b) in value.entries().zip(own.entries()) {
                    let what = format!("{name} {quantity} by {}", formalism.name());
                    assert!((a - b).abs() <= 1e-9 * size, "{what}: {a} is not {b}");
                }
            }
        }
    }
}

/// What a formalism does not give is refused with those that do.
#[test]
fn a_formalism_that_does_not_give_a_quantity_says_which_do() {
    let robot = named("2r");
    let arithmetic = PolynomialArithmetic::new(&robot, Budget::default());
    let derivation = Derivation::new(&robot, &arithmetic).unwrap();
    for (quantity, formalism, hint) in [
        ("Q", Formalism::Exponential, "use --by newton-euler or lagrange or appell"),
        ("J", Formalism::Lagrange, "use --by exponential"),
        ("f[2]", Formalism::Appell, "use --by newton-euler"),
        ("dQ/dq", Formalism::Appell, "leave --by out"),
    ] {
        let asked = Quantity::read_one(quantity, &robot).unwrap();
        let problem = &derivation.by(asked, formalism).unwrap_err().diagnostics()[0];
        assert_eq!(problem.code, "other-formalism", "{quantity}");
        assert!(problem.hints[0].contains(hint), "{quantity}: {:?}", problem.hints);
        assert!(problem.message.contains(formalism.name()), "{quantity}");
    }
}
