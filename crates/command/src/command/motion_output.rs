//! What the commands about motion write: numbers, pictures, a page.

use std::path::Path;

use appell::diagnostic::{Diagnostic, significant};
use appell::output::Table;
use appell::output::plot::{Figure, page, png, svg};

use super::findings::Failure;
use super::output;

/// The files that a command may write.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// Write all numbers to this file: .csv, or .parquet where the command was built for it
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Write plots to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Write an interactive page with plots to this file: .html, self-contained
    #[arg(long, value_name = "FILE.html")]
    page: Option<String>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

impl Files {
    /// Whether there is one.
    pub(crate) fn are_asked_for(&self) -> bool {
        [&self.out, &self.plot, &self.page].into_iter().any(Option::is_some)
    }

    /// Refuses what cannot be written before the work begins.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let endings: [(&Option<String>, &[&str]); 3] = [
            (&self.out, if cfg!(feature = "data") { &["csv", "parquet"] } else { &["csv"] }),
            (&self.plot, &["svg", "png"]),
            (&self.page, &["html"]),
        ];
        for (name, endings) in endings {
            if let Some(name) = name {
                check_name(name, endings, self.force)?;
            }
        }
        Ok(())
    }

    /// Writes what was asked for, and returns a list of what was written.
    pub(crate) fn write(
        &self,
        table: &Table,
        figures: &[Figure],
        title: &str,
        lines: &[String],
    ) -> Result<String, Failure> {
        let mut log = String::new();
        let mut put = |name: &str, bytes: &[u8], what: String| -> Result<(), Failure> {
            output::write(Path::new(name), bytes, self.force)?;
            log.push_str(&format!("wrote {name}{what}\n"));
            Ok(())
        };
        if let Some(name) = &self.out {
            let what = format!(": {} rows, {} columns", table.rows(), table.columns.len());
            put(name, &numbers(table, name)?, what)?;
        }
        if let Some(name) = &self.plot {
            let picture = match has_ending(name, "png") {
                true => png(figures).map_err(|reason| Failure::new("png", reason))?,
                false => svg(figures).into_bytes(),
            };
            put(name, &picture, String::new())?;
        }
        if let Some(name) = &self.page {
            put(name, page(title, lines, figures).as_bytes(), String::new())?;
        }
        Ok(if log.is_empty() { log } else { format!("\n{log}") })
    }
}

/// Refuses a file that cannot be written: by its ending, its folder, or since it exists.
pub(crate) fn check_name(name: &str, endings: &[&str], force: bool) -> Result<(), Failure> {
    let path = Path::new(name);
    if !endings.iter().any(|ending| has_ending(name, ending)) {
        let problem =
            Diagnostic::error("unknown-format", format!("the format of `{name}` is unknown"));
        let problem = problem.hint(format!("end the name in .{}", endings.join(" or .")));
        let problem = match has_ending(name, "parquet") {
            true => problem.hint("build the command for Parquet: cargo build --features data"),
            false => problem,
        };
        return Err(Failure::of(&[problem]));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let message = format!("cannot write `{name}`: there is no folder `{}`", folder.display());
        let problem = Diagnostic::error("no-folder", message);
        return Err(Failure::of(&[problem.hint("make it first, or choose another place")]));
    }
    if path.exists() && !force {
        return Err(output::in_the_way(path));
    }
    Ok(())
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// A table as the bytes of a file of this name.
#[cfg(feature = "data")]
pub(crate) fn numbers(table: &Table, name: &str) -> Result<Vec<u8>, Failure> {
    if has_ending(name, "parquet") {
        return table.to_parquet().map_err(|reason| Failure::new("parquet", reason));
    }
    Ok(table.to_csv().into_bytes())
}

/// A table as the bytes of a file.
#[cfg(not(feature = "data"))]
pub(crate) fn numbers(table: &Table, _: &str) -> Result<Vec<u8>, Failure> {
    Ok(table.to_csv().into_bytes())
}

/// A result with five digits; what rounding leaves of zero is zero.
pub(crate) fn number(value: f64) -> String {
    const NOTHING: f64 = 1e-12;
    if value.abs() < NOTHING { "0".to_owned() } else { significant(value, 5) }
}
