//! Expressions as a list of steps: what is used more than once is written once, under a name.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::formula::Formula;
use crate::error::Error;
use crate::expr::{Expr, Graph, Node};
use crate::symbol::{Symbol, Symbols};

/// Expressions in the order of their evaluation.
#[derive(Clone, Debug)]
pub struct SharedSubexpressions {
    /// Names for what is used more than once, each after what it is made of.
    pub steps: Vec<(Symbol, Formula)>,
    /// The expressions themselves, by these names.
    pub results: Vec<Formula>,
}

impl SharedSubexpressions {
    /// Writes expressions of one graph as steps. The names are a letter and a number, and none that is
    /// reserved; they are parameters of the table. The same expressions get the same names again.
    ///
    /// ```
    /// use appell_algebra::{Graph, Printer, SharedSubexpressions, Symbols};
    /// let symbols = Symbols::new();
    /// let graph = Graph::new(&symbols);
    /// let (x, y) = (graph.parameter("x"), graph.parameter("y"));
    /// let sum = x + y;
    /// let steps = SharedSubexpressions::of(&[sum * sum.sin(), sum.cos()], &[])?;
    /// let printer = Printer::new(&symbols);
    /// let (name, shared) = &steps.steps[0];
    /// assert_eq!((symbols.name(*name), printer.text(shared)), ("z1".to_owned(), "x + y".to_owned()));
    /// assert_eq!(printer.text(&steps.results[1]), "cos(z1)");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn of(roots: &[Expr<'_>], reserved: &[String]) -> Result<Self, Error> {
        let Some(first) = roots.first() else {
            return Ok(Self { steps: Vec::new(), results: Vec::new() });
        };
        let source = first.graph();
        source.check()?;
        let order = source.topological(roots);
        let mut uses: HashMap<Expr<'_>, usize, FxBuildHasher> = HashMap::default();
        for part in &order {
            for operand in part.node().operands() {
                *uses.entry(operand).or_default() += 1;
            }
        }
        let symbols = source.symbols();
        let mut names = Names::new(symbols, reserved);
        // no larger than what is there already
        let target = Graph::new(symbols);
        let mut written: HashMap<Expr<'_>, Expr<'_>, FxBuildHasher> = HashMap::default();
        let mut steps = Vec::new();
        for part in order {
            let of = |operand: Expr<'_>| written[&operand];
            let copy = match part.node() {
                Node::Constant(value) => target.constant(value),
                Node::Symbol(symbol) => target.symbol(symbol),
                Node::Add(a, b) => of(a) + of(b),
                Node::Mul(a, b) => of(a) * of(b),
                Node::Scale(factor, a) => of(a).scale(&factor),
                Node::Power(a, exponent) => of(a).pow(exponent),
                Node::Call(function, a) => of(a).apply(function),
                Node::Undefined(failure) => return Err(*failure),
            };
            let shared = uses.get(&part).is_some_and(|&uses| uses > 1);
            let kept = match shared && is_worth_a_name(part) {
                true => {
                    let name = names.next()?;
                    steps.push((name, Formula::nested(copy)?));
                    target.symbol(name)
                }
                false => copy,
            };
            written.insert(part, kept);
        }
        target.check()?;
        let results = roots.iter().map(|root| Formula::nested(written[root]));
        Ok(Self { steps, results: results.collect::<Result<_, _>>()? })
    }
}

/// Whether it is shorter to name a part than to write it again.
fn is_worth_a_name(part: Expr<'_>) -> bool {
    match part.node() {
        Node::Constant(_) | Node::Symbol(_) => false,
        // a sign or a number before something that has a name of its own
        Node::Scale(..) => false,
        Node::Call(_, argument) => !matches!(argument.node(), Node::Symbol(_)),
        _ => true,
    }
}

/// z1, z2, ..., or with another letter where one of them is reserved.
struct Names<'s> {
    symbols: &'s Symbols,
    reserved: &'s [String],
    letter: char,
    count: usize,
}

impl<'s> Names<'s> {
    fn new(symbols: &'s Symbols, reserved: &'s [String]) -> Self {
        let taken = |letter: char| {
            let numbered = |name: &String| {
                let number = name.strip_prefix(letter);
                number.is_some_and(|rest| {
                    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
                })
            };
            reserved.iter().any(numbered)
        };
        let letter = ['z', 'x', 'y', 'w', 'u', 'Z'].into_iter().find(|&letter| !taken(letter));
        Self { symbols, reserved, letter: letter.unwrap_or('z'), count: 0 }
    }

    fn next(&mut self) -> Result<Symbol, Error> {
        loop {
            self.count += 1;
            let name = format!("{}{}", self.letter, self.count);
            if !self.reserved.contains(&name) {
                return self.symbols.parameter(&name);
            }
        }
    }
}
