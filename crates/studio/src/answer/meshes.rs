//! Meshes: which ones a link shows, and the bytes of their files. The page reads them: what is wrong in
//! a file of somebody else is then wrong in the page alone.

use std::path::Path;

use appell::Error;
use appell::algebra::Budget;
use appell::diagnostic::Diagnostic;
use appell::files::{self, Folder};
use appell::model::{Mesh, MeshUse, Robot};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::robot::number;
use crate::desk::Work;
use crate::message::{Message, bad};

/// What the page can read, by the endings of names.
const ENDINGS: [&str; 3] = ["stl", "obj", "dae"];
/// Larger files are not sent.
const MAX_BYTES: usize = 16 << 20;

/// The meshes to look at: those for contacts only where there are no others that can be shown.
pub(super) fn shown(robot: &Robot, meshes: &[Mesh]) -> Value {
    let of = |purpose: MeshUse, readable: bool| {
        let chosen = meshes.iter().filter(move |it: &&Mesh| {
            it.purpose == purpose && (!readable || is_readable(&it.file))
        });
        let chosen: Vec<Value> = chosen.filter_map(|it| described(robot, it)).collect();
        Some(chosen).filter(|it| !it.is_empty())
    };
    let visual = of(MeshUse::Visual, true).or_else(|| of(MeshUse::Collision, true));
    json!(visual.or_else(|| of(MeshUse::Visual, false)).unwrap_or_default())
}

fn is_readable(file: &str) -> bool {
    let ending = Path::new(file).extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| ENDINGS.contains(&it.to_ascii_lowercase().as_str()))
}

/// A mesh: its file, where it lies in the frame of the joint, and its scale.
fn described(robot: &Robot, mesh: &Mesh) -> Option<Value> {
    let at = mesh.at.transform(robot.symbols(), &Budget::default()).ok()?;
    let rows = at.rotation.0.iter().zip(&at.position.0);
    let entries = rows.flat_map(|(row, offset)| row.iter().chain([offset]));
    let at = entries.map(|it| number(robot, it)).collect::<Option<Vec<f64>>>()?;
    let scale = mesh.scale.each_ref().map(|it| it.to_f64());
    Some(json!({ "file": mesh.file, "at": at, "scale": scale }))
}

/// The bytes of a mesh that the robot of the tab names.
pub(super) fn bytes(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let name = message.text("file")?;
    let robot = work.desk.robot()?;
    let model = robot.model();
    let links = model.joints().iter().flat_map(|joint| &joint.link.meshes);
    if !links.chain(model.base_meshes()).any(|mesh| mesh.file == name) {
        return Err(bad("the robot has no mesh of this name").into());
    }
    if !is_readable(name) {
        let message = format!("`{name}` cannot be shown");
        let problem = Diagnostic::warning("mesh-format", message);
        return Err(problem.hint(format!("meshes end in .{}", ENDINGS.join(", ."))).into());
    }
    let Some(folder) = work.desk.folder() else {
        let message = format!("`{name}` is not available: this robot is a text without a folder");
        let problem = Diagnostic::warning("no-folder", message);
        return Err(problem.hint("open the file itself, or drop its folder onto the page").into());
    };
    let bytes = files::bytes(find(&folder, name)?, MAX_BYTES)?;
    Ok(json!({ "bytes": STANDARD.encode(bytes) }))
}

/// Where a mesh is. `package://NAME/path` is in the folder of that name, or beside the robot file where
/// there is none.
fn find(folder: &Folder, name: &str) -> Result<std::path::PathBuf, Diagnostic> {
    let packaged = name.strip_prefix("package://").or_else(|| name.strip_prefix("model://"));
    if let Some((package, rest)) = packaged.and_then(|it| it.split_once('/')) {
        let found = folder.find_folder(package).map(|it| it.join(rest).display().to_string());
        return folder.find(found.as_deref().unwrap_or(rest));
    }
    folder.find(name.strip_prefix("file://").unwrap_or(name))
}
