//! The regressor: driving forces are linear in the inertial parameters of the links.
//!
//! Q = Y p, where p has ten entries a link: mass, first moments (m c), moments and products of
//! inertia about the origin of {i}, [m, hx, hy, hz, xx, yy, zz, xy, xz, yz]; the products are
//! integrals (xy: of x y). Gravity is in Y; payload and friction are not.

use appell_spatial::{MassMoments, Matrix, Scalar, Transform, Vector};

use crate::kinematics::Motion;
use crate::mechanism::{Body, Mechanism};
use crate::newton_euler::inertia_wrench;

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

/// Y: a row for each coordinate, ten columns for each link.
pub fn regressor<S: Scalar>(
    mechanism: &Mechanism<S>,
    in_parent: &[Transform<S>],
    motions: &[Motion<S>],
) -> Vec<Vec<S>> {
    let zero = mechanism.zero();
    let columns = mechanism.joints.len() * LINK_PARAMETERS.len();
    let mut rows = vec![vec![zero.clone(); columns]; mechanism.coordinates()];
    let units = unit_bodies(&zero);
    for (link, motion) in motions.iter().enumerate() {
        for (which, unit) in units.iter().enumerate() {
            let mut wrench = inertia_wrench(unit, motion);
            let mut at = link;
            loop {
                let carrier = &mechanism.joints[at];
                if let Some(row) = carrier.coordinate {
                    rows[row][link * units.len() + which] = carrier.along(&wrench);
                }
                match carrier.parent {
                    Some(parent) => {
                        wrench = wrench.moved(&in_parent[at]);
                        at = parent;
                    }
                    None => break,
                }
            }
        }
    }
    rows
}

/// The inertial parameters of all links, in the order of the columns.
pub fn inertial_parameters<S: Scalar>(mechanism: &Mechanism<S>) -> Vec<S> {
    let of_link = |joint: &Body<S>| {
        let MassMoments { mass, first: Vector([x, y, z]), inertia: Matrix(i) } = &joint.moments;
        let moments = [mass, x, y, z, &i[0][0], &i[1][1], &i[2][2]].map(S::clone);
        let products = [i[0][1].neg(), i[0][2].neg(), i[1][2].neg()];
        moments.into_iter().chain(products).collect::<Vec<_>>()
    };
    mechanism.joints.iter().flat_map(of_link).collect()
}
