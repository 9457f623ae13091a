//! Every quantity of the table, of every bundled robot, by four routes: in numbers, as an
//! expression, as a polynomial, and compiled. What is not available says so, with the same reason.

use appell_algebra::{Budget, Error as AlgebraError, Graph, Poly, Stop, Symbol};
use appell_code::{Coder, Error as CodeError, Parameters};
use appell_mechanics::{
    ClosedForm, Derivation, ElasticSupport, Error, Frame, Index, Kind, Numbers, Of,
    PolynomialArithmetic, Quantity, TABLE, Value,
};
use appell_model::{BUNDLED, Robot, TipMap};
use appell_program::Options;

/// Polynomials with more terms are not multiplied out here.
const TERMS: usize = 20_000;

/// The state at which the routes are compared, and the values of parameters without one.
struct At<'r> {
    robot: &'r Robot,
    forces: Vec<String>,
}

impl At<'_> {
    fn number(seed: usize) -> f64 {
        ((seed * 7919 + 13) % 1009) as f64 / 1009.0 - 0.4
    }

    fn parameter(&self, symbol: Symbol) -> Option<f64> {
        let place = self.robot.parameters().iter().position(|it| it.symbol == symbol)?;
        Some(self.robot.value(symbol).unwrap_or(0.3 + 0.1 * (place % 7) as f64))
    }

    fn coordinate(&self, symbol: Symbol) -> Option<f64> {
        let place = self.robot.coordinates().iter().position(|&q| q == symbol.base())?;
        // modes are small
        let size =
            if self.robot.coordinates().len() > self.robot.joints().len() { 0.1 } else { 1.0 };
        Some(size * Self::number(place + 31 * symbol.order() as usize))
    }

    fn force(number: usize) -> f64 {
        10.0 * Self::number(number + 500)
    }

    /// The value of any symbol: coordinates, parameters, driving forces, angles that follow.
    fn value(&self, symbol: Symbol) -> Option<f64> {
        let symbols = self.robot.symbols();
        let force = || {
            let name = symbols.name(symbol);
            self.forces.iter().position(|force| *force == name).map(Self::force)
        };
        let angle = || {
            let related = self.robot.related().unwrap();
            let (_, angle) = related.into_iter().find(|(name, _)| *name == symbol)?;
            angle.evaluate(symbols, |symbol| self.value(symbol)).ok()
        };
        self.coordinate(symbol).or_else(|| self.parameter(symbol)).or_else(force).or_else(angle)
    }
}

/// Every row with every index, single coordinates, and vectors in other axes.
fn quantities(robot: &Robot) -> Vec<Quantity> {
    let mut all = Quantity::all(robot);
    let first = robot.joint_ids().find(|id| robot.joint(*id).coordinate.is_some()).unwrap();
    let last = robot.joint_ids().rfind(|id| robot.joint(*id).coordinate.is_some()).unwrap();
    for row in TABLE {
        match row.form.index() {
            Index::Coordinate => {
                all.push(Quantity::new(row.kind, Of::Joint(first)).unwrap());
                let elastic = robot.joint_ids().find(|id| robot.joint(*id).modes.is_some());
                all.extend(elastic.map(|id| Quantity::new(row.kind, Of::Mode(id, 0)).unwrap()));
            }
            Index::Pair => {
                let pair = |a, b| Quantity::new(row.kind, Of::Between(a, b)).unwrap();
                all.push(pair(Frame::Joint(first), Frame::Base));
                all.push(pair(Frame::Joint(first), Frame::Tool));
            }
            Index::Link | Index::LinkOrTool | Index::Frame if row.form.has_axes() => {
                let vector = Quantity::of_frame(row.kind, Frame::Joint(last)).unwrap();
                all.push(vector.in_axes_of(Frame::Base).unwrap());
                all.push(vector.in_axes_of(Frame::Tool).unwrap());
            }
            Index::None
            | Index::WholeOrLink
            | Index::Link
            | Index::LinkOrTool
            | Index::ToolOrOther
            | Index::Frame => {}
        }
    }
    // programs of higher orders are long
    let highest = if robot.coordinates().len() > 2 { 4 } else { 7 };
    all.retain(|quantity| quantity.kind().row().order <= highest);
    all
}

fn is_affine(robot: &Robot) -> bool {
    let modes = robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
    modes.into_iter().any(|modes| modes.tip_map == TipMap::Affine)
}

fn is_elastic(robot: &Robot) -> bool {
    robot.joints().iter().any(|joint| joint.modes.is_some())
}

