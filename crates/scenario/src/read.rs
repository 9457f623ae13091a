//! Reading a scenario from TOML.

use appell_actuation::{Goal, Margins, OptimisationSettings};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_simulation::{Elasticity, Method};
use appell_toml::{Fields, OneOrEach, Read, Reader, Table, table, whole};
use appell_trajectory::{LawKind, Path};
use appell_units::{
    ANGLE, JOINT_ACCELERATION, JOINT_EFFORT, JOINT_JERK, JOINT_POSITION, JOINT_VELOCITY, LENGTH,
    PURE_NUMBER, TIME, VELOCITY,
};

use super::controller::{Drive, controller, torques};
use super::idle::{of_controller, of_move};
use super::joint_units::Units;
use super::payload::payload;
use super::shaper::ShaperDraft;
use super::start::StartModes;
use super::sweep::sweep;
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
            .filter(|file| !is_robot(file, &mut reader))
            .and_then(|file| scenario(&file, &mut reader));
        reader.result(read)
    }
}

/// Whether a file is a robot, which has joints and names no robot; this is reported.
fn is_robot(file: &Table<'_>, reader: &mut Reader) -> bool {
    let joints = file.get_ref().get("joint").filter(|_| !file.get_ref().contains_key("robot"));
    if let Some(joints) = joints {
        let problem = Diagnostic::error("not-a-scenario", "expected a scenario, found a robot")
            .hint("write a scenario that names this file: robot = \"arm.toml\"")
            .hint("`appell show FILE` shows a robot");
        reader.report(problem, joints.span());
    }
    joints.is_some()
}

/// A value with the place of its key.
pub(super) fn placed<T>(
    fields: &Fields<'_>,
    key: &'static str,
    value: Option<T>,
) -> Option<Placed<T>> {
    value.map(|value| Placed { value, span: fields.place(key) })
}

fn scenario(file: &Table<'_>, reader: &mut Reader) -> Option<Scenario> {
    let mut fields = Fields::of(file);
    let hint = "write robot = \"arm.toml\" with the name of its file, or that of a bundled robot";
    fields.demand("robot", hint, reader);
    let robot = fields.text("robot", reader);
    let robot = placed(&fields, "robot", robot);
    let mut units = Units::default();
    let parameters = units.parameters(&mut fields, reader);
    let start = fields.table("start", reader, |fields, reader| {
        let q = units.axis_numbers(fields, "q", &JOINT_POSITION, reader);
        let q = placed(fields, "q", q);
        let qd = units.axis_numbers(fields, "qd", &JOINT_VELOCITY, reader);
        let qd = placed(fields, "qd", qd);
        let error = units.axis_numbers(fields, "error", &JOINT_POSITION, reader);
        let error = placed(fields, "error", error);
        Some(Start { q, qd, error, modes: StartModes::read(fields, reader) })
    });
    let limits =
        fields.table("limits", reader, |fields, reader| Some(limits(fields, &mut units, reader)));
    let mut idle = Vec::new();
    let moves = fields.list("motion", reader, |fields, reader| {
        let value = one_move(fields, &mut units, reader)?;
        idle.extend(of_move(fields, &value.what));
        Some(Placed { value, span: fields.span() })
    });
    let saturates = |fields: &mut Fields<'_>, reader: &mut Reader| {
        let saturates = fields.flag("saturate", reader);
        placed(fields, "saturate", saturates)
    };
    let controller = fields.table("controller", reader, |fields, reader| {
        let saturates = saturates(fields, reader);
        let drive =
            placed_drive(fields, reader, |fields, reader| controller(fields, &mut units, reader))?;
        idle.extend(of_controller(fields, &drive.value));
        Some((drive, saturates))
    });
    let torques = fields.table("torques", reader, |fields, reader| {
        let saturates = saturates(fields, reader);
        let drive =
            placed_drive(fields, reader, |fields, reader| torques(fields, &mut units, reader))?;
        Some((drive, saturates))
    });
    if let (Some(_), Some((torques, _))) = (&controller, &torques) {
        let problem =
            Diagnostic::error("two-drives", "expected [torques] or [controller], found both")
                .hint("leave out [torques] or [controller]");
        reader.report(problem, torques.span.clone());
    }
    let (drive, saturates) = controller.or(torques).unzip();
    duplicate_names(&moves, reader);
    let payloads = fields.list("payload", reader, payload);
    let simulation = fields.table("simulation", reader, |fields, reader| {
        let methods = Method::ALL.map(|method| (method.name(), method));
        let ends = [("stop", true), ("ignore", false)];
        let duration = fields.positive("duration", &TIME, reader);
        Some(Simulation {
            duration: placed(fields, "duration", duration),
            method: fields.choice("method", &methods, reader),
            tolerance: tolerance(fields, reader),
            step: fields.positive("step", &TIME, reader),
            stops_at_limits: fields.choice("limits", &ends, reader),
            saturates: None,
            span: Some(fields.span()),
        })
    });
    let output = fields.table("output", reader, |fields, reader| {
        let step = fields.positive("step", &TIME, reader);
        let columns = fields.texts("columns", reader);
        Some(Output { step, columns: placed(fields, "columns", columns) })
    });
    let inverse = fields.table("inverse", reader, |fields, reader| {
        let kinds = Elasticity::ALL.map(|kind| (kind.name(), kind));
        let wrenches = fields.flag("wrenches", reader);
        let rates = fields.flag("rates", reader);
        let vibrations = fields.flag("vibrations", reader);
        Some(Inverse {
            wrenches: placed(fields, "wrenches", wrenches),
            rates: placed(fields, "rates", rates),
            vibrations: placed(fields, "vibrations", vibrations),
            elasticity: fields.choice("elasticity", &kinds, reader).unwrap_or_default(),
        })
    });
    let size = fields.table("size", reader, |fields, reader| {
        let catalogue = fields.text("catalogue", reader);
        let usual = Margins::default();
        let margins = Margins {
            safety: fields.positive("safety", &PURE_NUMBER, reader).unwrap_or(usual.safety),
            inertia_ratio: fields
                .positive("inertia_ratio", &PURE_NUMBER, reader)
                .unwrap_or(usual.inertia_ratio),
        };
        Some((placed(fields, "catalogue", catalogue), margins))
    });
    let (catalogue, margins) = size.unwrap_or_default();
    let optimisation = fields
        .table("optimise", reader, |fields, reader| Some(optimisation_settings(fields, reader)));
    let sweep = fields.table("sweep", reader, |fields, reader| sweep(fields, file, reader));
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
        sweep,
        idle,
        units,
    })
}

