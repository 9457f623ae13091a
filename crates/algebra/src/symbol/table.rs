//! The table in which names, angles and functions are interned.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Symbol, SymbolKind};
use crate::angle::Angle;
use crate::error::Error;
use crate::function::{Application, Function, NamedFunction};

/// A handle on the table that gives symbols their names.
///
/// Clones share one table; it can be used from several threads. Polynomials and expressions
/// hold only numbers: arithmetic never asks the table, reading and printing do. A symbol means
/// nothing to another table than its own; asking one for it may panic.
///
/// ```
/// use appell_algebra::Symbols;
///
/// let symbols = Symbols::new();
/// let q1 = symbols.coordinate("q1")?;
/// assert_eq!(symbols.coordinate("q1")?, q1);            // interned
/// assert_eq!(symbols.find("q1''"), Some(q1.derivative(2)?));
/// assert!(symbols.parameter("q1").is_err());            // taken by a coordinate
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Symbols(Arc<RwLock<Table>>);

#[derive(Debug)]
struct Table {
    names: [Vec<Arc<str>>; 2],
    by_name: HashMap<Arc<str>, Symbol, FxBuildHasher>,
    angles: Vec<Arc<Angle>>,
    by_angle: HashMap<Arc<Angle>, usize, FxBuildHasher>,
    applications: Vec<Arc<Application>>,
    by_application: HashMap<Arc<Application>, usize, FxBuildHasher>,
    functions: Vec<Arc<str>>,
}

impl Default for Table {
    fn default() -> Self {
        let pi: Arc<str> = "pi".into();
        Self {
            names: [vec![pi.clone()], Vec::new()],
            by_name: HashMap::from_iter([(pi, Symbol::PI)]),
            angles: Vec::new(),
            by_angle: HashMap::default(),
            applications: Vec::new(),
            by_application: HashMap::default(),
            functions: Vec::new(),
        }
    }
}

/// Names that the text form keeps for itself.
const RESERVED: [&str; 6] = ["sin", "cos", "sqrt", "abs", "sign", "tan"];

impl Symbols {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The parameter of this name, made on first use.
    pub fn parameter(&self, name: &str) -> Result<Symbol, Error> {
        self.intern(SymbolKind::Parameter, name)
    }

    /// The coordinate of this name, made on first use.
    pub fn coordinate(&self, name: &str) -> Result<Symbol, Error> {
        self.intern(SymbolKind::Coordinate, name)
    }

    fn intern(&self, kind: SymbolKind, name: &str) -> Result<Symbol, Error> {
        let mut table = self.write();
        if let Some(&symbol) = table.by_name.get(name) {
            return if symbol.kind() == kind {
                Ok(symbol)
            } else {
                Err(Error::NameTaken { name: name.to_owned(), taken_by: describe(symbol.kind()) })
            };
        }
        if !is_name(name) {
            return Err(Error::BadName { name: name.chars().take(40).collect() });
        }
        if RESERVED.contains(&name) || table.functions.iter().any(|taken| &**taken == name) {
            return Err(Error::NameTaken { name: name.to_owned(), taken_by: "a function" });
        }
        let symbol = Symbol::new(kind, table.names[kind as usize].len())?;
        let name: Arc<str> = name.into();
        table.names[kind as usize].push(name.clone());
        table.by_name.insert(name, symbol);
        Ok(symbol)
    }

