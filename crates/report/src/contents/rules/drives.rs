//! Rules of the joint torques: the components of joint reaction wrenches along the joints, springs, rotors, friction,
//! losses of gears.

use super::{Features, Term, always, rule, term};
use crate::contents::features::FrictionTerms;
use crate::document::{Block, Text};

pub(super) fn torques(features: &Features) -> Vec<Block> {
    if features.affine_tips {
        return by_energies(features);
    }
    let mut names = vec!["the component of the joint reaction wrench along the axis of the joint"];
    names.extend(features.springs.then_some("springs"));
    names.extend(features.rotors.then_some("the rotors of motors"));
    names.extend(features.joints_rub().then_some("friction"));
    let intro = match names.as_slice() {
        [only] => format!("The joint torques and forces (driving forces): {only}."),
        [first @ .., last] => {
            format!(
                "The joint torques and forces (driving forces): {} and {last}.",
                first.join(", ")
            )
        }
        [] => String::new(),
    };
    let mut blocks = vec![Text::new(intro).into()];
    let along = (
        r"k_i^{T} \left( \Delta_i n_i + (1 - \Delta_i) f_i \right)",
        "k_i^T (Delta_i n_i + (1 - Delta_i) f_i)",
    );
    if features.sums() {
        let handed =
            (format!(r"\sum_i s_{{i,k}} {}", along.0), format!("sum_i s_(i,k) {}", along.1));
        blocks.push(rule(
            "Q_k",
            "Q_k",
            [
                always(&handed.0, &handed.1),
                term(features.springs, "Q_{s,k}", "Q_(s,k)"),
                term(features.rotors, r"\sum_m \nu_{m,k} \tau_m", "sum_m nu_(m,k) tau_m"),
                term(features.joints_rub(), "Q_{f,k}", "Q_(f,k)"),
            ],
        ));
        let text = Text::new("Here i are the joints, k those with a coordinate of their own, and ")
            .math("s_{i,k}", "s_(i,k)")
            .plain(" is 1 for i = k and the factor of joint k where joint i follows it.");
        blocks.push(text.into());
    } else {
        blocks.push(rule(
            "Q_i",
            "Q_i",
            [
                always(along.0, along.1),
                term(features.springs, "Q_{s,i}", "Q_(s,i)"),
                term(features.rotors, r"\nu_i \tau_i", "nu_i tau_i"),
                term(features.joints_rub(), "Q_{f,i}", "Q_(f,i)"),
            ],
        ));
    }
    blocks.extend(springs(features));
    if features.rotors {
        let text = Text::new("The torque that turns a rotor, with its axis ")
            .math("e_m", "e_m")
            .plain(" and the link c that carries it:");
        let carried = term(
            features.carried_rotors,
            r"I_{r,m} e_m^{T} \varepsilon_c",
            "I_(r,m) e_m^T epsilon_c",
        );
        let own = always(r"I_{r,m} \ddot \vartheta_m", "I_(r,m) dot.double(theta.alt)_m");
        blocks.push(match features.carried_rotors {
            true => text.into(),
            false => Text::new("The torque that turns a rotor:").into(),
        });
        blocks.push(rule(r"\tau_m", "tau_m", [carried, own]));
    }
    blocks.extend(friction(features));
    blocks.extend(modes(features));
    blocks
}

/// Springs in joints, with the stiffness and the coordinate at rest of the table.
fn springs(features: &Features) -> Vec<Block> {
    if !features.springs {
        return Vec::new();
    }
    let text = Text::new("Springs, with the stiffness ")
        .math(r"\kappa_i", "kappa_i")
        .plain(" and the position at rest ")
        .math("q_{0,i}", "q_(0,i)")
        .plain(":");
    let rule = match features.sums() {
        true => rule(
            "Q_{s,k}",
            "Q_(s,k)",
            [always(
                r"\sum_i s_{i,k} \kappa_i (q_i - q_{0,i})",
                "sum_i s_(i,k) kappa_i (q_i - q_(0,i))",
            )],
        ),
        false => rule(
            "Q_{s,i}",
            "Q_(s,i)",
            [always(r"\kappa_i (q_i - q_{0,i})", "kappa_i (q_i - q_(0,i))")],
        ),
    };
    vec![text.into(), rule]
}

/// Joint torques from energies: with affine tips, which are not rigid frames, joint reaction wrenches are not
/// available.
fn by_energies(features: &Features) -> Vec<Block> {
    let intro = "The joint torques and forces (driving forces). The tips of this robot turn to first order only (`tip_map = \"affine\"`), so that they follow from the energies below:";
    let forces = [
        always(
            r"\frac{\partial E_{\mathrm{A1}}}{\partial \ddot q_k}",
            "frac(partial E_(\"A1\"), partial dot.double(q)_k)",
        ),
        always(r"\frac{\partial E_p}{\partial q_k}", "frac(partial E_p, partial q_k)"),
        term(features.loads, r"\sum_F J_F^{T} w_F", "sum_F J_F^T w_F"),
        term(features.rubs(), "Q_{f,k}", "Q_(f,k)"),
    ];
    let mut blocks = vec![Text::new(intro).into(), rule("Q_k", "Q_k", forces)];
    blocks.extend(friction(features));
    blocks
}

