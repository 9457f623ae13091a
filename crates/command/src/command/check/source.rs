//! An equation as the source of a paper has it, for headings.

/// Longer sources are not headings.
const LONGEST: usize = 4000;

/// The LaTeX of a display without what makes it a display: its environment, numbers and labels. None where
/// it is too long.
pub(super) fn formula(display: &str) -> Option<String> {
    if display.len() > LONGEST {
        return None;
    }
    let lines = display.lines().map(without_comment);
    let mut text = lines.collect::<Vec<_>>().join(" ");
    for command in ["\\label", "\\tag*", "\\tag"] {
        text = without_argument(&text, command);
    }
    for mark in ["\\nonumber", "\\notag", "$$", "\\[", "\\]", "\\(", "\\)"] {
        text = text.replace(mark, " ");
    }
    let text = text.trim().trim_matches('$').trim();
    let Some(name) = text.strip_prefix("\\begin{").and_then(|it| it.split_once('}')) else {
        return Some(text.to_owned());
    };
    let (name, inside) = name;
    let inside = inside.trim_end().strip_suffix(&format!("\\end{{{name}}}"))?.trim();
    Some(match name.trim_end_matches('*') {
        "equation" | "displaymath" | "math" | "dmath" => inside.to_owned(),
        "align" | "flalign" | "eqnarray" | "gather" | "multline" => {
            format!("\\begin{{aligned}} {inside} \\end{{aligned}}")
        }
        _ => text.to_owned(),
    })
}

fn without_comment(line: &str) -> &str {
    let is_comment = |at: &usize| !line[..*at].ends_with('\\');
    match line.match_indices('%').map(|(at, _)| at).find(is_comment) {
        Some(at) => &line[..at],
        None => line,
    }
}

/// A text without a command and its argument in braces.
fn without_argument(text: &str, command: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&format!("{command}{{")) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = rest.find('}').map_or("", |end| &rest[end + 1..]);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::formula;

    #[test]
    fn environments_numbers_and_labels_are_left_out() {
        for (display, expected) in [
            ("$$ a = b \\tag{3} $$", "a = b"),
            ("\\begin{equation}\\label{eq:x}\n a = b % so\n\\end{equation}", "a = b"),
            (
                "\\begin{align*} a &= b \\nonumber \\\\ c &= d \\end{align*}",
                "\\begin{aligned} a &= b   \\\\ c &= d \\end{aligned}",
            ),
            ("$$ a $$ $$ + b $$", "a      + b"),
        ] {
            assert_eq!(formula(display).as_deref(), Some(expected));
        }
        assert_eq!(formula(&"x".repeat(5000)), None);
    }
}
