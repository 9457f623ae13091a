//! What the robot carries or pushes.

/// What the robot carries or pushes for a while, in the tool frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// The mass of a body that is fixed to the tool.
    pub mass: f64,
    /// Its centre of mass.
    pub centre: [f64; 3],
    /// The force that the robot exerts on its surroundings.
    pub force: [f64; 3],
    /// The moment that it exerts, about the tool's origin.
    pub moment: [f64; 3],
}
