//! Random formulas as plain trees: a second, independent reading of what a formula means.

use appell_algebra::{Expr, Graph, Rational, Symbol, Symbols};
use proptest::prelude::*;

/// A formula as a tree, without any algebra of its own.
#[derive(Clone, Debug)]
pub enum Tree {
    Number(i64, i64),
    /// One of [`NAMES`].
    Name(usize),
    Add(Box<Tree>, Box<Tree>),
    Sub(Box<Tree>, Box<Tree>),
    Mul(Box<Tree>, Box<Tree>),
    Neg(Box<Tree>),
    Power(Box<Tree>, i32),
    /// Sine of a sum of multiples of angles.
    Sin(Angle),
    Cos(Angle),
    Abs(Box<Tree>),
    /// sqrt(t^2 + 1)
    Root(Box<Tree>),
    /// 1/(t^2 + 2)
    Over(Box<Tree>),
    /// sin(x*M1*t), which stays as it is: it is no multiple of an angle
    Wave(Box<Tree>),
}

/// Integer multiples of the coordinates q1, q2, q3, and quarter turns.
#[derive(Clone, Debug)]
pub struct Angle(pub [i64; 3], pub i64);

pub const NAMES: [&str; 8] = ["M1", "l2", "x", "q1", "q2", "q3", "q1'", "q2''"];
pub const COORDINATES: [&str; 3] = ["q1", "q2", "q3"];

pub fn symbols() -> Symbols {
    let symbols = Symbols::new();
    for name in &NAMES[..3] {
        symbols.parameter(name).unwrap();
    }
    for name in COORDINATES {
        symbols.coordinate(name).unwrap();
    }
    symbols
}

pub fn named(symbols: &Symbols, index: usize) -> Symbol {
    symbols.find(NAMES[index]).unwrap()
}

fn angle() -> impl Strategy<Value = Angle> {
    ([-2i64..=2, -2i64..=2, -1i64..=1], 0i64..4).prop_map(|(m, quarters)| Angle(m, quarters))
}

fn leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![
        2 => (-6i64..=6, 1i64..=4).prop_map(|(n, d)| Tree::Number(n, d)),
        4 => (0..NAMES.len()).prop_map(Tree::Name),
        2 => angle().prop_map(Tree::Sin),
        2 => angle().prop_map(Tree::Cos),
    ]
}

/// Random formulas whose expansion stays small.
pub fn tree() -> impl Strategy<Value = Tree> {
    any_tree().prop_filter("too large", |tree| tree.bulk().1 <= 60.0)
}

fn any_tree() -> impl Strategy<Value = Tree> {
    leaf().prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            4 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Add(a.into(), b.into())),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Sub(a.into(), b.into())),
            4 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Mul(a.into(), b.into())),
            1 => inner.clone().prop_map(|a| Tree::Neg(a.into())),
            1 => (inner.clone(), 0..3i32).prop_map(|(a, n)| Tree::Power(a.into(), n)),
            1 => inner.clone().prop_map(|a| Tree::Abs(a.into())),
            1 => inner.clone().prop_map(|a| Tree::Root(a.into())),
            1 => inner.clone().prop_map(|a| Tree::Over(a.into())),
            1 => inner.prop_map(|a| Tree::Wave(a.into())),
        ]
    })
}

/// Values for the names: the same for equal seeds, none of them special.
pub fn values(seed: u64) -> [f64; NAMES.len()] {
    std::array::from_fn(|i| {
        let mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(7 * i as u32 + 1);
        0.3 + (mixed % 1000) as f64 / 900.0
    })
}

pub fn lookup(symbols: &Symbols, values: [f64; NAMES.len()]) -> impl Fn(Symbol) -> Option<f64> {
    let symbols = symbols.clone();
    move |symbol| {
        let name = symbols.name(symbol);
        NAMES.iter().position(|known| *known == name).map(|index| values[index])
    }
}

impl Tree {
    /// About how many terms the expansion has, and how many any part of it has.
    fn bulk(&self) -> (f64, f64) {
        let of_angle = |a: &Angle| {
            let terms = a.0.iter().map(|k| 1.0 + k.abs() as f64).product::<f64>();
            (terms, terms)
        };
        match self {
            Self::Number(..) | Self::Name(_) => (1.0, 1.0),
            Self::Sin(a) | Self::Cos(a) => of_angle(a),
            Self::Add(a, b) | Self::Sub(a, b) => {
                let ((a, p), (b, q)) = (a.bulk(), b.bulk());
                (a + b, p.max(q).max(a + b))
            }
            Self::Mul(a, b) => {
                let ((a, p), (b, q)) = (a.bulk(), b.bulk());
                (a * b, p.max(q).max(a * b))
            }
            Self::Neg(a) => a.bulk(),
            Self::Power(a, n) => {
                let (a, p) = a.bulk();
                (a.powi(*n), p.max(a.powi(*n)))
            }
            Self::Abs(a) | Self::Wave(a) => (1.0, a.bulk().1),
            Self::Root(a) | Self::Over(a) => {
                let (a, p) = a.bulk();
                (1.0, p.max(a * a))
            }
        }
    }

