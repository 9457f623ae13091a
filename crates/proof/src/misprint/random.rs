//! Random numbers that are the same on every run: splitmix64 (Steele, Lea, Flood 2014).

/// A generator.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to less than a limit; 0 when the limit is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        (self.next() % limit) as usize
    }

    /// Yes or no.
    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of several things; none of none.
    pub(super) fn choose<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len()))
    }

    /// Another order (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
