//! The command `appell`.

mod command;

use std::process::ExitCode;

use clap::Parser;

use command::{Arguments, End, say, tell};

fn main() -> ExitCode {
    let answered = Arguments::parse().run();
    match answered.and_then(|outcome| say(&outcome.text).map(|()| outcome.end)) {
        Ok(End::Fine) => ExitCode::SUCCESS,
        Ok(End::Differs) => ExitCode::from(1),
        Ok(End::CutShort) => ExitCode::from(2),
        Err(failure) => {
            tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}
