//! The regressor: driving forces are linear in the inertial parameters of the links.
//!
//! Q = Y p, where p has ten entries a link: mass, first moments (m c), moments and products of
//! inertia about the origin of {i}, [m, hx, hy, hz, xx, yy, zz, xy, xz, yz]; the products are
//! integrals (xy: of x y); then the inertia of every rotor. Gravity is in Y; payload, friction and springs
//! are not.

use appell_spatial::{MassMoments, Matrix, Scalar, Transform, Vector, Wrench};

use crate::kinematics::Motion;
use crate::mechanism::{Body, Mechanism};
use crate::newton_euler::inertia_wrench;
use crate::rotor::Rotor;
use crate::state::State;

/// The names of the ten parameters of a link.
pub const LINK_PARAMETERS: [&str; 10] = ["m", "hx", "hy", "hz", "xx", "yy", "zz", "xy", "xz", "yz"];

/// Bodies that have one of the ten parameters, and nothing else.
fn unit_bodies<S: Scalar>(like: &S) -> [MassMoments<S>; 10] {
    std::array::from_fn(|which| {
        let entry = |number: usize| like.integer(i64::from(number == which));
        let product = |number: usize| entry(number).neg();
        MassMoments {
            mass: entry(0),
            first: Vector::new(entry(1), entry(2), entry(3)),
            inertia: Matrix::symmetric([
                entry(4),
                entry(5),
                entry(6),
                product(7),
                product(8),
                product(9),
            ]),
        }
    })
}

/// Y: a row for each coordinate, ten columns for each link, then one for each rotor.
pub fn regressor<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
    motions: &[Motion<S>],
) -> Vec<Vec<S>> {
    let zero = mechanism.zero();
    let count = mechanism.coordinates();
    let mut columns: Vec<Vec<S>> = Vec::new();
    // what a wrench on a link asks of the drives
    let forces = |link: usize, mut wrench: Wrench<S>| {
        let mut column = vec![zero.clone(); count];
        let mut at = link;
        loop {
            let carrier = &mechanism.joints[at];
            carrier.add_force(|| carrier.along(&wrench), &mut column);
            let Some(parent) = carrier.parent else { return column };
            wrench = wrench.moved(&in_parent[at]);
            at = parent;
        }
    };
    let units = unit_bodies(&zero);
    for (link, motion) in motions.iter().enumerate().take(mechanism.links) {
        columns.extend(units.iter().map(|unit| forces(link, inertia_wrench(unit, motion))));
    }
    for rotor in &mechanism.rotors {
        let unit = Rotor { inertia: zero.integer(1), ..rotor.clone() };
        let motion = rotor.on.map(|link| (link, &motions[link]));
        let mut column = match motion {
            Some((link, Motion { omega, eps, .. })) => {
                let moment = unit.moment(state, [omega, eps]);
                forces(link, Wrench { force: mechanism.still(), moment })
            }
            None => vec![zero.clone(); count],
        };
        unit.add_forces(state, motion.map(|(_, motion)| &motion.eps), &mut column);
        columns.push(column);
    }
    (0..count).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect()
}

/// The inertial parameters of all links and rotors, in the order of the columns.
pub fn inertial_parameters<S: Scalar>(mechanism: &Mechanism<S>) -> Vec<S> {
    let of_link = |joint: &Body<S>| {
        let MassMoments { mass, first: Vector([x, y, z]), inertia: Matrix(i) } = &joint.moments;
        let moments = [mass, x, y, z, &i[0][0], &i[1][1], &i[2][2]].map(S::clone);
        let products = [i[0][1].neg(), i[0][2].neg(), i[1][2].neg()];
        moments.into_iter().chain(products).collect::<Vec<_>>()
    };
    let rotors = mechanism.rotors.iter().map(|rotor| rotor.inertia.clone());
    mechanism.joints[..mechanism.links].iter().flat_map(of_link).chain(rotors).collect()
}
