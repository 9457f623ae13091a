//! Long curves without the points that cannot be seen.

/// In so many columns, more than a picture has dots, a curve is looked at.
const COLUMNS: usize = 1500;

/// The points of a curve over time that can be seen: of each column the first and the last, the lowest
/// and the highest. A curve with few points keeps all.
pub(super) fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return points };
    let (from, span) = (first.0, last.0 - first.0);
    if points.len() <= 4 * COLUMNS || !span.is_normal() {
        return points;
    }
    let column = |point: &(f64, f64)| ((point.0 - from) / span * COLUMNS as f64) as usize;
    let groups = points.chunk_by(|a, b| column(a) == column(b));
    groups.flat_map(outline).collect()
}

/// The first, the lowest, the highest and the last point, each once, in their order.
fn outline(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let by_height = |a: &usize, b: &usize| points[*a].1.total_cmp(&points[*b].1);
    let all = 0..points.len();
    let extremes = [all.clone().min_by(by_height), all.max_by(by_height)];
    let mut kept: Vec<usize> = extremes.into_iter().flatten().collect();
    kept.extend([0, points.len() - 1]);
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().map(|k| points[k]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_keeps_its_ends_and_its_peaks() {
        let mut curve: Vec<(f64, f64)> =
            (0..1_000_000).map(|k| (f64::from(k) * 1e-3, (f64::from(k) * 1e-4).sin())).collect();
        // peaks of a single row
        curve[123_456].1 = 7.0;
        curve[654_321].1 = -9.0;
        let thin = thinned(curve.clone());
        assert!(thin.len() <= 4 * (COLUMNS + 1), "{}", thin.len());
        for kept in [0, 123_456, 654_321, 999_999] {
            assert!(thin.contains(&curve[kept]), "{kept}");
        }
        assert!(thin.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let short = curve[..600].to_vec();
        assert_eq!(thinned(short.clone()), short);
    }
}
