//! `appell simulate SCENARIO`: the motion of a scenario, forwards or backwards.

use appell::algebra::Stop;
use appell::code::CompiledRobot;
use appell::output::plot::figures;
use appell::simulation::{Inverse, Simulation, Stopped, inverse, simulate};
use serde_json::json;

use super::findings::{Failure, shown, tell};
use super::motion_output::number;
use super::progress::Progress;
use super::scenario::Asked;
use super::table::Table;
use super::{End, Outcome};

/// The arguments of `appell simulate`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let progress = Progress::new();
        let (_, prepared) = self.asked.open(&progress)?;
        let machine = &prepared.machine;
        let mut end = End::Fine;
        let (table, told, answer) = match (&prepared.setup, &prepared.question) {
            (Some(setup), _) => {
                let found =
                    simulate(machine, setup, &mut |part| progress.part("simulating", part))?;
                progress.done();
                if let Some(why) = cut_short(&found) {
                    tell(&why);
                    end = End::CutShort;
                }
                let method = setup.method.name();
                (
                    found.table(machine),
                    direct_text(machine, &found, method),
                    direct_json(machine, &found, method),
                )
            }
            (None, Some(question)) => {
                progress.next("driving forces");
                let found = inverse(machine, question)?;
                progress.done();
                tell(&over_effort(machine, &found));
                let last = found.states.times.last().copied().unwrap_or_default();
                if let Some(why) = found.stopped {
                    tell(&stopped(why, last));
                    end = End::CutShort;
                }
                let time = if found.stopped.is_some() { last } else { question.motion.duration() };
                let starts: Vec<f64> = question.motion.moves().iter().map(|it| it.start).collect();
                (
                    found.table.clone(),
                    inverse_text(machine, &found, time, &starts),
                    inverse_json(machine, &found, time, &starts),
                )
            }
            (None, None) => return Err(Failure::new("nothing-to-do", "there is no motion")),
        };
        let table = prepared.selected(table);
        let title = format!("{}: {}", self.asked.scenario, machine.robot().name());
        let lines: Vec<String> = told.lines().map(str::to_owned).collect();
        let written = self.asked.files.write(&table, &figures(&table), &title, &lines)?;
        let text = match self.asked.json {
            true => format!("{answer:#}\n"),
            false => format!("{told}{written}"),
        };
        Ok(Outcome { text, end })
    }
}

fn stopped(why: Stop, end: f64) -> String {
    let end = number(end);
    format!("warning[stopped]: {why}; what follows is the motion up to {end} s\n")
}

/// Why a simulation did not come to its end, if it did not.
fn cut_short(found: &Simulation) -> Option<String> {
    let end = number(found.end);
    match &found.stopped {
        Stopped::Whole | Stopped::AtLimit => None,
        Stopped::Early(why) => Some(stopped(*why, found.end)),
        Stopped::Failed(error) => {
            let hint = format!("what follows is the motion up to {end} s");
            let findings = error.diagnostics().into_iter().map(|it| it.hint(&hint));
            Some(shown(&findings.collect::<Vec<_>>(), "", ""))
        }
    }
}

/// Warns of axes that would need more than their effort.
fn over_effort(machine: &CompiledRobot, found: &Inverse) -> String {
    let over = machine.axes().iter().zip(&found.efforts);
    let over = over.filter(|(axis, effort)| effort.peak_force > axis.limits.effort);
    over.map(|(axis, effort)| {
        format!(
            "warning[over-effort]: `{}` would need {} {unit}, and its effort limit is {} {unit}\n",
            axis.name,
            number(effort.peak_force),
            number(axis.limits.effort),
            unit = axis.force_unit()
        )
    })
    .collect()
}

fn direct_text(machine: &CompiledRobot, found: &Simulation, method: &str) -> String {
    let robot = machine.robot().name();
    let mut out =
        format!("{robot}: the motion that the forces cause, 0 to {} s\n", number(found.end));
    let relative = found.drift / found.energy_scale.max(f64::MIN_POSITIVE);
    out.push_str(&format!(
        "{method}: {} steps, {} rejected; energy drift {} J, {:.1e} of what moved\n\n",
        found.steps,
        found.rejected,
        short(found.drift),
        relative
    ));
    let mut table = Table::new(["axis", "start", "end", "peak velocity", "peak force"]);
    for (i, axis) in machine.axes().iter().enumerate() {
        let k = axis.coordinate;
        let ends = [found.q.first(), found.q.last()].map(|row| row.map_or(0.0, |row| row[k]));
        table.row([
            axis.name.clone(),
            format!("{} {}", number(ends[0]), axis.unit()),
            format!("{} {}", number(ends[1]), axis.unit()),
            format!("{} {}/s", number(found.peak_velocity[i]), axis.unit()),
            format!("{} {}", number(found.peak_force[i]), axis.force_unit()),
        ]);
    }
    out.push_str(&table.text());
    if !found.events.is_empty() {
        /// How many events are told.
        const TOLD: usize = 12;
        out.push('\n');
        for event in found.events.iter().take(TOLD) {
            out.push_str(&format!("{:>10} s  {}\n", number(event.time), event.kind));
        }
        if found.events.len() > TOLD {
            out.push_str(&format!("and {} more\n", found.events.len() - TOLD));
        }
    }
    out
}

