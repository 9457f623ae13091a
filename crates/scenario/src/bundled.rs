//! The scenarios that come with Appell.

/// A scenario that comes with Appell.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name by which the command knows it: that of its file.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
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
