//! `appell show ROBOT`: all that is known of a robot before anything is derived.

mod json;

use std::path::Path;

use appell::algebra::Poly;
use appell::diagnostic::{Diagnostic, significant};
use appell::model::{
    self, Compensator, ElasticJoint, Friction, Inertia, Joint, JointKind, Limits, Placement, Robot,
    Rotation, Spring, axis_name, entry_text,
};
use appell::output::plot::Figure;
use appell::report::{campbell, mode_shapes};
use appell::spatial::Vector;

use super::findings::{Failure, tell_findings};
use super::motion_output::{check_name, picture};
use super::output;
use super::pose::{Pose, coordinates, listed, pose};
use super::robot::shown_findings;
use super::robots::structure;
use super::sketch::sketch;
use super::table::{Table, wrapped};

/// The arguments of `appell show`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    /// The coordinates for frames and sketch, such as 0.3,pi/2,-1 or shoulder=0.3; zero without them
    #[arg(long, value_name = "Q1,Q2,...", allow_hyphen_values = true)]
    q: Option<String>,
    /// Everything as JSON
    #[arg(long)]
    json: bool,
    /// Write pictures of the modes of elastic links to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Draw frequencies of elastic links over speed instead (a Campbell diagram), from rest to these velocities of
    /// the joints, such as shoulder=30
    #[arg(long, value_name = "Q1,Q2,...", allow_hyphen_values = true, requires = "plot")]
    qd: Option<String>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let loaded = self.reading.load(&self.robot)?;
        let robot = loaded.model();
        let q = coordinates(&loaded, self.q.as_deref())?;
        let pose = pose(robot, &q);
        if let Some(name) = &self.plot {
            check_name(name, &["svg", "png"], self.force)?;
            let figures = match &self.qd {
                Some(qd) => {
                    let (figure, warning) = campbell(robot, &q, &speeds(&loaded, qd)?)?;
                    tell_findings(warning.as_slice());
                    vec![figure]
                }
                None => modes(robot)?,
            };
            output::write(Path::new(name), &picture(name, &figures)?, self.force)?;
        }
        if self.json {
            return Ok(json::robot(&loaded, &q, pose.as_ref().ok().map(|pose| &pose.frames)));
        }
        let mut out = head(robot);
        out.push_str("\nJoints: where frame {i} lies in its parent at q = 0, and how it moves\n");
        out.push_str(&joints(robot));
        out.push_str(&drives(robot));
        out.push_str(
            "\nLinks: mass, centre of mass, inertia about it (xy, xz, yz: products), in {i}\n",
        );
        out.push_str(&links(robot));
        out.push_str(&elastic(robot));
        out.push_str(&payload(robot));
        out.push_str("\nSymbols\n");
        out.push_str(&symbols(robot));
        match pose {
            Ok(pose) => {
                let shown: Vec<String> = q.iter().map(|q| number(*q)).collect();
                out.push_str(&format!("\nFrames in the base at q = ({})\n", shown.join(", ")));
                out.push_str(&frames(robot, &pose));
                out.push_str("\n  0 is the base, T the tool, numbers are joints\n");
                out.push_str(&sketch(robot, &pose.frames));
            }
            Err(error) => out.push_str(&format!("\nNo frames and no sketch: {error}\n")),
        }
        out.push_str(&verdict(&loaded));
        if let Some(name) = &self.plot {
            out.push_str(&format!("\nwrote {name}\n"));
        }
        Ok(out)
    }
}

/// Pictures of the modes of all links.
fn modes(robot: &Robot) -> Result<Vec<Figure>, Failure> {
    let figures = mode_shapes(robot);
    if figures.is_empty() {
        let message = "this robot has no elastic links whose modes can be drawn";
        let hint = "modes are drawn for beams whose parameters have values (`beam = { ... }` in [joint.link.elastic])";
        return Err(Diagnostic::error("no-modes", message).hint(hint).into());
    }
    Ok(figures)
}

/// Velocities of which at least one is not zero.
fn speeds(robot: &appell::Robot, list: &str) -> Result<Vec<f64>, Failure> {
    let velocities = listed(robot, "--qd", list)?;
    if velocities.iter().all(|velocity| *velocity == 0.0) {
        let message = "--qd: expected a velocity that is not zero";
        let joints = robot.model().coordinate_owners();
        let name = joints.first().map_or("1", String::as_str);
        let hint = format!("write the highest speed of a joint: --qd {name}=30");
        return Err(Diagnostic::error("no-speed", message).hint(hint).into());
    }
    Ok(velocities)
}

