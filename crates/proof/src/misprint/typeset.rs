//! The ways in which one and the same equation may be printed.

use appell_algebra::{Form, Poly, Rational};
use appell_numeric::random::Random;

use crate::explain::arranged;
use crate::known::COMPONENTS;
use crate::meaning::write::latex;
use crate::meaning::{Meaning, Style};
use crate::notation::Names;

/// How an equation is set.
pub(super) struct Setting {
    style: Style,
    /// Sums of angles folded back: s_{23} instead of s_2 c_3 + c_2 s_3.
    compact: bool,
    /// How often a common factor is pulled out of a sum.
    factored: usize,
    /// What stands between factors.
    times: &'static str,
    /// The components one by one, not in a matrix.
    in_lines: bool,
}

impl Setting {
    pub(super) fn any(random: &mut Random) -> Self {
        let styles = [Style::Full, Style::Letter, Style::Index];
        Self {
            style: *random.choose(&styles).unwrap_or(&Style::Full),
            compact: random.coin(),
            factored: [0, 0, 1, 3][random.below(4)],
            times: if random.coin() { " " } else { " \\cdot " },
            in_lines: random.coin(),
        }
    }

    /// A polynomial as a sum, its terms and factors in any order.
    pub(super) fn arrange(&self, poly: &Poly, names: &Names<'_>, random: &mut Random) -> Meaning {
        let form = if self.compact { Form::Compact } else { Form::Expanded };
        let formula = arranged(poly, &form, self.style, names).unwrap_or_else(Meaning::zero);
        let mut terms = match formula {
            Meaning::Sum(terms) => terms,
            Meaning::Number(number) if number.is_zero() => Vec::new(),
            single => vec![(false, single)],
        };
        for _ in 0..self.factored {
            terms = factored(terms, random);
        }
        let mut sum = Meaning::Sum(terms);
        shuffle(&mut sum, random);
        sum
    }

    /// The equation of a quantity with so many rows and columns of formulas.
    pub(super) fn equation(&self, name: &str, rows: &[Vec<Meaning>]) -> String {
        let cell = |formula: &Meaning| self.written(formula);
        if let [row] = rows
            && let [only] = row.as_slice()
        {
            return format!("{name} = {}", cell(only));
        }
        if self.in_lines {
            let mut lines = Vec::new();
            for (i, row) in rows.iter().enumerate() {
                for (j, formula) in row.iter().enumerate() {
                    let index = match (rows.len(), row.len()) {
                        (3, 1) => COMPONENTS[i].to_owned(),
                        _ => format!("{{{},{}}}", i + 1, j + 1),
                    };
                    lines.push(format!("\\left({name}\\right)_{index} &= {}", cell(formula)));
                }
            }
            return format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines.join(" \\\\\n"));
        }
        let row = |row: &Vec<Meaning>| row.iter().map(cell).collect::<Vec<_>>().join(" & ");
        let rows = rows.iter().map(row).collect::<Vec<_>>().join(" \\\\\n");
        format!("{name} = \\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}}")
    }

    /// A formula as LaTeX, with the sign between factors that this paper uses.
    fn written(&self, formula: &Meaning) -> String {
        match formula {
            Meaning::Sum(terms) if terms.is_empty() => "0".to_owned(),
            Meaning::Sum(terms) => {
                let mut out = String::new();
                for (index, (minus, term)) in terms.iter().enumerate() {
                    out.push_str(match (minus, index) {
                        (true, 0) => "-",
                        (true, _) => " - ",
                        (false, 0) => "",
                        (false, _) => " + ",
                    });
                    out.push_str(&self.factor(term));
                }
                out
            }
            Meaning::Product(factors) => {
                let factors: Vec<String> =
                    factors.iter().map(|factor| self.factor(factor)).collect();
                factors.join(self.times)
            }
            other => latex(other),
        }
    }

    fn factor(&self, factor: &Meaning) -> String {
        match factor {
            Meaning::Sum(_) => format!("\\left({}\\right)", self.written(factor)),
            other => self.written(other),
        }
    }
}

/// The factors of a term.
fn factors_of(term: &Meaning) -> Vec<Meaning> {
    match term {
        Meaning::Product(factors) => factors.clone(),
        other => vec![other.clone()],
    }
}

fn product_of(mut factors: Vec<Meaning>) -> Meaning {
    match factors.len() {
        0 => Meaning::Number(Rational::ONE),
        1 => factors.swap_remove(0),
        _ => Meaning::Product(factors),
    }
}

/// A sum with one factor, picked by chance, pulled out of all terms that have it.
fn factored(terms: Vec<(bool, Meaning)>, random: &mut Random) -> Vec<(bool, Meaning)> {
    let candidates = random.choose(&terms).map(|(_, term)| factors_of(term)).unwrap_or_default();
    let Some(common) = random.choose(&candidates) else { return terms };
    if matches!(common, Meaning::Number(_) | Meaning::Sum(_)) {
        return terms;
    }
    let mut inside = Vec::new();
    let mut outside = Vec::new();
    for (minus, term) in &terms {
        let mut factors = factors_of(term);
        match factors.iter().position(|factor| factor == common) {
            Some(at) => {
                factors.remove(at);
                inside.push((*minus, product_of(factors)));
            }
            None => outside.push((*minus, term.clone())),
        }
    }
    if inside.len() < 2 {
        return terms;
    }
    if random.coin() {
        inside = factored(inside, random);
    }
    // a single term in the bracket has taken the bracket with it
    let bracket = match inside.as_slice() {
        [(false, only)] => factors_of(only),
        _ => vec![Meaning::Sum(inside)],
    };
    outside.push((false, product_of([vec![common.clone()], bracket].concat())));
    outside
}

/// Terms and factors in another order, in all brackets; a number stays before its factors.
fn shuffle(formula: &mut Meaning, random: &mut Random) {
    match formula {
        Meaning::Sum(terms) => {
            random.shuffle(terms);
            terms.iter_mut().for_each(|(_, term)| shuffle(term, random));
        }
        Meaning::Product(factors) => {
            let first = usize::from(matches!(factors.first(), Some(Meaning::Number(_))));
            random.shuffle(&mut factors[first..]);
            factors.iter_mut().for_each(|factor| shuffle(factor, random));
        }
        _ => {}
    }
}
