//! How findings are presented: how many, which, and in which colours.

use std::io::IsTerminal;
use std::sync::OnceLock;

use appell::diagnostic::Severity;

/// Options that every command takes.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Presentation {
    /// Print no warnings and no notes beside the result, only errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// How many findings of one kind are listed: a number, or `all`
    #[arg(long, global = true, value_name = "COUNT", default_value = "4", value_parser = count)]
    findings: usize,
}

fn count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| "write a number, or `all`".to_owned()),
    }
}

static PRESENTATION: OnceLock<Presentation> = OnceLock::new();

impl Presentation {
    /// Sets how this run presents its findings.
    pub(crate) fn begin(self) {
        PRESENTATION.get_or_init(|| self);
    }

    fn current() -> Self {
        *PRESENTATION.get_or_init(|| Self { quiet: false, findings: 4 })
    }
}

/// Whether findings of this severity are printed.
pub(crate) fn is_printed(severity: Severity) -> bool {
    severity == Severity::Error || !Presentation::current().quiet
}

/// How many findings of one kind are listed.
pub(crate) fn most_findings() -> usize {
    Presentation::current().findings
}

/// Whether colours may be written to the standard output or the standard error: on a terminal that
/// knows them, unless `NO_COLOR` is set to something (see no-color.org).
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

const RESET: &str = "\x1b[0m";
const BOLD_RED: &str = "\x1b[1;31m";
const BOLD_YELLOW: &str = "\x1b[1;33m";
const BOLD_BLUE: &str = "\x1b[1;34m";
const GREEN: &str = "\x1b[32m";

/// A text that is safe to print, with severities and codes at the start of its lines in colour.
pub(crate) fn with_coloured_codes(text: &str) -> String {
    let line = |line: &str| {
        let colours = [("error[", BOLD_RED), ("warning[", BOLD_YELLOW), ("note[", BOLD_BLUE)];
        let colour = colours.iter().find(|(start, _)| line.starts_with(start));
        match (colour, line.find(']')) {
            (Some((_, colour)), Some(end)) => {
                format!("{colour}{}{RESET}{}", &line[..=end], &line[end + 1..])
            }
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A text that is safe to print, with verdicts in colour: of each line of the table at its start, that
/// is up to the first empty line, the first cell that is a verdict; and the counts in the last line.
pub(crate) fn with_coloured_verdicts(text: &str) -> String {
    const VERDICTS: [(&str, &str); 6] = [
        ("proved", GREEN),
        ("refuted", BOLD_RED),
        ("undecided", BOLD_YELLOW),
        ("defined", GREEN),
        ("unmapped", BOLD_YELLOW),
        ("unreadable", BOLD_YELLOW),
    ];
    let last = text.trim_end().matches('\n').count();
    let mut in_table = true;
    let mut line = |(number, line): (usize, &str)| {
        in_table &= !line.is_empty();
        let mut line = line.to_owned();
        for (verdict, colour) in VERDICTS {
            let cell = format!("  {verdict}");
            let word = if number == last { format!(" {verdict}") } else { cell };
            let is_cell = |at: &usize| {
                let rest = &line[at + word.len()..];
                rest.is_empty() || rest.starts_with("  ") || rest.starts_with(',')
            };
            let place = line.find(&word).filter(is_cell);
            if let Some(at) = place.filter(|_| in_table || number == last) {
                let start = at + word.len() - verdict.len();
                line.replace_range(
                    start..start + verdict.len(),
                    &format!("{colour}{verdict}{RESET}"),
                );
                if number != last {
                    break;
                }
            }
        }
        line
    };
    text.split('\n').enumerate().map(&mut line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_at_the_start_of_lines_are_coloured() {
        let text = "error[json]: bad [1]\n  error[json]\nwarning[x]: y\n";
        let shown = "\x1b[1;31merror[json]\x1b[0m: bad [1]\n  error[json]\n\x1b[1;33mwarning[x]\x1b[0m: y\n";
        assert_eq!(with_coloured_codes(text), shown);
    }

    #[test]
    fn verdicts_are_coloured_in_the_table_and_in_the_last_line() {
        let text = "equation  quantity  verdict  reason\n1         proved    refuted  not proved\n\n  proved\n\n1 refuted, 2 proved\n";
        let shown = with_coloured_verdicts(text);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[3], "  proved");
        assert_eq!(lines[5], "1 \x1b[1;31mrefuted\x1b[0m, 2 \x1b[32mproved\x1b[0m");
        assert!(lines[1].matches('\x1b').count() == 2, "{shown}");
    }
}
