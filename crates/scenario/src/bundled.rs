//! The scenarios that come with Appell.

/// A scenario that comes with Appell.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name by which the command knows it: that of its file.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

impl Bundled {
    /// What it is: the comment at the top of its file, as one line.
    ///
    /// ```
    /// let all = appell_scenario::BUNDLED.iter().map(|file| file.description());
    /// assert!(all.into_iter().all(|text| text.len() > 40));
    /// ```
    pub fn description(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix('#'));
        comment.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(Bundled {
            name: $name,
            text: include_str!(concat!("../scenarios/", $name, ".toml")),
        }),*]
    };
}

/// All scenarios that come with Appell.
pub const BUNDLED: &[Bundled] = bundled![
    "pick-and-place",
    "welding-line",
    "fall",
    "tracking",
    "balance",
    "milling",
    "flexible-slew",
];

/// The bundled scenario of a name.
///
/// ```
/// use appell_scenario::{Scenario, bundled};
/// let file = bundled("pick-and-place").ok_or("no scenario")?;
/// assert_eq!(Scenario::read(file.text).map(|it| it.robot.value), Ok("panda".to_owned()));
/// # Ok::<(), &str>(())
/// ```
pub fn bundled(name: &str) -> Option<&'static Bundled> {
    BUNDLED.iter().find(|scenario| scenario.name == name)
}