fn head(robot: &Robot) -> String {
    let count = robot.joints().len();
    let plural = if count == 1 { "joint" } else { "joints" };
    let shape = if robot.is_chain() { "a chain" } else { "a tree" };
    let name = robot.name().replace(char::is_control, " ");
    let mut out = format!("{name}: {count} {plural}, {}, {shape}\n", structure(robot));
    for line in wrapped(robot.source().unwrap_or_default(), 96) {
        out.push_str(&format!("  {line}\n"));
    }
    match robot.base() {
        None => out.push_str(&format!("  gravity: {}\n", vector(robot, robot.gravity()))),
        Some(base) => {
            let turned = match rotation(robot, &base.placement) {
                turns if turns.is_empty() => String::new(),
                turns => format!(", {turns}"),
            };
            let offset = vector(robot, &base.placement.offset);
            out.push_str(&format!("  base in B: {offset}{turned}\n"));
            out.push_str(&format!("  gravity, in axes of B: {}\n", vector(robot, &base.gravity)));
        }
    }
    out
}

fn text(robot: &Robot, entry: &Poly) -> String {
    entry_text(entry, robot.symbols())
}

fn vector(robot: &Robot, entries: &Vector<Poly>) -> String {
    format!("({})", entries.map(|entry| text(robot, entry)).0.join(", "))
}

fn axis(robot: &Robot, axis: &Vector<Poly>) -> String {
    axis_name(axis).map_or_else(|| vector(robot, axis), str::to_owned)
}

fn rotation(robot: &Robot, placement: &Placement) -> String {
    match &placement.rotation {
        Rotation::Turns(turns) => {
            let turns = turns.iter().map(|turn| {
                format!("R({}, {})", axis(robot, &turn.axis), text(robot, &turn.angle))
            });
            turns.collect::<Vec<_>>().join(" ")
        }
        Rotation::Matrix(matrix) => {
            let rows = matrix.0.each_ref().map(|row| vector(robot, &Vector(row.clone())));
            rows.join(" ")
        }
    }
}

fn limits(robot: &Robot, Limits { lower, upper, velocity, effort }: &Limits) -> String {
    let value = |limit: &Option<Poly>, none: &str| {
        limit.as_ref().map_or_else(|| none.to_owned(), |limit| text(robot, limit))
    };
    let mut parts = Vec::new();
    if lower.is_some() || upper.is_some() {
        parts.push(format!("{} .. {}", value(lower, "-inf"), value(upper, "inf")));
    }
    for (name, limit) in [("speed", velocity), ("effort", effort)] {
        if limit.is_some() {
            parts.push(format!("{name} {}", value(limit, "")));
        }
    }
    parts.join(", ")
}

/// The coordinate of a joint, or what it follows.
fn coordinate(robot: &Robot, joint: &Joint) -> String {
    let own = joint.coordinate.map(|q| robot.symbols().name(q));
    let follows = || Some(text(robot, &joint.coupling.as_ref()?.rate(robot, 0).ok()?));
    own.or_else(follows).unwrap_or_default()
}

