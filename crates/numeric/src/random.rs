//! Random numbers that are the same on every run: splitmix64 (Steele, Lea, Flood 2014).

/// A generator.
///
/// ```
/// use appell_numeric::random::Random;
///
/// let mut random = Random::new(1899);
/// assert_eq!(random.bits(), Random::new(1899).bits());
/// assert!(random.below(6) < 6 && random.signed().abs() <= 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed; each seed has a sequence of its own.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number from -1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.bits() as f64 / (u64::MAX as f64 / 2.0) - 1.0
    }

    /// A number from 0 to less than a limit; 0 when the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        (self.bits() % limit) as usize
    }

    /// Yes or no.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of several things; none of none.
    pub fn choose<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len()))
    }

    /// Another order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// Bits without a pattern from bits with one: the last step of splitmix64.
pub fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Numbers spread evenly over (0, 1), for an index from 1: multiples of the golden section. Unlike
/// random numbers, no two of few are close to each other.
pub fn evenly_spread(index: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    (index as f64 * GOLDEN).fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation (Vigna, splitmix64.c) for the seed 0.
    #[test]
    fn the_sequence_of_the_reference() {
        let mut random = Random::new(0);
        let first = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        first.into_iter().for_each(|bits| assert_eq!(random.bits(), bits));
    }

    #[test]
    fn a_shuffle_keeps_all() {
        let mut things: Vec<usize> = (0..50).collect();
        Random::new(7).shuffle(&mut things);
        assert_ne!(things, (0..50).collect::<Vec<_>>());
        things.sort_unstable();
        assert_eq!(things, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn few_numbers_are_far_from_each_other() {
        let mut numbers: Vec<f64> = (1..=20).map(evenly_spread).collect();
        numbers.sort_by(f64::total_cmp);
        assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] > 0.5 / 20.0));
    }
}
