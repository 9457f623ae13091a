//! `appell studio`: a robot, its equations and its motion in a browser.

#[cfg(feature = "studio")]
mod serve;

#[cfg(not(feature = "studio"))]
use appell::diagnostic::Diagnostic;

use super::Allowed;
use super::findings::Failure;

/// The arguments of `appell studio`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to show first: a robot or a scenario (a bundled name or a file), or a paper
    #[arg(value_name = "ROBOT|SCENARIO|PAPER")]
    shown: Option<String>,
    /// The robot that the paper is about: a bundled name or a file
    #[arg(long)]
    robot: Option<String>,
    /// The port of the server; by default a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    no_browser: bool,
    #[command(flatten)]
    allowed: Allowed,
}

impl Arguments {
    #[cfg(feature = "studio")]
    pub(crate) fn run(self) -> Result<String, Failure> {
        self.serve()
    }

    #[cfg(not(feature = "studio"))]
    pub(crate) fn run(self) -> Result<String, Failure> {
        let problem = Diagnostic::error("no-studio", "this build has no studio");
        Err(problem
            .hint("build it with the studio: cargo build --release --features studio")
            .into())
    }
}
