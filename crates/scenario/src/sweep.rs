//! What a scenario says about its variants: which of its numbers vary, how, and how many variants there are.

mod path;

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt, shown};
use appell_numeric::sobol;
use appell_toml::{DeValue, Fields, Read, Reader, Table, Value, whole};
use appell_units::{ANY, Dimension, Measure, PURE_NUMBER};

pub use path::{PayloadEntry, VariedKind};

use path::{Target, targets, written_dimension};

/// The table `[sweep]`.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// How variants are chosen.
    pub method: SweepMethod,
    /// How many there are.
    pub count: u64,
    /// By which random numbers are chosen.
    pub seed: u64,
    /// How many rows a part of the result has.
    pub part: u64,
    /// The column whose largest value is the worst, where one is named.
    pub worst: Option<(String, Range<usize>)>,
    /// What varies.
    pub varied: Vec<Varied>,
}

/// How variants are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepMethod {
    /// All combinations.
    Grid,
    /// Evenly spread, by the sequence of Sobol.
    Sobol,
    /// At random.
    Random,
}

impl SweepMethod {
    /// All.
    pub const ALL: [Self; 3] = [Self::Grid, Self::Sobol, Self::Random];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Sobol => "sobol",
            Self::Random => "random",
        }
    }
}

/// A number of the file that varies, or a list of them that are scaled together.
#[derive(Clone, Debug)]
pub struct Varied {
    /// Its path in the file, such as `payload[1].mass`.
    pub path: String,
    /// What it is, as far as that matters for what must be calculated again.
    pub kind: VariedKind,
    /// Whether it is a factor on what the file has.
    pub scales: bool,
    /// Which values it takes.
    pub distribution: Distribution,
    targets: Vec<Target>,
}

/// The values that a number takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// All from one number to another, equally likely; of a grid so many.
    Uniform {
        /// The least.
        from: f64,
        /// The largest.
        to: f64,
        /// How many of them a grid has.
        points: u64,
    },
    /// These, equally likely.
    Values(Vec<f64>),
    /// About a mean.
    Normal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
}

impl Sweep {
    /// The text of a scenario in which the numbers that vary have these values, in the order of the file.
    pub fn variant(&self, text: &str, values: &[f64]) -> String {
        let mut changes: Vec<(&Target, f64)> = Vec::new();
        for (varied, &value) in self.varied.iter().zip(values) {
            let new = |target: &Target| if varied.scales { value * target.value } else { value };
            changes.extend(varied.targets.iter().map(|target| (target, new(target))));
        }
        changes.sort_by_key(|(target, _)| target.span.start);
        let mut variant = String::with_capacity(text.len() + 16 * changes.len());
        let mut end = 0;
        for (target, value) in changes {
            variant.push_str(&text[end..target.span.start]);
            variant.push_str(&match target.dimension.map(Measure::si_unit) {
                Some(unit) => format!("\"{value:?} {unit}\""),
                None => format!("{value:?}"),
            });
            end = target.span.end;
        }
        variant.push_str(&text[end..]);
        variant
    }
}

/// More variants than this are a mistake.
const MOST: u64 = 10_000_000_000;

/// Each part is a file: more of them are a mistake.
const MOST_PARTS: u64 = 1_000_000;

/// Rows of a part where nothing is said: enough parts for many processors, and none that takes long.
fn usual_part(count: u64) -> u64 {
    const PARTS: u64 = 64;
    const LARGEST: u64 = 10_000;
    count.div_ceil(PARTS).clamp(1, LARGEST)
}

/// Reads [sweep]; `file` is the whole of the scenario, to which paths lead.
pub(super) fn sweep(
    fields: &mut Fields<'_>,
    file: &Table<'_>,
    reader: &mut Reader,
) -> Option<Sweep> {
    let methods = SweepMethod::ALL.map(|method| (method.name(), method));
    fields.demand("method", "write method = \"sobol\", or \"random\" or \"grid\"", reader);
    let method = fields.choice("method", &methods, reader);
    let count = counted(fields, "count", MOST, reader);
    let seed = counted_from_zero(fields, "seed", reader).unwrap_or(0);
    let part = counted(fields, "part", 10_000_000, reader);
    let worst = fields.text("worst", reader).map(|name| (name, fields.place("worst")));
    let varied: Vec<Varied> =
        fields.list("vary", reader, |fields, reader| vary(fields, method, file, reader));
    let method = method?;
    if varied.is_empty() && !fields.has("vary") {
        let problem = Diagnostic::error("nothing-varies", "expected [[sweep.vary]], found none")
            .hint("write [[sweep.vary]], then path = \"payload[1].mass\", from = 0 and to = 5");
        reader.report(problem, fields.span());
    }
    varied_twice(&varied, fields, reader);
    let count = match method {
        SweepMethod::Grid => grid_count(&varied, fields, reader)?,
        _ => {
            fields.demand("count", "write count = 1000", reader);
            count?
        }
    };
    if method == SweepMethod::Sobol && varied.len() > sobol::DIMENSIONS {
        let most = sobol::DIMENSIONS;
        let message = format!("the method `sobol` takes at most {most} numbers that vary");
        let problem = Diagnostic::error("too-many", message).fact("found", varied.len());
        reader.report(problem.hint("write method = \"random\""), fields.place("method"));
    }
    let part = part.unwrap_or_else(|| usual_part(count));
    if count.div_ceil(part) > MOST_PARTS {
        let message = format!("a sweep has at most {MOST_PARTS} parts");
        let problem = Diagnostic::error("bad-value", message)
            .fact("parts", count.div_ceil(part))
            .hint(format!("write part = {}, or leave it out", usual_part(count)));
        reader.report(problem, fields.place("part"));
    }
    Some(Sweep { method, count, seed, part, worst, varied })
}

