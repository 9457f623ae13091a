//! Rules of the whole robot: the form of matrices, energies, the linear form.

use super::{Features, Term, always, rule, term, with_inertia};
use crate::document::{Block, Text};

/// What comes on top of inertia and gravity: strain, wrenches, friction.
fn further(features: &Features) -> [Term; 3] {
    [
        term(features.strains(), "Q_{s}", "Q_s"),
        term(features.loads, r"\sum_F J_F^{T} w_F", "sum_F J_F^T w_F"),
        term(features.rubs(), "Q_{f}", "Q_f"),
    ]
}

/// What their letters mean.
fn legend(features: &Features, has_compensators: bool) -> Option<Block> {
    let mut names = Vec::new();
    if has_compensators {
        let what = " the forces of gravity compensators, the derivatives of their energy by the coordinates";
        names.push(Text::default().math("Q_{a}", "Q_a").plain(what));
    }
    if features.strains() {
        let what = match (features.springs, features.elastic_links) {
            (true, true) => " the forces of springs and of the strain of elastic links",
            (true, false) => " the forces of springs",
            _ => " the forces of the strain of elastic links",
        };
        names.push(Text::default().math("Q_{s}", "Q_s").plain(what));
    }
    if features.loads {
        names.push(
            Text::default()
                .math("w_F", "w_F")
                .plain(" the force and the moment that the robot exerts at frame F, in base axes, and ")
                .math("J_F", "J_F")
                .plain(" its Jacobian"),
        );
    }
    if features.rubs() {
        let what = match (features.joints_rub(), features.elastic_links) {
            (true, true) => " friction and the damping of modes",
            (true, false) => " friction",
            (false, _) => " the damping of modes",
        };
        names.push(Text::default().math("Q_{f}", "Q_f").plain(what));
    }
    let mut text = Text::new("with ");
    for (index, name) in names.iter().enumerate() {
        text = if index == 0 { text } else { text.plain("; ") };
        text = name.0.iter().cloned().fold(text, Text::piece);
    }
    (!names.is_empty()).then(|| text.plain(".").into())
}

pub(super) fn matrices(features: &Features) -> Vec<Block> {
    let intro = match features.compensators {
        true => "The same in the form of matrices; gravity compensators are part of G:",
        false => "The same in the form of matrices:",
    };
    let inertia = [
        always(r"M(q)\, \ddot q", "M(q) dot.double(q)"),
        always(r"C(q, \dot q)\, \dot q", "C(q, dot(q)) dot(q)"),
        always("G(q)", "G(q)"),
    ];
    let rule = rule("Q", "Q", inertia.into_iter().chain(further(features)));
    [Text::new(intro).into(), rule].into_iter().chain(legend(features, false)).collect()
}

pub(super) fn energies(features: &Features) -> Vec<Block> {
    let intro = "Kinetic energy, potential energy, and the acceleration energy (Gibbs-Appell function): half the integral of the squared acceleration over the mass, without gravity:";
    let links = match features.elastic_links {
        true => always(
            r"\frac{1}{2} \sum_i \int v^{T} v \, dm",
            "frac(1, 2) sum_i integral v^T v thin d m",
        ),
        false => with_inertia(
            features,
            r"\frac{1}{2} \sum_i \left( m_i v_{C,i}^{T} v_{C,i} + \omega_i^{T} I_i \omega_i \right)",
            "frac(1, 2) sum_i (m_i v_(C,i)^T v_(C,i) + omega_i^T I_i omega_i)",
        ),
    };
    let rotors = match features.carried_rotors {
        true => term(
            features.rotors,
            r"\frac{1}{2} \sum_m I_{r,m} \left( e_m^{T} \omega_c + \dot \vartheta_m \right)^{2}",
            "frac(1, 2) sum_m I_(r,m) (e_m^T omega_c + dot(theta.alt)_m)^2",
        ),
        false => term(
            features.rotors,
            r"\frac{1}{2} \sum_m I_{r,m} \dot \vartheta_m^{2}",
            "frac(1, 2) sum_m I_(r,m) dot(theta.alt)_m^2",
        ),
    };
    let potential = [
        always(r"-\sum_i m_i g^{T} \, {}^{0}r_{C,i}", "-sum_i m_i g^T thin attach(r, tl: 0)_(C,i)"),
        term(
            features.springs,
            r"\frac{1}{2} \sum_i \kappa_i (q_i - q_{0,i})^{2}",
            "frac(1, 2) sum_i kappa_i (q_i - q_(0,i))^2",
        ),
        term(
            features.elastic_links,
            r"\frac{1}{2} \sum_i \sum_{j,l} k_{i,jl} q_{i,j} q_{i,l}",
            "frac(1, 2) sum_i sum_(j,l) k_(i,j l) q_(i,j) q_(i,l)",
        ),
        term(
            features.compensators,
            r"\frac{1}{2} \sum_g \kappa_{g} l_g^{2}",
            "frac(1, 2) sum_g kappa_g l_g^2",
        ),
    ];
    let mut blocks = vec![
        Text::new(intro).into(),
        rule("E_k", "E_k", [links, rotors]),
        rule("E_p", "E_p", potential),
    ];
    let place = Text::new("with the gravity vector g and the places ")
        .math("{}^{0}r_{C,i}", "attach(r, tl: 0)_(C,i)")
        .plain(" of the centres of mass, in base axes");
    let place = match features.compensators {
        true => place
            .plain(", and the lengths ")
            .math("l_g", "l_g")
            .plain(" of gravity compensators with the stiffness ")
            .math(r"\kappa_g", "kappa_g"),
        false => place,
    };
    blocks.push(place.plain(". The derivatives of the acceleration energy by the accelerations are the generalised forces of inertia:").into());
    blocks.push(rule(
        r"\frac{d}{dt} \frac{\partial E_k}{\partial \dot q_i} - \frac{\partial E_k}{\partial q_i}",
        "frac(d, d t) frac(partial E_k, partial dot(q)_i) - frac(partial E_k, partial q_i)",
        [always(
            r"\frac{\partial E_{\mathrm{A1}}}{\partial \ddot q_i}",
            "frac(partial E_(\"A1\"), partial dot.double(q)_i)",
        )],
    ));
    blocks
}

pub(super) fn parameters(features: &Features) -> Vec<Block> {
    if features.elastic_links {
        return Vec::new();
    }
    let rotors = if features.rotors { ", those of rotors too" } else { "" };
    let intro = format!(
        "The joint torques are linear in masses, first moments and moments of inertia{rotors}. They depend on the following combinations only, which is what can be identified from measured torques; each stands for the parameter of one column of the regressor Y, and the other columns are not needed:"
    );
    let balance = term(features.compensators, "Q_{a}", "Q_a");
    let terms = [always(r"Y(q, \dot q, \ddot q)\, p", "Y(q, dot(q), dot.double(q)) p"), balance];
    let mut blocks = vec![Text::new(intro).into()];
    blocks.push(rule("Q", "Q", terms.into_iter().chain(further(features))));
    blocks.extend(legend(features, features.compensators));
    blocks
}
