//! The tool frame, a body or a site; sites as named frames.

use appell_diagnostic::{Diagnostic, excerpt};

use super::body::{Bodies, Located};
use crate::build::{joint_names, named_frame};
use crate::draft::{Draft, Parent, ToolDraft};
use crate::frame::FrameDraft;
use crate::read::Options;
use crate::reader::Reader;

/// Sites and bodies that are the tool frame when no other is named: ours, and that of MuJoCo's
/// collection of models.
const TOOL_NAMES: [&str; 3] = ["tool", "tool0", "attachment_site"];

/// The site or body that was asked for, or that is called so, or the only moving body at an end of
/// the tree; else the frame of the last joint.
pub(super) fn choose(
    bodies: &Bodies,
    draft: &Draft,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Option<ToolDraft> {
    let all = || bodies.sites.iter().chain(&bodies.bodies);
    let named = |name: &str| all().find(|it| it.name.as_deref() == Some(name));
    let on = |place: &Located| {
        let parent = draft.joints[place.frame.joint?].name.clone()?;
        let placement = place.frame.placement.clone();
        Some(ToolDraft { parent: Parent::Joint(parent), placement })
    };
    if let Some(name) = &options.tool {
        let Some(place) = named(name) else {
            let message = format!("no body and no site is called `{}`", excerpt(name));
            let names = all().filter_map(|it| it.name.as_deref());
            let problem = Diagnostic::error("unknown-link", message);
            reader.findings.push(problem.did_you_mean(name, names, "choose another: --tool NAME"));
            return None;
        };
        let tool = on(place);
        if tool.is_none() {
            let message = format!("the tool frame `{}` is fixed to the base", excerpt(name));
            let problem = Diagnostic::error("tool-on-base", message)
                .hint("choose a body or a site that moves: --tool NAME");
            reader.report(problem, place.span.clone());
        }
        return tool;
    }
    let ends: Vec<&Located> =
        bodies.bodies.iter().filter(|it| it.is_end && it.frame.joint.is_some()).collect();
    let only_end = match ends.as_slice() {
        &[end] => Some(end),
        _ => None,
    };
    let chosen = TOOL_NAMES.iter().find_map(|name| named(name)).or(only_end);
    chosen.and_then(on).or_else(|| {
        let names: Vec<&str> =
            ends.iter().take(8).map(|it| it.name.as_deref().unwrap_or("without a name")).collect();
        let last = draft.joints.last().and_then(|joint| joint.name.clone()).unwrap_or_default();
        let message = "no body is clearly the tool; the tool frame is that of the last joint";
        let note = Diagnostic::note("tool-frame", message)
            .fact("last joint", last)
            .fact("ends", names.join(", "))
            .hint("choose a body or a site with --tool NAME");
        reader.findings.push(note);
        Some(ToolDraft::default())
    })
}

/// The sites as named frames.
pub(super) fn frames(
    bodies: &Bodies,
    draft: &Draft,
    options: &Options,
    reader: &mut Reader<'_>,
) -> Vec<FrameDraft> {
    let joints = joint_names(draft);
    let mut frames = Vec::new();
    for site in &bodies.sites {
        let Some(name) = &site.name else { continue };
        // the site of this name is the tool, unless another was asked for
        if name == "tool" && options.tool.as_deref().is_none_or(|tool| tool == name) {
            continue;
        }
        let place = (site.frame.joint, site.frame.placement.clone());
        frames.extend(named_frame(("site", name, &site.span), place, &joints, reader));
    }
    frames
}
