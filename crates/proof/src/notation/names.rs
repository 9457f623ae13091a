//! The names of one paper about one robot: what each stands for, and how the paper writes it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use appell_algebra::{Budget, Poly, Printer, Symbol};
use appell_model::Robot;

use super::template::{bound_by, filled, filled_words};
use super::{Notation, alias, common, numbering, of_letter};
use crate::defined::DefinedNames;
use crate::explain::meaning_of;
use crate::known::Known;
use crate::latex::read_name;
use crate::meaning::write::entry_latex;
use crate::meaning::{Meaning, Style};
use crate::name::{Bindings, Name, Pattern};

/// The names of one paper about one robot.
pub(crate) struct Names<'r> {
    pub(crate) robot: &'r Robot,
    /// The paper's own, the robot's, the common ones: the first that knows a name decides.
    notations: Vec<Notation>,
    /// How symbols are written where the paper has no name for them.
    own: BTreeMap<Symbol, Name>,
    defined: Rc<DefinedNames>,
    /// What names mean by patterns, once looked up: long documents ask for the same names again and again.
    by_pattern: RefCell<HashMap<Name, ByPattern>>,
}

/// What a name means, whatever the document defines.
#[derive(Clone, Copy, Default)]
struct ByPattern {
    quantity: Option<Known>,
    symbol: Option<Symbol>,
    alias: Option<Symbol>,
}

impl<'r> Names<'r> {
    pub(crate) fn new(
        robot: &'r Robot,
        given: Option<&Notation>,
        defined: &Rc<DefinedNames>,
    ) -> Self {
        let mut own = BTreeMap::new();
        let mut symbols = Vec::new();
        let printer = Printer::new(robot.symbols()).with_notation(robot.notation());
        let parameters = robot.parameters().iter().map(|it| it.symbol);
        for symbol in parameters.chain(robot.coordinates()).chain(defined.names()) {
            if let Some(name) = printed(&printer, symbol) {
                symbols.push((Pattern::literal(&name), robot.symbols().name(symbol)));
                own.insert(symbol, name);
            }
        }
        let own_names = Notation { symbols, ..Notation::default() };
        let notations = given.cloned().into_iter().chain([own_names, common::notation()]).collect();
        let by_pattern = RefCell::default();
        Self { robot, notations, own, defined: Rc::clone(defined), by_pattern }
    }

    /// The quantity that a name stands for. An empty meaning says that it stands for none.
    pub(crate) fn quantity(&self, name: &Name) -> Option<Known> {
        self.by_pattern(name).quantity
    }

    /// The quantity that a name in LaTeX stands for.
    pub(crate) fn quantity_called(&self, latex: &str) -> Option<Known> {
        self.quantity(&name_of_latex(latex)?)
    }

    /// Whether the paper's own notation says that a name in LaTeX is that of a symbol of the robot.
    pub(crate) fn is_given_symbol(&self, latex: &str) -> bool {
        let Some(name) = name_of_latex(latex) else { return false };
        let given = self.notations.first().filter(|_| self.notations.len() > 2);
        let mut symbols = given.into_iter().flat_map(|given| &given.symbols);
        symbols.any(|(pattern, meaning)| {
            let text = pattern.bind(&name).map(|bindings| filled(meaning, &bindings));
            text.is_some_and(|text| self.symbol_of(&text).is_some())
        })
    }

    /// The symbol of the robot that a name without dots stands for, or of an abbreviation.
    pub(crate) fn symbol(&self, name: &Name) -> Option<Symbol> {
        let is_plain = !name.is_accented() && !name.has_superscript();
        let assigned = self.defined.letters.assigned.get(&name.letters()).filter(|_| is_plain);
        let by_pattern = self.by_pattern(name).symbol.or(assigned.copied());
        by_pattern.or_else(|| self.defined.abbreviations.symbol(name))
    }

