//! Products of powers of atoms: their order and their product.

use std::cmp::Ordering;

use crate::atom::Atom;
use crate::error::Error;

/// A power of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Factor {
    /// What is raised.
    pub atom: Atom,
    /// To which power; never zero in a normal form.
    pub exponent: i32,
}

/// The largest magnitude of an exponent.
pub(crate) const MAX_EXPONENT: i32 = 1 << 24;

/// Fails when an exponent is too large to be kept.
pub(crate) fn check_exponent(exponent: i64) -> Result<i32, Error> {
    match i32::try_from(exponent) {
        Ok(exponent) if exponent.unsigned_abs() <= MAX_EXPONENT.unsigned_abs() => Ok(exponent),
        _ => Err(Error::Exponent { exponent: exponent.unsigned_abs(), limit: MAX_EXPONENT as u64 }),
    }
}

/// The lexicographic order of the exponent vectors, the smallest atom counting first.
///
/// It is kept by multiplication: `a < b` implies `a*m < b*m`.
#[inline]
pub(super) fn compare(left: &[Factor], right: &[Factor]) -> Ordering {
    let common = left.iter().zip(right).take_while(|(l, r)| l == r).count();
    match (left.get(common), right.get(common)) {
        (None, None) => Ordering::Equal,
        (Some(l), None) => l.exponent.cmp(&0),
        (None, Some(r)) => 0.cmp(&r.exponent),
        (Some(l), Some(r)) => match l.atom.cmp(&r.atom) {
            Ordering::Equal => l.exponent.cmp(&r.exponent),
            // the atom that only one side has is the first that differs
            Ordering::Less => l.exponent.cmp(&0),
            Ordering::Greater => 0.cmp(&r.exponent),
        },
    }
}

/// Appends the product of two monomials. Squares of sines stay as they are.
#[inline]
pub(super) fn multiply_into(
    out: &mut Vec<Factor>,
    left: &[Factor],
    right: &[Factor],
) -> Result<(), Error> {
    let (mut i, mut j) = (0, 0);
    while let (Some(l), Some(r)) = (left.get(i), right.get(j)) {
        match l.atom.cmp(&r.atom) {
            Ordering::Less => {
                out.push(*l);
                i += 1;
            }
            Ordering::Greater => {
                out.push(*r);
                j += 1;
            }
            Ordering::Equal => {
                let exponent = check_exponent(i64::from(l.exponent) + i64::from(r.exponent))?;
                if exponent != 0 {
                    out.push(Factor { atom: l.atom, exponent });
                }
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
    Ok(())
}
