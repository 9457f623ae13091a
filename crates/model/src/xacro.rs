//! Xacro files: expanded, then read as URDF.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use appell_diagnostic::{Diagnostic, excerpt};
use appell_xacro::Source;

use crate::read::{Options, Reading};
use crate::urdf::read_urdf;

/// What a xacro file may be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XacroOptions {
    /// Values of its arguments.
    pub arguments: BTreeMap<String, String>,
    /// The folders of packages, for `$(find NAME)`.
    pub packages: BTreeMap<String, PathBuf>,
}

/// Reads a robot from xacro. Findings about the expanded file have the place that it comes from: in
/// this file, or the name and the line of an included one.
///
/// ```
/// let text = r#"<robot name="slide" xmlns:xacro="http://www.ros.org/wiki/xacro">
///   <xacro:property name="m" value="2.5"/>
///   <link name="rail"/>
///   <link name="cart"><inertial><mass value="${2*m}"/>
///     <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
///   <joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/>
///     <axis xyz="1 0 0"/><limit lower="0" upper="1" effort="10" velocity="1"/></joint>
/// </robot>"#;
/// let robot = appell_model::read_xacro(text, &Default::default()).robot.ok_or("no robot")?;
/// assert_eq!(robot.joints()[0].body.mass.text(robot.symbols()), "5");
/// # Ok::<(), &str>(())
/// ```
pub fn read_xacro(text: &str, options: &Options) -> Reading {
    let files = &options.files;
    let find = |name: &str| {
        let given = options.xacro.packages.get(name).and_then(|it| std::path::absolute(it).ok());
        given.or_else(|| files.package(name)).map(|path| path.display().to_string())
    };
    let source = Source {
        arguments: options.xacro.arguments.clone(),
        read: Box::new(|path: &Path| files.read(&path.display().to_string())),
        find: Box::new(find),
    };
    match appell_xacro::expand(text.trim_end_matches('\0'), "this file", &source) {
        Ok(expansion) => {
            let Reading { robot, findings } = read_urdf(&expansion.text, options);
            let located = findings.into_iter().map(|finding| expansion.map.locate(finding));
            let known = &expansion.arguments;
            let unknown = source.arguments.keys().filter(|name| !known.contains(*name));
            let unused = unknown.map(|name| unused(name, known));
            Reading { robot, findings: located.chain(unused).collect() }
        }
        Err(problem) => Reading::failed(vec![*problem]),
    }
}

/// What is said of an argument that was given in vain.
fn unused(name: &str, known: &BTreeSet<String>) -> Diagnostic {
    let message = format!("the argument `{}` is not declared in the file", excerpt(name));
    let otherwise = match known.is_empty() {
        true => "the file declares no argument".to_owned(),
        false => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            format!("the file declares: {}", known.join(", "))
        }
    };
    let problem = Diagnostic::warning("unused-argument", message);
    problem.did_you_mean(name, known.iter().map(String::as_str), otherwise)
}
