//! Expressions as programs.

use appell_algebra::{Expr, Graph, Node, Rational, Symbol, SymbolKind};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::builder::Builder;
use crate::error::Error;
use crate::operation::{Function, Value};
use crate::program::{Input, Output, Program, signed_name};

impl Program {
    /// The program that calculates expressions of a graph, with their names. Its inputs are the
    /// symbols that occur: coordinates, velocities, accelerations and so on, then parameters.
    pub fn new(graph: &Graph, outputs: &[(&str, Expr<'_>)]) -> Result<Self, Error> {
        let formulas: Vec<Expr<'_>> = outputs.iter().map(|&(_, formula)| formula).collect();
        Self::with_inputs(graph, &symbols_in(graph, &formulas), outputs, &[])
    }

    /// The program with inputs in an order of one's own, whether they are used or not, and with
    /// names for intermediate values.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::Program;
    ///
    /// let symbols = Symbols::new();
    /// let graph = Graph::new(&symbols);
    /// let (x, y) = (graph.parameter("x"), graph.parameter("y"));
    /// let inputs = [symbols.parameter("y")?, symbols.parameter("x")?];
    /// let names = [("difference", x - y)];
    /// let program = Program::with_inputs(&graph, &inputs, &[("z", (x - y) * (x + y))], &names)?;
    /// assert!(program.to_string().contains("difference = x - y"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_inputs(
        graph: &Graph,
        inputs: &[Symbol],
        outputs: &[(&str, Expr<'_>)],
        names: &[(&str, Expr<'_>)],
    ) -> Result<Self, Error> {
        graph.check()?;
        let mut lowering = Lowering::new(inputs);
        let roots: Vec<Expr<'_>> = outputs.iter().map(|&(_, formula)| formula).collect();
        lowering.lower(graph, &roots)?;
        let Lowering { builder, values, .. } = lowering;
        let operations = builder.finish()?;
        let mut named = vec![None; operations.len()];
        for (name, formula) in names {
            // of a negative it may be that only the positive is calculated
            let value = values.get(formula).copied().or_else(|| match formula.node() {
                Node::Scale(Rational::MINUS_ONE, positive) => values.get(&positive).map(|it| -*it),
                _ => None,
            });
            if let Some(value) = value {
                // the first of several names
                named[value.index()].get_or_insert_with(|| signed_name(name, value));
            }
        }
        let program = Self {
            inputs: inputs.iter().map(|&symbol| Input::of(symbol, graph.symbols())).collect(),
            operations,
            names: named,
            outputs: outputs
                .iter()
                .map(|(name, formula)| Output { name: (*name).to_owned(), value: values[formula] })
                .collect(),
        };
        program.without_dead_code()
    }
}

/// The symbols in expressions: coordinates by the order of their derivative, then parameters.
pub fn symbols_in(graph: &Graph, formulas: &[Expr<'_>]) -> Vec<Symbol> {
    let nodes = graph.topological(formulas);
    let mut symbols: Vec<Symbol> = nodes
        .into_iter()
        .filter_map(|part| match part.node() {
            Node::Symbol(symbol) if symbol != Symbol::PI => Some(symbol),
            _ => None,
        })
        .collect();
    symbols.sort_by_key(|symbol| {
        (symbol.kind() != SymbolKind::Coordinate, symbol.order(), symbol.base())
    });
    symbols
}

struct Lowering<'g> {
    builder: Builder,
    inputs: HashMap<Symbol, usize, FxBuildHasher>,
    values: HashMap<Expr<'g>, Value, FxBuildHasher>,
}

impl<'g> Lowering<'g> {
    fn new(inputs: &[Symbol]) -> Self {
        let inputs = inputs.iter().enumerate().map(|(number, &symbol)| (symbol, number)).collect();
        Self { builder: Builder::default(), inputs, values: HashMap::default() }
    }

    fn lower(&mut self, graph: &'g Graph, roots: &[Expr<'g>]) -> Result<(), Error> {
        let order = graph.topological(roots);
        let mut uses: HashMap<Expr<'g>, usize, FxBuildHasher> = HashMap::default();
        for operand in order.iter().flat_map(|part| part.node().operands()) {
            *uses.entry(operand).or_default() += 1;
        }
        // a reciprocal that is used once is a division; else it is taken once and multiplied with
        let divisor = |part: Expr<'g>| match part.node() {
            Node::Power(base, exponent) if exponent < 0 && uses.get(&part) == Some(&1) => {
                Some((base, exponent.unsigned_abs()))
            }
            _ => None,
        };
        for part in order {
            let of = |operand: Expr<'g>| self.values[&operand];
            let value = match part.node() {
                Node::Constant(number) => self.builder.constant(&number),
                Node::Symbol(Symbol::PI) => self.builder.pi(),
                Node::Symbol(symbol) => match self.inputs.get(&symbol) {
                    Some(&number) => self.builder.input(number),
                    None => {
                        let name = graph.symbols().name(symbol);
                        return Err(Error::NotAnInput { name });
                    }
                },
                Node::Add(a, b) => self.builder.add(of(a), of(b)),
                Node::Mul(a, b) => match (divisor(a), divisor(b)) {
                    (_, Some((base, exponent))) => {
                        let below = self.builder.power(of(base), exponent);
                        self.builder.div(of(a), below)
                    }
                    (Some((base, exponent)), _) => {
                        let below = self.builder.power(of(base), exponent);
                        self.builder.div(of(b), below)
                    }
                    _ => self.builder.mul(of(a), of(b)),
                },
                Node::Scale(factor, a) => {
                    let factor = self.builder.constant(&factor);
                    self.builder.mul(factor, self.values[&a])
                }
                Node::Power(base, exponent) => {
                    let power = self.builder.power(of(base), exponent.unsigned_abs());
                    match exponent < 0 {
                        true => {
                            let one = self.builder.constant(&Rational::ONE);
                            self.builder.div(one, power)
                        }
                        false => power,
                    }
                }
                Node::Call(function, a) => self.builder.call(known(function)?, of(a)),
                Node::Undefined(failure) => return Err((*failure).into()),
            };
            self.values.insert(part, value);
        }
        Ok(())
    }
}

fn known(function: appell_algebra::Function) -> Result<Function, Error> {
    Ok(match function {
        appell_algebra::Function::Sin => Function::Sin,
        appell_algebra::Function::Cos => Function::Cos,
        appell_algebra::Function::Sqrt => Function::Sqrt,
        appell_algebra::Function::Abs => Function::Abs,
        appell_algebra::Function::Sign => Function::Sign,
        // expressions have negative powers instead of reciprocals
        appell_algebra::Function::Reciprocal | appell_algebra::Function::Named(_) => {
            return Err(Error::NamedFunction);
        }
    })
}
