//! All changes at one place of a formula that undo a usual slip, also below bars: where an equation cannot be solved
//! for what should be there, each is tried. A term or a factor too many is none of them: it may be a force that the
//! robot does not have.

use std::collections::BTreeSet;

use appell_algebra::{Rational, Symbol};

use super::edit::{Change, Edit};
use super::occurrence::Path;
use super::slip::Kind;
use crate::dimension::Dimensions;
use crate::meaning::Meaning;
use crate::meaning::write::symbol_latex;
use crate::notation::Names;

/// The changes of a formula, the likeliest slips first.
pub(crate) fn single_edits(
    formula: &Meaning,
    symbols: &BTreeSet<Symbol>,
    names: &Names<'_>,
    dimensions: &Dimensions,
) -> Vec<Edit> {
    let mut walk = Walk { symbols, names, dimensions, edits: Vec::new() };
    walk.part(formula, &mut Vec::new());
    let mut edits = walk.edits;
    edits.sort_by_key(|edit| edit.kind.cost());
    edits
}

struct Walk<'w, 'r> {
    /// The symbols that may be meant.
    symbols: &'w BTreeSet<Symbol>,
    names: &'w Names<'r>,
    dimensions: &'w Dimensions,
    edits: Vec<Edit>,
}

impl Walk<'_, '_> {
    fn add(&mut self, kind: Kind, change: Change) {
        self.edits.push(Edit { kind, change });
    }

    fn printed(&self, symbol: Symbol) -> Meaning {
        Meaning::Symbol(symbol, symbol_latex(symbol, self.names))
    }

    fn part(&mut self, part: &Meaning, path: &mut Path) {
        match part {
            Meaning::Sum(terms) => {
                for (at, (_, term)) in terms.iter().enumerate() {
                    path.push(at);
                    self.add(Kind::Sign, Change::Turn(path.clone()));
                    self.scaled(path);
                    self.part(term, path);
                    path.pop();
                }
            }
            Meaning::Product(factors) => {
                for (at, factor) in factors.iter().enumerate() {
                    path.push(at);
                    self.part(factor, path);
                    path.pop();
                }
                self.multiplied(path);
            }
            Meaning::Quotient(above, below) => {
                for (at, inside) in [above, below].into_iter().enumerate() {
                    path.push(at);
                    self.scaled(path);
                    self.multiplied(path);
                    self.part(inside, path);
                    path.pop();
                }
            }
            Meaning::Power(base, power) => {
                let other = match power {
                    2 => (**base).clone(),
                    power => Meaning::Power(base.clone(), power - 1),
                };
                self.add(Kind::ExtraSquare, Change::Replace(path.clone(), other));
                path.push(0);
                self.part(base, path);
                path.pop();
            }
            Meaning::Wave(wave, angle, style) => {
                let other = Meaning::Wave(wave.other(), angle.clone(), *style);
                self.add(Kind::SineCosine, Change::Replace(path.clone(), other));
                self.squared(part, path);
            }
            Meaning::Symbol(symbol, _) => {
                self.symbol(*symbol, path);
                self.squared(part, path);
            }
            _ => {}
        }
    }

    fn symbol(&mut self, symbol: Symbol, path: &Path) {
        for other in self.symbols {
            let is_rate = other.base() == symbol.base();
            let kind = match other.order().cmp(&symbol.order()) {
                _ if *other == symbol => continue,
                std::cmp::Ordering::Greater if is_rate => Kind::MissingDot,
                std::cmp::Ordering::Less if is_rate => Kind::ExtraDot,
                _ if self.dimensions.are_alike(*other, symbol) => Kind::WrongIndex,
                _ => continue,
            };
            self.add(kind, Change::Replace(path.clone(), self.printed(*other)));
        }
    }

    fn squared(&mut self, part: &Meaning, path: &Path) {
        let square = Meaning::Power(Box::new(part.clone()), 2);
        self.add(Kind::LostSquare, Change::Replace(path.clone(), square));
    }

    fn scaled(&mut self, path: &Path) {
        let two = Rational::from(2);
        self.add(Kind::Factor, Change::Multiply(path.clone(), Meaning::Number(two.clone())));
        self.add(Kind::Factor, Change::Halve(path.clone(), two));
    }

    fn multiplied(&mut self, path: &Path) {
        for symbol in self.symbols {
            let factor = self.printed(*symbol);
            self.add(Kind::MissingFactor, Change::Multiply(path.clone(), factor));
        }
    }
}
