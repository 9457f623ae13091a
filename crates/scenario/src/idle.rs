//! What a scenario says without effect.

use std::ops::Range;

use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_toml::Fields;

use super::{Drive, Scenario, What};

/// What is said of a key, or of a table, that nothing looks at.
fn idle(what: &str, why: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::warning("no-effect", format!("{what} has no effect: {why}")).at(span)
}

/// The keys of a [[motion]] that this kind of move does not look at.
pub(super) fn of_move(fields: &Fields<'_>, what: &What) -> Vec<Diagnostic> {
    let timed = "`times` say how long the motion takes";
    let (kind, heard, why): (_, &[&str], _) = match what {
        What::To(_) => ("to", &["law", "duration"], None),
        What::Position(_) => ("position", &["law", "duration", "orientation"], None),
        What::Along(_) => ("a path", &["law", "duration", "orientation", "speed"], None),
        What::Through { times: Some(_), .. } => ("through", &["times"], Some(timed)),
        What::Through { times: None, .. } => ("through", &["times", "duration"], None),
        What::Table(_) => ("table", &[], None),
        What::Wait(_) => ("wait", &[], None),
    };
    let said = ["times", "law", "duration", "orientation", "speed"].into_iter();
    let unheard = said.filter(|key| fields.has(key) && !heard.contains(key));
    let finding = |key: &str| {
        let otherwise = format!("`{kind}` does not look at it");
        let why = why.filter(|_| key == "duration").unwrap_or(&otherwise);
        idle(&format!("`{key}`"), why, fields.place(key)).hint("leave it out")
    };
    unheard.map(finding).collect()
}

/// The keys of a [controller] that its kind does not look at.
pub(super) fn of_controller(fields: &Fields<'_>, drive: &Drive) -> Vec<Diagnostic> {
    let (unheard, why): (&[&str], _) = match drive {
        Drive::Feedforward => {
            (&["kp", "kd", "gravity"], "`feedforward` gives the driving forces of the motion")
        }
        Drive::ComputedTorque { .. } => (&["gravity"], "`computed-torque` always balances it"),
        _ => (&[], ""),
    };
    let said = unheard.iter().filter(|key| fields.has(key));
    said.map(|key| idle(&format!("`{key}`"), why, fields.place(key)).hint("leave it out")).collect()
}

impl Scenario {
    /// All that the scenario says without effect: to a move or a controller; to a simulation that it
    /// does not have, or to an inverse problem.
    pub(super) fn without_effect(&self, machine: &CompiledRobot) -> Vec<Diagnostic> {
        let mut findings = self.idle.clone();
        let moved = |what: &str, span: &Range<usize>| {
            idle(what, "the motion says how the axes move", span.clone())
                .hint("add a [controller] to simulate how the robot follows the motion")
        };
        if !self.can_be_simulated() {
            findings.extend(self.start.qd.iter().map(|qd| moved("`qd` under [start]", &qd.span)));
            let span = self.simulation.span.as_ref();
            findings.extend(span.map(|span| moved("[simulation]", span)));
        }
        let inverse = [("wrenches", &self.inverse.wrenches), ("rates", &self.inverse.rates)];
        for (key, asked) in inverse.iter().filter_map(|(key, it)| Some((*key, it.as_ref()?))) {
            let what = format!("`{key}` under [inverse]");
            let why = match key {
                _ if self.moves.is_empty() => "there is no [[motion]] whose forces could be sought",
                "rates" if machine.is_elastic() => "links of this robot are elastic",
                _ => continue,
            };
            if asked.value {
                findings.push(idle(&what, why, asked.span.clone()).hint("leave it out"));
            }
        }
        findings
    }
}
