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
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_matches('$').trim();
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

/// Commands of formulas that can be set whatever stands around them.
const PLAIN: [&str; 68] = [
    "frac",
    "dfrac",
    "tfrac",
    "dot",
    "ddot",
    "dddot",
    "bar",
    "vec",
    "hat",
    "tilde",
    "sin",
    "cos",
    "tan",
    "cdot",
    "times",
    "left",
    "right",
    "begin",
    "end",
    "mathbf",
    "mathrm",
    "mathit",
    "boldsymbol",
    "bm",
    "text",
    "quad",
    "qquad",
    "sqrt",
    "sum",
    "int",
    "partial",
    "Delta",
    "Sigma",
    "Omega",
    "Gamma",
    "Phi",
    "Theta",
    "alpha",
    "beta",
    "gamma",
    "delta",
    "varepsilon",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "ell",
    "overline",
    "top",
    "operatorname",
    "displaystyle",
    "prime",
];

/// Whether a formula has only usual commands, matrices and lines: only such a one is set.
pub(super) fn is_plain(latex: &str) -> bool {
    let environments = ["matrix", "bmatrix", "pmatrix", "vmatrix", "aligned"];
    let mut rest = latex;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &rest[..letters];
        if letters == 0 {
            // a break, a space, a brace
            let Some(sign) = rest.chars().next().filter(|c| "\\,;:! {}".contains(*c)) else {
                return false;
            };
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        rest = &rest[letters..];
        if matches!(name, "begin" | "end") {
            let inside = rest.strip_prefix('{').and_then(|it| it.split_once('}'));
            if !inside.is_some_and(|(environment, _)| environments.contains(&environment)) {
                return false;
            }
        }
        if !PLAIN.contains(&name) {
            return false;
        }
    }
    let (opened, closed) = (latex.matches('{').count(), latex.matches('}').count());
    opened == closed && !latex.contains(['#', '$', '%', '~'])
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
    use super::{formula, is_plain};

    #[test]
    fn environments_numbers_and_labels_are_left_out() {
        for (display, expected) in [
            ("$$ a = b \\tag{3} $$", "a = b"),
            ("\\begin{equation}\\label{eq:x}\n a = b % so\n\\end{equation}", "a = b"),
            (
                "\\begin{align*} a &= b \\nonumber \\\\ c &= d \\end{align*}",
                "\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}",
            ),
            ("$$ a $$ $$ + b $$", "a + b"),
        ] {
            assert_eq!(formula(display).as_deref(), Some(expected));
        }
        assert_eq!(formula(&"x".repeat(5000)), None);
    }

    #[test]
    fn what_may_not_be_set() {
        assert!(is_plain(r"M = \begin{bmatrix} \dot{q}_1 & 0 \\ 0 & \sin\, q_2 \end{bmatrix}"));
        for latex in [r"\begin{array}{c} a & b \end{array}", r"\def\x{\x}\x", "{", r"\frac#1", r"\"]
        {
            assert!(!is_plain(latex), "{latex}");
        }
    }
}
