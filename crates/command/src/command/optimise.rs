//! `appell optimise SCENARIO`: the laws and times with which a motion takes the least energy.

use appell::actuation::{Candidate, Goal, Optimised, Optimum, optimise};
use appell::algebra::Budget;
use appell::code::CompiledRobot;
use appell::diagnostic::Diagnostic;
use appell::output::plot::figures;
use appell::scenario::too_many_rows;
use appell::simulation::{self, inverse};
use serde_json::json;

use super::findings::{Failure, tell};
use super::motion_output::{Written, number};
use super::progress::Progress;
use super::scenario::Asked;
use super::table::Table;
use super::watch::giving;
use super::{End, Outcome};

/// The arguments of `appell optimise`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let progress = Progress::new();
        let (loaded, prepared) = self.asked.inverse_dynamics(&progress)?;
        let (machine, given) = (&prepared.machine, &prepared.problem);
        let settings = &loaded.scenario.optimisation;
        let show = &mut |part: f64| progress.part("optimising", part);
        let optimum = optimise(machine, &given.motion, &given.loads, settings, show)?;
        progress.done();
        giving();
        let found = &optimum.moves;
        if let (true, Some(why)) = (found.is_empty(), optimum.stopped) {
            return Err(simulation::Error::Stopped(why).into());
        }
        if found.is_empty() {
            let problem = Diagnostic::error("nothing-to-choose", "no move of this motion is free");
            let hint = "profiles are chosen for moves with `to`, `position`, `line` or `circle`; `through` and `table` are kept as they are";
            return Err(Failure::of(&[problem.hint(hint)]));
        }
        if let Some(why) = optimum.stopped {
            let last = found.last().map_or(0, |it| it.number);
            tell(&format!(
                "warning[stopped]: {why}; move {last} is the last that was optimised, perhaps not to its end\n"
            ));
        }
        let translating = machine.axes().iter().filter(|axis| axis.translates).count();
        let unit = match settings.goal {
            Goal::Energy => "J",
            Goal::Heat if translating == 0 => "N^2 m^2 s",
            Goal::Heat if translating == machine.axes().len() => "N^2 s",
            Goal::Heat => "(N^2 m^2 and N^2) s",
        };
        let summary = text(machine, found, unit);
        let title = format!(
            "{}: least {} for {}",
            self.asked.scenario,
            settings.goal.name(),
            machine.robot().name()
        );
        let lines: Vec<String> = summary.lines().map(str::to_owned).collect();
        let best = given.along(optimum.motion.clone());
        // a motion that takes longer has more rows than the one that was given
        if let Some(problem) = too_many_rows(best.motion.duration(), best.output_step) {
            return Err(Failure::of(&[problem]));
        }
        let written = match self.asked.files.are_asked_for() {
            true => {
                // also of a search that was cut short, the files are whole
                let machine = &machine.with_budget(&Budget::default());
                let table = &prepared.selected(inverse(machine, &best)?.table);
                self.asked.files.write(table, &figures(table), &title, &lines)?
            }
            false => Written::default(),
        };
        let text = match self.asked.json {
            true => format!("{:#}\n", as_json(&optimum, settings.goal)),
            false => format!("{summary}{}", written.log),
        };
        let is_cut = optimum.stopped.is_some() || written.is_cut;
        let end = if is_cut { End::CutShort } else { End::Fine };
        Ok(Outcome { text, end })
    }
}

fn cost(candidate: &Candidate, unit: &str) -> String {
    match &candidate.cost {
        Ok(cost) => format!("{} {unit}", number(*cost)),
        Err(_) => String::new(),
    }
}

/// What the best saves against another: a part of its cost, or where that is not above zero, so much.
fn gain(found: &Optimised, other: &Candidate, unit: &str) -> String {
    let (Ok(best), Ok(cost)) = (&found.best().cost, &other.cost) else {
        return "keeps the limits, unlike".to_owned();
    };
    let saved = cost - best;
    let gain = match found.gain_over(other) {
        Some(gain) => format!("{:.1}%", 100.0 * gain.abs()),
        None if saved == 0.0 && *best == 0.0 => return "costs nothing, like".to_owned(),
        None => format!("{} {unit}", number(saved.abs())),
    };
    match saved < 0.0 {
        true => format!("costs {gain} more than"),
        false => format!("saves {gain} against"),
    }
}

