//! A mesh of CalculiX as it exports it, against the frequencies that CalculiX finds itself
//! (`../golden/calculix/make.py`).

use appell_model::{Files, Options, read_toml};
use serde_json::Value;

use crate::common::motion::{near, value};
use crate::golden::numbers;

fn read(keys: &str) -> appell_model::Reading {
    let case: Value =
        serde_json::from_str(include_str!("../golden/calculix/frequencies.json")).unwrap();
    let text = format!(
        "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"fixed\"\n[joint.link.elastic.finite_elements]\n\
         nodes = \"nodes.inp\"\nmass = \"beam.mas\"\nstiffness = \"beam.sti\"\n{keys}\nroot = {}\ntip = {}\n\
         modes = 12\n[tool]\noffset = [0.3, 0, 0]\n",
        case["root"], case["tip"]
    );
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/calculix/robot.toml");
    read_toml(&text, &Options { files: Files::beside(place), ..Options::default() })
}

/// Six of twelve modes are vibrations with a free tip: to all digits that CalculiX prints.
#[test]
fn an_export() {
    let case: Value =
        serde_json::from_str(include_str!("../golden/calculix/frequencies.json")).unwrap();
    let reading = read("rows = \"beam.dof\"");
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let found = value(&robot, &[0.0; 12], "modes");
    for (row, expected) in found.iter().zip(numbers(&case["rad_per_s"])).take(6) {
        near(row[0], expected, 1e-6 * expected, "rad/s");
    }
    // of steel, 300 x 20 x 10 mm
    near(robot.evaluate(&robot.joints()[0].body.mass).unwrap(), 7850.0 * 6e-5, 1e-9, "kg");
}

/// Without the names of its rows they are taken in the order of the nodes, which is seen not to fit.
#[test]
fn without_the_names_of_its_rows() {
    let reading = read("");
    assert!(reading.robot.is_none());
    let codes: Vec<&str> = reading.findings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["mesh-size"], "{:?}", reading.findings);
}
