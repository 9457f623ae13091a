//! Expressions as a graph in which equal subexpressions are one node.

mod build;
mod calculus;
mod convert;
mod evaluate;
mod graph;
mod operators;

pub use graph::Graph;

use crate::error::Error;
use crate::function::Function;
use crate::rational::Rational;
use crate::symbol::Symbol;

/// A node of a [`Graph`]: a plain value that can be copied and calculated with.
///
/// Two expressions of one graph are equal exactly when they are the same node. That is a
/// statement about how they are built; whether two formulas are equal is decided by
/// [`Expr::expand`].
///
/// ```
/// use appell_algebra::{Graph, Symbols};
///
/// let graph = Graph::new(&Symbols::new());
/// let (x, y) = (graph.parameter("x"), graph.parameter("y"));
/// let product = (x + y) * (x - y);
/// assert_eq!(product, (x - y) * (y + x));                  // one node
/// assert_eq!(product.size(), 6);                           // x, y, x + y, -y, x - y, product
/// assert_ne!(product, x * x - y * y);                      // built differently
/// let budget = Default::default();
/// assert_eq!(product.expand(&budget)?, (x * x - y * y).expand(&budget)?); // but equal
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Expr<'g> {
    graph: &'g Graph,
    id: u32,
}

/// How an expression is made from smaller ones.
///
/// The constructors keep these forms: sums and products have two operands in the order of their
/// making, constants and signs outside: `2*x*3*y` is `6*(x*y)`, and `y - x` is `-(x - y)`. A
/// product of sums stays a product.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<'g> {
    /// A number.
    Constant(Rational),
    /// A symbol.
    Symbol(Symbol),
    /// A sum.
    Add(Expr<'g>, Expr<'g>),
    /// A product of two expressions that are no numbers.
    Mul(Expr<'g>, Expr<'g>),
    /// A number, neither 0 nor 1, times an expression that is not a number.
    Scale(Rational, Expr<'g>),
    /// An integer power, neither 0 nor 1.
    Power(Expr<'g>, i32),
    /// A function of an expression.
    Call(Function, Expr<'g>),
    /// The result of an operation that failed, and of all operations on it: it has no value. The
    /// failure is the latest of the graph.
    Undefined(Box<Error>),
}

impl<'g> Node<'g> {
    /// The expressions that this is made of.
    pub fn operands(&self) -> impl Iterator<Item = Expr<'g>> + use<'g> {
        let (first, second) = match *self {
            Self::Constant(_) | Self::Symbol(_) | Self::Undefined(_) => (None, None),
            Self::Add(a, b) | Self::Mul(a, b) => (Some(a), Some(b)),
            Self::Scale(_, a) | Self::Power(a, _) | Self::Call(_, a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// Whether this is a sum or a multiple.
    fn is_linear(&self) -> bool {
        matches!(self, Self::Add(..) | Self::Scale(..))
    }
}

impl<'g> Expr<'g> {
    /// The graph that owns this node.
    pub fn graph(self) -> &'g Graph {
        self.graph
    }

    /// Whether this has a value; if not, the failure that poisoned it.
    pub fn check(self) -> Result<(), Error> {
        match self.node() {
            Node::Undefined(failure) => Err(*failure),
            _ => Ok(()),
        }
    }

    /// How this is made from smaller expressions.
    pub fn node(self) -> Node<'g> {
        self.graph.node(self)
    }

    /// How many different nodes this consists of: the size of the computation.
    pub fn size(self) -> usize {
        self.graph.topological(&[self]).len()
    }
}

impl PartialEq for Expr<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.graph, other.graph) && self.id == other.id
    }
}

impl Eq for Expr<'_> {}

impl std::hash::Hash for Expr<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl std::fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.id)
    }
}
