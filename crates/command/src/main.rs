//! The command `appell`.

mod command;

use std::process::ExitCode;

use clap::Parser;

use command::{Arguments, End, Outcome, tell};

fn main() -> ExitCode {
    quiet_reader();
    let answered = Arguments::parse().run();
    match answered.and_then(Outcome::print) {
        Ok(End::Fine) => ExitCode::SUCCESS,
        Ok(End::Differs) => ExitCode::from(1),
        Ok(End::CutShort) => ExitCode::from(2),
        Ok(End::Undecided) => ExitCode::from(3),
        Err(failure) => {
            tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}

/// A broken Parquet file is reported as a finding; the panic of its reader is not shown.
fn quiet_reader() {
    #[cfg(feature = "data")]
    {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some(appell::output::PARQUET_THREAD) {
                usual(panic);
            }
        }));
    }
}
