//! The part of Python in `${...}`: numbers, texts, lists, dictionaries, arithmetic, comparisons,
//! `and`, `or`, `not`, `if`-`else`, indices, attributes, calls of known functions.

mod evaluate;
mod function;
mod lexer;
mod parse;

pub(crate) use evaluate::{Names, evaluate};
pub(crate) use function::global;
pub(crate) use parse::parse;

use crate::value::Value;

/// An expression.
#[derive(Debug)]
pub(crate) enum Expression {
    Constant(Value),
    Name(String),
    List(Vec<Expression>),
    Dict(Vec<(Expression, Expression)>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<(Expression, Expression)>),
    /// `a < b <= c`.
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    And(Box<(Expression, Expression)>),
    Or(Box<(Expression, Expression)>),
    /// condition, then, otherwise
    Choice(Box<[Expression; 3]>),
    Attribute(Box<Expression>, String),
    Index(Box<(Expression, Expression)>),
    /// `a[start:end]`.
    Slice(Box<Expression>, Option<Box<Expression>>, Option<Box<Expression>>),
    /// A function, its arguments, and those with names.
    Call(Box<Expression>, Vec<Expression>, Vec<(String, Expression)>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
}