    /// The symbol that a name stands for by custom, where the robot does not have it. A notation that was
    /// given says all: `x` may be an abbreviation there.
    pub(crate) fn alias(&self, name: &Name) -> Option<Symbol> {
        self.by_pattern(name).alias
    }

    fn by_pattern(&self, name: &Name) -> ByPattern {
        if let Some(known) = self.by_pattern.borrow().get(name) {
            return *known;
        }
        if self.is_own_name(name) {
            return ByPattern::default();
        }
        let is_given = self.notations.len() > 2;
        let of_letter = || of_letter::quantity(name, self.robot, &self.defined.letters);
        let looked_up = ByPattern {
            quantity: self.quantity_by_pattern(name).or_else(|| of_letter().filter(|_| !is_given)),
            symbol: self.symbol_by_pattern(name),
            alias: alias::symbol(name, self.robot, &self.defined.letters).filter(|_| !is_given),
        };
        self.by_pattern.borrow_mut().insert(name.clone(), looked_up);
        looked_up
    }

    fn quantity_by_pattern(&self, name: &Name) -> Option<Known> {
        let (common, given) = self.notations.split_last()?;
        let by_given = given.iter().find_map(|notation| notation.bound(name, self.robot));
        let numbered =
            |bindings, meaning: &str| numbering::of_joints(bindings, meaning, self.robot);
        by_given.or_else(|| common.bound_with(name, self.robot, &numbered))?
    }

    fn symbol_by_pattern(&self, name: &Name) -> Option<Symbol> {
        let by_pattern = self.notations.iter().find_map(|notation| {
            notation.symbols.iter().find_map(|(pattern, meaning)| {
                self.symbol_of(&filled(meaning, &pattern.bind(name)?))
            })
        });
        // the letters and digits in a row: J_{5xy} is J5xy, but q_1^2 is not q12
        let in_a_row = !name.is_accented() && !name.has_superscript();
        by_pattern.or_else(|| self.symbol_of(&name.letters()).filter(|_| in_a_row))
    }

    /// Whether the paper's own notation says what a name means. A symbol has no arguments: `g(q)` is not the
    /// acceleration `g`.
    pub(crate) fn is_given(&self, name: &Name) -> bool {
        let bare = name.bare();
        let given = self.notations.first().filter(|_| self.notations.len() > 2);
        given.is_some_and(|given| {
            let symbols = given.symbols.iter().filter(|_| bare == *name);
            let mut patterns = given.quantities.iter().chain(symbols);
            patterns.any(|(pattern, _)| pattern.bind(&bare).is_some())
        })
    }

    /// What a name stands for by an expression of the paper's notation: `"[1, 0, 0]"`, a column, or
    /// `"-m2*l1*sin(q2)"`.
    pub(crate) fn expression(&self, name: &Name) -> Option<Meaning> {
        let given = self.notations.first().filter(|_| self.notations.len() > 2)?;
        // the most exact pattern decides
        let quantity = given.quantities.iter().find(|(pattern, _)| pattern.bind(name).is_some());
        let columns = quantity.into_iter().filter(|(_, it)| it.starts_with('['));
        let scalars = given.symbols.iter().filter(|(_, it)| it.contains(['*', '+', '-', '/', '(']));
        columns
            .chain(scalars)
            .find_map(|(pattern, meaning)| self.formula_of(&filled(meaning, &pattern.bind(name)?)))
    }

