//! Which file of many is the paper.

use appell_diagnostic::Diagnostic;

use crate::tree::Tree;
use crate::{Kind, latex};

/// Names that main files have.
const USUAL: [&str; 6] = ["main", "paper", "ms", "article", "manuscript", "root"];

/// The main file: the one LaTeX file with `\documentclass`, where there are several the one with a usual
/// name; or the only paper there is.
pub(crate) fn find(tree: &Tree, shown: &str) -> Result<String, Diagnostic> {
    let names = tree.names();
    let mut mains = Vec::new();
    for name in names.iter().filter(|name| Kind::of(name) == Kind::Latex) {
        // one that cannot be read is not the main file, and is reported where it is needed
        let text = tree.text(name).ok().flatten().unwrap_or_default();
        if latex::is_main(&text) {
            mains.push(*name);
        }
    }
    let usual = |name: &&&str| {
        let stem = name.rsplit('/').next().unwrap_or(name).split('.').next().unwrap_or_default();
        USUAL.contains(&stem.to_lowercase().as_str())
    };
    let usual: Vec<&str> = mains.iter().filter(usual).copied().collect();
    match (mains.as_slice(), usual.as_slice(), names.as_slice()) {
        ([only], ..) | ([_, _, ..], [only], _) | ([], _, [only]) => Ok((*only).to_owned()),
        ([], _, []) => {
            let message = format!(
                "`{shown}` has no LaTeX, Markdown, reStructuredText, notebook or HTML in it"
            );
            Err(Diagnostic::error("no-main-file", message).hint(
                "give the folder or archive with the sources of the paper; a PDF cannot be read",
            ))
        }
        ([], ..) => {
            let message =
                format!("no file in `{shown}` has \\documentclass, and there are several");
            Err(choice(Diagnostic::error("no-main-file", message), &names, shown))
        }
        _ => {
            let message = format!("several files in `{shown}` have \\documentclass");
            Err(choice(Diagnostic::error("several-main-files", message), &mains, shown))
        }
    }
}

fn choice(problem: Diagnostic, names: &[&str], shown: &str) -> Diagnostic {
    const SHOWN: usize = 8;
    let mut list = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        list.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    problem.fact("files", list).hint(format!("give one of them: {shown}/{}", names[0]))
}