/// The tolerance of a simulation.
fn tolerance(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<f64> {
    /// What rounding leaves, and what still is a motion.
    const USEFUL: std::ops::RangeInclusive<f64> = 1e-13..=0.1;
    let tolerance = fields.positive("tolerance", &PURE_NUMBER, reader)?;
    if !USEFUL.contains(&tolerance) {
        let message = format!("`tolerance` must be from 1e-13 to 0.1, got {tolerance}");
        let problem = Diagnostic::error("bad-value", message).hint("write tolerance = 1e-8");
        reader.report(problem, fields.place("tolerance"));
    }
    Some(tolerance)
}

fn limits(
    fields: &mut Fields<'_>,
    units: &mut Units,
    reader: &mut Reader,
) -> Vec<Placed<(Limit, OneOrEach)>> {
    let keys = [
        ("lower", Limit::Lower, &JOINT_POSITION),
        ("upper", Limit::Upper, &JOINT_POSITION),
        ("velocity", Limit::Velocity, &JOINT_VELOCITY),
        ("acceleration", Limit::Acceleration, &JOINT_ACCELERATION),
        ("jerk", Limit::Jerk, &JOINT_JERK),
        ("effort", Limit::Effort, &JOINT_EFFORT),
    ];
    let mut all = Vec::new();
    for (key, limit, measure) in keys {
        let Some(values) = units.one_or_each(fields, key, measure, reader) else { continue };
        let span = fields.place(key);
        let signed = matches!(limit, Limit::Lower | Limit::Upper);
        if let Some(bad) = values.numbers().iter().find(|value| !signed && **value <= 0.0) {
            let message = format!("`{key}` must be above zero, got {bad}");
            let problem =
                Diagnostic::error("not-positive", message).hint("leave out what is not limited");
            reader.report(problem, span);
            continue;
        }
        all.push(Placed { value: (limit, values), span });
    }
    all
}

fn one_move(fields: &mut Fields<'_>, units: &mut Units, reader: &mut Reader) -> Option<Move> {
    const KINDS: [&str; 8] =
        ["to", "position", "line", "circle", "through", "table", "wait", "step"];
    let given: Vec<&str> = KINDS.into_iter().filter(|kind| fields.has(kind)).collect();
    if given.len() != 1 {
        let found = if given.is_empty() { "none".to_owned() } else { given.join(", ") };
        let message = format!("expected one kind of move in this [[motion]], found {found}");
        let problem =
            Diagnostic::error("one-move", message).hint(format!("one of: {}", KINDS.join(", ")));
        reader.report(problem, fields.span());
    }
    let to = units.numbers(fields, "to", &JOINT_POSITION, reader).map(What::To);
    let position = fields.vector("position", &LENGTH, reader).map(What::Position);
    let line = fields.vector("line", &LENGTH, reader).map(|to| What::Along(Path::Line { to }));
    let circle = fields.table("circle", reader, circle);
    let points = units.rows(fields, "through", &JOINT_POSITION, reader);
    let times = fields.numbers("times", &TIME, reader);
    let through = points.map(|points| What::Through { points, times });
    let table = fields.text("table", reader).map(What::Table);
    let wait = fields.positive("wait", &TIME, reader).map(What::Wait);
    let step = units.numbers(fields, "step", &JOINT_POSITION, reader).map(What::Step);
    let name = fields.text("name", reader);
    let laws = LawKind::ALL.map(|law| (law.name(), law));
    let law = fields.read("law", reader, |reader, value| {
        let text = reader.text(value)?;
        if ["minimum-jerk", "min-jerk"]
            .contains(&text.to_lowercase().replace(['_', ' '], "-").as_str())
        {
            let message = format!("unknown motion profile `{}`", excerpt(text));
            let problem = Diagnostic::error("unknown-value", message);
            reader.report(problem.hint("the profile of minimum jerk is `quintic`"), value.span());
            return None;
        }
        reader.choice(value, "law", &laws)
    });
    let duration = fields.positive("duration", &TIME, reader);
    let orientations = [("keep", true), ("free", false)];
    let keeps_rotation = fields.choice("orientation", &orientations, reader);
    let speed = fields.positive("speed", &VELOCITY, reader).unwrap_or(f64::INFINITY);
    let shaper = fields.table("shaper", reader, ShaperDraft::read);
    let shaper = placed(fields, "shaper", shaper);
    let what = to.or(position).or(line).or(circle).or(through).or(table).or(wait).or(step)?;
    let law = Placed { value: law.unwrap_or(LawKind::Quintic), span: fields.place("law") };
    let duration = placed(fields, "duration", duration);
    let place = given.first().map_or_else(|| fields.span(), |kind| fields.place(kind));
    Some(Move { name, what, place, law, duration, keeps_rotation, speed, shaper })
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
        // where a payload names a move, it may write a time instead
        let quantity = it.value.name.as_deref().and_then(appell_units::read);
        if let Some(Ok(quantity)) = quantity
            && quantity.unit().is_some()
        {
            let message = "the name of this [[motion]] is a number with a unit";
            let problem = Diagnostic::error("bad-name", message)
                .hint("choose a name that cannot be taken for a time, such as \"grip\"");
            reader.report(problem, it.span.clone());
        }
    }
}

