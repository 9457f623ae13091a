//! `appell completions SHELL`, `appell man`: for shells and for `man`.

use std::sync::OnceLock;

use appell::diagnostic::{Diagnostic, excerpt};
use appell::mechanics::TABLE;
use appell::{model, scenario};
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, ValueEnum, ValueHint};

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
            Shell::Bash => robots_first(script),
            Shell::Zsh => with_files(script),
            Shell::Fish => script + &positions(),
        }
    }
}

/// An argument whose values may be names, and these names.
struct KnownNames {
    argument: &'static str,
    names: Vec<&'static str>,
    /// Whether its values may be files, too.
    or_files: bool,
}

fn known_names() -> Vec<KnownNames> {
    static COMMANDS: OnceLock<clap::Command> = OnceLock::new();
    let robots: Vec<_> = model::BUNDLED.iter().map(|robot| robot.name).collect();
    let scenarios = scenario::BUNDLED.iter().map(|scenario| scenario.name).collect();
    let quantities: Vec<_> = TABLE.iter().map(|row| row.name).collect();
    let commands = COMMANDS.get_or_init(super::Arguments::command).get_subcommands();
    let commands = commands.map(clap::Command::get_name).collect();
    let known = |argument, names, or_files| KnownNames { argument, names, or_files };
    vec![
        known("robot", robots.clone(), true),
        known("scenario", scenarios, true),
        known("quantities", quantities.clone(), false),
        // of `convert`, `quantities`, `explain` and `man`
        known("from", robots, true),
        known("words", quantities, false),
        known("code", super::explain::codes().collect(), false),
        known("command", commands, false),
    ]
}

/// The command with the names of bundled robots and scenarios, of quantities, codes and commands as values,
/// and without files where numbers or names are meant. For completions only: files and other names are
/// values, too.
fn with_names() -> clap::Command {
    let mut command = super::Arguments::command();
    let commands: Vec<String> =
        command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in commands {
        command = command.mut_subcommand(name, |mut subcommand| {
            for KnownNames { argument, names, .. } in known_names() {
                if subcommand.get_arguments().any(|it| it.get_id() == argument) {
                    let values = PossibleValuesParser::new(names);
                    subcommand = subcommand.mut_arg(argument, |it| it.value_parser(values));
                }
            }
            subcommand.mut_args(|it| {
                let takes_names = !it.get_possible_values().is_empty();
                match is_file(&it) || takes_names || !it.get_action().takes_values() {
                    true => it,
                    false => it.value_hint(ValueHint::Other),
                }
            })
        });
    }
    command
}

/// Whether an argument may be a file or a folder, by the name of its value in the help.
fn is_file(argument: &clap::Arg) -> bool {
    const FILES: [&str; 8] =
        ["FILE", "DIR", "FOLDER", "STATE", "MATRIX", "ROBOT", "SCENARIO", "PAPER"];
    let named = |name: &clap::builder::Str| FILES.iter().any(|file| name.contains(file));
    let id = argument.get_id().as_str().to_uppercase();
    argument.get_value_names().unwrap_or_default().iter().any(named)
        || FILES.iter().any(|file| id.contains(file))
}

/// Lets bash offer quantities only behind the robot, which is the first word after the command.
fn robots_first(script: String) -> String {
    let names = |argument: &str| {
        let all = known_names().into_iter().find(|it| it.argument == argument);
        all.map(|it| it.names.join(" ")).unwrap_or_default()
    };
    let (robots, quantities) = (names("robot"), names("quantities"));
    script.replace(
        &format!("{robots} {quantities}\""),
        &format!(
            "{robots}\"\n            if [[ ${{COMP_CWORD}} -gt 2 ]] ; then opts+=\" {quantities}\" ; fi"
        ),
    )
}

/// Lets zsh offer files beside the names, which it would not do by itself; bash offers files where no name fits.
fn with_files(script: String) -> String {
    known_names().into_iter().filter(|it| it.or_files).fold(script, |script, it| {
        let names = it.names.join(" ");
        script.replace(&format!(":({names})"), &format!(":{{compadd {names}; _files}}"))
    })
}

/// Names for the positional arguments in fish, for which clap generates completions of options only.
fn positions() -> String {
    let all = super::Arguments::command();
    known_names()
        .into_iter()
        .map(|KnownNames { argument, names, .. }| {
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
