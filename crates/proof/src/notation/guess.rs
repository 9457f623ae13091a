//! What letters are used for that mean different things in different books: D, H and B for the mass
//! matrix, T and K for the kinetic energy, V, U and P for the potential one, u and F for a driving force.
//! A guess is tried; it is taken where the equation then holds.

use std::sync::LazyLock;

use appell_model::Robot;

use super::filled_words;
use super::numbering::of_joints;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::name::{Name, Pattern};

/// Printed names, and what each of them may mean: sums of quantities, with `;` one below the other, with
/// `:v` and `:w` the rows of velocity and angular velocity, or a column of numbers.
type Guess = (&'static [&'static str], &'static [&'static str]);

const MASSES: &[Guess] = &[
    (&["D", "B", "A"], &["M"]),
    (&["H"], &["M", "Ek+Ep"]),
    (&["D_{ij}", "H_{ij}", "B_{ij}", "A_{ij}", "I_{ij}"], &["M.i,j"]),
    (&["d_{ij}", "h_{ij}", "b_{ij}", "m_{ij}", "a_{ij}"], &["M.i,j"]),
];

const FORCES: &[Guess] = &[
    (&["c", "b"], &["c"]),
    (&["h"], &["c", "c+G"]),
    (&["N", "n"], &["c+G", "c", "G"]),
    (&["V_i", "b_i", "C_i"], &["c[i]"]),
    (&["h_i"], &["c[i]", "c[i]+G[i]"]),
    (&["g", r"\phi"], &["G"]),
    (&[r"\phi_i", r"\varphi_i"], &["G[i]"]),
    (&["N_i", "n_i"], &["c[i]+G[i]", "G[i]", "c[i]"]),
    (&[r"\tau_g"], &["-G", "G"]),
    (&["F_g"], &["G", "-G"]),
    (&["F", "f", "f_x", "F_x", r"\tau", r"\Gamma", "Q"], &["Q"]),
    (&["F_i", "f_i", "T_i", r"\Gamma_i", "Q_i"], &["Q[i]"]),
];

const ENERGIES: &[Guess] = &[
    (&["K", "T", "k", "E_c", "E_{kin}"], &["Ek"]),
    (&["K_i", "T_i", "k_i"], &["Ek[i]"]),
    (&["V"], &["Ep", "c"]),
    (&["U", "P", r"\Pi", "E_{pot}"], &["Ep"]),
    (&["u"], &["Ep", "Q"]),
    (&["E"], &["Ek+Ep"]),
    (&["L"], &["L"]),
];

const PLACES: &[Guess] = &[
    (&["x", "x_e", "x_{ee}", "X"], &["r[0,tool].x"]),
    (&["y", "y_e", "y_{ee}", "Y"], &["r[0,tool].y"]),
    (&["z", "z_e", "z_{ee}", "Z"], &["r[0,tool].z"]),
    (&[r"p_{\alpha}", r"P_{\alpha}", r"d_{\alpha}"], &["r[0,tool].alpha"]),
    (&["p", "p_e"], &["r[0,tool]"]),
    (&["p_i^j", "{}^{j}p_i", "o_i^j"], &["r[j,i]"]),
    (&["{}^{j}P_{iORG}"], &["r[j,i]", "r[j,tool]"]),
    (&["x_i", "p_i", "r_i", "x_{ci}", "p_{ci}", "r_{ci}"], &["r[0,i]+rC[i]@0"]),
    (&["R_i"], &["R[0,i]"]),
    (&["T", "T_e", "g_{st}", "T_{st}"], &["T[tool]"]),
];

const VELOCITIES: &[Guess] = &[
    (&["v"], &["v[tool]@0", "v[tool]@0;omega[tool]@0"]),
    (&["v_p", "v_P"], &["v[tool]@0"]),
    (&["V", r"\nu", r"\xi", "v_e"], &["v[tool]@0;omega[tool]@0"]),
    (&[r"\dot{x}"], &["v[tool]@0.x", "v[tool]@0;omega[tool]@0"]),
    (&[r"\dot{x}_e", r"\dot{x}_{ee}", r"\dot{X}"], &["v[tool]@0.x"]),
    (&[r"\dot{y}", r"\dot{y}_e", r"\dot{y}_{ee}", r"\dot{Y}"], &["v[tool]@0.y"]),
    (&[r"\dot{z}", r"\dot{z}_e", r"\dot{z}_{ee}", r"\dot{Z}"], &["v[tool]@0.z"]),
    (&[r"\dot{p}_{\alpha}"], &["v[tool]@0.alpha"]),
    (&[r"\dot{p}"], &["v[tool]@0", "v[tool]@0;omega[tool]@0"]),
    (&["J_{v_{ci}}", "J_{vci}", "J_{v_i}", "J_{vi}"], &["JC[i]:v"]),
    (&[r"J_{\omega_i}", r"J_{\omega i}"], &["JC[i]:w"]),
    (&[r"J_{\omega}", "J_O", "J_w"], &["J:w"]),
    (&[r"{}^{i}\hat{Z}_i", r"\hat{Z}_i", r"\hat{z}_i", "z_i"], &["k[i]"]),
    (&["k", r"\hat{k}", r"\hat{z}", r"\hat{z}_0"], &["[0,0,1]"]),
];

