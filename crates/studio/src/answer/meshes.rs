//! The bytes of the files of meshes. The page reads them: what is wrong in a file of somebody else is
//! then wrong in the page alone.

use appell::Error;
use appell::diagnostic::Diagnostic;
use appell::files::{self, Folder};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::desk::Work;
use crate::message::{Message, bad};
use crate::scene::{ENDINGS, is_readable};

/// Larger files are not sent.
const MAX_BYTES: usize = 16 << 20;

/// The bytes of a mesh that the robot of the tab names.
pub(super) fn bytes(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let name = message.text("file")?;
    let robot = work.desk.robot()?;
    let model = robot.model();
    let links = model.joints().iter().flat_map(|joint| &joint.link.meshes);
    if !links.chain(model.base_meshes()).any(|mesh| mesh.file() == Some(name)) {
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
