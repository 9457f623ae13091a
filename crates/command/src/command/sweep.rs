//! `appell sweep SCENARIO`: many variants of a scenario, a row each.

#[cfg(feature = "data")]
use appell::diagnostic::Diagnostic;

use super::findings::Failure;
use super::motion_output::{check_name, no_parquet};
use super::progress::Limits;
use super::{Allowed, Outcome};

#[cfg(feature = "data")]
mod report;

/// The arguments of `appell sweep`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scenario: a bundled name or a .toml file, with a table [sweep]
    scenario: String,
    /// Write a row for each variant to this file; parts of it are kept beside it until all are there
    #[arg(long, value_name = "FILE.parquet")]
    out: String,
    /// Calculate one share of the parts only: the first of 16 is 1/16
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "merge")]
    shard: Option<(u64, u64)>,
    /// Calculate nothing: put the parts of all shards together
    #[arg(long)]
    merge: bool,
    /// Go on where a run was ended: parts that are there are kept
    #[arg(long)]
    resume: bool,
    /// Replace files that exist, and begin again where parts exist
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Write the worst variant to this file, as a scenario
    #[arg(long, value_name = "FILE.toml", conflicts_with = "shard")]
    worst: Option<String>,
    /// Write an interactive page with plots to this file: .html, self-contained
    #[arg(long, value_name = "FILE.html", conflicts_with = "shard")]
    page: Option<String>,
    /// How many threads work; all processors, if nothing is said
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    allowed: Allowed,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').map(|(i, n)| (i.trim().parse(), n.trim().parse()));
    match numbers {
        Some((Ok(i), Ok(n))) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("write the number of the share and how many there are, such as 3/16".to_owned()),
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let endings: &[&str] = if cfg!(feature = "data") { &["parquet"] } else { &[] };
        if endings.is_empty() {
            return Err(no_parquet());
        }
        // a shard writes no result, which may be there from before
        check_name(&self.out, endings, self.force || self.shard.is_some())?;
        for (name, ending) in [(&self.worst, "toml"), (&self.page, "html")] {
            if let Some(name) = name {
                check_name(name, &[ending], self.force)?;
            }
        }
        self.calculate()
    }

    #[cfg(not(feature = "data"))]
    fn calculate(self) -> Result<Outcome, Failure> {
        let Self { scenario, limits, allowed, .. } = self;
        let loaded = super::scenario::Loaded::new(&scenario, &allowed)?;
        loaded.study(&limits.budget())?;
        Err(no_parquet())
    }

    #[cfg(feature = "data")]
    fn calculate(self) -> Result<Outcome, Failure> {
        use appell::sweep::{Parts, merge, run};

        use super::End;
        use super::progress::Progress;
        use super::scenario::Loaded;
        use super::watch::{giving, may_go_on_giving};

        let progress = Progress::new();
        let loaded = Loaded::new(&self.scenario, &self.allowed)?;
        progress.next("preparing");
        let study = loaded.study(&self.limits.budget())?;
        let out = std::path::Path::new(&self.out);
        let parts = Parts::beside(&study, out)?;
        let mut ended = None;
        if !self.merge {
            let (first, step) = self.shard.map_or((0, 1), |(i, n)| (i - 1, n));
            let own =
                || (first..study.parts()).step_by(usize::try_from(step).unwrap_or(usize::MAX));
            match self.force {
                true => parts.remove(own())?,
                false => parts.check_owner()?,
            }
            if !self.resume && own().any(|part| parts.path(part).exists()) {
                let message =
                    format!("`{}` has parts of an unfinished run", parts.folder().display());
                let problem = Diagnostic::error("unfinished-sweep", message)
                    .hint("--resume goes on where it was, --force begins again");
                return Err(problem.into());
            }
            let threads = self
                .threads
                .map(usize::from)
                .or_else(|| std::thread::available_parallelism().ok().map(usize::from));
            let done = run(&parts, own(), threads.unwrap_or(1), &|part| {
                progress.part("variants", part);
            })?;
            progress.done();
            if done.stopped.is_some() {
                let message = format!(
                    "stopped: {} of {} parts are complete",
                    done.kept + done.written,
                    own().count()
                );
                let missing = Diagnostic::warning("stopped", message);
                let missing = missing.hint("the same command with --resume goes on");
                return Ok(Outcome::partial(String::new(), Failure::of(&[missing])));
            }
            ended = Some(done);
        }
        if self.shard.is_some() {
            return Ok(report::shard(&study, &parts, ended, self.json).into());
        }
        giving();
        merge(&parts, out, may_go_on_giving)?;
        if !self.merge {
            parts.remove_folder()?;
        }
        let text = report::whole(&study, &loaded.name, &self)?;
        Ok(Outcome { text, end: End::Fine })
    }
}
