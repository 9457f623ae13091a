//! Random robots, for property tests here and in the crates above (feature `proptest`).

use std::ops::RangeInclusive;

use appell_algebra::{Budget, Poly, Rational, Symbol, Symbols};
use appell_spatial::{Matrix, Vector};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;

use crate::compensator::CompensatorDraft;
use crate::coupling::{CouplingDraft, RotorDraft, Spring};
use crate::draft::{Draft, JointDraft, Parent, ToolDraft};
use crate::elastic_joint::Elasticity;
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::link::{Form, Inertia, Link, Mesh, MeshUse, Part, Sign};
use crate::parameter::Parameter;
use crate::placement::{Placement, Rotation, Turn};
use crate::robot::{Payload, Robot};

/// Serial chains of rotations and translations: axes and rotations of any kind, bodies in turned
/// frames and composed of parts, viscous friction, limits, a tool, a payload. Some entries are
/// numbers, some are symbols; all symbols have values. Every body is a possible one.
pub fn chains(joints: RangeInclusive<usize>) -> BoxedStrategy<Robot> {
    let kinds = select([JointKind::Rotation, JointKind::Translation].to_vec());
    robots_of(joints, kinds.boxed(), false)
}

/// The same, with branches and fixed joints.
pub fn trees(joints: RangeInclusive<usize>) -> BoxedStrategy<Robot> {
    robots_of(joints, select(JointKind::ALL.to_vec()).boxed(), true)
}

/// The same, with springs, with joints that follow others, with rotors on links or on the base, with elastic
/// joints, gravity compensators, and gears with losses where each motor moves one joint.
pub fn driven_trees(joints: RangeInclusive<usize>) -> BoxedStrategy<Robot> {
    let joint = (select(JointKind::ALL.to_vec()), shapes(), drives());
    (vec(joint, joints), vector(), any::<bool>())
        .prop_map(move |(joints, tool, carries)| assemble(&joints, &tool, carries, true))
        .boxed()
}

fn robots_of(
    joints: RangeInclusive<usize>,
    kinds: BoxedStrategy<JointKind>,
    branching: bool,
) -> BoxedStrategy<Robot> {
    let joint = (kinds, shapes(), Just(Drive::default())).boxed();
    (vec(joint, joints), vector(), any::<bool>())
        .prop_map(move |(joints, tool, carries)| assemble(&joints, &tool, carries, branching))
        .boxed()
}

/// What is random in a joint; made an entry of a robot once its number is known.
#[derive(Clone, Debug)]
struct Shape {
    axis: [i64; 3],
    offset: [Entry; 3],
    rotation: Vec<(usize, Angle)>,
    parts: Vec<Body>,
    parent: usize,
    friction: Option<i64>,
    limited: bool,
    named: bool,
    /// Whether the rotation is given as a matrix of thirds and two thirds.
    matrix: bool,
}

/// What drives a joint and holds it back.
#[derive(Clone, Debug, Default)]
struct Drive {
    /// Stiffness and rest position.
    spring: Option<[Entry; 2]>,
    /// Which joint before it is followed, with ratio and offset.
    follows: Option<(usize, [Entry; 2])>,
    rotor: Option<Rotor>,
    /// Stiffness and damping between motor and link, where there is a motor.
    elastic: Option<[Entry; 2]>,
    compensator: Option<Pull>,
    /// Of the gear, where there is a motor of its own.
    efficiency: Option<Entry>,
}

/// A gravity compensator.
#[derive(Clone, Debug)]
struct Pull {
    stiffness: Entry,
    from: [Entry; 3],
    to: [Entry; 3],
    /// Whether it is fixed to the base, and not to what carries the joint.
    on_base: bool,
}

#[derive(Clone, Debug)]
struct Rotor {
    inertia: Entry,
    /// The joint, and another one, with which it turns.
    ratios: [Entry; 2],
    other: Option<usize>,
    axis: [i64; 3],
    on: usize,
}

