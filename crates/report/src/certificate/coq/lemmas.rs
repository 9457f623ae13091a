//! Lemmas: the closed form of every value that another is computed from, proved from the closed forms before it,
//! so that no goal is larger than one step.

use std::collections::BTreeSet;
use std::fmt::Write;

use appell_algebra::{Atom, AtomKind, BudgetedPoly, Poly, Symbol};

use super::steps::{COMPONENTS, Defined, Entries, Steps};
use super::{Failure, MOST_TERMS};

impl<'a> Steps<'a> {
    /// The tactics that replace names by closed forms, or by their definitions where they have no lemma;
    /// nothing where a step is too large.
    pub(super) fn unfolding(&mut self, names: &[String]) -> Result<Option<String>, Failure> {
        let mut unfolded = Vec::new();
        let mut rewritten = Vec::new();
        for name in names {
            if self.defined[name].lemma == Some(true) {
                rewritten.push(name.clone());
                continue;
            }
            unfolded.push(name.clone());
            for used in self.defined[name].uses.clone() {
                if !self.lemma(&used)? {
                    return Ok(None);
                }
                rewritten.push(used);
            }
        }
        Ok(Some(tactics(&unfolded, &rewritten)))
    }

    /// Writes the lemma of a value, with those of the values in its definition; says whether it could.
    fn lemma(&mut self, name: &str) -> Result<bool, Failure> {
        if let Some(written) = self.defined[name].lemma {
            return Ok(written);
        }
        let Defined { value, uses, needed, .. } = &self.defined[name];
        let (value, uses, needed) = (value.entries.clone(), uses.clone(), *needed);
        let mut fits = true;
        for entry in value.entries(needed) {
            fits &= entry.poly()?.term_count() <= MOST_TERMS;
        }
        for used in &uses {
            fits = fits && self.lemma(used)?;
        }
        if fits {
            self.write_lemma(name, &value, &uses, needed)?;
        }
        if let Some(defined) = self.defined.get_mut(name) {
            defined.lemma = Some(fits);
        }
        Ok(fits)
    }

    fn write_lemma(
        &mut self,
        name: &str,
        value: &Entries<'a>,
        uses: &[String],
        needed: [bool; 3],
    ) -> Result<(), Failure> {
        let proof = tactics(&[name.to_owned()], uses);
        let results: Vec<&Poly> =
            value.entries(needed).map(BudgetedPoly::poly).collect::<Result<_, _>>()?;
        let polynomial = self.polynomial(results);
        let vector = match value {
            Entries::Vector(vector) if needed != [true; 3] => vector,
            _ => {
                let closed = self.closed(value)?;
                let _ = writeln!(
                    self.text,
                    "Lemma {name}_is : {name} =\n  {closed}.\nProof. {proof}textbook. entries; {polynomial}. Qed.\n"
                );
                return Ok(());
            }
        };
        let mut closed = Vec::new();
        let mut proofs = Vec::new();
        for (k, entry) in vector.0.iter().enumerate() {
            match needed[k] {
                true => {
                    closed.push(format!("({})", self.poly(entry.poly()?)?));
                    proofs.push(format!("{}textbook; {polynomial}", proof.replace(". ", "; ")));
                }
                false => {
                    let own = format!("{name}_{}", ["x", "y", "z"][k]);
                    let component = COMPONENTS[k];
                    let _ = writeln!(self.text, "Definition {own} := {component} {name}.");
                    closed.push(own);
                    proofs.push("reflexivity".to_owned());
                }
            }
        }
        let (closed, proofs) = (closed.join(" "), proofs.join(" | "));
        let _ = writeln!(
            self.text,
            "Lemma {name}_is : {name} =\n  (V {closed}).\nProof. apply vec_is; [ {proofs} ]. Qed.\n"
        );
        Ok(())
    }

    /// The tactic for goals with these results: `ring` that knows of the angles that occur in them. To know of
    /// others would make it slower; so they are tried only where an angle falls out of a result.
    pub(super) fn polynomial<'p>(&self, results: impl IntoIterator<Item = &'p Poly>) -> String {
        let angle = |atom: &Atom| match atom.kind() {
            AtomKind::Cos(angle) | AtomKind::Sin(angle) => Some(angle),
            AtomKind::Symbol(_) | AtomKind::Function(_) => None,
        };
        let atoms = results.into_iter().flat_map(Poly::atoms);
        let occurring: BTreeSet<Symbol> = atoms.filter_map(|atom| angle(&atom)).collect();
        let angles = self.formulas.names.angles();
        let circles = angles.filter(|(angle, _)| occurring.contains(angle));
        let circles: Vec<String> = circles.map(|(_, name)| format!("circle_{name}")).collect();
        let circles = match circles.is_empty() {
            true => String::new(),
            false => format!(" [{}]", circles.join(" ")),
        };
        format!("(ring{circles} || field{circles} || polynomial)")
    }
}

/// Unfolds names, and replaces others by their closed forms.
fn tactics(unfolded: &[String], rewritten: &[String]) -> String {
    let mut text = String::new();
    if !unfolded.is_empty() {
        let _ = write!(text, "unfold {}. ", unfolded.join(", "));
    }
    if !rewritten.is_empty() {
        let lemmas: Vec<String> = rewritten.iter().map(|name| format!("?{name}_is")).collect();
        let _ = write!(text, "rewrite {}. ", lemmas.join(", "));
    }
    text
}
