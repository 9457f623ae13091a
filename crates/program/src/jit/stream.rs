//! Stores past the caches, for results that these cannot hold. An ordinary store first reads the line of
//! memory that it changes, and pushes what is needed later out of the caches; these do neither.

#![allow(unsafe_code, reason = "such stores are instructions of the processor")]

/// Copies values.
#[cfg(target_arch = "x86_64")]
pub(super) fn copy(to: &mut [f64], from: &[f64]) {
    use std::arch::x86_64::{_mm_loadu_pd, _mm_stream_pd, _mm_stream_si64};
    let single = |to: &mut f64, from: f64| {
        // SAFETY: `to` is borrowed for writing, and aligned as a number is
        unsafe { _mm_stream_si64(std::ptr::from_mut(to).cast(), from.to_bits().cast_signed()) }
    };
    // pairs begin at a multiple of their size
    let first = usize::from(!to.as_ptr().addr().is_multiple_of(16)).min(from.len());
    let (head, pairs) = to.split_at_mut(first);
    let (single_values, values) = from.split_at(first);
    head.iter_mut().zip(single_values).for_each(|(to, from)| single(to, *from));
    let (mut places, mut values) = (pairs.chunks_exact_mut(2), values.chunks_exact(2));
    for (to, from) in places.by_ref().zip(values.by_ref()) {
        // SAFETY: both have two numbers, and `to` lies at a multiple of 16 bytes
        unsafe { _mm_stream_pd(to.as_mut_ptr(), _mm_loadu_pd(from.as_ptr())) }
    }
    let last = places.into_remainder().iter_mut().zip(values.remainder());
    last.for_each(|(to, from)| single(to, *from));
}

/// Makes the copied values visible to all that follows: these stores are not ordered otherwise.
#[cfg(target_arch = "x86_64")]
pub(super) fn finish() {
    // SAFETY: every processor of this architecture has it
    unsafe { std::arch::x86_64::_mm_sfence() }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn copy(to: &mut [f64], from: &[f64]) {
    to[..from.len()].copy_from_slice(from);
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn finish() {}

#[cfg(test)]
mod tests {
    use super::*;

    /// From and to any place, of any length; and nothing beside it is touched.
    #[test]
    fn copies_at_any_place() {
        let from: Vec<f64> = (0..40).map(|k| f64::from(k) + 0.25).collect();
        for (to, of, count) in
            (0..4).flat_map(|to| (0..3).flat_map(move |of| (0..20).map(move |n| (to, of, n))))
        {
            let mut place = vec![-1.0; 32];
            copy(&mut place[to..to + count], &from[of..of + count]);
            finish();
            assert_eq!(place[to..to + count], from[of..of + count]);
            assert!(place[..to].iter().chain(&place[to + count..]).all(|&entry| entry == -1.0));
        }
    }
}
