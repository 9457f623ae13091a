//! Formulas of a quantity, term by term: each with what it is made of, and its number at a state.

use std::collections::BTreeMap;

use appell::algebra::{Formula, Printer, Symbol};
use appell::report::{DeriveOptions, Derived, DerivedForm};
use appell::{Error, Quantities, Robot};
use serde_json::{Value, json};

use super::mathml;
use crate::desk::Work;
use crate::message::{Message, bad, findings};
use crate::scene::{mass_symbols, symbol_names};

/// How many terms are sent to a page.
const MOST_TERMS: usize = 2000;

/// The formulas that a tab shows.
pub(crate) struct Shown {
    derived: Derived,
    /// Of every entry, how many terms are shown.
    counts: Vec<usize>,
}

/// Derives a quantity.
pub(super) fn derive(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let name = message.text("quantity")?;
    let form = match message.optional_text("form")?.unwrap_or("expanded") {
        "expanded" => DerivedForm::Expanded,
        "grouped" => DerivedForm::Grouped,
        "short" => DerivedForm::Short,
        "nested" => DerivedForm::Nested,
        _ => return Err(bad("`form` must be expanded, grouped, short or nested").into()),
    };
    if name.named(robot.model())?.len() > 1 {
        let message = format!("`{name}` means several quantities: choose one, such as {name}[1]");
        return Err(bad(message).into());
    }
    (work.progress)(0.0, "deriving");
    let options = DeriveOptions::new().form(form).budget(&work.budget);
    let derived = robot.derive_with(name, &options)?;
    if let Some(missing) = derived.missing().first() {
        return Err(missing.diagnostics().into());
    }
    let (shown, answer) = typeset(&robot, derived);
    work.desk.put_shown(shown);
    Ok(answer)
}

/// Every entry as terms, up to the number of terms that a page shows.
fn typeset(robot: &Robot, derived: Derived) -> (Shown, Value) {
    let model = derived.robot();
    let printer = Printer::new(model.symbols()).with_notation(model.notation());
    let owners = owners(robot);
    let (mut left, mut left_out, mut counts, mut entries) = (MOST_TERMS, 0, Vec::new(), Vec::new());
    for (name, formula) in derived.quantities().iter().flat_map(|it| it.entries()) {
        let all = formula.terms();
        let count = all.len().min(left);
        (left, left_out) = (left - count, left_out + all.len() - count);
        counts.push(count);
        let term = |&(minus, term): &(bool, &Formula)| {
            let symbols = term.symbols();
            let names = symbol_names(model, symbols.iter().map(|it| it.base()));
            let mut links: Vec<usize> =
                names.iter().filter_map(|it| owners.get(it)).flatten().copied().collect();
            links.sort_unstable();
            links.dedup();
            json!({
                "minus": minus,
                "mathml": mathml(&printer.latex(&bracketed(term))),
                "symbols": names,
                "links": links,
            })
        };
        entries.push(json!({
            "name": name.to_string(),
            "left": mathml(&name.latex()),
            "terms": all.iter().take(count).map(term).collect::<Vec<_>>(),
            "left_out": all.len() - count,
        }));
    }
    let steps = derived.steps().iter().take(MOST_TERMS).map(|(name, formula)| {
        json!({
            "left": mathml(&printer.latex(&Formula::Symbol(*name))),
            "mathml": mathml(&printer.latex(formula)),
        })
    });
    let quantity = derived.quantities().first().map(|it| it.quantity().to_string());
    let answer = json!({
        "quantity": quantity,
        "entries": entries,
        "steps": steps.collect::<Vec<_>>(),
        "left_out": left_out,
        // a page does not show megabytes
        "latex": if left_out == 0 { derived.latex() } else { String::new() },
        "notes": findings(derived.remarks(), ""),
    });
    (Shown { derived, counts }, answer)
}

/// A term as it is written in a sum: a sum in it has brackets.
fn bracketed(term: &Formula) -> Formula {
    match term {
        Formula::Sum(_) => Formula::Product {
            coefficient: appell::algebra::Rational::ONE,
            numerator: vec![term.clone()],
            denominator: Vec::new(),
        },
        other => other.clone(),
    }
}

/// The links in whose mass properties a symbol occurs, by the name of the symbol.
fn owners(robot: &Robot) -> BTreeMap<String, Vec<usize>> {
    let model = robot.model();
    let mut owners: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, joint) in model.joints().iter().enumerate() {
        for name in symbol_names(model, mass_symbols(model, joint)) {
            owners.entry(name).or_default().push(index);
        }
    }
    owners
}

impl Shown {
    /// The signed values of the terms, entry by entry; those that are not shown are summed up in one
    /// more number.
    pub(super) fn values(&self, message: &Message) -> Result<Vec<Vec<f64>>, Error> {
        let robot = self.derived.robot();
        let symbols = robot.symbols();
        let motion = ["q", "qd", "qdd", "qddd"].map(|key| message.numbers(key));
        let motion: Vec<Vec<f64>> = motion.into_iter().collect::<Result<_, _>>()?;
        let changed: BTreeMap<String, f64> =
            message.named_numbers("parameters")?.into_iter().collect();
        let changed = robot.parameters().iter().filter_map(|it| {
            let value = changed.get(&it.name)?;
            Some((it.symbol, *value))
        });
        // thousands of symbols are looked up for a pose: parameters that were changed, then steps
        let mut known: BTreeMap<Symbol, f64> = changed.collect();
        let coordinates: BTreeMap<Symbol, usize> =
            robot.coordinates().iter().enumerate().map(|(k, &symbol)| (symbol, k)).collect();
        let value = |known: &BTreeMap<Symbol, f64>, symbol: Symbol| {
            if let Some(number) = known.get(&symbol) {
                return Some(*number);
            }
            match coordinates.get(&symbol.base()) {
                Some(&k) => {
                    let list = motion.get(symbol.order() as usize);
                    Some(list.and_then(|it| it.get(k)).copied().unwrap_or_default())
                }
                None => robot.value(symbol),
            }
        };
        for (name, formula) in self.derived.steps() {
            let number = formula.evaluate(symbols, &|symbol| value(&known, symbol))?;
            known.insert(*name, number);
        }
        let entries = self.derived.quantities().iter().flat_map(|it| it.value().entries());
        let numbers = entries.zip(&self.counts).map(|(formula, &count)| {
            let mut numbers = Vec::with_capacity(count + 1);
            let mut rest = 0.0;
            let terms = formula.terms();
            let hidden = terms.len() > count;
            for (place, (minus, term)) in terms.into_iter().enumerate() {
                let number = term.evaluate(symbols, &|symbol| value(&known, symbol))?;
                let number = if minus { -number } else { number };
                if place < count { numbers.push(number) } else { rest += number }
            }
            if hidden {
                numbers.push(rest);
            }
            Ok(numbers)
        });
        numbers.collect()
    }
}
