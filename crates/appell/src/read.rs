//! Reading robots: bundled ones, files, texts.

use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::files::{self, Folder};
use crate::model::{self, Bundled, Files, Format, MAX_BYTES, Options, XacroOptions};
use crate::{Error, Robot};

/// How to read a robot.
///
/// ```
/// use appell::ReadOptions;
/// use appell::model::Format;
///
/// let urdf = r#"<robot name="arm">
///   <link name="base"/> <link name="arm"/> <link name="hand"/>
///   <joint name="shoulder" type="revolute">
///     <parent link="base"/> <child link="arm"/> <axis xyz="0 0 1"/>
///     <limit lower="-1" upper="1" effort="1" velocity="1"/>
///   </joint>
///   <joint name="wrist" type="fixed">
///     <parent link="arm"/> <child link="hand"/> <origin xyz="0.5 0 0"/>
///   </joint>
/// </robot>"#;
/// let robot = ReadOptions::new().tool("hand").parse(urdf, Format::Urdf)?;
/// assert_eq!(robot.model().joints().len(), 1);
/// assert!(ReadOptions::new().strict().parse(urdf, Format::Urdf).is_err());   // an arm without mass
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    strict: bool,
    keep_angles: bool,
    tool: Option<String>,
    model: Option<String>,
    allowed: Vec<PathBuf>,
    files: Files,
    xacro: XacroOptions,
}

impl ReadOptions {
    /// As files are read by default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes warnings for errors.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// URDF, xacro, SDF, MJCF: keeps angles and axes to the letter, also those that mean a right
    /// angle (1.5708).
    #[must_use]
    pub fn keep_angles(mut self) -> Self {
        self.keep_angles = true;
        self
    }

    /// The frame that is taken as the tool: a named frame, in URDF, xacro, SDF a link, in MJCF a body
    /// or a site.
    #[must_use]
    pub fn tool(mut self, frame: impl Into<String>) -> Self {
        self.tool = Some(frame.into());
        self
    }

    /// SDF: the model that is meant, where a file has several.
    #[must_use]
    pub fn sdf_model(mut self, name: impl Into<String>) -> Self {
        self.model = Some(name.into());
        self
    }

    /// Files that the robot file names may be below this folder, too; without it they are below the
    /// folder of the robot file or below the current one.
    #[must_use]
    pub fn allow(mut self, folder: impl Into<PathBuf>) -> Self {
        self.allowed.push(folder.into());
        self
    }

    /// Where the files are that a text names, for [`ReadOptions::parse`]; without it, nowhere.
    ///
    /// ```
    /// use appell::ReadOptions;
    /// use appell::model::{Files, Format};
    /// let text = r#"<mujoco><include file="arm.xml"/></mujoco>"#;
    /// let arm = r#"<mujoco><worldbody><body><joint axis="0 1 0"/>
    ///     <geom size="0.1" pos="0 0 -1" mass="2"/></body></worldbody></mujoco>"#;
    /// let files = Files::Held([("arm.xml".to_owned(), arm.to_owned())].into());
    /// let robot = ReadOptions::new().files(files).parse(text, Format::Mjcf)?;
    /// assert_eq!(robot.model().joints().len(), 1);
    /// # Ok::<(), appell::Error>(())
    /// ```
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Xacro: the value of an argument.
    #[must_use]
    pub fn argument(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.xacro.arguments.insert(name.into(), value.into());
        self
    }

    /// Xacro: the folder of a package, for `$(find NAME)`. Files below it may be read.
    #[must_use]
    pub fn package(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        self.allowed.push(folder.clone());
        self.xacro.packages.insert(name.into(), folder);
        self
    }

    fn options(&self, files: Files) -> Options {
        let Self { strict, keep_angles, tool, model, xacro, .. } = self.clone();
        Options { strict, snap: !keep_angles, tool, model, files, xacro }
    }

    /// Reads a file; its name ends in `.toml`, `.urdf`, `.xml` (MJCF or URDF), `.xacro`, `.sdf` or
    /// `.csv` (a table of Denavit-Hartenberg parameters).
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Robot, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let Some(format) = Format::of_name(&name) else {
            let message = format!("the format of `{name}` is not known");
            let problem = Diagnostic::error("unknown-format", message);
            let hint = format!("the name of a file ends in {}", Format::ENDINGS);
            return Err(problem.hint(hint).into());
        };
        let bytes = files::bytes(path, MAX_BYTES)?;
        let folder = self.allowed.iter().fold(Folder::beside(path), Folder::allow);
        let reading = model::read(&bytes, format, &self.options(Files::Folder(folder)));
        Robot::of_reading(reading, name, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads a text.
    pub fn parse(&self, text: &str, format: Format) -> Result<Robot, Error> {
        let reading = model::read(text.as_bytes(), format, &self.options(self.files.clone()));
        Robot::of_reading(reading, "robot".to_owned(), text.to_owned())
    }

    /// Reads a bundled robot.
    ///
    /// ```
    /// // the measured moments of inertia of this robot break the triangle inequality
    /// assert!(appell::ReadOptions::new().strict().bundled("puma560").is_err());
    /// ```
    pub fn bundled(&self, name: &str) -> Result<Robot, Error> {
        let file = Bundled::find(name)?;
        let reading = model::read_toml(file.text, &self.options(file.files()));
        Robot::of_reading(reading, name.to_owned(), file.text.to_owned())
    }
}
