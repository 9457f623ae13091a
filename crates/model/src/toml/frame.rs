//! The tool, further frames, the place of the base, the payload.

use std::ops::Range;

use appell_diagnostic::Diagnostic;
use appell_toml::{Fields, Read, Value};
use appell_units::{FORCE, PURE_NUMBER, TORQUE};

use super::body::has_body;
use crate::build::frame_path;
use crate::draft::{Draft, ToolDraft};
use crate::frame::{FrameDraft, LinkPoint};
use crate::link::BaseLink;
use crate::placement::Placement;
use crate::read::Options;
use crate::reader::Reader;
use crate::robot::Payload;

const FRAME_HINT: &str = "write [[frame]], then name = \"camera\" and offset = [0, 0, 0.1]";

/// A `[tool]`: its own place, or the frame that is in its place, and where that is named.
pub(crate) type GivenTool = (ToolDraft, Option<(String, Range<usize>)>);

impl Reader<'_> {
    pub(crate) fn tool(&mut self, value: &Value<'_>) -> Option<GivenTool> {
        let mut fields = self.fields(value, "write [tool], then offset = [0, 0, \"l7\"]")?;
        let given = ["parent", "offset", "rotation"].into_iter().find(|key| fields.has(key));
        let frame = fields.text("frame", self);
        let span = fields.get("frame").map_or_else(|| value.span(), |value| value.span());
        let parent = fields.read("parent", self, |reader, value| reader.parent(value));
        let placement = self.placement(&mut fields);
        fields.finish(self);
        if let (Some(_), Some(key)) = (&frame, given) {
            let message = format!("`frame` and `{key}` both place the tool");
            let problem = Diagnostic::error("duplicate-key", message);
            self.report(problem.hint(format!("leave out `frame` or `{key}`")), span);
            return None;
        }
        let tool = ToolDraft { parent: parent.unwrap_or_default(), placement };
        Some((tool, frame.map(|frame| (frame, span))))
    }

    /// Puts the tool where the file says.
    pub(crate) fn place_tool(&mut self, (tool, frame): GivenTool, draft: &mut Draft) {
        draft.tool = tool;
        if let Some((frame, span)) = frame
            && let Err(problem) = draft.use_as_tool(&frame)
        {
            self.report(problem, span);
        }
    }

    /// Puts the tool at the frame that was asked for on the command line.
    pub(crate) fn choose_tool(&mut self, draft: &mut Draft, options: &Options) {
        let chosen = options.tool.as_ref().map(|name| draft.use_as_tool(name));
        if let Some(Err(problem)) = chosen {
            self.findings.push(problem);
        }
    }

    /// The `[base]`: where it is in B, and the link that it is in other programs. A table with that link
    /// alone places nothing.
    pub(crate) fn base(&mut self, value: &Value<'_>) -> Option<(Option<Placement>, BaseLink)> {
        let mut fields = self.fields(value, "write [base], then offset = [0, 0, \"h\"]")?;
        let is_placed =
            !fields.has("link") || ["offset", "rotation"].iter().any(|it| fields.has(it));
        let placement = self.placement(&mut fields);
        let link = fields.read("link", self, |reader, value| reader.base_link(value));
        fields.finish(self);
        Some((is_placed.then_some(placement), link.unwrap_or_default()))
    }

    /// All `[[frame]]`.
    pub(crate) fn frames(&mut self, value: &Value<'_>) -> Option<Vec<FrameDraft>> {
        let list = self.list(value, FRAME_HINT)?;
        let frames = list.iter().enumerate();
        Some(frames.filter_map(|(index, frame)| self.frame(index, frame)).collect())
    }

    fn frame(&mut self, index: usize, value: &Value<'_>) -> Option<FrameDraft> {
        self.inside(frame_path(index), value.span(), |reader| {
            let mut fields = reader.fields(value, FRAME_HINT)?;
            let name = fields.require("name", "write name = \"camera\"", reader, |it, value| {
                it.text(value).map(str::to_owned)
            });
            let parent = fields.read("parent", reader, |reader, value| reader.parent(value));
            let point = reader.link_point(&mut fields);
            let placement = reader.placement(&mut fields);
            let force = fields.read("force", reader, |it, value| it.vector(value, &FORCE));
            let moment = fields.read("moment", reader, |it, value| it.vector(value, &TORQUE));
            fields.finish(reader);
            Some(FrameDraft {
                name: name?,
                parent: parent.unwrap_or_default(),
                point: point?,
                placement,
                force: force.unwrap_or_default(),
                moment: moment.unwrap_or_default(),
            })
        })
    }

    /// `along` or `node`: the point of an elastic link on which a frame or a joint sits; the outer `None` is a
    /// mistake.
    pub(super) fn link_point(&mut self, fields: &mut Fields<'_>) -> Option<Option<LinkPoint>> {
        let both = fields.has("along") && fields.has("node");
        let given = fields.has("along") || fields.has("node");
        let place = fields.place("along");
        let along = fields.read("along", self, |reader, value| {
            let share = reader.entry(value, &PURE_NUMBER)?.as_constant().map(|it| it.to_f64());
            let share = share.filter(|share| (0.0..=1.0).contains(share));
            if share.is_none() {
                let message = "`along` must be a number from 0, the root, to 1, the tip";
                let problem = Diagnostic::error("bad-link-point", message);
                reader.report(problem.hint("write along = 0.5: half the length"), value.span());
            }
            share
        });
        let nodes = fields.read("node", self, |reader, value| reader.interface(value));
        if both {
            let message = "`along` and `node` both say where this sits";
            let hint = "write `along` on a beam, `node` on a mesh";
            self.report(Diagnostic::error("duplicate-key", message).hint(hint), place);
            return None;
        }
        let point = along.map(LinkPoint::Along).or(nodes.map(LinkPoint::Nodes));
        (point.is_some() == given).then_some(point)
    }

    pub(crate) fn payload(&mut self, value: &Value<'_>) -> Option<Payload> {
        let hint = "write [payload], then force = [\"fx\", \"fy\", \"fz\"] or mass = 5";
        let mut fields = self.fields(value, hint)?;
        let force = fields.read("force", self, |reader, value| reader.vector(value, &FORCE));
        let moment = fields.read("moment", self, |reader, value| reader.vector(value, &TORQUE));
        let has_body = has_body(&fields);
        let body = self.body(&mut fields);
        fields.finish(self);
        Some(Payload {
            force: force.unwrap_or_default(),
            moment: moment.unwrap_or_default(),
            body: has_body.then_some(body),
        })
    }
}
