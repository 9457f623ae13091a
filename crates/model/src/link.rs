//! Links: mass, centre of mass and inertia, given at once or composed from parts.

use appell_algebra::{Budget, BudgetScope, Error, Poly, Rational, Symbols};
use appell_spatial::{CentralInertia, MassMoments, Matrix, Vector};

use crate::elastic::Elastic;
use crate::placement::{Placement, lift, settled};

/// A link, as it was given. Parts add up: M = sum sigma_j m_j, and centre and tensor by Steiner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What it is made of; one part is the common case, none is a frame without mass.
    pub parts: Vec<Part>,
    /// Names of its meshes; mechanics does not need them.
    pub meshes: Vec<Mesh>,
    /// How it deforms; nothing: it is rigid.
    pub elastic: Option<Elastic>,
}

/// A part of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Whether it is added to the link or taken away from it.
    pub sign: Sign,
    /// The mass.
    pub mass: Poly,
    /// The centre of mass, in the frame of the part.
    pub centre: Vector<Poly>,
    /// The inertia about the centre of mass, in the axes of the part.
    pub inertia: Inertia,
    /// Where the frame of the part lies in the frame of the link.
    pub at: Placement,
}

/// Moments and products of inertia. The products enter the tensor with a minus:
/// [[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inertia {
    /// The integral of y^2 + z^2.
    pub xx: Poly,
    /// The integral of x^2 + z^2.
    pub yy: Poly,
    /// The integral of x^2 + y^2.
    pub zz: Poly,
    /// The integral of x y.
    pub xy: Poly,
    /// The integral of x z.
    pub xz: Poly,
    /// The integral of y z.
    pub yz: Poly,
}

/// Whether a part is added to the link or taken away from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sign {
    /// The part is added.
    #[default]
    Added,
    /// The part is a hole.
    Removed,
}

/// What the base is called where it has no name of its own.
pub(crate) const BASE: &str = "base";

/// The link on which the first joints sit, as other programs know it: it does not move, so mechanics
/// needs nothing of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseLink {
    /// Its name, where it has one; `base` else.
    pub name: Option<String>,
    /// Its meshes, in the frame {0}.
    pub meshes: Vec<Mesh>,
}

/// What can be seen or touched of a link: a mesh of a file, or a simple solid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    /// Its form, of size 1.
    pub form: Form,
    /// What it is for.
    pub purpose: MeshUse,
    /// Where it lies in the frame of the link.
    pub at: Placement,
    /// How much larger it is to be taken, along x, y, z.
    pub scale: [Rational; 3],
}

/// The form of a mesh before it is scaled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// That of a file, by its name as it was given.
    File(String),
    /// A simple solid.
    Solid(Solid),
}

/// A simple solid around the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solid {
    /// A cube with edges of 1 m.
    Box,
    /// A cylinder around the z axis with a radius and a length of 1 m.
    Cylinder,
    /// A ball of radius 1 m; with different scales an ellipsoid.
    Sphere,
    /// A cylinder around the z axis between two half balls. Its scale is not a factor but its sizes: the
    /// radius twice, and the distance between the centres of the balls.
    Capsule,
}

impl Solid {
    /// All.
    pub const ALL: [Self; 4] = [Self::Box, Self::Cylinder, Self::Sphere, Self::Capsule];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Cylinder => "cylinder",
            Self::Sphere => "sphere",
            Self::Capsule => "capsule",
        }
    }
}

impl Mesh {
    /// The name of its file, as it was given; nothing for a simple solid.
    pub fn file(&self) -> Option<&str> {
        match &self.form {
            Form::File(name) => Some(name),
            Form::Solid(_) => None,
        }
    }
}

/// What a mesh is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshUse {
    /// To be looked at.
    Visual,
    /// To find contacts with.
    Collision,
}

impl MeshUse {
    /// All.
    pub const ALL: [Self; 2] = [Self::Visual, Self::Collision];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Visual => "visual",
            Self::Collision => "collision",
        }
    }
}

impl Inertia {
    /// Its entries by their names.
    pub fn entries(&self) -> [(&'static str, &Poly); 6] {
        let Self { xx, yy, zz, xy, xz, yz } = self;
        [("xx", xx), ("yy", yy), ("zz", zz), ("xy", xy), ("xz", xz), ("yz", yz)]
    }

    /// The tensor.
    pub fn tensor(&self) -> Matrix<Poly> {
        let Self { xx, yy, zz, xy, xz, yz } = self;
        let row = |a: &Poly, b: &Poly, c: &Poly| [a.clone(), b.clone(), c.clone()];
        let [xy, xz, yz] = [-xy, -xz, -yz];
        Matrix([row(xx, &xy, &xz), row(&xy, yy, &yz), row(&xz, &yz, zz)])
    }

    /// The moments and products of a symmetric tensor.
    pub fn of_tensor(Matrix([[xx, xy, xz], [_, yy, yz], [_, _, zz]]): &Matrix<Poly>) -> Self {
        let [xx, yy, zz] = [xx.clone(), yy.clone(), zz.clone()];
        Self { xx, yy, zz, xy: -xy, xz: -xz, yz: -yz }
    }
}

impl Part {
    /// Whether it has neither mass nor inertia.
    pub(crate) fn is_nothing(&self) -> bool {
        self.mass.is_zero() && self.inertia.entries().iter().all(|(_, entry)| entry.is_zero())
    }

    /// Mass, centre and inertia in the frame of the part itself.
    fn central(&self) -> CentralInertia<Poly> {
        CentralInertia {
            mass: self.mass.clone(),
            centre: self.centre.clone(),
            inertia: self.inertia.tensor(),
        }
    }
}

impl From<CentralInertia<Poly>> for Part {
    /// A part in the frame of the link.
    fn from(body: CentralInertia<Poly>) -> Self {
        let CentralInertia { mass, centre, inertia } = body;
        Self { mass, centre, inertia: Inertia::of_tensor(&inertia), ..Self::default() }
    }
}

/// The mass moments of a link about the origin of its frame, and the same about its centre of mass.
pub(crate) fn compose(
    parts: &[Part],
    symbols: &Symbols,
    budget: &Budget,
) -> Result<(MassMoments<Poly>, CentralInertia<Poly>), Error> {
    let scope = BudgetScope::new(budget.clone());
    let lift = lift(&scope);
    let lower = |entry: &_| settled(scope.finish(Clone::clone(entry))?, symbols);
    let one = scope.scalar(Poly::one());
    let mut sum = MassMoments::none(&one);
    for part in parts {
        let mut moments = part.central().map(&lift).about_origin();
        if !part.at.is_identity() {
            moments = moments.moved(&part.at.transform(symbols, budget)?.map(&lift));
        }
        if part.sign == Sign::Removed {
            moments = moments.scale(&-one.clone());
        }
        sum = (&sum + &moments).try_map(lower)?.map(&lift);
    }
    let moments = sum.try_map(lower)?;
    let central = match parts {
        // as it was given: nothing is multiplied by the mass and divided by it again
        [part] if part.at.is_identity() && part.sign == Sign::Added => part.central(),
        _ if moments.mass.is_zero() => CentralInertia {
            mass: Poly::ZERO,
            centre: Vector::default(),
            inertia: moments.inertia.clone(),
        },
        _ => {
            let inverse = lift(&symbols.reciprocal(&moments.mass, budget)?);
            sum.about_centre(&inverse).try_map(lower)?
        }
    };
    Ok((moments, central))
}