fn circle(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<What> {
    let hint = "write circle = { centre = [0.5, 0, 0.4], axis = [0, 0, 1] }";
    for key in ["centre", "axis"] {
        fields.demand(key, hint, reader);
    }
    let centre = fields.vector("centre", &LENGTH, reader);
    let axis = fields.vector("axis", &PURE_NUMBER, reader);
    let angle = fields.number("angle", &ANGLE, reader).unwrap_or(2.0 * std::f64::consts::PI);
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
    let time = fields.positive("time", &PURE_NUMBER, reader).unwrap_or(usual.time);
    let recuperation =
        fields.number("recuperation", &PURE_NUMBER, reader).unwrap_or(usual.recuperation);
    const MOST_KNOTS: usize = 20;
    let knots = fields.read("knots", reader, |reader, value| {
        let knots = whole(value).filter(|&knots| knots <= MOST_KNOTS);
        if knots.is_none() {
            let message = format!("`knots` must be an integer from 0 to {MOST_KNOTS}");
            let problem = Diagnostic::error("bad-value", message).hint("write knots = 3");
            reader.report(problem, value.span());
        }
        knots
    });
    for (key, value, range) in
        [("time", time, 1.0..=1000.0), ("recuperation", recuperation, 0.0..=1.0)]
    {
        if !range.contains(&value) {
            let (least, most) = range.into_inner();
            let message = format!("`{key}` must be from {least} to {most}, got {value}");
            let problem = Diagnostic::error("bad-value", message).hint(format!("write {key} = 1"));
            reader.report(problem, fields.place(key));
        }
    }
    let laws = match fields.texts("laws", reader) {
        None => usual.laws,
        Some(names) => {
            let known = |name: &String| LawKind::ALL.into_iter().find(|law| law.name() == name);
            if let Some(bad) = names.iter().find(|name| known(name).is_none()) {
                let all = LawKind::ALL.map(LawKind::name).join(", ");
                let problem = Diagnostic::error(
                    "unknown-value",
                    format!("unknown motion profile `{}`", excerpt(bad)),
                )
                .hint(format!("one of: {all}"));
                reader.report(problem, fields.place("laws"));
            }
            if names.is_empty() {
                let problem =
                    Diagnostic::error("bad-value", "`laws` must name at least one motion profile")
                        .hint("leave `laws` out for all of them");
                reader.report(problem, fields.place("laws"));
            }
            names.iter().filter_map(known).collect()
        }
    };
    OptimisationSettings { goal, time, recuperation, knots: knots.unwrap_or(usual.knots), laws }
}
