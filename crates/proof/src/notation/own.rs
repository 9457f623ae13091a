//! The notation in which Appell itself prints: every quantity of the table by its LaTeX name.

use appell_mechanics::{Form, Kind, Row, TABLE};

use super::Notation;
use crate::name::Pattern;

/// What an index may be: a number, or the tool; printed, and in the name of the quantity.
const INDICES: [(&str, &str); 2] = [("i", "i"), ("\\mathrm{tool}", "tool")];
const OUTER: [(&str, &str); 2] = [("j", "j"), ("\\mathrm{tool}", "tool")];

impl Notation {
    /// The notation of what `derive` prints in LaTeX. Give it to the check of such a text: it has
    /// short names (`c_1`, `k_1`) that mean other things in other papers.
    ///
    /// ```
    /// use appell_proof::{Notation, Options, check};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let report = check(r"\[ \Delta_{1} = 1 \]", &robot, Some(&Notation::appell()), &Options::default())?;
    /// assert_eq!(report.findings[0].quantity, "Delta[1]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn appell() -> Self {
        // \ddot{q} in a formula is the vector of accelerations, not what driving forces cause
        let rows = TABLE.iter().filter(|row| row.kind != Kind::JointAcceleration);
        let names = rows.flat_map(names);
        let quantities =
            names.filter_map(|(name, meaning)| Some((Pattern::read(&name).ok()?, meaning)));
        Self { quantities: quantities.collect(), symbols: Vec::new() }.sorted()
    }
}

/// A symbol with indices behind it, as `appell_mechanics` sets them.
fn with(row: &Row, indices: &[&str]) -> String {
    match (row.latex.contains('#'), indices.is_empty()) {
        (true, _) => row.latex.replace('#', &indices.concat()),
        (false, true) => row.latex.to_owned(),
        (false, false) => format!("{}_{{{}}}", row.latex, indices.join(",")),
    }
}

/// The printed names of a quantity and its entries, with what they mean.
fn names(row: &Row) -> Vec<(String, String)> {
    let name = row.name;
    let mut names = vec![];
    match row.form {
        Form::Scalar => names.push((with(row, &[]), name.to_owned())),
        Form::PerCoordinate => {
            names.push((with(row, &[]), name.to_owned()));
            names.push((with(row, &["i"]), format!("{name}[i]")));
            // a mode has two numbers
            names.push((with(row, &["i,j"]), format!("{name}[i,j]")));
        }
        Form::Square | Form::Twists | Form::Table => {
            names.push((with(row, &[]), name.to_owned()));
            names.push((with(row, &["i", "j"]), format!("{name}#i,j")));
        }
        Form::List => names.push((with(row, &["i"]), format!("{name}#i,1"))),
        Form::FrameVector | Form::JointVector | Form::LinkVector => {
            for (index, of) in INDICES {
                let (whole, component) = (with(row, &[index]), with(row, &[index, "\\alpha"]));
                names.push((whole.clone(), format!("{name}[{of}]")));
                names.push((component.clone(), format!("{name}[{of}].alpha")));
                for (outer, axes) in OUTER {
                    names
                        .push((format!("{{}}^{{{outer}}}{whole}"), format!("{name}[{of}]@{axes}")));
                    let meaning = format!("{name}[{of}]@{axes}.alpha");
                    names.push((format!("{{}}^{{{outer}}}{component}"), meaning));
                }
            }
        }
        Form::LinkScalar | Form::LinkMatrix => {
            names.push((with(row, &["i"]), format!("{name}[i]")));
        }
        Form::Frame => {
            for (index, of) in INDICES {
                names.push((with(row, &[index]), format!("{name}[{of}]")));
            }
        }
        Form::RelativeFrame | Form::RelativeRotation | Form::RelativePosition => {
            for (index, inner) in INDICES {
                for (outer, of) in OUTER {
                    let pair = format!("{name}[{of},{inner}]");
                    let whole = format!("{{}}^{{{outer}}}{}", with(row, &[index]));
                    names.push((whole, pair.clone()));
                    if row.form == Form::RelativePosition {
                        let component = with(row, &[index, "\\alpha"]);
                        let component = format!("{{}}^{{{outer}}}{component}");
                        names.push((component, format!("{pair}.alpha")));
                    }
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_a_pattern() {
        for (name, meaning) in TABLE.iter().flat_map(names) {
            assert!(Pattern::read(&name).is_ok(), "{name} for {meaning}");
        }
    }
}