fn text(machine: &CompiledRobot, found: &[Optimised], unit: &str) -> String {
    let mut out = String::new();
    // a trapezoidal law has no least time then
    let mut limits =
        machine.axes().iter().flat_map(|it| [it.limits.velocity, it.limits.acceleration]);
    let jerk_alone = limits.all(f64::is_infinite);
    // trapezoidal laws are compared with all the same
    let has_jerk = machine.axes().iter().any(|it| it.limits.jerk.is_finite());
    let beside = if has_jerk { "for comparison: does not keep the jerk limit" } else { "" };
    for optimised in found {
        out.push_str(&format!(
            "{}: move {}, from {} s on\n\n",
            machine.robot().name(),
            optimised.number,
            number(optimised.start)
        ));
        let mut table = Table::new(["motion profile", "time", "cost", "reason if rejected"]);
        let mut row = |name: String, candidate: &Candidate, beside: &str| {
            let time = match &candidate.cost {
                Err(_) if candidate.duration == 0.0 => String::new(),
                _ => format!("{} s", number(candidate.duration)),
            };
            let why = candidate.cost.as_ref().err().cloned();
            let why = why.unwrap_or_else(|| beside.to_owned());
            table.row([name, time, cost(candidate, unit), why]);
        };
        for candidate in &optimised.candidates {
            row(candidate.name.to_owned(), candidate, "");
        }
        let [short, long] = match optimised.within {
            Some(_) => ["trapezoidal, stated time", "the stated time"],
            None if jerk_alone => ["trapezoidal, time of the quickest", "the time of the quickest"],
            None => ["trapezoidal, least time", "its least time"],
        };
        row(short.to_owned(), &optimised.trapezoidal, beside);
        row("trapezoidal, as long as the best".to_owned(), &optimised.trapezoidal_as_long, beside);
        out.push_str(&table.text());
        let best = optimised.best();
        out.push_str(&format!(
            "\nbest: {} in {} s; it {} the trapezoidal profile in {long}, and {} it in the same time{}\n\n",
            best.name,
            number(best.duration),
            gain(optimised, &optimised.trapezoidal, unit),
            gain(optimised, &optimised.trapezoidal_as_long, unit),
            if has_jerk { " (trapezoidal profiles do not keep the jerk limit)" } else { "" },
        ));
    }
    if found.len() > 1 {
        let shown = |sum: Option<f64>| {
            sum.map_or_else(|| "not possible".to_owned(), |sum| format!("{} {unit}", number(sum)))
        };
        let [best, trapezoidal, as_long] = totals(found).map(shown);
        out.push_str(&format!(
            "these {} moves: {best}; with trapezoidal profiles {trapezoidal}, in the same times {as_long}\n",
            found.len(),
        ));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The cost of all moves: the best, and with trapezoidal laws in their times and in those of the best.
fn totals(found: &[Optimised]) -> [Option<f64>; 3] {
    let ways: [fn(&Optimised) -> &Candidate; 3] =
        [Optimised::best, |it| &it.trapezoidal, |it| &it.trapezoidal_as_long];
    ways.map(|way| found.iter().map(|it| way(it).cost.as_ref().ok().copied()).sum())
}

fn as_json(optimum: &Optimum, goal: Goal) -> serde_json::Value {
    let candidate = |it: &Candidate| {
        json!({
            "law": it.name,
            "duration": it.duration,
            "cost": it.cost.as_ref().ok(),
            "refused": it.cost.as_ref().err(),
        })
    };
    let moves = optimum.moves.iter().map(|it| {
        json!({
            "number": it.number,
            "start": it.start,
            "best": candidate(it.best()),
            "candidates": it.candidates.iter().map(candidate).collect::<Vec<_>>(),
            "trapezoidal": candidate(&it.trapezoidal),
            "trapezoidal_as_long": candidate(&it.trapezoidal_as_long),
            "gain": it.gain_over(&it.trapezoidal),
            "gain_in_the_same_time": it.gain_over(&it.trapezoidal_as_long),
        })
    });
    let [best, trapezoidal, as_long] = totals(&optimum.moves);
    json!({
        "goal": goal.name(),
        "moves": moves.collect::<Vec<_>>(),
        "cost": best,
        "cost_trapezoidal": trapezoidal,
        "cost_trapezoidal_as_long": as_long,
        "stopped": optimum.stopped.map(|why| why.to_string()),
    })
}
