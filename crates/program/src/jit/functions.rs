//! Functions that compiled code calls: sines and cosines of many angles, signs.

#![allow(unsafe_code, reason = "compiled code hands over addresses")]

use super::encode::CHUNK;
use crate::sine;

/// The address of the function that gives the signs of so many lanes.
pub(super) fn sign(lanes: usize) -> u64 {
    type Called = unsafe extern "sysv64" fn(*const f64, *mut f64);
    let function: Called = match lanes {
        1 => sign_of::<1>,
        4 => sign_of::<4>,
        _ => sign_of::<8>,
    };
    function as usize as u64
}

/// # Safety
/// The addresses are those of two different places in the memory of a program, N numbers each.
unsafe extern "sysv64" fn sign_of<const N: usize>(x: *const f64, result: *mut f64) {
    // SAFETY: as above
    let (x, result) = unsafe { (&*x.cast::<[f64; N]>(), &mut *result.cast::<[f64; N]>()) };
    for k in 0..N {
        result[k] = if x[k] == 0.0 { 0.0 } else { x[k].signum() };
    }
}

/// The address of the function that gives the sines and cosines of so many numbers.
pub(super) fn sin_cos(wide: bool) -> u64 {
    type Called = unsafe extern "sysv64" fn(*const f64, *mut f64, *mut f64, u64);
    let function: Called = if wide { sin_cos_512 } else { sin_cos_256 };
    function as usize as u64
}

macro_rules! sin_cos {
    ($name:ident, $features:literal) => {
        /// # Safety
        /// The addresses are those of the angles, sines and cosines in the memory of a program,
        /// which has as many numbers there, rounded up to whole chunks. The processor has the
        /// features: code that calls this is made only where it does.
        unsafe extern "sysv64" fn $name(
            x: *const f64,
            sine: *mut f64,
            cosine: *mut f64,
            count: u64,
        ) {
            #[target_feature(enable = $features)]
            fn inner(x: &Chunk, sine: &mut Chunk, cosine: &mut Chunk) {
                sine::lanes(x, sine, cosine);
            }
            for first in (0..count as usize).step_by(CHUNK) {
                // SAFETY: as above
                unsafe {
                    inner(
                        &*x.add(first).cast::<Chunk>(),
                        &mut *sine.add(first).cast::<Chunk>(),
                        &mut *cosine.add(first).cast::<Chunk>(),
                    );
                }
            }
        }
    };
}

type Chunk = [f64; CHUNK];

sin_cos!(sin_cos_256, "avx2,fma");
sin_cos!(sin_cos_512, "avx512f,avx512dq,avx512vl,avx2,fma");
