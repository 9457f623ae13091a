//! Writing a robot as a Denavit-Hartenberg table.

use appell_algebra::{Budget, BudgetScope, Error, Poly, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Transform, Vector};

use super::{OPTIONAL, REQUIRED};
use crate::build::{coordinate_name, findings_of, joint_path};
use crate::dh::reframe::reframed;
use crate::dh::{Convention, DhRow};
use crate::elastic::refuse_elastic;
use crate::frame::NamedFrame;
use crate::joint::{Joint, JointKind};
use crate::link::{Inertia, Sign, compose};
use crate::losses::Losses;
use crate::numeric_format::with_rigid_joints;
use crate::parameter::entry_text;
use crate::placement::{Placement, Rotation, lift, unit};
use crate::robot::Robot;
use crate::toml::{write_base, write_head, write_payload, write_placement};

/// The robot as a Denavit-Hartenberg table in CSV, and notes on what a table has no place for.
/// A chain whose frames do not lie as the convention wants gets other frames, with its bodies and its
/// tool in them; its joint torques and its mass matrix stay the same.
pub fn write_csv(
    robot: &Robot,
    convention: Convention,
    budget: &Budget,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (robot, mut notes) = with_rigid_joints(robot, "not-in-csv", budget)?;
    let robot = robot.as_ref();
    if !robot.is_chain() || robot.tool().parent.number() != robot.joints().len() {
        let message = "this robot is not a serial chain with the tool on its last joint";
        let problem = Diagnostic::error("no-dh-table", message).hint("write this robot as TOML");
        return Err(vec![problem]);
    }
    if let Some(problem) = refuse_elastic(robot, "a table") {
        return Err(vec![problem]);
    }
    if let Some(index) = robot.joints().iter().position(|joint| joint.coupling.is_some()) {
        let message = "a table has no place for a joint that follows others";
        let problem = Diagnostic::error("no-dh-table", message).on([joint_path(index)]);
        return Err(vec![problem.hint("write this robot as TOML")]);
    }
    let table = Table { symbols: robot.symbols(), convention, budget };
    let text = match table.rows(robot) {
        Ok(rows) => table.text(robot, &rows)?,
        Err(_) => {
            let (moved, changes) = reframed(robot, convention, budget)?;
            notes.extend(changes);
            table.text(&moved, &table.rows(&moved)?)?
        }
    };
    notes.extend(left_out(robot));
    Ok((text, notes))
}

/// What the table does not say.
fn left_out(robot: &Robot) -> Vec<Diagnostic> {
    let mut losses = Losses::new("not-in-csv");
    if robot.frames().iter().any(NamedFrame::is_loaded) {
        losses.changed("left out: the wrenches on frames", "Q and qdd", &["frame"]);
    }
    if !robot.frames().is_empty() {
        losses.note("left out: the named frames", &["frame"]);
    }
    for (index, joint) in robot.joints().iter().enumerate() {
        let path = joint_path(index);
        let link = &joint.link;
        for (is_lost, what) in [
            (link.name.is_some(), "the name of a link"),
            (!link.meshes.is_empty(), "meshes"),
            (link.parts.len() > 1, "parts, which became one body"),
        ] {
            if is_lost {
                losses.note(&format!("left out: {what}"), &[&path, "link"]);
            }
        }
        let friction = &joint.friction;
        let others = [&friction.constant, &friction.breakaway, &friction.smooth];
        let has_others = others.iter().any(|entry| !entry.is_zero());
        for (is_lost, what, quantities, key) in [
            (has_others, "constant and static friction", "Q and qdd", "friction"),
            (!joint.spring.stiffness.is_zero(), "the spring", "Q and qdd", "spring"),
            (joint.compensator.is_some(), "the gravity compensator", "Q and G", "compensator"),
            (joint.rotor.is_some(), "the rotor of the motor", "Q and M", "rotor"),
        ] {
            if is_lost {
                losses.changed(&format!("left out: {what}"), quantities, &[&path, key]);
            }
        }
    }
    losses.findings()
}