    /// A formula, a column of them, `[a, b, c]`, or a matrix by rows, `[a, b; c, d]`.
    pub(super) fn formula_of(&self, text: &str) -> Option<Meaning> {
        match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            None => self.parsed(text),
            Some(inside) => {
                let cells = |row: &str| row.split(',').map(|it| self.parsed(it)).collect();
                let lines: Vec<&str> = match inside.contains(';') {
                    true => inside.split(';').collect(),
                    false => inside.split(',').collect(),
                };
                let rows = lines.into_iter().map(cells).collect::<Option<Vec<Vec<_>>>>()?;
                let is_even = rows.iter().all(|row| row.len() == rows[0].len());
                is_even.then_some(Meaning::Matrix(rows))
            }
        }
    }

    /// A formula in symbols of the robot.
    fn parsed(&self, text: &str) -> Option<Meaning> {
        let symbols = self.robot.symbols();
        let poly = Poly::parse(text, symbols, &Budget::default()).ok()?;
        let is_own = |symbol: &Symbol| {
            self.own.contains_key(&symbol.base())
                || self.robot.coordinates().contains(&symbol.base())
        };
        let own = poly.symbols(symbols).iter().all(is_own);
        own.then(|| meaning_of(&poly, Style::Full, self))
    }

    /// Whether a name in LaTeX is that of a symbol of the robot.
    pub(crate) fn is_symbol(&self, latex: &str) -> bool {
        self.own.values().any(|own| own.latex() == latex)
    }

    /// Whether the robot has a name, or the paper's notation says what it means.
    pub(crate) fn is_settled(&self, name: &Name) -> bool {
        self.is_given(name) || self.own.values().any(|own| own == name)
    }

    /// Whether the document defines a name itself, so that custom says nothing.
    pub(crate) fn is_own_name(&self, name: &Name) -> bool {
        let own = &self.defined.own_names;
        !own.is_empty() && own.contains(&name.bare().undotted())
    }

    /// Whether the document has sines `S_1`, `S_{12}`, beside which `C_{12}` is a cosine.
    pub(crate) fn has_capital_sines(&self) -> bool {
        self.defined.letters.have_capital_sines()
    }

    /// Whether the letter pi is a name of the document, and not the number.
    pub(crate) fn is_own_pi(&self) -> bool {
        self.defined.has_own_pi.get()
    }

    /// Whether the document defines a symbol.
    pub(crate) fn is_abbreviation(&self, symbol: Symbol) -> bool {
        self.defined.abbreviations.meaning(symbol).is_some()
    }

    /// Whether the document defines a symbol as a sum of symbols, each with a number before it.
    pub(crate) fn is_sum_of_symbols(&self, symbol: Symbol) -> bool {
        let is_linear = |it: &Meaning| match it {
            Meaning::Sum(_) | Meaning::Number(_) | Meaning::Symbol(..) => true,
            Meaning::Product(factors) => {
                factors.iter().filter(|it| !matches!(it, Meaning::Number(_))).count() == 1
            }
            _ => false,
        };
        let meaning = self.defined.abbreviations.meaning(symbol);
        meaning.is_some_and(|it| !it.any(&|part| !is_linear(part)))
    }

    /// What the document is taken to mean by a name.
    pub(crate) fn guessed(&self, name: &Name) -> Option<Meaning> {
        self.defined.guesses.borrow().get(name).cloned()
    }

    pub(super) fn symbol_of(&self, text: &str) -> Option<Symbol> {
        let symbols = self.robot.symbols();
        let known = |text: &str| {
            symbols.find(text).filter(|symbol| {
                self.own.contains_key(symbol) || self.robot.coordinates().contains(symbol)
            })
        };
        // products of inertia are symmetric: Jyx is Jxy
        known(text).or_else(|| known(&swapped(text)?))
    }

    /// A symbol without dots in the paper's way of writing.
    pub(crate) fn name_of(&self, symbol: Symbol) -> Option<Name> {
        let text = self.robot.symbols().name(symbol);
        let by_pattern = self.notations.first().filter(|_| self.notations.len() > 2);
        let by_pattern = by_pattern.and_then(|notation| {
            notation
                .symbols
                .iter()
                .find_map(|(pattern, meaning)| pattern.name(&bound_by(meaning, &text)?))
        });
        let own = || self.own.get(&symbol).cloned();
        by_pattern.or_else(|| self.printed(symbol)).or_else(own)
    }

    /// A symbol as the document prints it, or would: where it prints l_{c1} for r1x, r2x is l_{c2}.
    fn printed(&self, symbol: Symbol) -> Option<Name> {
        let printed = self.defined.printed.borrow();
        if let Some(name) = printed.get(&symbol) {
            return Some(name.clone());
        }
        let name = self.robot.symbols().name(symbol);
        let number = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let own = number(&name);
        // a document may define any number of names, which are not the robot's
        let mut of_robot = self.own.keys().filter_map(|other| Some((other, printed.get(other)?)));
        of_robot.find_map(|(other, printed)| {
            let text = self.robot.symbols().name(*other);
            let theirs = number(&text);
            let is_sibling =
                !own.is_empty() && !theirs.is_empty() && text.replace(&theirs, &own) == name;
            let like = printed.with_number(&theirs, &own);
            let meant = || self.symbol(&like).or_else(|| self.alias(&like));
            (is_sibling && meant() == Some(symbol)).then_some(like)
        })
    }

    /// Remembers how the document prints a symbol: as it did first.
    pub(crate) fn remember(&self, symbol: Symbol, name: &Name) {
        let plain = if symbol.order() == 0 { name.clone() } else { name.undotted() };
        self.defined.printed.borrow_mut().entry(symbol.base()).or_insert(plain);
    }
}

