//! The programs of the folder `examples` run, and what they assert holds.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "../../examples/derive_2r.rs"]
mod derive_2r;
#[path = "../../examples/elastic_arm.rs"]
mod elastic_arm;
#[path = "../../examples/generate_c.rs"]
mod generate_c;
#[path = "../../examples/inverse_dynamics_urdf.rs"]
mod inverse_dynamics_urdf;
#[path = "../../examples/lqr_cart_pole.rs"]
mod lqr_cart_pole;
#[path = "../../examples/million_states.rs"]
mod million_states;
#[path = "../../examples/own_robot.rs"]
mod own_robot;
#[path = "../../examples/proof_read.rs"]
mod proof_read;

macro_rules! run {
    ($($example:ident),* $(,)?) => {
        const RUN: &[&str] = &[$(stringify!($example)),*];

        $(#[test]
        fn $example() {
            $example::main().unwrap();
        })*
    };
}

run!(
    derive_2r,
    elastic_arm,
    generate_c,
    inverse_dynamics_urdf,
    lqr_cart_pole,
    million_states,
    own_robot,
    proof_read,
);

#[test]
fn every_example_is_run() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(example) = name.strip_suffix(".rs") {
            assert!(RUN.contains(&example), "the example {example} is not run by this test");
        }
    }
}
