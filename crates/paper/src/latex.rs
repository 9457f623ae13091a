//! LaTeX with its inputs: what `\input` and its like name is put in their places; comments, listings and
//! what is switched off are left out.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use crate::mapped::Mapped;
use crate::tree::Tree;

/// How deep inputs may stand in one another, how many there may be, and how long the whole may be.
const DEEPEST: usize = 20;
const MOST_INPUTS: usize = 2000;
const LONGEST: usize = 64 << 20;

/// Environments whose inside is not typeset as mathematics.
const SILENT: [&str; 8] = [
    "comment",
    "verbatim",
    "verbatim*",
    "lstlisting",
    "minted",
    "filecontents",
    "filecontents*",
    "tikzpicture",
];

/// Commands that define others; only they are taken from packages of the author.
const DEFINING: [&str; 6] = [
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareMathOperator",
    "def",
    "newenvironment",
];

/// Whether this is the main file of a document: not a picture or a chapter that can stand alone.
pub(crate) fn is_main(text: &str) -> bool {
    let mut scan = Scan { text, at: 0 };
    while let Some((_, command)) = scan.command() {
        if command == "documentclass" {
            let class = scan.argument().map(|range| &text[range]);
            return class.is_none_or(|class| !matches!(class.trim(), "standalone" | "subfiles"));
        }
    }
    false
}

/// Puts a file together with all that it names, in a folder of a tree.
pub(crate) fn splice(
    mapped: &mut Mapped,
    file: usize,
    (tree, folder): (&Tree, &str),
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut splice =
        Splice { mapped, tree, warnings, open: Vec::new(), inputs: 0, folder: folder.to_owned() };
    splice.file(file)
}

struct Splice<'s> {
    mapped: &'s mut Mapped,
    tree: &'s Tree,
    warnings: &'s mut Vec<Diagnostic>,
    /// The files that are being read, the outermost first.
    open: Vec<String>,
    inputs: usize,
    /// The prefix of the names of files: the folder of the main file, and that of `\import`.
    folder: String,
}

impl Splice<'_> {
    fn file(&mut self, file: usize) -> Result<(), Diagnostic> {
        let text = self.mapped.file(file).text().to_owned();
        let mut scan = Scan { text: &text, at: 0 };
        let (mut copied, mut end) = (0, text.len());
        // ends that the rest of the file does not have: they need not be looked for again
        let mut missing: Vec<String> = Vec::new();
        while let Some((start, command)) = scan.command() {
            let is_import = matches!(command, "import" | "subimport");
            let skipped = match command {
                "input" | "include" | "subfile" | "subfileinclude" => {
                    let Some(name) = scan.file_name() else { continue };
                    self.mapped.copy(file, copied..start);
                    self.input(&text[name], file, start)?;
                    scan.at
                }
                _ if is_import => {
                    let (Some(folder), Some(name)) = (scan.argument(), scan.argument()) else {
                        continue;
                    };
                    self.mapped.copy(file, copied..start);
                    let before = self.folder.clone();
                    self.folder.push_str(&text[folder]);
                    self.input(&text[name], file, start)?;
                    self.folder = before;
                    scan.at
                }
                "usepackage" | "RequirePackage" => {
                    let Some(names) = scan.argument() else { continue };
                    self.mapped.copy(file, copied..scan.at);
                    for name in text[names].split(',') {
                        self.package(name.trim())?;
                    }
                    scan.at
                }
                "begin" => {
                    let Some(name) =
                        scan.argument().filter(|name| SILENT.contains(&&text[name.clone()]))
                    else {
                        continue;
                    };
                    let close = format!("\\end{{{}}}", &text[name]);
                    if missing.contains(&close) {
                        continue;
                    }
                    let found = text[scan.at..].find(&close);
                    let Some(length) = found else {
                        missing.push(close);
                        continue;
                    };
                    self.mapped.copy(file, copied..start);
                    scan.at += length + close.len();
                    scan.at
                }
                "iffalse" if !missing.iter().any(|it| it == "fi") => {
                    let Some(length) = switched_off(&text[scan.at..]) else {
                        missing.push("fi".to_owned());
                        continue;
                    };
                    self.mapped.copy(file, copied..start);
                    scan.at += length;
                    scan.at
                }
                "endinput" => {
                    self.mapped.copy(file, copied..start);
                    return Ok(());
                }
                "end" => {
                    let is_end = scan.argument().is_some_and(|name| &text[name] == "document");
                    if is_end {
                        end = scan.at;
                        break;
                    }
                    continue;
                }
                _ => continue,
            };
            copied = skipped;
            if self.mapped.text().len() > LONGEST {
                return Err(too_large(format!("{LONGEST} bytes")));
            }
        }
        self.mapped.copy(file, copied..end);
        Ok(())
    }

    /// A file that another names.
    fn input(&mut self, name: &str, by: usize, at: usize) -> Result<(), Diagnostic> {
        let name = format!("{}{}", self.folder, name.trim().trim_matches('"'));
        self.inputs += 1;
        if self.inputs > MOST_INPUTS || self.open.len() > DEEPEST {
            return Err(too_large(format!(
                "{MOST_INPUTS} inputs, or more than {DEEPEST} in one another"
            )));
        }
        let mut problem = None;
        for candidate in [format!("{name}.tex"), name.clone()] {
            match self.tree.text(&candidate) {
                Ok(Some(_)) if self.open.contains(&candidate) => {
                    let message = format!("`{candidate}` is an input of itself");
                    problem = Some(Diagnostic::warning("missing-input", message));
                }
                Ok(Some(text)) => {
                    let file = self.mapped.add_file(&self.tree.shown(&candidate), text);
                    self.open.push(candidate);
                    let result = self.file(file);
                    self.open.pop();
                    return result;
                }
                Ok(None) => {}
                Err(found) => problem = Some(found),
            }
        }
        let problem = problem.unwrap_or_else(|| {
            let message = format!("the input `{name}` is missing; its equations are not checked");
            Diagnostic::warning("missing-input", message)
                .hint("give the folder with all files of the paper")
        });
        let by = self.mapped.file(by);
        let (line, _) = by.line_and_column(at);
        self.warnings.push(problem.fact("named in", format!("{} line {line}", by.name())));
        Ok(())
    }

    /// The definitions of a package that the author wrote.
    fn package(&mut self, name: &str) -> Result<(), Diagnostic> {
        let name = format!("{}{name}.sty", self.folder);
        self.inputs += 1;
        if self.inputs > MOST_INPUTS {
            return Err(too_large(format!("{MOST_INPUTS} inputs")));
        }
        let Ok(Some(text)) = self.tree.text(&name) else { return Ok(()) };
        let ranges = definitions(&text);
        let file = self.mapped.add_file(&self.tree.shown(&name), text);
        for range in ranges {
            let end = range.end;
            self.mapped.copy(file, range);
            self.mapped.write("\n", file, end);
        }
        Ok(())
    }
}