/// A whole number from 1 to a limit.
fn counted(
    fields: &mut Fields<'_>,
    key: &'static str,
    most: u64,
    reader: &mut Reader,
) -> Option<u64> {
    fields.read(key, reader, |reader, value| {
        let number = whole(value).and_then(|it| u64::try_from(it).ok());
        let number = number.filter(|it| (1..=most).contains(it));
        if number.is_none() {
            let message = format!("`{key}` must be a whole number from 1 to {most}");
            let problem =
                Diagnostic::error("bad-value", message).hint(format!("write {key} = 1000"));
            reader.report(problem, value.span());
        }
        number
    })
}

fn counted_from_zero(
    fields: &mut Fields<'_>,
    key: &'static str,
    reader: &mut Reader,
) -> Option<u64> {
    fields.read(key, reader, |reader, value| {
        let number = whole(value).and_then(|it| u64::try_from(it).ok());
        if number.is_none() {
            let message = format!("`{key}` must be a whole number, not below zero");
            let problem = Diagnostic::error("bad-value", message).hint(format!("write {key} = 7"));
            reader.report(problem, value.span());
        }
        number
    })
}

/// Reads a [[sweep.vary]].
fn vary(
    fields: &mut Fields<'_>,
    method: Option<SweepMethod>,
    file: &Table<'_>,
    reader: &mut Reader,
) -> Option<Varied> {
    let grid = method == Some(SweepMethod::Grid);
    fields.demand("path", "write path = \"payload[1].mass\"", reader);
    let path = fields.text("path", reader);
    let [from, to] = ["from", "to"].map(|key| fields.number(key, &ANY, reader));
    let points = counted(fields, "points", MOST, reader);
    let values = fields.numbers("values", &ANY, reader);
    let scale = fields.numbers("scale", &PURE_NUMBER, reader);
    let normal = fields.table("normal", reader, |fields, reader| {
        let hint = "write normal = { mean = 2, deviation = 0.1 }";
        for key in ["mean", "deviation"] {
            fields.demand(key, hint, reader);
        }
        let mean = fields.number("mean", &ANY, reader);
        let deviation = fields.positive("deviation", &ANY, reader);
        Some(Distribution::Normal { mean: mean?, deviation: deviation? })
    });
    let given: Vec<&str> = ["from", "values", "scale", "normal"]
        .into_iter()
        .filter(|key| fields.has(key) || (*key == "from" && fields.has("to")))
        .collect();
    if given.len() != 1 {
        let found = if given.is_empty() { "none".to_owned() } else { given.join(", ") };
        let message =
            format!("expected `from` and `to`, `values`, `scale` or `normal`, found {found}");
        let problem = Diagnostic::error("one-distribution", message)
            .hint("write from = 0 and to = 5, or values = [1, 2, 5]")
            .hint("or scale = [0.5, 1.5], or normal = { mean = 2, deviation = 0.1 }");
        reader.report(problem, fields.span());
        return None;
    }
    let kind = given[0];
    let ends = match (kind, &scale) {
        ("from", _) => {
            for key in ["from", "to"] {
                fields.demand(key, &format!("write {key} = 1"), reader);
            }
            Some((from?, to?))
        }
        ("scale", Some(scale)) => match scale.as_slice() {
            [from, to] => Some((*from, *to)),
            _ => {
                reader.wrong_length(
                    2,
                    scale.len(),
                    "write scale = [0.5, 1.5]",
                    fields.place("scale"),
                );
                return None;
            }
        },
        _ => None,
    };
    if let Some((from, to)) = ends.filter(|(from, to)| from >= to) {
        let message = format!("{} to {} is an empty range", shown(from), shown(to));
        let problem = Diagnostic::error("empty-range", message)
            .hint("write the smaller number first, and a larger one as its end");
        reader.report(problem, fields.place(kind));
        return None;
    }
    if grid && kind == "normal" {
        let message = "`normal` is not available with method = \"grid\"";
        let problem = Diagnostic::error("not-in-a-grid", message);
        reader.report(problem.hint("write method = \"sobol\""), fields.place("normal"));
    }
    let takes_points = grid && ends.is_some();
    if takes_points && !fields.has("points") {
        let problem = Diagnostic::error(
            "missing-key",
            "`points` is missing: how many of the range a grid has",
        );
        reader.report(problem.hint("write points = 11"), fields.span());
    }
    if fields.has("points") && !takes_points {
        let message = "`points` has no effect: it is for ranges with method = \"grid\"";
        let problem = Diagnostic::error("bad-value", message).hint("leave it out");
        reader.report(problem, fields.place("points"));
    }
    if values.as_ref().is_some_and(Vec::is_empty) {
        let problem = Diagnostic::error("empty-range", "`values` must have at least one number");
        reader.report(problem.hint("write values = [1, 2, 5]"), fields.place("values"));
        return None;
    }
    let distribution = match (ends, values, normal) {
        (Some((from, to)), ..) => Distribution::Uniform { from, to, points: points.unwrap_or(2) },
        (None, Some(values), _) => Distribution::Values(values),
        (None, None, normal) => normal?,
    };
    let path = path?;
    let place = fields.place("path");
    let scales = kind == "scale";
    let (kind, targets) = targets(&path, file, scales, place, reader)?;
    if !scales {
        for key in ["from", "to", "values", "normal"] {
            let Some(value) = fields.get(key) else { continue };
            same_unit(key, value, &path, targets[0].dimension, reader)?;
        }
    }
    Some(Varied { path, kind, scales, distribution, targets })
}

