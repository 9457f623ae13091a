//! Rows in parts, on disk. A part is a file with the number of the part as its name; it is written under
//! another name first, so that under its own it is complete or missing. So a run that was ended in any way
//! goes on where it was, and runs on several machines can share the work.

use std::fs;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use appell_algebra::Stop;
use appell_diagnostic::Diagnostic;
use appell_output::{NumberedFile, NumberedRows, NumberedSchema};

use crate::evaluate::Rows;
use crate::study::Study;

/// The parts of a study in a folder.
pub struct Parts<'s> {
    study: &'s Study,
    folder: PathBuf,
    schema: NumberedSchema,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Parts that were there before.
    pub kept: u64,
    /// Parts that were written.
    pub written: u64,
    /// Why it ended before all parts were there, if so.
    pub stopped: Option<Stop>,
}

impl<'s> Parts<'s> {
    /// Those that are beside a result: in the folder of its name with `.parts` behind it, which is made.
    pub fn beside(study: &'s Study, result: &Path) -> Result<Self, Diagnostic> {
        let mut folder = result.as_os_str().to_owned();
        folder.push(".parts");
        let folder = PathBuf::from(folder);
        fs::create_dir_all(&folder).map_err(|error| refused(&folder, &error.to_string()))?;
        let schema = NumberedSchema::new(study.headings(), study.fingerprint());
        let schema = schema.map_err(|reason| refused(&folder, &reason))?;
        Ok(Self { study, folder, schema })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a part.
    pub fn path(&self, part: u64) -> PathBuf {
        self.folder.join(format!("part-{part:08}.parquet"))
    }

    /// Whether a part is there. A file that belongs to another study, or is none, is refused.
    pub fn is_there(&self, part: u64) -> Result<bool, Diagnostic> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(false);
        }
        self.opened(part).map(|_| true)
    }

    /// Refuses a folder whose first part is of another study. Shards of one study share a folder.
    pub fn check_owner(&self) -> Result<(), Diagnostic> {
        let first = (0..self.study.parts()).find(|part| self.path(*part).exists());
        first.map_or(Ok(()), |part| self.opened(part).map(|_| ()))
    }

    fn opened(&self, part: u64) -> Result<NumberedFile, Diagnostic> {
        let path = self.path(part);
        let unreadable = |reason: String| {
            let message = format!("cannot read `{}`: {reason}", path.display());
            Diagnostic::error("bad-part", message).hint("remove this file and run again")
        };
        let file = NumberedFile::open(&path).map_err(unreadable)?;
        let range = self.study.part_rows(part);
        let is_own = file.owner() == Some(self.study.fingerprint());
        if !is_own || file.rows() != range.end - range.start {
            let message = format!("`{}` belongs to another sweep", path.display());
            let problem = Diagnostic::error("other-sweep", message)
                .hint("the scenario, its robot, a table or Appell itself changed since: remove the folder of the \
                       parts, or name another result; `appell sweep --force` begins again");
            return Err(problem);
        }
        let first = file.first().map_err(unreadable)?;
        if let Some(first) = first.filter(|first| *first != range.start) {
            let reason =
                format!("expected rows from {} on, found rows from {first} on", range.start);
            return Err(unreadable(reason));
        }
        Ok(file)
    }

    /// Removes some parts.
    pub fn remove(&self, numbers: impl IntoIterator<Item = u64>) -> Result<(), Diagnostic> {
        for part in numbers {
            let path = self.path(part);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(refused(&path, &error.to_string()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the folder with all that is in it, once its rows are elsewhere.
    pub fn remove_folder(self) -> Result<(), Diagnostic> {
        let removed = fs::remove_dir_all(&self.folder);
        removed.map_err(|error| refused(&self.folder, &error.to_string()))
    }

    /// Writes a part.
    fn write(&self, part: u64, rows: Rows) -> Result<(), Diagnostic> {
        let path = self.path(part);
        let Rows { numbers, columns, remarks } = rows;
        let rows = NumberedRows { numbers, columns, remarks };
        let bytes = self.schema.part(&rows).map_err(|reason| refused(&path, &reason))?;
        // another machine may have a process of the same number
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
        let name = format!("parquet.{}-{now}.tmp", std::process::id());
        let beside = path.with_extension(name);
        let written = || -> std::io::Result<()> {
            let mut file = fs::File::create(&beside)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&beside);
            refused(&path, &error.to_string())
        })
    }
}

fn refused(path: &Path, reason: &str) -> Diagnostic {
    let message = format!("cannot write `{}`: {reason}", path.display());
    Diagnostic::error("file", message).hint("choose a folder that exists and can be written to")
}

/// Calculates those of some parts that are not there yet, on so many threads, and says after each which
/// part of the work is done.
pub fn run(
    parts: &Parts<'_>,
    numbers: impl IntoIterator<Item = u64>,
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Ended, Diagnostic> {
    let study = parts.study;
    let mut missing = Vec::new();
    let mut kept = 0;
    for part in numbers {
        match parts.is_there(part)? {
            true => kept += 1,
            false => missing.push(part),
        }
    }
    let (next, written) = (AtomicU64::new(0), AtomicU64::new(0));
    let failed = AtomicBool::new(false);
    let outcome: Mutex<Result<Option<Stop>, Diagnostic>> = Mutex::new(Ok(None));
    let end = |why: Result<Option<Stop>, Diagnostic>| {
        failed.store(true, Ordering::Relaxed);
        let mut outcome = outcome.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // what could not be written is worse than a stop
        if outcome.is_ok() {
            *outcome = why;
        }
    };
    let work = || {
        let mut evaluator = study.evaluator();
        while !failed.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&part) = usize::try_from(place).ok().and_then(|it| missing.get(it)) else {
                return;
            };
            match evaluator.rows(study.part_rows(part)) {
                Ok(rows) => {
                    if let Err(problem) = parts.write(part, rows) {
                        return end(Err(problem));
                    }
                    let done = written.fetch_add(1, Ordering::Relaxed) + 1;
                    progress(done as f64 / missing.len() as f64);
                }
                Err(stop) => return end(Ok(Some(stop))),
            }
        }
    };
    let threads = threads.clamp(1, missing.len().max(1));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // a thread that the system does not give leaves its parts to the others
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let outcome = outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(Ended { kept, written: written.into_inner(), stopped: outcome? })
}

