//! Which printed name stands for what: a small TOML of patterns, and names that are common.

mod alias;
mod common;
mod distinct;
mod guess;
mod names;
mod numbering;
mod of_letter;
mod own;
mod propose;
mod sense;
mod template;

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_model::Robot;
use appell_toml::{Fields, Read, Reader, Table, Value, table};

use crate::known::Known;
use crate::name::{Bindings, Name, Pattern};

pub(crate) use alias::Letters;
pub(crate) use guess::guesses;
pub(crate) use names::Names;
pub(crate) use numbering::counts_from_zero;
pub(crate) use numbering::offset_of_coordinates;
pub(crate) use propose::proposal;
use template::filled_words;

/// The names of a paper.
///
/// ```
/// use appell_proof::Notation;
/// let notation = Notation::read(r#"
///     [quantities]
///     'Q_m^i' = "Q[i]"
///     [symbols]
///     '{}^{i}r_{C_{i\alpha}}' = "r{i}{alpha}"
/// "#);
/// assert!(notation.is_ok());
/// assert!(Notation::read("[symbols]\n'Q_{' = \"Q\"").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Notation {
    quantities: Vec<(Pattern, String)>,
    symbols: Vec<(Pattern, String)>,
    /// Where the meanings stand in the file, in its order.
    places: Vec<MeaningPlace>,
}

/// A meaning in the file of a notation.
#[derive(Clone, Debug)]
struct MeaningPlace {
    meaning: String,
    is_symbol: bool,
    span: Range<usize>,
}

/// A notation that comes with Appell.
#[derive(Clone, Copy, Debug)]
pub struct BundledNotation {
    /// The name of the paper whose notation it is.
    pub name: &'static str,
    /// The bundled robot that the paper is about.
    pub robot: &'static str,
    /// The name that this robot has in its file.
    robot_name: &'static str,
    /// The notation as TOML.
    pub text: &'static str,
    /// The printed equations of the paper, as LaTeX.
    pub paper: &'static str,
}

macro_rules! bundled {
    ($($name:literal of $robot:literal, $robot_name:literal;)*) => {
        [$(BundledNotation {
            name: $name,
            robot: $robot,
            robot_name: $robot_name,
            text: include_str!(concat!("../papers/", $name, ".toml")),
            paper: include_str!(concat!("../papers/", $name, ".tex")),
        }),*]
    };
}

/// The notations of the papers that come with Appell.
pub const NOTATIONS: [BundledNotation; 6] = bundled![
    "rttrr-dynamics-2016" of "rttrr", "RTTRR";
    "trttrr1-dynamics" of "trttrr1", "TRTTRR1";
    "ttrt-dynamics-2012" of "ttrt", "TTRT";
    "6r-kinematics-2012" of "6r", "6R";
    "elastodynamics-rigid-2019" of "rttrr", "RTTRR";
    "elastodynamics-elastic-2019" of "flex2r", "flexible 2R";
];

impl BundledNotation {
    /// Whether its paper is about a robot, by the robot's name.
    pub(crate) fn is_about(&self, robot: &Robot) -> bool {
        self.robot_name == robot.name()
    }
}

impl Notation {
    /// Reads a notation; on failure, all that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader::default();
        let file = table(text, &[], &mut reader).filter(|file| !is_robot(file, &mut reader));
        let read = file.map(|file| {
            let mut fields = Fields::of(&file);
            for about in ["name", "source"] {
                fields.text(about, &mut reader);
            }
            let mut patterns =
                |key| fields.read(key, &mut reader, |reader, value| patterns(value, key, reader));
            let [quantities, symbols] =
                ["quantities", "symbols"].map(|key| patterns(key).unwrap_or_default());
            fields.finish(&mut reader);
            let places = |read: &[(Pattern, String, Range<usize>)], is_symbol: bool| {
                let place = |(_, meaning, span): &(_, String, Range<usize>)| MeaningPlace {
                    meaning: meaning.clone(),
                    is_symbol,
                    span: span.clone(),
                };
                read.iter().map(place).collect::<Vec<_>>()
            };
            let places = [places(&quantities, false), places(&symbols, true)].concat();
            let [quantities, symbols] = [quantities, symbols].map(|read| {
                read.into_iter().map(|(pattern, meaning, _)| (pattern, meaning)).collect()
            });
            Self { quantities, symbols, places }.sorted()
        });
        reader.result(read)
    }

    /// The more exact a pattern, the earlier it is asked.
    fn sorted(mut self) -> Self {
        self.quantities.sort_by_key(|(pattern, _)| pattern.freedom());
        self.symbols.sort_by_key(|(pattern, _)| pattern.freedom());
        self
    }

    /// What the first pattern that fits a name says: a quantity, or that it stands for none.
    fn bound(&self, name: &Name, robot: &Robot) -> Option<Option<Known>> {
        self.bound_with(name, robot, &|bindings, _| bindings)
    }

    /// The same, with other numbers in the place of those that are printed.
    fn bound_with(
        &self,
        name: &Name,
        robot: &Robot,
        numbered: &dyn Fn(Bindings, &str) -> Bindings,
    ) -> Option<Option<Known>> {
        self.quantities.iter().find_map(|(pattern, meaning)| {
            let bindings = pattern.bind(name)?;
            if meaning.is_empty() {
                return Some(None);
            }
            let bindings = numbered(bindings, meaning);
            Known::read(&filled_words(meaning, &bindings), robot).map(Some)
        })
    }

    /// The quantity of the robot that a name stands for.
    fn known(&self, name: &Name, robot: &Robot) -> Option<Known> {
        self.bound(name, robot)?
    }
}

/// Whether a file is a robot or a scenario, which is reported.
fn is_robot(file: &Table<'_>, reader: &mut Reader) -> bool {
    let kinds = [("joint", "a robot"), ("robot", "a scenario"), ("motion", "a scenario")];
    let found = kinds.into_iter().find_map(|(key, kind)| Some((file.get_ref().get(key)?, kind)));
    if let Some((value, kind)) = found {
        let message = format!("expected a notation, found {kind}");
        let problem = Diagnostic::error("not-a-notation", message)
            .hint("write [quantities] with lines such as 'Q_i' = \"Q[i]\", and [symbols] with 'l_i' = \"l{i}\"")
            .hint("the robot is given by --robot");
        reader.report(problem, value.span());
    }
    found.is_some()
}

/// Printed names and what they mean, and where that stands, in the order of the file.
fn patterns(
    value: &Value<'_>,
    key: &str,
    reader: &mut Reader,
) -> Option<Vec<(Pattern, String, Range<usize>)>> {
    let mut all = Vec::new();
    for (printed, meaning) in reader.entries(value, &format!("write [{key}]"))? {
        let span = meaning.span();
        let meaning = reader.text(meaning);
        match (Pattern::read(printed.get_ref()), meaning) {
            (Ok(pattern), Some(meaning)) => all.push((pattern, meaning.to_owned(), span)),
            (Ok(_), None) => {}
            (Err(why), _) => {
                let message = format!(
                    "expected a printed name, found `{}`: {why}",
                    excerpt(printed.get_ref())
                );
                let problem = Diagnostic::error("pattern", message)
                    .hint("write it as in the paper, in single quotes: '{}^{i}\\bar{F}_{i}'");
                reader.report(problem, printed.span());
            }
        }
    }
    Some(all)
}
