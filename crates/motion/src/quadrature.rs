//! Integrals over a time in which something may jump.

/// Times and weights: an integral is the sum of weights times values.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    pub(crate) times: Vec<f64>,
    pub(crate) weights: Vec<f64>,
    pub(crate) length: f64,
}

/// Into how many intervals the whole time is cut, at least.
const INTERVALS: f64 = 300.0;

/// Three points of Gauss in intervals that end where something may jump. Just beside each of these
/// moments stands a point without weight, so that largest values there are seen.
pub(crate) fn nodes(moments: &[f64], duration: f64) -> Nodes {
    let root = 0.6f64.sqrt();
    let gauss = [(-root, 5.0 / 9.0), (0.0, 8.0 / 9.0), (root, 5.0 / 9.0)];
    let mut nodes = Nodes { times: Vec::new(), weights: Vec::new(), length: duration };
    let mut push = |time: f64, weight: f64| {
        nodes.times.push(time);
        nodes.weights.push(weight);
    };
    for pair in moments.windows(2) {
        let [start, end] = [pair[0], pair[1]];
        let length = end - start;
        if length <= 0.0 {
            continue;
        }
        let beside = 1e-9 * length;
        push(start + beside, 0.0);
        let count = (length / duration * INTERVALS).ceil().max(1.0);
        let half = length / count / 2.0;
        for k in 0..count as usize {
            let middle = start + (2 * k + 1) as f64 * half;
            gauss.iter().for_each(|(at, weight)| push(middle + at * half, weight * half));
        }
        push(end - beside, 0.0);
    }
    nodes
}
