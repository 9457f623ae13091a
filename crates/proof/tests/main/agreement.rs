//! Formalisms compared: which are there for which quantity, and that they agree.

use appell_algebra::Budget;
use appell_mechanics::Quantity;
use appell_model::Robot;
use appell_proof::{Agreement, Outcome, formalisms_agree};

fn compared(name: &str, quantity: &str, terms: usize) -> Agreement {
    let robot = Robot::bundled(name).unwrap();
    let quantity = Quantity::read_one(quantity, &robot).unwrap();
    formalisms_agree(quantity, &robot, &Budget::default().with_terms(terms))
}

#[test]
fn formalisms_agree_as_polynomials() {
    for (robot, quantities) in [
        (
            "scara",
            ["Q", "M", "c", "G", "Ek", "EA2", "T0[tool]", "J", "Qinertia", "dQ", "p", "pdot"]
                .as_slice(),
        ),
        ("gripper_arm", &["Q", "M", "G", "Qinertia", "dQ", "pdot"]),
        ("elastic_joints", &["Q", "G", "Qinertia", "p", "pdot"]),
        ("flex1r", &["Q", "M", "c", "Ek", "J[1]", "T0[1]", "JC[1]", "JCdot[1]", "p", "pdot"]),
        (
            "trr",
            &["ddQ", "JC[3]", "JCdot[3]", "EA1", "Jspace[2]", "Jbody", "expprod[1,3]", "jerk[2]"],
        ),
        ("cartpole", &["d3Q", "d4Q", "d5Q", "EA3"]),
    ] {
        for quantity in quantities {
            let found = compared(robot, quantity, 1_000_000);
            assert!(matches!(found.outcome, Outcome::Identical { .. }), "{quantity}: {found:?}");
            assert!(found.routes.len() > 1, "{quantity}");
        }
    }
    assert_eq!(compared("2r", "Ep", 1000).outcome, Outcome::SingleRoute);
}

/// Acceleration energies of elastic links, of any order, of the robot and of a link.
#[test]
fn acceleration_energies_of_elastic_links_by_two_routes() {
    for (robot, quantities) in [
        ("flex1r", ["EA1", "EA2[1]"].as_slice()),
        ("mesh1r", &["EA1", "EA3", "EA4"]),
        ("cartpole", &["EA4", "EA2[2]"]),
    ] {
        for quantity in quantities {
            let found = compared(robot, quantity, 1_000_000);
            assert!(matches!(found.outcome, Outcome::Identical { .. }), "{quantity}: {found:?}");
            assert_eq!(found.routes, ["trace form", "velocities in the axes of links"]);
        }
    }
}

/// The entries of this robot hold one over a sum, the mass of a link.
#[test]
fn elastic_links_agree_at_states() {
    for quantity in ["Q", "EA2"] {
        let found = compared("flex2r", quantity, 100);
        assert!(matches!(found.outcome, Outcome::AtStates { states: 5, .. }), "{found:?}");
    }
}

/// Where polynomials grow too long, rational states decide, and it is said.
#[test]
fn formalisms_agree_at_states() {
    for quantity in ["Q", "dQ", "EA1", "pdot"] {
        let found = compared("puma560", quantity, 100);
        assert!(matches!(found.outcome, Outcome::AtStates { states: 5, .. }), "{found:?}");
    }
}