fn friction(features: &Features) -> Vec<Block> {
    let (joints, motors) = (features.friction, features.motor_friction);
    if !features.joints_rub() {
        return Vec::new();
    }
    let sums = features.sums();
    let mut blocks: Vec<Block> = vec![Text::new("Friction:").into()];
    let of_joints = match sums {
        true => term(joints.is_any(), r"\sum_i s_{i,k} R_i", "sum_i s_(i,k) R_i"),
        false => term(joints.is_any(), "R_i", "R_i"),
    };
    let of_motors = match sums {
        true => term(motors.is_any(), r"\sum_m \nu_{m,k} R_{r,m}", "sum_m nu_(m,k) R_(r,m)"),
        false => term(motors.is_any(), r"\nu_i R_{r,i}", "nu_i R_(r,i)"),
    };
    let index = if sums { "k" } else { "i" };
    let lost = term(features.gears, &format!("Q_{{g,{index}}}"), &format!("Q_(g,{index})"));
    let name = [format!("Q_{{f,{index}}}"), format!("Q_(f,{index})")];
    blocks.push(rule(&name[0], &name[1], [of_joints, of_motors, lost]));
    if joints.is_any() {
        blocks.push(rule("R_i", "R_i", friction_terms(joints, "", "i", [r"\dot q_i", "dot(q)_i"])));
    }
    if motors.is_any() {
        let speed = [r"\dot \vartheta_m", "dot(theta.alt)_m"];
        blocks.push(rule("R_{r,m}", "R_(r,m)", friction_terms(motors, "r,", "m", speed)));
    }
    blocks.extend(legend(features));
    if features.gears {
        blocks.extend(gears(features));
    }
    blocks
}

/// Viscous friction, and dry friction in the direction of the velocity.
fn friction_terms(terms: FrictionTerms, kind: &str, index: &str, speed: [&str; 2]) -> [Term; 2] {
    let named = |letter: &str, of: &str| {
        [format!("{letter}_{{{of}{kind}{index}}}"), format!("{letter}_({of}{kind}{index})")]
    };
    let [viscous, sliding] = [named("b", ""), named("F", "c,")];
    let [breakaway, stribeck] = [named("F", "s,"), named("v", "s,")];
    let dry = [
        term(terms.constant || terms.breakaway, &sliding[0], &sliding[1]),
        term(
            terms.breakaway,
            &format!(
                r"\frac{{{} - {}}}{{1 + ({} / {})^{{2}}}}",
                breakaway[0], sliding[0], speed[0], stribeck[0]
            ),
            &format!(
                "frac({} - {}, 1 + ({} class(\"normal\", \"/\") {})^2)",
                breakaway[1], sliding[1], speed[1], stribeck[1]
            ),
        ),
        term(
            terms.by_load,
            r"\mu_i \rho_i \lvert k_i \times f_i \rvert",
            "mu_i rho_i abs(k_i times f_i)",
        ),
    ];
    let size = super::sum(dry);
    let direction = match terms.smooth {
        true => [format!(r"\sigma_{{{kind}{index}}}"), format!("sigma_({kind}{index})")],
        false => {
            [format!(r"\operatorname{{sgn}} {}", speed[0]), format!("op(\"sgn\") {}", speed[1])]
        }
    };
    [
        term(
            terms.viscous,
            &format!("{} {}", viscous[0], speed[0]),
            &format!("{} {}", viscous[1], speed[1]),
        ),
        term(
            terms.is_dry(),
            &format!(r"\left( {} \right) {}", size.latex, direction[0]),
            &format!("({}) {}", size.typst, direction[1]),
        ),
    ]
}

/// What the letters of friction mean, and the smooth sign.
fn legend(features: &Features) -> Vec<Block> {
    let (joints, motors) = (features.friction, features.motor_friction);
    let mut text = Text::new("with the values of the table of friction; the sign of zero is zero");
    if joints.breakaway || motors.breakaway {
        text = text
            .plain("; without a break-away force, ")
            .math("F_s", "F_s")
            .plain(" is the sliding force ")
            .math("F_c", "F_c");
    }
    if joints.by_load {
        text = text
            .plain("; ")
            .math(r"\rho_i", "rho_i")
            .plain(" is the radius of the spindle of a revolute joint, half of its diameter, and 1 in a prismatic one");
    }
    let mut blocks = vec![text.plain(".").into()];
    if joints.smooth || motors.smooth {
        blocks.push(Text::new("The sign is smooth where a velocity w is given, and else the sign of the velocity:").into());
    }
    if joints.smooth {
        blocks.push(smooth_sign(
            [r"\sigma_{i}", r"\dot q_i", "w_{i}"],
            ["sigma_(i)", "dot(q)_i", "w_(i)"],
        ));
    }
    if motors.smooth {
        blocks.push(smooth_sign(
            [r"\sigma_{r,m}", r"\dot \vartheta_m", "w_{r,m}"],
            ["sigma_(r,m)", "dot(theta.alt)_m", "w_(r,m)"],
        ));
    }
    blocks
}

