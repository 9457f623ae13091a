//! Functions that compiled code calls: sines and cosines, signs. They read and write places of as
//! many numbers as there are lanes.

#![allow(unsafe_code, reason = "compiled code hands over addresses")]

use super::task::Kind;
use crate::sine;

/// An argument, and one or two results.
type Called = unsafe extern "sysv64" fn(*const f64, *mut f64, *mut f64);

/// The address of the function for so many lanes.
pub(super) fn address(kind: Kind, lanes: usize) -> u64 {
    let function: Called = match (kind, lanes) {
        (Kind::Sign, 1) => sign::<1>,
        (Kind::Sign, 4) => sign::<4>,
        (Kind::Sign, _) => sign::<8>,
        (_, 1) => sin_cos_1,
        (_, 4) => sin_cos_4,
        (_, _) => sin_cos_8,
    };
    function as usize as u64
}

/// # Safety
/// The addresses are those of places in the memory of a program, N numbers each; the results are
/// not the argument.
unsafe extern "sysv64" fn sign<const N: usize>(x: *const f64, result: *mut f64, _: *mut f64) {
    // SAFETY: as above
    let (x, result) = unsafe { (&*x.cast::<[f64; N]>(), &mut *result.cast::<[f64; N]>()) };
    for k in 0..N {
        result[k] = if x[k] == 0.0 { 0.0 } else { x[k].signum() };
    }
}

macro_rules! sin_cos {
    ($name:ident, $lanes:literal, $features:literal) => {
        /// # Safety
        /// The addresses are those of three different places in the memory of a program. The
        /// processor has the features: code for as many lanes is made only where it does.
        unsafe extern "sysv64" fn $name(x: *const f64, sine: *mut f64, cosine: *mut f64) {
            #[target_feature(enable = $features)]
            fn inner(x: &[f64; $lanes], sine: &mut [f64; $lanes], cosine: &mut [f64; $lanes]) {
                sine::lanes(x, sine, cosine);
            }
            type Lanes = [f64; $lanes];
            // SAFETY: as above
            unsafe {
                inner(
                    &*x.cast::<Lanes>(),
                    &mut *sine.cast::<Lanes>(),
                    &mut *cosine.cast::<Lanes>(),
                );
            }
        }
    };
}

sin_cos!(sin_cos_1, 1, "avx2,fma");
sin_cos!(sin_cos_4, 4, "avx2,fma");
sin_cos!(sin_cos_8, 8, "avx512f,avx512dq,avx512vl,avx2,fma");
