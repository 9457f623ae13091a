//! A position, a velocity or a Jacobian without an index is usually that of the tool. Papers use the same letters
//! for the centre of mass of a link and for the elbow, and say so in words.

use std::collections::BTreeSet;

use appell_mechanics::{Error, Frame, Kind, Of, Quantity};
use appell_model::JointId;

use super::context::{has_words, paragraph_before, sentence_before};
use super::equation::Checker;
use super::placed::entry_of;
use super::side::{Left, Side};
use super::{Paper, Unknown};
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::report::{Assumption, Doubt, Finding, Report, Verdict, VerdictKind};

const IN_TOOL_AXES: &str = "is in the axes of the tool";

/// The name of the assumption that another point is meant.
const POINT: &str = "point";

/// Words near an equation that name another point.
const OF_OTHERS: [&str; 12] = [
    "centre", "center", "mass", "masses", "com", "elbow", "wrist", "joint", "midpoint", "body",
    "axes", "origin",
];

/// Words in its sentence that say that it is the tool.
const OF_TOOL: [&str; 8] =
    ["tool", "tip", "end-effector", "end effector", "endpoint", "hand", "gripper", "tcp"];

impl Paper<'_> {
    /// Makes undecided what is right for another point than the tool if no words name that point, and what is right
    /// for the tool if the paper uses the letter for another point only.
    pub(super) fn doubt_points(&self, report: &mut Report) {
        let point_of = |finding: &Finding| match &finding.verdict {
            Verdict::Proved(proof) => proof.assumptions.iter().find(|it| it.name == POINT).cloned(),
            _ => None,
        };
        let mut letters = BTreeSet::new();
        for finding in &mut report.findings {
            let Some(Assumption { words, .. }) = point_of(finding) else { continue };
            letters.extend(words.split(' ').next().map(str::to_owned));
            let said = paragraph_before(self.text, &finding.span);
            let sentence = sentence_before(self.text, &finding.span);
            let has = |text: &str, words: &[&str]| words.iter().any(|it| has_words(text, it));
            let is_in_axes = words.ends_with(IN_TOOL_AXES);
            let is_of_tool = has(sentence, &OF_TOOL) && !is_in_axes;
            let is_in_frame = is_in_axes && has_words(said, "frame") && !has_words(said, "base");
            if !has(said, &OF_OTHERS) && !is_in_frame || is_of_tool {
                let reason = format!("it is right if {words}, which the text does not say");
                finding.verdict = Verdict::undecided(Doubt::Unplaced, reason);
            }
        }
        // what follows from a Jacobian in other axes is in these axes too
        if letters.contains("J") {
            let is_of_jacobian = |it: &Finding| {
                it.quantity.starts_with("Jdot") || it.quantity.contains("[J\\right]")
            };
            let refuted = report.findings.iter_mut().filter(|it| it.refutation().is_some());
            for finding in refuted.filter(|it| is_of_jacobian(it)) {
                let reason = "it differs in base axes, and J is in other axes or of another point";
                finding.verdict = Verdict::undecided(Doubt::Unplaced, reason);
            }
        }
        let is_of_tool = |it: &Finding, letter: &str| {
            let own = self.text.get(it.span.clone()).unwrap_or_default();
            it.verdict.kind() == VerdictKind::Proved
                && point_of(it).is_none()
                && own.trim_start_matches(['$', ' ', '\n', '\\', '[']).starts_with(letter)
        };
        letters.retain(|letter| !report.findings.iter().any(|it| is_of_tool(it, letter)));
        for finding in &mut report.findings {
            let own = self.text.get(finding.span.clone()).unwrap_or_default();
            let is_used = letters.iter().any(|letter| has_letter(own, letter));
            let is_plain =
                finding.verdict.kind() == VerdictKind::Proved && point_of(finding).is_none();
            if is_used && is_plain {
                let reason =
                    "it is right for the tool, but the paper uses this letter for another point";
                finding.verdict = Verdict::undecided(Doubt::Unplaced, reason);
            }
        }
    }
}

/// Whether a letter stands in LaTeX by itself.
fn has_letter(latex: &str, letter: &str) -> bool {
    let is_part = |c: char| c.is_alphabetic() || c == '\\';
    latex.match_indices(letter).any(|(at, _)| {
        let behind = &latex[at + letter.len()..];
        !latex[..at].ends_with(is_part)
            && !behind.starts_with(|c: char| is_part(c) && c != '\\')
            && !behind.starts_with('_')
    })
}

/// Another meaning of a quantity of the tool, and the words of the assumption.
type Point = (Meaning, String);

