//! The golden section: where a function of one variable is least.

/// A place and its value, near the least between two places, if the function has one valley there. So
/// many times the interval is made shorter.
pub fn least(
    mut low: f64,
    mut high: f64,
    rounds: usize,
    mut value: impl FnMut(f64) -> f64,
) -> (f64, f64) {
    let golden = 0.5 * (5.0f64.sqrt() - 1.0);
    let [mut left, mut right] = [high - golden * (high - low), low + golden * (high - low)];
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..rounds {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = value(right);
        }
    }
    if at_left < at_right { (left, at_left) } else { (right, at_right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valley_is_found_wherever_it_is() {
        for at in [0.0, 0.3, 0.7, 1.0] {
            let (place, value) = least(0.0, 1.0, 40, |x| (x - at).abs() + 2.0);
            assert!((place - at).abs() < 1e-7 && (value - 2.0).abs() < 1e-7, "{place} {at}");
        }
    }
}
