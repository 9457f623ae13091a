//! Sine and cosine as compiled code calculates them: the same bits on every machine and for any
//! number of lanes.
//!
//! The angle is reduced by multiples of pi/2 in three parts with fused multiply-adds, then
//! follow the polynomials of Sun's fdlibm (1993) on (-pi/4, pi/4). Beyond [`FAR`] the standard
//! library takes over, which reduces by as many digits of pi as it takes.

/// Up to here three parts of pi/2 are enough.
const FAR: f64 = 1e5;

/// pi/2 in three parts of 53 bits.
const QUARTER: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_183_3e-33];

/// Adding and taking away this number rounds to a whole one, which is then in the last bits.
const ROUNDING: f64 = 6_755_399_441_055_744.0;

const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Sine and cosine, within about one unit in the last place.
///
/// ```
/// let (sine, cosine) = appell_program::sin_cos(0.5);
/// assert!((sine - 0.5f64.sin()).abs() < 1e-15 && (cosine - 0.5f64.cos()).abs() < 1e-15);
/// ```
pub fn sin_cos(x: f64) -> (f64, f64) {
    let (mut sine, mut cosine) = ([0.0], [0.0]);
    lanes(&[x], &mut sine, &mut cosine);
    (sine[0], cosine[0])
}

/// The same for numbers side by side.
#[inline(always)]
pub(crate) fn lanes<const N: usize>(x: &[f64; N], sine: &mut [f64; N], cosine: &mut [f64; N]) {
    for k in 0..N {
        let rounded = (x[k] * std::f64::consts::FRAC_2_PI) + ROUNDING;
        let quarters = rounded - ROUNDING;
        let [first, second, third] = QUARTER;
        let rest = (-quarters).mul_add(first, x[k]);
        // the second part with all that is lost in rounding (after Knuth and Dekker), and the third
        let part = quarters * second;
        let r = rest - part;
        let taken = r - rest;
        let lost = (rest - (r - taken)) - (part + taken);
        let low = lost - quarters.mul_add(third, quarters.mul_add(second, -part));
        let z = r * r;
        let [s1, s2, s3, s4, s5, s6] = SINE;
        // in pairs, so that less waits for each other
        let zz = z * z;
        let s = zz.mul_add(z.mul_add(s6, s5), z.mul_add(s4, s3));
        let s = zz.mul_add(s, z.mul_add(s2, s1));
        // sin(r + low) = r + low + r^3 (...) - r^2/2 low
        let tail = (z * r).mul_add(s, low * (-0.5f64).mul_add(z, 1.0));
        let s = r + tail;
        let [c1, c2, c3, c4, c5, c6] = COSINE;
        let c = zz.mul_add(z.mul_add(c6, c5), z.mul_add(c4, c3));
        let c = zz.mul_add(c, z.mul_add(c2, c1));
        let half = 0.5 * z;
        let w = 1.0 - half;
        let c = w + ((1.0 - w - half) + zz.mul_add(c, -(r * low)));
        let quadrant = rounded.to_bits();
        let (a, b) = if quadrant & 1 == 0 { (s, c) } else { (c, s) };
        // the second bit of the quadrant, and of the next one, are the signs
        sine[k] = f64::from_bits(a.to_bits() ^ ((quadrant & 2) << 62));
        cosine[k] = f64::from_bits(b.to_bits() ^ ((quadrant.wrapping_add(1) & 2) << 62));
    }
    // infinities and what is no number have larger bits than any number
    let size = |x: f64| x.to_bits() & !(1 << 63);
    if x.iter().fold(0, |largest, &x| largest.max(size(x))) >= FAR.to_bits() {
        for k in (0..N).filter(|&k| size(x[k]) >= FAR.to_bits()) {
            (sine[k], cosine[k]) = x[k].sin_cos();
        }
    }
}