/// A number in hundredths, or a symbol that has it as its value.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Number(i64),
    Symbol(i64),
}

#[derive(Clone, Copy, Debug)]
enum Angle {
    Quarters(i64),
    Hundredths(i64),
    Symbol(i64),
}

/// A body by its mass, centre and second moments of mass, all in hundredths.
#[derive(Clone, Debug)]
struct Body {
    mass: Entry,
    centre: [Entry; 3],
    /// The integrals of x^2, y^2, z^2.
    seconds: [i64; 3],
    turn: Option<(usize, Angle)>,
}

fn entry() -> BoxedStrategy<Entry> {
    prop_oneof![
        Just(Entry::Number(0)),
        (-90..90i64).prop_map(Entry::Number),
        (-90..90i64).prop_map(Entry::Symbol),
    ]
    .boxed()
}

fn vector() -> BoxedStrategy<[Entry; 3]> {
    [entry(), entry(), entry()].boxed()
}

fn angle() -> BoxedStrategy<Angle> {
    prop_oneof![
        (-2..3i64).prop_map(Angle::Quarters),
        (-300..300i64).prop_map(Angle::Hundredths),
        (-300..300i64).prop_map(Angle::Symbol),
    ]
    .boxed()
}

fn axes() -> BoxedStrategy<[i64; 3]> {
    // unit vectors, one of rational length, one of irrational length
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1], [-1, 0, 0], [2, -1, 2], [0, 3, 4]];
    prop_oneof![9 => select(axes.to_vec()), 1 => Just([1, 1, 0])].boxed()
}

fn body() -> BoxedStrategy<Body> {
    let mass =
        prop_oneof![(10..900i64).prop_map(Entry::Number), (10..900i64).prop_map(Entry::Symbol)];
    let seconds = [1..40i64, 1..40i64, 1..40i64];
    (mass, vector(), seconds, proptest::option::of((0..3usize, angle())))
        .prop_map(|(mass, centre, seconds, turn)| Body { mass, centre, seconds, turn })
        .boxed()
}

fn shapes() -> BoxedStrategy<Shape> {
    let turns = vec((0..3usize, angle()), 0..3);
    let parts = prop_oneof![5 => vec(body(), 1), 2 => vec(body(), 2), 1 => vec(body(), 0)];
    let friction = proptest::option::of(1..50i64);
    let flags = (any::<bool>(), any::<bool>(), proptest::bool::weighted(0.1));
    (axes(), vector(), turns, parts, any::<usize>(), friction, flags)
        .prop_map(|(axis, offset, rotation, parts, parent, friction, flags)| {
            let (limited, named, matrix) = flags;
            Shape { axis, offset, rotation, parts, parent, friction, limited, named, matrix }
        })
        .boxed()
}

fn drives() -> BoxedStrategy<Drive> {
    // whole ratios, and others
    let ratio = prop_oneof![
        select(vec![-200, -100, 100, 200, 300]).prop_map(Entry::Number),
        (10..90i64).prop_map(Entry::Number),
        (10..90i64).prop_map(Entry::Symbol),
    ];
    let offset = prop_oneof![2 => Just(Entry::Number(0)), 1 => entry()];
    let follows =
        weighted(0.4, (any::<usize>(), (ratio.clone(), offset).prop_map(|(a, b)| [a, b])));
    let spring = weighted(0.3, [(10..90i64).prop_map(Entry::Symbol).boxed(), entry()]);
    let rotor = (
        (1..90i64).prop_map(Entry::Symbol),
        [ratio.clone().boxed(), ratio.boxed()],
        weighted(0.3, any::<usize>()),
        axes(),
        any::<usize>(),
    );
    let rotor = rotor.prop_map(|(inertia, ratios, other, axis, on)| Rotor {
        inertia,
        ratios,
        other,
        axis,
        on,
    });
    let elastic = weighted(0.3, [(10..90i64).prop_map(Entry::Symbol).boxed(), entry()]);
    let pull = ((10..90i64).prop_map(Entry::Symbol), vector(), vector(), any::<bool>());
    let pull =
        pull.prop_map(|(stiffness, from, to, on_base)| Pull { stiffness, from, to, on_base });
    let efficiency = weighted(
        0.4,
        prop_oneof![(30..101i64).prop_map(Entry::Number), (30..101i64).prop_map(Entry::Symbol)],
    );
    (spring, follows, weighted(0.5, rotor), elastic, weighted(0.3, pull), efficiency)
        .prop_map(|(spring, follows, rotor, elastic, compensator, efficiency)| Drive {
            spring,
            follows,
            rotor,
            elastic,
            compensator,
            efficiency,
        })
        .boxed()
}

