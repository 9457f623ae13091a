//! How the formulas of `derive` are laid out.

use crate::support::{folder, refusal_of, text_of};

#[test]
fn equations_have_numbers_and_labels() {
    let align =
        ["derive", "2r", "M", "G", "--as", "latex", "--environment", "align", "--label", "eq:a"];
    let page = text_of(&align);
    assert!(page.starts_with("\\begin{align}\nM &= \\begin{bmatrix}\n"), "{page}");
    assert!(page.contains("\\label{eq:a-1} \\\\\nG &= \\begin{bmatrix}"), "{page}");
    assert!(page.ends_with("\\label{eq:a-2}\n\\end{align}\n"), "{page}");
    let single =
        ["derive", "2r", "G[2]", "--as", "latex", "--environment", "equation", "--label", "g"];
    assert!(text_of(&single).starts_with("\\begin{equation} \\label{g}\nG_{2} = "));
}

#[test]
fn numbers_are_rounded_where_that_is_asked_for() {
    let exact = text_of(&["derive", "panda", "Q[7]"]);
    let rounded = text_of(&["derive", "panda", "Q[7]", "--digits", "2"]);
    assert!(rounded.len() < exact.len(), "{exact}{rounded}");
    let page = text_of(&["derive", "panda", "Q[7]", "--digits", "2", "--as", "latex"]);
    assert!(page.starts_with("% numbers are rounded to 2 significant digits\n"), "{page}");
}

#[test]
fn formulas_are_written_to_files() {
    let folder = folder("derive-out");
    let path = folder.join("gravity.txt");
    let file = path.to_str().unwrap();
    assert_eq!(text_of(&["derive", "2r", "G", "--out", file]), format!("wrote {file}\n"));
    let printed = text_of(&["derive", "2r", "G"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed);
    assert!(refusal_of(&["derive", "2r", "M", "--out", file]).contains("--force"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed);
    text_of(&["derive", "2r", "M", "--out", file, "--force"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text_of(&["derive", "2r", "M"]));
}

#[test]
fn what_has_no_effect_is_refused() {
    let plain = refusal_of(&["derive", "2r", "G", "--environment", "align"]);
    assert!(plain.contains("--as latex"), "{plain}");
    let display =
        ["derive", "2r", "G", "--as", "latex", "--environment", "display", "--label", "g"];
    assert!(refusal_of(&display).contains("--environment equation"));
}

/// Symbols are what `derive` is for.
#[test]
fn symbols_without_values_are_no_warning() {
    let path = folder("derive-symbols").join("pendulum.toml");
    let text = "name = \"p\"\ngravity = \"g\"\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\n\
        link = { mass = \"M\", centre = [0, 0, \"-l\"] }\n";
    std::fs::write(&path, text).unwrap();
    let output = crate::support::appell(&["derive", path.to_str().unwrap(), "Q"]);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
