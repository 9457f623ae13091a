//! Generated code: the joint torques in C.

use appell_algebra::Budget;
use appell_code::{Coder, Parameters};
use appell_mechanics::{Kind, Quantity};
use appell_model::Robot;
use appell_program::{Language, Precision};

use crate::document::{Block, Text};

/// The longest listing, in lines.
const LONGEST: usize = 250;

pub(super) fn blocks(robot: &Robot, budget: &Budget) -> Vec<Block> {
    let command = format!("appell generate {} Q --lang c", robot.name());
    let intro = Text::new("The joint torques as C, from ").code(command).plain(":");
    let files = || {
        let coder = Coder::new(robot, Parameters::Values, budget).ok()?;
        let code = coder.quantity_program(&[Quantity::of_robot(Kind::DrivingForce).ok()?]).ok()?;
        let labels = coder.labels(robot.name(), &code, Precision::Double);
        code.program.emit_within(Language::C, &labels, budget).ok()
    };
    let Some(files) = files() else {
        return vec![Text::new("No code was generated for this robot.").into()];
    };
    let source = files.iter().find(|file| file.name.ends_with(".c"));
    let text = source.map_or("", |file| file.text.as_str());
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks: Vec<Block> = vec![intro.into()];
    blocks.push(Block::Listing(lines[..lines.len().min(LONGEST)].join("\n")));
    if lines.len() > LONGEST {
        blocks.push(Text::new(format!("... and {} lines more.", lines.len() - LONGEST)).into());
    }
    blocks
}