impl Names<'_> {
    /// A quantity in the paper's way of writing: of several names, the one most like another.
    pub(crate) fn latex_of(&self, known: &Known, like: &str) -> Option<String> {
        let whole = Known { entry: None, ..*known };
        let patterns = self.notations.iter().flat_map(|notation| &notation.quantities);
        let written = patterns.filter_map(|(pattern, meaning)| {
            let bindings = self.bindings_of(meaning, &whole)?;
            pattern.name(&bindings).map(|name| name.latex())
        });
        let alike =
            |latex: &String| latex.bytes().zip(like.bytes()).take_while(|(a, b)| a == b).count();
        // the first of those that are equally alike
        let latex = written.fold(None, |best: Option<String>, next| match best {
            Some(best) if alike(&best) >= alike(&next) => Some(best),
            _ => Some(next),
        })?;
        Some(match known.entry {
            Some(entry) => entry_latex(known, entry, &latex),
            None => latex,
        })
    }

    /// For which i and j a meaning is a quantity.
    fn bindings_of(&self, meaning: &str, known: &Known) -> Option<Bindings> {
        let frames = self.robot.joints().len() + 1;
        let last = if meaning.contains('j') { frames } else { 0 };
        let pairs = (0..=frames).flat_map(|i| (0..=last).map(move |j| (i, j)));
        let bindings =
            |(i, j): (usize, usize)| Bindings::from([("i", i.to_string()), ("j", j.to_string())]);
        pairs.map(bindings).find(|bindings| {
            let read = Known::read(&filled_words(meaning, bindings), self.robot);
            read.as_ref() == Some(known)
        })
    }
}

/// How a symbol is printed by itself.
pub(super) fn printed(printer: &Printer<'_>, symbol: Symbol) -> Option<Name> {
    name_of_latex(&printer.latex(&appell_algebra::Formula::Symbol(symbol)))
}

/// A name as it is written in LaTeX.
pub(super) fn name_of_latex(latex: &str) -> Option<Name> {
    let inks = read_name(latex).ok()?;
    match inks.as_slice() {
        [ink] => Name::of(ink, None),
        _ => None,
    }
}

/// A text that ends in two axes, with these swapped.
fn swapped(text: &str) -> Option<String> {
    let mut chars: Vec<char> = text.chars().collect();
    match chars.as_mut_slice() {
        [.., a @ 'x'..='z', b @ 'x'..='z'] if a != b => std::mem::swap(a, b),
        _ => return None,
    }
    Some(chars.into_iter().collect())
}