fn hundredths(value: i64) -> Rational {
    Rational::new(value, 100).unwrap_or_default()
}

/// Names and values of the parameters that the entries ask for.
struct Maker {
    symbols: Symbols,
    parameters: Vec<Parameter>,
}

impl Maker {
    fn symbol(&mut self, name: String, value: i64) -> Poly {
        // A fresh table takes every name of this kind.
        let Ok(symbol) = self.symbols.parameter(&name) else { return Poly::ZERO };
        let value = Some(Poly::constant(hundredths(value)));
        // every other one has a name of its own in LaTeX
        let number = self.parameters.len();
        let latex = (number % 2 == 1).then(|| format!("\\hat{{w}}_{{{number}}}"));
        self.parameters.push(Parameter { symbol, name, value, unit: None, note: None, latex });
        Poly::from(symbol)
    }

    fn entry(&mut self, entry: Entry, name: impl Into<String>) -> Poly {
        match entry {
            Entry::Number(value) => Poly::constant(hundredths(value)),
            Entry::Symbol(value) => self.symbol(name.into(), value),
        }
    }

    fn vector(&mut self, entries: &[Entry; 3], name: &str) -> Vector<Poly> {
        let mut axes = ["x", "y", "z"].into_iter().zip(entries);
        Vector(std::array::from_fn(|_| match axes.next() {
            Some((axis, &entry)) => self.entry(entry, format!("{name}{axis}")),
            None => Poly::ZERO,
        }))
    }

    fn angle(&mut self, angle: Angle, name: String) -> Poly {
        match angle {
            Angle::Quarters(count) => {
                Poly::from(Symbol::PI).scale(&Rational::new(count, 2).unwrap_or_default())
            }
            Angle::Hundredths(value) => Poly::constant(hundredths(value)),
            Angle::Symbol(value) => self.symbol(name, value),
        }
    }

    fn part(&mut self, body: &Body, name: &str) -> Part {
        let [x, y, z] = body.seconds.map(hundredths);
        let moment = |a: &Rational, b: &Rational| Poly::constant(a + b);
        let turns =
            body.turn.map(|(axis, angle)| Turn::about(axis, self.angle(angle, format!("p{name}"))));
        Part {
            sign: Sign::Added,
            mass: self.entry(body.mass, format!("M{name}")),
            centre: self.vector(&body.centre, &format!("r{name}")),
            inertia: Inertia {
                xx: moment(&y, &z),
                yy: moment(&x, &z),
                zz: moment(&x, &y),
                ..Inertia::default()
            },
            at: Placement { rotation: Rotation::turns(turns), ..Placement::default() },
        }
    }

