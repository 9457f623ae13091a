//! Generated code.

use appell::code::{Coder, Parameters, Speed};
use appell::program::Language;
use appell::{Error, GenerateOptions, Quantities};
use serde_json::{Value, json};

use crate::desk::Work;
use crate::message::{Message, bad};

/// Source code of a quantity, and how many operations it has.
pub(super) fn generate(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let language = message.text("language")?;
    let language = Language::ALL.into_iter().find(|it| it.name() == language);
    let language =
        language.ok_or_else(|| bad("`language` must be c, rust, python, matlab, julia or cuda"))?;
    let name = message.text("quantity")?;
    (work.progress)(0.0, "generating");
    let options = GenerateOptions::new(language).budget(&work.budget);
    let files = robot.generate_with(name, &options)?;
    let coder = Coder::new(robot.model(), Parameters::Values, &work.budget)?;
    let mut counts = Vec::new();
    for (name, quantity) in name.named(robot.model())? {
        let count = coder.program(quantity)?.count();
        counts.push(json!({
            "name": name,
            "products": count.multiplications,
            "sums": count.additions,
            "sines": count.trigonometric(),
        }));
    }
    let file = |it: &appell::program::File| json!({ "name": it.name, "text": it.text });
    Ok(json!({ "files": files.iter().map(file).collect::<Vec<_>>(), "counts": counts }))
}

/// How long a compiled call takes on this machine.
pub(super) fn bench(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let coder = Coder::new(robot.model(), Parameters::Values, &work.budget)?;
    (work.progress)(0.0, "measuring");
    let quantities: Vec<_> = message.text("quantity")?.named(robot.model())?;
    let quantities: Vec<_> = quantities.into_iter().map(|(_, quantity)| quantity).collect();
    let (program, _) = coder.programs(&quantities)?;
    let speed = Speed::measure(&program, &work.budget)?;
    Ok(json!({ "nanoseconds": speed.call, "batch": speed.batch, "lanes": speed.lanes }))
}
