//! `appell completions SHELL`, `appell man`: for shells and for `man`.

use appell::diagnostic::{Diagnostic, excerpt};
use clap::{CommandFactory, ValueEnum};

use super::findings::Failure;

/// The arguments of `appell completions`.
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell. bash: put `source <(appell completions bash)` into ~/.bashrc. zsh: save the output as
    /// _appell in a folder of $fpath. fish: save it as ~/.config/fish/completions/appell.fish
    shell: Shell,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Completions {
    pub(crate) fn run(self) -> String {
        let shell = match self.shell {
            Shell::Bash => clap_complete::Shell::Bash,
            Shell::Zsh => clap_complete::Shell::Zsh,
            Shell::Fish => clap_complete::Shell::Fish,
        };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut super::Arguments::command(), "appell", &mut script);
        String::from_utf8_lossy(&script).into_owned()
    }
}

/// The arguments of `appell man`.
#[derive(clap::Args)]
pub(crate) struct Man {
    /// The command whose page is wanted, such as derive; without it, the page of `appell`
    command: Option<String>,
}

impl Man {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let mut all = super::Arguments::command();
        all.build();
        let command = match &self.command {
            None => all,
            Some(name) => {
                let known: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
                let found = all.find_subcommand(name).cloned();
                found.ok_or_else(|| unknown(name, &known))?
            }
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut page)
            .map_err(|error| Failure::new("output", format!("could not write: {error}")))?;
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}

fn unknown(name: &str, known: &[&str]) -> Failure {
    let message = format!("unknown command `{}`", excerpt(name));
    let otherwise = format!("one of: {}", known.join(", "));
    Diagnostic::error("unknown-command", message)
        .did_you_mean(name, known.iter().copied(), otherwise)
        .into()
}
