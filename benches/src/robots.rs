//! The robots of the benchmarks: arms by modified DH tables and chains of any length, with ten
//! symbolic inertial parameters a link (mass m, first moments mx my mz, moments and products of
//! inertia xx .. yz about the frame origin, as tensor entries).

use appell_model::{Options, Robot, read_toml};

/// A row of a table of modified DH parameters: twist in quarter turns, length a, offset d.
pub struct Row {
    quarters: i32,
    a: &'static str,
    d: &'static str,
}

const fn row(quarters: i32, a: &'static str, d: &'static str) -> Row {
    Row { quarters, a, d }
}

/// PUMA 560: twists 0, -90, 0, -90, 90, -90 degrees, lengths a2, a3, offsets d3, d4.
pub const PUMA: [Row; 6] = [
    row(0, "0", "0"),
    row(-1, "0", "0"),
    row(0, "a2", "d3"),
    row(-1, "a3", "d4"),
    row(1, "0", "0"),
    row(-1, "0", "0"),
];

/// An arm like the iiwa: seven rotations whose neighbours are at right angles.
pub const IIWA: [Row; 7] = [
    row(0, "0", "0"),
    row(-1, "0", "0"),
    row(1, "0", "d3"),
    row(1, "0", "0"),
    row(-1, "0", "d5"),
    row(-1, "0", "0"),
    row(1, "0", "0"),
];

/// A link by its parameters about the frame origin: the file has them about the centre of mass.
fn link(i: usize) -> String {
    let moment = |own: &str, a: &str, b: &str| format!("{own}{i} - ({a}{i}^2 + {b}{i}^2)/m{i}");
    // of the tensor entry xy about the origin, the product about the centre is -xy - mx*my/m
    let product = |own: &str, a: &str, b: &str| format!("-{own}{i} - {a}{i}*{b}{i}/m{i}");
    format!(
        "mass = \"m{i}\"\ncentre = [\"mx{i}/m{i}\", \"my{i}/m{i}\", \"mz{i}/m{i}\"]\n\
         inertia = {{ xx = \"{}\", yy = \"{}\", zz = \"{}\", xy = \"{}\", xz = \"{}\", yz = \"{}\" }}\n",
        moment("xx", "my", "mz"),
        moment("yy", "mx", "mz"),
        moment("zz", "mx", "my"),
        product("xy", "mx", "my"),
        product("xz", "mx", "mz"),
        product("yz", "my", "mz"),
    )
}

fn read(text: &str) -> Result<Robot, String> {
    let reading = read_toml(text, &Options::default());
    reading.robot.ok_or_else(|| format!("{:?}", reading.findings.first()))
}

/// The arm of a table.
pub fn arm(table: &[Row]) -> Result<Robot, String> {
    let mut text = "name = \"arm\"\ngravity = \"g\"\nconvention = \"modified\"\n".to_owned();
    for (index, Row { quarters, a, d }) in table.iter().enumerate() {
        text += &format!(
            "[[joint]]\ntype = \"rotation\"\ndh = {{ a = \"{a}\", alpha = \"{quarters}*pi/2\", d = \"{d}\" }}\n[joint.link]\n{}",
            link(index + 1)
        );
    }
    read(&text)
}

/// A chain of rotations about x, y, z, x, ..., each a length and an offset from the one before.
pub fn chain(joints: usize) -> Result<Robot, String> {
    let mut text = "name = \"chain\"\ngravity = \"g\"\n".to_owned();
    for i in 1..=joints {
        let axis = ["z", "x", "y"][i % 3];
        text += &format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"{axis}\"\noffset = [\"l{i}\", 0, \"d{i}\"]\n[joint.link]\n{}",
            link(i)
        );
    }
    read(&text)
}
