//! What letters are used for that mean different things in different books: D, H and B for the mass
//! matrix, T and K for the kinetic energy, V, U and P for the potential one, u and F for a driving force.
//! A guess is tried; it is taken where the equation then holds.

use std::sync::LazyLock;

use appell_model::Robot;

use super::filled_words;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::name::{Name, Pattern};

/// Printed names and what they may mean: sums of quantities, or with `;` one below the other.
const GUESSES: [(&str, &[&str]); 77] = [
    ("D", &["M"]),
    ("H", &["M", "Ek+Ep"]),
    ("B", &["M"]),
    ("A", &["M"]),
    ("D_{ij}", &["M.i,j"]),
    ("H_{ij}", &["M.i,j"]),
    ("B_{ij}", &["M.i,j"]),
    ("A_{ij}", &["M.i,j"]),
    ("I_{ij}", &["M.i,j"]),
    ("d_{ij}", &["M.i,j"]),
    ("h_{ij}", &["M.i,j"]),
    ("b_{ij}", &["M.i,j"]),
    ("m_{ij}", &["M.i,j"]),
    ("a_{ij}", &["M.i,j"]),
    ("c", &["c"]),
    ("h", &["c", "c+G"]),
    ("V", &["Ep", "c"]),
    ("N", &["c+G", "c"]),
    ("n", &["c+G", "c"]),
    ("b", &["c"]),
    ("h_i", &["c[i]"]),
    ("V_i", &["c[i]"]),
    ("b_i", &["c[i]"]),
    ("C_i", &["c[i]"]),
    ("g", &["G"]),
    (r"\phi", &["G"]),
    (r"\phi_i", &["G[i]"]),
    (r"\varphi_i", &["G[i]"]),
    (r"\tau_g", &["-G", "G"]),
    ("F_g", &["G", "-G"]),
    ("K", &["Ek"]),
    ("T", &["Ek"]),
    ("k", &["Ek"]),
    ("E", &["Ek+Ep"]),
    ("E_c", &["Ek"]),
    ("E_{kin}", &["Ek"]),
    ("E_{pot}", &["Ep"]),
    ("K_i", &["Ek[i]"]),
    ("T_i", &["Ek[i]"]),
    ("k_i", &["Ek[i]"]),
    ("L", &["L"]),
    ("U", &["Ep"]),
    ("P", &["Ep"]),
    ("u", &["Ep", "Q"]),
    (r"\Pi", &["Ep"]),
    ("F", &["Q"]),
    ("f", &["Q"]),
    ("f_x", &["Q"]),
    ("F_x", &["Q"]),
    (r"\tau", &["Q"]),
    ("F_i", &["Q[i]"]),
    ("f_i", &["Q[i]"]),
    (r"\Gamma", &["Q"]),
    (r"\Gamma_i", &["Q[i]"]),
    ("x", &["r[0,tool].x"]),
    ("y", &["r[0,tool].y"]),
    ("z", &["r[0,tool].z"]),
    ("x_e", &["r[0,tool].x"]),
    ("y_e", &["r[0,tool].y"]),
    ("x_{ee}", &["r[0,tool].x"]),
    ("y_{ee}", &["r[0,tool].y"]),
    (r"p_{\alpha}", &["r[0,tool].alpha"]),
    (r"P_{\alpha}", &["r[0,tool].alpha"]),
    ("p", &["r[0,tool]"]),
    ("v", &["v[tool]@0", "v[tool]@0;omega[tool]@0"]),
    ("V", &["v[tool]@0;omega[tool]@0"]),
    (r"\nu", &["v[tool]@0;omega[tool]@0"]),
    (r"\xi", &["v[tool]@0;omega[tool]@0"]),
    ("v_e", &["v[tool]@0;omega[tool]@0"]),
    ("R_i", &["R[0,i]"]),
    (r"\dot{x}", &["v[tool]@0.x", "v[tool]@0;omega[tool]@0"]),
    (r"\dot{y}", &["v[tool]@0.y"]),
    (r"\dot{z}", &["v[tool]@0.z"]),
    (r"\dot{p}_{\alpha}", &["v[tool]@0.alpha"]),
    (r"\dot{p}", &["v[tool]@0", "v[tool]@0;omega[tool]@0"]),
    ("Q", &["Q"]),
    ("Q_i", &["Q[i]"]),
];

static PATTERNS: LazyLock<Vec<(Pattern, &[&str])>> = LazyLock::new(|| {
    let read = |(name, meanings): &(&str, &'static [&'static str])| {
        Some((Pattern::read(name).ok()?, *meanings))
    };
    GUESSES.iter().filter_map(read).collect()
});

/// What a name may mean, the likeliest first. A driving force without an index is that of any joint.
pub(crate) fn guesses(name: &Name, robot: &Robot) -> Vec<Meaning> {
    let name = &name.bare();
    let mut out = Vec::new();
    for (pattern, meanings) in PATTERNS.iter() {
        let Some(bindings) = pattern.bind(name) else { continue };
        for meaning in *meanings {
            let filled = filled_words(meaning, &bindings);
            out.extend(formula(&filled, name, robot));
            if filled == "Q" {
                let one = |i: usize| formula(&format!("Q[{i}]"), name, robot);
                out.extend((1..=robot.coordinates().len()).filter_map(one));
            }
        }
    }
    out
}

/// A sum of quantities, `Ek-Ep`, `-G`, or several below each other.
fn formula(text: &str, name: &Name, robot: &Robot) -> Option<Meaning> {
    if text.contains(';') {
        let block = |part: &str| Some(vec![formula(part, name, robot)?]);
        return text.split(';').map(block).collect::<Option<_>>().map(Meaning::Matrix);
    }
    let mut terms = Vec::new();
    let mut start = 0;
    let ends = text.match_indices(['+', '-']).map(|(at, _)| at).chain([text.len()]);
    for end in ends {
        let word = text[start..end].trim_start_matches(['+', '-']);
        if !word.is_empty() {
            let minus = text[start..].starts_with('-');
            terms.push((minus, Meaning::Known(Known::read(word, robot)?, name.latex())));
        }
        start = end;
    }
    match terms.as_slice() {
        [] => None,
        [(false, _)] => Some(terms.swap_remove(0).1),
        _ => Some(Meaning::Sum(terms)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guess_can_be_read() {
        assert_eq!(PATTERNS.len(), GUESSES.len());
        let robot = Robot::bundled("2r").unwrap();
        let words =
            |it: &str| it.replace("[i]", "[1]").replace(",i]", ",1]").replace(".i,j", ".1,2");
        for (name, meanings) in GUESSES {
            for meaning in meanings {
                let meaning = words(meaning).replace("alpha", "x");
                let inks = crate::latex::read_name(name).unwrap();
                let name = Name::of(&inks[0], None).unwrap();
                assert!(formula(&meaning, &name, &robot).is_some(), "{meaning}");
            }
        }
    }
}
