//! The files of the page, and one file made of them that needs no server.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};

/// All that is in the folder `page`.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// A file of the page. Builds for development read it from its folder, so that a change needs no
/// build.
pub(crate) fn bytes(name: &str) -> Option<Cow<'static, [u8]>> {
    let embedded = FILES.get_file(name)?;
    if cfg!(debug_assertions)
        && let Ok(bytes) =
            std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(name))
    {
        return Some(Cow::Owned(bytes));
    }
    Some(Cow::Borrowed(embedded.contents()))
}

/// The text of a file of the page.
pub(crate) fn text(name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&bytes(name)?).into_owned())
}

/// The import map inside a page: the text between its tags.
pub(crate) fn import_map(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("<script type=\"importmap\">")?;
    Some(rest.split_once("</script>")?.0)
}

/// A page that shows a scene, as one HTML file: the import map leads to the modules as data, so that it
/// opens without a server and without a network. `PROTOCOL.md` describes what a scene holds.
pub fn shared_page(scene: &Value) -> String {
    // a closing tag inside the data would end the script
    page_without_scene().replace("{{scene}}", &scene.to_string().replace('<', "\\u003c"))
}

/// The same with `{{scene}}` in the place of the scene.
pub(crate) fn page_without_scene() -> String {
    let index = text("index.html").unwrap_or_default();
    let map = import_map(&index).and_then(|it| serde_json::from_str::<Value>(it).ok());
    let paths = map.as_ref().and_then(|it| it["imports"].as_object()).into_iter().flatten();
    let module = |(name, path): (&String, &Value)| {
        let text = text(path.as_str()?.trim_start_matches("/page/"))?;
        let data = format!("data:text/javascript;base64,{}", STANDARD.encode(text));
        Some((name.clone(), json!(data)))
    };
    let modules: Map<String, Value> = paths.filter_map(module).collect();
    let shared = text("shared.html").unwrap_or_default();
    shared
        .replace("{{importmap}}", &json!({ "imports": modules }).to_string())
        .replace("{{style}}", &text("style.css").unwrap_or_default())
        .replace("{{plot-style}}", &text("vendor/uPlot.min.css").unwrap_or_default())
}
