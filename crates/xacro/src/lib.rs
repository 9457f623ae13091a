//! Xacro, the macro language of ROS for XML files, expanded into plain XML: properties with scopes
//! and lazy evaluation, `${...}` with the part of Python that such files use, arguments, macros
//! with defaults and blocks, includes with namespaces, conditions.
//!
//! Expressions cannot do anything but calculate; files are read by a function of the caller; the
//! environment is never asked. Depth, size and time are bounded.
//!
//! ```
//! use appell_xacro::{Source, expand};
//! let text = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
//!   <xacro:property name="l" value="0.4"/>
//!   <xacro:macro name="arm" params="side"><link name="${side}_arm" length="${l / 2}"/></xacro:macro>
//!   <xacro:arm side="left"/>
//! </robot>"#;
//! let source = Source::default();
//! let expansion = expand(text, "robot.xacro", &source).map_err(|problem| problem.to_string())?;
//! assert!(expansion.text.contains(r#"<link name="left_arm" length="0.2"/>"#));
//! # Ok::<(), String>(())
//! ```

mod expand;
mod expression;
mod fault;
mod origin;
mod scope;
mod text;
mod tree;
mod value;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use appell_diagnostic::Diagnostic;

pub use origin::SourceMap;

/// The XML that a file stands for.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The text.
    pub text: String,
    /// Where its elements come from.
    pub map: SourceMap,
    /// The arguments that the files declare or use.
    pub arguments: BTreeSet<String>,
}

/// Reads a file by its path: that of the folder of the main file is empty.
pub type Read<'a> = dyn Fn(&Path) -> Result<String, Diagnostic> + 'a;

/// Finds the folder of a package.
pub type Find<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// What a file may ask for.
pub struct Source<'a> {
    /// Values of arguments, in place of their defaults.
    pub arguments: BTreeMap<String, String>,
    /// How files are read that a file names.
    pub read: Box<Read<'a>>,
    /// Where packages are.
    pub find: Box<Find<'a>>,
}

impl Default for Source<'_> {
    /// No arguments, no files, no packages.
    fn default() -> Self {
        let read = |path: &Path| {
            let message = format!("cannot read `{}`: no files are allowed", path.display());
            Err(Diagnostic::error("unreadable-file", message).hint("read the robot from its file"))
        };
        Self { arguments: BTreeMap::new(), read: Box::new(read), find: Box::new(|_| None) }
    }
}

/// Expands a file, or says what is wrong with it; a finding in the main file has its place there, one
/// in another file names that file and the line.
pub fn expand(text: &str, name: &str, source: &Source<'_>) -> Result<Expansion, Box<Diagnostic>> {
    expand::expand(text, name, source)
}
