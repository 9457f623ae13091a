//! What a sweep found, in a few numbers: quantiles of each result, how much follows from what varies, the
//! worst variant.

use appell_output::NumberedFile;

use crate::study::Study;

/// The parts of all values that lie below the quantiles of a summary.
pub const PARTS: [f64; 7] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0];

/// What a sweep found.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How many rows there are.
    pub rows: u64,
    /// How many of them could not run.
    pub failed: u64,
    /// Every so many rows were looked at for quantiles and sensitivities: all, if 1.
    pub step: u64,
    /// Each result.
    pub columns: Vec<ColumnSummary>,
    /// The row with the largest value of the column that says what is worst, and that value.
    pub worst: Option<(u64, f64)>,
}

/// A result in a few numbers.
#[derive(Clone, Debug)]
pub struct ColumnSummary {
    /// The name of the column.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The values below which 0, 5, 25, 50, 75, 95 and 100 % of all lie.
    pub quantiles: [f64; 7],
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// For each number that varies, its correlation with this result: its square is the part of the
    /// variance that a linear model in this number explains. NaN where one of both does not change.
    pub correlations: Vec<f64>,
}

impl Summary {
    /// Of a file with all rows of a study. The error is a message.
    pub fn of(study: &Study, file: &NumberedFile) -> Result<Self, String> {
        /// More numbers of a column than this are not held in memory.
        const MOST: u64 = 20_000_000;
        let rows = file.rows();
        let step = rows.div_ceil(MOST).max(1);
        let (varied, results) = study.headings().split_at(study.varied());
        let read = |name: &str| file.column(name, step as usize);
        let inputs: Vec<Vec<f64>> =
            varied.iter().map(|it| read(&it.name)).collect::<Result<_, _>>()?;
        let worst_name = &study.headings()[study.worst()].name;
        let all = file.column(worst_name, 1)?;
        let failed = all.iter().filter(|it| it.is_nan()).count() as u64;
        let worst = all.iter().enumerate().filter(|it| !it.1.is_nan());
        // of equal ones the first
        let worst = worst.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        let worst = worst.map(|(row, value)| (row as u64, *value));
        drop(all);
        let mut columns = Vec::new();
        for heading in results {
            let values = read(&heading.name)?;
            let correlations = inputs.iter().map(|input| correlation(input, &values)).collect();
            let mut sorted: Vec<f64> = values.into_iter().filter(|it| !it.is_nan()).collect();
            let count = sorted.len() as f64;
            let mean = sorted.iter().sum::<f64>() / count;
            let squares = sorted.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>();
            sorted.sort_by(f64::total_cmp);
            columns.push(ColumnSummary {
                name: heading.name.clone(),
                unit: heading.unit.clone(),
                quantiles: PARTS.map(|part| quantile(&sorted, part)),
                mean,
                deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
                correlations,
            });
        }
        Ok(Self { rows, failed, step, columns, worst })
    }
}

/// The value below which a part of sorted values lies, between two of them in proportion (as NumPy has it).
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = part * last as f64;
    let below = place.floor();
    let [low, high] = [below as usize, (below as usize + 1).min(last)].map(|k| sorted[k]);
    low + (high - low) * (place - below)
}

/// The correlation of two columns, where both have numbers.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let pairs = || a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite());
    let count = pairs().count() as f64;
    let (sum_a, sum_b) = pairs().fold((0.0, 0.0), |sum, (a, b)| (sum.0 + a, sum.1 + b));
    let (mean_a, mean_b) = (sum_a / count, sum_b / count);
    let mut sums = [0.0; 3];
    for (a, b) in pairs() {
        let (a, b) = (a - mean_a, b - mean_b);
        sums = [sums[0] + a * a, sums[1] + b * b, sums[2] + a * b];
    }
    // what rounding leaves of a constant is no change
    let constant = |square: f64, mean: f64| square <= count * (1e-14 * mean).powi(2);
    match constant(sums[0], mean_a) || constant(sums[1], mean_b) {
        true => f64::NAN,
        false => sums[2] / (sums[0] * sums[1]).sqrt(),
    }
}
