//! Rules of frames, velocities, accelerations, and of the forces that follow from them.

use super::{Features, always, on_parent, rule, sum, term, with_inertia, words};
use crate::document::{Block, Text};

/// What the letter p means, where it is used.
fn branches(features: &Features) -> Option<Block> {
    words(features.branches, "In all rules p is the link on which joint i sits, 0 the base.")
}

pub(super) fn frames(features: &Features) -> Vec<Block> {
    let intro = "The frame of each joint in the frame of its parent, the tool in the base, and the Jacobian of the tool in base axes: three rows for the velocity of its origin, three for its angular velocity.";
    let mut blocks = vec![Text::new(intro).into()];
    blocks.extend(branches(features));
    let chained = on_parent(features, r"{}^{0}T_{P} \, T_i", "attach(T, tl: 0)_P thin T_i");
    blocks.push(rule("{}^{0}T_i", "attach(T, tl: 0)_i", [chained]));
    if features.followers {
        let words = "A joint that follows others moves by a sum of their coordinates, with the factors s and the offset o of the table above; in all rules its ";
        let text = Text::new(words).math("q_i", "q_i").plain(" is this sum:");
        blocks.push(text.into());
        blocks.push(rule(
            "q_i",
            "q_i",
            [always(r"\sum_k s_{i,k} q_k", "sum_k s_(i,k) q_k"), always("o_i", "o_i")],
        ));
    }
    blocks.extend(tips(features));
    blocks
}

/// The frame of the deformed link that carries what comes after an elastic link.
fn tips(features: &Features) -> Vec<Block> {
    if !features.elastic_links {
        return Vec::new();
    }
    let words = Text::new("What an elastic link carries (joints, the tool) is mounted on a frame of the deformed link: its tip t, or a station. The modes displace this frame by ")
        .math("d_i", "d_i")
        .plain(" and turn it by the rotation ")
        .math("R_t", "R_t")
        .plain(", both given in the part on elastic links. In the rules of velocities and accelerations, this frame takes the place of the link before such a joint, and ")
        .math("r_i", "r_i")
        .plain(" goes from it to the joint. Its position on the link is");
    vec![words.into(), rule("r_t", "r_t", [always("r_{t,0}", "r_(t,0)"), always("d_i", "d_i")])]
}

pub(super) fn velocities(features: &Features) -> Vec<Block> {
    let intro = Text::new("Angular velocities, velocities of the origins and of the centres of mass, each in the axes of its own frame. From the base to the tool, with ")
        .math(r"\Delta_i", "Delta_i")
        .plain(" = 1 for a revolute joint and 0 for a prismatic one; the velocity of a fixed joint is zero:");
    let mut blocks = vec![intro.into()];
    blocks.push(rule(
        r"\omega_i",
        "omega_i",
        [
            on_parent(features, r"{}^{i}R_{P}\, \omega_{P}", "attach(R, tl: i)_P thin omega_P"),
            always(r"\Delta_i \dot q_i k_i", "Delta_i dot(q)_i k_i"),
        ],
    ));
    blocks.push(rule(
        "v_i",
        "v_i",
        [
            on_parent(
                features,
                r"{}^{i}R_{P} \left( v_{P} + \omega_{P} \times r_i \right)",
                "attach(R, tl: i)_P (v_P + omega_P times r_i)",
            ),
            always(r"(1 - \Delta_i) \dot q_i k_i", "(1 - Delta_i) dot(q)_i k_i"),
        ],
    ));
    blocks.push(rule(
        "v_{C,i}",
        "v_(C,i)",
        [
            always("v_i", "v_i"),
            always(r"\omega_i \times r_{C,i}", "omega_i times r_(C,i)"),
            term(features.elastic_links, r"\dot r_{C,i}", "dot(r)_(C,i)"),
        ],
    ));
    if features.elastic_links {
        let words = Text::new("The tip of an elastic link, in its own axes, with the angular velocity ")
            .math(r"\chi", "chi")
            .plain(" by which it turns against the link, in these axes too; a dot over a place is its change in the axes of the link:");
        blocks.push(words.into());
        blocks.push(rule(
            r"\omega_t",
            "omega_t",
            [always(r"R_t^{T} \omega_i", "R_t^T omega_i"), always(r"\chi", "chi")],
        ));
        blocks.push(rule(
            "v_t",
            "v_t",
            [always(
                r"R_t^{T} \left( v_i + \omega_i \times r_t + \dot r_t \right)",
                "R_t^T (v_i + omega_i times r_t + dot(r)_t)",
            )],
        ));
    }
    blocks
}

