//! `appell inverse SCENARIO`: forces, powers and energy that a motion needs.

use appell::code::CompiledRobot;
use appell::efforts_json;
use appell::simulation::{Effort, Inverse, Residual, inverse, motion_figures, residual_vibration};
use serde_json::json;

use super::findings::{Failure, tell, tell_findings, warn};
use super::motion_output::number;
use super::progress::Progress;
use super::scenario::Asked;
use super::simulate::stopped;
use super::table::Table;
use super::watch::giving;
use super::{End, Outcome};

/// The arguments of `appell inverse`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let progress = Progress::new();
        let (_, prepared) = self.asked.inverse_dynamics(&progress)?;
        let (machine, motion) = (&prepared.machine, &prepared.problem.motion);
        progress.next("driving forces");
        let found = inverse(machine, &prepared.problem)?;
        let residual = residual_vibration(machine, motion, &prepared.problem.loads)?;
        progress.done();
        giving();
        warn(&over_effort(machine, &found));
        tell_findings(found.deflection_warning(machine).as_slice());
        let last = found.states.times.last().copied().unwrap_or_default();
        let mut end = End::Fine;
        if let Some(why) = found.stopped {
            tell(&stopped(why, last));
            end = End::CutShort;
        }
        let time = if found.stopped.is_some() { last } else { motion.duration() };
        let starts: Vec<f64> = motion.moves().iter().map(|it| it.start).collect();
        let mut summary = text(machine, &found, time, &starts);
        let mut answer = as_json(machine, &found, time, &starts);
        if let Some(Residual { shaped, unshaped }) = residual {
            let [with, without] = [shaped, unshaped].map(|it| number(1000.0 * it));
            summary.push_str(&format!(
                "input shaping: the tool vibrates by {with} mm after the motion, by {without} mm without\n"
            ));
            answer["residual_vibration"] = json!({ "shaped": shaped, "unshaped": unshaped });
        }
        let table = prepared.selected(found.table);
        let title = format!("{}: {}", self.asked.scenario, machine.robot().name());
        let lines: Vec<String> = summary.lines().map(str::to_owned).collect();
        let written =
            self.asked.files.write(&table, &motion_figures(machine, &table), &title, &lines)?;
        if written.is_cut {
            end = End::CutShort;
        }
        let text = match self.asked.json {
            true => format!("{answer:#}\n"),
            false => format!("{summary}{}", written.log),
        };
        Ok(Outcome { text, end })
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

fn text(machine: &CompiledRobot, found: &Inverse, time: f64, starts: &[f64]) -> String {
    let robot = machine.robot().name();
    let mut out =
        format!("{robot}: joint torques of a motion of {} s (inverse dynamics)\n", number(time));
    if starts.len() > 1 {
        let starts: Vec<String> = starts.iter().map(|start| number(*start)).collect();
        out.push_str(&format!("its moves begin at {} s\n", starts.join(", ")));
    }
    out.push('\n');
    out.push_str(&efforts(machine, found).text());
    let [work, returned] = totals(found);
    out.push_str(&format!(
        "\nenergy of all drives: {} J without recuperation, {} J with all of it\n",
        number(work),
        number(work - returned)
    ));
    out
}

/// What each axis has to do.
pub(super) fn efforts(machine: &CompiledRobot, found: &Inverse) -> Table<7> {
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
    table
}

fn totals(found: &Inverse) -> [f64; 2] {
    let sum = |part: fn(&Effort) -> f64| found.efforts.iter().map(part).sum();
    [sum(|it| it.work), sum(|it| it.returned)]
}

fn as_json(
    machine: &CompiledRobot,
    found: &Inverse,
    time: f64,
    starts: &[f64],
) -> serde_json::Value {
    let [work, returned] = totals(found);
    json!({
        "robot": machine.robot().name(),
        "problem": "inverse",
        "duration": time,
        "moves_begin": starts,
        "axes": efforts_json(machine, &found.efforts),
        "energy_without_recuperation": work,
        "energy_with_recuperation": work - returned,
    })
}
