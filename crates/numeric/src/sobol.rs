//! Points that fill a cube more evenly than random ones: the sequence of Sobol, in the order of Gray's code
//! (I. A. Antonov, V. M. Saleev, 1979), so that any point is calculated by itself.

/// How many dimensions there are.
pub const DIMENSIONS: usize = DIRECTIONS.len() + 1;

/// A primitive polynomial over the integers modulo 2, as the bits of its coefficients, and the first direction
/// numbers, of the second dimension and those that follow (S. Joe, F. Y. Kuo, "Constructing Sobol sequences
/// with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008; `new-joe-kuo-6.21201`).
const DIRECTIONS: [(u32, &[u64]); 39] = [
    (3, &[1]),
    (7, &[1, 3]),
    (11, &[1, 3, 1]),
    (13, &[1, 1, 1]),
    (19, &[1, 1, 3, 3]),
    (25, &[1, 3, 5, 13]),
    (37, &[1, 1, 5, 5, 17]),
    (41, &[1, 1, 5, 5, 5]),
    (47, &[1, 1, 7, 11, 19]),
    (55, &[1, 1, 5, 1, 1]),
    (59, &[1, 1, 1, 3, 11]),
    (61, &[1, 3, 5, 5, 31]),
    (67, &[1, 3, 3, 9, 7, 49]),
    (91, &[1, 1, 1, 15, 21, 21]),
    (97, &[1, 3, 1, 13, 27, 49]),
    (103, &[1, 1, 1, 15, 7, 5]),
    (109, &[1, 3, 1, 15, 13, 25]),
    (115, &[1, 1, 5, 5, 19, 61]),
    (131, &[1, 3, 7, 11, 23, 15, 103]),
    (137, &[1, 3, 7, 13, 13, 15, 69]),
    (143, &[1, 1, 3, 13, 7, 35, 63]),
    (145, &[1, 3, 5, 9, 1, 25, 53]),
    (157, &[1, 3, 1, 13, 9, 35, 107]),
    (167, &[1, 3, 1, 5, 27, 61, 31]),
    (171, &[1, 1, 5, 11, 19, 41, 61]),
    (185, &[1, 3, 5, 3, 3, 13, 69]),
    (191, &[1, 1, 7, 13, 1, 19, 1]),
    (193, &[1, 3, 7, 5, 13, 19, 59]),
    (203, &[1, 1, 3, 9, 25, 29, 41]),
    (211, &[1, 3, 5, 13, 23, 1, 55]),
    (213, &[1, 3, 7, 3, 13, 59, 17]),
    (229, &[1, 3, 1, 3, 5, 53, 69]),
    (239, &[1, 1, 5, 5, 23, 33, 13]),
    (241, &[1, 1, 7, 7, 1, 61, 123]),
    (247, &[1, 1, 7, 9, 13, 61, 49]),
    (253, &[1, 3, 3, 5, 3, 55, 33]),
    (285, &[1, 3, 1, 15, 31, 13, 49, 245]),
    (299, &[1, 3, 5, 15, 31, 59, 63, 97]),
    (301, &[1, 3, 1, 11, 11, 11, 77, 249]),
];

/// The sequence in some dimensions.
#[derive(Clone, Debug)]
pub struct Sobol {
    /// Of each dimension, what each bit of the number of a point changes.
    directions: Vec<[u64; 64]>,
}

impl Sobol {
    /// In so many dimensions; none if there are more than [`DIMENSIONS`].
    ///
    /// ```
    /// use appell_numeric::sobol::Sobol;
    /// let points = Sobol::new(2).ok_or("too many dimensions")?;
    /// let half = 1 << 63;
    /// assert_eq!([points.bits(1, 0), points.bits(1, 1)], [half, half]);
    /// assert_eq!([points.bits(2, 0), points.bits(2, 1)], [half + half / 2, half / 2]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn new(dimensions: usize) -> Option<Self> {
        let others = DIRECTIONS.get(..dimensions.saturating_sub(1))?;
        let first = std::array::from_fn(|bit| 1 << (63 - bit));
        let others = others.iter().map(|(polynomial, initial)| directions(*polynomial, initial));
        let directions = std::iter::once(first).chain(others).take(dimensions).collect();
        Some(Self { directions })
    }

    /// A coordinate of a point, as the bits of a fraction of one.
    pub fn bits(&self, point: u64, dimension: usize) -> u64 {
        let gray = point ^ (point >> 1);
        let directions = self.directions[dimension].iter().enumerate();
        let changed = directions.filter(|(bit, _)| gray >> bit & 1 == 1);
        changed.fold(0, |bits, (_, direction)| bits ^ direction)
    }
}

/// The direction numbers that follow from the first ones by the recurrence of the polynomial.
fn directions(polynomial: u32, initial: &[u64]) -> [u64; 64] {
    let degree = initial.len();
    let mut all = [0; 64];
    for bit in 0..64 {
        all[bit] = match initial.get(bit) {
            Some(number) => number << (63 - bit),
            None => {
                let earlier = (1..=degree).filter(|k| polynomial >> (degree - k) & 1 == 1);
                let sum = earlier.fold(0, |sum, k| sum ^ all[bit - k]);
                sum ^ (all[bit - degree] >> degree)
            }
        };
    }
    all
}
