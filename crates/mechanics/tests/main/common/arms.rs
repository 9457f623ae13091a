//! Arms of the literature by modified DH tables, with ten symbolic inertial parameters a link
//! about the origin of its frame, as tools for operation counts take them.

use appell_model::{Options, Robot, read_toml};

/// Two links on axes across each other, as a robot file; `{1}` and `{2}` are further keys of their joints.
pub const TWO_LINKS: &str = r#"
name = "arm"
gravity = [0, 0, "-g"]

[[joint]]
type = "rotation"
axis = "z"
{1}
link = { mass = "m1", centre = ["a", 0, "b"], inertia = { xx = "X", yy = "Y", zz = "Z", xy = "W" } }

[[joint]]
type = "rotation"
axis = "y"
offset = ["l1", 0, "h"]
{2}
link = { mass = "m2", centre = ["c", 0, 0], inertia = { xx = "A", yy = "B", zz = "C" } }
"#;

/// Kind of the joint, twist, length a, offset d.
type Row = (&'static str, &'static str, &'static str, &'static str);

const R: &str = "rotation";
const T: &str = "translation";

/// PUMA 560.
pub fn puma() -> Robot {
    arm(&[
        (R, "0", "0", "0"),
        (R, "-pi/2", "0", "0"),
        (R, "0", "a2", "d3"),
        (R, "-pi/2", "a3", "d4"),
        (R, "pi/2", "0", "0"),
        (R, "-pi/2", "0", "0"),
    ])
}

/// The Stanford arm.
pub fn stanford() -> Robot {
    arm(&[
        (R, "0", "0", "0"),
        (R, "-pi/2", "0", "d2"),
        (T, "pi/2", "0", "0"),
        (R, "0", "0", "0"),
        (R, "-pi/2", "0", "0"),
        (R, "pi/2", "0", "0"),
    ])
}

/// Stäubli RX-90.
pub fn rx90() -> Robot {
    arm(&[
        (R, "0", "0", "0"),
        (R, "pi/2", "0", "0"),
        (R, "0", "a3", "0"),
        (R, "-pi/2", "0", "d4"),
        (R, "pi/2", "0", "0"),
        (R, "-pi/2", "0", "0"),
    ])
}

/// Six rotations with any twists, lengths and offsets.
pub fn general_6r() -> Robot {
    arm(&[
        (R, "0", "0", "0"),
        (R, "alpha2", "a2", "d2"),
        (R, "alpha3", "a3", "d3"),
        (R, "alpha4", "a4", "d4"),
        (R, "alpha5", "a5", "d5"),
        (R, "alpha6", "a6", "d6"),
    ])
}

/// Seven rotations at right angles, as in the iiwa.
pub fn seven_r() -> Robot {
    arm(&[
        (R, "0", "0", "0"),
        (R, "-pi/2", "0", "0"),
        (R, "pi/2", "0", "d3"),
        (R, "pi/2", "0", "0"),
        (R, "-pi/2", "0", "d5"),
        (R, "-pi/2", "0", "0"),
        (R, "pi/2", "0", "0"),
    ])
}

fn arm(rows: &[Row]) -> Robot {
    let mut text = "name = \"arm\"\ngravity = \"g\"\nconvention = \"modified\"\n".to_owned();
    for (index, (kind, alpha, a, d)) in rows.iter().enumerate() {
        text += &format!("[[joint]]\ntype = \"{kind}\"\n");
        text += &format!("dh = {{ a = \"{a}\", alpha = \"{alpha}\", d = \"{d}\" }}\n");
        text += &link(index + 1);
    }
    read_toml(&text, &Options::default()).robot.unwrap()
}

/// A link by its parameters about the origin; the file has them about the centre of mass.
fn link(i: usize) -> String {
    let moment = |own: &str, a: &str, b: &str| format!("{own}{i} - ({a}{i}^2 + {b}{i}^2)/m{i}");
    let product = |own: &str, a: &str, b: &str| format!("-{own}{i} - {a}{i}*{b}{i}/m{i}");
    format!(
        "[joint.link]\nmass = \"m{i}\"\ncentre = [\"mx{i}/m{i}\", \"my{i}/m{i}\", \"mz{i}/m{i}\"]\n\
         inertia = {{ xx = \"{}\", yy = \"{}\", zz = \"{}\", xy = \"{}\", xz = \"{}\", yz = \"{}\" }}\n",
        moment("xx", "my", "mz"),
        moment("yy", "mx", "mz"),
        moment("zz", "mx", "my"),
        product("xy", "mx", "my"),
        product("xz", "mx", "mz"),
        product("yz", "my", "mz"),
    )
}
