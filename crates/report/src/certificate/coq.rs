//! A certificate as a file for Coq: the textbook over the real numbers, and a theorem for every row.
//!
//! Every vector of the recursion is defined by the textbook and, in a lemma, given its closed form, so that
//! no goal is larger than one step. The closed forms are only hints: Coq proves each of them.

mod inward;
mod lemmas;
mod outward;
mod rows;
mod run;
mod steps;

use std::fmt::Write;

use appell_algebra::{BudgetScope, Rational};

use super::claims::Claim;
use super::formula::{FormulaWriter, NotPolynomial, Syntax};
use super::{Statement, one_line};
use crate::error::Error;
use steps::Steps;

const TEXTBOOK: &str = include_str!("textbook.v");

/// A row with more terms is left out: `ring` would take minutes.
const MOST_TERMS: usize = 700;

pub(super) const SYNTAX: Syntax = Syntax {
    power: |base, exponent| format!("{base}^{exponent}"),
    fraction: |number: &Rational| format!("({number})"),
    has_roots: false,
    call: |name, angle| format!("{name} ({angle})"),
    multiple: |multiple, angle| {
        let one = if multiple < 0 { format!("- {angle}") } else { angle.to_owned() };
        vec![one; multiple.unsigned_abs() as usize].join(" + ")
    },
};

/// What no symbol may be called: words of Coq, and names of the textbook.
fn is_reserved(name: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 65] = [
        "Type", "Prop", "Set", "SProp", "R", "PI", "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for",
        "forall", "fun", "if", "IF", "in", "let", "match", "mod", "return", "then", "using", "where", "with", "by", "sin",
        "cos", "V", "Rows", "vec", "mat", "vx", "vy", "vz", "row_x", "row_y", "row_z", "add", "scale", "dot", "cross",
        "turn", "transposed", "columns", "product", "rotated", "rotation", "circle", "vec_eq", "rows_eq", "vec_is", "textbook",
        "entries", "angles", "polynomial", "Rsqr", "Theorem", "Lemma", "Definition", "Proof", "Qed",
    ];
    const BEGINNINGS: [&str; 10] =
        ["link", "claim", "next_", "body_", "moved_", "unit", "rate", "rest", "coast", "circle"];
    WORDS.contains(&name)
        || name.ends_with('_') && name.len() == 1
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// The text of the file, how many rows it proves, and the rows that it leaves out.
pub(super) fn write(statement: &Statement<'_>) -> Result<(String, usize, Vec<String>), Failure> {
    let names = statement.identifiers(is_reserved);
    let symbols = statement.robot.symbols();
    let formulas = FormulaWriter { syntax: &SYNTAX, names: &names, symbols };
    let scope = BudgetScope::new(statement.budget.clone());
    let mut steps = Steps::new(statement, &formulas, &scope);
    for claim in &statement.claims {
        steps.need(&claim.entry)?;
    }
    let mut theorems = Vec::new();
    let mut left_out = Vec::new();
    for claim in &statement.claims {
        statement.budget.check().map_err(appell_algebra::Error::Stopped)?;
        let is_polynomial = formulas.terms(&claim.formula) != Err(NotPolynomial::Function);
        let fits = is_polynomial && claim.poly.term_count() <= MOST_TERMS;
        match fits && theorem(claim, &mut steps, &formulas)? {
            true => theorems.push(theorem_name(&claim.name)),
            false => left_out.push(claim.name.clone()),
        }
    }
    let Statement { robot, title, command, .. } = statement;
    let mut text = String::new();
    let mut line = |words: &str| {
        let _ = writeln!(text, "(* {} *)", comment(words));
    };
    line(&format!("Certificate: {title}, {}.", robot.name()));
    line(&format!("Written by Appell {}: {command}", env!("CARGO_PKG_VERSION")));
    line(
        "Run it with Coq 8.16 or later: coqc FILE.v; Appell is not needed. Every quantity is defined by the textbook",
    );
    line(
        "from the data of the robot; every theorem claim_... says that it equals a formula, for all values of the symbols.",
    );
    line(
        "To be trusted: the data of the robot, the textbook, the statements of the theorems, Coq and its real numbers.",
    );
    for row in &left_out {
        line(&format!("Left out, because it is too large or not covered: {row}"));
    }
    for (name, own) in names.legend(symbols) {
        line(&format!("{name} is {own}"));
    }
    let _ = write!(text, "\n{TEXTBOOK}\n");
    text.push_str("(* ---- The robot, and the closed form of every step. --------------------------------------------------------------- *)\n\n");
    text.push_str("Section Robot.\n");
    let _ = writeln!(text, "Variables {} : R.", names.all().collect::<Vec<_>>().join(" "));
    let angles: Vec<&str> = names.angles().map(|(_, name)| name).collect();
    for angle in &angles {
        let _ = writeln!(text, "Let circle_{angle} := circle {angle}.");
    }
    let hypotheses: Vec<String> = angles.iter().map(|angle| format!("circle_{angle}")).collect();
    // `ring` takes 1/10 for a name; `field` knows that its square is 1/100
    let tactic = match hypotheses.is_empty() {
        true => "(ring || field)".to_owned(),
        false => {
            let hypotheses = hypotheses.join(" ");
            format!("(ring [{hypotheses}] || field [{hypotheses}])")
        }
    };
    let _ = writeln!(text, "Ltac polynomial := {tactic}.\n");
    text.push_str(&steps.text);
    text.push_str("End Robot.\n\n");
    if !theorems.is_empty() {
        let _ = writeln!(text, "Definition claim_all := ({}).", theorems.join(", "));
        text.push_str("Print Assumptions claim_all.\n");
    }
    Ok((text, theorems.len(), left_out))
}

/// Why there is no certificate.
pub(super) enum Failure {
    NotPolynomial(NotPolynomial),
    Other(Error),
}

impl From<NotPolynomial> for Failure {
    fn from(why: NotPolynomial) -> Self {
        Self::NotPolynomial(why)
    }
}

impl From<appell_algebra::Error> for Failure {
    fn from(error: appell_algebra::Error) -> Self {
        Self::Other(error.into())
    }
}

/// States and proves a row; says whether it could.
fn theorem(
    claim: &Claim,
    steps: &mut Steps<'_>,
    formulas: &FormulaWriter<'_>,
) -> Result<bool, Failure> {
    let Some(row) = steps.row(&claim.entry)? else { return Ok(false) };
    let Some(proof) = steps.unfolding(&row.uses)? else { return Ok(false) };
    let name = theorem_name(&claim.name);
    let terms = formulas.terms(&claim.formula)?.join("\n      ");
    let terms = terms.strip_prefix("+ ").unwrap_or(&terms);
    let polynomial = steps.polynomial([&claim.poly]);
    let _ = write!(
        steps.text,
        "Theorem {name} :\n  {} =\n      {terms}.\nProof. {proof}textbook. angles. {polynomial}. Qed.\n\n",
        row.text,
    );
    Ok(true)
}

/// `Q[1]` is `claim_Q_1`.
fn theorem_name(row: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = row.chars().map(plain).collect();
    format!("claim_{}", name.trim_end_matches('_').replace("__", "_"))
}

/// A text for a comment of Coq, in which comments and strings are nested.
fn comment(text: &str) -> String {
    one_line(text).replace("(*", "( *").replace("*)", "* )").replace('"', "'")
}
