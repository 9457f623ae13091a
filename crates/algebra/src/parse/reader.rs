//! Tokens into an expression, by operator precedence with a stack of its own: no nesting of the
//! text, however deep, can overflow the stack of the program.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, nearest};

use super::MAX_DEPTH;
use super::lexer::{Lexer, Token};
use crate::error::Error;
use crate::expr::{Expr, Graph};
use crate::function::{Function, NamedFunction};
use crate::rational::Rational;
use crate::symbol::Symbol;

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Power,
    /// A bracket, with the function in front of it.
    Bracket(Option<Call>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Function(Function),
    Tangent,
}

impl Operator {
    /// What binds tighter is carried out first. `-x^2` is `-(x^2)`, `2^-3` is `2^(-3)`.
    fn strength(self) -> u8 {
        match self {
            Self::Bracket(_) => 0,
            Self::Add | Self::Subtract => 1,
            Self::Multiply | Self::Divide => 2,
            Self::Negate => 3,
            Self::Power => 4,
        }
    }
}

/// After so many findings the rest is not looked at.
const MAX_FINDINGS: usize = 20;

pub(super) struct Reader<'g, 't> {
    graph: &'g Graph,
    text: &'t str,
    lexer: Lexer<'t>,
    operands: Vec<Expr<'g>>,
    operators: Vec<(Operator, Range<usize>)>,
    depth: usize,
    findings: Vec<Diagnostic>,
}

impl<'g, 't> Reader<'g, 't> {
    pub(super) fn new(graph: &'g Graph, text: &'t str) -> Self {
        Self {
            graph,
            text,
            lexer: Lexer::new(text),
            operands: Vec::new(),
            operators: Vec::new(),
            depth: 0,
            findings: Vec::new(),
        }
    }

