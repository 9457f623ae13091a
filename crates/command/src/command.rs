//! What the command can do; a file each.

mod bench;
mod certify;
mod check;
mod completions;
mod convert;
mod derive;
mod eval;
mod explain;
mod findings;
mod formalism;
mod generate;
mod ik;
mod inverse;
mod linearise;
mod listing;
mod motion_output;
mod optimise;
mod output;
mod pose;
mod presentation;
mod progress;
mod prove;
mod quantities;
mod report;
mod robot;
mod robots;
mod scenario;
mod scenarios;
mod show;
mod simulate;
mod size;
mod sketch;
mod state;
mod studio;
mod sweep;
mod table;
mod tour;
mod watch;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use findings::tell;
use findings::{Failure, say};

/// Derives and proves the equations of motion of robots.
///
/// Without a command: a short tour on the robot RTTRR. ROBOT is a bundled name (see
/// `appell robots`) or a file: .toml, .urdf, .xacro, .sdf, .xml (MJCF),
/// or .csv (a Denavit-Hartenberg table).
#[derive(Parser)]
#[command(name = "appell", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    watch: watch::Watch,
    #[command(flatten)]
    presentation: presentation::Presentation,
}

#[derive(Subcommand)]
enum Command {
    /// The bundled robots, with their sources
    Robots(robots::Arguments),
    /// A robot: joints, links, symbols, frames, a sketch; findings in its file
    Show(show::Arguments),
    /// The quantities that can be asked for: names, units, what they are
    Quantities(quantities::Arguments),
    /// Formulas: joint torques, mass matrix, frames, energies, ... in closed form
    Derive(derive::Arguments),
    /// A report: the whole derivation as a document (HTML, PDF, LaTeX, Typst, Markdown)
    Report(report::Arguments),
    /// Numbers: quantities at a state, or at the states of a table
    Eval(eval::Arguments),
    /// The linear model near a state: A, B, C, D, poles, controllability; trim, equilibrium, sampling
    #[command(visible_alias = "linearize")]
    Linearise(linearise::Arguments),
    /// Inverse kinematics: coordinates that put the tool, or a link, at a pose
    Ik(ik::Arguments),
    /// Code of quantities in C, Rust, Python, MATLAB, Julia, CUDA
    Generate(generate::Arguments),
    /// Operation counts and speed of quantities, compiled for this machine
    Bench(bench::Arguments),
    /// Quantities by different formalisms (Newton-Euler, Lagrange, Appell, exponentials), compared
    Prove(prove::Arguments),
    /// A certificate: formulas with a proof that anybody can check without Appell
    Certify(certify::Arguments),
    /// Proof-reading of a paper: a verdict for each printed equation, and corrections
    Check(check::Arguments),
    /// Inverse dynamics along a trajectory: joint torques, powers, energy
    Inverse(inverse::Arguments),
    /// Forward dynamics over time: the motion under drives, loads and gravity
    Simulate(simulate::Arguments),
    /// Forces, powers and energy of a motion, and motors and gears that fit
    Size(size::Arguments),
    /// The motion profiles and times of least energy
    #[command(visible_alias = "optimize")]
    Optimise(optimise::Arguments),
    /// Many variants of a scenario: one row each, with quantiles, sensitivities and the worst case
    Sweep(sweep::Arguments),
    /// A robot in another format: .toml, .urdf, .sdf, .xml (MJCF), .csv
    Convert(convert::Arguments),
    /// The studio: a robot, its equations and its motion in a browser
    Studio(studio::Arguments),
    /// The bundled scenarios, with their robots
    Scenarios(scenarios::Arguments),
    /// What the code of a message means, a typical cause, and what to do
    Explain(explain::Arguments),
    /// Completions for a shell: bash, zsh, fish
    Completions(completions::Completions),
    /// The manual page of `appell`, or of one of its commands, for `man`
    Man(completions::Man),
}

/// What a command answers.
pub(crate) struct Outcome {
    /// For the standard output.
    pub(crate) text: String,
    /// How it ended.
    pub(crate) end: End,
}

/// How a command ended, for its exit code.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// All is done, all is well.
    Fine,
    /// A check found a difference, or a search nothing that fits.
    Differs,
    /// A partial result was printed or written.
    CutShort,
    /// A check found nothing right and nothing wrong.
    Undecided,
}

impl Outcome {
    /// A partial result; what is missing is reported beside it.
    fn partial(text: String, missing: Failure) -> Self {
        tell(&missing.to_string());
        Self { text, end: End::CutShort }
    }

    /// Prints the result; says how the command ended.
    pub(crate) fn print(self) -> Result<End, Failure> {
        say(&self.text)?;
        Ok(self.end)
    }
}

impl From<String> for Outcome {
    fn from(text: String) -> Self {
        Self { text, end: End::Fine }
    }
}

/// How a robot is read.
#[derive(Args)]
struct Reading {
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// URDF, xacro, SDF, MJCF: keep angles and axes as written, do not snap them to right angles
    #[arg(long)]
    no_snap: bool,
    /// The frame that is taken as the tool: a named frame; in URDF, xacro and SDF a link, in MJCF a
    /// body or a site
    #[arg(long, value_name = "FRAME")]
    tool: Option<String>,
    /// SDF: the model that is meant, where a file has several
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    #[command(flatten)]
    allowed: Allowed,
    #[command(flatten)]
    xacro: Xacro,
}

/// What a xacro file may be given.
#[derive(Args, Default)]
struct Xacro {
    /// Xacro: the value of an argument (may be given again)
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    arg: Vec<(String, String)>,
    /// Xacro: the folder of a package, for $(find NAME) (may be given again)
    #[arg(long, value_name = "NAME=DIR", value_parser = pair)]
    package: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Where files may be that another file names, beside its own folder and the current one.
#[derive(Args, Clone)]
struct Allowed {
    /// Also read files below this folder, if an input file names them (may be given again)
    #[arg(long, value_name = "DIR")]
    allow: Vec<PathBuf>,
}

impl Arguments {
    /// Does what was asked.
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        self.presentation.begin();
        self.watch.begin()?;
        match self.command {
            None => tour::run().map(Outcome::from),
            Some(Command::Robots(arguments)) => Ok(arguments.run().into()),
            Some(Command::Studio(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Scenarios(arguments)) => Ok(arguments.run().into()),
            Some(Command::Explain(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Completions(arguments)) => Ok(arguments.run().into()),
            Some(Command::Man(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Quantities(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Show(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Convert(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Derive(arguments)) => arguments.run(),
            Some(Command::Report(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Eval(arguments)) => arguments.run(),
            Some(Command::Linearise(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Ik(arguments)) => arguments.run(),
            Some(Command::Prove(arguments)) => arguments.run(),
            Some(Command::Certify(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Check(arguments)) => arguments.run(),
            Some(Command::Generate(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Bench(arguments)) => arguments.run().map(Outcome::from),
            Some(Command::Inverse(arguments)) => arguments.run(),
            Some(Command::Simulate(arguments)) => arguments.run(),
            Some(Command::Size(arguments)) => arguments.run(),
            Some(Command::Optimise(arguments)) => arguments.run(),
            Some(Command::Sweep(arguments)) => arguments.run(),
        }
    }
}
