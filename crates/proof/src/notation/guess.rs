//! What letters are used for that mean different things in different books: D, H and B for the mass
//! matrix, T and K for the kinetic energy, V, U and P for the potential one, u and F for a driving force.
//! A guess is tried; it is taken where the equation then holds.

use std::sync::LazyLock;

use appell_model::Robot;

use super::numbering::of_joints;
use super::template::filled_words;
use crate::known::{Known, is_numbered_by_joints};
use crate::meaning::Meaning;
use crate::name::{Name, Pattern};

/// Printed names, and what each of them may mean: sums of quantities, with `;` one below the other, with
/// `:v` and `:w` the rows of velocity and angular velocity, with `|i` the column i, or a column of numbers.
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
    (&["N", "n"], &["c+G", "c", "G", "Mdot-C-C"]),
    (&["S"], &["Mdot-C-C"]),
    (&["V_i", "b_i", "C_i"], &["c[i]"]),
    (&["h_i"], &["c[i]", "c[i]+G[i]"]),
    (&["g", r"\phi", r"\gamma"], &["G"]),
    (&[r"\phi_i", r"\varphi_i"], &["G[i]"]),
    (&["N_i", "n_i"], &["c[i]+G[i]", "G[i]", "c[i]"]),
    (&[r"\tau_g"], &["-G", "G"]),
    (&["F_g"], &["G", "-G"]),
    (&["F", "f", "f_x", "F_x", r"\tau", r"\Gamma", "Q"], &["Q"]),
    (&["F_i", "f_i", "T_i", r"\Gamma_i", "Q_i"], &["Q[i]"]),
];

const ENERGIES: &[Guess] = &[
    (&["K", "T", "k", "E_c", "E_{kin}", "W_k", "W_c"], &["Ek"]),
    (&["K_i", "T_i", "k_i", "E_{ci}", "E_{ki}", "E_{c,i}", "E_{k,i}"], &["Ek[i]"]),
    (&["V"], &["Ep", "c"]),
    (&["U", "P", r"\Pi", "E_{pot}", "W_p"], &["Ep"]),
    (&["u"], &["Ep", "Q"]),
    (&["E"], &["Ek+Ep"]),
    (&["L"], &["L"]),
];

const PLACES: &[Guess] = &[
    (&["x", "x_e", "x_{ee}", "X"], &["r[0,tool].x"]),
    (&["y", "y_e", "y_{ee}", "Y"], &["r[0,tool].y"]),
    (&["z", "z_e", "z_{ee}", "Z"], &["r[0,tool].z"]),
    (&[r"p_{\alpha}", r"P_{\alpha}", r"d_{\alpha}"], &["r[0,tool].alpha"]),
    (&["p", "p_e", "r", "{}^{0}p", "{}^{0}r", "p_{tool}"], &["r[0,tool]"]),
    (&[r"n_{\alpha}"], &["T[tool].alpha,1"]),
    (&[r"o_{\alpha}", r"s_{\alpha}"], &["T[tool].alpha,2"]),
    (&[r"a_{\alpha}"], &["T[tool].alpha,3"]),
    (&["r_{ij}"], &["R[0,tool].i,j"]),
    (&["R", "R_e", "R_{ee}"], &["R[0,tool]"]),
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
    (&[r"\dot{p}_i"], &["pdot[i]"]),
    (&[r"\dot{p}"], &["v[tool]@0", "v[tool]@0;omega[tool]@0"]),
    (&[r"\dot{r}"], &["v[tool]@0"]),
    (&[r"\ddot{r}", r"\ddot{p}"], &["a[tool]@0"]),
    (&[r"\omega", r"\omega_e", r"{}^{0}\omega"], &["omega[tool]@0", "omega[tool]"]),
    (&[r"{}^c\omega", r"{}^b\omega", r"{}^e\omega"], &["omega[tool]"]),
    (&[r"\dot{D}", r"\dot{H}", r"\dot{B}"], &["Mdot"]),
    (&["J_T", "J_E", "J_e", "J_{ee}", "J_p", "J_{TCP}"], &["J"]),
    (&["J^{s}", "J_s", "J_{st}^s"], &["Jspace", "Jspace:w;Jspace:v"]),
    (&["J^{b}", "J_b", "J_{st}^b"], &["Jbody", "Jbody:w;Jbody:v"]),
    (&["J_P^{(l_i)}", r"J_P^{(\ell_i)}"], &["JC[i]:v"]),
    (&["J_O^{(l_i)}", r"J_O^{(\ell_i)}"], &["JC[i]:w"]),
    (&["J_{v_i}", "J_{vi}", "J_{v,i}", "J_{Pi}"], &["J:v|i"]),
    (&[r"J_{\omega_i}", r"J_{\omega i}", r"J_{\omega,i}", "J_{Oi}"], &["J:w|i"]),
    (&["J_{v_{ci}}", "J_{vci}", "J_{v_i}", "J_{vi}"], &["JC[i]:v"]),
    (&[r"J_{\omega_i}", r"J_{\omega i}"], &["JC[i]:w"]),
    (&[r"J_{\omega}", "J_O", "J_w"], &["J:w"]),
    (&[r"{}^{i}\hat{Z}_i", r"\hat{Z}_i", r"\hat{z}_i", "z_i"], &["k[i]"]),
    (&["k", r"\hat{k}", r"\hat{z}", r"\hat{z}_0"], &["[0,0,1]"]),
];