/// All of them; of one name, the likeliest first.
fn all_guesses() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let all = [MASSES, FORCES, ENERGIES, PLACES, VELOCITIES].into_iter().flatten();
    all.flat_map(|(names, meanings)| names.iter().map(|name| (*name, *meanings)))
}

static PATTERNS: LazyLock<Vec<(Pattern, &[&str])>> = LazyLock::new(|| {
    let read = |(name, meanings): (&str, _)| Some((Pattern::read(name).ok()?, meanings));
    all_guesses().filter_map(read).collect()
});

/// What a name may mean, the likeliest first. A driving force without an index is that of any joint.
pub(crate) fn guesses(name: &Name, robot: &Robot) -> Vec<Meaning> {
    let name = &name.bare();
    let mut out: Vec<Meaning> = of_coordinate(name, robot)
        .into_iter()
        .filter_map(|quantity| formula(&quantity, name, robot))
        .collect();
    for (pattern, meanings) in PATTERNS.iter() {
        let Some(bindings) = pattern.bind(name) else { continue };
        for meaning in *meanings {
            let numbered = of_joints(bindings.clone(), meaning, robot);
            let filled = filled_words(meaning, &numbered);
            out.extend(formula(&filled, name, robot));
            if filled == "Q" {
                let one = |i: usize| formula(&format!("Q[{i}]"), name, robot);
                out.extend((1..=robot.coordinates().len()).filter_map(one));
            }
        }
    }
    out
}

/// The quantity of a coordinate that a name has as its index: `Q_x`, `\tau_\varphi`, `p_\theta`.
fn of_coordinate(name: &Name, robot: &Robot) -> Option<String> {
    let letters = name.letters();
    let by_letter = [("Q", "Q"), ("F", "Q"), ("tau", "Q"), ("p", "p")];
    let (quantity, index) = by_letter
        .into_iter()
        .find_map(|(letter, quantity)| Some((quantity, letters.strip_prefix(letter)?)))?;
    let index = index.strip_prefix("var").unwrap_or(index);
    let symbols = robot.symbols();
    let is_it = |it: &appell_algebra::Symbol| symbols.name(*it) == index;
    let at = robot.coordinates().iter().position(is_it)?;
    let plain = !name.is_accented() && !name.has_superscript();
    plain.then(|| format!("{quantity}[{}]", at + 1))
}

/// A sum of quantities, `Ek-Ep`, `-G`, or several below each other.
fn formula(text: &str, name: &Name, robot: &Robot) -> Option<Meaning> {
    if text.contains(';') {
        let block = |part: &str| Some(vec![formula(part, name, robot)?]);
        return text.split(';').map(block).collect::<Option<_>>().map(Meaning::Matrix);
    }
    if let Some(entries) = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        let row = |entry: &str| Some(vec![Meaning::Number(entry.parse().ok()?)]);
        return entries.split(',').map(row).collect::<Option<_>>().map(Meaning::Matrix);
    }
    if let Some((whole, rows)) = text.split_once(':') {
        let first = if rows == "v" { 0 } else { 3 };
        let entry = |i: usize, j: usize| Meaning::Number(i64::from(j == first + i).into());
        let row = |i: usize| (0..6).map(|j| entry(i, j)).collect();
        let chosen = Meaning::Matrix((0..3).map(row).collect());
        return Some(Meaning::Product(vec![chosen, formula(whole, name, robot)?]));
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
        assert_eq!(PATTERNS.len(), all_guesses().count());
        let robot = Robot::bundled("2r").unwrap();
        let words = |it: &str| {
            it.replace("[i]", "[1]")
                .replace(",i]", ",1]")
                .replace("[j,", "[0,")
                .replace(".i,j", ".1,2")
        };
        for (name, meanings) in all_guesses() {
            for meaning in meanings {
                let meaning = words(meaning).replace("alpha", "x");
                let inks = crate::latex::read_name(name).unwrap();
                let name = Name::of(&inks[0], None).unwrap();
                assert!(formula(&meaning, &name, &robot).is_some(), "{meaning}");
            }
        }
    }
}
