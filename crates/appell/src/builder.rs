//! A robot built in code.

use crate::algebra::{Poly, Symbols};
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::model::{
    Draft, Friction, Inertia, JointDraft, JointKind, MAX_TERMS, Parameter, Parent, Part, Placement,
    Rotation, entry_budget, lint,
};
use crate::spatial::Vector;
use crate::{Error, Robot};

/// The directions of axes.
pub mod axis {
    /// Along x.
    pub const X: [i32; 3] = [1, 0, 0];
    /// Along y.
    pub const Y: [i32; 3] = [0, 1, 0];
    /// Along z.
    pub const Z: [i32; 3] = [0, 0, 1];
}

/// A number or a formula in the parameters of a robot. A decimal is taken as it is written: 0.1 is
/// exactly 1/10.
///
/// ```
/// use appell::Entry;
/// assert_eq!(Entry::from(0.1), Entry::from("0.1"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Entry(Result<String, NotFinite>);

/// A number that no measure of a robot has: infinity, or none at all.
#[derive(Clone, Debug, PartialEq)]
struct NotFinite(f64);

impl From<&str> for Entry {
    fn from(formula: &str) -> Self {
        Self(Ok(formula.to_owned()))
    }
}

impl From<f64> for Entry {
    fn from(number: f64) -> Self {
        Self(if number.is_finite() { Ok(number.to_string()) } else { Err(NotFinite(number)) })
    }
}

impl From<i32> for Entry {
    fn from(number: i32) -> Self {
        Self(Ok(number.to_string()))
    }
}

/// Three entries: `[0.0, 0.0, 0.3]`, or a tuple of numbers and formulas, `(0, 0, "l1")`.
///
/// ```
/// use appell::{Entries, Entry};
/// assert_eq!((0, "l1", 0.5).entries()[1], Entry::from("l1"));
/// ```
pub trait Entries {
    /// The three entries.
    fn entries(self) -> [Entry; 3];
}

impl<E: Into<Entry>> Entries for [E; 3] {
    fn entries(self) -> [Entry; 3] {
        self.map(Into::into)
    }
}

impl<A: Into<Entry>, B: Into<Entry>, C: Into<Entry>> Entries for (A, B, C) {
    fn entries(self) -> [Entry; 3] {
        [self.0.into(), self.1.into(), self.2.into()]
    }
}

/// Builds a robot joint by joint. A method that is about a joint or a link is about the last one.
/// All that is wrong is reported by [`RobotBuilder::build`].
///
/// ```
/// use appell::Robot;
/// use appell::axis::{X, Y};
///
/// // a pole on a cart; both masses and the length stay symbols, the gravity has a value
/// let robot = Robot::builder("cart-pole")
///     .gravity((0, 0, "-g"))
///     .parameter("g", 9.81)
///     .prismatic("cart", X, (0, 0, 0))
///     .link("M", (0, 0, 0), (0, 0, 0))
///     .revolute("pole", Y, (0, 0, 0))
///     .link("m", (0, 0, "l"), (0, "J", 0))
///     .build()?;
/// assert!(robot.derive("Q[cart]")?.text().starts_with("Q[1] = M*q1'' + q1''*m"));
/// # Ok::<(), appell::Error>(())
/// ```
#[derive(Debug)]
pub struct RobotBuilder {
    symbols: Symbols,
    draft: Draft,
    problems: Vec<Diagnostic>,
}

impl RobotBuilder {
    /// A robot without joints and gravity.
    pub fn new(name: impl Into<String>) -> Self {
        let symbols = Symbols::new();
        let draft = Draft { name: name.into(), ..Draft::new(&symbols) };
        Self { symbols, draft, problems: Vec::new() }
    }

