//! The robots that come with Appell.

use crate::files::Files;
use crate::read::{Options, Reading};
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
/// then arms with elastic links.
pub const BUNDLED: &[Bundled] = bundled![
    "rttrr",
    "trttrr1",
    "ttrt",
    "6r",
    "trr",
    "trtr",
    "trtrr",
    "trttr1",
    "2r",
    "3r",
    "scara",
    "stanford",
    "puma560",
    "ur5",
    "panda",
    "gantry",
    "chain20",
    "tree",
    "flex1r",
    "flex2r",
    "flex3r",
    "trttrr1_elastic",
    "mesh1r" ["mesh1r/nodes.csv", "mesh1r/mass.mtx", "mesh1r/stiffness.mtx"],
];

/// The bundled robot of a name.
///
/// ```
/// let robot = appell_model::bundled("rttrr").and_then(|file| file.read().robot).ok_or("no robot")?;
/// assert_eq!(robot.joints().len(), 5);
/// # Ok::<(), &str>(())
/// ```
pub fn bundled(name: &str) -> Option<&'static Bundled> {
    BUNDLED.iter().find(|robot| robot.name == name)
}

impl Bundled {
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
