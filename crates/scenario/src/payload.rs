//! What a scenario says about payloads: when they are there, and what they are.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_code::Load;
use appell_diagnostic::{Diagnostic, excerpt, shown};
use appell_model::{FrameName, Robot};
use appell_simulation::{Loading, Loads, Taken};
use appell_toml::{DeValue, Fields, Read, Reader};
use appell_trajectory::Motion;
use appell_units::{FORCE, LENGTH, MASS, TIME, TORQUE};

use super::read::placed;
use super::{Placed, Scenario};

/// A payload as the file says it.
#[derive(Clone, Debug)]
pub(super) struct Payload {
    from: Option<Placed<Moment>>,
    until: Option<Placed<Moment>>,
    load: Load,
    /// The named frame where it is; nothing: the tool.
    frame: Option<Placed<String>>,
    pub(super) taken: Option<Placed<Taken>>,
    span: Range<usize>,
}

/// A moment: a time in seconds, or the start or the end of a move by its name.
#[derive(Clone, Debug, PartialEq)]
enum Moment {
    Time(f64),
    Move(String),
}

/// Reads a [[payload]].
pub(super) fn payload(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Payload> {
    let [from, until] = ["from", "until"].map(|key| moment(fields, key, reader));
    let mass = fields.number("mass", &MASS, reader).unwrap_or(0.0);
    let mut vector = |(key, measure)| fields.vector(key, measure, reader).unwrap_or_default();
    let [centre, force, moment] =
        [("centre", &LENGTH), ("force", &FORCE), ("moment", &TORQUE)].map(&mut vector);
    let frame = fields.text("frame", reader);
    let frame = placed(fields, "frame", frame).filter(|it| it.value != "tool");
    let ways = Taken::ALL.map(|taken| (taken.name(), taken));
    let taken = fields.choice("taken", &ways, reader);
    let taken = placed(fields, "taken", taken);
    if mass < 0.0 {
        let message = format!("`mass` must not be negative, got {mass}");
        let problem = Diagnostic::error("bad-payload", message).hint("write mass = 2, in kg");
        reader.report(problem, fields.place("mass"));
        return None;
    }
    let name = frame.as_ref().and_then(|it| FrameName::new(&it.value));
    let load = Load { frame: name, mass, centre, force, moment };
    Some(Payload { from, until, load, frame, taken, span: fields.span() })
}

fn moment(
    fields: &mut Fields<'_>,
    key: &'static str,
    reader: &mut Reader,
) -> Option<Placed<Moment>> {
    let read = fields.read(key, reader, |reader, value| match value.get_ref() {
        DeValue::String(text) if !is_quantity(text) => Some(Moment::Move(text.to_string())),
        _ => reader.number(value, key, &TIME).map(Moment::Time),
    });
    placed(fields, key, read)
}

/// Whether a text is a number with a unit rather than the name of a move.
fn is_quantity(text: &str) -> bool {
    appell_units::read(text).is_some_and(|read| read.is_ok_and(|it| it.unit().is_some()))
}

impl Scenario {
    /// Where payloads are, each once: at named frames of a robot, or (nothing) at the tool.
    pub(super) fn loads_at(
        &self,
        robot: &Robot,
    ) -> Result<Vec<Option<FrameName>>, Vec<Diagnostic>> {
        let (mut frames, mut findings) = (BTreeSet::new(), Vec::new());
        for payload in &self.payloads {
            match &payload.frame {
                Some(Placed { value, span }) => match on_rigid_link(value, robot) {
                    Ok(frame) => _ = frames.insert(Some(frame)),
                    Err(problem) => findings.push(problem.at(span.clone())),
                },
                None => _ = frames.insert(None),
            }
        }
        if findings.is_empty() { Ok(frames.into_iter().collect()) } else { Err(findings) }
    }

    /// What is carried when, along the motion; `from` is the start of a named move, `until` its end.
    pub(super) fn loads_along(&self, motion: Option<&Motion>) -> Result<Loads, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut loads = Vec::new();
        for payload in &self.payloads {
            let mut time = |moment: &Option<Placed<Moment>>, otherwise: f64, ends: bool| {
                let Some(Placed { value, span }) = moment else { return otherwise };
                match value {
                    Moment::Time(time) => *time,
                    Moment::Move(name) => self.move_named(name, motion).map_or_else(
                        || {
                            findings.push(self.unknown_move(name).at(span.clone()));
                            otherwise
                        },
                        |[start, end]| if ends { end } else { start },
                    ),
                }
            };
            let from = time(&payload.from, 0.0, false);
            let until = time(&payload.until, f64::INFINITY, true);
            if until <= from {
                let place = payload.until.as_ref().map_or(&payload.span, |it| &it.span);
                let message = "`until` must be later than `from`";
                let problem = Diagnostic::error("bad-payload", message)
                    .fact("from", format!("{} s", shown(from)))
                    .fact("until", format!("{} s", shown(until)))
                    .hint("write from = 0.5 and until = 1.5, or the names of moves");
                findings.push(problem.at(place.clone()));
            }
            let taken = payload.taken.as_ref().map(|it| it.value).unwrap_or_default();
            loads.push(Loading { from, until, load: payload.load, taken });
        }
        if findings.is_empty() { Ok(Loads(loads)) } else { Err(findings) }
    }

    /// When the move of a name starts and ends.
    fn move_named(&self, name: &str, motion: Option<&Motion>) -> Option<[f64; 2]> {
        let named = |it: &Placed<super::Move>| it.value.name.as_deref() == Some(name);
        let found = motion?.moves().get(self.moves.iter().position(named)?)?;
        Some([found.start, found.start + found.duration()])
    }

    fn unknown_move(&self, name: &str) -> Diagnostic {
        let names = self.moves.iter().filter_map(|it| it.value.name.as_deref());
        let message = format!("no [[motion]] has the name `{}`", excerpt(name));
        let otherwise =
            "write name = \"grip\" in the [[motion]] that is meant, or a time in seconds";
        Diagnostic::error("unknown-move", message).did_you_mean(name, names, otherwise)
    }

    /// What is said of payloads that overlap, come too late, or come and go while the tool moves.
    pub(super) fn odd_payloads(
        &self,
        loads: &Loads,
        motion: Option<&Motion>,
        duration: f64,
    ) -> Vec<Diagnostic> {
        let mut findings = self.overlapping(loads);
        for (payload, loading) in self.payloads.iter().zip(&loads.0) {
            let place = |moment: &Option<Placed<Moment>>| {
                moment.as_ref().map_or(&payload.span, |it| &it.span).clone()
            };
            if loading.from >= duration {
                let message = "this [[payload]] has no effect: it begins after the end";
                let problem = Diagnostic::warning("no-effect", message)
                    .fact("from", format!("{} s", shown(loading.from)))
                    .fact("end", format!("{} s", shown(duration)))
                    .hint("name the move with which it begins: from = \"grip\"");
                findings.push(problem.at(place(&payload.from)));
                continue;
            }
            if loading.until <= 0.0 {
                let message = "this [[payload]] has no effect: it ends before the start";
                let problem = Diagnostic::warning("no-effect", message)
                    .fact("until", format!("{} s", shown(loading.until)))
                    .hint("name the move with which it ends: until = \"carry\"");
                findings.push(problem.at(place(&payload.until)));
                continue;
            }
            let Some(motion) = motion.filter(|_| loading.load.mass > 0.0) else { continue };
            let moments = [
                ("taken up", loading.from, &payload.from),
                ("released", loading.until, &payload.until),
            ];
            for (what, time, moment) in moments {
                if time > 0.0 && time < duration.min(motion.duration()) && moves_at(motion, time) {
                    let message = format!("the payload is {what} while the tool moves");
                    let problem = Diagnostic::warning("moving-payload", message)
                        .fact("time", format!("{} s", shown(time)))
                        .hint("name a move that begins or ends at rest: from = \"lift\", until = \"carry\"")
                        .hint("in a simulation, taken = \"at-rest\" slows the robot as a part at rest does");
                    findings.push(problem.at(place(moment)));
                }
            }
        }
        findings
    }

    /// Payloads that take the place of another while they are there.
    fn overlapping(&self, loads: &Loads) -> Vec<Diagnostic> {
        let hidden = |later: usize| {
            let it = &loads.0[later];
            let earlier = loads.0[..later]
                .iter()
                .find(|earlier| earlier.from < it.until && it.from < earlier.until)?;
            let message = "while this payload is carried, the one before it is not";
            let problem = Diagnostic::warning("overlap", message)
                .fact("this", format!("{} to {} s", it.from, it.until))
                .fact("before", format!("{} to {} s", earlier.from, earlier.until))
                .hint("one payload is carried at a time: give the first an `until`, or write both as one payload");
            Some(problem.at(self.payloads[later].span.clone()))
        };
        (1..loads.0.len()).filter_map(hidden).collect()
    }
}

