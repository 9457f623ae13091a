//! The shapes of the modes of elastic links, to be drawn.

use appell_algebra::Budget;
use appell_elastic::{BeamBody, ModeShape};

use crate::elastic::ModeSource;
use crate::frame::LinkPoint;
use crate::joint::JointId;
use crate::robot::Robot;

impl Robot {
    /// The shapes of the modes of the link of a joint, counted from 0. There are none where it is no beam, and
    /// where ratios that shape the modes have no values.
    ///
    /// ```
    /// let robot = appell_model::Robot::bundled("flex1r")?;
    /// let shapes = robot.mode_shapes(0);
    /// // clamped at the root
    /// assert!(shapes[0].points[0].1.abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mode_shapes(&self, joint: usize) -> Vec<ModeShape> {
        let elastic = self.joints().get(joint).and_then(|it| it.link.elastic.as_ref());
        let Some(ModeSource::Beam(beam)) = elastic.map(|it| &it.source) else {
            return Vec::new();
        };
        let budget = Budget::default();
        let body =
            BeamBody::new(beam, &self.carrying(joint), self.symbols(), &budget, &self.values);
        body.map_or_else(|_| Vec::new(), |body| body.mode_shapes())
    }

    /// The points of a beam, as shares of its length, on which joints sit or wrenches act.
    fn carrying(&self, link: usize) -> Vec<f64> {
        let on_link = |parent: Option<JointId>| parent.is_some_and(|it| it.index() == link);
        let joints = self.joints().iter().filter(|joint| on_link(joint.parent));
        let joints = joints.filter_map(|joint| joint.point.as_ref());
        let frames = self.frames().iter().filter(|frame| on_link(frame.parent));
        let frames = frames.filter(|frame| frame.is_loaded()).filter_map(|it| it.point.as_ref());
        frames.chain(joints).filter_map(LinkPoint::share).collect()
    }
}
