//! The one evaluator: from the row of a quantity to its value.

use appell_diagnostic::broken_invariant;
use appell_model::JointId;
use appell_spatial::{Matrix, Transform, Twist, Vector};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::mechanism::Drive;
use crate::quantity::{ElasticSupport, Frame, Of, Quantity};
use crate::value::Value;

/// What computes something of the robot, of a frame, of a link, of both or of a pair of frames.
type OfRobot<'r, A, T> = fn(&Derivation<'r, A>) -> Result<T, Error>;
type OfFrame<'r, A, T> = fn(&Derivation<'r, A>, Frame) -> Result<T, Error>;
type OfLink<'r, A, T> = fn(&Derivation<'r, A>, usize) -> Result<T, Error>;
type OfPart<'r, A, T> = fn(&Derivation<'r, A>, Option<usize>) -> Result<T, Error>;
type OfPair<'r, A, T> = fn(&Derivation<'r, A>, Frame, Frame) -> Result<T, Error>;

/// A `Quantity` can only be made with the index that its kind takes.
fn wrong_index(quantity: Quantity) -> ! {
    broken_invariant(format!("{quantity} has an index that its kind does not take"))
}

/// The function that computes a quantity: a variant for each [form](crate::Form). Links are counted
/// from 0; vectors come in the axes of their own frame.
pub(crate) enum Evaluator<'r, A: Arithmetic> {
    Scalar(OfRobot<'r, A, A::Scalar>),
    Parts(OfPart<'r, A, A::Scalar>),
    PerCoordinate(OfRobot<'r, A, Vec<A::Scalar>>),
    Square(OfRobot<'r, A, Vec<Vec<A::Scalar>>>),
    Twists(OfFrame<'r, A, Vec<Twist<A::Scalar>>>),
    BodyTwists(OfFrame<'r, A, Vec<Twist<A::Scalar>>>),
    LinkTwists(OfLink<'r, A, Vec<Twist<A::Scalar>>>),
    Table(OfRobot<'r, A, Value<A::Scalar>>),
    List(OfRobot<'r, A, Vec<(String, A::Scalar)>>),
    FrameVector(OfFrame<'r, A, Vector<A::Scalar>>),
    JointVector(OfFrame<'r, A, Vector<A::Scalar>>),
    LinkVector(OfLink<'r, A, Vector<A::Scalar>>),
    LinkScalar(OfLink<'r, A, A::Scalar>),
    LinkMatrix(OfLink<'r, A, Matrix<A::Scalar>>),
    LinkList(OfLink<'r, A, Vec<(String, A::Scalar)>>),
    LinkFrame(OfLink<'r, A, Transform<A::Scalar>>),
    LinkFrameRate(OfLink<'r, A, Transform<A::Scalar>>),
    Frame(OfFrame<'r, A, (Transform<A::Scalar>, Frame)>),
    FrameRate(OfFrame<'r, A, (Transform<A::Scalar>, Frame)>),
    RelativeFrame(OfPair<'r, A, Transform<A::Scalar>>),
    RelativeRotation(OfPair<'r, A, Matrix<A::Scalar>>),
    RelativePosition(OfPair<'r, A, Vector<A::Scalar>>),
}

impl<'r, A: Arithmetic> Derivation<'r, A> {
    /// A quantity.
    pub fn get(&self, quantity: Quantity) -> Result<Value<A::Scalar>, Error> {
        A::quantity(self, quantity)
    }

    /// The same, compiled where it is called: for [`Arithmetic::quantity`].
    pub fn computed(&self, quantity: Quantity) -> Result<Value<A::Scalar>, Error> {
        self.check()?;
        self.check_support(quantity)?;
        let value = self.evaluate(quantity)?;
        self.check()?;
        value.entries().try_for_each(|entry| self.arithmetic.check_result(entry))?;
        Ok(value)
    }

    fn evaluate(&self, quantity: Quantity) -> Result<Value<A::Scalar>, Error> {
        let of = quantity.of();
        let frame = || match of {
            Of::Frame(frame) => frame,
            _ => wrong_index(quantity),
        };
        let link = || match of {
            Of::Frame(Frame::Joint(id)) => id,
            _ => wrong_index(quantity),
        };
        let pair = || match of {
            Of::Between(outer, inner) => (outer, inner),
            _ => wrong_index(quantity),
        };
        if quantity.kind().row().elastic == ElasticSupport::BaseAxes && self.mechanism.is_affine() {
            let rate = self.rate_in_base(quantity.kind(), frame())?;
            return Ok(Value::vector(rate, Some(Frame::Base)));
        }
        Ok(match Self::evaluator(quantity.kind()) {
            Evaluator::Scalar(scalar) => Value::scalar(scalar(self)?),
            Evaluator::Parts(part) => {
                let link = (of != Of::Robot).then(|| link().index());
                Value::scalar(part(self, link)?)
            }
            Evaluator::PerCoordinate(entries) => self.of_coordinates(entries(self)?, of)?,
            Evaluator::Square(rows) => self.square(rows(self)?),
            Evaluator::Twists(columns) => {
                let frame = if of == Of::Robot { Frame::Tool } else { frame() };
                self.columns_in_axes(&columns(self, frame)?, quantity)?
            }
            Evaluator::BodyTwists(columns) => {
                let frame = if of == Of::Robot { Frame::Tool } else { frame() };
                self.columns(&columns(self, frame)?, frame)
            }
            Evaluator::LinkTwists(columns) => {
                self.columns(&columns(self, link().index())?, Frame::Base)
            }
            Evaluator::LinkList(entries) => Value::list(entries(self, link().index())?),
            Evaluator::LinkFrame(motion) => {
                Value::frame(&motion(self, link().index())?, Some(Frame::Base))
            }
            Evaluator::LinkFrameRate(rate) => {
                Value::frame_rate(&rate(self, link().index())?, Some(Frame::Base))
            }
            Evaluator::Table(table) => table(self)?,
            Evaluator::List(entries) => Value::list(entries(self)?),
            Evaluator::FrameVector(vector) | Evaluator::JointVector(vector) => {
                self.in_axes(vector(self, frame())?, frame(), quantity)?
            }
            Evaluator::LinkVector(vector) => {
                self.in_axes(vector(self, link().index())?, frame(), quantity)?
            }
            Evaluator::LinkScalar(scalar) => Value::scalar(scalar(self, link().index())?),
            Evaluator::LinkMatrix(matrix) => {
                Value::tensor(matrix(self, link().index())?, Some(frame()))
            }
            Evaluator::Frame(transform) => {
                let (transform, axes) = transform(self, frame())?;
                Value::frame(&transform, Some(axes))
            }
            Evaluator::FrameRate(rate) => {
                let (rate, axes) = rate(self, frame())?;
                Value::frame_rate(&rate, Some(axes))
            }
            Evaluator::RelativeFrame(transform) => {
                let (outer, inner) = pair();
                Value::frame(&transform(self, outer, inner)?, Some(outer))
            }
            Evaluator::RelativeRotation(rotation) => {
                let (outer, inner) = pair();
                Value::tensor(rotation(self, outer, inner)?, Some(outer))
            }
            Evaluator::RelativePosition(position) => {
                let (outer, inner) = pair();
                Value::vector(position(self, outer, inner)?, Some(outer))
            }
        })
    }

    /// Refuses what is not defined for the elastic links of this robot, and what is of a part that
    /// this robot does not have.
    pub(super) fn check_support(&self, quantity: Quantity) -> Result<(), Error> {
        let row = quantity.kind().row();
        match row.elastic {
            ElasticSupport::RigidOnly if self.is_elastic() => {
                return Err(Error::ElasticLink { quantity: row.name });
            }
            ElasticSupport::RotatingTips if self.mechanism.is_affine() => {
                return Err(Error::AffineTip { quantity: row.name });
            }
            ElasticSupport::BaseAxes
                if self.mechanism.is_affine() && !quantity.is_in_base_axes() =>
            {
                return Err(Error::AffineAxes { quantity: row.name });
            }
            ElasticSupport::RigidOnly
            | ElasticSupport::RotatingTips
            | ElasticSupport::BaseAxes
            | ElasticSupport::All => {}
        }
        let parts = match quantity.of() {
            Of::Robot => [None, None],
            Of::Joint(id) | Of::Mode(id, _) => [Some(Frame::Joint(id)), None],
            Of::Frame(frame) => [Some(frame), None],
            Of::Between(outer, inner) => [Some(outer), Some(inner)],
        };
        let known = |frame: Frame| match frame {
            Frame::Joint(id) => id.index() < self.robot.joints().len(),
            Frame::Named(name) => self.robot.find_frame(name).is_some(),
            Frame::Outer => self.robot.base().is_some(),
            Frame::Base | Frame::Tool => true,
        };
        match parts.into_iter().flatten().chain(quantity.axes()).all(known) {
            true => Ok(()),
            false => Err(Error::OtherRobot { quantity: quantity.to_string() }),
        }
    }

    /// Entries for coordinates: all, or that of one joint or mode.
    pub(super) fn of_coordinates(
        &self,
        mut entries: Vec<A::Scalar>,
        of: Of,
    ) -> Result<Value<A::Scalar>, Error> {
        let at = match of {
            Of::Joint(id) => self.coordinate_of(id, None)?,
            Of::Mode(id, mode) => self.coordinate_of(id, Some(mode))?,
            _ => return Ok(Value::per_coordinate(entries).with_rows(self.coordinate_labels())),
        };
        Ok(Value::scalar(entries.swap_remove(at)))
    }

    /// The number of the coordinate of a joint or of a mode of its link.
    pub(super) fn coordinate_of(&self, id: JointId, mode: Option<usize>) -> Result<usize, Error> {
        let wanted = Drive { joint: id.index(), mode };
        let found = self.mechanism.drives().position(|drive| drive == wanted);
        found.ok_or(Error::NoCoordinate { label: wanted.label() })
    }

    /// A vector of a frame, given in its own axes, in those that are asked for.
    pub(super) fn in_axes(
        &self,
        own: Vector<A::Scalar>,
        frame: Frame,
        quantity: Quantity,
    ) -> Result<Value<A::Scalar>, Error> {
        let Some(axes) = quantity.axes() else { return Ok(Value::vector(own, Some(frame))) };
        if self.mechanism.is_affine() {
            return Err(Error::AffineTip { quantity: quantity.kind().name() });
        }
        let turned = &self.relative_frame(axes, frame)?.rotation * &own;
        Ok(Value::vector(turned, Some(axes)))
    }

    /// The names of the coordinates as indices: `1` of joint 1, `1,2` of the second mode of its link.
    pub(super) fn coordinate_labels(&self) -> Vec<String> {
        self.mechanism.drives().map(Drive::label).collect()
    }

    /// A matrix whose rows and columns belong to coordinates.
    pub(super) fn square(&self, rows: Vec<Vec<A::Scalar>>) -> Value<A::Scalar> {
        let labels = self.coordinate_labels();
        Value::matrix(rows, None).with_rows(labels.clone()).with_columns(labels)
    }

    /// Turns columns from base axes into the axes that the quantity asks for.
    pub(super) fn columns_in_axes(
        &self,
        columns: &[Twist<A::Scalar>],
        quantity: Quantity,
    ) -> Result<Value<A::Scalar>, Error> {
        let Some(axes) = quantity.axes() else { return Ok(self.columns(columns, Frame::Base)) };
        if self.mechanism.is_affine() {
            return Err(Error::AffineTip { quantity: quantity.kind().name() });
        }
        let rotation = self.relative_frame(axes, Frame::Base)?.rotation;
        let turned: Vec<_> = columns.iter().map(|column| column.turned(&rotation)).collect();
        Ok(self.columns(&turned, axes))
    }

    /// Rows x, y, z of the velocity, then those of the angular velocity; a column for each
    /// coordinate.
    pub(super) fn columns(&self, columns: &[Twist<A::Scalar>], axes: Frame) -> Value<A::Scalar> {
        let row = |part: fn(&Twist<A::Scalar>) -> &Vector<A::Scalar>, i: usize| {
            columns.iter().map(|column| part(column).0[i].clone()).collect()
        };
        let linear = (0..3).map(|i| row(|column| &column.linear, i));
        let angular = (0..3).map(|i| row(|column| &column.angular, i));
        let rows = linear.chain(angular).collect();
        Value::matrix(rows, Some(axes)).with_columns(self.coordinate_labels())
    }

    /// Whether a link deforms.
    pub(super) fn is_elastic(&self) -> bool {
        self.mechanism.elastic().next().is_some()
    }
}
