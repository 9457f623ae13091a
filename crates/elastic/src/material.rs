//! Materials of beams.

/// A material, isotropic, at room temperature; SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Its name in files.
    pub name: &'static str,
    /// Mass over volume, kg/m^3, as a decimal.
    pub density: &'static str,
    /// The modulus of elasticity E, Pa.
    pub young: &'static str,
    /// The shear modulus G, Pa.
    pub shear: &'static str,
}

impl Material {
    /// Those that have a name: usual values of handbooks (G = E/(2 (1 + nu)), rounded).
    pub const ALL: [Self; 6] = [
        Self::new("steel", "7850", "210e9", "81e9"),
        Self::new("stainless steel", "7900", "200e9", "77e9"),
        Self::new("aluminium", "2700", "70e9", "26e9"),
        Self::new("titanium", "4430", "114e9", "43e9"),
        Self::new("magnesium", "1780", "45e9", "17e9"),
        Self::new("brass", "8500", "100e9", "37e9"),
    ];

    const fn new(
        name: &'static str,
        density: &'static str,
        young: &'static str,
        shear: &'static str,
    ) -> Self {
        Self { name, density, young, shear }
    }
}
