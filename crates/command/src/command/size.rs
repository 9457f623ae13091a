//! `appell size SCENARIO`: what the drives must do, and which motors can.

use appell::actuation::{
    Catalogue, Choice, Demand, bundled_catalogue, clouds, coupled_motors, demands, load_points,
    replaced_losses, size,
};
use appell::choices_json;
use appell::diagnostic::Diagnostic;
use appell::files;
use appell::model::MAX_BYTES;
use appell::scenario::Placed;
use appell::simulation::{self, inverse};
use serde_json::json;

use super::findings::{Failure, tell_findings, warn};
use super::motion_output::number;
use super::progress::Progress;
use super::scenario::{Asked, Loaded};
use super::table::Table;
use super::watch::giving;
use super::{End, Outcome};

/// The arguments of `appell size`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
    /// Motors and gears to choose from: a .toml file; the bundled ones are made up
    #[arg(long, value_name = "FILE")]
    catalogue: Option<String>,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let progress = Progress::new();
        let (loaded, prepared) = self.asked.inverse_dynamics(&progress)?;
        let catalogue = self.catalogue(&loaded)?;
        progress.next("driving forces");
        let machine = &prepared.machine;
        // the motors that are chosen take the place of those in the file, with their losses
        let found = inverse(&machine.without_rotors(), &prepared.problem)?;
        tell_findings(coupled_motors(machine).as_slice());
        tell_findings(replaced_losses(machine).as_slice());
        // motors are chosen for the whole motion
        if let Some(why) = found.stopped {
            return Err(simulation::Error::Stopped(why).into());
        }
        let demands = demands(machine, &prepared.problem)?;
        let choices = size(&demands, &catalogue, &loaded.scenario.margins, machine.budget())?;
        progress.done();
        giving();
        for (choice, axis) in choices.iter().zip(machine.axes()) {
            if choice.is_none() {
                let what = if axis.translates { "screw" } else { "gear" };
                warn(&format!(
                    "warning[no-{what}]: the catalogue has no {what} for `{}`\n",
                    axis.name
                ));
            }
        }
        let chosen: Vec<Choice> = choices.into_iter().flatten().collect();
        if chosen.is_empty() {
            let message = "the catalogue has no gear or screw for any axis of this robot";
            let problem = Diagnostic::error("no-gear", message);
            return Err(Failure::of(&[problem.hint("add a [[gear]] or a [[screw]] to it")]));
        }
        let [work, returned] =
            [0, 1].map(|k| found.efforts.iter().map(|it| [it.work, it.returned][k]).sum::<f64>());
        let summary = text(&chosen, &demands, &catalogue, [work, returned]);
        let title = format!("{}: motors for {}", self.asked.scenario, machine.robot().name());
        let lines: Vec<String> = summary.lines().map(str::to_owned).collect();
        let written =
            self.asked.files.write(&load_points(&chosen), &clouds(&chosen), &title, &lines)?;
        let text = match self.asked.json {
            true => format!("{:#}\n", as_json(&chosen, [work, returned])),
            false => format!("{summary}{}", written.log),
        };
        let all_fit = chosen.len() == machine.axes().len() && chosen.iter().all(|it| it.fits);
        let end = match all_fit {
            _ if written.is_cut => End::CutShort,
            true => End::Fine,
            false => End::Differs,
        };
        Ok(Outcome { text, end })
    }

    fn catalogue(&self, loaded: &Loaded) -> Result<Catalogue, Failure> {
        let (name, text) = match (&self.catalogue, &loaded.scenario.catalogue) {
            (Some(name), _) => (name, files::text(name, MAX_BYTES)?),
            (None, Some(Placed { value, .. })) => (value, loaded.file(value)?),
            (None, None) => return Ok(bundled_catalogue()),
        };
        Catalogue::read(&text).map_err(|findings| Failure::about(&findings, name, &text))
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

fn text(chosen: &[Choice], demands: &[Demand], catalogue: &Catalogue, energy: [f64; 2]) -> String {
    let mut out = format!("Motors from the catalogue: {}\n\n", catalogue.source);
    let mut table = Table::new([
        "axis",
        "motor",
        "gear",
        "rms",
        "peak",
        "speed",
        "gear load",
        "inertia ratio",
        "work",
        "heat",
        "fits",
    ]);
    for Choice { axis, fit, fits, .. } in chosen {
        table.row([
            axis.clone(),
            fit.motor.name.clone(),
            fit.transmission.name.clone(),
            percent(fit.rms),
            percent(fit.peak),
            percent(fit.speed),
            percent(fit.gear),
            format!("{:.1}", fit.inertia_ratio),
            format!("{} J", number(fit.work)),
            fit.heat.map_or_else(String::new, |heat| format!("{} J", number(heat))),
            if *fits { "yes".to_owned() } else { "NO".to_owned() },
        ]);
    }
    out.push_str(&table.text());
    out.push('\n');
    for choice in chosen {
        out.push_str(&format!("{}: {}\n", choice.axis, choice.reason));
    }
    let [work, returned] = energy;
    let motors: f64 = chosen.iter().map(|choice| choice.fit.work).sum();
    let heat: f64 = chosen.iter().filter_map(|choice| choice.fit.heat).sum();
    let duration = demands.first().map_or(0.0, |demand| demand.duration);
    out.push_str(&format!(
        "\nenergy in {} s: {} J at the joints without recuperation, {} J with all of it;\n\
         {} J at the shafts of the motors, {} J heat in their windings\n",
        number(duration),
        number(work),
        number(work - returned),
        number(motors),
        number(heat)
    ));
    out
}

fn as_json(chosen: &[Choice], [work, returned]: [f64; 2]) -> serde_json::Value {
    json!({
        "axes": choices_json(chosen),
        "energy_without_recuperation": work,
        "energy_with_recuperation": work - returned,
    })
}