/// The frame of a name, if a payload can be there: on a rigid link that moves.
fn on_rigid_link(name: &str, robot: &Robot) -> Result<FrameName, Diagnostic> {
    let Some(frame) = robot.frames().iter().find(|frame| frame.name.as_str() == name) else {
        let names = robot.frames().iter().map(|frame| frame.name.as_str());
        let message = format!("the robot has no frame `{}`", excerpt(name));
        let otherwise = "leave out `frame` for the tool, or add a [[frame]] to the robot's file";
        return Err(
            Diagnostic::error("unknown-frame", message).did_you_mean(name, names, otherwise)
        );
    };
    let Some(link) = frame.parent.map(|id| robot.joint(id)) else {
        let message = format!("the frame `{name}` is on the base: nothing moves a payload there");
        let problem = Diagnostic::error("bad-payload", message);
        return Err(problem.hint("name a frame on a link that moves"));
    };
    if link.modes.is_some() {
        let message = format!("the frame `{name}` is on an elastic link");
        let hint = "on elastic links, payloads are at the tool: leave out `frame`, and let [tool] of the robot's file or --tool name this frame";
        return Err(Diagnostic::error("bad-payload", message).hint(hint));
    }
    Ok(frame.name)
}

/// Whether an axis moves at a time, against its largest velocity in that move.
fn moves_at(motion: &Motion, time: f64) -> bool {
    /// What rounding leaves of rest.
    const REST: f64 = 1e-6;
    let number = motion.moves().partition_point(|it| it.start <= time).saturating_sub(1);
    let rates = &motion.state(time)[1];
    motion.moves().get(number).is_some_and(|current| {
        rates.iter().zip(&current.laws).any(|(rate, law)| rate.abs() > REST * law.peak(1))
    })
}
