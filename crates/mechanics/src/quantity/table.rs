//! The table of quantities: a row for each, and the function that computes it.
//!
//! A row says: kind, name, synonyms, LaTeX, Typst; form and function; unit; order of the highest
//! time derivative; closed form; elastic links; needs; one sentence.

use super::row::{ClosedForm, ElasticSupport, Form, Need, Row};
use crate::arithmetic::Arithmetic;
use crate::derivation::{Derivation, Evaluator};

macro_rules! quantities {
    ($(
        $kind:ident $name:literal [$($synonym:literal),*] $latex:literal $typst:literal
        $form:ident by $function:expr;
        $unit:literal, order $order:literal, $closed:ident, $elastic:ident, [$($need:ident),*]
        $about:literal
    )*) => {
        /// What can be asked for: a row of the [table](TABLE) each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] $kind,)*
        }

        /// The table of quantities, in the order in which they are explained.
        pub static TABLE: &[Row] = &[$(Row {
            kind: Kind::$kind,
            name: $name,
            synonyms: &[$($synonym),*],
            latex: $latex,
            typst: $typst,
            form: Form::$form,
            unit: $unit,
            order: $order,
            closed_form: ClosedForm::$closed,
            elastic: ElasticSupport::$elastic,
            needs: &[$(Need::$need),*],
            about: $about,
        }),*];

        impl<'r, A: Arithmetic> Derivation<'r, A> {
            /// The function that computes a quantity.
            pub(crate) fn evaluator(kind: Kind) -> Evaluator<'r, A> {
                match kind {
                    $(Kind::$kind => Evaluator::$form($function),)*
                }
            }
        }
    };
}

