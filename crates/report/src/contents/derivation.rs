//! The parts that derive: what each says, the rules that hold for every robot, and its quantities.
//! The rules are those of the iterations by Newton and Euler, as in CONVENTIONS.md.

use appell_mechanics::Quantity;
use appell_model::Robot;

use super::Part;
use super::formulas::Formulas;
use crate::document::{Block, Math, Text};

/// A part that derives.
pub(super) struct Chapter {
    pub(super) title: &'static str,
    part: Part,
    intro: &'static str,
    /// Rules in LaTeX and Typst.
    rules: &'static [(&'static str, &'static str)],
    /// The quantities, as they are asked for on the command line.
    quantities: &'static [&'static str],
}

const CHAPTERS: [Chapter; 9] = [
    Chapter {
        title: "Frames and the Jacobian",
        part: Part::Frames,
        intro: "The frame of each joint in the frame of its parent, the tool in the base, and the Jacobian of the tool in base axes.",
        rules: &[(
            r"{}^{0}T_i = {}^{0}T_{i-1} \, T_i",
            "attach(T, tl: 0)_i = attach(T, tl: 0)_(i-1) thin T_i",
        )],
        quantities: &["T", "T0[tool]", "J"],
    },
    Chapter {
        title: "Velocities, outward",
        part: Part::Velocities,
        intro: "Angular velocities, velocities of the origins and of the centres of mass, each in the axes of its own frame. From the base to the tool, with a Delta of 1 for a revolute joint and 0 for a prismatic one:",
        rules: &[
            (
                r"\omega_i = {}^{i}R_{i-1}\, \omega_{i-1} + \Delta_i \dot q_i k_i",
                "omega_i = attach(R, tl: i)_(i-1) thin omega_(i-1) + Delta_i dot(q)_i k_i",
            ),
            (
                r"v_i = {}^{i}R_{i-1} \left( v_{i-1} + \omega_{i-1} \times r_i \right) + (1 - \Delta_i) \dot q_i k_i",
                "v_i = attach(R, tl: i)_(i-1) (v_(i-1) + omega_(i-1) times r_i) + (1 - Delta_i) dot(q)_i k_i",
            ),
            (r"v_{C,i} = v_i + \omega_i \times r_{C,i}", "v_(C,i) = v_i + omega_i times r_(C,i)"),
        ],
        quantities: &["omega", "v", "vC"],
    },
    Chapter {
        title: "Accelerations, outward",
        part: Part::Accelerations,
        intro: "Gravity enters as an acceleration of the base, so that it is in all accelerations and in no force:",
        rules: &[
            (
                r"\varepsilon_i = {}^{i}R_{i-1}\, \varepsilon_{i-1} + \Delta_i \left( \ddot q_i k_i + \omega_i \times \dot q_i k_i \right)",
                "epsilon_i = attach(R, tl: i)_(i-1) thin epsilon_(i-1) + Delta_i (dot.double(q)_i k_i + omega_i times dot(q)_i k_i)",
            ),
            (
                r"a_i = {}^{i}R_{i-1} \left( a_{i-1} + \varepsilon_{i-1} \times r_i + \omega_{i-1} \times (\omega_{i-1} \times r_i) \right) + (1 - \Delta_i) \left( \ddot q_i k_i + 2\, \omega_i \times \dot q_i k_i \right)",
                "a_i = attach(R, tl: i)_(i-1) (a_(i-1) + epsilon_(i-1) times r_i + omega_(i-1) times (omega_(i-1) times r_i)) \\ + (1 - Delta_i) (dot.double(q)_i k_i + 2 thin omega_i times dot(q)_i k_i)",
            ),
            (
                r"a_{C,i} = a_i + \varepsilon_i \times r_{C,i} + \omega_i \times (\omega_i \times r_{C,i})",
                "a_(C,i) = a_i + epsilon_i times r_(C,i) + omega_i times (omega_i times r_(C,i))",
            ),
        ],
        quantities: &["eps", "a", "aC"],
    },
    Chapter {
        title: "Forces of inertia",
        part: Part::Inertia,
        intro: "The force of inertia of each link, and its moment about the centre of mass:",
        rules: &[
            ("F_i = m_i a_{C,i}", "F_i = m_i a_(C,i)"),
            (
                r"N_i = I_i \varepsilon_i + \omega_i \times I_i \omega_i",
                "N_i = I_i epsilon_i + omega_i times I_i omega_i",
            ),
        ],
        quantities: &["F", "N"],
    },
    Chapter {
        title: "Connection forces, inward",
        part: Part::Connections,
        intro: "The force and the moment that the link before a joint exerts on the link after it, at the origin of its frame, from the tool to the base. The sums are over the set S of the links that follow the joint directly; at the tool there is the load in their place:",
        rules: &[
            (
                r"f_i = F_i + \sum_{j \in S_i} {}^{i}R_j\, f_j",
                "f_i = F_i + sum_(j in S_i) attach(R, tl: i)_j thin f_j",
            ),
            (
                r"n_i = N_i + r_{C,i} \times F_i + \sum_{j \in S_i} \left( {}^{i}R_j\, n_j + r_j \times {}^{i}R_j\, f_j \right)",
                "n_i = N_i + r_(C,i) times F_i + sum_(j in S_i) (attach(R, tl: i)_j thin n_j + r_j times attach(R, tl: i)_j thin f_j)",
            ),
        ],
        quantities: &["f", "n"],
    },
    Chapter {
        title: "Joint torques and forces",
        part: Part::Torques,
        intro: "The driving forces: what the connection wrench has along the axis of the joint, and friction.",
        rules: &[(
            r"Q_i = k_i^{T} \left( \Delta_i n_i + (1 - \Delta_i) f_i \right) + Q_{f,i}",
            "Q_i = k_i^T (Delta_i n_i + (1 - Delta_i) f_i) + Q_(f,i)",
        )],
        quantities: &["Q"],
    },
    Chapter {
        title: "Mass matrix, Coriolis forces, gravity",
        part: Part::Matrices,
        intro: "The same in the form of matrices, without friction and loads:",
        rules: &[(
            r"Q = M(q)\, \ddot q + C(q, \dot q)\, \dot q + G(q)",
            "Q = M(q) dot.double(q) + C(q, dot(q)) dot(q) + G(q)",
        )],
        quantities: &["M", "C", "G"],
    },
    Chapter {
        title: "Energies",
        part: Part::Energies,
        intro: "Kinetic energy, potential energy, and the acceleration energy (Gibbs-Appell function) without gravity. Its derivatives by the accelerations are the generalised forces of inertia:",
        rules: &[(
            r"\frac{d}{dt} \frac{\partial E_k}{\partial \dot q_i} - \frac{\partial E_k}{\partial q_i} = \frac{\partial E_A}{\partial \ddot q_i}",
            "frac(d, d t) frac(partial E_k, partial dot(q)_i) - frac(partial E_k, partial q_i) = frac(partial E_A, partial dot.double(q)_i)",
        )],
        quantities: &["Ek", "Ep", "EA1"],
    },
    Chapter {
        title: "Base parameters",
        part: Part::Parameters,
        intro: "The joint torques are linear in masses, first moments and moments of inertia. They depend on the following combinations only, which is what can be identified from measured torques; each is called by the column of the regressor that it stands for:",
        rules: &[(r"Q = Y(q, \dot q, \ddot q)\, p", "Q = Y(q, dot(q), dot.double(q)) p")],
        quantities: &["base", "Y"],
    },
];

/// The chapter of a part, if it is one that derives.
pub(super) fn chapter(part: Part) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.part == part)
}

/// The quantities of all chapters that the robot has.
pub(super) fn quantities(robot: &Robot) -> Vec<Quantity> {
    let names = CHAPTERS.iter().flat_map(|chapter| chapter.quantities);
    names.filter_map(|name| Quantity::read(name, robot).ok()).flatten().collect()
}

impl Chapter {
    pub(super) fn quantities(&self) -> &'static [&'static str] {
        self.quantities
    }

    pub(super) fn blocks(&self, formulas: &Formulas, source: &str) -> Vec<Block> {
        let mut blocks = vec![Text::new(self.intro).into()];
        let rules = self.rules.iter().map(|(latex, typst)| Block::Rule(Math::new(*latex, *typst)));
        blocks.extend(rules);
        blocks.extend(formulas.blocks(self.part, source));
        blocks
    }
}
