//! Where the robot is: frames, numbers of quantities, coordinates for a pose, modes.

use appell::mechanics::Value as Entries;
use appell::trajectory::{InverseKinematics, Pose};
use appell::{Error, Robot, State};
use serde_json::{Map, Value, json};

use crate::desk::Work;
use crate::message::{Message, bad, findings};

/// The state of a message.
pub(super) fn state(message: &Message) -> Result<State, Error> {
    let mut state = State::new()
        .q(message.numbers("q")?)
        .qd(message.numbers("qd")?)
        .qdd(message.numbers("qdd")?)
        .tau(message.numbers("tau")?);
    for (name, value) in message.named_numbers("parameters")? {
        state = state.parameter(name, value);
    }
    Ok(state)
}

/// Frames, quantities and terms at a state.
pub(super) fn pose(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let state = state(message)?;
    let (frames, tool) = frames(&robot, &state)?;
    let (mut values, mut missing, mut warnings) = (Map::new(), Map::new(), Vec::new());
    for name in message.texts("quantities")? {
        // one that fails does not suppress the others
        match robot.evaluate(name, &state) {
            Ok(evaluated) => {
                let mut names = evaluated.entries().into_iter().map(|(entry, _)| entry);
                for part in evaluated.names() {
                    let value = evaluated.get(part)?;
                    let names: Vec<String> = names.by_ref().take(value.entries().count()).collect();
                    values.insert(part.to_owned(), entries(value, &names));
                }
                warnings.extend(evaluated.remarks().to_vec());
            }
            Err(error) => {
                let why = error.findings().iter().map(|it| it.message.clone()).collect::<Vec<_>>();
                missing.insert(name.to_owned(), json!(why.join("; ")));
            }
        }
    }
    let terms = match work.desk.shown().filter(|_| message.flag("terms")) {
        Some(shown) => json!(shown.values(message)?),
        None => Value::Null,
    };
    Ok(json!({
        "frames": frames,
        "tool": tool,
        "values": values,
        "missing": missing,
        "terms": terms,
        "warnings": findings(&warnings, ""),
    }))
}

fn entries(value: &Entries<f64>, names: &[String]) -> Value {
    json!({
        "rows": value.rows.len(),
        "columns": value.rows.first().map_or(0, Vec::len),
        "entries": value.entries().copied().collect::<Vec<_>>(),
        "names": names,
    })
}

/// The frames of the joints and of the tool in the base, row by row.
pub(super) fn frames(robot: &Robot, state: &State) -> Result<(Vec<Vec<f64>>, Vec<f64>), Error> {
    let flat = |rows: &[Vec<f64>]| rows.iter().take(3).flatten().copied().collect::<Vec<_>>();
    let values = robot.evaluate(["T0", "T[tool]"], state)?;
    let of_joint = (1..=robot.model().joints().len())
        .map(|number| Ok(flat(values.rows(&format!("T0[{number}]"))?)));
    Ok((of_joint.collect::<Result<_, Error>>()?, flat(values.rows("T[tool]")?)))
}

/// The coordinates nearest to the present ones that bring the tool to a pose.
pub(super) fn reach(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let target =
        match (message.numbers("pose")?.as_slice(), message.numbers("position")?.as_slice()) {
            (&[a, b, c, x, d, e, f, y, g, h, i, z], []) => {
                let rotation = [[a, b, c], [d, e, f], [g, h, i]];
                Pose { position: [x, y, z], rotation: Some(rotation) }
            }
            ([], &[x, y, z]) => Pose { position: [x, y, z], rotation: None },
            _ => return Err(bad("expected `pose` with 12 numbers or `position` with 3").into()),
        };
    let machine = work.desk.machine(&work.budget)?;
    let from = message.numbers("from")?;
    let axes: Vec<f64> = machine
        .axes()
        .iter()
        .map(|axis| from.get(axis.coordinate).copied().unwrap_or_default())
        .collect();
    let mut search = InverseKinematics::new(&machine)?;
    let (found, reached) = match search.continued(&target, &axes) {
        Ok(found) => (found, true),
        Err(_) => (axes, false),
    };
    let mut q = from;
    q.resize(robot.model().coordinates().len(), 0.0);
    for (axis, value) in machine.axes().iter().zip(&found) {
        q[axis.coordinate] = *value;
    }
    Ok(json!({ "q": q, "reached": reached }))
}

/// Frequencies and shapes of an elastic robot.
pub(super) fn modes(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let values = robot.evaluate("modes", &state(message)?)?;
    let rows = values.rows("modes")?.iter().filter_map(|row| row.split_first());
    let (frequencies, shapes): (Vec<f64>, Vec<&[f64]>) = rows.unzip();
    Ok(json!({ "frequencies": frequencies, "shapes": shapes }))
}
