//! The command `appell`.

mod command;

use std::process::ExitCode;

use clap::Parser;

use command::{Arguments, say, tell};

fn main() -> ExitCode {
    let answered = Arguments::parse().run();
    match answered.and_then(|outcome| say(&outcome.text).map(|()| outcome.differs)) {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => ExitCode::from(1),
        Err(failure) => {
            tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}