    /// The value, calculated from the tree alone, and a bound on the magnitudes that were added.
    pub fn value(&self, v: &[f64; NAMES.len()]) -> (f64, f64) {
        let angle = |a: &Angle| {
            let sum: f64 = (0..3).map(|i| a.0[i] as f64 * v[3 + i]).sum();
            sum + a.1 as f64 * std::f64::consts::FRAC_PI_2
        };
        match self {
            Self::Number(n, d) => (*n as f64 / *d as f64, (*n as f64 / *d as f64).abs()),
            Self::Name(i) => (v[*i], v[*i].abs()),
            Self::Add(a, b) => {
                let ((a, p), (b, q)) = (a.value(v), b.value(v));
                (a + b, p + q)
            }
            Self::Sub(a, b) => {
                let ((a, p), (b, q)) = (a.value(v), b.value(v));
                (a - b, p + q)
            }
            Self::Mul(a, b) => {
                let ((a, p), (b, q)) = (a.value(v), b.value(v));
                (a * b, p * q)
            }
            Self::Neg(a) => {
                let (a, p) = a.value(v);
                (-a, p)
            }
            Self::Power(a, n) => {
                let (a, p) = a.value(v);
                (a.powi(*n), p.max(1.0).powi(*n))
            }
            // an expanded sine of k angles is a sum of up to 2^k products
            Self::Sin(a) => (angle(a).sin(), 64.0),
            Self::Cos(a) => (angle(a).cos(), 64.0),
            Self::Abs(a) => {
                let (a, p) = a.value(v);
                (a.abs(), p)
            }
            Self::Root(a) => {
                let (a, p) = a.value(v);
                ((a * a + 1.0).sqrt(), p * p + 1.0)
            }
            Self::Over(a) => {
                let (a, p) = a.value(v);
                (1.0 / (a * a + 2.0), p * p + 2.0)
            }
            Self::Wave(a) => {
                let (a, p) = a.value(v);
                ((v[2] * v[0] * a).sin(), p * v[2] * v[0] + 1.0)
            }
        }
    }