/// The smooth sign of a velocity, with the names of sign, velocity and width in LaTeX and Typst.
fn smooth_sign(latex: [&str; 3], typst: [&str; 3]) -> Block {
    let [sign, speed, width] = latex;
    let quotient = format!(r"\frac{{{speed}}}{{\sqrt{{{speed}^{{2}} + {width}^{{2}}}}}}");
    let [sign_typst, speed, width] = typst;
    let quotient_typst = format!("frac({speed}, sqrt({speed}^2 + {width}^2))");
    rule(sign, sign_typst, [always(&quotient, &quotient_typst)])
}

/// The losses of gears, from the force that each gear passes on to the load.
fn gears(features: &Features) -> Vec<Block> {
    let (index, ratio, sum) = match features.sums() {
        true => ("k", "{m,k}", [r"\sum_{m \in E_k} ", "sum_(m in E_k) "]),
        false => ("m", "m", ["", ""]),
    };
    let text = Text::new("A gear with the efficiency ")
        .math(r"\eta_m", "eta_m")
        .plain(" loses a part of the force ")
        .math(r"\Lambda_m", "Lambda_m")
        .plain(" that it passes on to the load: of the force that the coordinate needs, all but that of the rotor itself");
    let text = match features.sums() {
        true => text
            .plain(", with the gears ")
            .math("E_k", "E_k")
            .plain(" whose rotors turn with coordinate k alone:"),
        false => text.plain(":"),
    };
    let motor = match features.motor_friction.is_any() {
        true => [r"\left( \tau_m + R_{r,m} \right)", "(tau_m + R_(r,m))"],
        false => [r"\tau_m", "tau_m"],
    };
    let typst_ratio = ratio.replace('{', "(").replace('}', ")");
    vec![
        text.into(),
        rule(
            r"\Lambda_m",
            "Lambda_m",
            [always(
                &format!(r"Q_{index} - Q_{{g,{index}}} - \nu_{ratio} {}", motor[0]),
                &format!("Q_{index} - Q_(g,{index}) - nu_{typst_ratio} {}", motor[1]),
            )],
        ),
        rule(
            &format!("Q_{{g,{index}}}"),
            &format!("Q_(g,{index})"),
            [always(
                &format!(
                    r"{}\frac{{1}}{{2}} \left( (1/\eta_m - \eta_m) \lvert \Lambda_m \rvert \operatorname{{sgn}} \dot q_{index} + (1/\eta_m + \eta_m - 2) \Lambda_m (\operatorname{{sgn}} \dot q_{index})^{{2}} \right)",
                    sum[0]
                ),
                &format!(
                    "{}frac(1, 2) ((1 class(\"normal\", \"/\") eta_m - eta_m) abs(Lambda_m) op(\"sgn\") dot(q)_{index} + (1 class(\"normal\", \"/\") eta_m + eta_m - 2) Lambda_m (op(\"sgn\") dot(q)_{index})^2)",
                    sum[1]
                ),
            )],
        ),
    ]
}

/// The forces of the modes of elastic links.
fn modes(features: &Features) -> Vec<Block> {
    if !features.elastic_links {
        return Vec::new();
    }
    let text = Text::new("The force of mode j of an elastic link has three parts: the inertia of its points, which have the accelerations a; the load at the tip; and stiffness and damping, of which the damping is part of the friction. At the tip the link exerts the force and the moment ")
        .math("f_t", "f_t")
        .plain(" and ")
        .math("n_t", "n_t")
        .plain(" on what it carries; a unit rate of the mode moves the tip with ")
        .math("v_{t,j}", "v_(t,j)")
        .plain(" and ")
        .math(r"\omega_{t,j}", "omega_(t,j)")
        .plain(":");
    vec![
        text.into(),
        rule(
            "Q_{i,j}",
            "Q_(i,j)",
            [
                always(
                    r"\int \frac{\partial d_i}{\partial q_{i,j}} \cdot a \, dm",
                    "integral frac(partial d_i, partial q_(i,j)) dot.c a thin d m",
                ),
                always(
                    r"v_{t,j}^{T} f_t + \omega_{t,j}^{T} n_t",
                    "v_(t,j)^T f_t + omega_(t,j)^T n_t",
                ),
                always(
                    r"\sum_l \left( k_{i,jl} q_{i,l} + d_{i,jl} \dot q_{i,l} \right)",
                    "sum_l (k_(i,j l) q_(i,l) + d_(i,j l) dot(q)_(i,l))",
                ),
            ],
        ),
    ]
}
