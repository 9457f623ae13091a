//! Integrals over [0, 1], by Gauss and Legendre on panels.

/// Nodes and weights of one panel [0, 1]: those of Gauss and Legendre for eight nodes
/// (Abramowitz, Stegun, table 25.4), moved from [-1, 1].
pub const GAUSS: [(f64, f64); 8] = {
    const HALF: [(f64, f64); 4] = [
        (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
        (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
        (0.525_532_409_916_329, 0.313_706_645_877_887_3),
        (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    ];
    let mut all = [(0.0, 0.0); 8];
    let mut i = 0;
    while i < 4 {
        let (x, weight) = HALF[i];
        all[i] = ((1.0 - x) / 2.0, weight / 2.0);
        all[7 - i] = ((1.0 + x) / 2.0, weight / 2.0);
        i += 1;
    }
    all
};

/// So many panels that shapes with ten waves are integrated to the last digits.
const PANELS: usize = 40;

/// All nodes with their weights, rising.
pub fn gauss() -> impl Iterator<Item = (f64, f64)> {
    let width = 1.0 / PANELS as f64;
    (0..PANELS).flat_map(move |panel| {
        let start = panel as f64 * width;
        GAUSS.iter().map(move |(x, weight)| (start + x * width, weight * width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact for polynomials up to degree 15 on one panel, and to rounding for a fast wave.
    #[test]
    fn powers_and_waves() {
        for degree in 0..16 {
            let sum: f64 = GAUSS.iter().map(|(x, w)| w * x.powi(degree)).sum();
            assert!((sum - 1.0 / f64::from(degree + 1)).abs() < 1e-15, "{degree}: {sum}");
        }
        let wave: f64 = gauss().map(|(x, w)| w * (60.0 * x).cos()).sum();
        assert!((wave - 60f64.sin() / 60.0).abs() < 1e-15, "{wave}");
    }
}