    pub fn expr<'g>(&self, graph: &'g Graph) -> Expr<'g> {
        let symbols = graph.symbols();
        let angle = |a: &Angle| {
            let mut sum = graph.symbol(Symbol::PI).scale(&Rational::new(a.1, 2).unwrap());
            for (i, multiple) in a.0.iter().enumerate() {
                let q = graph.symbol(symbols.find(COORDINATES[i]).unwrap());
                sum = sum + q.scale(&Rational::from(*multiple));
            }
            sum
        };
        match self {
            Self::Number(n, d) => graph.constant(Rational::new(*n, *d).unwrap()),
            Self::Name(i) => graph.symbol(named(symbols, *i)),
            Self::Add(a, b) => a.expr(graph) + b.expr(graph),
            Self::Sub(a, b) => a.expr(graph) - b.expr(graph),
            Self::Mul(a, b) => a.expr(graph) * b.expr(graph),
            Self::Neg(a) => -a.expr(graph),
            Self::Power(a, n) => a.expr(graph).pow(*n),
            Self::Sin(a) => angle(a).sin(),
            Self::Cos(a) => angle(a).cos(),
            Self::Abs(a) => a.expr(graph).abs(),
            Self::Root(a) => (a.expr(graph).pow(2) + graph.one()).sqrt(),
            Self::Over(a) => graph.one() / (a.expr(graph).pow(2) + graph.integer(2)),
            Self::Wave(a) => {
                let [x, mass] = [2, 0].map(|index| graph.symbol(named(symbols, index)));
                (x * mass * a.expr(graph)).sin()
            }
        }
    }

    /// An equal formula, written differently: at each node a random identity, chosen by `choices`.
    pub fn rewritten(&self, choices: &mut impl Iterator<Item = u8>) -> Self {
        let b = |tree: Self| Box::new(tree);
        let one = || Self::Number(1, 1);
        let choice = choices.next().unwrap_or(0) % 8;
        let inner = match self {
            Self::Add(x, y) => {
                let (x, y) = (x.rewritten(choices), y.rewritten(choices));
                match choice {
                    0 => Self::Add(b(y), b(x)),
                    1 => Self::Sub(b(x), b(Self::Neg(b(y)))),
                    2 => Self::Neg(b(Self::Sub(b(Self::Neg(b(x))), b(y)))),
                    _ => Self::Add(b(x), b(y)),
                }
            }
            Self::Sub(x, y) => {
                let (x, y) = (x.rewritten(choices), y.rewritten(choices));
                match choice {
                    0 => Self::Neg(b(Self::Sub(b(y), b(x)))),
                    _ => Self::Add(b(x), b(Self::Mul(b(Self::Number(-1, 1)), b(y)))),
                }
            }
            Self::Mul(x, y) => {
                let (x, y) = (x.rewritten(choices), y.rewritten(choices));
                match (choice, &x, &y) {
                    (0, Self::Add(p, q), _) => Self::Add(
                        b(Self::Mul(p.clone(), b(y.clone()))),
                        b(Self::Mul(q.clone(), b(y))),
                    ),
                    (1, _, Self::Sub(p, q)) => Self::Sub(
                        b(Self::Mul(b(x.clone()), p.clone())),
                        b(Self::Mul(b(x), q.clone())),
                    ),
                    (2, ..) => Self::Mul(b(Self::Neg(b(x))), b(Self::Neg(b(y)))),
                    _ => Self::Mul(b(y), b(x)),
                }
            }
            Self::Neg(x) => Self::Mul(b(Self::Number(-1, 1)), b(x.rewritten(choices))),
            Self::Power(x, n) => {
                let x = x.rewritten(choices);
                (0..*n).fold(one(), |product, _| Self::Mul(b(product), b(x.clone())))
            }
            // sin x = cos(pi/2 - x), 2 sin(a/2)... and the addition theorem on the first joint
            Self::Sin(Angle(m, quarters)) => match choice {
                0..4 => {
                    let (first, rest) = (Angle([m[0], 0, 0], 0), Angle([0, m[1], m[2]], *quarters));
                    Self::Add(
                        b(Self::Mul(b(Self::Sin(first.clone())), b(Self::Cos(rest.clone())))),
                        b(Self::Mul(b(Self::Cos(first)), b(Self::Sin(rest)))),
                    )
                }
                4 => Self::Neg(b(Self::Sin(Angle(m.map(|k| -k), -quarters)))),
                _ => Self::Cos(Angle(m.map(|k| -k), 1 - quarters)),
            },
            Self::Cos(Angle(m, quarters)) => match choice {
                0..4 => {
                    let (first, rest) = (Angle([m[0], 0, 0], 0), Angle([0, m[1], m[2]], *quarters));
                    Self::Sub(
                        b(Self::Mul(b(Self::Cos(first.clone())), b(Self::Cos(rest.clone())))),
                        b(Self::Mul(b(Self::Sin(first)), b(Self::Sin(rest)))),
                    )
                }
                4 => Self::Cos(Angle(m.map(|k| -k), -quarters)),
                _ => Self::Sin(Angle(*m, quarters + 1)),
            },
            Self::Abs(x) => Self::Abs(b(Self::Neg(b(x.rewritten(choices))))),
            Self::Root(x) => Self::Root(b(Self::Neg(b(x.rewritten(choices))))),
            Self::Over(x) => Self::Over(b(Self::Neg(b(x.rewritten(choices))))),
            Self::Wave(x) => Self::Neg(b(Self::Wave(b(Self::Neg(b(x.rewritten(choices))))))),
            leaf => leaf.clone(),
        };
        // What is added or multiplied without effect.
        let a = Angle([1, 0, -1], 0);
        match choices.next().unwrap_or(7) % 12 {
            0 => Self::Mul(
                b(inner),
                b(Self::Add(
                    b(Self::Power(b(Self::Sin(a.clone())), 2)),
                    b(Self::Power(b(Self::Cos(a)), 2)),
                )),
            ),
            1 => Self::Sub(b(Self::Add(b(inner), b(Self::Name(2)))), b(Self::Name(2))),
            2 => Self::Mul(b(Self::Number(3, 2)), b(Self::Mul(b(inner), b(Self::Number(2, 3))))),
            _ => inner,
        }
    }
}

/// Whether two numbers agree up to rounding, given the magnitudes that were added on the way.
pub fn close(a: f64, b: f64, magnitude: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + magnitude.abs())
}
