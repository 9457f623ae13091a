//! The formulations agree, exactly.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_algebra::{Bounded, Budget, Limited, Poly};
use appell_mechanics::{
    Coordinate, Mechanism, State, geometry, higher_order, kinematics, lagrange, newton_euler,
};
use appell_model::{BUNDLED, Robot};

fn exact<'l>(robot: &Robot, limited: &'l Limited) -> (Mechanism<Bounded<'l>>, State<Bounded<'l>>) {
    let mechanism =
        Mechanism::new(robot, |entry| Ok::<_, ()>(limited.scalar(entry.clone()))).unwrap();
    let state = robot.coordinates().into_iter().map(|q| Coordinate {
        q: limited.scalar(q),
        cos: limited.scalar(Poly::cos(q)),
        sin: limited.scalar(Poly::sin(q)),
        rates: (1..=5).map(|order| limited.scalar(q.derivative(order).unwrap())).collect(),
    });
    (mechanism, State(state.collect()))
}

#[test]
fn three_routes_to_the_driving_forces() {
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
        if robot.joints().len() > 5 {
            continue;
        }
        let limited = Limited::new(Budget::default());
        let (mechanism, state) = exact(&robot, &limited);
        let start = std::time::Instant::now();
        let in_parent = geometry::in_parent(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &in_parent);
        let wrenches = newton_euler::connection_wrenches(&mechanism, &in_parent, &motions);
        let newton = newton_euler::driving_forces(&mechanism, &wrenches);
        let t1 = start.elapsed();
        let lagrange = lagrange::driving_forces_by_lagrange(&mechanism, &state);
        let t2 = start.elapsed();
        let appell = higher_order::driving_forces_by_appell(&mechanism, &state);
        let t3 = start.elapsed();
        println!(
            "{} {} terms NE {t1:?} L {:?} A {:?}",
            file.name,
            newton.iter().map(|q| q.poly().term_count()).sum::<usize>(),
            t2 - t1,
            t3 - t2
        );
        for k in 0..newton.len() {
            assert!(newton[k].poly() == lagrange[k].poly(), "{} {k}", file.name);
            assert!(newton[k].poly() == appell[k].poly(), "{} {k}", file.name);
        }
    }
}
