//! `appell completions SHELL`, `appell man`: for shells and for `man`.

use appell::diagnostic::{Diagnostic, excerpt};
use appell::mechanics::TABLE;
use appell::{model, scenario};
use clap::builder::PossibleValuesParser;
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
        clap_complete::generate(shell, &mut with_names(), "appell", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        match self.shell {
            Shell::Bash => script,
            Shell::Zsh => with_files(script),
            Shell::Fish => script + &positions(),
        }
    }
}

/// The arguments whose values may be names, and these names; files are values of the first two, too.
fn known_names() -> [(&'static str, Vec<&'static str>); 3] {
    [
        ("robot", model::BUNDLED.iter().map(|robot| robot.name).collect()),
        ("scenario", scenario::BUNDLED.iter().map(|scenario| scenario.name).collect()),
        ("quantities", TABLE.iter().map(|row| row.name).collect()),
    ]
}

/// The command with the names of bundled robots and scenarios and of quantities as values. For completions
/// only: files and other names are values, too.
fn with_names() -> clap::Command {
    let mut command = super::Arguments::command();
    let commands: Vec<String> =
        command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in commands {
        command = command.mut_subcommand(name, |mut subcommand| {
            for (argument, names) in known_names() {
                if subcommand.get_arguments().any(|it| it.get_id() == argument) {
                    let values = PossibleValuesParser::new(names);
                    subcommand = subcommand.mut_arg(argument, |it| it.value_parser(values));
                }
            }
            subcommand
        });
    }
    command
}

/// Lets zsh offer files beside the names, which it would not do by itself; bash offers files where no name fits.
fn with_files(script: String) -> String {
    let [robots, scenarios, _] = known_names();
    [robots, scenarios].into_iter().fold(script, |script, (_, names)| {
        let names = names.join(" ");
        script.replace(&format!(":({names})"), &format!(":{{compadd {names}; _files}}"))
    })
}

/// Names for the positional arguments in fish, for which clap generates completions of options only.
fn positions() -> String {
    let all = super::Arguments::command();
    known_names()
        .into_iter()
        .map(|(argument, names)| {
            let has = |it: &&clap::Command| {
                it.get_positionals().any(|position| position.get_id() == argument)
            };
            let commands: Vec<&str> =
                all.get_subcommands().filter(has).map(clap::Command::get_name).collect();
            let condition = format!("__fish_seen_subcommand_from {}", commands.join(" "));
            format!("complete -c appell -n \"{condition}\" -a \"{}\"\n", names.join(" "))
        })
        .collect()
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