/// Refuses values whose unit is not of the kind of that of the number that varies. If the number has no unit, values
/// with a unit are refused: only the reader of the variant knows which unit its key must have.
fn same_unit(
    key: &str,
    value: &Value<'_>,
    path: &str,
    dimension: Option<Dimension>,
    reader: &mut Reader,
) -> Option<()> {
    let numbers: Vec<&Value<'_>> = match value.get_ref() {
        DeValue::Array(entries) => entries.iter().collect(),
        DeValue::Table(entries) => entries.values().collect(),
        _ => vec![value],
    };
    let Some(other) = numbers.into_iter().find(|it| written_dimension(it) != dimension) else {
        return Some(());
    };
    let path = excerpt(path);
    let problem = match dimension.map(Measure::si_unit) {
        Some(unit) => {
            let message = format!("`{key}` must be in a unit such as {unit}, because `{path}` is");
            Diagnostic::error("wrong-unit", message)
                .hint(format!("write the number with its unit: \"... {unit}\""))
        }
        None => {
            let message = format!("`{key}` must have no unit, as `{path}` has none");
            let problem = Diagnostic::error("wrong-unit", message);
            problem.hint(format!(
                "leave the unit out and give the number in SI units, or write the number at `{path}` with a unit"
            ))
        }
    };
    reader.report(problem, other.span());
    None
}

/// How many points a grid has.
fn grid_count(varied: &[Varied], fields: &Fields<'_>, reader: &mut Reader) -> Option<u64> {
    if fields.has("count") {
        let message = "`count` has no effect: a grid has all combinations of its points";
        let problem = Diagnostic::error("bad-value", message).hint("leave it out");
        reader.report(problem, fields.place("count"));
    }
    let count = varied.iter().try_fold(1u64, |count, varied| {
        count.checked_mul(match &varied.distribution {
            Distribution::Uniform { points, .. } => *points,
            Distribution::Values(values) => values.len() as u64,
            Distribution::Normal { .. } => 1,
        })
    });
    let count = count.filter(|count| *count <= MOST);
    if count.is_none() {
        let message = format!("a grid has at most {MOST} points");
        let problem = Diagnostic::error("too-many", message).hint("give fewer `points`");
        reader.report(problem, fields.span());
    }
    count
}

/// Reports numbers that two entries vary.
fn varied_twice(varied: &[Varied], fields: &Fields<'_>, reader: &mut Reader) {
    for (k, later) in varied.iter().enumerate() {
        let meets = |a: &Target, b: &Target| a.span.start < b.span.end && b.span.start < a.span.end;
        let both = |earlier: &&Varied| {
            earlier.targets.iter().any(|a| later.targets.iter().any(|b| meets(a, b)))
        };
        if let Some(earlier) = varied[..k].iter().find(both) {
            let message = format!(
                "`{}` and `{}` vary the same number",
                excerpt(&earlier.path),
                excerpt(&later.path)
            );
            let problem = Diagnostic::error("varied-twice", message).hint("leave one of them out");
            reader.report(problem, fields.place("vary"));
        }
    }
}
