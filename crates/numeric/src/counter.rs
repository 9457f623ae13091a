//! Random bits by counter: the bits of a number are calculated from the number itself, so that they are
//! the same whoever asks, in whatever order, on however many processors.
//!
//! Philox4x64-10 (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy
//! as 1, 2, 3", SC11, 2011), which NumPy has as `numpy.random.Philox`.

const MULTIPLIERS: [u64; 2] = [0xd2e7_470e_e14c_6c93, 0xca5a_8263_9512_1157];
/// The golden ratio and the root of 3 less 1, of which the keys of the rounds are multiples.
const WEYL: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];
const ROUNDS: usize = 10;

/// Four times 64 bits that belong to a counter, under a key.
///
/// ```
/// use appell_numeric::counter::philox;
/// // numpy.random.Philox(counter=[6, 0, 0, 0], key=[1899, 0]).random_raw(), which counts first
/// assert_eq!(philox([7, 0, 0, 0], [1899, 0])[0], 0x0bbb_d033_8ad9_5aba);
/// ```
pub fn philox(mut counter: [u64; 4], mut key: [u64; 2]) -> [u64; 4] {
    for round in 0..ROUNDS {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let product = |k: usize| u128::from(MULTIPLIERS[k]) * u128::from(counter[2 * k]);
        let [first, second] = [product(0), product(1)];
        counter = [
            (second >> 64) as u64 ^ counter[1] ^ key[0],
            second as u64,
            (first >> 64) as u64 ^ counter[3] ^ key[1],
            first as u64,
        ];
    }
    counter
}

/// The number between 0 and 1, both excluded, in the middle of those that begin with the first 52 bits.
pub fn unit(bits: u64) -> f64 {
    ((bits >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}
