//! Names of quantities: reading them, and what is wrong with those that cannot be read.

use appell_diagnostic::{Diagnostic, excerpt};
use appell_model::{BASE_FRAME, FrameName, JointId, Robot};

use super::{Frame, Index, Kind, Of, Quantity, TABLE};

impl Quantity {
    /// Reads a name. Without an index, a quantity of links means that of every link.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// assert_eq!(Quantity::read("omega@0", &robot)?[1].to_string(), "omega[2]@0");
    /// assert_eq!(Quantity::read("mass_matrix", &robot)?[0].to_string(), "M");
    /// let problem = Quantity::read("omga[2]", &robot).err().ok_or("read")?;
    /// assert_eq!(problem.hints[0], "did you mean `omega`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str, robot: &Robot) -> Result<Vec<Self>, Box<Diagnostic>> {
        let (rest, axes) = match text.rsplit_once('@') {
            Some((rest, axes)) => (rest, Some(frame_of(axes.trim(), robot)?)),
            None => (text, None),
        };
        let (name, index) = match rest.split_once('[') {
            Some((name, index)) => match index.strip_suffix(']') {
                Some(index) => (name, Some(index.trim())),
                None => return Err(Box::new(malformed(text))),
            },
            None => (rest, None),
        };
        let kind = kind_of(name.trim(), index, robot)?;
        let of = match index {
            Some(index) => vec![of_index(kind, index, robot)?],
            None => match kind.row().form.index() {
                Index::None | Index::Coordinate | Index::ToolOrOther | Index::WholeOrLink => {
                    vec![Of::Robot]
                }
                Index::Link | Index::LinkOrTool | Index::Frame => {
                    if kind == Kind::ModalIntegrals && !robot.is_elastic() {
                        return Err(Box::new(rigid_link("no link of this robot is elastic")));
                    }
                    let joints = robot.joint_ids().filter(|id| is_of_joint(kind, *id, robot));
                    joints.map(|id| Of::Frame(Frame::Joint(id))).collect()
                }
                Index::Pair => return Err(Box::new(wrong_index(kind))),
            },
        };
        let quantity = |of: Of| {
            let quantity = Self::new(kind, of)?;
            axes.map_or(Ok(quantity), |axes| quantity.in_axes_of(axes))
        };
        of.into_iter().map(quantity).collect()
    }

    /// Reads a name that stands for one quantity.
    pub fn read_one(text: &str, robot: &Robot) -> Result<Self, Box<Diagnostic>> {
        match Self::read(text, robot)?.as_slice() {
            [only] => Ok(*only),
            several => {
                let shown = excerpt(text);
                let message = format!("`{shown}` means {} quantities", several.len());
                let example = several.first().map_or_else(String::new, ToString::to_string);
                let problem = Diagnostic::error("needs-index", message)
                    .hint(format!("ask for one of them: {example}"));
                Err(Box::new(problem))
            }
        }
    }
}

/// The quantity of a name; of those that share one, that which takes the index.
fn kind_of(name: &str, index: Option<&str>, robot: &Robot) -> Result<Kind, Box<Diagnostic>> {
    let named = |row: &&super::Row| row.name == name || row.synonyms.contains(&name);
    let rows: Vec<_> = TABLE.iter().filter(named).collect();
    let is_pair = |index: &str| joint_of(index, robot).is_none() && index.contains(',');
    let wanted = index.is_some_and(is_pair);
    let fitting = rows.iter().find(|row| (row.form.index() == Index::Pair) == wanted);
    match fitting.or(rows.first()) {
        Some(row) => Ok(row.kind),
        None => Err(Box::new(unknown(name))),
    }
}

