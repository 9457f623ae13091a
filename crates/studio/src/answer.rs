//! What can be asked, and what is answered: see `PROTOCOL.md`.

mod code;
mod documents;
mod equations;
mod kinematics;
mod meshes;
mod motion;
mod paper;
mod proof;
mod robot;

use appell::Error;
use appell::diagnostic::Diagnostic;
use serde_json::Value;

pub(crate) use equations::Shown;
pub(crate) use proof::Checked;
pub(crate) use robot::named;

use crate::desk::Work;
use crate::message::{Message, bad};

/// Answers a message.
pub(crate) fn answer(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    match message.ask.as_str() {
        "robots" => Ok(robot::bundled()),
        "open" => robot::open(message, work),
        "mesh" => meshes::bytes(message, work),
        "convert" => robot::convert(message, work),
        "pose" => kinematics::pose(message, work),
        "ik" => kinematics::reach(message, work),
        "modes" => kinematics::modes(message, work),
        "derive" => equations::derive(message, work),
        "scenarios" => Ok(motion::bundled()),
        "scenario" => motion::text(message),
        "run" => motion::run(message, work),
        "papers" => Ok(proof::bundled()),
        "paper" => proof::text(message),
        "check" => proof::check(message, work),
        "certificate" => proof::certificate(message, work),
        "generate" => code::generate(message, work),
        "bench" => code::bench(message, work),
        "report" => documents::report(work),
        "share" => Ok(documents::share()),
        _ => Err(bad("unknown value of `ask`").into()),
    }
}

/// A finding for a name that is none of the bundled ones.
fn unknown<'n>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Diagnostic {
    let name = appell::diagnostic::excerpt(name);
    let otherwise = format!("bundled: {}", names.clone().collect::<Vec<_>>().join(", "));
    let problem = Diagnostic::error("unknown-name", format!("there is no bundled {what} `{name}`"));
    problem.did_you_mean(name, names, otherwise)
}

/// LaTeX as MathML.
fn mathml(latex: &str) -> String {
    appell::report::mathml(latex)
}
