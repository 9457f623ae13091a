//! Equations of many robots, printed in many ways, unharmed and with slips made on purpose.
use std::collections::BTreeMap;
use std::fmt::Write;

use appell_mechanics::PolynomialArithmetic;
use appell_proof::misprint::{KINDS, Outcome, Page, Press, SPECIMENS, paper};
use appell_proof::{Kind, Notation, Options, check};

/// Other names for the same things.
const RENAMED: &str = r#"
[symbols]
'\theta_i' = "q{i}"
'm_{i}' = "M{i}"
'\rho_{i,\alpha}' = "r{i}{alpha}"
'L_{i}' = "l{i}"
'{}^{i}\Theta_{\alpha}' = "J{i}{alpha}"
"#;

/// Prints pages of all robots and has them judged. A notation, even an empty one, says that names mean what
/// they are read as.
fn outcomes(slips: &[Kind], names: Option<&str>, each: u64, seed: u64) -> Vec<(Page, Outcome)> {
    let notation = names.map(|names| Notation::read(names).unwrap());
    let mut out = Vec::new();
    for (name, quantities) in SPECIMENS {
        let robot = appell_model::bundled(name).and_then(|file| file.read().robot).unwrap();
        let polynomials = PolynomialArithmetic::new(&robot, Default::default());
        let press = Press::new(&robot, &polynomials, notation.as_ref(), quantities).unwrap();
        // some slips have no place in some robot
        let draws = (0..20 * each).filter_map(|draw| press.page(slips, 1000 * seed + draw));
        let pages: Vec<Page> = draws.take(each as usize).collect();
        let report = check(&paper(&pages), &robot, notation.as_ref(), &Options::default()).unwrap();
        let judged = press.judge(&pages, &report).unwrap();
        out.extend(pages.into_iter().zip(judged));
    }
    out
}

#[test]
fn unharmed_equations_are_proved() {
    for (names, seed) in [(Some(""), 1), (Some(RENAMED), 2), (None, 3)] {
        for (page, outcome) in outcomes(&[], names, 6, seed) {
            assert!(outcome.decided, "{}", page.latex);
        }
    }
}

#[test]
fn slips_are_found_and_named() {
    let mut table: BTreeMap<(Kind, Vec<Kind>), usize> = BTreeMap::new();
    let (mut right, mut all) = (0, 0);
    for (index, kind) in KINDS.into_iter().enumerate() {
        for (page, outcome) in
            outcomes(&[kind], Some(["", RENAMED][index % 2]), 3, 10 + index as u64)
        {
            assert!(outcome.decided, "{kind} in {:?}: {}", page.harmed, page.latex);
            assert!(outcome.corrected, "{kind} in {:?}: {}", page.harmed, page.latex);
            right += usize::from(outcome.names(kind));
            all += 1;
            *table.entry((kind, outcome.named)).or_default() += 1;
        }
    }
    let mut words = String::new();
    for ((kind, named), count) in table {
        writeln!(words, "{count:>4} {kind} named {named:?}").unwrap();
    }
    assert!(100 * right >= 95 * all, "{right} of {all} named right\n{words}");
}

#[test]
fn several_slips_at_once_are_put_right() {
    let pairs = KINDS.into_iter().zip(KINDS.into_iter().cycle().skip(5));
    for (index, (first, second)) in pairs.enumerate() {
        let third = KINDS[(index + 3) % KINDS.len()];
        let slips = if index % 2 == 0 { vec![first, second] } else { vec![first, second, third] };
        for (page, outcome) in outcomes(&slips, Some(""), 1, 40 + index as u64) {
            assert!(outcome.decided, "{slips:?} in {:?}: {}", page.harmed, page.latex);
            assert!(outcome.corrected, "{slips:?} in {:?}: {}", page.harmed, page.latex);
        }
    }
}

/// Without a notation not all slips are decided, since names and frames may mean something else; but most
/// are, and what is decided is named and put right.
#[test]
fn slips_are_found_without_a_notation() {
    let (mut decided, mut named, mut all) = (0, 0, 0);
    for (index, kind) in KINDS.into_iter().enumerate() {
        for (page, outcome) in outcomes(&[kind], None, 3, 70 + index as u64) {
            let place = format!("{kind} in {:?}: {}", page.harmed, page.latex);
            assert!(outcome.corrected || !outcome.decided, "{place}");
            decided += usize::from(outcome.decided);
            named += usize::from(outcome.decided && outcome.names(kind));
            all += 1;
        }
    }
    assert!(10 * decided >= 8 * all, "{decided} of {all} decided");
    assert!(10 * named >= 9 * decided, "{named} of {decided} named");
}
