//! Names that stand for something else: the integrals of modes, as `derive` prints them, the angles by
//! which tips turn, which are sums of modal coordinates, and those of joints that follow others.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::{AtomKind, Budget, Decision, Error, Poly, Symbol};
use appell_mechanics::{HIGHEST_ORDER, LARGEST_MULTIPLE};
use appell_model::{Coupling, Modes, Robot};

use crate::abbreviation::Abbreviations;
use crate::meaning::Meaning;
use crate::name::Name;
use crate::notation::Letters;

/// Whether joints follow others: of their angles not every trigonometric relation is known. The deflection of an elastic
/// joint, which follows both its sides, turns nothing.
pub(crate) fn has_followers(robot: &Robot) -> bool {
    let joints = || robot.joints().iter();
    let followers = joints().filter(|joint| joint.coupling.is_some()).count();
    followers > joints().filter(|joint| joint.elastic.is_some()).count()
}

/// Names and what they stand for.
#[derive(Debug, Default)]
pub(crate) struct DefinedNames {
    values: BTreeMap<Symbol, Poly>,
    /// Angles of tips and modal coordinates, joints that follow by other ratios than whole ones, and what
    /// they follow: of their sines the normal form does not know every
    /// relation, since the angles are sums of the coordinates.
    related: BTreeSet<Symbol>,
    /// What the document itself defines.
    pub(crate) abbreviations: Abbreviations,
    /// What names of the document are taken to mean that different books use for different things.
    pub(crate) guesses: RefCell<BTreeMap<Name, Meaning>>,
    /// The columns of coordinates and rates that the document takes for the state.
    pub(crate) states: RefCell<Vec<Vec<Meaning>>>,
    /// Letters of forces that have two meanings in the document.
    pub(crate) ambiguous: RefCell<BTreeSet<String>>,
    /// Names that the document defines itself, though they have a customary meaning.
    pub(crate) own_names: BTreeSet<Name>,
    /// The letters of the document.
    pub(crate) letters: Rc<Letters>,
    /// Symbols of names that the document introduces beside those of the robot, and whether each is the coefficient
    /// of a force of its own: friction, a spring.
    pub(crate) declared: RefCell<BTreeMap<Symbol, bool>>,
    /// Christoffel symbols by the order of their indices: Spong's, Siciliano's.
    pub(crate) orders: RefCell<[BTreeSet<Name>; 2]>,
    /// Names that the text calls forces or torques.
    pub(crate) drives: RefCell<BTreeSet<Name>>,
    /// In how many equations of the document each name stands.
    pub(crate) uses: RefCell<BTreeMap<Name, usize>>,
    /// How the document prints symbols of the robot, without dots.
    pub(crate) printed: RefCell<BTreeMap<Symbol, Name>>,
    /// Whether the document means something of its own by the letter pi.
    pub(crate) has_own_pi: Cell<bool>,
    /// The angles that follow from coordinates.
    angles: BTreeSet<Symbol>,
}

impl DefinedNames {
    pub(crate) fn new(robot: &Robot) -> Result<Self, Error> {
        let elastic = || robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
        let mut defined = Self::default();
        if elastic().next().is_some() {
            defined.values.extend(robot.with_named_integrals()?.1);
        }
        for modes in elastic() {
            defined.tip_angles(modes)?;
        }
        for coupling in robot.joints().iter().filter_map(|joint| joint.coupling.as_ref()) {
            defined.follower(coupling, robot)?;
        }
        Ok(defined)
    }

    fn tip_angles(&mut self, modes: &Modes) -> Result<(), Error> {
        for angle in &modes.angles {
            for order in 0..=HIGHEST_ORDER {
                let rate = modes.angle_rate(angle, order)?;
                self.values.insert(angle.symbol.derivative(order)?, rate);
            }
            self.related.insert(angle.symbol);
            self.angles.insert(angle.symbol);
            self.related.extend(&modes.coordinates);
        }
        Ok(())
    }

    /// The angle or length of a joint that follows others.
    fn follower(&mut self, coupling: &Coupling, robot: &Robot) -> Result<(), Error> {
        for order in 0..=HIGHEST_ORDER {
            self.values.insert(coupling.symbol.derivative(order)?, coupling.rate(robot, order)?);
        }
        self.angles.insert(coupling.symbol);
        let angle = coupling.rate(robot, 0)?;
        let expanded = robot.symbols().circle(&angle, LARGEST_MULTIPLE, &Budget::default())?;
        if expanded.is_none() {
            self.related.insert(coupling.symbol);
            let followed = coupling.shares.iter().map(|(id, _)| robot.joint(*id).coordinate);
            self.related.extend(followed.flatten());
        }
        Ok(())
    }

    /// How many names of the document are known so far.
    pub(crate) fn learned(&self) -> usize {
        self.abbreviations.count() + self.guesses.borrow().len()
    }

    /// What a name stands for; nothing for one that stands for itself.
    pub(crate) fn value(&self, symbol: Symbol) -> Option<&Poly> {
        self.values.get(&symbol)
    }

    /// Whether a name is that of an angle that follows from coordinates, which formulas define before
    /// they use it.
    pub(crate) fn is_related_angle(&self, symbol: Symbol) -> bool {
        self.angles.contains(&symbol)
    }

    /// The names, without those of time derivatives.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> {
        self.values.keys().copied().filter(|symbol| symbol.order() == 0)
    }

    /// The decision of the normal forms, which is none where sines of related angles occur.
    pub(crate) fn decide(&self, printed: &Poly, derived: &Poly) -> Decision {
        let decision = printed.decide(derived);
        match decision == Decision::Different && self.has_related_sines(&(printed - derived)) {
            true => Decision::Undecided,
            false => decision,
        }
    }

    /// Whether there are sines of which the normal form does not know every relation, nor derivative.
    pub(crate) fn has_related_sines(&self, poly: &Poly) -> bool {
        let is_related = |atom: AtomKind| match atom {
            AtomKind::Cos(angle) | AtomKind::Sin(angle) => self.related.contains(&angle),
            AtomKind::Symbol(_) | AtomKind::Function(_) => false,
        };
        let mut atoms = poly.terms().flat_map(|term| term.factors);
        !self.related.is_empty() && atoms.any(|factor| is_related(factor.atom.kind()))
    }
}
