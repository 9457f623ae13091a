//! The budget of false alarms: every refutation in the papers stands in a golden file, and in the
//! corpora there is none (`corpus.rs`). `papers/refutations.py` confirms each line by SymPy: it derives
//! the quantity by differentiating positions, and finds that what is printed differs and what is offered
//! as correct agrees, and writes that into the last column. `UPDATE_GOLDEN=1 cargo test -p appell-proof
//! refutations` writes the file; run the script on it then: a line that nobody checked fails here.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::papers::{CHECKED, folder};

#[test]
fn every_refutation_is_confirmed_by_a_second_tool() {
    let golden = folder().join("refutations.tsv");
    let listed = std::fs::read_to_string(&golden).unwrap_or_default();
    let checked: BTreeMap<&str, &str> =
        listed.lines().filter_map(|line| line.rsplit_once('\t')).collect();
    let mut found = String::new();
    for (paper, _, report) in &*CHECKED {
        for finding in &report.findings {
            let Some(refutation) = finding.refutation() else { continue };
            let terms: Vec<&str> =
                refutation.corrected_terms.iter().map(|term| term.latex.as_str()).collect();
            let corrected = match terms.is_empty() {
                true => refutation.corrected.replace('\n', " "),
                false => terms.join(" + "),
            };
            let (equation, quantity) = (&finding.equation, &finding.quantity);
            let printed = finding.printed.replace('\n', " ");
            let line = format!("{paper}\t{equation}\t{quantity}\t{printed}\t{corrected}");
            let by = checked.get(line.as_str()).unwrap_or(&NOBODY);
            writeln!(found, "{line}\t{by}").unwrap();
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, &found).unwrap();
    }
    assert_eq!(found, listed);
    assert!(!checked.values().any(|by| *by == NOBODY), "run refutations.py");
}

/// In the last column: no second tool has confirmed the line.
const NOBODY: &str = "nobody";
