//! Generated code: the joint torques in C.

use std::cell::OnceCell;
use std::path::Path;

use appell_algebra::Budget;
use appell_code::{Coder, Parameters, QuantityProgram};
use appell_mechanics::{Kind, Quantity};
use appell_model::Robot;
use appell_program::{Language, Precision};

use super::provenance::in_shell;
use crate::document::{Block, Text};

/// The longest listing, in lines.
const LONGEST: usize = 250;

/// What code is generated from, made once for all parts that show it.
pub(super) struct Generated<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    coder: OnceCell<Option<Coder<'r>>>,
    torques: OnceCell<Option<QuantityProgram>>,
}

impl<'r> Generated<'r> {
    pub(super) fn new(robot: &'r Robot, budget: &'r Budget) -> Self {
        Self { robot, budget, coder: OnceCell::new(), torques: OnceCell::new() }
    }

    /// With the values of the parameters; none where these are no numbers.
    pub(super) fn coder(&self) -> Option<&Coder<'r>> {
        let coder = || Coder::new(self.robot, Parameters::Values, self.budget).ok();
        self.coder.get_or_init(coder).as_ref()
    }

    /// The program of the joint torques, if the robot has one.
    pub(super) fn torques(&self) -> Option<&QuantityProgram> {
        let program = || {
            let torques = Quantity::of_robot(Kind::DrivingForce).ok()?;
            self.coder()?.quantity_program(&[torques]).ok()
        };
        self.torques.get_or_init(program).as_ref()
    }
}

/// `source` is the robot as commands name it.
pub(super) fn blocks(source: &str, generated: &Generated<'_>, budget: &Budget) -> Vec<Block> {
    let command = format!("appell generate {} Q --lang c", in_shell(source));
    let intro = Text::new("The joint torques as C, from ").code(command).plain(":");
    // the command names functions after the robot file
    let stem = Path::new(source).file_stem().unwrap_or_default().to_string_lossy();
    let files = || {
        let code = generated.torques()?;
        let labels = generated.coder()?.labels(&stem, code, Precision::Double);
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
