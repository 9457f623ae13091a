//! Mass, first and second moments of a body: integrals of 1, r, r r^T dm, which move between
//! frames by simpler formulas than tensors of inertia.

use appell_spatial::{MassMoments, Matrix, Scalar, Transform, Vector};

/// The names of the ten parameters of a link: mass, first moments, second moments.
pub const PARAMETERS: [&str; 10] =
    ["m", "hx", "hy", "hz", "kxx", "kyy", "kzz", "kxy", "kxz", "kyz"];

/// The places of the second moments in the matrix, in the order of the names.
const PLACES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// How the mass of a body is spread about the origin of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct SecondMoments<S> {
    /// The mass.
    pub mass: S,
    /// The integral of r dm.
    pub first: Vector<S>,
    /// The integral of r r^T dm.
    pub second: Matrix<S>,
}

impl<S: Scalar> SecondMoments<S> {
    /// A body by its tensor of inertia.
    pub(super) fn of(moments: &MassMoments<S>) -> Self {
        Self { mass: moments.mass.clone(), first: moments.first.clone(), second: moments.second() }
    }

    /// Nothing; the scalar says of which kind.
    pub(super) fn none(like: &S) -> Self {
        Self::from_parameters(&std::array::from_fn(|_| like.integer(0)))
    }

    /// A body by its ten parameters.
    pub fn from_parameters([m, x, y, z, xx, yy, zz, xy, xz, yz]: &[S; 10]) -> Self {
        Self {
            mass: m.clone(),
            first: Vector([x, y, z].map(S::clone)),
            second: Matrix::symmetric([xx, yy, zz, xy, xz, yz].map(S::clone)),
        }
    }

    /// The ten parameters.
    pub fn parameters(&self) -> [S; 10] {
        let second = PLACES.map(|(i, j)| self.second.0[i][j].clone());
        let Vector([x, y, z]) = self.first.clone();
        let [xx, yy, zz, xy, xz, yz] = second;
        [self.mass.clone(), x, y, z, xx, yy, zz, xy, xz, yz]
    }

    /// The same body in the outer frame: r = p + R r'.
    pub(super) fn moved(&self, outer_from_inner: &Transform<S>) -> Self {
        let (rotation, p) = (&outer_from_inner.rotation, &outer_from_inner.position);
        let inner = rotation * &self.first;
        let first = &inner + &p.scale(&self.mass);
        // h p^T + p h^T + m p p^T with h' = h + m p: h p^T + p h'^T
        let grown = PLACES.map(|(i, j)| inner.0[i].mul(&p.0[j]).add(&p.0[i].mul(&first.0[j])));
        let second = &rotation.rotate_tensor(&self.second) + &Matrix::symmetric(grown);
        Self { mass: self.mass.clone(), first, second }
    }

    /// The same body, turned about an axis of the frame by the angle of this cosine and sine.
    pub(super) fn turned(&self, axis: usize, cos: &S, sin: &S) -> Self {
        let (j, l, m) = (axis, (axis + 1) % 3, (axis + 2) % 3);
        let turn = |a: &S, b: &S| [a.mul(cos).sub(&b.mul(sin)), a.mul(sin).add(&b.mul(cos))];
        let mut turned = self.clone();
        [turned.first.0[l], turned.first.0[m]] = turn(&self.first.0[l], &self.first.0[m]);
        let k = &self.second.0;
        let [along_l, along_m] = turn(&k[l][j], &k[m][j]);
        // the rest turns by twice the angle: K_ll - K_mm and 2 K_lm
        let [y, x] = turn(&k[l][l].sub(&k[m][m]), &k[l][m].add(&k[l][m]));
        let (diagonal, across) = (sin.mul(&x), k[l][m].add(&sin.mul(&y)));
        let second = &mut turned.second.0;
        (second[l][j], second[j][l]) = (along_l.clone(), along_l);
        (second[m][j], second[j][m]) = (along_m.clone(), along_m);
        (second[l][m], second[m][l]) = (across.clone(), across);
        second[l][l] = k[l][l].sub(&diagonal);
        second[m][m] = k[m][m].add(&diagonal);
        turned
    }

    /// Two bodies as one.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            mass: self.mass.add(&other.mass),
            first: &self.first + &other.first,
            second: &self.second + &other.second,
        }
    }

    /// What is left of a body when a part is taken away.
    pub(super) fn minus(&self, part: &Self) -> Self {
        Self {
            mass: self.mass.sub(&part.mass),
            first: &self.first - &part.first,
            second: &self.second - &part.second,
        }
    }
}