    /// The symbol of this name, primes included: `q1''` is the second derivative of `q1`.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        let base = name.trim_end_matches('\'');
        let symbol = *self.read().by_name.get(base)?;
        symbol.derivative((name.len() - base.len()) as u32).ok()
    }

    /// The name of a symbol, primes included.
    pub fn name(&self, symbol: Symbol) -> String {
        match symbol.kind() {
            SymbolKind::Parameter | SymbolKind::Coordinate => {
                let primes = "'".repeat(symbol.order() as usize);
                format!("{}{primes}", self.base_name(symbol))
            }
            SymbolKind::Constant | SymbolKind::AngleSum => {
                crate::print::text_of_angle(&self.angle(symbol), self)
            }
        }
    }

    /// The name of a parameter or coordinate, without primes.
    pub(crate) fn base_name(&self, symbol: Symbol) -> Arc<str> {
        self.read().names[symbol.kind() as usize][symbol.index()].clone()
    }

    /// All names of parameters, then of coordinates, in the order in which they were made. The
    /// circle number is not among them.
    pub fn names(&self) -> Vec<String> {
        let table = self.read();
        table.names.iter().flatten().skip(1).map(|name| name.to_string()).collect()
    }

    /// The names of all coordinates.
    pub(crate) fn coordinates(&self) -> Vec<Arc<str>> {
        self.read().names[SymbolKind::Coordinate as usize].clone()
    }

    /// The symbol that stands for a number as an angle, or for a folded sum of angles.
    pub(crate) fn angle_symbol(&self, kind: SymbolKind, angle: Angle) -> Result<Symbol, Error> {
        let mut table = self.write();
        if let Some(&index) = table.by_angle.get(&angle) {
            return Symbol::new(kind, index);
        }
        let (index, angle) = (table.angles.len(), Arc::new(angle));
        let symbol = Symbol::new(kind, index)?;
        table.angles.push(angle.clone());
        table.by_angle.insert(angle, index);
        Ok(symbol)
    }

    /// The angle for which a [`SymbolKind::Constant`] or [`SymbolKind::AngleSum`] stands.
    pub(crate) fn angle(&self, symbol: Symbol) -> Arc<Angle> {
        self.read().angles[symbol.index()].clone()
    }

    /// A function given by name, e.g. a measured friction curve. It is opaque: the algebra knows
    /// only that equal arguments give equal values.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        let mut table = self.write();
        if let Some(index) = table.functions.iter().position(|known| &**known == name) {
            return Ok(named(index));
        }
        if !is_name(name) {
            return Err(Error::BadName { name: name.chars().take(40).collect() });
        }
        if RESERVED.contains(&name) || table.by_name.contains_key(name) {
            return Err(Error::NameTaken { name: name.to_owned(), taken_by: "known" });
        }
        table.functions.push(name.into());
        Ok(named(table.functions.len() - 1))
    }

    /// The function of this name, if there is one; the text form of named functions.
    pub fn find_function(&self, name: &str) -> Option<Function> {
        let index = self.read().functions.iter().position(|known| &**known == name)?;
        Some(named(index))
    }

    pub(crate) fn function_name(&self, function: NamedFunction) -> Arc<str> {
        self.read().functions[function.index as usize].clone()
    }

    /// The number under which a function of an argument is interned.
    pub(crate) fn application_index(&self, application: Application) -> Result<u32, Error> {
        let mut table = self.write();
        if let Some(&index) = table.by_application.get(&application) {
            return Ok(index as u32);
        }
        let (index, application) = (table.applications.len(), Arc::new(application));
        if index > Symbol::MAX_INDEX {
            return Err(Error::TooManyNames { limit: Symbol::MAX_INDEX + 1 });
        }
        table.applications.push(application.clone());
        table.by_application.insert(application, index);
        Ok(index as u32)
    }

    pub(crate) fn application(&self, index: u32) -> Arc<Application> {
        self.read().applications[index as usize].clone()
    }

    // A thread that panicked while it held the lock left the table whole: every change is one push.
    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Table> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn named(index: usize) -> Function {
    Function::Named(NamedFunction { index: index as u32, derivative: 0 })
}

fn describe(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Coordinate => "a coordinate",
        _ => "a parameter",
    }
}

/// A letter, then letters, digits and `_`.
pub(crate) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_part)
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic()
}

pub(crate) fn is_name_part(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || c == '_'
}
