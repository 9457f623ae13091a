//! When a pivot of a symmetric matrix counts as zero.

/// What elimination must leave of a diagonal entry, relative to the entry. Elimination of n rows
/// loses about n times 1e-16 of it: what is left of an exact zero stays below this limit up to a
/// thousand coupled rows, and a matrix that is refused has a condition number above 1e13, of whose
/// solutions no more than three digits would be right.
pub const LEAST_REMAINDER: f64 = 1e-13;

/// Whether the remainder of a diagonal entry after elimination shows that the matrix is not
/// positive definite: zero up to rounding, negative, or not a number.
///
/// ```
/// use appell_numeric::pivot::is_lost;
///
/// assert!(!is_lost(1e-12, 1.0));
/// assert!(is_lost(1e-14, 1.0) && is_lost(-1.0, 1.0) && is_lost(f64::NAN, 1.0));
/// ```
pub fn is_lost(remainder: f64, entry: f64) -> bool {
    // a comparison with a number that is none is false
    !matches!(remainder.partial_cmp(&(LEAST_REMAINDER * entry)), Some(std::cmp::Ordering::Greater))
}
