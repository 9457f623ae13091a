//! The elements and attributes of MJCF: those that are read, and those that mechanics does not need.

/// The attributes of an element: those that are read, and those that mechanics does not need.
pub(super) struct Known {
    pub(super) tag: &'static str,
    pub(super) read: &'static [&'static str],
    pub(super) left_out: &'static [&'static str],
}

/// Position and orientation, which many elements have.
pub(super) const PLACED: [&str; 6] = ["pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"];

pub(super) const KNOWN: [Known; 12] = [
    Known {
        tag: "compiler",
        read: &[
            "angle",
            "assetdir",
            "autolimits",
            "balanceinertia",
            "boundinertia",
            "boundmass",
            "coordinate",
            "eulerseq",
            "fusestatic",
            "inertiafromgeom",
            "inertiagrouprange",
            "meshdir",
            "settotalmass",
            "strippath",
        ],
        left_out: &[
            "alignfree",
            "conflict",
            "convexhull",
            "discardvisual",
            "exactmeshinertia",
            "fitaabb",
            "passthrough",
            "savecanonical",
            "savecompiled",
            "saveinertial",
            "texturedir",
            "usethread",
        ],
    },
    Known { tag: "worldbody", read: &["childclass"], left_out: &["name"] },
    Known {
        tag: "body",
        read: &["name", "childclass", "gravcomp"],
        left_out: &["fuse", "mocap", "simple", "sleep", "user"],
    },
    Known { tag: "frame", read: &["name", "childclass"], left_out: &[] },
    Known { tag: "inertial", read: &["mass", "diaginertia", "fullinertia"], left_out: &[] },
    Known {
        tag: "joint",
        read: &[
            "name",
            "class",
            "type",
            "axis",
            "range",
            "limited",
            "ref",
            "damping",
            "stiffness",
            "springref",
            "springdamper",
            "springyield",
            "frictionloss",
            "armature",
            "actuatorfrcrange",
            "actuatorfrclimited",
        ],
        left_out: &[
            "actuatorgravcomp",
            "group",
            "margin",
            "solimpfriction",
            "solimplimit",
            "solreffriction",
            "solreflimit",
            "user",
        ],
    },
    Known { tag: "freejoint", read: &["name"], left_out: &["align", "group"] },
    Known {
        tag: "geom",
        read: &[
            "name",
            "class",
            "type",
            "size",
            "fromto",
            "mass",
            "density",
            "group",
            "mesh",
            "shellinertia",
        ],
        left_out: &[
            "adhesion",
            "castshadow",
            "conaffinity",
            "condim",
            "contype",
            "fitscale",
            "fluidcoef",
            "fluidshape",
            "friction",
            "gap",
            "hfield",
            "margin",
            "material",
            "priority",
            "rgba",
            "solimp",
            "solmix",
            "solref",
            "surfacevel",
            "user",
        ],
    },
    Known {
        tag: "site",
        read: &["name", "class"],
        left_out: &["fromto", "group", "material", "mesh", "rgba", "size", "type", "user"],
    },
    Known { tag: "default", read: &["class"], left_out: &[] },
    Known {
        tag: "option",
        read: &["gravity", "density", "viscosity"],
        left_out: &[
            "actuatorgroupdisable",
            "apirate",
            "ccd_iterations",
            "ccd_tolerance",
            "collision",
            "cone",
            "impratio",
            "integrator",
            "iterations",
            "jacobian",
            "ls_iterations",
            "ls_tolerance",
            "magnetic",
            "mpr_iterations",
            "mpr_tolerance",
            "noslip_iterations",
            "noslip_tolerance",
            "o_friction",
            "o_margin",
            "o_solimp",
            "o_solref",
            "sdf_initpoints",
            "sdf_iterations",
            "sleep_tolerance",
            "solver",
            "timestep",
            "tolerance",
            "wind",
        ],
    },
    Known {
        tag: "flag",
        read: &["constraint", "damper", "equality", "frictionloss", "gravity", "passive", "spring"],
        left_out: &[
            "actuation",
            "autoreset",
            "clampctrl",
            "contact",
            "diagexact",
            "energy",
            "eulerdamp",
            "filterparent",
            "fwdinv",
            "invdiscrete",
            "ipc",
            "island",
            "limit",
            "midphase",
            "multiccd",
            "nativeccd",
            "override",
            "refsafe",
            "sensor",
            "sensornoise",
            "sleep",
            "speculative",
            "warmstart",
        ],
    },
];

/// `<joint>` of `<equality>`, which is another element than that of a body.
pub(super) const COUPLING: Known = Known {
    tag: "joint",
    read: &["name", "class", "active", "joint1", "joint2", "polycoef"],
    left_out: &["solimp", "solref"],
};

/// The elements of `<tendon>`.
pub(super) const TENDON: Known = Known {
    tag: "tendon",
    read: &["name", "class", "armature", "damping", "frictionloss", "stiffness"],
    left_out: &[
        "actuatorfrclimited",
        "actuatorfrcrange",
        "group",
        "limited",
        "margin",
        "material",
        "range",
        "rgba",
        "solimpfriction",
        "solimplimit",
        "solreffriction",
        "solreflimit",
        "springlength",
        "springyield",
        "user",
        "width",
    ],
};

/// Elements of `<default>` that are not read.
pub(super) const UNREAD_DEFAULTS: [&str; 7] =
    ["camera", "flex", "light", "material", "pair", "skin", "texture"];

/// Elements without position and orientation.
pub(super) const WITHOUT_PLACE: [&str; 6] =
    ["compiler", "option", "flag", "default", "worldbody", "freejoint"];

/// The sections of a file that are read.
pub(super) const READ: [&str; 5] = ["compiler", "option", "default", "worldbody", "equality"];

/// The sections of a file that are not, but for what tendons and actuators add to the mechanics.
pub(super) const SECTIONS: [&str; 12] = [
    "actuator",
    "asset",
    "contact",
    "custom",
    "deformable",
    "extension",
    "keyframe",
    "sensor",
    "size",
    "statistic",
    "tendon",
    "visual",
];

/// Elements of bodies that are not read.
pub(super) const UNREAD: [&str; 3] = ["camera", "light", "plugin"];

/// Elements that make bodies, and are refused.
pub(super) const REFUSED: [(&str, &str); 5] = [
    ("attach", "write the attached model into the file"),
    ("composite", "take it out: elastic parts of this kind are not supported"),
    ("flexcomp", "take it out: elastic parts of this kind are not supported"),
    ("flex", "take it out: elastic parts of this kind are not supported"),
    ("replicate", "write the copies out"),
];
