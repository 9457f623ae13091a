//! `appell quantities`: the table of quantities in the terminal, and in the help of other commands.

use serde_json::Value;

use crate::support::{refusal_of, text_of};

#[test]
fn the_table_is_listed_and_searched() {
    let all = text_of(&["quantities"]);
    for name in ["T[j,i]", "omega[i]", "Q[i]", "dqdd/dtau", "sag[i]"] {
        assert!(all.lines().any(|line| line.starts_with(name)), "{name} in\n{all}");
    }
    let mass = text_of(&["quantities", "mass_matrix"]);
    assert!(mass.starts_with("M\n") && mass.contains("inertia_matrix"), "{mass}");
    let friction = text_of(&["quantities", "friction"]);
    assert!(friction.starts_with("Qf[i]\n"), "a synonym comes before words: {friction}");
    let words = text_of(&["quantities", "Christoffel"]);
    assert!(words.starts_with("C\n"), "{words}");
    assert!(refusal_of(&["quantities", "mass_matrx"]).contains("did you mean `mass_matrix`?"));
}

#[test]
fn programs_read_the_same_table() {
    let table: Value = serde_json::from_str(&text_of(&["quantities", "--json"])).unwrap();
    let rows = table["quantities"].as_array().unwrap();
    let of = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(of("qdd")["needs"][0], "driving forces tau");
    assert_eq!(of("qdd")["latex"], "\\ddot{q}");
    assert_eq!(of("EA3")["order"], 4);
    let list = text_of(&["quantities"]);
    for row in rows {
        let name = format!("{}{} ", row["name"].as_str().unwrap(), row["index"].as_str().unwrap());
        assert!(list.lines().any(|line| line.starts_with(&name)), "{name} in\n{list}");
    }
    assert!(text_of(&["derive", "--help"]).contains("`appell quantities` lists all"));
    // a short word is looked for as a whole
    assert_eq!(
        text_of(&["quantities", "center of mass"]),
        text_of(&["quantities", "centre of mass"])
    );
    assert!(refusal_of(&["quantities", "QQ"]).contains("unknown-quantity"));
}

#[test]
fn synonyms_and_frames_are_understood_everywhere() {
    let by_name = text_of(&["derive", "2r", "M"]);
    assert_eq!(text_of(&["derive", "2r", "mass_matrix"]), by_name);
    assert_eq!(text_of(&["derive", "2r", "T[0,tool]"]).replace("T[0,tool]", "T[tool]"), {
        text_of(&["derive", "2r", "T[tool]"])
    });
    let velocity = text_of(&["derive", "2r", "v[tool]@0"]);
    assert!(velocity.starts_with("v[tool]@0.x = "), "{velocity}");
    assert!(refusal_of(&["derive", "2r", "F[tool]"]).contains("unknown-joint"));
    assert!(refusal_of(&["derive", "2r", "R[2]"]).contains("two frames"));
    assert!(refusal_of(&["derive", "tree", "k[6]"]).contains("fixed-joint"));
    assert!(text_of(&["quantities", "F[i]"]).starts_with("F[i]\n"));
}