quantities! {
    // kinematics
    Frame "T" ["frame"] "T" "T"
        Frame by Self::frame_in_parent;
        "1, m", order 0, Polynomial, All, []
        "frame {i} in the frame of its parent; the tool and named frames in the base"
    FrameInBase "T0" ["frame_in_base", "forward_kinematics"] "{}^{0}T" "attach(T, tl: 0)"
        Frame by Self::frame_in_base;
        "1, m", order 0, Polynomial, All, []
        "frame {i} in the base"
    FrameRate "Tdot" ["frame_rate"] "\\dot{T}" "dot(T)"
        FrameRate by |it, frame| it.frame_rate(frame, 1);
        "1/s, m/s", order 1, Polynomial, All, []
        "time derivative of T"
    FrameSecondRate "Tddot" ["frame_second_rate"] "\\ddot{T}" "dot.double(T)"
        FrameRate by |it, frame| it.frame_rate(frame, 2);
        "1/s^2, m/s^2", order 2, Polynomial, All, []
        "second time derivative of T"
    FrameThirdRate "Tdddot" ["frame_third_rate"] "\\dddot{T}" "dot.triple(T)"
        FrameRate by |it, frame| it.frame_rate(frame, 3);
        "1/s^3, m/s^3", order 3, Polynomial, All, []
        "third time derivative of T"
    FrameInBaseRate "T0dot" [] "{}^{0}\\dot{T}" "attach(dot(T), tl: 0)"
        FrameRate by |it, frame| it.frame_in_base_rate(frame, 1);
        "1/s, m/s", order 1, Polynomial, All, []
        "time derivative of T0"
    FrameInBaseSecondRate "T0ddot" [] "{}^{0}\\ddot{T}" "attach(dot.double(T), tl: 0)"
        FrameRate by |it, frame| it.frame_in_base_rate(frame, 2);
        "1/s^2, m/s^2", order 2, Polynomial, All, []
        "second time derivative of T0"
    FrameInBaseThirdRate "T0dddot" [] "{}^{0}\\dddot{T}" "attach(dot.triple(T), tl: 0)"
        FrameRate by |it, frame| it.frame_in_base_rate(frame, 3);
        "1/s^3, m/s^3", order 3, Polynomial, All, []
        "third time derivative of T0"
    RelativeFrame "T" ["relative_frame"] "T" "T"
        RelativeFrame by Self::relative_frame;
        "1, m", order 0, Polynomial, All, []
        "frame {i} in frame {j}; 0 is the base"
    RelativeRotation "R" ["rotation"] "R" "R"
        RelativeRotation by |it, outer, inner| Ok(it.relative_frame(outer, inner)?.rotation);
        "1", order 0, Polynomial, RotatingTips, []
        "rotation matrix: the axes of {i} in those of {j}"
    RelativePosition "r" ["position"] "r" "r"
        RelativePosition by |it, outer, inner| Ok(it.relative_frame(outer, inner)?.position);
        "m", order 0, Polynomial, All, []
        "origin of {i} in {j}"
    JointAxis "k" ["joint_axis"] "k" "k"
        LinkVector by Self::joint_axis;
        "1", order 0, Polynomial, All, []
        "unit vector along the axis of joint i"
    AngularVelocity "omega" ["angular_velocity"] "\\omega" "omega"
        FrameVector by |it, frame| Ok(it.motion_of(frame)?.omega);
        "rad/s", order 1, Polynomial, RotatingTips, []
        "angular velocity of link i"
    AngularAcceleration "eps" ["angular_acceleration"] "\\varepsilon" "epsilon"
        FrameVector by |it, frame| Ok(it.motion_of(frame)?.eps);
        "rad/s^2", order 2, Polynomial, RotatingTips, []
        "angular acceleration of link i"
    Velocity "v" ["velocity"] "v" "v"
        FrameVector by |it, frame| Ok(it.motion_of(frame)?.v);
        "m/s", order 1, Polynomial, BaseAxes, []
        "velocity of the origin of {i}"
    Acceleration "a" ["acceleration"] "a" "a"
        FrameVector by |it, frame| Ok(it.motion_of(frame)?.a);
        "m/s^2", order 2, Polynomial, BaseAxes, []
        "acceleration of the origin of {i}, minus gravity"
    Jerk "jerk" [] "j" "j"
        JointVector by Self::jerk;
        "m/s^3", order 3, Polynomial, BaseAxes, []
        "jerk of the origin of {i}: third time derivative of its place"
    CentreVelocity "vC" ["centre_velocity", "com_velocity"] "v_{C_{#}}" "v_(C_(#))"
        LinkVector by Self::centre_velocity;
        "m/s", order 1, Polynomial, BaseAxes, []
        "velocity of the centre of mass of link i"
    CentreAcceleration "aC" ["centre_acceleration", "com_acceleration"] "a_{C_{#}}" "a_(C_(#))"
        LinkVector by Self::centre_acceleration;
        "m/s^2", order 2, Polynomial, BaseAxes, []
        "acceleration of the centre of mass of link i, minus gravity"
    Jacobian "J" ["jacobian"] "J" "J"
        Twists by Self::jacobian;
        "m, 1 (linear rows); 1, 1/m (angular rows)", order 0, Polynomial, RotatingTips, []
        "Jacobian of the origin of {i} and of its axes; without an index, of the tool"
    JacobianRate "Jdot" ["jacobian_rate"] "\\dot{J}" "dot(J)"
        Twists by Self::jacobian_rate;
        "m/s, 1/s (linear rows); 1/s, 1/(m s) (angular rows)", order 1, Polynomial, RotatingTips, []
        "time derivative of J"
    SpaceJacobian "Jspace" ["space_jacobian"] "\\hat{J}" "hat(J)"
        Twists by Self::space_jacobian;
        "m, 1 (linear rows); 1, 1/m (angular rows)", order 0, Polynomial, RotatingTips, []
        "space Jacobian of {i}: velocity of what moves with {i} at the origin of the base, and angular velocity; without an index, of the tool"
    BodyJacobian "Jbody" ["body_jacobian"] "\\tilde{J}" "tilde(J)"
        BodyTwists by Self::body_jacobian;
        "m, 1 (linear rows); 1, 1/m (angular rows)", order 0, Polynomial, RotatingTips, []
        "body Jacobian: J in the axes of {i}; without an index, of the tool"
    Screw "screw" ["screw_axis", "exponent"] "\\Lambda" "Lambda"
        LinkFrameRate by Self::screw;
        "1, m", order 0, Polynomial, All, []
        "screw axis of joint i at q = 0 as the exponent A of its matrix exponential: the matrix of k x and p x k of a revolute joint, 0 and k of a prismatic one"
    Exponential "exp" ["matrix_exponential"] "\\Xi" "Xi"
        LinkFrame by Self::exponential;
        "1, m", order 0, Polynomial, All, []
        "matrix exponential of joint i, exp(A q) with its screw A"
    ExponentialProduct "expprod" ["exponential_product"] "\\Pi" "Pi"
        RelativeFrame by Self::exponential_product;
        "1, m", order 0, Polynomial, RotatingTips, []
        "product of the matrix exponentials after {j} up to {i}, those of elastic links in between included; 0 is the base"
    CentreJacobian "JC" ["centre_jacobian", "com_jacobian"] "J_{C_{#}}" "J_(C_(#))"
        LinkTwists by Self::centre_jacobian;
        "m, 1 (linear rows); 1, 1/m (angular rows)", order 0, Polynomial, RotatingTips, []
        "Jacobian of the centre of mass of link i and of its axes"
    CentreJacobianRate "JCdot" ["centre_jacobian_rate", "com_jacobian_rate"] "\\dot{J}_{C_{#}}" "dot(J)_(C_(#))"
        LinkTwists by Self::centre_jacobian_rate;
        "m/s, 1/s (linear rows); 1/s, 1/(m s) (angular rows)", order 1, Polynomial, RotatingTips, []
        "time derivative of JC"

    // mass
    Mass "m" ["mass"] "m" "m"
        LinkScalar by |it, link| Ok(it.mechanism().joints[link].moments.mass.clone());
        "kg", order 0, Polynomial, All, []
        "mass of link i"
    Centre "rC" ["centre", "com"] "r_{C_{#}}" "r_(C_(#))"
        LinkVector by |it, link| Ok(it.centre(link)?.place);
        "m", order 0, Polynomial, All, []
        "centre of mass of link i"
    Inertia "I" ["inertia"] "I" "I"
        LinkMatrix by Self::central_inertia;
        "kg m^2", order 0, Polynomial, All, []
        "inertia of link i about its centre of mass"
    PlanarInertia "Ip" ["planar_inertia"] "I_{\\mathrm{p}#}" "I_(\"p\" #)"
        LinkMatrix by Self::planar_inertia;
        "kg m^2", order 0, Polynomial, All, []
        "planar inertia of link i about its centre of mass: the integral of r r^T, tr(I)/2 - I"
    IsRotation "Delta" ["is_rotation", "is_revolute"] "\\Delta" "Delta"
        LinkScalar by Self::is_rotation;
        "1", order 0, Polynomial, All, []
        "1 for a revolute joint, else 0"

    // forces
    InertiaForce "F" ["inertia_force"] "F" "F"
        LinkVector by Self::inertia_force;
        "N", order 2, Polynomial, RotatingTips, []
        "inertia force of link i: mass times aC"
    InertiaMoment "N" ["inertia_moment"] "N" "N"
        LinkVector by Self::inertia_moment;
        "N m", order 2, Polynomial, RotatingTips, []
        "inertia moment of link i about its centre of mass"
    ConnectionForce "f" ["force", "reaction_force", "connection_force"] "f" "f"
        JointVector by |it, frame| Ok(it.wrench_at(frame)?.force);
        "N", order 2, Polynomial, RotatingTips, [Payload]
        "joint reaction force (connection force): the link before joint i on link i"
    ConnectionMoment "n" ["moment", "reaction_moment", "connection_moment"] "n" "n"
        JointVector by |it, frame| Ok(it.wrench_at(frame)?.moment);
        "N m", order 2, Polynomial, RotatingTips, [Payload]
        "joint reaction moment (connection moment) at the origin of {i}"
    DrivingForce "Q" ["inverse_dynamics", "torques", "driving_forces", "rnea"] "Q" "Q"
        PerCoordinate by Self::driving_forces;
        "N m (revolute), N (prismatic)", order 2, Polynomial, All, [Payload]
        "inverse dynamics: joint torques and forces (driving forces), friction included"
    InertiaForces "Qinertia" ["inertia_forces"] "Q_{\\mathrm{I}#}" "Q_(\"I\" #)"
        PerCoordinate by Self::generalised_inertia_forces;
        "N m (revolute), N (prismatic)", order 2, Polynomial, All, []
        "generalised inertia forces: Q without gravity, loads, friction, stiffness and damping"
    Friction "Qf" ["friction"] "Q_{\\mathrm{f}#}" "Q_(\"f\" #)"
        PerCoordinate by Self::friction;
        "N m (revolute), N (prismatic)", order 2, Polynomial, All, [Payload]
        "the friction in Q, zero of a joint at rest, as sign(0) = 0; of a mode, its damping"

    // equations of motion
    MassMatrix "M" ["mass_matrix", "inertia_matrix", "crba"] "M" "M"
        Square by |it| Ok(it.mass_matrix()?.to_vec());
        "kg m^2, kg m, kg", order 0, Polynomial, All, []
        "mass matrix: the kinetic energy is q'^T M q' / 2"
    MassMatrixRate "Mdot" ["mass_matrix_rate"] "\\dot{M}" "dot(M)"
        Square by Self::mass_matrix_rate;
        "kg m^2/s, kg m/s, kg/s", order 1, Polynomial, All, []
        "time derivative of M"
    CoriolisMatrix "C" ["coriolis_matrix", "christoffel"] "C" "C"
        Square by Self::coriolis_matrix;
        "kg m^2/s, kg m/s, kg/s", order 1, Polynomial, All, []
        "Coriolis matrix by Christoffel's symbols: M' - 2 C is skew-symmetric"
    CoriolisForce "c" ["coriolis", "coriolis_forces", "bias"] "c" "c"
        PerCoordinate by Self::coriolis_forces;
        "N m (revolute), N (prismatic)", order 1, Polynomial, All, []
        "Coriolis and centrifugal forces C q'"
    GravityForce "G" ["gravity", "gravity_forces"] "G" "G"
        PerCoordinate by Self::gravity_forces;
        "N m (revolute), N (prismatic)", order 0, Polynomial, All, []
        "gravity forces, with those of gravity compensators"
    Stiffness "K" ["stiffness"] "K" "K"
        Square by Self::stiffness;
        "N/m, N m/rad", order 0, Polynomial, All, []
        "stiffness of elastic links and of springs in joints"
    Damping "D" ["damping"] "D" "D"
        Square by Self::damping;
        "N s/m, N m s/rad", order 0, Polynomial, All, []
        "damping of the modes of elastic links"
    JointAcceleration "qdd" ["forward_dynamics", "accelerations", "aba"] "\\ddot{q}" "dot.double(q)"
        PerCoordinate by Self::accelerations;
        "rad/s^2 (revolute), m/s^2 (prismatic)", order 1, Quotient, All, [DrivingForces, Payload]
        "forward dynamics: accelerations for the driving forces tau; a joint at rest has no Coulomb friction, as sign(0) = 0, and is not held by it"

    // energies
    KineticEnergy "Ek" ["kinetic_energy"] "E_{\\mathrm{k}#}" "E_(\"k\" #)"
        Parts by Self::kinetic_energy;
        "J", order 1, Polynomial, All, []
        "kinetic energy; with an index, of link i and the rotors and the payload on it"
    TranslationalEnergy "Ekt" ["translational_energy"] "E_{\\mathrm{kt}#}" "E_(\"kt\" #)"
        LinkScalar by Self::translational_energy;
        "J", order 1, Polynomial, All, []
        "part of the kinetic energy of link i by the motion of its centre of mass, m vC^2 / 2 (Koenig)"
    RotationalEnergy "Ekr" ["rotational_energy"] "E_{\\mathrm{kr}#}" "E_(\"kr\" #)"
        LinkScalar by Self::rotational_energy;
        "J", order 1, Polynomial, All, []
        "the rest of the kinetic energy of a link: motion about the centre of mass, by rotation and deformation; rotors, and a payload on an elastic link"
    PotentialEnergy "Ep" ["potential_energy"] "E_{\\mathrm{p}}" "E_\"p\""
        Scalar by Self::potential_energy;
        "J", order 0, Polynomial, All, []
        "potential energy, zero at the origin of the base, with the strain energy of elastic links, springs and compensators"
    Lagrangian "L" ["lagrangian"] "L" "L"
        Scalar by Self::lagrangian;
        "J", order 1, Polynomial, All, []
        "Lagrangian Ek - Ep"
    Momentum "p" ["momenta", "generalised_momenta", "dL/dqd"] "p" "p"
        PerCoordinate by Self::momenta;
        "N m s (revolute), N s (prismatic)", order 1, Polynomial, All, []
        "generalised momenta: derivative of L by q', which is M q'"
    MomentumRate "pdot" ["momentum_rates"] "\\dot{p}" "dot(p)"
        PerCoordinate by Self::momentum_rates;
        "N m (revolute), N (prismatic)", order 2, Polynomial, All, []
        "time derivative of p: d/dt of the derivative of L by q'"
    KineticEnergyByPosition "dEk/dq" [] "\\frac{\\partial E_{\\mathrm{k}}}{\\partial q_{#}}" "(partial E_\"k\") / (partial q_(#))"
        PerCoordinate by Self::kinetic_slopes;
        "N m (revolute), N (prismatic)", order 1, Polynomial, All, []
        "derivative of Ek by q"
    PotentialEnergyByPosition "dEp/dq" ["potential_forces"] "\\frac{\\partial E_{\\mathrm{p}}}{\\partial q_{#}}" "(partial E_\"p\") / (partial q_(#))"
        PerCoordinate by Self::potential_forces;
        "N m (revolute), N (prismatic)", order 0, Polynomial, All, []
        "derivative of Ep by q: G with the forces of strain and springs"
    LagrangianByPosition "dL/dq" [] "\\frac{\\partial L}{\\partial q_{#}}" "(partial L) / (partial q_(#))"
        PerCoordinate by Self::lagrangian_slopes;
        "N m (revolute), N (prismatic)", order 1, Polynomial, All, []
        "derivative of L by q; pdot - dL/dq is Q without friction and payload"
    AccelerationEnergy1 "EA1" ["acceleration_energy", "gibbs_appell"] "E_{\\mathrm{A1}#}" "E_(\"A1\" #)"
        Parts by |it, link| it.acceleration_energy([1, 0], link);
        "J/s^2", order 2, Polynomial, All, []
        "acceleration energy (Gibbs-Appell function): half the integral of the squared acceleration over the mass, without gravity"
    AccelerationEnergy2 "EA2" ["acceleration_energy_2"] "E_{\\mathrm{A2}#}" "E_(\"A2\" #)"
        Parts by |it, link| it.acceleration_energy([2, 0], link);
        "J/s^4", order 3, Polynomial, All, []
        "acceleration energy of order 2: half the integral of the squared jerk"
    AccelerationEnergy3 "EA3" ["acceleration_energy_3"] "E_{\\mathrm{A3}#}" "E_(\"A3\" #)"
        Parts by |it, link| it.acceleration_energy([3, 0], link);
        "J/s^6", order 4, Polynomial, All, []
        "acceleration energy of order 3: half the integral of the squared snap"
    AccelerationEnergy4 "EA4" ["acceleration_energy_4"] "E_{\\mathrm{A4}#}" "E_(\"A4\" #)"
        Parts by |it, link| it.acceleration_energy([4, 0], link);
        "J/s^8", order 5, Polynomial, All, []
        "acceleration energy of order 4: half the integral of the square of the time derivative of order 5 of the place"
    AccelerationEnergy5 "EA5" ["acceleration_energy_5"] "E_{\\mathrm{A5}#}" "E_(\"A5\" #)"
        Parts by |it, link| it.acceleration_energy([5, 0], link);
        "J/s^10", order 6, Polynomial, All, []
        "acceleration energy of order 5: half the integral of the square of the time derivative of order 6 of the place"
    AccelerationEnergy6 "EA6" ["acceleration_energy_6"] "E_{\\mathrm{A6}#}" "E_(\"A6\" #)"
        Parts by |it, link| it.acceleration_energy([6, 0], link);
        "J/s^12", order 7, Polynomial, All, []
        "acceleration energy of order 6: half the integral of the square of the time derivative of order 7 of the place"
    AccelerationEnergyRate1 "EA1dot" [] "\\dot{E}_{\\mathrm{A1}#}" "dot(E)_(\"A1\" #)"
        Parts by |it, link| it.acceleration_energy([1, 1], link);
        "J/s^3", order 3, Polynomial, All, []
        "time derivative of EA1"
    AccelerationEnergyRate2 "EA2dot" [] "\\dot{E}_{\\mathrm{A2}#}" "dot(E)_(\"A2\" #)"
        Parts by |it, link| it.acceleration_energy([2, 1], link);
        "J/s^5", order 4, Polynomial, All, []
        "time derivative of EA2"
    AccelerationEnergyRate3 "EA3dot" [] "\\dot{E}_{\\mathrm{A3}#}" "dot(E)_(\"A3\" #)"
        Parts by |it, link| it.acceleration_energy([3, 1], link);
        "J/s^7", order 5, Polynomial, All, []
        "time derivative of EA3"

    // derivatives
    DrivingForceRate "dQ" ["torque_rates"] "\\dot{Q}" "dot(Q)"
        PerCoordinate by |it| it.driving_force_rates(1);
        "N m/s (revolute), N/s (prismatic)", order 3, Polynomial, All, [Payload]
        "time derivative of Q"
    DrivingForceSecondRate "ddQ" ["torque_second_rates"] "\\ddot{Q}" "dot.double(Q)"
        PerCoordinate by |it| it.driving_force_rates(2);
        "N m/s^2 (revolute), N/s^2 (prismatic)", order 4, Polynomial, All, [Payload]
        "second time derivative of Q"
    DrivingForceThirdRate "d3Q" ["torque_third_rates"] "\\dddot{Q}" "dot.triple(Q)"
        PerCoordinate by |it| it.driving_force_rates(3);
        "N m/s^3 (revolute), N/s^3 (prismatic)", order 5, Polynomial, All, [Payload]
        "third time derivative of Q"
    DrivingForceFourthRate "d4Q" ["torque_fourth_rates"] "Q^{(4)}" "Q^((4))"
        PerCoordinate by |it| it.driving_force_rates(4);
        "N m/s^4 (revolute), N/s^4 (prismatic)", order 6, Polynomial, All, [Payload]
        "fourth time derivative of Q"
    DrivingForceFifthRate "d5Q" ["torque_fifth_rates"] "Q^{(5)}" "Q^((5))"
        PerCoordinate by |it| it.driving_force_rates(5);
        "N m/s^5 (revolute), N/s^5 (prismatic)", order 7, Polynomial, All, [Payload]
        "fifth time derivative of Q"
    DrivingForceByPosition "dQ/dq" [] "\\frac{\\partial Q}{\\partial q}" "(partial Q) / (partial q)"
        Square by |it| it.driving_force_slopes(0);
        "unit of Q per unit of q", order 2, Polynomial, All, [Payload]
        "derivative of Q by q"
    DrivingForceByVelocity "dQ/dqd" [] "\\frac{\\partial Q}{\\partial \\dot{q}}" "(partial Q) / (partial dot(q))"
        Square by |it| it.driving_force_slopes(1);
        "unit of Q per unit of q'", order 1, Polynomial, All, []
        "derivative of Q by q'; that of sign is zero. Where friction depends on the load, it depends on q'' and the payload too"
    DrivingForceByAcceleration "dQ/dqdd" [] "\\frac{\\partial Q}{\\partial \\ddot{q}}" "(partial Q) / (partial dot.double(q))"
        Square by |it| it.driving_force_slopes(2);
        "unit of Q per unit of q''", order 0, Polynomial, All, []
        "derivative of Q by q'': the mass matrix. Where friction depends on the load, its slopes are added, and it depends on q', q'' and the payload too"
    JointAccelerationByPosition "dqdd/dq" [] "\\frac{\\partial \\ddot{q}}{\\partial q}" "(partial dot.double(q)) / (partial q)"
        Square by |it| it.acceleration_slopes(0);
        "unit of q'' per unit of q", order 1, Quotient, All, [DrivingForces, Payload]
        "derivative by q of the accelerations for the driving forces tau"
    JointAccelerationByVelocity "dqdd/dqd" [] "\\frac{\\partial \\ddot{q}}{\\partial \\dot{q}}" "(partial dot.double(q)) / (partial dot(q))"
        Square by |it| it.acceleration_slopes(1);
        "unit of q'' per unit of q'", order 1, Quotient, All, [DrivingForces, Payload]
        "derivative by q' of the accelerations for the driving forces tau"
    InverseMassMatrix "dqdd/dtau" ["inverse_mass_matrix"] "M^{-1}" "M^(-1)"
        Square by Self::inverse_mass_matrix;
        "1/(kg m^2), 1/(kg m), 1/kg", order 0, Quotient, All, []
        "inverse of the mass matrix: derivative of the accelerations by the driving forces, where no friction depends on the load"

    // identification
    Regressor "Y" ["regressor"] "Y" "Y"
        Table by Self::regressor;
        "unit of Q per unit of the parameter", order 2, Polynomial, RigidOnly, []
        "regressor: Q = Y p without payload, friction, springs and compensators; columns m, hx, hy, hz (mass times centre), xx, yy, zz, xy, xz, yz (about the origin of {i}; xy, xz, yz are integrals) of every link, then Ir of every rotor"
    BaseParameters "base" ["base_parameters"] "p_{\\mathrm{b}#}" "p_(\"b\" #)"
        List by Self::base_parameter_list;
        "unit of the parameter", order 0, Polynomial, RigidOnly, []
        "base parameters: the combinations of inertial parameters on which Q depends, each by the name of its column of Y"

    // elastic links
    ModalIntegrals "integrals" ["modal_integrals"] "\\Gamma" "Gamma"
        LinkList by Self::modal_integrals;
        "m, rad, kg m, kg m^2, N/m, N s/m", order 0, Polynomial, All, []
        "modal integrals of elastic link i by their names, without those that are zero: shift (u) and slope (s) of the tip by each mode, the integrals of d (a), r d^T (b) and d d^T (m) over the mass, stiffness (k), damping (d)"
    Vibrations "modes" ["vibrations"] "\\Phi" "Phi"
        Table by Self::vibrations;
        "rad/s; 1", order 0, None, All, []
        "small vibrations about the state at rest: a row for each, its angular frequency and its shape, whose largest entry is 1; a negative frequency is a rate of growth"
    VibrationsAtSpeed "whirl" ["modes_at_speed", "campbell"] "\\Psi" "Psi"
        Table by Self::vibrations_at_speed;
        "rad/s; 1/s; 1", order 2, None, All, [Payload]
        "vibrations of the elastic links about the state while the joints move as it says, with gyroscopic and centrifugal forces, damping, gravity and payload: a row for each, its angular frequency, its decay (minus the real part; negative where it grows) and its damping ratio"
    StaticDeflection "sag" ["static_deflection"] "q_{\\mathrm{s}#}" "q_(\"s\" #)"
        PerCoordinate by Self::static_deflection;
        "rad, m", order 2, None, All, [Payload]
        "coordinates with elastic links as gravity, payload and the motion of the joints bend them: at rest, or while the joints move with the velocities and accelerations of the state"
}