/// Whether a refusal is one that the table announces, or that the robot's friction explains.
fn is_announced(error: &Error, quantity: Quantity, robot: &Robot) -> bool {
    let row = quantity.kind().row();
    match error {
        Error::AffineTip { .. } => {
            is_affine(robot)
                && (row.elastic == ElasticSupport::RotatingTips
                    || row.form.has_axes()
                    || row.form.index() == Index::Pair)
        }
        Error::AffineAxes { .. } => is_affine(robot) && row.elastic == ElasticSupport::BaseAxes,
        Error::ElasticLink { .. } => is_elastic(robot) && row.elastic == ElasticSupport::RigidOnly,
        Error::AffineFriction => is_affine(robot),
        Error::PinnedRoot { .. } => row.kind == Kind::StaticDeflection,
        Error::NoElasticLink => row.kind == Kind::VibrationsAtSpeed && !is_elastic(robot),
        Error::NumbersOnly => row.closed_form == ClosedForm::None,
        Error::ImplicitFriction => matches!(
            row.kind,
            Kind::JointAcceleration
                | Kind::JointAccelerationByPosition
                | Kind::JointAccelerationByVelocity
        ),
        _ => false,
    }
}

fn assert_near(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1e-3f64, |size, it| size.max(it.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-8 * size, "{what}: {a} is not {b}");
    }
}

fn flat<S: Clone>(value: &Value<S>) -> Vec<S> {
    value.entries().cloned().collect()
}

/// Compares the routes of a robot; gives how many quantities went all four.
fn compare(robot: &Robot) -> usize {
    let name = robot.name();
    let graph = Graph::new(robot.symbols());
    let expressions = Derivation::new(robot, &graph).unwrap();
    let at = At { robot, forces: expressions.driving_force_names() };
    let forces: Vec<f64> = (0..robot.coordinates().len()).map(At::force).collect();
    let numbers = Numbers::new(robot.symbols(), |symbol| at.value(symbol));
    let numbers = Derivation::new(robot, numbers.with_driving_forces(forces)).unwrap();
    let budget = Budget::default().with_terms(TERMS);
    let coder = Coder::new(robot, Parameters::Arguments, &Budget::default()).unwrap();
    let mut complete = 0;
    for quantity in quantities(robot) {
        let what = format!("{name}: {quantity}");
        let refused =
            |error: &Error| assert!(is_announced(error, quantity, robot), "{what}: {error}");
        let closed = quantity.kind().row().closed_form;
        // anew for each: what a hit budget has left stays an error
        let polynomials = PolynomialArithmetic::new(robot, budget.clone());
        let expanded = Derivation::new(robot, &polynomials).unwrap();

        let expected = match numbers.get(quantity) {
            Ok(value) => flat(&value),
            Err(error) => {
                refused(&error);
                // no other route knows more
                assert_eq!(expressions.get(quantity).unwrap_err(), error, "{what}");
                assert_eq!(expanded.get(quantity).unwrap_err(), error, "{what}");
                let compiled = coder.program(quantity).unwrap_err();
                match compiled {
                    CodeError::NoFunction { .. } => {
                        assert_eq!(quantity.kind(), Kind::BaseParameters);
                    }
                    other => assert_eq!(other, CodeError::Mechanics(error), "{what}"),
                }
                continue;
            }
        };

        let as_expression = expressions.get(quantity);
        let as_polynomial = match closed {
            // too long to multiply out, by design
            ClosedForm::Quotient => None,
            ClosedForm::Polynomial | ClosedForm::None => match expanded.get(quantity) {
                Err(Error::Algebra(AlgebraError::Stopped(Stop::Terms { .. }))) => None,
                other => Some(other),
            },
        };
        let compiled = || {
            let program = coder.program(quantity).unwrap();
            let symbols = robot.symbols();
            let input = |input: &appell_program::Input| {
                let bare = input.name.trim_end_matches('\'');
                let symbol = symbols.find(bare).unwrap();
                let order = (input.name.len() - bare.len()) as u32;
                let symbol = if order == 0 { symbol } else { symbol.derivative(order).unwrap() };
                at.value(symbol).unwrap()
            };
            let inputs: Vec<f64> = program.inputs().iter().map(input).collect();
            let mut found = vec![0.0; program.outputs().len()];
            program.compile(Options::default()).unwrap().call(&inputs, &mut found).unwrap();
            assert_near(&found, &expected, &format!("{what}, compiled"));
        };
        if let Err(error) = &as_expression {
            refused(error);
            match error {
                // no closed form, but generated code takes Newton steps
                Error::ImplicitFriction => compiled(),
                other => assert_eq!(
                    coder.program(quantity).unwrap_err(),
                    CodeError::Mechanics(other.clone())
                ),
            }
            continue;
        }
        let value = as_expression.unwrap();
        let found: Vec<f64> =
            value.entries().map(|it| it.evaluate(|symbol| at.value(symbol)).unwrap()).collect();
        assert_near(&found, &expected, &format!("{what} as an expression"));

        if let Some(value) = as_polynomial {
            let evaluated =
                |poly: &Poly| poly.evaluate(robot.symbols(), |symbol| at.value(symbol)).unwrap();
            let value = value.unwrap();
            let found: Vec<f64> = value.entries().map(|it| evaluated(it.poly().unwrap())).collect();
            assert_near(&found, &expected, &format!("{what} as a polynomial"));
        }

        if quantity.kind() == Kind::BaseParameters {
            assert!(matches!(coder.program(quantity), Err(CodeError::NoFunction { .. })));
            continue;
        }
        compiled();
        complete += 1;
    }
    complete
}

