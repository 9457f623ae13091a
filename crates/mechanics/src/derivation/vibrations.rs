//! Small vibrations about the state: of all coordinates at rest, and of the modes while the joints move; and what
//! a user should know of them.

use appell_diagnostic::{Diagnostic, shown};
use appell_spatial::{Coefficient, Shape, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::deflection::{STEEPEST, large_deflection};
use crate::elastic::Deformed;
use crate::error::Error;
use crate::geometry::in_parent;
use crate::lagrange::tangent_stiffness;
use crate::mass_matrix::mass_matrix;
use crate::quantity::{Kind, Quantity};
use crate::state::State;
use crate::value::Value;

/// Rows of scalars.
type Rows<A> = Vec<Vec<<A as Arithmetic>::Scalar>>;

/// Frequencies that differ by less are not worth a warning.
const NOTICED: f64 = 1e-3;

impl<A: Arithmetic> Derivation<'_, A> {
    /// A row for each vibration: its angular frequency, then the amplitudes of the coordinates.
    pub(crate) fn vibrations(&self) -> Result<Value<A::Scalar>, Error> {
        let rows = self.vibrations_at(&self.state)?;
        let frequency = std::iter::once("omega".to_owned());
        let columns = frequency.chain(self.coordinate_labels()).collect();
        Ok(Value::matrix(rows, None).with_columns(columns))
    }

    /// A row for each vibration of the modes while the joints move as they do: angular frequency, decay and
    /// damping ratio.
    pub(crate) fn vibrations_at_speed(&self) -> Result<Value<A::Scalar>, Error> {
        if self.modal().is_empty() {
            return Err(Error::NoElasticLink);
        }
        let rows = self.vibrations_at_speed_at(&self.state)?;
        let columns = ["omega", "decay", "ratio"].map(str::to_owned).to_vec();
        Ok(Value::matrix(rows, None).with_columns(columns))
    }

    fn vibrations_at(&self, state: &State<A::Scalar>) -> Result<Rows<A>, Error> {
        let mechanism = &self.mechanism;
        let stiffness = tangent_stiffness(mechanism, state);
        let mass = mass_matrix(mechanism, state, &in_parent(mechanism, state));
        let mut entries = mass.iter().chain(&stiffness).flatten();
        entries.try_for_each(|entry| self.arithmetic.check_result(entry))?;
        self.arithmetic.vibrations(&mass, &stiffness).ok_or(Error::NumbersOnly)?
    }

    fn vibrations_at_speed_at(&self, state: &State<A::Scalar>) -> Result<Rows<A>, Error> {
        let (mechanism, modal) = (&self.mechanism, self.modal());
        let of_modes = |rows: &Rows<A>| -> Rows<A> {
            let row = |&i: &usize| modal.iter().map(|&j| rows[i][j].clone()).collect();
            modal.iter().map(row).collect()
        };
        let mass = of_modes(&mass_matrix(mechanism, state, &in_parent(mechanism, state)));
        let damping = of_modes(&self.slopes_at(state, 1, false)?);
        let stiffness = of_modes(&self.slopes_at(state, 0, false)?);
        let mut entries = mass.iter().chain(&damping).chain(&stiffness).flatten();
        entries.try_for_each(|entry| self.arithmetic.check_result(entry))?;
        let found = self.arithmetic.damped_vibrations([&mass, &damping, &stiffness]);
        found.ok_or(Error::NumbersOnly)?
    }

    /// A warning if a quantity of elastic links is not what a user probably means. Vibrations: the links are bent
    /// otherwise at this state than gravity, payload and the motion of the joints bend them, and the frequencies
    /// depend on that; or `modes` leaves out forces on the tool and on named frames; or links turn fast that do not
    /// become stiffer then. Vibrations and `sag`: the links bend further than they are modelled for. None where scalars
    /// are no numbers.
    ///
    /// ```
    /// use appell_mechanics::{Derivation, Numbers, Quantity};
    ///
    /// // a strip with a heavy, eccentric body at its tip, straight though gravity pulls
    /// let text = "name = \"strip\"\ngravity = 9.81\n[[joint]]\ntype = \"fixed\"\n[joint.link.elastic.beam]\n\
    ///     length = 1\nmaterial = \"steel\"\nsection = { rectangle = { width = 0.002, height = 0.03 } }\n\
    ///     bend_y = 3\nbend_z = 3\ntwist = 2\nstiffening = true\n[tool]\noffset = [1, 0, 0]\n\
    ///     [payload]\nmass = 0.5\ncentre = [0, 0.05, 0]\n";
    /// let robot = appell_model::read_toml(text, &Default::default()).robot.ok_or("no robot")?;
    /// let numbers = Numbers::new(robot.symbols(), |symbol| {
    ///     robot.coordinates().contains(&symbol.base()).then_some(0.0).or(robot.value(symbol))
    /// });
    /// let derivation = Derivation::new(&robot, numbers)?;
    /// let warning = derivation.elastic_warning(Quantity::read_one("whirl", &robot)?)?;
    /// assert!(warning.is_some_and(|it| it.code == "links-not-bent"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elastic_warning(&self, quantity: Quantity) -> Result<Option<Diagnostic>, Error> {
        let kind = quantity.kind();
        let vibrates = matches!(kind, Kind::Vibrations | Kind::VibrationsAtSpeed);
        if !vibrates && kind != Kind::StaticDeflection
            || self.arithmetic.size(&self.mechanism.zero()).is_none()
        {
            return Ok(None);
        }
        if kind == Kind::Vibrations && self.is_pulled() {
            return Ok(Some(self.left_out_load()));
        }
        let moving = kind != Kind::Vibrations;
        if kind == Kind::VibrationsAtSpeed
            && let Some(warning) = self.not_stiffened()?
        {
            return Ok(Some(warning));
        }
        // where nothing says how far the links bend, there is nothing to compare with
        let Ok(bent) = self.deflection(moving) else { return Ok(None) };
        let bent = self.steady(&bent, moving)?;
        match vibrates {
            true => Ok(self.not_bent(kind, &bent)?.or_else(|| self.too_steep(&self.state))),
            false => Ok(self.too_steep(&bent)),
        }
    }

    /// Whether forces or moments act on the tool or on frames.
    fn is_pulled(&self) -> bool {
        let frames = self.mechanism.frames.iter().map(|frame| &frame.wrench);
        let wrenches = std::iter::once(&self.mechanism.payload).chain(frames);
        wrenches.flat_map(|it| it.force.0.iter().chain(&it.moment.0)).any(|it| self.size(it) > 0.0)
    }

    fn left_out_load(&self) -> Diagnostic {
        let message = "`modes` leaves out the forces and moments on the tool and on frames";
        Diagnostic::warning("load-left-out", message).hint(match self.modal().is_empty() {
            true => "`appell linearise` counts them",
            false => "`whirl` counts them; masses of payloads are in both",
        })
    }

    /// A link that turns so fast that a real one would be stiffer by it, and that has no displacements of second
    /// order: centrifugal forces then only soften it. The square of a lowest frequency is off by about that of the
    /// angular velocity.
    fn not_stiffened(&self) -> Result<Option<Diagnostic>, Error> {
        let joints = self.robot.joints().iter().zip(&self.mechanism.joints).zip(self.motions()?);
        let speeds = joints.filter_map(|((joint, body), motion)| {
            let elastic = body.elastic.as_ref()?;
            let shapes = &elastic.body.shapes;
            let is_second =
                |shape: &Shape<_>| matches!(shape.coefficient, Coefficient::Product(..));
            // stretching alone has nothing to become stiffer
            let bends =
                shapes.iter().flat_map(|shape| &shape.slope.0).any(|it| self.size(it) > 0.0);
            // a link that spins about its own axis is not stretched
            let across = motion.omega.cross(&elastic.body.tip);
            let omega = self.norm(&across) / self.norm(&elastic.body.tip).max(f64::MIN_POSITIVE);
            (bends && !shapes.iter().any(is_second)).then_some((omega, &joint.name))
        });
        let Some((speed, joint)) = speeds.max_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            return Ok(None);
        };
        let q: Vec<A::Scalar> = self.state.coordinates.iter().map(|it| it.q.clone()).collect();
        let rows = self.vibrations_at_speed_at(&self.steady(&q, false)?)?;
        let frequencies = rows.iter().filter_map(|row| row.first()).map(|omega| self.size(omega));
        let lowest = frequencies.filter(|omega| *omega > 0.0).fold(f64::INFINITY, f64::min);
        Ok(((speed / lowest).powi(2) > 2.0 * NOTICED).then(|| {
            let message =
                "this link has no stiffening by centrifugal forces, which matters at this speed";
            Diagnostic::warning("not-stiffened", message)
                .fact("link of", joint)
                .fact("angular velocity", format!("{} rad/s", shown(speed)))
                .fact("lowest frequency at rest", format!("{} rad/s", shown(lowest)))
                .hint("write stiffening = true in `beam`, or give `geometric` of `finite_elements`")
        }))
    }

    /// Frequencies that change much where the links are bent by their loads.
    fn not_bent(&self, kind: Kind, bent: &State<A::Scalar>) -> Result<Option<Diagnostic>, Error> {
        let frequencies = |state: &State<A::Scalar>| -> Result<Vec<f64>, Error> {
            let rows = match kind {
                Kind::Vibrations => self.vibrations_at(state)?,
                _ => self.vibrations_at_speed_at(state)?,
            };
            Ok(rows.iter().filter_map(|row| row.first()).map(|omega| self.size(omega)).collect())
        };
        let pairs = frequencies(&self.state)?.into_iter().zip(frequencies(bent)?);
        let change = |(here, there): &(f64, f64)| {
            (here - there).abs() / here.max(*there).max(f64::MIN_POSITIVE)
        };
        let most = pairs.enumerate().max_by(|(_, a), (_, b)| change(a).total_cmp(&change(b)));
        Ok(most.filter(|(_, pair)| change(pair) > NOTICED).map(|(k, (here, there))| {
            let message = "the links are not bent at this state as gravity, payload and motion bend them, and this changes their vibrations";
            Diagnostic::warning("links-not-bent", message)
                .fact(format!("omega of vibration {}", k + 1), format!("{} rad/s", shown(here)))
                .fact("where the links are bent", format!("{} rad/s", shown(there)))
                .hint("evaluate at the coordinates that `sag` gives for this state")
        }))
    }

    /// Where the tip of a link turns further in a state than it is modelled for.
    fn too_steep(&self, state: &State<A::Scalar>) -> Option<Diagnostic> {
        let joints = self.robot.joints().iter().zip(&self.mechanism.joints);
        let slopes = joints.filter_map(|(joint, body)| {
            let elastic = body.elastic.as_ref()?;
            let deformed = Deformed::new(elastic, state);
            let slope = elastic.body.slope_at(None, deformed.coefficients());
            Some((self.norm(&slope), &joint.name))
        });
        let (slope, joint) = slopes.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (slope > STEEPEST).then(|| large_deflection(joint, slope))
    }

    /// The length of a vector of numbers.
    fn norm(&self, vector: &Vector<A::Scalar>) -> f64 {
        vector.0.iter().map(|it| self.size(it).powi(2)).sum::<f64>().sqrt()
    }

    /// The magnitude of a number.
    fn size(&self, scalar: &A::Scalar) -> f64 {
        self.arithmetic.size(scalar).unwrap_or_default()
    }
}
