//! The notation in which Appell itself prints: every quantity of the table by its LaTeX name.

use appell_mechanics::{Form, Kind, Row, TABLE};
use appell_model::{BASE_FRAME, Robot};

use super::Notation;
use super::distinct::distinct;
use crate::name::Pattern;

/// What an index may be: a number, or the tool; printed, and in the name of the quantity.
const INDICES: [(&str, &str); 2] = [("i", "i"), ("\\mathrm{tool}", "tool")];
const OUTER: [(&str, &str); 2] = [("j", "j"), ("\\mathrm{tool}", "tool")];

/// Stands for the name of a frame until it is known; none of its letters is one of patterns.
const FRAME: &str = "FRAME";

impl Notation {
    /// The notation of what `derive` prints in LaTeX. Give it to the check of such a text: it has
    /// short names (`c_1`, `k_1`) that mean other things in other papers.
    ///
    /// ```
    /// use appell_proof::{Notation, Options, check};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let notation = Notation::appell(&robot);
    /// let report = check(r"\[ \Delta_{1} = 1 \]", &robot, Some(&notation), &Options::default())?;
    /// assert_eq!(report.findings[0].quantity, "Delta[1]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn appell(robot: &Robot) -> Self {
        let quantities = Self::of_table(robot);
        let distinct = distinct(robot, &quantities).into_iter();
        let symbols = distinct.map(|it| (Pattern::literal(&it.name), it.text)).collect();
        Self { symbols, ..quantities }
    }

    /// The names of all quantities in LaTeX.
    pub(super) fn of_table(robot: &Robot) -> Self {
        // \ddot{q} in a formula is the vector of accelerations, not what driving forces cause
        let rows = TABLE.iter().filter(|row| row.kind != Kind::JointAcceleration);
        let names = rows.clone().flat_map(|row| names(row, &INDICES, &OUTER));
        let read = |(name, meaning): (String, String)| Some((Pattern::read(&name).ok()?, meaning));
        let mut quantities: Vec<(Pattern, String)> = names.filter_map(read).collect();
        let of_frame: Vec<(Pattern, String)> =
            rows.flat_map(frame_names).filter_map(read).collect();
        let frames = robot.frames().iter().map(|frame| frame.name.as_str());
        for frame in frames.chain(robot.base().map(|_| BASE_FRAME)) {
            let named = |(pattern, meaning): &(Pattern, String)| {
                (pattern.with_word(FRAME, frame), meaning.replace(FRAME, frame))
            };
            quantities.extend(of_frame.iter().map(named));
        }
        Self { quantities, ..Self::default() }.sorted()
    }
}

/// The names in which a named frame stands once, which is called by a word for all of them.
fn frame_names(row: &Row) -> Vec<(String, String)> {
    let word = [("\\mathrm{FRAME}", FRAME)];
    let all = [names(row, &word, &OUTER), names(row, &INDICES, &word)].concat();
    all.into_iter().filter(|(_, meaning)| meaning.contains(FRAME)).collect()
}

/// A symbol with indices behind it, as `appell_mechanics` sets them.
fn with(row: &Row, indices: &[&str]) -> String {
    match (row.latex.contains('#'), indices.is_empty()) {
        (true, true) => row.latex.replace("_{#}", "").replace('#', ""),
        (true, false) => row.latex.replace('#', &indices.concat()),
        (false, true) => row.latex.to_owned(),
        (false, false) => format!("{}_{{{}}}", row.latex, indices.join(",")),
    }
}

/// The printed names of a quantity and its entries, with what they mean.
fn names(row: &Row, indices: &[(&str, &str)], outers: &[(&str, &str)]) -> Vec<(String, String)> {
    let name = row.name;
    let mut names = vec![];
    match row.form {
        Form::Scalar => names.push((with(row, &[]), name.to_owned())),
        Form::Parts => {
            names.push((with(row, &[]), name.to_owned()));
            names.push((with(row, &["i"]), format!("{name}[i]")));
        }
        Form::PerCoordinate => {
            names.push((with(row, &[]), name.to_owned()));
            names.push((with(row, &["i"]), format!("{name}[i]")));
            // a mode has two numbers
            names.push((with(row, &["i,j"]), format!("{name}[i,j]")));
        }
        Form::Square | Form::Twists | Form::BodyTwists | Form::Table => {
            names.push((with(row, &[]), name.to_owned()));
            names.push((with(row, &["i", "j"]), format!("{name}#i,j")));
            if matches!(row.form, Form::Twists | Form::BodyTwists) {
                for (index, of) in indices {
                    names.push((with(row, &[index]), format!("{name}[{of}]")));
                }
            }
        }
        Form::List => names.push((with(row, &["i"]), format!("{name}#i,1"))),
        Form::FrameVector | Form::JointVector | Form::LinkVector => {
            for (index, of) in indices {
                let (whole, component) = (with(row, &[index]), with(row, &[index, "\\alpha"]));
                names.push((whole.clone(), format!("{name}[{of}]")));
                names.push((component.clone(), format!("{name}[{of}].alpha")));
                for (outer, axes) in outers {
                    names
                        .push((format!("{{}}^{{{outer}}}{whole}"), format!("{name}[{of}]@{axes}")));
                    let meaning = format!("{name}[{of}]@{axes}.alpha");
                    names.push((format!("{{}}^{{{outer}}}{component}"), meaning));
                }
            }
        }
        Form::LinkList => {
            names.push((with(row, &["i", "j"]), format!("{name}[i]#j,1")));
        }
        Form::LinkScalar
        | Form::LinkMatrix
        | Form::LinkTwists
        | Form::LinkFrame
        | Form::LinkFrameRate => {
            names.push((with(row, &["i"]), format!("{name}[i]")));
        }
        Form::Frame | Form::FrameRate => {
            for (index, of) in indices {
                names.push((with(row, &[index]), format!("{name}[{of}]")));
            }
        }
        Form::RelativeFrame | Form::RelativeRotation | Form::RelativePosition => {
            for (index, inner) in indices {
                for (outer, of) in outers {
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
        for (name, meaning) in TABLE.iter().flat_map(|row| names(row, &INDICES, &OUTER)) {
            assert!(Pattern::read(&name).is_ok(), "{name} for {meaning}");
        }
    }
}
