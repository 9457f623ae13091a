//! Which terms of a printed sum differ from the corrected one.

use crate::meaning::Meaning;
use crate::meaning::write::latex;
use crate::report::Marked;

/// The terms of two sums, those marked that the other does not have.
pub(super) fn marked(printed: &Meaning, corrected: &Meaning) -> (Vec<Marked>, Vec<Marked>) {
    let terms = |meaning: &Meaning| -> Vec<String> {
        match meaning {
            Meaning::Sum(terms) => {
                let one = |term: &(bool, Meaning)| latex(&Meaning::Sum(vec![term.clone()]));
                terms.iter().map(one).collect()
            }
            other => vec![latex(other)],
        }
    };
    let mark = |own: &[String], other: &[String]| {
        let mut rest = other.to_vec();
        let mark = |latex: &String| {
            let found = rest.iter().position(|term| term == latex);
            found.map(|at| rest.swap_remove(at));
            Marked { latex: latex.clone(), differs: found.is_none() }
        };
        own.iter().map(mark).collect()
    };
    let (printed, corrected) = (terms(printed), terms(corrected));
    (mark(&printed, &corrected), mark(&corrected, &printed))
}