    fn joint(
        &mut self,
        index: usize,
        kind: JointKind,
        shape: &Shape,
        branching: bool,
    ) -> JointDraft {
        let number = index + 1;
        let turns: Vec<Turn> = shape
            .rotation
            .iter()
            .enumerate()
            .map(|(turn, &(axis, angle))| {
                Turn::about(axis, self.angle(angle, format!("t{number}_{turn}")))
            })
            .collect();
        let parts = shape.parts.iter().enumerate();
        let parts = parts.map(|(part, body)| self.part(body, &format!("{number}_{part}")));
        let link = Link { parts: parts.collect(), ..named_link(number, shape.named) };
        let rotation = match shape.matrix {
            true => thirds(),
            false => Rotation::turns(turns),
        };
        let parent = match shape.parent % number {
            _ if !branching => Parent::Before,
            0 => Parent::Base,
            parent => Parent::Joint(joint_name(parent)),
        };
        let friction = shape.friction.map_or_else(Friction::default, |value| Friction {
            viscous: Poly::constant(hundredths(value)),
            ..Friction::default()
        });
        let limit = |value: i64| shape.limited.then(|| Poly::constant(value.into()));
        JointDraft {
            name: Some(joint_name(number)),
            coordinate: shape.named.then(|| format!("phi{number}")),
            parent,
            placement: Placement {
                offset: self.vector(&shape.offset, &format!("l{number}")),
                rotation,
            },
            friction,
            limits: Limits {
                lower: limit(-3),
                upper: limit(3),
                velocity: limit(2),
                effort: limit(100),
            },
            link,
            ..JointDraft::new(kind, Vector(shape.axis.map(|entry| Poly::constant(entry.into()))))
        }
    }
}

/// Gives joints what drives them and holds them back.
fn driven(maker: &mut Maker, joints: &[(JointKind, Shape, Drive)], drafts: &mut [JointDraft]) {
    // the joint of a random number among some that move
    let pick = |random: usize, among: usize, not: usize| {
        let moving = (0..among).filter(|&at| joints[at].0 != JointKind::Fixed && at != not);
        let moving: Vec<usize> = moving.collect();
        moving.get(random % moving.len().max(1)).map(|at| joint_name(at + 1))
    };
    for (index, (kind, _, drive)) in joints.iter().enumerate() {
        let number = index + 1;
        if let Some(Pull { stiffness, from, to, on_base }) = &drive.compensator {
            drafts[index].compensator = Some(CompensatorDraft {
                stiffness: maker.entry(*stiffness, format!("w{number}")),
                on: if *on_base { Parent::Base } else { Parent::Before },
                from: maker.vector(from, &format!("u{number}")),
                to: maker.vector(to, &format!("v{number}")),
            });
        }
        if *kind == JointKind::Fixed {
            continue;
        }
        if let Some([stiffness, rest]) = drive.spring {
            drafts[index].spring = Spring {
                stiffness: maker.entry(stiffness, format!("k{number}")),
                rest: maker.entry(rest, format!("o{number}")),
            };
        }
        if let Some((random, [ratio, offset])) = drive.follows
            && let Some(name) = pick(random, index, index)
        {
            let of = vec![(name, maker.entry(ratio, format!("n{number}")))];
            let offset = maker.entry(offset, format!("c{number}"));
            drafts[index].coupling = Some(CouplingDraft { of, offset });
        }
        if let Some(Rotor { inertia, ratios: [own, other], other: second, axis, on }) = &drive.rotor
        {
            let mut ratios = vec![(joint_name(number), maker.entry(*own, format!("a{number}")))];
            if let Some(name) = second.and_then(|random| pick(random, joints.len(), index)) {
                ratios.push((name, maker.entry(*other, format!("b{number}"))));
            }
            drafts[index].rotor = Some(RotorDraft {
                inertia: maker.entry(*inertia, format!("I{number}")),
                ratios,
                axis: Some(Vector(axis.map(|entry| Poly::constant(entry.into())))),
                on: match on % (joints.len() + 1) {
                    0 => Parent::Base,
                    joint => Parent::Joint(joint_name(joint)),
                },
                friction: Friction::default(),
                efficiency: None,
            });
        }
        let free = drafts[index].rotor.is_some() && drafts[index].coupling.is_none();
        if let Some([stiffness, damping]) = drive.elastic.filter(|_| free) {
            drafts[index].elastic = Some(Elasticity {
                stiffness: maker.entry(stiffness, format!("s{number}")),
                damping: maker.entry(damping, format!("d{number}")),
            });
        }
    }
    let shares_motors = |joint: &JointDraft| {
        joint.coupling.is_some() || joint.rotor.as_ref().is_some_and(|it| it.ratios.len() > 1)
    };
    if drafts.iter().any(shares_motors) {
        return; // losses need one motor for one joint
    }
    for (number, (draft, (_, _, drive))) in (1..).zip(drafts.iter_mut().zip(joints)) {
        if let (Some(rotor), Some(efficiency)) = (&mut draft.rotor, drive.efficiency) {
            rotor.efficiency = Some(maker.entry(efficiency, format!("e{number}")));
        }
    }
}