    /// Says where structure and numbers come from.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.draft.source = Some(source.into());
        self
    }

    /// Gravity, in base axes, such as `(0, 0, -9.81)`.
    #[must_use]
    pub fn gravity(mut self, gravity: impl Entries) -> Self {
        self.draft.gravity = self.vector(gravity, &["gravity"]);
        self
    }

    /// A parameter with its value. Parameters without a value need no declaration: they are found
    /// where they are used.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: impl Into<Entry>) -> Self {
        let path = ["parameters", name];
        let value = self.entry(value.into(), &path);
        match self.symbols.parameter(name) {
            Ok(symbol) => self.draft.parameters.push(Parameter {
                symbol,
                name: name.to_owned(),
                value: Some(value),
                unit: None,
                note: None,
                latex: None,
            }),
            Err(error) => self.report(error.diagnostics(), &path),
        }
        self
    }

    /// A joint that turns by q about an axis (in its own frame), whose frame lies at an offset in
    /// that of the joint before it, or of the base.
    #[must_use]
    pub fn revolute(self, name: &str, axis: impl Entries, offset: impl Entries) -> Self {
        self.joint(JointKind::Rotation, name, axis, offset)
    }

    /// A joint that moves by q along an axis.
    #[must_use]
    pub fn prismatic(self, name: &str, axis: impl Entries, offset: impl Entries) -> Self {
        self.joint(JointKind::Translation, name, axis, offset)
    }

    /// A joint that does not move: a frame with a body of its own.
    #[must_use]
    pub fn fixed(self, name: &str, offset: impl Entries) -> Self {
        self.joint(JointKind::Fixed, name, axis::Z, offset)
    }

    fn joint(
        mut self,
        kind: JointKind,
        name: &str,
        axis: impl Entries,
        offset: impl Entries,
    ) -> Self {
        if kind != JointKind::Fixed {
            // a name that is taken is reported when the joint is built
            let _ = self.symbols.coordinate(&format!("q{}", self.draft.joints.len() + 1));
        }
        let axis = self.vector(axis, &[name, "axis"]);
        let placement = Placement::at(self.vector(offset, &[name, "offset"]));
        let name = Some(name.to_owned());
        self.draft.joints.push(JointDraft { name, placement, ..JointDraft::new(kind, axis) });
        self
    }

    /// On which joint the last one sits, by name, where it is not the one before it.
    #[must_use]
    pub fn on(mut self, parent: &str) -> Self {
        self.last("on", |joint| joint.parent = Parent::Joint(parent.to_owned()));
        self
    }

    /// The last joint sits on the base.
    #[must_use]
    pub fn on_base(mut self) -> Self {
        self.last("on_base", |joint| joint.parent = Parent::Base);
        self
    }

    /// The frame of the last joint is turned by roll, pitch and yaw about the axes of its parent:
    /// R = Rz(yaw) Ry(pitch) Rx(roll).
    #[must_use]
    pub fn rotated(mut self, roll_pitch_yaw: impl Entries) -> Self {
        let Vector(angles) = self.vector(roll_pitch_yaw, &["rotation"]);
        let rotation = Rotation::roll_pitch_yaw(angles);
        self.last("rotated", |joint| joint.placement.rotation = rotation);
        self
    }

    /// A body on the last joint: its mass, its centre of mass in the frame of the joint, and its moments
    /// of inertia xx, yy, zz about the centre of mass. Several bodies on one joint add up.
    #[must_use]
    pub fn link(self, mass: impl Into<Entry>, centre: impl Entries, inertia: impl Entries) -> Self {
        self.link_with_products(mass, centre, inertia, (0, 0, 0))
    }

    /// The same with products of inertia: the integrals of x y, x z and y z, which enter the tensor
    /// with a minus.
    #[must_use]
    pub fn link_with_products(
        mut self,
        mass: impl Into<Entry>,
        centre: impl Entries,
        inertia: impl Entries,
        products: impl Entries,
    ) -> Self {
        let mass = self.entry(mass.into(), &["link", "mass"]);
        let centre = self.vector(centre, &["link", "centre"]);
        let Vector([xx, yy, zz]) = self.vector(inertia, &["link", "inertia"]);
        let Vector([xy, xz, yz]) = self.vector(products, &["link", "products"]);
        let inertia = Inertia { xx, yy, zz, xy, xz, yz };
        let part = Part { mass, centre, inertia, ..Part::default() };
        self.last("link", |joint| joint.link.parts.push(part));
        self
    }

    /// Viscous friction in the last joint: force over velocity, or moment over angular velocity.
    #[must_use]
    pub fn viscous_friction(mut self, coefficient: impl Into<Entry>) -> Self {
        let viscous = self.entry(coefficient.into(), &["friction", "viscous"]);
        let friction = Friction { viscous, ..Friction::default() };
        self.last("viscous_friction", |joint| joint.friction = friction);
        self
    }

    /// Where the tool frame lies in the frame of the last joint of the robot.
    #[must_use]
    pub fn tool(mut self, offset: impl Entries) -> Self {
        self.draft.tool.placement = Placement::at(self.vector(offset, &["tool", "offset"]));
        self
    }

    /// The robot, with warnings among its [findings](Robot::findings); or all that is
    /// wrong.
    ///
    /// ```
    /// use appell::Robot;
    /// let wrong = Robot::builder("arm").revolute("shoulder", (0, 0, 0), (0, 0, "l1 +")).build();
    /// let codes: Vec<_> = wrong.err().map(|error| error.findings()).unwrap_or_default();
    /// assert_eq!(codes.len(), 1);
    /// ```
    pub fn build(self) -> Result<Robot, Error> {
        if !self.problems.is_empty() {
            return Err(self.problems.into());
        }
        let name = self.draft.name.clone();
        let (model, mut findings) = self
            .draft
            .build(&entry_budget())
            .map_err(|findings| Findings::about(name, "", findings))?;
        findings.extend(lint(&model));
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity >= Severity::Warning));
        Ok(Robot::of_model(model, findings))
    }

    /// Changes the last joint.
    fn last(&mut self, what: &str, change: impl FnOnce(&mut JointDraft)) {
        match self.draft.joints.last_mut() {
            Some(joint) => change(joint),
            None => {
                let message = format!("`{what}` is about a joint, and there is none yet");
                let problem = Diagnostic::error("no-joints", message);
                self.problems.push(problem.hint("start with `revolute` or `prismatic`"));
            }
        }
    }

    fn report(&mut self, findings: Vec<Diagnostic>, path: &[&str]) {
        self.problems.extend(findings.into_iter().map(|it| it.on(path.iter().copied())));
    }

    /// An expression in the parameters. Names that are new become parameters. Zero where something
    /// is wrong, which `build` then reports.
    fn entry(&mut self, Entry(entry): Entry, path: &[&str]) -> Poly {
        let text = match entry {
            Ok(text) => text,
            Err(NotFinite(number)) => {
                let message = format!("expected a finite number, found {number}");
                let problem = Diagnostic::error("not-finite", message);
                self.report(vec![problem.hint("name what is not known: \"l1\"")], path);
                return Poly::ZERO;
            }
        };
        for name in self.symbols.unknown_names(&text) {
            // a name that cannot be one is found below
            let _ = self.symbols.parameter(&name);
        }
        let budget = entry_budget().with_terms(MAX_TERMS);
        Poly::parse(&text, &self.symbols, &budget).unwrap_or_else(|error| {
            self.report(error.diagnostics(), path);
            Poly::ZERO
        })
    }

    fn vector(&mut self, entries: impl Entries, path: &[&str]) -> Vector<Poly> {
        Vector(entries.entries().map(|entry| self.entry(entry, path)))
    }
}