/// Of robots whose coordinates do not have the numbers of their joints: what has the number of a coordinate.
const BY_COORDINATES: &[Guess] = &[
    (&["Q_i", r"\tau_i", "u_i", "F_i", "f_i", "T_i", r"\Gamma_i"], &["Q[i]"]),
    (&["G_i", "g_i", r"\phi_i"], &["G[i]"]),
    (&["V_i", "b_i", "C_i", "h_i"], &["c[i]"]),
    (&["p_i"], &["p[i]"]),
    (&["M_{ij}", "D_{ij}", "H_{ij}", "B_{ij}", "A_{ij}"], &["M#i,j"]),
    (&["d_{ij}", "h_{ij}", "b_{ij}", "m_{ij}", "a_{ij}"], &["M#i,j"]),
    (&["C_{ij}", "c_{ij}"], &["C#i,j"]),
];

/// All of them; of one name, the likeliest first.
fn all_guesses() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let all = [MASSES, FORCES, ENERGIES, PLACES, VELOCITIES].into_iter().flatten();
    all.flat_map(|(names, meanings)| names.iter().map(|name| (*name, *meanings)))
}

type Patterns = Vec<(Pattern, &'static [&'static str])>;

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| patterns(all_guesses()));

static PATTERNS_BY_COORDINATES: LazyLock<Patterns> = LazyLock::new(|| {
    let all = BY_COORDINATES.iter();
    patterns(all.flat_map(|(names, meanings)| names.iter().map(|name| (*name, *meanings))))
});

fn patterns(guesses: impl Iterator<Item = (&'static str, &'static [&'static str])>) -> Patterns {
    guesses.filter_map(|(name, meanings)| Some((Pattern::read(name).ok()?, meanings))).collect()
}

/// What a name may mean, the likeliest first. A driving force without an index is that of any joint.
pub(crate) fn guesses(name: &Name, robot: &Robot) -> Vec<Meaning> {
    let name = &name.bare();
    let mut out: Vec<Meaning> = of_coordinate(name, robot)
        .into_iter()
        .chain(of_table_frame(name, robot))
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
    if !is_numbered_by_joints(robot) {
        out.extend(by_coordinates(name, robot));
    }
    out
}

/// What a name may mean whose numbers are those of coordinates.
fn by_coordinates(name: &Name, robot: &Robot) -> Vec<Meaning> {
    let moving: Vec<usize> = robot
        .joint_ids()
        .filter(|id| robot.joint(*id).coordinate.is_some())
        .map(|id| id.number())
        .collect();
    let joint_of = |number: &str| -> Option<String> {
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        moving.get(at).map(usize::to_string)
    };
    let read = |(pattern, meanings): &(Pattern, &[&str])| {
        let mut bindings = pattern.bind(name)?;
        let meaning = meanings.first()?;
        if meaning.contains('[') {
            let number = bindings.get_mut("i")?;
            *number = joint_of(number)?;
        }
        formula(&filled_words(meaning, &bindings), name, robot)
    };
    PATTERNS_BY_COORDINATES.iter().filter_map(read).collect()
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

/// The origin or the axis of a frame of Denavit and Hartenberg, which rests on link i and lies at joint i + 1: `o_1`,
/// `z_1` (Spong); the Jacobian in the axes of the last one.
fn of_table_frame(name: &Name, robot: &Robot) -> Option<String> {
    let letters = name.letters();
    let last = robot.joints().len();
    // {}^3J is in the axes of frame 3, which those of the tool are parallel to
    let axes = letters.strip_suffix('J').and_then(|it| it.parse::<usize>().ok());
    if axes.is_some_and(|it| it >= last) {
        return Some("Jbody".to_owned());
    }
    let number: usize = letters.get(1..)?.parse().ok()?;
    let plain = !name.is_accented() && !name.has_superscript();
    match letters.get(..1).filter(|_| plain)? {
        "o" | "O" if number == 0 => Some("[0,0,0]".to_owned()),
        "o" | "O" if number == last => Some("r[0,tool]".to_owned()),
        "o" | "O" if number < last => Some(format!("r[0,{}]", number + 1)),
        "z" if number < last => Some(format!("k[{}]@0", number + 1)),
        _ => None,
    }
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
    if let Some((whole, column)) = text.split_once('|') {
        let (column, count) = (column.parse::<usize>().ok()?, robot.coordinates().len());
        let row = |at| vec![Meaning::Number(i64::from(at == column).into())];
        let chosen = Meaning::Matrix((1..=count).map(row).collect());
        let is_there = (1..=count).contains(&column);
        return Some(Meaning::Product(vec![formula(whole, name, robot)?, chosen]))
            .filter(|_| is_there);
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
                .replace("|i", "|1")
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
