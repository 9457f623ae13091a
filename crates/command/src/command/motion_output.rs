//! What the commands about motion write: numbers, pictures, a page.

use std::path::Path;

use appell::diagnostic::{Diagnostic, significant};
use appell::output::Table;
use appell::output::plot::{Figure, page, png, svg};

use super::findings::{Failure, tell_findings};
use super::output;
use super::watch::{giving, may_go_on_giving};

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
    ) -> Result<Written, Failure> {
        let Written { mut log, is_cut } = match &self.out {
            Some(name) => write_table(table, name, self.force)?,
            None => Written::default(),
        };
        let mut put = |name: &str, bytes: &[u8]| -> Result<(), Failure> {
            output::write(Path::new(name), bytes, self.force)?;
            log.push_str(&format!("wrote {name}\n"));
            Ok(())
        };
        if let Some(name) = &self.plot {
            put(name, &picture(name, figures)?)?;
        }
        if let Some(name) = &self.page {
            put(name, page(title, lines, figures).as_bytes())?;
        }
        if !log.is_empty() {
            log.insert(0, '\n');
        }
        Ok(Written { log, is_cut })
    }
}

/// Figures as a picture: PNG by the ending of its name, else SVG.
pub(crate) fn picture(name: &str, figures: &[Figure]) -> Result<Vec<u8>, Failure> {
    match has_ending(name, "png") {
        true => png(figures).map_err(|reason| Failure::new("png", reason)),
        false => Ok(svg(figures).into_bytes()),
    }
}

/// Refuses a file that cannot be written: by its ending, its folder, or since it exists.
pub(crate) fn check_name(name: &str, endings: &[&str], force: bool) -> Result<(), Failure> {
    let path = Path::new(name);
    if !endings.iter().any(|ending| has_ending(name, ending)) {
        if has_ending(name, "parquet") && !cfg!(feature = "data") {
            return Err(no_parquet());
        }
        let problem =
            Diagnostic::error("unknown-format", format!("the format of `{name}` is unknown"));
        let problem = problem.hint(format!("end the name in .{}", endings.join(" or .")));
        return Err(Failure::of(&[problem]));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let message = format!("cannot write `{name}`: missing folder `{}`", folder.display());
        let problem = Diagnostic::error("no-folder", message);
        return Err(Failure::of(&[problem.hint("make it first, or choose another place")]));
    }
    if path.exists() && !force {
        return Err(output::in_the_way(path));
    }
    Ok(())
}

/// What is said of Parquet in a build that cannot write it.
pub(crate) fn no_parquet() -> Failure {
    let hint =
        "build with --features data: cargo install --path crates/command --locked --features data";
    Diagnostic::error("no-parquet", "Parquet is not available in this build").hint(hint).into()
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// Files that were written.
#[derive(Default)]
pub(crate) struct Written {
    /// A line about each.
    pub log: String,
    /// Whether there was no time to write all rows of a table.
    pub is_cut: bool,
}

/// Writes a table: all of it, or, with a warning, those rows for which there is time.
pub(crate) fn write_table(table: &Table, name: &str, force: bool) -> Result<Written, Failure> {
    let path = Path::new(name);
    let mut rows = table.rows();
    if has_ending(name, "parquet") {
        output::write(path, &parquet(table)?, force)?;
    } else {
        output::write_by(path, force, &mut |file| {
            rows = table.write_csv(file, may_go_on_giving)?;
            Ok(())
        })?;
    }
    let columns = counted(table.columns.len(), "column");
    let log = format!("wrote {name}: {}, {columns}\n", counted(rows, "row"));
    Ok(Written { log, is_cut: is_cut(table, rows, name) })
}

/// A count with its noun: `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A table as text to print, or, with a warning, those rows for which there is time.
pub(crate) fn table_text(table: &Table) -> Written {
    giving();
    let mut text = Vec::new();
    // writing into memory cannot fail
    let rows = table.write_csv(&mut text, may_go_on_giving).unwrap_or_default();
    let log = String::from_utf8_lossy(&text).into_owned();
    Written { log, is_cut: is_cut(table, rows, "the table") }
}

fn is_cut(table: &Table, rows: usize, name: &str) -> bool {
    if rows == table.rows() {
        return false;
    }
    let message = format!("{name} ends after {rows} of {} rows", table.rows());
    let warning = Diagnostic::warning("stopped", message);
    tell_findings(&[warning.hint("there was no time to write more: give --time more")]);
    true
}

#[cfg(feature = "data")]
fn parquet(table: &Table) -> Result<Vec<u8>, Failure> {
    table.to_parquet().map_err(|reason| Failure::new("parquet", reason))
}

/// Names that end so are refused before.
#[cfg(not(feature = "data"))]
fn parquet(_: &Table) -> Result<Vec<u8>, Failure> {
    Err(Failure::new("parquet", "this command was built without Parquet".to_owned()))
}

/// A result with five digits; what rounding leaves of zero is zero.
pub(crate) fn number(value: f64) -> String {
    const NOTHING: f64 = 1e-12;
    if value.abs() < NOTHING { "0".to_owned() } else { significant(value, 5) }
}
