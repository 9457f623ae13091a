//! Frames: in their parents, in the base, in each other.

use appell_diagnostic::broken_invariant;
use appell_model::FrameName;
use appell_spatial::Transform;

use super::{Derivation, Link};
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::{frame, mounted, tool_frame};
use crate::mechanism::Mounted;
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

    /// The place of a named frame in the list of all of them; a quantity is refused before, if there
    /// is none.
    pub(super) fn named(&self, name: FrameName) -> usize {
        let found = self.robot.find_frame(name);
        found.unwrap_or_else(|| broken_invariant(format!("no frame is called {name}")))
    }

    /// A named frame in the frame of what carries it.
    fn in_carrier(&self, index: usize) -> Transform<A::Scalar> {
        let Mounted { seat, parent_from_frame, .. } = &self.mechanism.frames[index];
        mounted(&self.mechanism, *seat, &self.state, parent_from_frame)
    }

    /// `T[i]`: a frame in that of its parent, and `T[tool]`, `T[camera]`: the tool or a named frame in
    /// the base; with the frame in which it is given.
    pub(crate) fn frame_in_parent(
        &self,
        frame: Frame,
    ) -> Result<(Transform<A::Scalar>, Frame), Error> {
        match frame {
            Frame::Joint(id) => {
                let parent = self.robot.joint(id).parent.map_or(Frame::Base, Frame::Joint);
                Ok((self.in_parent(id.index()).clone(), parent))
            }
            Frame::Base | Frame::Tool | Frame::Named(_) | Frame::Outer => self.frame_in_base(frame),
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
        if let Some(outer_from_base) = &self.mechanism.outer_from_base {
            match (outer, inner) {
                (Frame::Outer, Frame::Outer) => {}
                (Frame::Outer, Frame::Base) => return Ok(outer_from_base.clone()),
                (Frame::Outer, _) => {
                    return Ok(outer_from_base * &self.relative_frame(Frame::Base, inner)?);
                }
                (Frame::Base, Frame::Outer) => return Ok(outer_from_base.inverse()),
                (_, Frame::Outer) => {
                    return Ok(
                        &self.relative_frame(outer, Frame::Base)? * &outer_from_base.inverse()
                    );
                }
                _ => {}
            }
        }
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
        let (link, mounted) = match frame {
            Frame::Base | Frame::Outer => (None, None),
            Frame::Joint(id) => (Some(id.index()), None),
            Frame::Tool => (Some(self.mechanism.tool_parent), Some(Carrier::Tool)),
            Frame::Named(name) => {
                let index = self.named(name);
                (self.mechanism.frames[index].seat.link, Some(Carrier::Named(index)))
            }
        };
        let links = link.map(|link| self.path(link, |_| false)).unwrap_or_default();
        links.into_iter().map(Carrier::Link).chain(mounted).collect()
    }

    /// The product of the frames of some carriers, which follow on others; nothing for none.
    fn along(&self, before: &[Carrier], path: &[Carrier]) -> Option<Transform<A::Scalar>> {
        let step = |carrier: &Carrier| match *carrier {
            Carrier::Link(index) => self.in_parent(index).clone(),
            Carrier::Tool => tool_frame(&self.mechanism, &self.state),
            Carrier::Named(index) => self.in_carrier(index),
        };
        match (before, path) {
            // from the base on, what was multiplied before is kept
            ([], [.., Carrier::Link(last)]) => Some(self.in_base(*last).clone()),
            ([], [.., Carrier::Tool]) => Some(self.tool()),
            ([], [.., Carrier::Link(last), Carrier::Named(index)]) => {
                Some(self.in_base(*last) * &self.in_carrier(*index))
            }
            _ => path.iter().map(step).reduce(|product, frame| &product * &frame),
        }
    }
}

/// A frame on the way from the base to another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Link(usize),
    Tool,
    Named(usize),
}
