//! What to do about a finding, in the words of the format of the file: the checks that all formats share
//! speak of the keys of TOML.

use appell_diagnostic::Diagnostic;

/// A format in XML.
#[derive(Clone, Copy)]
pub(crate) enum Xml {
    Urdf,
    Sdf,
    Mjcf,
}

impl Xml {
    /// How numbers are written in it.
    pub(crate) fn without_units(self) -> &'static str {
        match self {
            Self::Urdf => "URDF has no units: write the number alone, in SI units and radians",
            Self::Sdf => "SDF has no units: write the number alone, in SI units and radians",
            Self::Mjcf => {
                "MJCF has no units: write the number alone, in SI units, angles in degrees or as \
                 <compiler angle> says"
            }
        }
    }
}

/// A code, and what to do about it in URDF, SDF and MJCF.
type Advice = (&'static str, [&'static str; 3]);

const ADVICE: [Advice; 14] = [
    (
        "no-joints",
        [
            "add a <joint> with its type, <parent>, <child> and <axis>",
            "add a <joint> with its type, <parent>, <child> and <axis>",
            "give a body a <joint type=\"hinge\" axis=\"0 0 1\"/>",
        ],
    ),
    (
        "no-mass",
        [
            "give its link an <inertial> with <mass value=\"...\"/> and <inertia .../>",
            "give its link an <inertial> with <mass> and <inertia>",
            "give its body a geom, or an <inertial> with pos, mass and diaginertia",
        ],
    ),
    ("mass-not-positive", ["check the mass"; 3]),
    (
        "no-inertia",
        [
            "give the link an <inertia> about this axis, or an <origin> of <inertial> beside it",
            "give the link an <inertia> about this axis, or a <pose> of <inertial> beside it",
            "give the body diaginertia about this axis, or a geom beside it",
        ],
    ),
    (
        "products-sign",
        [
            "ixy, ixz, iyz are entries of the tensor: the negatives of the integrals of x y, x z, y z",
            "ixy, ixz, iyz are entries of the tensor: the negatives of the integrals of x y, x z, y z",
            "the last three numbers of fullinertia are entries of the tensor: the negatives of the integrals of x y, x z, y z",
        ],
    ),
    ("inertia-not-positive", ["check the moments and products"; 3]),
    (
        "zero-axis",
        [
            "write a direction: <axis xyz=\"0 0 1\"/>",
            "write a direction: <xyz>0 0 1</xyz>",
            "write a direction: axis=\"0 0 1\"",
        ],
    ),
    (
        "gravity-upward",
        [
            "gravity points along -z of the root link",
            "for gravity down write <gravity>0 0 -z</gravity> into the world, with a positive number for z",
            "for gravity down write <option gravity=\"0 0 -z\"/>, with a positive number for z",
        ],
    ),
    (
        "coupling-loop",
        [
            "let one of these joints move by itself: take out its <mimic>",
            "let one of these joints move by itself: take out its <mimic>",
            "let one of these joints move by itself: take out a <joint> of <equality>",
        ],
    ),
    (
        "zero-ratio",
        [
            "write a multiplier other than zero, such as 1 or -0.5",
            "write a multiplier other than zero, such as 1 or -0.5",
            "write a polycoef whose second number is not zero: polycoef=\"0 1 0 0 0\"",
        ],
    ),
    ("bad-name", ["give the joint another name"; 3]),
    (
        "angle-large",
        [
            "angles are in radians: 90 degrees are 1.5707963",
            "angles are in radians: 90 degrees are 1.5707963",
            "angles are in degrees, or in radians with <compiler angle=\"radian\"/>: check which is meant",
        ],
    ),
    ("length-large", ["lengths are in metres: 100 millimetres are 0.1"; 3]),
    ("velocity-large", ["velocities are in rad/s, of prismatic joints in m/s"; 3]),
];

/// TOML keys of values that must not be negative, and their names in URDF, SDF and MJCF.
const NAMES: [(&str, [&str; 3]); 4] = [
    ("viscous", ["damping"; 3]),
    ("constant", ["friction", "friction", "frictionloss"]),
    ("stiffness", ["springStiffness", "spring_stiffness", "stiffness"]),
    ("inertia", ["rotor_inertia", "inertia", "armature"]),
];

/// Replaces the TOML key of a value by its name in a format.
fn rename(format: Xml, finding: &mut Diagnostic) {
    for (key, names) in NAMES {
        let name = names[format as usize];
        for fact in finding.facts.iter_mut().filter(|(fact, _)| fact == key) {
            fact.0 = name.to_owned();
            finding.message = finding.message.replace(&format!("`{key}`"), &format!("`{name}`"));
        }
    }
}

/// Replaces advice about TOML by that for a format.
pub(crate) fn in_words_of(format: Xml, findings: &mut [Diagnostic]) {
    for finding in findings {
        if finding.code == "negative-value" {
            rename(format, finding);
        }
        let known = ADVICE.iter().find(|(code, _)| *code == finding.code);
        // what a reader of XML found itself has its own words already
        let speaks_of_keys = |hint: &String| TOML_WORDS.iter().any(|word| hint.contains(word));
        if let Some((_, advice)) = known
            && finding.hints.iter().any(speaks_of_keys)
        {
            finding.hints = vec![advice[format as usize].to_owned()];
        }
    }
}

/// Parts of advice that only the checks of all formats give.
const TOML_WORDS: [&str; 12] = [
    "[[joint]]",
    "link = {",
    "sign = -1",
    "an inertia about this axis",
    "xy, xz, yz are the integrals",
    "a removed part",
    "\"-y\"",
    "write gravity =",
    "leave out its `mimic`",
    "give a ratio other than zero",
    "or leave the name out",
    "in TOML and CSV also",
];
