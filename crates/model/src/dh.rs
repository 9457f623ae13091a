//! Tables of Denavit-Hartenberg parameters, in both conventions.
//!
//! Modified (Craig): {i} in {i-1} is Rx(alpha) Tx(a) Rz(theta) Tz(d), and the joint moves about or
//! along the z axis of {i}. Standard: {i} in {i-1} is Rz(theta) Tz(d) Tx(a) Rx(alpha), and the
//! joint moves about or along the z axis of {i-1}. The frame that a joint carries in the model lies
//! on its axis; so the standard row of a joint places the frames of the joints *after* it, and
//! centres of mass, which are given in the standard frame at the far end of the link, are moved.

mod csv;
mod other_convention;
mod reframe;

pub use csv::{read_csv, write_csv};

use appell_algebra::{Budget, Error, Poly, Symbols};
use appell_diagnostic::{Diagnostic, Place};
use appell_spatial::Vector;

use crate::build::{
    coordinate_name, coordinates_in, findings_of, frame_parent, joint_names, joint_path,
    resolve_parents,
};
use crate::draft::{Draft, JointDraft};
use crate::joint::JointKind;
use crate::placement::{Placement, Rotation, Turn, unit};
use crate::robot::Robot;

/// Which of the two conventions a table follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// The joint moves first, then come a and alpha (Denavit, Hartenberg, Paul).
    Standard,
    /// First a and alpha, then the joint moves (Craig, Khalil).
    Modified,
}

impl Convention {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Modified];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Modified => "modified",
        }
    }
}

/// A row of a table. The coordinate of the joint adds to theta of a revolute joint, to d of a
/// prismatic one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DhRow {
    /// The length along x.
    pub a: Poly,
    /// The angle about x.
    pub alpha: Poly,
    /// The length along z.
    pub d: Poly,
    /// The angle about z.
    pub theta: Poly,
}

impl DhRow {
    /// Its entries, each with its key.
    fn entries(&self) -> [(&'static str, &Poly); 4] {
        [("a", &self.a), ("alpha", &self.alpha), ("d", &self.d), ("theta", &self.theta)]
    }

    /// The placement that the row stands for, at q = 0.
    pub fn placement(
        &self,
        convention: Convention,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Placement, Error> {
        let [about_x, about_z] =
            [Turn::about(0, self.alpha.clone()), Turn::about(2, self.theta.clone())];
        let (turns, angle) = match convention {
            Convention::Standard => ([about_z, about_x], &self.theta),
            Convention::Modified => ([about_x, about_z], &self.alpha),
        };
        let [cos, sin] = [symbols.cos(angle, budget)?, symbols.sin(angle, budget)?];
        let times = |x: &Poly, y: &Poly| x.checked_mul(y, budget);
        let offset = match convention {
            Convention::Standard => {
                Vector::new(times(&self.a, &cos)?, times(&self.a, &sin)?, self.d.clone())
            }
            Convention::Modified => {
                Vector::new(self.a.clone(), -times(&self.d, &sin)?, times(&self.d, &cos)?)
            }
        };
        Ok(Placement { offset, rotation: Rotation::turns(turns) })
    }
}

/// A table of Denavit-Hartenberg parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DhTable {
    /// How its rows are to be read.
    pub convention: Convention,
    /// The row of every joint; none for a joint that has a placement and an axis instead.
    pub rows: Vec<Option<DhRow>>,
}

/// Gives the joints of a draft the frames of their rows.
pub(crate) fn apply(
    DhTable { convention, rows }: &DhTable,
    draft: &mut Draft,
    budget: &Budget,
) -> Result<(), Vec<Diagnostic>> {
    let convention = *convention;
    let symbols = draft.symbols.clone();
    let placed = place(convention, rows, &symbols, budget)?;
    match convention {
        Convention::Modified => {
            for (joint, placement) in draft.joints.iter_mut().zip(placed) {
                if let Some(placement) = placement {
                    joint.axis = unit(2);
                    joint.placement = placement;
                }
            }
            Ok(())
        }
        Convention::Standard => {
            if let Some(index) = draft.joints.iter().position(|it| it.compensator.is_some()) {
                let message = "a compensator needs the frame on the axis of its joint, the frame of a \
                    standard table lies at the far end";
                let problem = Diagnostic::error("compensator-on", message)
                    .on([joint_path(index).as_str(), "compensator"])
                    .hint("use convention = \"modified\", or offset and axis");
                return Err(vec![problem]);
            }
            let moved = |index: &usize| {
                rows[*index].is_some() && draft.joints[*index].link.elastic.is_some()
            };
            if let Some(index) = (0..rows.len()).find(moved) {
                let message = "an elastic link starts at the axis of its joint, the frame of a \
                    standard table lies at the far end";
                let problem = Diagnostic::error("elastic-link", message)
                    .on([joint_path(index).as_str(), "link", "elastic"])
                    .hint("use convention = \"modified\", or offset and axis");
                return Err(vec![problem]);
            }
            apply_standard(&placed, draft, budget).map_err(|error| findings_of(&error, &["joint"]))
        }
    }
}

fn place(
    convention: Convention,
    rows: &[Option<DhRow>],
    symbols: &Symbols,
    budget: &Budget,
) -> Result<Vec<Option<Placement>>, Vec<Diagnostic>> {
    let mut findings = Vec::new();
    let mut placed = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for (key, entry) in row.iter().flat_map(DhRow::entries) {
            let path = [&joint_path(index), "dh", key].map(str::to_owned).to_vec();
            findings.extend(coordinates_in(entry, symbols, &path));
        }
        match row.as_ref().map(|row| row.placement(convention, symbols, budget)).transpose() {
            Ok(placement) => placed.push(placement),
            Err(error) => findings.extend(findings_of(&error, &[&joint_path(index), "dh"])),
        }
    }
    if findings.is_empty() { Ok(placed) } else { Err(findings) }
}

