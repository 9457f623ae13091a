//! What the robot carries or pushes.

use appell_model::FrameName;

/// What the robot carries or pushes for a while, in the axes of the tool frame or of a named one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// The named frame where it is; nothing: the tool.
    pub frame: Option<FrameName>,
    /// The mass of a body that is fixed there.
    pub mass: f64,
    /// Its centre of mass.
    pub centre: [f64; 3],
    /// The force that the robot exerts on its surroundings.
    pub force: [f64; 3],
    /// The moment that it exerts, about the origin of the frame.
    pub moment: [f64; 3],
}
