//! A page about a sweep: how results are distributed, and the worst of them over what varies.

use appell_output::NumberedFile;
use appell_output::plot::{Curve, Figure, page as with_figures};

use crate::study::Study;

/// More points than this cannot be told apart.
const POINTS: u64 = 2000;

/// A page of HTML that needs nothing else, with some lines of text. The error is a message.
pub fn page(
    study: &Study,
    file: &NumberedFile,
    title: &str,
    lines: &[String],
) -> Result<String, String> {
    let step = usize::try_from(file.rows().div_ceil(POINTS)).unwrap_or(usize::MAX);
    let (varied, results) = study.headings().split_at(study.varied());
    let worst = &study.headings()[study.worst()];
    let label = |name: &str, unit: &str| match unit.is_empty() {
        true => name.to_owned(),
        false => format!("{name} [{unit}]"),
    };
    let column = |name: &str| file.column(name, step);
    let values = column(&worst.name)?;
    let mut figures = Vec::new();
    for input in varied {
        let points = column(&input.name)?.into_iter().zip(values.iter().copied());
        let points = points.filter(|(_, y)| y.is_finite()).collect();
        figures.push(Figure {
            title: format!("{} over {}", worst.name, input.name),
            across: label(&input.name, &input.unit),
            up: label(&worst.name, &worst.unit),
            curves: vec![Curve { name: worst.name.clone(), points }],
            scattered: true,
        });
    }
    for heading in results {
        let mut sorted = column(&heading.name)?;
        sorted.retain(|it| it.is_finite());
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1).max(1) as f64;
        let points = sorted.iter().enumerate().map(|(k, value)| (*value, k as f64 / last));
        let curve = Curve { name: heading.name.clone(), points: points.collect() };
        // results of a kind, which differ in the name of the axis, share a figure
        let kind = heading.name.rsplit_once('_').map_or(&*heading.name, |it| it.0);
        let title = format!("distribution of {kind}");
        let across = format!("[{}]", heading.unit);
        match figures.iter_mut().find(|it| it.title == title && it.across == across) {
            Some(figure) => figure.curves.push(curve),
            None => figures.push(Figure {
                title,
                across,
                up: "part of all variants below".to_owned(),
                curves: vec![curve],
                scattered: false,
            }),
        }
    }
    Ok(with_figures(title, lines, &figures))
}
