//! Cross-sections of beams by their dimensions.

use appell_algebra::{Budget, Error, Poly, Rational, Symbol, Symbols};

/// A cross-section by its dimensions, m. Width is along y, height along z.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrossSection {
    /// A full circle.
    Circle {
        /// Its diameter.
        diameter: Poly,
    },
    /// A ring.
    Tube {
        /// The outer diameter.
        diameter: Poly,
        /// The thickness of the wall.
        thickness: Poly,
    },
    /// A full rectangle.
    Rectangle {
        /// Along y.
        width: Poly,
        /// Along z.
        height: Poly,
    },
    /// A rectangle with walls.
    Box {
        /// Along y, outside.
        width: Poly,
        /// Along z, outside.
        height: Poly,
        /// The thickness of the walls.
        thickness: Poly,
    },
}

/// Area and second moments of a cross-section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionMoments {
    /// The area, m^2.
    pub area: Poly,
    /// The integral of z^2, m^4.
    pub inertia_y: Poly,
    /// The integral of y^2, m^4.
    pub inertia_z: Poly,
    /// The torsion constant, m^4; that of a full rectangle needs numbers.
    pub torsion: Option<Poly>,
}

impl CrossSection {
    /// Its kind, by its name in files, and its dimensions by theirs.
    pub fn dimensions(&self) -> (&'static str, Vec<(&'static str, &Poly)>) {
        match self {
            Self::Circle { diameter } => ("circle", vec![("diameter", diameter)]),
            Self::Tube { diameter, thickness } => {
                ("tube", vec![("diameter", diameter), ("thickness", thickness)])
            }
            Self::Rectangle { width, height } => {
                ("rectangle", vec![("width", width), ("height", height)])
            }
            Self::Box { width, height, thickness } => {
                ("box", vec![("width", width), ("height", height), ("thickness", thickness)])
            }
        }
    }

    /// One between this and another of the same kind: all dimensions change linearly, by a share of the way.
    /// None where the kinds differ.
    pub fn between(&self, other: &Self, share: &Rational) -> Option<Self> {
        let mix = |a: &Poly, b: &Poly| a + &(b - a).scale(share);
        Some(match (self, other) {
            (Self::Circle { diameter: a }, Self::Circle { diameter: b }) => {
                Self::Circle { diameter: mix(a, b) }
            }
            (
                Self::Tube { diameter: a, thickness: s },
                Self::Tube { diameter: b, thickness: t },
            ) => Self::Tube { diameter: mix(a, b), thickness: mix(s, t) },
            (Self::Rectangle { width: a, height: g }, Self::Rectangle { width: b, height: h }) => {
                Self::Rectangle { width: mix(a, b), height: mix(g, h) }
            }
            (
                Self::Box { width: a, height: g, thickness: s },
                Self::Box { width: b, height: h, thickness: t },
            ) => Self::Box { width: mix(a, b), height: mix(g, h), thickness: mix(s, t) },
            _ => return None,
        })
    }

    /// Its area and second moments. The torsion constant of a box is Bredt's, for walls that are thin.
    pub fn moments(&self, symbols: &Symbols, budget: &Budget) -> Result<SectionMoments, Error> {
        let pi = Poly::from(Symbol::PI);
        let ring = |outer: &Poly, inner: &Poly| -> Result<SectionMoments, Error> {
            let area = (&pi * &(&power(outer, 2) - &power(inner, 2))).scale(&Rational::new(1, 4)?);
            let fourth = &pi * &(&power(outer, 4) - &power(inner, 4));
            let inertia = fourth.scale(&Rational::new(1, 64)?);
            Ok(SectionMoments {
                area,
                inertia_y: inertia.clone(),
                inertia_z: inertia,
                torsion: Some(fourth.scale(&Rational::new(1, 32)?)),
            })
        };
        let two = Rational::new(2, 1)?;
        match self {
            Self::Circle { diameter } => ring(diameter, &Poly::ZERO),
            Self::Tube { diameter, thickness } => {
                ring(diameter, &(diameter - &thickness.scale(&two)))
            }
            Self::Rectangle { width, height } => {
                let number = |side: &Poly| side.as_constant().map(|it| it.to_f64());
                let torsion = match (number(width), number(height)) {
                    (Some(b), Some(h)) => Some(Poly::rounded(torsion_of_a_rectangle(b, h))?),
                    _ => None,
                };
                Ok(SectionMoments { torsion, ..full(width, height)? })
            }
            Self::Box { width, height, thickness } => {
                let inside = |side: &Poly| side - &thickness.scale(&two);
                let middle = |side: &Poly| side - thickness;
                let [outer, hole] = [full(width, height)?, full(&inside(width), &inside(height))?];
                let around = &middle(width) + &middle(height);
                let squares = &power(&middle(width), 2) * &power(&middle(height), 2);
                let torsion =
                    &(thickness * &squares).scale(&two) * &symbols.reciprocal(&around, budget)?;
                Ok(SectionMoments {
                    area: &outer.area - &hole.area,
                    inertia_y: &outer.inertia_y - &hole.inertia_y,
                    inertia_z: &outer.inertia_z - &hole.inertia_z,
                    torsion: Some(torsion),
                })
            }
        }
    }
}

