//! Frames: in their parents, in the base, in each other.

use appell_spatial::Transform;

use super::{Derivation, Link};
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::{frame, tool_frame};
use crate::quantity::Frame;

impl<A: Arithmetic> Derivation<'_, A> {
    /// A frame in the frame of its parent.
    pub(super) fn in_parent(&self, index: usize) -> &Transform<A::Scalar> {
        self.links[index].in_parent.get_or_init(|| frame(&self.mechanism, index, &self.state))
    }

    /// The links from the base to one of them, as far as something of them is not known yet.
    pub(super) fn path(
        &self,
        index: usize,
        known: impl Fn(&Link<A::Scalar>) -> bool,
    ) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = Some(index);
        while let Some(link) = at.filter(|&link| !known(&self.links[link])) {
            path.push(link);
            at = self.mechanism.joints[link].parent;
        }
        path.reverse();
        path
    }

    /// A frame in the base.
    pub(super) fn in_base(&self, index: usize) -> &Transform<A::Scalar> {
        let product = |link: usize| {
            let own = self.in_parent(link);
            let parent = self.mechanism.joints[link].parent;
            parent.map_or_else(|| own.clone(), |parent| self.in_base(parent) * own)
        };
        // from the base outward, so that a parent is known when it is asked for
        for link in self.path(index, |link| link.in_base.get().is_some()) {
            self.links[link].in_base.get_or_init(|| product(link));
        }
        self.links[index].in_base.get_or_init(|| product(index))
    }

    /// The tool frame in the base.
    pub(super) fn tool(&self) -> Transform<A::Scalar> {
        self.in_base(self.mechanism.tool_parent) * &tool_frame(&self.mechanism, &self.state)
    }

    /// `T[i]`: a frame in that of its parent, and `T[tool]`: the tool in the base; with the frame in
    /// which it is given.
    pub(crate) fn frame_in_parent(
        &self,
        frame: Frame,
    ) -> Result<(Transform<A::Scalar>, Frame), Error> {
        match frame {
            Frame::Joint(id) => {
                let parent = self.robot.joint(id).parent.map_or(Frame::Base, Frame::Joint);
                Ok((self.in_parent(id.index()).clone(), parent))
            }
            Frame::Base | Frame::Tool => self.frame_in_base(frame),
        }
    }

    /// `T0[i]`: a frame in the base.
    pub(crate) fn frame_in_base(
        &self,
        frame: Frame,
    ) -> Result<(Transform<A::Scalar>, Frame), Error> {
        Ok((self.relative_frame(Frame::Base, frame)?, Frame::Base))
    }

    /// `T[j,i]`: frame {inner} in frame {outer}, by way of the last frame that carries both.
    pub(crate) fn relative_frame(
        &self,
        outer: Frame,
        inner: Frame,
    ) -> Result<Transform<A::Scalar>, Error> {
        let (outer_path, inner_path) = (self.carriers(outer), self.carriers(inner));
        let both = outer_path.iter().zip(&inner_path).take_while(|(a, b)| a == b).count();
        let inward = self.along(&outer_path[..both], &outer_path[both..]);
        let outward = self.along(&inner_path[..both], &inner_path[both..]);
        let Some(inward) = inward else {
            return Ok(outward.unwrap_or_else(|| Transform::identity(&self.mechanism.zero())));
        };
        if self.mechanism.is_affine() {
            // frames behind affine tips are no rotations: their inverse is no transpose
            return Err(Error::AffineTip { quantity: "T[j,i]" });
        }
        let inverse = inward.inverse();
        Ok(outward.map_or_else(|| inverse.clone(), |outward| &inverse * &outward))
    }

    /// The frames that carry a frame, from the base outward, and the frame itself.
    fn carriers(&self, frame: Frame) -> Vec<Carrier> {
        let (link, is_tool) = match frame {
            Frame::Base => return Vec::new(),
            Frame::Joint(id) => (id.index(), false),
            Frame::Tool => (self.mechanism.tool_parent, true),
        };
        let links = self.path(link, |_| false).into_iter().map(Carrier::Link);
        links.chain(is_tool.then_some(Carrier::Tool)).collect()
    }

    /// The product of the frames of some carriers, which follow on others; nothing for none.
    fn along(&self, before: &[Carrier], path: &[Carrier]) -> Option<Transform<A::Scalar>> {
        let step = |carrier: &Carrier| match *carrier {
            Carrier::Link(index) => self.in_parent(index).clone(),
            Carrier::Tool => tool_frame(&self.mechanism, &self.state),
        };
        match (before, path) {
            // from the base on, what was multiplied before is kept
            ([], [.., Carrier::Link(last)]) => Some(self.in_base(*last).clone()),
            ([], [.., Carrier::Tool]) => Some(self.tool()),
            _ => path.iter().map(step).reduce(|product, frame| &product * &frame),
        }
    }
}

/// A frame on the way from the base to another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Link(usize),
    Tool,
}
