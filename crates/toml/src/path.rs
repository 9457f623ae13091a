//! Paths of values in a file: `payload[1].mass`, `start.q[2]`, `motion[lift].speed`.

use appell_diagnostic::{Diagnostic, excerpt};

use crate::{Table, Value};

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The key of a table.
    Key(String),
    /// An entry of a list, from 0.
    Entry(usize),
    /// The entry of a list of tables that has this name.
    Named(String),
}

/// The steps of a path; `None` for a text that is not a path.
///
/// ```
/// use appell_toml::{Step, find, steps};
/// let text = "[[joint]]\nname = \"hip\"\nlink = { centre = [0, 0.1, 0] }";
/// let file = appell_toml::table(text, &[], &mut appell_toml::Reader::default()).ok_or("no file")?;
/// let path = steps("joint[hip].link.centre[2]").ok_or("no path")?;
/// assert_eq!(path[1], Step::Named("hip".to_owned()));
/// let found = find(&path, &file, &[]).map_err(|problem| problem.message)?;
/// assert_eq!(&text[found.span()], "0.1");
/// # Ok::<(), String>(())
/// ```
pub fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() {
            return None;
        }
        steps.push(Step::Key(key.to_owned()));
        while !rest.is_empty() {
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            steps.push(match inside.parse::<usize>() {
                Ok(number) => Step::Entry(number.checked_sub(1)?),
                Err(_) if inside.is_empty() => return None,
                Err(_) => Step::Named(inside.to_owned()),
            });
            rest = after;
        }
    }
    Some(steps)
}

/// The value to which steps lead. If `tables` is not empty, the first step must be one of them.
pub fn find<'v>(
    steps: &[Step],
    file: &'v Table<'v>,
    tables: &[&str],
) -> Result<&'v Value<'v>, Diagnostic> {
    let missing = |message: String| Diagnostic::error("unknown-path", message);
    let mut table = Some(file.get_ref());
    let mut at: Option<&Value<'_>> = None;
    let mut walked = String::new();
    for step in steps {
        let next = match step {
            Step::Key(key) => {
                let Some(table) = table else {
                    return Err(missing(format!("`{}` has no keys", excerpt(&walked)))
                        .hint("leave out what follows it"));
                };
                let inside = if walked.is_empty() { "the file" } else { &walked };
                let keys: Vec<&str> = match walked.is_empty() && !tables.is_empty() {
                    true => tables.to_vec(),
                    false => table.keys().map(|key| key.get_ref().as_ref()).collect(),
                };
                let value = table.get(key.as_str()).filter(|_| keys.contains(&key.as_str()));
                value.ok_or_else(|| {
                    let message = format!("`{}` has no number `{}`", excerpt(inside), excerpt(key));
                    let otherwise = match keys.is_empty() {
                        true => "write the number into the file first".to_owned(),
                        false => format!(
                            "write it into the file first, or use one of: {}",
                            keys.join(", ")
                        ),
                    };
                    missing(message).did_you_mean(key, keys, otherwise)
                })?
            }
            Step::Entry(number) => {
                let entries = at.and_then(|value| value.get_ref().as_array());
                let Some(entries) = entries else {
                    return Err(missing(format!("`{}` is no list", excerpt(&walked)))
                        .hint("leave out the number in brackets"));
                };
                entries.get(*number).ok_or_else(|| {
                    let message = format!("`{}` has no entry {}", excerpt(&walked), number + 1);
                    missing(message).fact("entries", entries.len()).hint("the first entry is [1]")
                })?
            }
            Step::Named(name) => {
                let entries = at.and_then(|value| value.get_ref().as_array());
                let name_of = |entry: &'v Value<'v>| {
                    entry.get_ref().as_table()?.get("name")?.get_ref().as_str()
                };
                let mut entries = entries.into_iter().flatten();
                let named = entries.find(|entry| name_of(entry) == Some(name));
                named.ok_or_else(|| {
                    let message = format!(
                        "`{}` has no entry with the name `{}`",
                        excerpt(&walked),
                        excerpt(name)
                    );
                    missing(message).hint("count from 1, or write name = \"...\" into the entry")
                })?
            }
        };
        table = next.get_ref().as_table();
        at = Some(next);
        match step {
            Step::Key(key) if walked.is_empty() => walked.push_str(key),
            Step::Key(key) => walked.push_str(&format!(".{key}")),
            Step::Entry(number) => walked.push_str(&format!("[{}]", number + 1)),
            Step::Named(name) => walked.push_str(&format!("[{name}]")),
        }
    }
    at.ok_or_else(|| missing("an empty path".to_owned()))
}