pub(super) fn accelerations(features: &Features) -> Vec<Block> {
    let intro = "Gravity enters as an acceleration of the base, so that it is in all accelerations and in no force:";
    let mut blocks = vec![Text::new(intro).into()];
    blocks.push(rule(
        r"\varepsilon_i",
        "epsilon_i",
        [
            on_parent(
                features,
                r"{}^{i}R_{P}\, \varepsilon_{P}",
                "attach(R, tl: i)_P thin epsilon_P",
            ),
            always(
                r"\Delta_i \left( \ddot q_i k_i + \omega_i \times \dot q_i k_i \right)",
                "Delta_i (dot.double(q)_i k_i + omega_i times dot(q)_i k_i)",
            ),
        ],
    ));
    blocks.push(rule(
        "a_i",
        "a_i",
        [
            on_parent(
                features,
                r"{}^{i}R_{P} \left( a_{P} + \varepsilon_{P} \times r_i + \omega_{P} \times (\omega_{P} \times r_i) \right)",
                "attach(R, tl: i)_P (a_P + epsilon_P times r_i + omega_P times (omega_P times r_i)) \\ quad",
            ),
            always(
                r"(1 - \Delta_i) \left( \ddot q_i k_i + 2\, \omega_i \times \dot q_i k_i \right)",
                "(1 - Delta_i) (dot.double(q)_i k_i + 2 thin omega_i times dot(q)_i k_i)",
            ),
        ],
    ));
    blocks.push(rule(
        "a_{C,i}",
        "a_(C,i)",
        [
            always("a_i", "a_i"),
            always(r"\varepsilon_i \times r_{C,i}", "epsilon_i times r_(C,i)"),
            always(
                r"\omega_i \times (\omega_i \times r_{C,i})",
                "omega_i times (omega_i times r_(C,i))",
            ),
            term(
                features.elastic_links,
                r"2\, \omega_i \times \dot r_{C,i} + \ddot r_{C,i}",
                "2 thin omega_i times dot(r)_(C,i) + dot.double(r)_(C,i)",
            ),
        ],
    ));
    if features.elastic_links {
        blocks.push(Text::new("The tip of an elastic link:").into());
        blocks.push(rule(
            r"\varepsilon_t",
            "epsilon_t",
            [
                always(r"R_t^{T} \varepsilon_i", "R_t^T epsilon_i"),
                always(r"R_t^{T} \omega_i \times \chi", "R_t^T omega_i times chi"),
                always(r"\dot \chi", "dot(chi)"),
            ],
        ));
        blocks.push(rule(
            "a_t",
            "a_t",
            [always(
                r"R_t^{T} \left( a_i + \varepsilon_i \times r_t + \omega_i \times (\omega_i \times r_t) + 2\, \omega_i \times \dot r_t + \ddot r_t \right)",
                "R_t^T (a_i + epsilon_i times r_t + omega_i times (omega_i times r_t) + 2 thin omega_i times dot(r)_t + dot.double(r)_t)",
            )],
        ));
    }
    blocks
}

pub(super) fn inertia(features: &Features) -> Vec<Block> {
    let tensor = sum([with_inertia(features, "I_i", "I_i")]);
    let intro = Text::new("The force of inertia of each link, and its moment about the centre of mass, with the mass ")
        .math("m_i", "m_i")
        .plain(" and the inertia tensor ")
        .formula(tensor)
        .plain(" about this centre:");
    let mut blocks = vec![intro.into()];
    blocks.push(rule("F_i", "F_i", [always("m_i a_{C,i}", "m_i a_(C,i)")]));
    blocks.push(rule(
        "N_i",
        "N_i",
        [
            with_inertia(features, r"I_i \varepsilon_i", "I_i epsilon_i"),
            with_inertia(features, r"\omega_i \times I_i \omega_i", "omega_i times I_i omega_i"),
        ],
    ));
    if features.elastic_links {
        let words = "Of an elastic link, the moment is the integral over its points x, which have the accelerations a:";
        blocks.push(Text::new(words).into());
        blocks.push(rule(
            "N_i",
            "N_i",
            [always(
                r"\int (x - r_{C,i}) \times a \, dm",
                "integral (x - r_(C,i)) times a thin d m",
            )],
        ));
        blocks.push(rule(
            "a",
            "a",
            [always(
                r"a_i + \varepsilon_i \times x + \omega_i \times (\omega_i \times x) + 2\, \omega_i \times \dot x + \ddot x",
                "a_i + epsilon_i times x + omega_i times (omega_i times x) + 2 thin omega_i times dot(x) + dot.double(x)",
            )],
        ));
    }
    blocks.extend(rotor_moment(features));
    blocks
}

