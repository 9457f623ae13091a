//! No files of a mesh make their readers or the reduction panic or hang: the bytes are cut into the
//! nodes, the mass and the stiffness.

#![no_main]

use appell_model::{Files, Options, read_toml};
use libfuzzer_sys::fuzz_target;

const ROBOT: &str = r#"
name = "bar"
gravity = 0
[[joint]]
type = "rotation"
axis = "z"
[joint.link.elastic.finite_elements]
nodes = "nodes"
mass = "mass"
stiffness = "stiffness"
root = 1
tip = 2
modes = 1
"#;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(3, '\u{1}').map(str::to_owned);
    let names = ["nodes", "mass", "stiffness"].map(str::to_owned);
    let files = names.map(|name| (name, parts.next().unwrap_or_default()));
    let options = Options { files: Files::Held(files.into_iter().collect()), ..Options::default() };
    for finding in &read_toml(ROBOT, &options).findings {
        finding.render("bar.toml", ROBOT);
    }
});
