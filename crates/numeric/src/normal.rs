//! The quantiles of the normal distribution (M. J. Wichura, "Algorithm AS 241: the percentage points of the
//! normal distribution", Applied Statistics 37, 1988), to about 16 digits.
#![allow(clippy::excessive_precision, reason = "digits as the algorithm was published")]

/// Numerator and denominator of a ratio of polynomials, the highest power first.
type Ratio = [[f64; 8]; 2];

/// Where |p - 1/2| <= 0.425, in r = 0.425^2 - (p - 1/2)^2.
const MIDDLE: Ratio = [
    [
        2.509_080_928_730_122_672_7e3,
        3.343_057_558_358_812_810_5e4,
        6.726_577_092_700_870_085_3e4,
        4.592_195_393_154_987_145_7e4,
        1.373_169_376_550_946_112_5e4,
        1.971_590_950_306_551_442_7e3,
        1.331_416_678_917_843_774_5e2,
        3.387_132_872_796_366_608_0,
    ],
    [
        5.226_495_278_852_854_561_0e3,
        2.872_908_573_572_194_267_4e4,
        3.930_789_580_009_271_061_0e4,
        2.121_379_430_158_659_586_7e4,
        5.394_196_021_424_751_107_7e3,
        6.871_870_074_920_579_083_0e2,
        4.231_333_070_160_091_125_2e1,
        1.0,
    ],
];

/// Further out, in r = sqrt(-ln p) - 1.6.
const TAIL: Ratio = [
    [
        7.745_450_142_783_414_076_40e-4,
        2.272_384_498_926_918_458_33e-2,
        2.417_807_251_774_506_117_70e-1,
        1.270_458_252_452_368_382_58,
        3.647_848_324_763_204_605_04,
        5.769_497_221_460_691_405_50,
        4.630_337_846_156_545_295_90,
        1.423_437_110_749_683_577_34,
    ],
    [
        1.050_750_071_644_416_843_24e-9,
        5.475_938_084_995_344_946_00e-4,
        1.519_866_656_361_645_719_66e-2,
        1.481_039_764_274_800_745_90e-1,
        6.897_673_349_851_000_045_50e-1,
        1.676_384_830_183_803_849_40,
        2.053_191_626_637_758_821_87,
        1.0,
    ],
];

/// Beyond p = exp(-25), in r = sqrt(-ln p) - 5.
const FAR: Ratio = [
    [
        2.010_334_399_292_288_132_65e-7,
        2.711_555_568_743_487_578_15e-5,
        1.242_660_947_388_078_438_60e-3,
        2.653_218_952_657_612_309_30e-2,
        2.965_605_718_285_048_912_30e-1,
        1.784_826_539_917_291_335_80,
        5.463_784_911_164_114_369_90,
        6.657_904_643_501_103_777_20,
    ],
    [
        2.044_263_103_389_939_785_64e-15,
        1.421_511_758_316_445_888_70e-7,
        1.846_318_317_510_054_681_80e-5,
        7.868_691_311_456_132_591_00e-4,
        1.487_536_129_085_061_485_25e-2,
        1.369_298_809_227_358_053_10e-1,
        5.998_322_065_558_879_376_90e-1,
        1.0,
    ],
];

/// The number below which a standard normal variable lies with a probability between 0 and 1.
///
/// ```
/// use appell_numeric::normal::quantile;
/// assert_eq!(quantile(0.5), 0.0);
/// assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-15);
/// ```
pub fn quantile(probability: f64) -> f64 {
    let from_middle = probability - 0.5;
    if from_middle.abs() <= 0.425 {
        return from_middle * ratio(&MIDDLE, 0.180_625 - from_middle * from_middle);
    }
    let outside = if from_middle <= 0.0 { probability } else { 1.0 - probability };
    let root = (-outside.ln()).sqrt();
    let size = if root <= 5.0 { ratio(&TAIL, root - 1.6) } else { ratio(&FAR, root - 5.0) };
    size.copysign(from_middle)
}

fn ratio(coefficients: &Ratio, at: f64) -> f64 {
    let [numerator, denominator] =
        coefficients.map(|all| all.iter().fold(0.0, |sum, coefficient| sum * at + coefficient));
    numerator / denominator
}
