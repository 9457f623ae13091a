//! Names of quantities and of their entries in LaTeX and Typst.

/// `Q[1]` as `Q_{1}`, `omega[2]@0.x` as `{}^{0}\omega_{2,x}`, `aC[2]` as `a_{C_{2}}`.
pub(crate) fn latex_name(name: &str) -> String {
    let (letter, index, in_base) = parts(name);
    if let Some(letter) = letter.strip_suffix('C').filter(|letter| letter.len() == 1) {
        let before = if in_base { "{}^{0}" } else { "" };
        return format!("{before}{letter}_{{C_{{{}}}}}", index.replace(',', ""));
    }
    let greek = ["omega", "eps"];
    let letter = match letter {
        "eps" => "\\varepsilon".to_owned(),
        letter if greek.contains(&letter) => format!("\\{letter}"),
        letter if letter.len() > 1 => format!("\\mathrm{{{letter}}}"),
        letter => letter.to_owned(),
    };
    let before = if in_base { "{}^{0}" } else { "" };
    let word = |part: &str| match part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic()) {
        true => format!("\\mathrm{{{part}}}"),
        false => part.to_owned(),
    };
    let index: Vec<String> = index.split(',').map(word).collect();
    let index = index.join(",");
    if index.is_empty() { letter } else { format!("{before}{letter}_{{{index}}}") }
}

/// The same in Typst: `Q[1]` as `Q_("1")`.
pub(crate) fn typst_name(name: &str) -> String {
    let (letter, index, in_base) = parts(name);
    let letter = match letter {
        "omega" => letter.to_owned(),
        "eps" => "epsilon".to_owned(),
        letter if letter.len() > 1 => format!("\"{letter}\""),
        letter => letter.to_owned(),
    };
    let before = if in_base { "attach(\"\", tl: 0)" } else { "" };
    if index.is_empty() { letter } else { format!("{before}{letter}_(\"{index}\")") }
}

/// The letter, the indices with commas, and whether it is in base axes.
fn parts(name: &str) -> (&str, String, bool) {
    let letters = name.find(['[', '@', '.']).unwrap_or(name.len());
    let (letter, rest) = name.split_at(letters);
    let in_base = rest.contains("@0");
    let index = rest.replace("@0", "").replace("][", ",").replace('.', ",");
    (letter, index.replace(['[', ']'], "").trim_matches(',').to_owned(), in_base)
}
