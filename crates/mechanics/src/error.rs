//! What can go wrong in mechanics.

use appell_diagnostic::Diagnostic;

use crate::derivation::Formalism;
use crate::quantity::Kind;

/// Why a quantity is not available.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The algebra could not do it: the budget was hit, a parameter has no value.
    #[error(transparent)]
    Algebra(#[from] appell_algebra::Error),
    /// The mass matrix has no inverse: a joint moves no mass, or two move the same.
    #[error("the mass matrix is singular at coordinate {}", .coordinate + 1)]
    SingularMass {
        /// The coordinate, counted from 0, at which this was found.
        coordinate: usize,
    },
    /// This needs frames that are rotations, and a tip map is affine.
    #[error("`{quantity}` is not available with `tip_map = \"affine\"`")]
    AffineTip {
        /// What was asked for.
        quantity: &'static str,
    },
    /// With an affine tip map the axes of frames are no unit vectors.
    #[error("`{quantity}` is available in base axes only with `tip_map = \"affine\"`")]
    AffineAxes {
        /// What was asked for.
        quantity: &'static str,
    },
    /// A quantity was asked of a part that this robot does not have.
    #[error("`{quantity}` belongs to another robot: this one has fewer joints")]
    OtherRobot {
        /// What was asked for.
        quantity: String,
    },
    /// A quantity of coordinates was asked of a joint or mode that has none.
    #[error(
        "joint {label} has no coordinate and no axis: it is fixed, or its link has fewer modes"
    )]
    NoCoordinate {
        /// Joint and mode.
        label: String,
    },
    /// A formalism was asked for that does not give the quantity.
    #[error(
        "`{}` is not available by {}{}",
        .kind.name(),
        .formalism.name(),
        if *.affine { " with `tip_map = \"affine\"`" } else { "" }
    )]
    OtherFormalism {
        /// What was asked for.
        kind: Kind,
        /// The formalism.
        formalism: Formalism,
        /// Whether it is the affine tip of an elastic link that is in the way.
        affine: bool,
    },
    /// Coulomb friction needs connection forces, and a tip map is affine.
    #[error(
        "Coulomb friction needs joint reaction forces, which are not available with `tip_map = \"affine\"`"
    )]
    AffineFriction,
    /// A deflection was asked for of a link whose root turns on its joint.
    #[error("`sag` holds the joints, and the pinned root of link {} is not held by its joint", .joint + 1)]
    PinnedRoot {
        /// The joint, counted from 0.
        joint: usize,
    },
    /// A mode has no stiffness.
    #[error("the stiffness is singular at coordinate {}", .coordinate + 1)]
    SingularStiffness {
        /// The coordinate, counted from 0, at which this was found.
        coordinate: usize,
    },
    /// The integrals of modes were asked for of a rigid link.
    #[error("link {} is rigid and has no modal integrals", .joint + 1)]
    RigidLink {
        /// The joint, counted from 0.
        joint: usize,
    },
    /// The regressor knows rigid links only.
    #[error("`{quantity}` is not available for elastic links")]
    ElasticLink {
        /// What was asked for.
        quantity: &'static str,
    },
    /// Vibrations or deflections were asked for as formulas.
    #[error("this has no closed form")]
    NumbersOnly,
    /// The exponents of damped vibrations were not found.
    #[error("the frequencies at speed did not converge")]
    NoVibrations,
    /// There is no elastic link.
    #[error("no link of this robot is elastic")]
    NoElasticLink,
    /// The static deflection did not converge.
    #[error("static deflection did not converge in {rounds} iterations")]
    NoRest {
        /// How often they were found anew.
        rounds: usize,
        /// How far the last two rounds were apart, against their size.
        distance: f64,
    },
    /// Accelerations under friction by the load were asked for as formulas.
    #[error(
        "accelerations have no closed form where friction depends on the forces that they cause (`coulomb`, `efficiency`)"
    )]
    ImplicitFriction,
    /// The iteration for friction that depends on the load did not settle.
    #[error("friction that depends on the load did not converge in {rounds} iterations")]
    NotSettled {
        /// How often it was found anew.
        rounds: usize,
        /// How far the last two rounds were apart, against their size.
        distance: f64,
    },
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let single = match self {
            Self::Algebra(error) => return error.diagnostics(),
            Self::SingularMass { .. } => Diagnostic::error("singular-mass", self.to_string())
                .hint("give the links behind this joint mass and inertia, or another state"),
            Self::AffineTip { .. } => Diagnostic::error("affine-tip", self.to_string())
                .hint("leave `tip_map` out: the tip then turns by a rotation"),
            Self::AffineAxes { quantity } => Diagnostic::error("affine-axes", self.to_string())
                .hint(format!("write {quantity}[2]@0 for that of link 2 in base axes")),
            Self::OtherRobot { .. } => Diagnostic::error("other-robot", self.to_string())
                .hint("read the quantity again, for this robot"),
            Self::NoCoordinate { .. } => Diagnostic::error("no-coordinate", self.to_string())
                .hint("ask for a joint that moves"),
            Self::OtherFormalism { kind, formalism, affine } => {
                let fits = |other: &Formalism| {
                    other.gives(*kind) && !(*affine && other.needs_rotations())
                };
                let others = Formalism::ALL.into_iter().filter(fits).map(Formalism::name);
                let others = match others.collect::<Vec<_>>().as_slice() {
                    [] => "leave --by out".to_owned(),
                    others => format!("use --by {}, or leave it out", others.join(" or ")),
                };
                let given: Vec<&str> = formalism.kinds().iter().map(|kind| kind.name()).collect();
                Diagnostic::error("other-formalism", self.to_string())
                    .fact(format!("{} gives", formalism.name()), given.join(", "))
                    .hint(others)
            }
            Self::AffineFriction => Diagnostic::error("affine-friction", self.to_string())
                .hint("leave `tip_map` out; or give `constant` friction, which does not depend on the load"),
            Self::PinnedRoot { .. } => Diagnostic::error("pinned-root", self.to_string())
                .hint("write root = \"clamped\" for deflections at rest"),
            Self::SingularStiffness { .. } => {
                Diagnostic::error("singular-stiffness", self.to_string())
                    .hint("give every mode stiffness")
            }
            Self::RigidLink { .. } => Diagnostic::error("rigid-link", self.to_string())
                .hint("ask for an elastic link"),
            Self::ElasticLink { .. } => Diagnostic::error("elastic-link", self.to_string())
                .hint("leave `elastic` out to treat the links as rigid"),
            Self::NumbersOnly => Diagnostic::error("numbers-only", self.to_string())
                .hint("ask for numbers (`eval`), or for M and K"),
            Self::NoVibrations => Diagnostic::error("no-vibrations", self.to_string())
                .hint("check the stiffness of the links and the state"),
            Self::NoElasticLink => Diagnostic::error("rigid-link", self.to_string())
                .hint("give a link the key `elastic`"),
            Self::NoRest { distance, .. } => Diagnostic::error("no-rest", self.to_string())
                .fact("last change", format!("{distance:.1e}"))
                .hint("the load may be beyond what the links bear: check stiffness and payload"),
            Self::ImplicitFriction => Diagnostic::error("implicit-friction", self.to_string())
                .hint("use `appell eval`, `appell simulate` or `appell generate`, which find them by iteration; a model without this friction (`coulomb` and `efficiency` left out) has formulas"),
            Self::NotSettled { distance, .. } => Diagnostic::error(
                "friction-not-settled",
                self.to_string(),
            )
            .fact("last change", format!("{distance:.1e}"))
            .hint(
                "the friction or the loss of a gear is so strong that the joint may lock: check `coulomb`, `diameter` and `efficiency`",
            ),
        };
        vec![single]
    }
}