impl Checker<'_, '_> {
    /// The findings about a quantity that is right for another point and not for the tool; none if no other point
    /// fits. A scalar alone does not show which point is meant.
    pub(super) fn at_other_point(
        &self,
        left: &Left<'_>,
        side: &Side,
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        // the speed of a point is printed by its square
        let (named, is_square) = match left.meaning {
            Meaning::Power(inside, 2) => (&**inside, true),
            named => (named, false),
        };
        let Meaning::Known(known, printed) = named else { return Ok(None) };
        if self.has_notation || self.robot.is_elastic() {
            return Ok(None);
        }
        match self.agreement(left, side) {
            // half of it is right for the tool: the other half is wrong
            Some(own) if own.is_half_equal() => return Ok(None),
            Some(own) if !own.is_whole() => {}
            _ => return Ok(None),
        }
        let points = match is_square {
            true => self.points_of_speed(known, printed),
            false => self.points(known, printed),
        };
        if points.is_empty() {
            return Ok(None);
        }
        let shape = self.truth.value(&known.whole())?.map(|whole| whole.shape());
        for (meaning, words) in points {
            let meaning = match known.entry {
                Some(place) => entry_of(meaning, place, shape),
                None if is_square => Meaning::Power(Box::new(meaning), 2),
                None => meaning,
            };
            let Ok(derived) = value(&meaning, self.truth) else { continue };
            let other = Left { meaning: &meaning, derived, ..*left };
            let Some(agreement) = self.agreement(&other, side) else { continue };
            if !agreement.is_whole() || !agreement.is_telling() {
                continue;
            }
            if agreement.is_lone() && !is_square {
                let reason = format!("it {words}, where the tool is expected");
                let finding = Finding::new(Verdict::undecided(Doubt::Unplaced, reason));
                return Ok(Some(vec![Finding { quantity: left.quantity(None), ..finding }]));
            }
            let mut findings = self.side_in_own_frames(&other, side, unknown)?;
            let words = format!("{printed} {words}");
            let assumption = Assumption { name: POINT.to_owned(), words };
            for finding in &mut findings {
                if let Verdict::Proved(proof) = &mut finding.verdict {
                    proof.assumptions.push(assumption.clone());
                }
            }
            return Ok(Some(findings));
        }
        Ok(None)
    }

    /// The velocity of the origin of a frame, taken for every other point: links of a paper may have other numbers.
    fn points_of_speed(&self, known: &Known, printed: &str) -> Vec<Point> {
        let Kind::Velocity = known.quantity.kind() else { return Vec::new() };
        let point = |kind: Kind, frame: Frame, words: String| {
            let quantity = Quantity::of_frame(kind, frame).ok()?.in_axes_of(Frame::Base).ok()?;
            let meaning = Meaning::Known(Known { quantity, entry: None }, printed.to_owned());
            Some((meaning, format!("belongs to the {words}")))
        };
        let ids = || self.robot.joint_ids();
        let centre = |id: JointId| {
            let words = format!("centre of mass of link {}", id.number());
            point(Kind::CentreVelocity, Frame::Joint(id), words)
        };
        let origin = |id: JointId| {
            point(Kind::Velocity, Frame::Joint(id), format!("origin of frame {}", id.number()))
        };
        let tool = point(Kind::Velocity, Frame::Tool, "tool".to_owned());
        ids().filter_map(centre).chain(tool).chain(ids().filter_map(origin)).collect()
    }

    /// The quantity of the tool, taken for the other points of the robot: centres of mass, then joints.
    fn points(&self, known: &Known, printed: &str) -> Vec<Point> {
        let (kind, of) = (known.quantity.kind(), known.quantity.of());
        let is_of_tool = matches!(
            of,
            Of::Robot | Of::Frame(Frame::Tool) | Of::Between(Frame::Base, Frame::Tool)
        );
        if !is_of_tool {
            return Vec::new();
        }
        let whole = |quantity: Quantity| {
            Meaning::Known(Known { quantity, entry: None }, printed.to_owned())
        };
        let of_link = |kind: Kind, id: JointId| {
            let quantity = Quantity::of_frame(kind, Frame::Joint(id)).ok()?;
            let has_axes = kind.row().form.has_axes();
            if has_axes { quantity.in_axes_of(Frame::Base).ok() } else { Some(quantity) }
        };
        let ids = || self.robot.joint_ids();
        let centre = |id: JointId| format!("belongs to the centre of mass of link {}", id.number());
        let joint = |id: JointId| format!("belongs to the origin of frame {}", id.number());
        let pairs = |of_centre: Kind, of_joint: Kind| -> Vec<Point> {
            let centres = ids().filter_map(|id| Some((whole(of_link(of_centre, id)?), centre(id))));
            let joints = ids().filter_map(|id| Some((whole(of_link(of_joint, id)?), joint(id))));
            centres.chain(joints).collect()
        };
        match kind {
            Kind::Velocity => pairs(Kind::CentreVelocity, kind),
            Kind::Acceleration => pairs(Kind::CentreAcceleration, kind),
            Kind::Jacobian => {
                let in_tool = Quantity::of_robot(Kind::BodyJacobian)
                    .map(|it| (whole(it), IN_TOOL_AXES.to_owned()));
                pairs(Kind::CentreJacobian, kind).into_iter().chain(in_tool).collect()
            }
            Kind::RelativePosition => {
                let place = |id: JointId| {
                    let frames = Of::Between(Frame::Base, Frame::Joint(id));
                    Quantity::new(Kind::RelativePosition, frames).ok().map(whole)
                };
                let of_centre = |id: JointId| {
                    let arm = whole(of_link(Kind::Centre, id)?);
                    let sum = Meaning::Sum(vec![(false, place(id)?), (false, arm)]);
                    Some((sum, centre(id)))
                };
                let of_joint = |id: JointId| Some((place(id)?, joint(id)));
                ids().filter_map(of_centre).chain(ids().filter_map(of_joint)).collect()
            }
            _ => Vec::new(),
        }
    }
}