/// The moment of inertia of a rotor on the link that carries it.
fn rotor_moment(features: &Features) -> Vec<Block> {
    if !features.rotors {
        return Vec::new();
    }
    let turned = match features.shared_rotors {
        true => always(r"\sum_k \nu_{m,k} q_k", "sum_k nu_(m,k) q_k"),
        false => always(r"\nu_m q_m", "nu_m q_m"),
    };
    let numbered = "The rotor of the motor of joint m has the number m. Against the link that carries it, it turns by";
    let mut blocks =
        vec![Text::new(numbered).into(), rule(r"\vartheta_m", "theta.alt_m", [turned])];
    if !features.carried_rotors {
        let words = "All rotors are on the base: they exert no moment on links, and act on the drives alone.";
        blocks.push(Text::new(words).into());
        return blocks;
    }
    let text = Text::new("with the ratios of the table above. On the link c that carries it, it needs the moment, with its moment of inertia ")
        .math("I_{r,m}", "I_(r,m)")
        .plain(" about its axis ")
        .math("e_m", "e_m")
        .plain(" (a rotor on the base needs none):");
    blocks.push(text.into());
    blocks.push(rule(
        "N_{r,m}",
        "N_(r,m)",
        [
            always(
                r"I_{r,m} \left( e_m^{T} \varepsilon_c + \ddot \vartheta_m \right) e_m",
                "I_(r,m) (e_m^T epsilon_c + dot.double(theta.alt)_m) e_m",
            ),
            always(
                r"I_{r,m} \left( e_m^{T} \omega_c + \dot \vartheta_m \right) \omega_c \times e_m",
                "I_(r,m) (e_m^T omega_c + dot(theta.alt)_m) omega_c times e_m",
            ),
        ],
    ));
    blocks
}

pub(super) fn connections(features: &Features) -> Vec<Block> {
    let intro = Text::new("Joint reaction forces and moments (connection forces): what the link before a joint exerts on the link after it, at the origin of its frame, from the tool to the base. The sums are over the set ")
        .math("S_i", "S_i")
        .plain(" of all that sits directly on link i, with the rotations and places R and r of its frames");
    let intro = match features.loads {
        true => intro.plain(
            "; the wrenches that the robot exerts at the tool and at named frames count among them",
        ),
        false => intro,
    };
    let mut blocks = vec![intro.plain(":").into()];
    blocks.push(rule(
        "f_i",
        "f_i",
        [
            always("F_i", "F_i"),
            term(features.compensators, r"\sum_{g \in A_i} p_g", "sum_(g in A_i) p_g"),
            always(
                r"\sum_{j \in S_i} {}^{i}R_j\, f_j",
                "sum_(j in S_i) attach(R, tl: i)_j thin f_j",
            ),
        ],
    ));
    blocks.push(rule(
        "n_i",
        "n_i",
        [
            always("N_i", "N_i"),
            always(r"r_{C,i} \times F_i", "r_(C,i) times F_i"),
            term(
                features.carried_rotors,
                r"\sum_{m \in B_i} N_{r,m}",
                "sum_(m in B_i) N_(r,m)",
            ),
            term(
                features.compensators,
                r"\sum_{g \in A_i} h_g \times p_g",
                "sum_(g in A_i) h_g times p_g",
            ),
            always(
                r"\sum_{j \in S_i} \left( {}^{i}R_j\, n_j + r_j \times {}^{i}R_j\, f_j \right)",
                "sum_(j in S_i) (attach(R, tl: i)_j thin n_j + r_j times attach(R, tl: i)_j thin f_j)",
            ),
        ],
    ));
    if features.carried_rotors {
        let text =
            Text::new("Here ").math("B_i", "B_i").plain(" are the rotors that link i carries.");
        blocks.push(text.into());
    }
    if features.compensators {
        let text = Text::new("Here ")
            .math("A_i", "A_i")
            .plain(" are the ends of gravity compensators on link i, at the places ")
            .math("h_g", "h_g")
            .plain(", and ")
            .math("p_g", "p_g")
            .plain(" the force by which the link pulls there: the stiffness times the vector from the other end to this one, in the axes of {i}.");
        blocks.push(text.into());
    }
    blocks
}
