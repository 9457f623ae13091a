//! `appell simulate SCENARIO`: forward dynamics, the motion under drives, loads and gravity.

use appell::algebra::Stop;
use appell::code::CompiledRobot;
use appell::diagnostic::Diagnostic;
use appell::simulation::{Event, EventKind, Simulation, Stopped, motion_figures, simulate};
use serde_json::json;

use super::findings::{Failure, shown, tell, tell_findings};
use super::motion_output::number;
use super::progress::Progress;
use super::scenario::Asked;
use super::table::Table;
use super::watch::giving;
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
        let (_, prepared) = self.asked.simulation(&progress)?;
        let (machine, setup) = (&prepared.machine, &prepared.problem);
        let found = simulate(machine, setup, &mut |part| progress.part("simulating", part))?;
        progress.done();
        giving();
        let mut end = End::Fine;
        if let Some(why) = cut_short(&found) {
            tell(&why);
            end = End::CutShort;
        }
        let drift = found.drift_warning().into_iter();
        let mut warnings: Vec<Diagnostic> =
            drift.chain(found.deflection_warning(machine)).collect();
        // where a motion is followed, the scenario says before whether the tool moves then
        if setup.motion.as_ref().is_none_or(|motion| motion.moves().is_empty()) {
            warnings.extend(found.events.iter().filter_map(|event| moving_payload(&found, event)));
        }
        tell_findings(&warnings);
        let summary = text(machine, &found, setup.method.name());
        let table = prepared.selected(found.table(machine));
        let title = format!("{}: {}", self.asked.scenario, machine.robot().name());
        let lines: Vec<String> = summary.lines().map(str::to_owned).collect();
        let written =
            self.asked.files.write(&table, &motion_figures(machine, &table), &title, &lines)?;
        if written.is_cut {
            end = End::CutShort;
        }
        let text = match self.asked.json {
            true => format!("{:#}\n", as_json(machine, &found, setup.method.name())),
            false => format!("{summary}{}", written.log),
        };
        Ok(Outcome { text, end })
    }
}

pub(super) fn stopped(why: Stop, end: f64) -> String {
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

/// A warning where a payload comes or goes with kinetic energy, which it does while the tool moves.
fn moving_payload(found: &Simulation, event: &Event) -> Option<Diagnostic> {
    let (what, kinetic) = match event.kind {
        EventKind::TakesMoving { kinetic, .. } => ("taken up", kinetic),
        EventKind::TakesAtRest { lost, .. } => ("taken up", lost),
        EventKind::Releases { kinetic, .. } => ("released", kinetic),
        _ => return None,
    };
    (kinetic.abs() > 1e-9 * found.energy_scale).then(|| {
        let message = format!("the payload is {what} while the tool moves");
        let hint = match what {
            "released" => "it goes on with the velocity of the tool, and takes its energy along",
            _ => "taken = \"at-rest\" or \"moving\" says how the part moves before",
        };
        Diagnostic::warning("moving-payload", message)
            .fact("time", format!("{} s", number(event.time)))
            .fact("kinetic energy", format!("{} J", number(kinetic)))
            .hint(hint)
    })
}

fn text(machine: &CompiledRobot, found: &Simulation, method: &str) -> String {
    let robot = machine.robot().name();
    let mut out = format!("{robot}: simulated motion, 0 to {} s\n", number(found.end));
    let exchanged = match found.energy_scale > found.least_energy() {
        true => format!("{:.1e} of the energy exchanged", found.drift / found.energy_scale),
        false => "no energy exchanged".to_owned(),
    };
    out.push_str(&format!(
        "{method}: {} steps, {} rejected; energy drift {} J, {exchanged}\n\n",
        found.steps,
        found.rejected,
        short(found.drift),
    ));
    out.push_str(&axes(machine, found).text());
    if !found.events.is_empty() {
        /// How many events are listed.
        const TOLD: usize = 12;
        out.push('\n');
        for event in found.events.iter().take(TOLD) {
            out.push_str(&format!("{:>10} s  {}\n", number(event.time), event.kind));
        }
        if found.events.len() > TOLD {
            let more = found.events.len() - TOLD;
            out.push_str(&format!("and {more} more: --json lists all of them\n"));
        }
    }
    out
}

/// From where to where each axis moves, and its peaks.
pub(super) fn axes(machine: &CompiledRobot, found: &Simulation) -> Table<5> {
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
    table
}

fn as_json(machine: &CompiledRobot, found: &Simulation, method: &str) -> serde_json::Value {
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
        "drift_is_large": found.drift_warning().is_some(),
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

/// A number of which only the size matters.
fn short(value: f64) -> String {
    format!("{value:.1e}")
}
