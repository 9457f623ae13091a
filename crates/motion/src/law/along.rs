//! A law along a curve, whose parameter follows a law in its turn.

use super::Law;
use super::pieces::Pieces;

/// Derivatives of a law along a curve: more are never asked for.
const MOST: usize = 8;

/// The derivatives of a curve whose parameter moves: the Taylor series of the curve, into which that
/// of the parameter is put.
pub(super) fn derivatives(curve: &Pieces, parameter: &Law, t: f64, out: &mut [f64]) {
    let count = out.len().min(MOST);
    let mut inner = [0.0; MOST];
    parameter.derivatives(t, &mut inner[..count]);
    let mut outer = [0.0; MOST];
    curve.derivatives(inner[0], &mut outer[..count]);
    let mut factorial = 1.0;
    for k in 1..count {
        factorial *= k as f64;
        inner[k] /= factorial;
        outer[k] /= factorial;
    }
    inner[0] = 0.0;
    // Horner's scheme over truncated series
    let mut sum = [0.0; MOST];
    for k in (0..count).rev() {
        let mut product = [0.0; MOST];
        for i in 0..count {
            for j in 0..count - i {
                product[i + j] += sum[i] * inner[j];
            }
        }
        product[0] += outer[k];
        sum = product;
    }
    factorial = 1.0;
    out.fill(0.0);
    for (k, entry) in out.iter_mut().take(count).enumerate() {
        if k > 0 {
            factorial *= k as f64;
        }
        *entry = sum[k] * factorial;
    }
}