/// Writes the rows of all parts, in their order, as one file: the same bytes whoever calculated them. It
/// takes the place of a file of this name. `more` says whether to go on.
pub fn merge(
    parts: &Parts<'_>,
    result: &Path,
    more: impl FnMut() -> bool,
) -> Result<(), Diagnostic> {
    /// A list that is longer says nothing more.
    const SHOWN: usize = 10;
    let all = 0..parts.study.parts();
    let mut missing = Vec::new();
    for part in all.clone() {
        if !parts.is_there(part)? {
            missing.push(part.to_string());
        }
    }
    if !missing.is_empty() {
        let problem = Diagnostic::error("missing-parts", "parts of this sweep are missing")
            .fact("missing", missing.len())
            .fact("of", parts.study.parts())
            .fact("first", missing[..missing.len().min(SHOWN)].join(", "))
            .hint(format!(
                "run the shards that are missing: parts are in `{}`",
                parts.folder.display()
            ))
            .hint("--resume without --merge and --shard calculates all that is missing");
        return Err(problem);
    }
    let beside = parts.folder.join(format!("merged.{}.tmp", std::process::id()));
    let written = || -> Result<(), String> {
        let file = fs::File::create(&beside).map_err(|error| error.to_string())?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        let files = all.map_while(|part| parts.opened(part).ok());
        parts.schema.merge(files, &mut file, more)?;
        let file = file.into_inner().map_err(|error| error.to_string())?;
        file.sync_all().map_err(|error| error.to_string())?;
        fs::rename(&beside, result).map_err(|error| error.to_string())
    };
    written().map_err(|reason| {
        let _ = fs::remove_file(&beside);
        refused(result, &reason)
    })
}