fn direct_json(machine: &CompiledRobot, found: &Simulation, method: &str) -> serde_json::Value {
    let (stopped, why) = match &found.stopped {
        Stopped::Whole => ("end", None),
        Stopped::AtLimit => ("limit", None),
        Stopped::Early(why) => ("stopped", Some(why.to_string())),
        Stopped::Failed(error) => ("failed", Some(error.to_string())),
    };
    json!({
        "robot": machine.robot().name(),
        "problem": "direct",
        "method": method,
        "end": found.end,
        "stopped": stopped,
        "why": why,
        "steps": found.steps,
        "rejected": found.rejected,
        "drift": found.drift,
        "energy_scale": found.energy_scale,
        "coordinates": machine.coordinates().iter().map(|it| &it.name).collect::<Vec<_>>(),
        "q": found.q.last(),
        "qd": found.qd.last(),
        "peak_velocity": found.peak_velocity,
        "peak_force": found.peak_force,
        "events": found.events.iter().map(|event| {
            json!({ "t": event.time, "what": event.kind.to_string() })
        }).collect::<Vec<_>>(),
    })
}

fn inverse_text(machine: &CompiledRobot, found: &Inverse, time: f64, starts: &[f64]) -> String {
    let robot = machine.robot().name();
    let mut out = format!("{robot}: the forces that a motion of {} s needs\n", number(time));
    if starts.len() > 1 {
        let starts: Vec<String> = starts.iter().map(|start| number(*start)).collect();
        out.push_str(&format!("its moves begin at {} s\n", starts.join(", ")));
    }
    out.push('\n');
    let mut table = Table::new([
        "axis",
        "peak velocity",
        "peak force",
        "rms force",
        "peak power",
        "work",
        "returned",
    ]);
    for (axis, effort) in machine.axes().iter().zip(&found.efforts) {
        table.row([
            axis.name.clone(),
            format!("{} {}/s", number(effort.peak_velocity), axis.unit()),
            format!("{} {}", number(effort.peak_force), axis.force_unit()),
            format!("{} {}", number(effort.rms_force), axis.force_unit()),
            format!("{} W", number(effort.peak_power)),
            format!("{} J", number(effort.work)),
            format!("{} J", number(effort.returned)),
        ]);
    }
    out.push_str(&table.text());
    let [work, returned] = totals(found);
    out.push_str(&format!(
        "\nenergy of all drives: {} J without recuperation, {} J with all of it\n",
        number(work),
        number(work - returned)
    ));
    out
}

fn totals(found: &Inverse) -> [f64; 2] {
    let sum = |part: fn(&appell::simulation::Effort) -> f64| found.efforts.iter().map(part).sum();
    [sum(|it| it.work), sum(|it| it.returned)]
}

fn inverse_json(
    machine: &CompiledRobot,
    found: &Inverse,
    time: f64,
    starts: &[f64],
) -> serde_json::Value {
    let axes = machine.axes().iter().zip(&found.efforts).map(|(axis, effort)| {
        json!({
            "axis": axis.name,
            "peak_velocity": effort.peak_velocity,
            "peak_force": effort.peak_force,
            "over_effort": effort.peak_force > axis.limits.effort,
            "rms_force": effort.rms_force,
            "peak_power": effort.peak_power,
            "work": effort.work,
            "returned": effort.returned,
        })
    });
    let [work, returned] = totals(found);
    json!({
        "robot": machine.robot().name(),
        "problem": "inverse",
        "duration": time,
        "moves_begin": starts,
        "axes": axes.collect::<Vec<_>>(),
        "energy_without_recuperation": work,
        "energy_with_recuperation": work - returned,
    })
}

/// A number of which only the size matters.
fn short(value: f64) -> String {
    format!("{value:.1e}")
}