fn too_large(limit: String) -> Diagnostic {
    Diagnostic::error("too-many-inputs", format!("the paper has more than {limit}"))
        .hint("give a part of it, such as one chapter")
}

/// How long a text is that `\iffalse` switches off.
fn switched_off(text: &str) -> Option<usize> {
    let mut scan = Scan { text, at: 0 };
    let mut open = 1usize;
    while let Some((_, command)) = scan.command() {
        match command {
            "fi" => open -= 1,
            "else" if open == 1 => return Some(scan.at),
            // \iff is a sign
            "iff" => {}
            command if command.starts_with("if") => open += 1,
            _ => {}
        }
        if open == 0 {
            return Some(scan.at);
        }
    }
    None
}

/// Where commands are defined in a text.
fn definitions(text: &str) -> Vec<Range<usize>> {
    let mut scan = Scan { text, at: 0 };
    let mut out = Vec::new();
    while let Some((start, command)) = scan.command() {
        if !DEFINING.contains(&command) {
            continue;
        }
        let groups = match command {
            // \def\name#1{...}
            "def" => 1,
            "newenvironment" => 3,
            _ => 2,
        };
        let mut end = scan.at;
        let mut braces = groups;
        // \newcommand\name{...}: the name without braces
        if command != "def" && text[end..].trim_start().starts_with('\\') {
            braces -= 1;
        }
        for _ in 0..braces {
            let Some(open) = text[end..].find('{') else { break };
            let Some(length) = braced(&text[end + open..]) else { return out };
            end += open + length;
        }
        out.push(start..end);
        scan.at = end;
    }
    out
}

/// How long the braces are with which a text begins.
fn braced(text: &str) -> Option<usize> {
    const LONGEST: usize = 20_000;
    let mut open = 0usize;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => open += 1,
            b'}' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Walks from command to command, past comments and `\verb`.
struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scan<'t> {
    /// The next command that has letters: where it begins, and its name.
    fn command(&mut self) -> Option<(usize, &'t str)> {
        loop {
            let start = self.at + self.text[self.at..].find(['\\', '%'])?;
            let rest = &self.text[start..];
            if rest.starts_with('%') {
                self.at = start + rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            let letters = rest[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
            let name = &rest[1..1 + letters];
            self.at = start + 1 + letters;
            match name {
                "" => self.at += rest[1..].chars().next().map_or(0, char::len_utf8),
                "verb" | "lstinline" => {
                    let behind = self.text[self.at..].trim_start_matches('*');
                    let mark = behind.chars().next().filter(|c| !c.is_whitespace() && *c != '{');
                    let end = mark.and_then(|mark| {
                        let inside = &behind[mark.len_utf8()..];
                        inside.find([mark, '\n']).map(|end| end + 2 * mark.len_utf8())
                    });
                    self.at += end.unwrap_or_default();
                    self.at = self.text.ceil_char_boundary(self.at.min(self.text.len()));
                }
                _ => return Some((start, name)),
            }
        }
    }

    /// The text in the braces behind a command, past options in brackets.
    fn argument(&mut self) -> Option<Range<usize>> {
        let mut at = self.at + blank(&self.text[self.at..]);
        if self.text[at..].starts_with('[') {
            at += near(&self.text[at..]).find(']')? + 1;
            at += blank(&self.text[at..]);
        }
        let inside = self.text[at..].strip_prefix('{')?;
        let length = near(inside).find('}')?;
        self.at = at + length + 2;
        Some(at + 1..at + 1 + length)
    }

    /// The name of a file: in braces, or the word that follows.
    fn file_name(&mut self) -> Option<Range<usize>> {
        if let Some(name) = self.argument() {
            return Some(name);
        }
        let start = self.at + blank(&self.text[self.at..]);
        let rest = near(&self.text[start..]);
        let length =
            rest.find(|c: char| c.is_whitespace() || "\\{}%".contains(c)).unwrap_or(rest.len());
        self.at = start + length;
        (length > 0 && start > 0).then_some(start..start + length)
    }
}

/// The part of a text in which the end of an argument is looked for.
fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(text.len().min(1000))]
}

fn blank(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len()
}