    pub(super) fn read(mut self) -> Result<Expr<'g>, Error> {
        match self.read_all() {
            Ok(()) => {}
            Err(error @ Error::Stopped(_)) => return Err(error),
            Err(error) => self.findings.extend(error.diagnostics()),
        }
        match (self.operands.pop(), self.findings.is_empty()) {
            (Some(expr), true) => Ok(expr),
            _ => Err(Error::Unreadable(self.findings)),
        }
    }

    fn read_all(&mut self) -> Result<(), Error> {
        loop {
            self.read_operand()?;
            // Behind an operand: closing brackets, then an operator or the end.
            let operator = loop {
                let (token, span) = self.lexer.next()?;
                match token {
                    Token::Close => self.close(span)?,
                    Token::End => return self.end(),
                    Token::Plus => break (Operator::Add, span),
                    Token::Minus => break (Operator::Subtract, span),
                    Token::Times => break (Operator::Multiply, span),
                    Token::Over => break (Operator::Divide, span),
                    Token::Power => break (Operator::Power, span),
                    Token::Number | Token::Name | Token::Open => {
                        return Err(self.error(
                            "missing-operator",
                            "an operator is missing here",
                            span,
                            "write products with `*`: `2*M4`, not `2 M4`; a unit follows a single number only: \"2.5 kg\"",
                        ));
                    }
                }
            };
            // Powers group from the right, everything else from the left.
            let right_to_left = u8::from(operator.0 == Operator::Power);
            self.carry_out(operator.0.strength() + right_to_left)?;
            self.operators.push(operator);
        }
    }

    /// Reads signs, opening brackets and the number or name that they lead to.
    fn read_operand(&mut self) -> Result<(), Error> {
        loop {
            let (token, span) = self.lexer.next()?;
            match token {
                Token::Plus => {}
                Token::Minus => self.operators.push((Operator::Negate, span)),
                Token::Open => self.open(None, span)?,
                Token::Number => {
                    let value = self.text[span.clone()].parse::<Rational>();
                    let value = value.map_err(|error| at_place(error, span))?;
                    self.operands.push(self.graph.constant(value));
                    return Ok(());
                }
                Token::Name => {
                    let name = &self.text[span.clone()];
                    if let Some(call) = self.function(name) {
                        match self.lexer.next()? {
                            (Token::Open, _) => self.open(Some(call), span)?,
                            _ => {
                                let hint = format!("write `{name}(...)`");
                                let message =
                                    format!("the function `{name}` needs an argument in brackets");
                                return Err(self.error("missing-argument", &message, span, &hint));
                            }
                        }
                    } else if self.text[span.end..].trim_start().starts_with('(')
                        && self.graph.symbols().find(name).is_none()
                    {
                        let message = format!("unknown function `{name}`");
                        let hint = "known functions are sin, cos, tan, sqrt, abs, sign; others must be declared in the table of symbols";
                        return Err(self.error("unknown-function", &message, span, hint));
                    } else {
                        let symbol = self.symbol(name, span)?;
                        self.operands.push(symbol);
                        return Ok(());
                    }
                }
                Token::Times | Token::Over | Token::Power | Token::Close => {
                    let message =
                        format!("an operand is missing before `{}`", &self.text[span.clone()]);
                    return Err(self.error(
                        "missing-operand",
                        &message,
                        span,
                        "put a number, a name or a bracket there",
                    ));
                }
                Token::End => {
                    return Err(self.error(
                        "missing-operand",
                        "the formula ends too soon",
                        span,
                        "put a number, a name or a bracket there",
                    ));
                }
            }
        }
    }

    fn function(&self, name: &str) -> Option<Call> {
        let known = match name {
            "sin" => Function::Sin,
            "cos" => Function::Cos,
            "sqrt" => Function::Sqrt,
            "abs" => Function::Abs,
            "sign" => Function::Sign,
            "tan" => return Some(Call::Tangent),
            _ => {
                let base = name.trim_end_matches('\'');
                let order = (name.len() - base.len()) as u32;
                match self.graph.symbols().find_function(base)? {
                    Function::Named(named) => {
                        Function::Named(NamedFunction { derivative: order, ..named })
                    }
                    function => function,
                }
            }
        };
        Some(Call::Function(known))
    }

    /// A symbol by its name; an unknown one is noted, and reading goes on.
    fn symbol(&mut self, name: &str, span: Range<usize>) -> Result<Expr<'g>, Error> {
        if let Some(symbol) = self.graph.symbols().find(name) {
            return Ok(self.graph.symbol(symbol));
        }
        let known = self.graph.symbols().names();
        let base = name.trim_end_matches('\'');
        let (code, message) = if known.iter().any(|n| n == base) {
            (
                "no-derivative",
                format!("`{name}` does not exist: `{base}` has no such time derivative"),
            )
        } else {
            ("unknown-name", format!("there is no symbol `{name}`"))
        };
        let hint = match nearest(base, known.iter().map(String::as_str)) {
            Some(similar) if similar != base => format!("did you mean `{similar}`?"),
            Some(_) => {
                format!("only coordinates have time derivatives, up to order {}", Symbol::MAX_ORDER)
            }
            None if known.is_empty() => "no symbols are declared yet".to_owned(),
            None => format!("known are {}", listed(&known)),
        };
        self.findings.push(Diagnostic::error(code, message).at(span).hint(hint));
        if self.findings.len() >= MAX_FINDINGS {
            return Err(Error::Unreadable(Vec::new()));
        }
        Ok(self.graph.one())
    }

    fn open(&mut self, call: Option<Call>, span: Range<usize>) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("brackets are nested deeper than {MAX_DEPTH}");
            return Err(self.error("nested-too-deep", &message, span, "split the formula"));
        }
        self.operators.push((Operator::Bracket(call), span));
        Ok(())
    }

    fn close(&mut self, span: Range<usize>) -> Result<(), Error> {
        self.carry_out(Operator::Add.strength())?;
        match self.operators.pop() {
            Some((Operator::Bracket(call), _)) => {
                self.depth -= 1;
                if let Some(call) = call {
                    let argument = self.operands.pop().unwrap_or(self.graph.zero());
                    self.operands.push(match call {
                        Call::Function(function) => argument.apply(function),
                        Call::Tangent => argument.sin() / argument.cos(),
                    });
                }
                Ok(())
            }
            _ => Err(self.error(
                "unbalanced",
                "this bracket closes nothing",
                span,
                "remove it, or open it before",
            )),
        }
    }

    fn end(&mut self) -> Result<(), Error> {
        self.carry_out(Operator::Add.strength())?;
        match self.operators.pop() {
            None => Ok(()),
            Some((_, span)) => {
                Err(self.error("unbalanced", "this bracket is never closed", span, "add `)`"))
            }
        }
    }

    /// Carries out the waiting operators that bind at least so tightly.
    fn carry_out(&mut self, strength: u8) -> Result<(), Error> {
        while let Some((operator, span)) =
            self.operators.pop_if(|(waiting, _)| waiting.strength() >= strength)
        {
            let right = self.operands.pop().unwrap_or(self.graph.zero());
            if operator == Operator::Negate {
                self.operands.push(-right);
                continue;
            }
            let left = self.operands.pop().unwrap_or(self.graph.zero());
            let result = match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                Operator::Divide => left / right,
                _ => self.power(left, right, span.clone())?,
            };
            self.graph.check().map_err(|error| at_place(error, span))?;
            self.operands.push(result);
        }
        Ok(())
    }

    fn power(
        &self,
        base: Expr<'g>,
        exponent: Expr<'g>,
        span: Range<usize>,
    ) -> Result<Expr<'g>, Error> {
        let value = exponent.as_constant();
        if value == Rational::new(1, 2).ok() {
            return Ok(base.sqrt());
        }
        match value.as_ref().and_then(Rational::to_i64).map(i32::try_from) {
            Some(Ok(exponent)) => Ok(base.pow(exponent)),
            Some(Err(_)) => Err(self.error(
                "exponent-too-large",
                "this exponent is too large",
                span,
                "exponents are kept up to 2^24",
            )),
            None => Err(self.error(
                "bad-exponent",
                "an exponent must be an integer",
                span,
                "write `sqrt(x)` for a square root",
            )),
        }
    }

    fn error(&self, code: &'static str, message: &str, span: Range<usize>, hint: &str) -> Error {
        super::unreadable(Diagnostic::error(code, message).at(span).hint(hint))
    }
}

/// A failure of the algebra, at the place where it happened; a budget that was hit has no place.
pub(super) fn at_place(error: Error, span: Range<usize>) -> Error {
    if matches!(error, Error::Stopped(_)) {
        return error;
    }
    Error::Unreadable(error.diagnostics().into_iter().map(|d| d.at(span.clone())).collect())
}

fn listed(known: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut names: Vec<String> = known.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if known.len() > SHOWN {
        names.push("...".to_owned());
    }
    names.join(", ")
}