fn of_index(kind: Kind, index: &str, robot: &Robot) -> Result<Of, Box<Diagnostic>> {
    match kind.row().form.index() {
        Index::None => {
            let name = kind.name();
            let problem = Diagnostic::error("no-index", format!("`{name}` takes no index"))
                .hint(format!("ask for `{name}`: single entries are printed with it"));
            Err(Box::new(problem))
        }
        Index::Coordinate if joint_of(index, robot).is_none() && index.contains(',') => {
            mode_of(index, robot).ok_or_else(|| Box::new(no_mode(index, robot)))
        }
        Index::Coordinate => {
            let id = joint_of(index, robot).ok_or_else(|| Box::new(no_joint(index, robot)))?;
            match robot.joint(id).coordinate {
                Some(_) => Ok(Of::Joint(id)),
                None => Err(Box::new(fixed_joint(index, kind))),
            }
        }
        Index::Link | Index::WholeOrLink => {
            let id = joint_of(index, robot).ok_or_else(|| Box::new(no_joint(index, robot)))?;
            match is_of_joint(kind, id, robot) {
                true => Ok(Of::Frame(Frame::Joint(id))),
                false => Err(Box::new(fixed_joint(index, kind))),
            }
        }
        Index::LinkOrTool | Index::ToolOrOther | Index::Frame => {
            Ok(Of::Frame(frame_of(index, robot)?))
        }
        Index::Pair => {
            let (outer, inner) =
                index.split_once(',').ok_or_else(|| Box::new(wrong_index(kind)))?;
            Ok(Of::Between(frame_of(outer.trim(), robot)?, frame_of(inner.trim(), robot)?))
        }
    }
}

/// A frame: 0 for the base, the number or name of a joint, `tool` or the number behind the last, the
/// name of a frame, B where the base is placed, or the name of a link.
fn frame_of(text: &str, robot: &Robot) -> Result<Frame, Box<Diagnostic>> {
    let by_name = || match text {
        "tool" => Some(Frame::Tool),
        "base" => Some(Frame::Base),
        BASE_FRAME if robot.base().is_some() => Some(Frame::Outer),
        _ => None,
    };
    let named = || FrameName::new(text).filter(|name| robot.find_frame(*name).is_some());
    let of_link = || {
        let is_meant = |id: &JointId| robot.joint(*id).link.name.as_deref() == Some(text);
        robot.joint_ids().find(is_meant).map(Frame::Joint)
    };
    let found = match text.parse::<usize>() {
        Ok(number) => Frame::of_number(number, robot),
        Err(_) => robot
            .find_joint(text)
            .map(Frame::Joint)
            .or_else(by_name)
            .or_else(|| named().map(Frame::Named))
            .or_else(of_link),
    };
    found.ok_or_else(|| Box::new(no_frame(text, robot)))
}

fn no_frame(text: &str, robot: &Robot) -> Diagnostic {
    let shown = excerpt(text);
    let message = format!("the robot has no joint and no frame called `{shown}`");
    let frames = robot.frames().iter().map(|frame| frame.name.as_str());
    let names = robot.joints().iter().map(|joint| joint.name.as_str()).chain(frames);
    let otherwise = format!(
        "joints are numbered from 1 to {}; frames have the names of the robot file",
        robot.joints().len()
    );
    Diagnostic::error("unknown-joint", message).did_you_mean(text, names, otherwise)
}

/// A joint by its number from 1, or by its name.
fn joint_of(index: &str, robot: &Robot) -> Option<JointId> {
    match index.parse::<usize>() {
        Ok(number) => robot.joint_ids().find(|id| id.number() == number),
        Err(_) => robot.find_joint(index),
    }
}

/// A mode by the number or name of its joint, and its own number from 1: `2,1`.
fn mode_of(index: &str, robot: &Robot) -> Option<Of> {
    let (joint, mode) = index.rsplit_once(',')?;
    let id = joint_of(joint.trim(), robot)?;
    let count = robot.joint(id).modes.as_ref()?.coordinates.len();
    let mode = mode.trim().parse::<usize>().ok().filter(|mode| (1..=count).contains(mode))?;
    Some(Of::Mode(id, mode - 1))
}

/// Whether a joint has a quantity: a fixed one has no axis, and a rigid link no modal integrals.
pub(super) fn is_of_joint(kind: Kind, id: JointId, robot: &Robot) -> bool {
    match kind {
        Kind::JointAxis | Kind::Screw => robot.joint(id).coordinate.is_some(),
        Kind::ModalIntegrals => robot.joint(id).modes.is_some(),
        _ => true,
    }
}