fn power(base: &Poly, exponent: usize) -> Poly {
    (0..exponent).fold(Poly::one(), |product, _| &product * base)
}

/// A full rectangle, without its torsion constant.
fn full(width: &Poly, height: &Poly) -> Result<SectionMoments, Error> {
    let twelfth = Rational::new(1, 12)?;
    Ok(SectionMoments {
        area: width * height,
        inertia_y: (width * &power(height, 3)).scale(&twelfth),
        inertia_z: (height * &power(width, 3)).scale(&twelfth),
        torsion: None,
    })
}

/// Saint-Venant's series (Timoshenko, Goodier, Theory of Elasticity, 1951, section 94).
fn torsion_of_a_rectangle(width: f64, height: f64) -> f64 {
    let (long, short) = (width.max(height), width.min(height));
    let ratio = short / long;
    let terms = (0..40).map(|k| {
        let n = f64::from(2 * k + 1);
        (n * std::f64::consts::FRAC_PI_2 / ratio).tanh() / n.powi(5)
    });
    let sum: f64 = terms.sum();
    long * short.powi(3) / 3.0 * (1.0 - 192.0 / std::f64::consts::PI.powi(5) * ratio * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> Poly {
        Poly::decimal(value).unwrap_or_default()
    }

    fn values(section: &CrossSection) -> [f64; 4] {
        let symbols = Symbols::new();
        let moments = section.moments(&symbols, &Budget::default());
        let moments = moments.unwrap_or_else(|error| unreachable!("{error}"));
        let torsion = moments.torsion.unwrap_or_default();
        [moments.area, moments.inertia_y, moments.inertia_z, torsion]
            .map(|entry| entry.evaluate(&symbols, |_| None).unwrap_or(f64::NAN))
    }

    #[track_caller]
    fn near(found: f64, expected: f64, relative: f64) {
        assert!((found / expected - 1.0).abs() < relative, "{found} {expected}");
    }

    /// Integrals over the section by sums over a fine grid; torsion of tubes and squares as tables have it.
    #[test]
    fn areas_and_moments() {
        let [b, h, t] = [0.03, 0.05, 0.002];
        let sections = [
            CrossSection::Circle { diameter: number(h) },
            CrossSection::Tube { diameter: number(h), thickness: number(t) },
            CrossSection::Rectangle { width: number(b), height: number(h) },
            CrossSection::Box { width: number(b), height: number(h), thickness: number(t) },
        ];
        let outside = |x: f64, side: f64| x.abs() > side / 2.0;
        let inside: [&dyn Fn(f64, f64) -> bool; 4] = [
            &|y, z| y.hypot(z) < h / 2.0,
            &|y, z| y.hypot(z) < h / 2.0 && y.hypot(z) > h / 2.0 - t,
            &|y, z| !outside(y, b) && !outside(z, h),
            &|y, z| {
                let hole = !outside(y, b - 2.0 * t) && !outside(z, h - 2.0 * t);
                !outside(y, b) && !outside(z, h) && !hole
            },
        ];
        const FINE: usize = 1000;
        let step = h / FINE as f64;
        for (section, inside) in sections.iter().zip(inside) {
            let [mut area, mut iy, mut iz] = [0.0; 3];
            for k in 0..FINE * FINE {
                let at = |k: usize| (k as f64 + 0.5) * step - h / 2.0;
                let [y, z] = [at(k / FINE), at(k % FINE)];
                if inside(y, z) {
                    area += step * step;
                    iy += z * z * step * step;
                    iz += y * y * step * step;
                }
            }
            let [found, about_y, about_z, torsion] = values(section);
            near(found, area, 1e-3);
            near(about_y, iy, 1e-3);
            near(about_z, iz, 1e-3);
            assert!(torsion < about_y + about_z + 1e-20, "{torsion}");
        }
        let side = |width: f64, height: f64| {
            values(&CrossSection::Rectangle { width: number(width), height: number(height) })[3]
        };
        near(side(1.0, 1.0), 0.140577, 1e-5);
        near(side(2.0, 1.0), 2.0 * 0.228682, 1e-5);
        near(side(1.0, 10.0), 10.0 * 0.312325, 1e-5);
        // a thin square box of side a: a^3 t
        let thin = CrossSection::Box {
            width: number(1.001),
            height: number(1.001),
            thickness: number(1e-3),
        };
        near(values(&thin)[3], 1e-3, 1e-9);
    }
}