/// The springs, gravity compensators, the elasticity and the rotors of motors, a line each.
fn drives(robot: &Robot) -> String {
    let mut out = String::new();
    for joint in robot.joints() {
        let Spring { stiffness, rest } = &joint.spring;
        if !stiffness.is_zero() {
            let (stiffness, rest) = (text(robot, stiffness), text(robot, rest));
            out.push_str(&format!(
                "  {}: spring, stiffness {stiffness}, rest {rest}\n",
                joint.name
            ));
        }
        if let Some(Compensator { stiffness, on, from, to }) = &joint.compensator {
            out.push_str(&format!(
                "  {}: gravity compensator, stiffness {}, from {} on {} to {}\n",
                joint.name,
                text(robot, stiffness),
                vector(robot, from),
                on.map_or("base", |id| &robot.joint(id).name),
                vector(robot, to),
            ));
        }
        if let Some(ElasticJoint { elasticity, motor }) = &joint.elastic {
            let [stiffness, damping] = elasticity.entries().map(|(_, entry)| text(robot, entry));
            out.push_str(&format!(
                "  {}: elastic, stiffness {stiffness}, damping {damping}, driven by {}\n",
                joint.name,
                robot.joint(*motor).name
            ));
        }
        if let Some(rotor) = &joint.rotor {
            let ratios = rotor.ratios.iter();
            let ratios = ratios
                .map(|(id, ratio)| format!("{} to {}", text(robot, ratio), robot.joint(*id).name));
            let on = rotor.on.map_or("base", |id| &robot.joint(id).name);
            out.push_str(&format!(
                "  {}: rotor on {on}, inertia {}, ratio {}, axis {}{}\n",
                joint.name,
                text(robot, &rotor.inertia),
                ratios.collect::<Vec<_>>().join(" and "),
                axis(robot, &rotor.axis),
                Some(friction(robot, &rotor.friction))
                    .filter(|it| !it.is_empty())
                    .map_or_else(String::new, |it| format!(", friction {it}")),
            ));
            if let Some(efficiency) = &rotor.efficiency {
                out.push_str(&format!(
                    "  {}: gear, efficiency {}\n",
                    joint.name,
                    text(robot, efficiency)
                ));
            }
        }
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

fn friction(robot: &Robot, friction: &Friction) -> String {
    let given = friction.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
    let given = given.map(|(name, entry)| format!("{name} {}", text(robot, entry)));
    given.collect::<Vec<_>>().join(", ")
}

fn joints(robot: &Robot) -> String {
    let mut table = Table::new([
        "  i", "name", "on", "type", "q", "axis", "offset", "rotation", "limits", "friction",
    ]);
    for (index, joint) in robot.joints().iter().enumerate() {
        table.row([
            format!("  {}", index + 1),
            joint.name.clone(),
            joint.parent.map_or(0, |parent| parent.number()).to_string(),
            joint.kind.name().to_owned(),
            coordinate(robot, joint),
            if joint.kind == JointKind::Fixed { String::new() } else { axis(robot, &joint.axis) },
            vector(robot, &joint.placement.offset),
            rotation(robot, &joint.placement),
            limits(robot, &joint.limits),
            friction(robot, &joint.friction),
        ]);
    }
    let tool = robot.tool();
    table.row([
        "  T".to_owned(),
        "tool".to_owned(),
        tool.parent.number().to_string(),
        String::new(),
        String::new(),
        String::new(),
        vector(robot, &tool.placement.offset),
        rotation(robot, &tool.placement),
        String::new(),
        String::new(),
    ]);
    for frame in robot.frames() {
        table.row([
            "  F".to_owned(),
            frame.name.to_string(),
            frame.parent.map_or(0, |parent| parent.number()).to_string(),
            String::new(),
            String::new(),
            String::new(),
            vector(robot, &frame.placement.offset),
            rotation(robot, &frame.placement),
            String::new(),
            String::new(),
        ]);
    }
    table.text()
}

fn links(robot: &Robot) -> String {
    let mut table = Table::new(["  i", "mass", "centre", "inertia"]);
    for (index, joint) in robot.joints().iter().enumerate() {
        let body = &joint.body;
        let inertia = Inertia::of_tensor(&body.inertia);
        let given = inertia.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        let given: Vec<String> =
            given.map(|(name, entry)| format!("{name} = {}", brief(robot, entry))).collect();
        let centre = body.centre.map(|entry| brief(robot, entry)).0.join(", ");
        table.row([
            format!("  {}", index + 1),
            brief(robot, &body.mass),
            format!("({centre})"),
            given.join(", "),
        ]);
    }
    table.text()
}

/// The elastic links, if there are any.
fn elastic(robot: &Robot) -> String {
    let mut table = Table::new(["  i", "modes", "tip", "tip map", "stiffness"]);
    let joints = robot.joints().iter().enumerate();
    for (index, modes) in joints.filter_map(|(index, it)| Some((index, it.modes.as_ref()?))) {
        let names = modes.coordinates.iter().map(|&name| robot.symbols().name(name));
        let rows = modes.body.stiffness.iter().enumerate();
        let stiffness = rows.map(|(j, row)| brief(robot, &row[j]));
        table.row([
            format!("  {}", index + 1),
            names.collect::<Vec<_>>().join(", "),
            vector(robot, &modes.body.tip),
            modes.tip_map.name().to_owned(),
            stiffness.collect::<Vec<_>>().join(", "),
        ]);
    }
    match robot.is_elastic() {
        true => format!(
            "\nElastic links: modal coordinates, tip in {{i}}\n{}{}",
            table.text(),
            integrals(robot)
        ),
        false => String::new(),
    }
}

/// The integrals of every elastic link that are not zero, by their names.
fn integrals(robot: &Robot) -> String {
    /// More of them are not read at a glance.
    const MOST: usize = 24;
    let mut out =
        "\nModal integrals: shift u and slope s of the tip; a, b, m of d, r d^T, d d^T over the \
                   mass; stiffness k, damping d\n"
            .to_owned();
    for (link, joint) in (1..).zip(robot.joints()) {
        let Some(modes) = &joint.modes else { continue };
        let all = model::integrals(link, &modes.body, Poly::is_zero);
        let shown = all.iter().take(MOST);
        let shown = shown.map(|(name, entry)| format!("{name} = {}", brief(robot, entry)));
        for line in wrapped(&shown.collect::<Vec<_>>().join(", "), 96) {
            out.push_str(&format!("  {line}\n"));
        }
        if all.len() > MOST {
            let rest = all.len() - MOST;
            out.push_str(&format!("  and {rest} more: `appell eval ROBOT integrals[{link}]`\n"));
        }
    }
    out
}

/// What the tool exerts and carries, and what named frames exert, if anything.
fn payload(robot: &Robot) -> String {
    let payload = robot.payload();
    let mut out = String::new();
    for (name, entries) in [("force", &payload.force), ("moment", &payload.moment)] {
        if *entries != Vector::default() {
            out.push_str(&format!("  {name} {}\n", vector(robot, entries)));
        }
    }
    if let Some(body) = &payload.body {
        let mass = text(robot, &body.mass);
        out.push_str(&format!("  a body of mass {mass}, counted with the link that carries it\n"));
    }
    let mut out = if out.is_empty() { out } else { format!("\nPayload, in the tool frame\n{out}") };
    for frame in robot.frames() {
        for (name, entries) in [("force", &frame.force), ("moment", &frame.moment)] {
            if *entries != Vector::default() {
                let entries = vector(robot, entries);
                out.push_str(&format!("\n  {name} {entries} on the frame {}\n", frame.name));
            }
        }
    }
    out
}

/// An entry; a long one (of a composed link) by its value.
fn brief(robot: &Robot, entry: &Poly) -> String {
    const LONG: usize = 24;
    let shown = text(robot, entry);
    match robot.evaluate(entry) {
        Ok(value) if shown.chars().count() > LONG => number(value),
        _ => shown,
    }
}

fn symbols(robot: &Robot) -> String {
    let mut table = Table::new(["  name", "value", "unit", "LaTeX", "note"]);
    for parameter in robot.parameters() {
        let value = parameter.value.as_ref();
        table.row([
            format!("  {}", parameter.name),
            value.map_or_else(|| "none".to_owned(), |value| text(robot, value)),
            parameter.unit.clone().unwrap_or_default(),
            parameter.latex.clone().unwrap_or_default(),
            parameter.note.clone().unwrap_or_default(),
        ]);
    }
    match robot.parameters().is_empty() {
        true => "  none: all entries are numbers\n".to_owned(),
        false => table.text(),
    }
}

/// A number with six digits.
fn number(value: f64) -> String {
    significant(value, 6)
}

/// A place or a direction: what is left of rounding errors is zero.
fn place(Vector(entries): &Vector<f64>) -> String {
    const NOTHING: f64 = 1e-12;
    let shown = entries.map(|x| if x.abs() < NOTHING { "0".to_owned() } else { number(x) });
    format!("({})", shown.join(", "))
}

fn frames(robot: &Robot, pose: &Pose) -> String {
    let mut table = Table::new(["  i", "name", "origin", "x axis", "y axis", "z axis"]);
    let named = || robot.frames().iter();
    let names = robot.joints().iter().map(|joint| joint.name.as_str()).chain(["tool"]);
    let names = names.chain(named().map(|frame| frame.name.as_str()));
    let numbers = (1..=robot.joints().len()).map(|i| i.to_string()).chain(["T".to_owned()]);
    let numbers = numbers.chain(named().map(|_| "F".to_owned()));
    let all = pose.frames.in_base.iter().chain([&pose.frames.tool]).chain(&pose.named);
    for ((frame, name), i) in all.zip(names).zip(numbers) {
        let axes = frame.rotation.transpose().0.map(Vector);
        table.row([
            format!("  {i}"),
            name.to_owned(),
            place(&frame.position),
            place(&axes[0]),
            place(&axes[1]),
            place(&axes[2]),
        ]);
    }
    table.text()
}

fn verdict(robot: &appell::Robot) -> String {
    match robot.findings().is_empty() {
        true => "\nNo findings.\n".to_owned(),
        false => format!("\nFindings\n{}", shown_findings(robot)),
    }
}