/// Names with letters that files must take care of.
fn joint_name(number: usize) -> String {
    match number % 3 {
        0 => format!("joint{number}"),
        1 => format!("axis <{number}> & \"more\""),
        _ => format!("\u{e4}rm{number}"),
    }
}

/// A link with a name and a mesh, or without.
fn named_link(number: usize, named: bool) -> Link {
    if !named {
        return Link::default();
    }
    let half = Poly::constant(hundredths(50));
    let mesh = Mesh {
        form: Form::File(format!("package://robot/{number}.stl")),
        purpose: if number.is_multiple_of(2) { MeshUse::Visual } else { MeshUse::Collision },
        at: Placement {
            offset: Vector::new(half.clone(), Poly::ZERO, Poly::one()),
            rotation: Rotation::turns([Turn::about(number % 3, half)]),
        },
        scale: [hundredths(100), hundredths(200), hundredths(1)],
    };
    Link { name: Some(format!("link of {number}")), meshes: vec![mesh], ..Link::default() }
}

/// A rotation that is exact as a matrix and has no simple angles.
fn thirds() -> Rotation {
    let row = |entries: [i64; 3]| {
        entries.map(|entry| Poly::constant(Rational::new(entry, 3).unwrap_or_default()))
    };
    Rotation::Matrix(Box::new(Matrix([row([2, -1, 2]), row([2, 2, -1]), row([-1, 2, 2])])))
}

fn assemble(
    joints: &[(JointKind, Shape, Drive)],
    tool: &[Entry; 3],
    carries: bool,
    branching: bool,
) -> Robot {
    let mut maker = Maker { symbols: Symbols::new(), parameters: Vec::new() };
    let gravity = maker.symbol("g".to_owned(), 981);
    let mut drafts: Vec<JointDraft> = joints
        .iter()
        .enumerate()
        .map(|(index, (kind, shape, _))| maker.joint(index, *kind, shape, branching))
        .collect();
    driven(&mut maker, joints, &mut drafts);
    let tilt = maker.angle(Angle::Hundredths(40), String::new());
    let tool = Placement {
        offset: maker.vector(tool, "e"),
        rotation: Rotation::turns(carries.then(|| Turn::about(0, tilt))),
    };
    let force = carries
        .then(|| maker.vector(&[Entry::Symbol(120), Entry::Number(50), Entry::Number(0)], "f"));
    let draft = Draft {
        name: "random".to_owned(),
        parameters: maker.parameters,
        gravity: Vector::new(Poly::ZERO, Poly::ZERO, -gravity),
        joints: drafts,
        tool: ToolDraft { parent: Parent::Before, placement: tool },
        payload: Payload {
            force: force.unwrap_or_default(),
            body: carries.then(|| Part { mass: Poly::one(), ..Part::default() }),
            ..Payload::default()
        },
        ..Draft::new(&maker.symbols)
    };
    let built = draft.build(&Budget::default());
    #[expect(clippy::panic, reason = "a random robot that cannot be built is a fault of this file")]
    match built {
        Ok((robot, _)) => robot,
        Err(findings) => panic!("{findings:?}"),
    }
}