/// The robots, but for the longest chain, which has a test of its own.
#[test]
fn every_quantity_of_every_robot_by_four_routes() {
    for bundled in BUNDLED.iter().filter(|bundled| bundled.name != "chain20") {
        let robot = bundled.read().robot.unwrap();
        let complete = compare(&robot);
        assert!(complete > 40, "{}: {complete}", bundled.name);
    }
}

/// Motors, springs, laws of friction, and joints that follow by whole ratios and by others.
#[test]
fn every_quantity_of_a_driven_robot_by_four_routes() {
    let text = r#"
name = "driven"
gravity = "g"
[[joint]]
type = "rotation"
axis = "z"
friction = { viscous = 0.2, constant = 1.5, static = 2.5, stribeck = 0.3 }
rotor = { inertia = "I1", ratio = 20, on = "base", friction = { viscous = 1e-3, constant = 0.02 } }
link = { mass = "m1", centre = [0.2, 0.1, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.3 } }
[[joint]]
type = "rotation"
axis = "y"
offset = ["l1", 0, 0.1]
mimic = { of = "joint1", ratio = -2 }
spring = { stiffness = "k2", rest = 0.3 }
link = { mass = 1, centre = [0.1, 0, 0.2], inertia = { xx = 0.02, yy = 0.03, zz = 0.04 } }
[[joint]]
type = "rotation"
axis = "x"
offset = [0.3, 0, 0]
friction = { constant = 0.7, smooth = 0.1 }
rotor = { inertia = 1e-3, ratio = { joint3 = 15, joint1 = "n" }, on = "joint2", axis = "y" }
link = { mass = 0.8, centre = [0, 0.1, 0.1], inertia = { xx = 0.02, yy = 0.01, zz = 0.01 } }
[[joint]]
type = "translation"
axis = "z"
offset = [0, 0.2, 0]
link = { mass = 0.5, centre = [0.1, 0, 0] }
[[coupling]]
joint = "joint4"
of = { joint1 = 0.1, joint3 = "r" }
offset = 0.05
[[joint]]
type = "rotation"
axis = "z"
mimic = { of = "joint3", ratio = 0.7, offset = "o" }
link = { mass = 0.3, centre = [0.1, 0, 0] }
"#;
    let robot = appell_model::read_toml(text, &Default::default()).robot.unwrap();
    assert_eq!(robot.coordinates().len(), 2);
    assert!(compare(&robot) > 40);
}

/// Named frames with wrenches on them, and a base that stands in another frame.
#[test]
fn every_quantity_of_frames_by_four_routes() {
    let file = r#"
        name = "framed"
        gravity = "g"
        [base]
        rotation = { axis = "x", angle = 0.4 }
        [[joint]]
        type = "rotation"
        axis = "z"
        friction = { viscous = 0.2 }
        link = { mass = 2, centre = [0.1, 0.2, 0], inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }
        [[joint]]
        type = "rotation"
        axis = "y"
        offset = [0.4, 0, 0.1]
        link = { mass = 1, centre = [0.1, 0, 0.3], inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }
        [[frame]]
        name = "camera"
        offset = [0, "e", 0.1]
        rotation = { axis = "z", angle = "alpha" }
        force = ["fx", "fy", 0]
        [[frame]]
        name = "rail"
        parent = "base"
        offset = ["e", 0, 0]
        [[frame]]
        name = "hook"
        parent = "joint1"
        moment = [0, "ny", 1]
    "#;
    let robot = appell_model::read_toml(file, &Default::default()).robot.unwrap();
    let complete = compare(&robot);
    assert!(complete > 80, "{complete}");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_quantity_of_a_long_chain_by_four_routes() {
    let chain = BUNDLED.iter().find(|bundled| bundled.name == "chain20").unwrap();
    assert!(compare(&chain.read().robot.unwrap()) > 200);
}
