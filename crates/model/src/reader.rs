//! What is known while a file is read: the path to the entry at hand, and what was found so far.

use std::collections::BTreeMap;
use std::ops::Range;

use appell_algebra::{AtomKind, Budget, Error, Poly, Rational, Symbol, Symbols};
use appell_diagnostic::{Diagnostic, Place};
use appell_units::{Dimension, Exact, Measure, Unit};

use crate::draft::Draft;
use crate::files::Files;
use crate::parameter::Parameter;
use crate::places::Places;
use crate::read::{MAX_TERMS, Options, Reading, entry_budget};

/// A reader of entries.
pub(crate) struct Reader<'t> {
    text: &'t str,
    pub(crate) symbols: Symbols,
    pub(crate) budget: Budget,
    pub(crate) findings: Vec<Diagnostic>,
    /// Where the files are that the robot names.
    pub(crate) files: Files,
    /// The nodes of meshes on which joints and frames sit, and whether forces act there.
    pub(crate) mesh_points: BTreeMap<Vec<u64>, bool>,
    places: Places,
    path: Vec<String>,
    /// The units of the parameters that have one.
    units: BTreeMap<Symbol, Unit>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            symbols: Symbols::new(),
            budget: entry_budget(),
            findings: Vec::new(),
            files: Files::default(),
            mesh_points: BTreeMap::new(),
            places: Places::default(),
            path: Vec::new(),
            units: BTreeMap::new(),
        }
    }

    /// Makes the units of parameters known to the entries that are read after them.
    pub(crate) fn remember_units(&mut self, parameters: &[Parameter]) {
        let unit = |it: &Parameter| Some((it.symbol, Unit::read(it.unit.as_deref()?)?));
        self.units.extend(parameters.iter().filter_map(unit));
    }

    /// Builds and lints what was read.
    pub(crate) fn finish(self, draft: Option<Draft>, options: &Options) -> Reading {
        Reading::build(draft, self.findings, &self.places, &self.budget, options)
    }

    /// Does something one step further down the path, at this place of the file.
    pub(crate) fn inside<T>(
        &mut self,
        step: impl Into<String>,
        span: Range<usize>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(step.into());
        self.places.remember(&self.path, span);
        let result = work(self);
        self.path.pop();
        result
    }

    /// Does something one step further down the path, whose place is known already.
    pub(crate) fn below<T>(
        &mut self,
        step: impl Into<String>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(step.into());
        let result = work(self);
        self.path.pop();
        result
    }

    /// Notes what is wrong at a place. What comes after very many findings says nothing new.
    pub(crate) fn report(&mut self, finding: Diagnostic, span: Range<usize>) {
        const MANY: usize = 1000;
        if self.findings.len() < MANY {
            self.findings.push(finding.at(span));
        }
    }

    /// Makes the coordinate of a joint known; what is wrong with its name is found when the joint
    /// is built.
    pub(crate) fn declare_coordinate(&self, name: &str) {
        let _ = self.symbols.coordinate(name);
    }

    /// Reads a number with a unit of one of the measures, or an expression in the parameters.
    pub(crate) fn quantity_or_expression(
        &mut self,
        text: &str,
        span: Range<usize>,
        measures: &[&Measure],
    ) -> Option<Poly> {
        let Some(quantity) = appell_units::read(text) else {
            let entry = self.expression(text, span.clone())?;
            return self.fits(entry, measures, span);
        };
        let key = self.path.last().map_or("", String::as_str);
        match quantity.and_then(|quantity| quantity.si_of(key, measures)) {
            Ok((number, _)) => self.exact(&number, span),
            Err(mut problem) => {
                if problem.code == "unknown-unit" {
                    problem = problem.hint("a product has a star: 2*l1");
                }
                self.report(problem, span);
                None
            }
        }
    }

    /// An entry that is nothing but a parameter has the unit of this parameter. In a longer one a
    /// number may have a unit too, which is not said. Of a beam only products count: a density in kg/m
    /// goes with an area of 1.
    fn fits(&mut self, entry: Poly, measures: &[&Measure], span: Range<usize>) -> Option<Poly> {
        let Some((symbol, unit)) = bare(&entry).and_then(|it| self.units.get_key_value(&it)) else {
            return Some(entry);
        };
        // radians are often left out of a unit: N*m and N*m/rad
        let alike = |measure: &&Measure| {
            let is_number =
                |dimension| measure.units.is_empty() && dimension == Dimension::default();
            let dimensions = (-2..=2).map(|angle| Dimension { angle, ..unit.dimension });
            dimensions.into_iter().any(|it| measure.fits(it) || is_number(it))
        };
        if measures.iter().any(alike) || self.path.iter().any(|step| step == "beam") {
            return Some(entry);
        }
        let (key, name) = (self.path.last().map_or("", String::as_str), self.symbols.name(*symbol));
        let given = Measure::si_unit(unit.dimension);
        let names: Vec<&str> = measures.iter().map(|measure| measure.name).collect();
        let units: Vec<&str> = measures.iter().filter_map(|it| it.units.first().copied()).collect();
        let expected = match units.is_empty() {
            true => "a number without a unit".to_owned(),
            false => format!("in {} ({})", units.join(" or "), names.join(" or ")),
        };
        let message =
            format!("`{key}` must be {expected}, but the parameter `{name}` is in {given}");
        let problem = Diagnostic::error("wrong-unit", message)
            .hint(format!("check `{name}` under [parameters], or use another parameter here"));
        self.report(problem, span);
        None
    }

    /// A number in SI units as an entry: 90 deg are exactly pi/2.
    pub(crate) fn exact(&mut self, number: &Exact, span: Range<usize>) -> Option<Poly> {
        match Poly::parse(&number.expression(), &self.symbols, &self.budget) {
            Ok(entry) => self.finite(entry, span),
            Err(_) => {
                self.report(not_finite(), span);
                None
            }
        }
    }

    /// Reads an expression in the parameters. Names that are new become parameters.
    pub(crate) fn expression(&mut self, text: &str, span: Range<usize>) -> Option<Poly> {
        for name in self.symbols.unknown_names(text) {
            // A name that cannot be one is found below, at its place.
            if self.symbols.parameter(&name).is_ok() {
                self.places.remember(&["parameters".to_owned(), name], span.clone());
            }
        }
        let budget = self.budget.clone().with_terms(MAX_TERMS);
        match Poly::parse(text, &self.symbols, &budget) {
            Ok(poly) => self.finite(poly, span),
            Err(error) => {
                match appell_units::unit_in_expression(text) {
                    Some((problem, within)) => {
                        let within = self.within(text, &span, within);
                        self.report(problem, within);
                    }
                    None => self.report_algebra(&error, text, span),
                }
                None
            }
        }
    }

    /// A number that floating point can hold; anything else is no measure of a robot.
    pub(crate) fn finite(&mut self, entry: Poly, span: Range<usize>) -> Option<Poly> {
        let infinite = |number: Rational| !number.to_f64().is_finite();
        if entry.as_constant().is_some_and(infinite) {
            self.report(not_finite(), span);
            return None;
        }
        Some(entry)
    }

    /// Reports an error of the algebra about a text at a place of the file.
    fn report_algebra(&mut self, error: &Error, text: &str, span: Range<usize>) {
        for finding in error.diagnostics() {
            let within = match &finding.place {
                Place::Span(inner) => self.within(text, &span, inner.clone()),
                _ => span.clone(),
            };
            self.report(finding, within);
        }
    }

    /// Where a part of a text is in the file. The text is in quotes, which may hide escapes; then it
    /// is the whole of it.
    fn within(&self, text: &str, span: &Range<usize>, inner: Range<usize>) -> Range<usize> {
        let quotes = (span.len().saturating_sub(text.len())) / 2;
        let start = span.start + quotes;
        match self.text.get(start..start + text.len()) == Some(text) {
            true => start + inner.start..start + inner.end,
            false => span.clone(),
        }
    }
}

/// The parameter that an entry is, up to its sign.
fn bare(entry: &Poly) -> Option<Symbol> {
    let mut terms = entry.terms();
    let (term, None) = (terms.next()?, terms.next()) else { return None };
    let [factor] = term.factors else { return None };
    match factor.atom.kind() {
        AtomKind::Symbol(symbol)
            if factor.exponent == 1 && [1, -1].map(Rational::from).contains(term.coefficient) =>
        {
            Some(symbol)
        }
        _ => None,
    }
}

/// What is reported of a number that floating point cannot hold.
pub(crate) fn not_finite() -> Diagnostic {
    Diagnostic::error("not-finite", "expected a finite number")
        .hint("leave out a limit that does not exist; name what is not known: \"l1\"")
}
