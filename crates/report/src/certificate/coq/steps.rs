//! The values of the recursion: each is defined under a name when it is first needed, with the closed form that
//! it will be proved to have.

use std::collections::BTreeMap;
use std::fmt::Write;

use appell_algebra::{BudgetScope, BudgetedPoly, Form, Poly, Printer};
use appell_spatial::{Matrix, Vector};

use super::super::Statement;
use super::super::formula::FormulaWriter;
use super::super::robot::Link;
use super::Failure;
use super::inward::WrenchKey;
use super::run::Run;

/// A value of the recursion: how it is written, and its closed form.
#[derive(Clone)]
pub(super) struct Value<'s> {
    pub(super) text: String,
    /// The name under which it is defined; nothing for constants.
    pub(super) name: Option<String>,
    pub(super) entries: Entries<'s>,
}

#[derive(Clone)]
pub(super) enum Entries<'s> {
    Vector(Vectors<'s>),
    Matrix(Matrix<BudgetedPoly<'s>>),
}

pub(super) type Vectors<'s> = Vector<BudgetedPoly<'s>>;

/// What is known of a defined name.
pub(super) struct Defined<'s> {
    pub(super) value: Value<'s>,
    /// The names in its definition.
    pub(super) uses: Vec<String>,
    /// The components that are needed; the others keep names instead of closed forms.
    pub(super) needed: [bool; 3],
    /// Whether its lemma is written; nothing: not yet.
    pub(super) lemma: Option<bool>,
}

pub(super) struct Steps<'a> {
    pub(super) statement: &'a Statement<'a>,
    pub(super) formulas: &'a FormulaWriter<'a>,
    pub(super) scope: &'a BudgetScope,
    pub(super) defined: BTreeMap<String, Defined<'a>>,
    /// The components of forces and moments that the claims depend on.
    pub(super) needed: BTreeMap<WrenchKey, [bool; 3]>,
    /// What is written so far.
    pub(super) text: String,
}

impl<'a> Steps<'a> {
    pub(super) fn new(
        statement: &'a Statement<'a>,
        formulas: &'a FormulaWriter<'a>,
        scope: &'a BudgetScope,
    ) -> Self {
        let (defined, needed) = Default::default();
        Self { statement, formulas, scope, defined, needed, text: String::new() }
    }

    /// Defines a value, once.
    pub(super) fn define(
        &mut self,
        name: String,
        text: &str,
        parts: &[&Value<'a>],
        entries: Entries<'a>,
    ) -> Value<'a> {
        let _ = writeln!(self.text, "Definition {name} := {text}.\n");
        let uses = parts.iter().filter_map(|part| part.name.clone()).collect();
        let value = Value { text: name.clone(), name: Some(name.clone()), entries };
        let needed = [true; 3];
        self.defined.insert(name, Defined { value: value.clone(), uses, needed, lemma: None });
        value
    }

    pub(super) fn known(&self, name: &str) -> Option<Value<'a>> {
        self.defined.get(name).map(|defined| defined.value.clone())
    }

    pub(super) fn link(&self, link: usize) -> &'a Link {
        &self.statement.links[link]
    }

    /// The link on which a link sits; nothing: the base.
    pub(super) fn parent(&self, link: usize) -> Option<usize> {
        let parent = &self.link(link).parent;
        self.statement.links.iter().position(|other| other.key == *parent)
    }

    pub(super) fn name(&self, run: Option<Run>, link: usize, what: &str) -> String {
        let prefix = run.map_or_else(String::new, |run| run.prefix(&self.statement.links));
        let key = self.link(link).key.replace(['.', '-'], "_");
        format!("{prefix}link{key}_{what}")
    }

    pub(super) fn poly(&self, poly: &Poly) -> Result<String, Failure> {
        let printer = Printer::new(self.statement.robot.symbols());
        let formula = printer.arrange(poly, &Form::Expanded, self.statement.budget)?;
        Ok(self.formulas.formula(&formula)?)
    }

    pub(super) fn vector(&self, vector: &Vector<Poly>) -> Result<Value<'a>, Failure> {
        let texts = vector.0.iter().map(|entry| Ok(format!("({})", self.poly(entry)?)));
        let texts: Vec<String> = texts.collect::<Result<_, Failure>>()?;
        let entries = vector.map(|entry| self.scope.scalar(entry.clone()));
        let text = format!("(V {})", texts.join(" "));
        Ok(Value { text, name: None, entries: Entries::Vector(entries) })
    }

    pub(super) fn zero(&self) -> Result<Value<'a>, Failure> {
        self.vector(&Vector::default())
    }

    pub(super) fn matrix(&self, Matrix(rows): &Matrix<Poly>) -> Result<String, Failure> {
        let row = |row: &[Poly; 3]| Ok(self.vector(&Vector(row.clone()))?.text);
        let rows: Vec<String> = rows.iter().map(row).collect::<Result<_, Failure>>()?;
        Ok(format!("(Rows {})", rows.join(" ")))
    }

    pub(super) fn closed(&self, entries: &Entries<'a>) -> Result<String, Failure> {
        let text = match entries {
            Entries::Vector(vector) => {
                let vector = vector.try_map(|entry| entry.poly().cloned())?;
                self.vector(&vector)?.text
            }
            Entries::Matrix(matrix) => {
                self.matrix(&matrix.try_map(|entry| entry.poly().cloned())?)?
            }
        };
        Ok(text)
    }
}

impl<'s> Entries<'s> {
    /// The needed components of a vector, or the needed columns of a matrix.
    pub(super) fn entries(&self, needed: [bool; 3]) -> impl Iterator<Item = &BudgetedPoly<'s>> {
        let all = match self {
            Self::Vector(vector) => vector.0.as_slice(),
            Self::Matrix(matrix) => matrix.0.as_flattened(),
        };
        all.iter().zip(needed.into_iter().cycle()).filter(|(_, it)| *it).map(|(entry, _)| entry)
    }
}

impl<'s> Value<'s> {
    pub(super) fn as_vector(&self) -> Vectors<'s> {
        match &self.entries {
            Entries::Vector(vector) => vector.clone(),
            Entries::Matrix(_) => appell_diagnostic::broken_invariant("a matrix as a vector"),
        }
    }

    pub(super) fn as_matrix(&self) -> Matrix<BudgetedPoly<'s>> {
        match &self.entries {
            Entries::Matrix(matrix) => matrix.clone(),
            Entries::Vector(_) => appell_diagnostic::broken_invariant("a vector as a matrix"),
        }
    }
}

/// The names of the components of a vector in the textbook.
pub(super) const COMPONENTS: [&str; 3] = ["vx", "vy", "vz"];
