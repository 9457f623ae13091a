//! What came out of a scenario: a table of numbers, and plots.

use appell_output::plot::Figure as Plot;

use crate::document::{Block, Figure, Table, Text};
use crate::drawing::Drawing;

/// What came out of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioResults {
    /// Its name or file, as it was given.
    pub name: String,
    /// The problems that were solved: inverse dynamics, simulation.
    pub problems: Vec<SolvedProblem>,
}

/// A problem of a scenario, solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedProblem {
    /// What was computed, and how: a sentence.
    pub words: String,
    /// Numbers, axis by axis.
    pub summary: Table,
    /// Curves over time.
    pub plots: Vec<Plot>,
}

pub(super) fn blocks(results: &ScenarioResults) -> Vec<Block> {
    let intro = Text::new("The scenario ").code(results.name.as_str()).plain(":");
    let mut blocks: Vec<Block> = vec![intro.into()];
    for SolvedProblem { words, summary, plots } in &results.problems {
        blocks.push(Text::new(words.as_str()).into());
        blocks.push(Block::Table(summary.clone()));
        blocks.extend(plots.iter().map(|plot| {
            let names: Vec<&str> = plot.curves.iter().map(|curve| curve.name.as_str()).collect();
            let caption =
                format!("{} {} over {}: {}", plot.title, plot.up, plot.across, names.join(", "));
            Block::Figure(Figure { caption: Text::new(caption), drawing: Drawing::of_figure(plot) })
        }));
    }
    blocks
}
