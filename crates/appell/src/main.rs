//! The command `appell`.

mod command;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use command::{Arguments, Failure};

fn main() -> ExitCode {
    let result = Arguments::parse().run().and_then(|text| {
        match std::io::stdout().lock().write_all(text.as_bytes()) {
            // A reader that closed the pipe has seen what it wanted.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::new("output", format!("could not write: {error}")))
            }
            _ => Ok(()),
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            command::tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}
