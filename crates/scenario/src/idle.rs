//! What a scenario says without effect.

use std::ops::Range;

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_simulation::Controller;
use appell_toml::{Fields, OneOrEach};

use super::controller::{Drive, Law};
use super::{Inverse, Placed, Scenario, What};

/// What is said of a key, or of a table, that nothing looks at.
fn idle(what: &str, why: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::warning("no-effect", format!("{what} has no effect: {why}")).at(span)
}

/// The keys of a [[motion]] that this kind of move does not look at.
pub(super) fn of_move(fields: &Fields<'_>, what: &What) -> Vec<Diagnostic> {
    let timed = "`times` say how long the motion takes";
    let (kind, heard, why): (_, &[&str], _) = match what {
        What::To(_) => ("to", &["law", "duration", "shaper"], None),
        What::Position(_) => ("position", &["law", "duration", "orientation", "shaper"], None),
        What::Along(_) => ("a path", &["law", "duration", "orientation", "speed", "shaper"], None),
        What::Through { times: Some(_), .. } => ("through", &["times", "shaper"], Some(timed)),
        What::Through { times: None, .. } => ("through", &["times", "duration", "shaper"], None),
        What::Table(_) => ("table", &["shaper"], None),
        What::Wait(_) => ("wait", &[], None),
        What::Step(_) => ("step", &[], None),
    };
    let said = ["times", "law", "duration", "orientation", "speed", "shaper"].into_iter();
    let unheard = said.filter(|key| fields.has(key) && !heard.contains(key));
    let finding = |key: &str| {
        let otherwise = format!("`{kind}` does not use it");
        let why = why.filter(|_| key == "duration").unwrap_or(&otherwise);
        idle(&format!("`{key}`"), why, fields.place(key)).hint("leave it out")
    };
    unheard.map(finding).collect()
}

/// The keys of a [controller] that its kind does not use.
pub(super) fn of_controller(fields: &Fields<'_>, drive: &Drive) -> Vec<Diagnostic> {
    let Drive::Controller(control) = drive else { return Vec::new() };
    let (kind, heard): (_, &[&str]) = match &control.law {
        Law::Feedforward => ("feedforward", &[]),
        Law::ProportionalDerivative { .. } => ("pd", &["kp", "kd", "ki", "gravity"]),
        Law::ComputedTorque { .. } => ("computed-torque", &["kp", "kd"]),
        Law::StateFeedback { .. } => ("state-feedback", &["gains", "gravity"]),
        Law::Formulas(_) => ("formulas", &["formulas"]),
    };
    let said = ["kp", "kd", "ki", "gravity", "gains", "formulas"].into_iter();
    let unheard = said.filter(|key| fields.has(key) && !heard.contains(key));
    let finding = |key: &str| {
        let why = match (&control.law, key) {
            (Law::ComputedTorque { .. }, "gravity") => {
                "`computed-torque` always balances it".to_owned()
            }
            _ => format!("`{kind}` does not use it"),
        };
        idle(&format!("`{key}`"), &why, fields.place(key)).hint("leave it out")
    };
    unheard.map(finding).collect()
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
            let error = self.start.error.iter();
            findings.extend(error.map(|error| moved("`error` under [start]", &error.span)));
            let modes = self.start.modes.iter();
            findings.extend(modes.map(|modes| moved("`modes` under [start]", &modes.span)));
            let taken = self.payloads.iter().filter_map(|payload| payload.taken.as_ref());
            findings.extend(taken.map(|taken| moved("`taken` under [[payload]]", &taken.span)));
            let span = self.simulation.span.as_ref();
            findings.extend(span.map(|span| moved("[simulation]", span)));
        }
        let Inverse { wrenches, rates, vibrations, .. } = &self.inverse;
        let inverse = [("wrenches", wrenches), ("rates", rates), ("vibrations", vibrations)];
        for (key, asked) in inverse.iter().filter_map(|(key, it)| Some((*key, it.as_ref()?))) {
            let what = format!("`{key}` under [inverse]");
            let why = match key {
                _ if self.moves.is_empty() => "the scenario has no [[motion]]",
                "rates" if machine.is_elastic() => "links of this robot are elastic",
                "vibrations" if !machine.is_elastic() => "no link of this robot is elastic",
                _ => continue,
            };
            if asked.value {
                findings.push(idle(&what, why, asked.span.clone()).hint("leave it out"));
            }
        }
        if let Some(Placed { value: true, span }) = &self.simulation.saturates
            && machine.axes().iter().all(|axis| axis.limits.effort.is_infinite())
        {
            let why = "no axis has an effort limit";
            findings.push(
                idle("`saturate`", why, span.clone())
                    .hint("write [limits], then effort = ..., with the effort of the drive"),
            );
        }
        findings
    }

    /// Warns of gains that drive an axis away from its reference, and of a model that the controller
    /// does not calculate with.
    pub(super) fn doubtful_control(
        &self,
        machine: &CompiledRobot,
        controller: &Controller,
        duration: f64,
    ) -> Vec<Diagnostic> {
        let Some(control) = self.control() else { return Vec::new() };
        let lists = match &control.law {
            Law::ProportionalDerivative { gains, ki, .. } => {
                vec![("kp", Some(&gains.kp)), ("kd", Some(&gains.kd)), ("ki", ki.as_ref())]
            }
            Law::ComputedTorque { gains } => vec![("kp", Some(&gains.kp)), ("kd", Some(&gains.kd))],
            _ => Vec::new(),
        };
        let negative = |(key, list): (&str, Option<&Placed<OneOrEach>>)| {
            let Placed { value, span } = list?;
            let gains = value.numbers();
            let (number, gain) = gains.iter().enumerate().find(|(_, gain)| **gain < 0.0)?;
            let axis = machine.axes().get(number).filter(|_| gains.len() > 1);
            let of_axis = axis.map_or_else(String::new, |axis| format!(" for `{}`", axis.name));
            let message = format!(
                "`{key}` is negative{of_axis}: the controller drives away from the reference"
            );
            let problem = Diagnostic::warning("negative-gain", message).fact(key, gain);
            Some(problem.hint("write it without the sign").at(span.clone()))
        };
        let mut findings: Vec<Diagnostic> = lists.into_iter().filter_map(negative).collect();
        let payload = control.knows_loads.as_ref().map(|it| ("payload", &it.span));
        let parameters = control.parameters.first().map(|it| ("parameters", &it.span));
        let of_model = payload.into_iter().chain(parameters).filter(|_| !controller.has_model());
        findings.extend(of_model.map(|(key, span)| {
            let why = "this controller calculates with no model of the robot";
            idle(&format!("`{key}` under [controller]"), why, span.clone())
                .hint("leave it out, or write gravity = true")
        }));
        let sampled = control.sampling.as_ref();
        findings.extend(sampled.filter(|it| it.value.delay >= duration).map(|sampling| {
            let why = "its `delay` is longer than the simulation";
            idle("this controller", why, sampling.span.clone())
                .fact("delay", format!("{} s", shown(sampling.value.delay)))
                .fact("duration", format!("{} s", shown(duration)))
                .hint("`delay` is in seconds: delay = 0.001")
        }));
        findings
    }
}
