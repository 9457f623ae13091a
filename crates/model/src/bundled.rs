//! The robots that come with Appell.

use appell_diagnostic::{Diagnostic, Findings};

use crate::files::Files;
use crate::read::{Options, Reading};
use crate::robot::Robot;
use crate::toml::read_toml;

/// A robot that comes with Appell.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name by which the command knows it: that of its file.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
    /// The files that it names, and their texts.
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! bundled {
    ($($name:literal $([$($file:literal),*])?),* $(,)?) => {
        &[$(Bundled {
            name: $name,
            text: include_str!(concat!("../robots/", $name, ".toml")),
            files: &[$($(($file, include_str!(concat!("../robots/", $file)))),*)?],
        }),*]
    };
}

/// All robots that come with Appell: those of the papers, then textbook and industrial arms,
/// then arms with elastic joints and elastic links.
pub const BUNDLED: &[Bundled] = bundled![
    "rttrr",
    "trttrr1",
    "ttrt",
    "6r",
    "trr",
    "trtr",
    "trtrr",
    "trttr1",
    "cartpole",
    "acrobot",
    "2r",
    "3r",
    "scara",
    "stanford",
    "puma560",
    "puma560_motors",
    "ur5",
    "panda",
    "gantry",
    "chain20",
    "tree",
    "gripper_arm",
    "elastic_joints",
    "flex1r",
    "flex2r",
    "flex3r",
    "trttrr1_elastic",
    "mesh1r" ["mesh1r/nodes.csv", "mesh1r/mass.mtx", "mesh1r/stiffness.mtx"],
];

/// The bundled robot of a name.
///
/// ```
/// let file = appell_model::bundled("rttrr").ok_or("no such robot")?;
/// assert!(file.description().starts_with("RTTRR"));
/// # Ok::<(), &str>(())
/// ```
pub fn bundled(name: &str) -> Option<&'static Bundled> {
    BUNDLED.iter().find(|robot| robot.name == name)
}

impl Robot {
    /// The bundled robot of a name.
    ///
    /// ```
    /// let robot = appell_model::Robot::bundled("rttrr")?;
    /// assert_eq!(robot.joints().len(), 5);
    /// let refused = appell_model::Robot::bundled("rtttr");
    /// assert!(refused.is_err_and(|error| error.to_string().contains("did you mean `rttrr`?")));
    /// # Ok::<(), appell_diagnostic::Findings>(())
    /// ```
    pub fn bundled(name: &str) -> Result<Self, Findings> {
        let file = Bundled::find(name)?;
        let Reading { robot, findings } = file.read();
        robot.ok_or_else(|| Findings::about(name, file.text, findings))
    }
}

impl Bundled {
    /// The bundled robot of a name, or which names there are.
    pub fn find(name: &str) -> Result<&'static Self, Findings> {
        bundled(name).ok_or_else(|| {
            let message = format!("unknown bundled robot `{name}`");
            let names = || BUNDLED.iter().map(|robot| robot.name);
            let otherwise = format!("one of: {}", names().collect::<Vec<_>>().join(", "));
            let problem = Diagnostic::error("unknown-robot", message);
            problem.did_you_mean(name, names(), otherwise).into()
        })
    }

    /// Reads it.
    pub fn read(&self) -> Reading {
        read_toml(self.text, &Options { files: self.files(), ..Options::default() })
    }

    /// The files that it names.
    pub fn files(&self) -> Files {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        Files::Held(self.files.iter().map(owned).collect())
    }

    /// What it is: the comment at the top of its file, as one line.
    pub fn description(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('#'));
        comment.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}
