//! The command `appell`.

mod command;

use std::process::ExitCode;

use clap::Parser;

use command::{Arguments, say, tell};

fn main() -> ExitCode {
    match Arguments::parse().run().and_then(|text| say(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}
