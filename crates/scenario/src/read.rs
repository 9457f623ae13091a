//! Reading a scenario from TOML.

use appell_actuation::{Goal, Margins, OptimisationSettings};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_simulation::{Elasticity, Method};
use appell_toml::{Fields, Read, Reader, table, whole};
use appell_trajectory::{LawKind, Path};

use super::controller::{Drive, controller, torques};
use super::idle::{of_controller, of_move};
use super::payload::payload;
use super::{Inverse, Limit, Move, Output, Placed, Scenario, Simulation, Start, What};

/// Larger files than this are no scenario.
const MAX_BYTES: usize = 4 << 20;

impl Scenario {
    /// Reads a scenario, or says all that is wrong with it.
    ///
    /// ```
    /// use appell_scenario::Scenario;
    /// let text = "robot = \"2r\"\n[[motion]]\nto = [1, 0.5]\nlaw = \"s-kurve\"";
    /// let findings = Scenario::read(text).unwrap_err();
    /// assert!(findings[0].render("s.toml", text).contains("did you mean `s-curve`?"));
    /// ```
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        appell_files::check_size(text.as_bytes(), MAX_BYTES).map_err(|problem| {
            vec![problem.hint("put long lists into a CSV file: table = \"file.csv\"")]
        })?;
        let mut reader = Reader::default();
        let read = table(text, &["motion", "payload"], &mut reader)
            .and_then(|file| scenario(Fields::of(&file), &mut reader));
        reader.result(read)
    }
}

/// A value with the place of its key.
pub(super) fn placed<T>(
    fields: &Fields<'_>,
    key: &'static str,
    value: Option<T>,
) -> Option<Placed<T>> {
    value.map(|value| Placed { value, span: fields.place(key) })
}

fn scenario(mut fields: Fields<'_>, reader: &mut Reader) -> Option<Scenario> {
    let robot = fields.required_text("robot", reader);
    let robot = placed(&fields, "robot", robot);
    let parameters = fields.named_numbers("parameters", reader).into_iter();
    let parameters = parameters.map(|(name, value, span)| Placed { value: (name, value), span });
    let parameters = parameters.collect();
    let start = fields.table("start", reader, |fields, reader| {
        let q = fields.numbers("q", reader);
        let q = placed(fields, "q", q);
        let qd = fields.numbers("qd", reader);
        let qd = placed(fields, "qd", qd);
        let error = fields.numbers("error", reader);
        Some(Start { q, qd, error: placed(fields, "error", error) })
    });
    let limits = fields.table("limits", reader, |fields, reader| Some(limits(fields, reader)));
    let mut idle = Vec::new();
    let moves = fields.list("motion", reader, |fields, reader| {
        let value = one_move(fields, reader)?;
        idle.extend(of_move(fields, &value.what));
        Some(Placed { value, span: fields.span() })
    });
    let saturates = |fields: &mut Fields<'_>, reader: &mut Reader| {
        let saturates = fields.flag("saturate", reader);
        placed(fields, "saturate", saturates)
    };
    let controller = fields.table("controller", reader, |fields, reader| {
        let saturates = saturates(fields, reader);
        let drive = placed_drive(fields, reader, controller)?;
        idle.extend(of_controller(fields, &drive.value));
        Some((drive, saturates))
    });
    let torques = fields.table("torques", reader, |fields, reader| {
        let saturates = saturates(fields, reader);
        Some((placed_drive(fields, reader, torques)?, saturates))
    });
    if let (Some(_), Some((torques, _))) = (&controller, &torques) {
        let problem = Diagnostic::error("two-drives", "torques stand beside a controller")
            .hint("leave out [torques] or [controller]");
        reader.report(problem, torques.span.clone());
    }
    let (drive, saturates) = controller.or(torques).unzip();
    duplicate_names(&moves, reader);
    let payloads = fields.list("payload", reader, payload);
    let simulation = fields.table("simulation", reader, |fields, reader| {
        let methods = Method::ALL.map(|method| (method.name(), method));
        let ends = [("stop", true), ("ignore", false)];
        let duration = fields.positive("duration", reader);
        Some(Simulation {
            duration: placed(fields, "duration", duration),
            method: fields.choice("method", &methods, reader),
            tolerance: tolerance(fields, reader),
            step: fields.positive("step", reader),
            stops_at_limits: fields.choice("limits", &ends, reader),
            saturates: None,
            span: Some(fields.span()),
        })
    });
    let output = fields.table("output", reader, |fields, reader| {
        let step = fields.positive("step", reader);
        let columns = fields.texts("columns", reader);
        Some(Output { step, columns: placed(fields, "columns", columns) })
    });
    let inverse = fields.table("inverse", reader, |fields, reader| {
        let kinds = Elasticity::ALL.map(|kind| (kind.name(), kind));
        let wrenches = fields.flag("wrenches", reader);
        let rates = fields.flag("rates", reader);
        Some(Inverse {
            wrenches: placed(fields, "wrenches", wrenches),
            rates: placed(fields, "rates", rates),
            elasticity: fields.choice("elasticity", &kinds, reader).unwrap_or_default(),
        })
    });
    let size = fields.table("size", reader, |fields, reader| {
        let catalogue = fields.text("catalogue", reader);
        let usual = Margins::default();
        let margins = Margins {
            safety: fields.positive("safety", reader).unwrap_or(usual.safety),
            inertia_ratio: fields.positive("inertia_ratio", reader).unwrap_or(usual.inertia_ratio),
        };
        Some((placed(fields, "catalogue", catalogue), margins))
    });
    let (catalogue, margins) = size.unwrap_or_default();
    let optimisation = fields
        .table("optimise", reader, |fields, reader| Some(optimisation_settings(fields, reader)));
    fields.finish(reader);
    Some(Scenario {
        robot: robot?,
        parameters,
        start: start.unwrap_or_default(),
        limits: limits.unwrap_or_default(),
        moves,
        drive,
        payloads,
        simulation: Simulation { saturates: saturates.flatten(), ..simulation.unwrap_or_default() },
        output: output.unwrap_or_default(),
        inverse: inverse.unwrap_or_default(),
        catalogue,
        margins,
        optimisation: optimisation.unwrap_or_default(),
        idle,
    })
}

