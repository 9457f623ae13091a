//! Exact algebra of mechanics. It knows no robots.
//!
//! Two forms of a formula stand side by side:
//!
//! * [`Poly`], a polynomial in normal form: `==` decides whether two formulas are equal. The
//!   source of printed equations and of proofs.
//! * [`Expr`], a node of a [`Graph`] in which equal subexpressions are one: it stays as small as
//!   the computation that made it. The source of generated code.
//!
//! Both are made of [`Symbol`]s, which a [`Symbols`] table gives their names.

mod angle;
mod atom;
mod budget;
mod error;
mod expr;
mod fold;
mod function;
mod parallel;
mod parse;
mod poly;
mod print;
mod rational;
mod short;
mod symbol;

pub use atom::{Atom, AtomKind};
pub use budget::{Budget, Cancel, Meter, Stop};
pub use error::Error;
pub use expr::{Expr, Graph, Node};
pub use function::{Function, NamedFunction};
pub use poly::{
    BudgetScope, BudgetedPoly, Decision, Difference, Factor, Group, Number, Poly, Term,
};
pub use print::{Form, Formula, Names, Notation, Printer, SharedSubexpressions, Trigonometry};
pub use rational::Rational;
pub use short::ShortForm;
pub use symbol::{Symbol, SymbolKind, Symbols};
