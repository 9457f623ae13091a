//! The range of a figure, and where its lines stand.

use super::Figure;

/// From where to where a figure goes, across and up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Range {
    /// The range of all points of a figure, widened a little up and down.
    pub(super) fn of(figure: &Figure, part: fn(&(f64, f64)) -> f64, widened: f64) -> Self {
        let values = figure.curves.iter().flat_map(|curve| &curve.points).map(part);
        let values = values.filter(|value| value.is_finite());
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        // what does not change is shown in the middle
        let size = if high - low > 1e-12 * high.abs().max(low.abs()) {
            high - low
        } else {
            high.abs().max(1.0)
        };
        let middle = f64::midpoint(low, high);
        let half = (size / 2.0).max((high - low) / 2.0) * (1.0 + widened);
        Self { low: middle - half, high: middle + half }
    }

    /// Round numbers inside, about so many.
    pub(super) fn marks(&self, count: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / count.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|digit| digit * power)
            .find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last.min(first + 50)).map(|k| k as f64 * step).collect()
    }
}

/// The label of a line, a number: no more digits than it has.
pub(super) fn label(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    if (1e-3..1e5).contains(&size) {
        let text = format!("{value:.6}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let text = format!("{value:.3e}");
    match text.split_once('e') {
        Some((digits, power)) if digits.contains('.') => {
            format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        let marks = Range { low: -0.13, high: 0.41 }.marks(6);
        let known = [-0.1, 0.0, 0.1, 0.2, 0.3, 0.4];
        assert_eq!(marks.len(), known.len());
        assert!(marks.iter().zip(known).all(|(mark, known)| (mark - known).abs() < 1e-12));
        assert_eq!(
            [0.3000000000004, 1.5e-7, -20.0, 2e6].map(label),
            ["0.3", "1.5e-7", "-20", "2e6"]
        );
    }
}