/// The tolerance of a simulation.
fn tolerance(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<f64> {
    /// What rounding leaves, and what still is a motion.
    const USEFUL: std::ops::RangeInclusive<f64> = 1e-13..=0.1;
    let tolerance = fields.positive("tolerance", reader)?;
    if !USEFUL.contains(&tolerance) {
        let problem = Diagnostic::error("bad-value", "no step can be judged by this tolerance")
            .fact("tolerance", tolerance)
            .hint("choose it from 1e-13 to 0.1");
        reader.report(problem, fields.place("tolerance"));
    }
    Some(tolerance)
}

fn limits(fields: &mut Fields<'_>, reader: &mut Reader) -> Vec<Placed<(Limit, Vec<f64>)>> {
    let keys = [
        ("lower", Limit::Lower),
        ("upper", Limit::Upper),
        ("velocity", Limit::Velocity),
        ("acceleration", Limit::Acceleration),
        ("jerk", Limit::Jerk),
        ("effort", Limit::Effort),
    ];
    let mut all = Vec::new();
    for (key, limit) in keys {
        let Some(values) = fields.one_or_each(key, reader) else { continue };
        let span = fields.place(key);
        let signed = matches!(limit, Limit::Lower | Limit::Upper);
        if let Some(bad) = values.iter().find(|value| !signed && **value <= 0.0) {
            let problem =
                Diagnostic::error("not-positive", format!("the {key} limit is not above zero"))
                    .fact(key, bad)
                    .hint("leave out what is not limited");
            reader.report(problem, span);
            continue;
        }
        all.push(Placed { value: (limit, values), span });
    }
    all
}

fn one_move(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Move> {
    const KINDS: [&str; 8] =
        ["to", "position", "line", "circle", "through", "table", "wait", "step"];
    let given: Vec<&str> = KINDS.into_iter().filter(|kind| fields.has(kind)).collect();
    if given.len() != 1 {
        let problem = Diagnostic::error("one-move", "a [[motion]] says one thing to do")
            .fact("found", if given.is_empty() { "nothing".to_owned() } else { given.join(", ") })
            .hint(format!("one of: {}", KINDS.join(", ")));
        reader.report(problem, fields.span());
    }
    let to = fields.numbers("to", reader).map(What::To);
    let position = fields.vector("position", reader).map(What::Position);
    let line = fields.vector("line", reader).map(|to| What::Along(Path::Line { to }));
    let circle = fields.table("circle", reader, circle);
    let points = fields.rows("through", reader);
    let times = fields.numbers("times", reader);
    let through = points.map(|points| What::Through { points, times });
    let table = fields.text("table", reader).map(What::Table);
    let wait = fields.positive("wait", reader).map(What::Wait);
    let step = fields.numbers("step", reader).map(What::Step);
    let name = fields.text("name", reader);
    let laws = LawKind::ALL.map(|law| (law.name(), law));
    let law = fields.choice("law", &laws, reader);
    let duration = fields.positive("duration", reader);
    let orientations = [("keep", true), ("free", false)];
    let keeps_rotation = fields.choice("orientation", &orientations, reader);
    let speed = fields.positive("speed", reader).unwrap_or(f64::INFINITY);
    let what = to.or(position).or(line).or(circle).or(through).or(table).or(wait).or(step)?;
    let law = Placed { value: law.unwrap_or(LawKind::Quintic), span: fields.place("law") };
    let duration = placed(fields, "duration", duration);
    let place = given.first().map_or_else(|| fields.span(), |kind| fields.place(kind));
    Some(Move { name, what, place, law, duration, keeps_rotation, speed })
}

/// Reports moves with the same name.
fn duplicate_names(moves: &[Placed<Move>], reader: &mut Reader) {
    for (number, it) in moves.iter().enumerate() {
        let same = |other: &Placed<Move>| other.value.name == it.value.name;
        if let Some(name) = &it.value.name
            && moves[..number].iter().any(same)
        {
            let message = format!("two [[motion]] have the name `{}`", excerpt(name));
            let problem = Diagnostic::error("duplicate-name", message).hint("rename one of them");
            reader.report(problem, it.span.clone());
        }
    }
}

fn circle(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<What> {
    let hint = "write circle = { centre = [0.5, 0, 0.4], axis = [0, 0, 1] }";
    for key in ["centre", "axis"] {
        fields.demand(key, hint, reader);
    }
    let centre = fields.vector("centre", reader);
    let axis = fields.vector("axis", reader);
    let angle = fields.number("angle", reader).unwrap_or(2.0 * std::f64::consts::PI);
    let length = axis?.iter().map(|part| part * part).sum::<f64>();
    if !length.is_normal() {
        let problem = Diagnostic::error("zero-axis", "the axis of this circle has no direction")
            .fact("axis", format!("{:?}", axis?))
            .hint("write axis = [0, 0, 1]");
        reader.report(problem, fields.place("axis"));
        return None;
    }
    Some(What::Along(Path::Circle { centre: centre?, axis: axis?, angle }))
}

fn placed_drive(
    fields: &mut Fields<'_>,
    reader: &mut Reader,
    read: impl FnOnce(&mut Fields<'_>, &mut Reader) -> Option<Drive>,
) -> Option<Placed<Drive>> {
    let span = fields.span();
    Some(Placed { value: read(fields, reader)?, span })
}

fn optimisation_settings(fields: &mut Fields<'_>, reader: &mut Reader) -> OptimisationSettings {
    let usual = OptimisationSettings::default();
    let goals = Goal::ALL.map(|goal| (goal.name(), goal));
    let goal = fields.choice("goal", &goals, reader).unwrap_or(usual.goal);
    let time = fields.positive("time", reader).unwrap_or(usual.time);
    let recuperation = fields.number("recuperation", reader).unwrap_or(usual.recuperation);
    const MOST_KNOTS: usize = 20;
    let knots = fields.read("knots", reader, |reader, value| {
        let knots = whole(value).filter(|&knots| knots <= MOST_KNOTS);
        if knots.is_none() {
            let problem = Diagnostic::error("bad-value", "knots are counted")
                .hint(format!("write a whole number from 0 to {MOST_KNOTS}: knots = 3"));
            reader.report(problem, value.span());
        }
        knots
    });
    if !(0.0..=1.0).contains(&recuperation) || !(1.0..=1000.0).contains(&time) {
        let problem = Diagnostic::error("bad-value", "this cannot be aimed at")
            .fact("time", time)
            .fact("recuperation", recuperation)
            .hint("time is from 1 to 1000, recuperation from 0 to 1");
        reader.report(problem, fields.span());
    }
    let laws = match fields.texts("laws", reader) {
        None => usual.laws,
        Some(names) => {
            let known = |name: &String| LawKind::ALL.into_iter().find(|law| law.name() == name);
            if let Some(bad) = names.iter().find(|name| known(name).is_none()) {
                let all = LawKind::ALL.map(LawKind::name).join(", ");
                let problem =
                    Diagnostic::error("unknown-value", format!("there is no law `{bad}`"))
                        .hint(format!("one of: {all}"));
                reader.report(problem, fields.place("laws"));
            }
            if names.is_empty() {
                let problem = Diagnostic::error("bad-value", "there is no law to choose among")
                    .hint("name one at least, or leave `laws` out for all of them");
                reader.report(problem, fields.place("laws"));
            }
            names.iter().filter_map(known).collect()
        }
    };
    OptimisationSettings { goal, time, recuperation, knots: knots.unwrap_or(usual.knots), laws }
}
