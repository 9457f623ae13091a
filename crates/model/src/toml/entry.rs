//! Entries: numbers, expressions, vectors.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;
use appell_toml::{DeValue, Read, Value};
use appell_units::Measure;

use crate::reader::{Reader, not_finite};

impl Reader<'_> {
    /// A number, with a unit of the measure or in SI units, or an expression in the parameters.
    pub(crate) fn entry(&mut self, value: &Value<'_>, measure: &Measure) -> Option<Poly> {
        self.entry_of(value, &[measure])
    }

    /// The same with a unit of one of several measures.
    pub(crate) fn entry_of(&mut self, value: &Value<'_>, measures: &[&Measure]) -> Option<Poly> {
        let digits = match value.get_ref() {
            DeValue::String(text) => {
                return self.quantity_or_expression(text, value.span(), measures);
            }
            DeValue::Integer(integer) if integer.radix() != 10 => {
                let value = i64::from_str_radix(integer.as_str(), integer.radix());
                return Some(Poly::constant(value.ok()?.into()));
            }
            DeValue::Integer(integer) => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => {
                let hint = "write a number, or an expression in quotes: \"l1 + 2*r\"";
                return self.wrong_kind(value, "a number or an expression", hint);
            }
        };
        match digits.parse::<Rational>() {
            Ok(number) => self.finite(Poly::constant(number), value.span()),
            Err(error) => {
                let finding = match digits.trim_start_matches(['+', '-']) {
                    "inf" | "nan" => not_finite().fact("value", digits),
                    _ => Diagnostic::error(error.code(), error.to_string())
                        .hint("write a number such as 3, 0.25 or 1.5e-3"),
                };
                self.report(finding, value.span());
                None
            }
        }
    }

    /// A vector of three entries. All of them are read, also when one is wrong.
    pub(crate) fn vector(&mut self, value: &Value<'_>, measure: &Measure) -> Option<Vector<Poly>> {
        let hint = "write three entries, x, y and z: for example [0.1, 0, \"l1\"]";
        let list = self.list(value, hint)?;
        if list.len() != 3 {
            self.wrong_length(3, list.len(), hint, value.span());
            return None;
        }
        let [x, y, z] = [0, 1, 2].map(|i| self.entry(&list[i], measure));
        Some(Vector::new(x?, y?, z?))
    }
}
