//! Names that are common in the literature, recognised without a notation.

use super::Notation;
use crate::name::Pattern;

/// Vectors of links: the letter, how its index is marked, the quantity.
const VECTORS: [(&str, &str, &str); 25] = [
    (r"\omega", "i", "omega"),
    (r"\varepsilon", "i", "eps"),
    (r"\epsilon", "i", "eps"),
    (r"\dot{\omega}", "i", "eps"),
    (r"\alpha", "i", "eps"),
    ("v", "i", "v"),
    (r"\dot{v}", "i", "a"),
    ("a", "i", "a"),
    ("v", "C_i", "vC"),
    ("v", "C_{i}", "vC"),
    ("v", "c_i", "vC"),
    ("v", "{Ci}", "vC"),
    ("v", "{ci}", "vC"),
    (r"\dot{v}", "C_i", "aC"),
    (r"\dot{v}", "c_i", "aC"),
    (r"\dot{v}", "{Ci}", "aC"),
    (r"\dot{v}", "{ci}", "aC"),
    ("a", "C_i", "aC"),
    ("a", "c_i", "aC"),
    ("a", "{Ci}", "aC"),
    ("a", "{ci}", "aC"),
    ("F", "i", "F"),
    ("N", "i", "N"),
    ("f", "i", "f"),
    ("n", "i", "n"),
];

/// Names of other shapes.
const OTHERS: [(&str, &str); 45] = [
    ("Q_i", "Q[i]"),
    (r"\tau_i", "Q[i]"),
    ("u_i", "Q[i]"),
    ("Q_m^i", "Q[i]"),
    ("Q", "Q"),
    (r"\tau", "Q"),
    ("M_{ij}", "M.i,j"),
    ("M_{i,j}", "M.i,j"),
    ("M", "M"),
    ("C", "C"),
    ("C_{ij}", "C.i,j"),
    ("C_{i,j}", "C.i,j"),
    ("G_i", "G[i]"),
    ("g_i", "G[i]"),
    ("G", "G"),
    ("J", "J"),
    ("J_{ij}", "J.i,j"),
    ("J_{i,j}", "J.i,j"),
    ("E_k", "Ek"),
    ("E_p", "Ep"),
    ("E_C", "Ek"),
    ("E_P", "Ep"),
    ("T_i", "T[i]"),
    ("T_{0,i}", "T0[i]"),
    ("T_i^j", "T[j,i]"),
    ("[T]_i^j", "T[j,i]"),
    ("{}^{j}T_i", "T[j,i]"),
    ("R_i^j", "R[j,i]"),
    ("[R]_i^j", "R[j,i]"),
    ("{}^{j}R_i", "R[j,i]"),
    (r"\Delta_i", "Delta[i]"),
    ("A_i^j", "T[j,i]"),
    ("{}^{j}_{i}T", "T[j,i]"),
    ("{}^{j}_{i}R", "R[j,i]"),
    ("{}^{j}A_i", "T[j,i]"),
    ("{}^{j}H_i", "T[j,i]"),
    ("H_i^j", "T[j,i]"),
    ("T_{ji}", "T[j,i]"),
    ("A_i", "T[i]"),
    ("J_P", "J"),
    ("J_v", "J"),
    ("{}^{0}J", "J"),
    ("J^0", "J"),
    (r"\dot{J}", "Jdot"),
    (r"\dot{M}", "Mdot"),
];

/// The common names.
pub(super) fn notation() -> Notation {
    let mut names: Vec<(String, String)> =
        OTHERS.iter().map(|(name, meaning)| (name.to_string(), meaning.to_string())).collect();
    for (letter, index, quantity) in VECTORS {
        // \dot{v} with a bar is \dot{\bar{v}}
        let barred = match letter.strip_prefix("\\dot{") {
            Some(inside) => format!("\\dot{{\\bar{{{}}}}}", inside.trim_end_matches('}')),
            None => format!("\\bar{{{letter}}}"),
        };
        for letter in [letter, barred.as_str()] {
            let plain = format!("{quantity}[i]");
            names.push((format!("{letter}_{{{index}}}"), plain.clone()));
            names.push((format!("{{}}^{{i}}{letter}_{{{index}}}"), plain.clone()));
            names.push((format!("{{}}^{{j}}{letter}_{{{index}}}"), format!("{plain}@j")));
            names.push((format!("{letter}_{{{index}}}^i"), plain.clone()));
            names.push((format!("{letter}_{{{index}}}^j"), format!("{plain}@j")));
            names.push((format!("{letter}_{{{index}}}^{{(j)}}"), format!("{plain}@j")));
            let component = format!("{plain}.alpha");
            match index {
                "i" => {
                    names.push((format!("[{letter}]_i^j"), format!("{plain}@j")));
                    names.push((format!("{{}}^{{i}}{letter}_{{\\alpha}}"), component.clone()));
                    names.push((format!("{{}}^{{i}}{letter}_{{i\\alpha}}"), component.clone()));
                    names.push((format!("{letter}_{{i\\alpha}}"), component.clone()));
                    names.push((format!("{letter}_{{i,\\alpha}}"), component));
                }
                _ => {
                    let inner = index.replace("_i", "_{i\\alpha}").replace("i}", "i\\alpha}");
                    names.push((format!("{{}}^{{i}}{letter}_{{{inner}}}"), component.clone()));
                    names.push((format!("{letter}_{{{inner}}}"), component.clone()));
                    let mark = &index.trim_start_matches('{')[..1];
                    let both = format!("[{letter}_{{{}}}]_i^j", mark.to_lowercase());
                    names.push((both, format!("{plain}@j")));
                    let both = format!("[{letter}_{{{}}}]_i^j", mark.to_uppercase());
                    names.push((both, format!("{plain}@j")));
                }
            }
        }
    }
    let quantities =
        names.into_iter().filter_map(|(name, meaning)| Some((Pattern::read(&name).ok()?, meaning)));
    Notation { quantities: quantities.collect(), ..Notation::default() }.sorted()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_name_can_be_read() {
        for (name, _) in OTHERS {
            assert!(Pattern::read(name).is_ok(), "{name}");
        }
        // eight or nine patterns for each letter, barred and bare
        assert!(notation().quantities.len() >= OTHERS.len() + 2 * 10 * VECTORS.len());
    }
}
