//! Formulas from text: `2*M4*q1''*l2*cos(q2)^2`.
//!
//! ```text
//! sum      = [+ -] product { (+ | -) product }
//! product  = power { (* | /) power }
//! power    = operand [ ^ integer ]            right to left; an exponent may be bracketed
//! operand  = number | name | function ( sum ) | ( sum )
//! number   = 3 | 0.25 | 1.5e-3                read as the exact number it spells
//! name     = q1 | q1' | q1''                  primes are time derivatives
//! function = sin | cos | tan | sqrt | abs | sign | a named function of the table
//! ```

mod lexer;
mod reader;

use std::collections::HashSet;

use appell_diagnostic::Diagnostic;

use crate::budget::Budget;
use crate::error::Error;
use crate::expr::{Expr, Graph};
use crate::poly::Poly;
use crate::symbol::{Symbols, is_name};
use lexer::{Lexer, Token};

/// Brackets nested deeper than this are refused.
pub(crate) const MAX_DEPTH: usize = 1000;

impl Graph {
    /// Reads an expression. Every name must be known to the table. All findings are collected.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// let symbols = Symbols::new();
    /// symbols.coordinate("q1")?;
    /// let graph = Graph::new(&symbols);
    /// let e = graph.parse("cos(q1)*(1 + q1'^2)")?;
    /// assert_eq!(e.size(), 7);  // q1, cos, q1', its square, 1, the sum, the product
    /// let problem = graph.parse("cos(q2)").unwrap_err().diagnostics().remove(0);
    /// assert_eq!(problem.code, "unknown-name");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Expr<'_>, Error> {
        self.check()?;
        let result = reader::Reader::new(self, text).read();
        if result.is_err() {
            // What was wrong with this text is no failure of what else is in the graph.
            self.take_failure();
        }
        result
    }
}

impl Symbols {
    /// The names in a formula that this table does not know, in the order in which they come;
    /// functions and time derivatives aside. Of a text that cannot be read, those up to there.
    ///
    /// ```
    /// use appell_algebra::Symbols;
    /// let symbols = Symbols::new();
    /// symbols.parameter("l1")?;
    /// assert_eq!(symbols.unknown_names("l1*cos(a) - (l2 + a)"), ["a", "l2"]);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn unknown_names(&self, text: &str) -> Vec<String> {
        let (mut names, mut seen) = (Vec::new(), HashSet::new());
        let mut lexer = Lexer::new(text);
        let mut pending: Option<&str> = None;
        while let Ok((token, span)) = lexer.next() {
            // a name before an opening bracket is a function
            if let Some(name) = pending.take().filter(|_| token != Token::Open)
                && is_name(name)
                && self.find(name).is_none()
                && seen.insert(name)
            {
                names.push(name.to_owned());
            }
            match token {
                Token::Name => pending = Some(&text[span]),
                Token::End => break,
                _ => {}
            }
        }
        names
    }
}

impl Poly {
    /// Reads a polynomial: an expression, expanded into normal form.
    pub fn parse(text: &str, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let graph = Graph::with_budget(symbols, budget.clone());
        let expr = graph.parse(text)?;
        expr.expand(budget).map_err(|error| reader::at_place(error, 0..text.len()))
    }
}

fn unreadable(diagnostic: Diagnostic) -> Error {
    Error::Unreadable(vec![diagnostic])
}