/// The records as lines; of a column that may be left out and has nothing in it, nothing.
fn without_empty_columns(records: &[Vec<String>]) -> String {
    let kept: Vec<usize> = (0..records[0].len())
        .filter(|&c| c < REQUIRED.len() || records[1..].iter().any(|record| !record[c].is_empty()))
        .collect();
    let cell = |text: &str| match text.contains([',', '"', '\n', '\r']) || text.trim() != text {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let line = |record: &Vec<String>| {
        let cells: Vec<String> = kept.iter().map(|&column| cell(&record[column])).collect();
        cells.join(",") + "\n"
    };
    records.iter().map(line).collect()
}

struct Table<'a> {
    symbols: &'a Symbols,
    convention: Convention,
    budget: &'a Budget,
}

impl Table<'_> {
    /// The file.
    fn text(&self, robot: &Robot, rows: &[DhRow]) -> Result<String, Vec<Diagnostic>> {
        let fail = |error: Error| findings_of(&error, &["tool"]);
        let more = format!("convention = \"{}\"\n", self.convention.name());
        let mut head = write_head(robot, &more);
        let tool = self.tool(robot, rows).map_err(fail)?;
        if !tool.is_identity() {
            head.push_str(&format!("\n[tool]\n{}", write_placement(&tool, robot.symbols())));
        }
        head.push_str(&write_base(robot));
        head.push_str(&write_payload(robot.payload(), robot.symbols()));
        let mut out: String =
            head.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
        let mut records =
            vec![REQUIRED.iter().chain(&OPTIONAL).map(|&name| name.to_owned()).collect()];
        for (index, (joint, row)) in robot.joints().iter().zip(rows).enumerate() {
            let cells = self.cells(index, joint, row);
            records
                .push(cells.map_err(|error| findings_of(&error, &[&joint_path(index), "link"]))?);
        }
        out.push_str(&without_empty_columns(&records));
        Ok(out)
    }

    /// The row of every joint. In the standard convention it is read off the frame that comes
    /// after the joint; for the last that is the tool.
    fn rows(&self, robot: &Robot) -> Result<Vec<DhRow>, Vec<Diagnostic>> {
        let joints = robot.joints();
        let placements: Vec<&Placement> = match self.convention {
            Convention::Modified => joints.iter().map(|joint| &joint.placement).collect(),
            Convention::Standard => joints[1..]
                .iter()
                .map(|joint| &joint.placement)
                .chain([&robot.tool().placement])
                .collect(),
        };
        let mut findings = Vec::new();
        let mut rows = Vec::new();
        for (index, (joint, placement)) in joints.iter().zip(placements).enumerate() {
            let is_tool = self.convention == Convention::Standard && index + 1 == joints.len();
            let starts_off = index == 0
                && self.convention == Convention::Standard
                && !joint.placement.is_identity();
            let axis_fits = joint.kind == JointKind::Fixed || joint.axis == unit(2);
            match self.row(placement) {
                Ok(Some(row)) if axis_fits && !starts_off => rows.push(row),
                // what is no row stays the place of the tool
                Ok(None) if is_tool && axis_fits && !starts_off => rows.push(DhRow::default()),
                Ok(_) => findings.push(self.refusal(index)),
                Err(error) => findings.extend(findings_of(&error, &[&joint_path(index)])),
            }
        }
        if findings.is_empty() { Ok(rows) } else { Err(findings) }
    }

    fn refusal(&self, index: usize) -> Diagnostic {
        let name = self.convention.name();
        let message = format!("this joint does not fit a {name} Denavit-Hartenberg table");
        Diagnostic::error("no-dh-table", message)
            .on([joint_path(index)])
            .hint("write this robot as TOML, or try the other convention")
    }

    /// The row that a placement stands for, if there is one.
    fn row(&self, placement: &Placement) -> Result<Option<DhRow>, Error> {
        let Rotation::Turns(turns) = &placement.rotation else { return Ok(None) };
        let mut row = DhRow::default();
        for turn in turns {
            match &turn.axis {
                axis if *axis == unit(0) => row.alpha = turn.angle.clone(),
                axis if *axis == unit(2) => row.theta = turn.angle.clone(),
                _ => return Ok(None),
            }
        }
        let along = |angle: &Poly, (x, y): (&Poly, &Poly)| {
            let cos = self.symbols.cos(angle, self.budget)?.checked_mul(x, self.budget)?;
            let sin = self.symbols.sin(angle, self.budget)?.checked_mul(y, self.budget)?;
            cos.checked_add(&sin, self.budget)
        };
        let Vector([x, y, z]) = &placement.offset;
        match self.convention {
            Convention::Standard => (row.a, row.d) = (along(&row.theta, (x, y))?, z.clone()),
            Convention::Modified => (row.a, row.d) = (x.clone(), along(&row.alpha, (z, &-y))?),
        }
        let same = row.placement(self.convention, self.symbols, self.budget)? == *placement;
        Ok(same.then_some(row))
    }

    /// The far end of a link in the frame of its joint, where the link's data are given.
    fn far_end(&self, row: &DhRow) -> Result<Transform<Poly>, Error> {
        let placement = match self.convention {
            Convention::Standard => row.placement(self.convention, self.symbols, self.budget)?,
            Convention::Modified => Placement::default(),
        };
        placement.transform(self.symbols, self.budget)
    }

    /// The tool in the frame at the far end of the last link.
    fn tool(&self, robot: &Robot, rows: &[DhRow]) -> Result<Placement, Error> {
        let placement = &robot.tool().placement;
        let (Convention::Standard, Some(row)) = (self.convention, rows.last()) else {
            return Ok(placement.clone());
        };
        if row.placement(self.convention, self.symbols, self.budget)? == *placement {
            return Ok(Placement::default());
        }
        // the last row is zero: nothing lies between the joint and the tool
        Ok(placement.clone())
    }

    fn cells(&self, index: usize, joint: &Joint, row: &DhRow) -> Result<Vec<String>, Error> {
        let text = |entry: &Poly| entry_text(entry, self.symbols);
        let given = |entry: &Poly| if entry.is_zero() { String::new() } else { text(entry) };
        let optional = |entry: &Option<Poly>| entry.as_ref().map_or_else(String::new, text);
        let body = self.body(joint, row)?;
        let inertia = Inertia::of_tensor(&body.inertia);
        let mut cells = vec![joint.kind.name().to_owned()];
        cells.extend([&row.a, &row.alpha, &row.d, &row.theta].map(text));
        let default_name = format!("joint{}", index + 1);
        cells.push(
            Some(&joint.name).filter(|&name| *name != default_name).cloned().unwrap_or_default(),
        );
        let coordinate = joint.coordinate.map(|symbol| self.symbols.name(symbol));
        cells.push(coordinate.filter(|name| *name != coordinate_name(index)).unwrap_or_default());
        cells.push(String::new()); // the parent is the joint before
        cells.push(given(&body.mass));
        cells.extend(body.centre.0.each_ref().map(given));
        let Inertia { xx, yy, zz, xy, xz, yz } = &inertia;
        cells.extend([xx, yy, zz, xy, xz, yz].map(given));
        let friction = &joint.friction;
        cells.extend([&friction.viscous, &friction.coulomb, &friction.diameter].map(given));
        let limits = &joint.limits;
        cells
            .extend([&limits.lower, &limits.upper, &limits.velocity, &limits.effort].map(optional));
        Ok(cells)
    }

    /// Mass, centre and inertia of a link in the frame in which its row gives them.
    fn body(&self, joint: &Joint, row: &DhRow) -> Result<CentralInertia<Poly>, Error> {
        let far_end = self.far_end(row)?;
        if let [part] = joint.link.parts.as_slice()
            && part.sign == Sign::Added
            && part.at.transform(self.symbols, self.budget)? == far_end
        {
            let (mass, centre) = (part.mass.clone(), part.centre.clone());
            return Ok(CentralInertia { mass, centre, inertia: part.inertia.tensor() });
        }
        let (_, central) = compose(&joint.link.parts, self.symbols, self.budget)?;
        if far_end.position == Vector::default() && is_identity(&far_end.rotation) {
            return Ok(central);
        }
        let scope = BudgetScope::new(self.budget.clone());
        let frame_from_joint = far_end.map(lift(&scope)).inverse();
        let lifted = central.map(lift(&scope));
        let lower = |entry: &_| scope.finish(Clone::clone(entry));
        let centre = match central.mass.is_zero() {
            true => Vector::default(), // nothing has no centre
            false => frame_from_joint.point(&lifted.centre).try_map(lower)?,
        };
        let inertia = frame_from_joint.rotation.rotate_tensor(&lifted.inertia).try_map(lower)?;
        Ok(CentralInertia { mass: central.mass, centre, inertia })
    }
}

fn is_identity(matrix: &Matrix<Poly>) -> bool {
    (0..3).all(|i| Vector(matrix.0[i].clone()) == unit(i))
}
