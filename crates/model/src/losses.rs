//! What a file of another format does not say of a robot: warnings where quantities of the written
//! file have other values, notes on the rest.

use appell_algebra::Error;
use appell_diagnostic::{Diagnostic, Place};

use crate::build::{coordinate_name, joint_path};
use crate::frame::NamedFrame;
use crate::link::BaseLink;
use crate::robot::{Payload, Robot};

/// What is lost, under the code of a format.
pub(crate) struct Losses {
    code: &'static str,
    warnings: Vec<Diagnostic>,
    notes: Vec<Diagnostic>,
}

impl Losses {
    pub(crate) fn new(code: &'static str) -> Self {
        Self { code, warnings: Vec::new(), notes: Vec::new() }
    }

    /// What no format with numbers only has: the source, symbols, payloads, wrenches on frames, compensators.
    pub(crate) fn of(robot: &Robot, code: &'static str) -> Self {
        let mut losses = Self::new(code);
        if robot.parameters().iter().any(|parameter| robot.uses(parameter.symbol)) {
            losses.note("parameters became numbers", &["parameters"]);
        }
        if robot.source().is_some() {
            losses.note("the source is left out", &["source"]);
        }
        if *robot.payload() != Payload::default() {
            let quantities =
                if robot.payload().body.is_some() { "M, Q and qdd" } else { "Q and qdd" };
            losses.changed("the payload is left out", quantities, &["payload"]);
        }
        if robot.frames().iter().any(NamedFrame::is_loaded) {
            losses.changed("the wrenches on frames are left out", "Q and qdd", &["frame"]);
        }
        for (id, joint) in robot.joint_ids().zip(robot.joints()) {
            if joint.compensator.is_some() {
                let path = [&joint_path(id.index()), "compensator"];
                losses.changed("the gravity compensator is left out", "Q and G", &path);
            }
        }
        losses
    }

    /// Something that changes no quantity.
    pub(crate) fn note(&mut self, message: &str, path: &[&str]) {
        let note = Diagnostic::note(self.code, message).on(path.iter().copied());
        self.notes.push(note.hint("keep the TOML beside it"));
    }

    /// Something without which quantities of the written file have other values.
    pub(crate) fn changed(&mut self, message: &str, quantities: &str, path: &[&str]) {
        let message = format!("{message}: {quantities} of the written file differ");
        let warning = Diagnostic::warning(self.code, message).on(path.iter().copied());
        self.warnings.push(warning.hint("keep the TOML beside it"));
    }

    /// A joint that is rigid in the file.
    pub(crate) fn rigid_joint(&mut self, index: usize) {
        let message = "the elastic joint became rigid, without the coordinate of its motor";
        self.changed(message, "M, Q and qdd", &[&joint_path(index), "elastic"]);
    }

    /// Gravity, in a format that leaves it to the programs that read it.
    pub(crate) fn gravity(&mut self, robot: &Robot, format: &str) -> Result<(), Error> {
        const USUAL: [f64; 3] = [0.0, 0.0, -9.81];
        let gravity = robot.given_gravity().try_map(|entry| robot.evaluate(entry))?;
        let message = format!("gravity is not part of {format}, read with 9.81 m/s^2 along -z");
        match gravity.0 == USUAL {
            true => self.note(&message, &["gravity"]),
            false => self.changed(&message, "Q, G and qdd", &["gravity"]),
        }
        Ok(())
    }

    /// Names of coordinates that are not those of the numbers of joints.
    pub(crate) fn coordinate_names(&mut self, robot: &Robot) {
        for (id, joint) in robot.joint_ids().zip(robot.joints()) {
            let usual = coordinate_name(id.index());
            if joint.coordinate.is_some_and(|q| robot.symbols().name(q) != usual) {
                let path = joint_path(id.index());
                self.note("the name of the coordinate is left out", &[&path]);
            }
        }
    }

    /// The placement of the base, in a format whose `root` stands for the frame B.
    pub(crate) fn placed_base(&mut self, robot: &Robot, root: &str) {
        if robot.base().is_some() {
            let message = format!("{root} is the frame B, no longer the base");
            self.changed(&message, "T[tool], J and Ep", &["base"]);
        }
    }

    /// The link of the base, in a format whose base is the world.
    pub(crate) fn base_link(&mut self, robot: &Robot) {
        let BaseLink { name, meshes } = robot.base_link();
        if let Some(name) = name {
            self.note(&format!("the root link `{name}` became the world"), &["base", "link"]);
        }
        if !meshes.is_empty() {
            self.note("the meshes of the base are left out", &["base", "link"]);
        }
    }

    /// All of them, warnings first; the same loss at several joints is one finding, with their numbers.
    pub(crate) fn findings(self) -> Vec<Diagnostic> {
        let mut groups: Vec<(Diagnostic, Vec<String>)> = Vec::new();
        for mut finding in self.warnings.into_iter().chain(self.notes) {
            let number = take_joint(&mut finding.place);
            match groups.iter_mut().find(|(first, _)| *first == finding) {
                Some((_, numbers)) => numbers.extend(number),
                None => groups.push((finding, number.into_iter().collect())),
            }
        }
        groups.into_iter().map(|(finding, numbers)| on_joints(finding, &numbers)).collect()
    }
}

/// Takes the number of a joint out of a path that begins with one.
fn take_joint(place: &mut Place) -> Option<String> {
    let Place::Path(path) = place else { return None };
    let number = path.first()?.strip_prefix("joint ")?.to_owned();
    path.remove(0);
    Some(number)
}

/// Puts the numbers of joints in front of a path again.
fn on_joints(mut finding: Diagnostic, numbers: &[String]) -> Diagnostic {
    let step = match numbers {
        [] => return finding,
        [number] => format!("joint {number}"),
        _ => format!("joints {}", numbers.join(", ")),
    };
    if let Place::Path(path) = &mut finding.place {
        path.insert(0, step);
    }
    finding
}