/// The row of a joint becomes the place of what sits on its link.
fn apply_standard(
    placed: &[Option<Placement>],
    draft: &mut Draft,
    budget: &Budget,
) -> Result<(), Error> {
    let symbols = draft.symbols.clone();
    let identity = Placement::default();
    let far_end = |index: usize| placed[index].as_ref().unwrap_or(&identity);
    let parents = resolve_parents(&draft.joints, &draft.tool.parent);
    for (index, joint) in draft.joints.iter_mut().enumerate() {
        let own = match placed[index] {
            Some(_) => identity.clone(),
            None => joint.placement.clone(),
        };
        joint.placement = match parents.joints[index] {
            Some(Some(parent)) => far_end(parent as usize).then(&own, &symbols, budget)?,
            _ => own,
        };
        if placed[index].is_some() {
            joint.axis = unit(2);
            let far_end = far_end(index);
            for part in &mut joint.link.parts {
                part.at = far_end.then(&part.at, &symbols, budget)?;
            }
            for mesh in &mut joint.link.meshes {
                mesh.at = far_end.then(&mesh.at, &symbols, budget)?;
            }
        }
    }
    let names = joint_names(draft);
    for frame in &mut draft.frames {
        if let Some(Some(parent)) = frame_parent(&frame.parent, &names) {
            frame.placement = far_end(parent).then(&frame.placement, &symbols, budget)?;
        }
    }
    if let Some(parent) = parents.tool {
        let tool = &mut draft.tool.placement;
        *tool = far_end(parent as usize).then(tool, &symbols, budget)?;
    }
    Ok(())
}

/// Moves findings about the place of a frame to the row that puts it there: in a standard table that of the
/// joint before it.
pub(crate) fn point_at_rows(table: &DhTable, robot: &Robot, findings: &mut [Diagnostic]) {
    let is_standard = table.convention == Convention::Standard;
    let row_of = |step: &str| match step == "tool" {
        true => is_standard.then(|| robot.tool().parent.index()),
        false => {
            let index = (0..table.rows.len()).find(|&index| joint_path(index) == step)?;
            table.rows[index].as_ref()?;
            match is_standard {
                true => robot.joints()[index].parent.map(|parent| parent.index()),
                false => Some(index),
            }
        }
    };
    for finding in findings.iter_mut() {
        if let Place::Path(path) = &finding.place
            && let [step, part] = path.as_slice()
            && ["rotation", "offset"].contains(&part.as_str())
            && ["angle-large", "length-large"].contains(&finding.code)
            && let Some(index) = row_of(step)
            && table.rows[index].is_some()
        {
            finding.place = Place::Path(vec![joint_path(index), "dh".to_owned()]);
        }
    }
}

/// Says what the first row in which the conventions differ would mean in each of them.
pub(crate) fn missing_convention(
    rows: &[Option<DhRow>],
    draft: &Draft,
    budget: &Budget,
) -> Diagnostic {
    let problem = Diagnostic::error(
        "missing-convention",
        "`convention` is missing; expected standard or modified",
    );
    let mut readings =
        ["T = Rz(theta) Tz(d) Tx(a) Rx(alpha)", "T = Rx(alpha) Tx(a) Rz(theta) Tz(d)"]
            .map(str::to_owned);
    let telling = rows.iter().enumerate().find_map(|(index, row)| {
        let row = row.as_ref()?;
        let shown =
            Convention::ALL.map(|convention| reading(row, convention, draft, index, budget));
        let [Some(standard), Some(modified)] = shown else { return None };
        (standard != modified).then_some((index, [standard, modified]))
    });
    let mut index = 0;
    if let Some((at, shown)) = telling {
        index = at;
        for (reading, shown) in readings.iter_mut().zip(shown) {
            reading.push_str(&format!("; frame {} then lies at {shown} of the one before", at + 1));
        }
    }
    let problem = problem.on([joint_path(index), "dh".to_owned()]);
    Convention::ALL.into_iter().zip(readings).fold(problem, |problem, (convention, reading)| {
        problem.hint(format!("convention = \"{}\": {reading}", convention.name()))
    })
}

/// Where the row puts its frame, with the joint's coordinate in it.
fn reading(
    row: &DhRow,
    convention: Convention,
    draft: &Draft,
    index: usize,
    budget: &Budget,
) -> Option<String> {
    let joint: &JointDraft = &draft.joints[index];
    let name = joint.coordinate.clone().unwrap_or_else(|| coordinate_name(index));
    // for this sentence only: the coordinate as a name of its own
    let symbols = &draft.symbols;
    let q = Poly::from(symbols.find(&name).or_else(|| symbols.coordinate(&name).ok())?);
    let mut row = row.clone();
    match joint.kind {
        JointKind::Rotation => row.theta = &row.theta + &q,
        JointKind::Translation => row.d = &row.d + &q,
        JointKind::Fixed => {}
    }
    let offset = row.placement(convention, symbols, budget).ok()?.offset;
    Some(format!("[{}]", offset.map(|entry| entry.text(symbols)).0.join(", ")))
}
