//! The command `appell`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the command prints")]

mod tour;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

/// Derives and proves the equations of motion of robots.
///
/// Without arguments: a short tour on a planar arm with two links. That is all there is today.
#[derive(Parser)]
#[command(name = "appell", version)]
struct Command {}

fn main() -> ExitCode {
    let Command {} = Command::parse();
    let start = Instant::now();
    match tour::tour() {
        Ok(text) => {
            // A reader that closed the pipe has seen what it wanted.
            match std::io::stdout().lock().write_all(text.as_bytes()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    eprintln!("error: could not write: {error}");
                    return ExitCode::from(2);
                }
                _ => {}
            }
            eprintln!("\nAll of it took {:.1} ms.", start.elapsed().as_secs_f64() * 1e3);
            ExitCode::SUCCESS
        }
        Err(error) => {
            for diagnostic in error.diagnostics() {
                eprintln!("{diagnostic}");
            }
            ExitCode::from(2)
        }
    }
}
