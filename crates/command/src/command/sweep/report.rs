//! What `appell sweep` answers.

use std::path::Path;

use appell::output::NumberedFile;
use appell::sweep::{Ended, PARTS, Parts, Study, Summary, page};
use serde_json::{Value, json};

use super::Arguments;
use crate::command::findings::Failure;
use crate::command::motion_output::number;
use crate::command::output;
use crate::command::table::Table;

/// What is said of one share.
pub(super) fn shard(study: &Study, parts: &Parts<'_>, ended: Option<Ended>, json: bool) -> String {
    let (kept, written) = ended.map_or((0, 0), |it| (it.kept, it.written));
    let folder = parts.folder().display().to_string();
    if json {
        let answer = json!({
            "variants": study.count(), "parts": study.parts(), "folder": folder,
            "parts_kept": kept, "parts_written": written,
        });
        return format!("{answer:#}\n");
    }
    format!(
        "{written} parts of {} written to {folder}, {kept} were there\n\
         when all shards are done: appell sweep ... --merge\n",
        study.parts()
    )
}

/// What is said of all variants, with the files that are asked for.
pub(super) fn whole(study: &Study, name: &str, asked: &Arguments) -> Result<String, Failure> {
    let refused = |reason: String| Failure::new("bad-part", format!("`{}`: {reason}", asked.out));
    let file = NumberedFile::open(Path::new(&asked.out)).map_err(refused)?;
    let summary = Summary::of(study, &file).map_err(refused)?;
    let text = text(study, name, &summary);
    let mut log = format!(
        "\nwrote {}: {} rows, {} columns\n",
        asked.out,
        summary.rows,
        study.headings().len() + 2
    );
    let mut put = |name: &str, bytes: &str| -> Result<(), Failure> {
        output::write(Path::new(name), bytes.as_bytes(), asked.force)?;
        log.push_str(&format!("wrote {name}\n"));
        Ok(())
    };
    if let (Some(name), Some((row, _))) = (&asked.worst, summary.worst) {
        put(name, &study.variant(row))?;
    }
    if let Some(name) = &asked.page {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let title = format!("{}: {} variants", asked.scenario, summary.rows);
        put(name, &page(study, &file, &title, &lines).map_err(refused)?)?;
    }
    Ok(match asked.json {
        true => format!("{:#}\n", as_json(study, &summary)),
        false => format!("{text}{log}"),
    })
}

fn text(study: &Study, name: &str, summary: &Summary) -> String {
    let mut out = format!("{name}: {} variants", summary.rows);
    match summary.failed {
        0 => out.push_str("\n\n"),
        failed => {
            out.push_str(&format!(", of which {failed} could not run: see the column `remark`\n\n"))
        }
    }
    let mut table = Table::new(["result", "least", "5 %", "median", "95 %", "largest", "mean"]);
    for column in &summary.columns {
        let [least, low, _, median, _, high, largest] = column.quantiles.map(number);
        let unit = if column.unit == "1" { "" } else { &column.unit };
        let name = match unit {
            "" => column.name.clone(),
            unit => format!("{} [{unit}]", column.name),
        };
        table.row([name, least, low, median, high, largest, number(column.mean)]);
    }
    out.push_str(&table.text());
    let varied = &study.headings()[..study.varied()];
    let worst = &study.headings()[study.worst()];
    let column = summary.columns.iter().find(|it| it.name == worst.name);
    if let Some(column) = column {
        out.push_str(&format!("\n{} follows from, by a linear model:\n", worst.name));
        for (input, correlation) in varied.iter().zip(&column.correlations) {
            let share = match correlation.is_nan() {
                true => "nothing, as one of both does not change".to_owned(),
                false => format!(
                    "{:.1} % (correlation {:+.3})",
                    100.0 * correlation * correlation,
                    correlation
                ),
            };
            out.push_str(&format!("  {}: {share}\n", input.name));
        }
    }
    if let Some((row, value)) = summary.worst {
        let values = study.values(row).into_iter().zip(varied);
        let values: Vec<String> =
            values.map(|(value, it)| format!("{} = {}", it.name, number(value))).collect();
        out.push_str(&format!(
            "\nlargest {}: {} {}, variant {row}: {}\n",
            worst.name,
            number(value),
            worst.unit,
            values.join(", ")
        ));
    }
    if summary.step > 1 {
        out.push_str(&format!("\nquantiles and means are of every {}th row\n", summary.step));
    }
    out
}

fn as_json(study: &Study, summary: &Summary) -> Value {
    let names: Vec<&str> =
        study.headings()[..study.varied()].iter().map(|it| it.name.as_str()).collect();
    let results = summary.columns.iter().map(|column| {
        let quantiles: Vec<[f64; 2]> =
            PARTS.into_iter().zip(column.quantiles).map(|(part, value)| [part, value]).collect();
        let correlations: serde_json::Map<String, Value> = names
            .iter()
            .zip(&column.correlations)
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect();
        json!({
            "name": column.name, "unit": column.unit, "mean": column.mean,
            "deviation": column.deviation, "quantiles": quantiles, "correlations": correlations,
        })
    });
    let worst = summary.worst.map(|(row, value)| {
        let values = names.iter().zip(study.values(row));
        let values: serde_json::Map<String, Value> =
            values.map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({
            "column": study.headings()[study.worst()].name,
            "variant": row, "value": value, "values": values,
        })
    });
    json!({
        "variants": summary.rows,
        "failed": summary.failed,
        "every": summary.step,
        "results": results.collect::<Vec<_>>(),
        "worst": worst,
    })
}