fn fixed_joint(index: &str, kind: Kind) -> Diagnostic {
    if kind == Kind::ModalIntegrals {
        return rigid_link(format!("link {} is rigid", excerpt(index)));
    }
    let message = format!("joint {} is fixed and has no `{}`", excerpt(index), kind.name());
    Diagnostic::error("fixed-joint", message).hint("ask for a joint that moves")
}

fn rigid_link(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("rigid-link", message).hint("modal integrals belong to elastic links")
}

fn no_mode(index: &str, robot: &Robot) -> Diagnostic {
    let shown = excerpt(index);
    let problem = Diagnostic::error("unknown-mode", format!("the robot has no mode `{shown}`"));
    let elastic = robot.joint_ids().filter_map(|id| Some((id, robot.joint(id).modes.as_ref()?)));
    let known: Vec<String> = elastic
        .map(|(id, modes)| format!("{0},1 to {0},{1}", id.number(), modes.coordinates.len()))
        .collect();
    match known.is_empty() {
        true => problem.hint("no link of this robot is elastic"),
        false => problem.hint(format!("modes are {}", known.join("; "))),
    }
}

fn no_joint(index: &str, robot: &Robot) -> Diagnostic {
    let shown = excerpt(index);
    let problem = Diagnostic::error("unknown-joint", format!("the robot has no joint `{shown}`"));
    let names = robot.joints().iter().map(|joint| joint.name.as_str());
    let otherwise = format!("joints are numbered from 1 to {}", robot.joints().len());
    problem.did_you_mean(index, names, otherwise)
}

/// A quantity that was asked for with an index that it does not take.
pub(super) fn wrong_index(kind: Kind) -> Diagnostic {
    let name = kind.name();
    let (expected, example) = match kind.row().form.index() {
        Index::None => ("no index", name.to_owned()),
        Index::Coordinate => ("a joint that moves or a mode as index", format!("{name}[2]")),
        Index::Link | Index::WholeOrLink => ("a link as index", format!("{name}[2]")),
        Index::LinkOrTool | Index::ToolOrOther => {
            ("a link, the tool or a named frame as index", format!("{name}[tool]"))
        }
        Index::Frame => ("a frame as index", format!("{name}[2]")),
        Index::Pair => ("two frames as indices", format!("{name}[0,2]")),
    };
    Diagnostic::error("wrong-index", format!("`{name}` takes {expected}"))
        .hint(format!("for example {example}"))
}

pub(super) fn no_axes(quantity: Quantity) -> Diagnostic {
    let message = format!("`{quantity}` has no axes to choose");
    let problem = Diagnostic::error("no-axes", message);
    match (quantity.kind(), quantity.of()) {
        (Kind::Frame | Kind::FrameInBase, Of::Frame(frame)) => {
            problem.hint(format!("a frame in another one has two indices, such as T[0,{frame}]"))
        }
        _ => problem.hint(
            "leave @ out; it is for vectors of links and Jacobians, such as omega[2]@0 and J@tool",
        ),
    }
}

fn malformed(text: &str) -> Diagnostic {
    Diagnostic::error("unknown-quantity", format!("`{}` is not a quantity", excerpt(text)))
        .hint("write an index in brackets: Q[2], omega[3]@0, T[tool]")
}

fn unknown(name: &str) -> Diagnostic {
    let shown = excerpt(name);
    let problem = Diagnostic::error("unknown-quantity", format!("unknown quantity `{shown}`"));
    if ["tau", "torque", "torques"].contains(&name.to_lowercase().as_str()) {
        return problem.hint("the joint torques are `Q`; `--tau` gives them to `qdd`");
    }
    if ["A", "B"].contains(&name) {
        return problem
            .hint("`appell linearise` has A and B as numbers")
            .hint("as formulas, A = [0, I; dqdd/dq, dqdd/dqd] and B = [0; dqdd/dtau]: ask for `dqdd/dq`, `dqdd/dqd`, `dqdd/dtau`, with --form short for one or two coordinates, else --form nested");
    }
    let names =
        TABLE.iter().flat_map(|row| [row.name].into_iter().chain(row.synonyms.iter().copied()));
    problem.did_you_mean(name, names, "`appell quantities` lists all quantities")
}
