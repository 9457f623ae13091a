//! Tables of the part `robot`: joints that follow others, elastic joints, rotors of motors, springs, gravity
//! compensators, friction, the payload, wrenches.

use appell_algebra::Poly;
use appell_model::{Friction, Joint, JointId, Part, Robot, Shares, axis_name};
use appell_spatial::Vector;

use super::model::Setter;
use crate::document::{Block, Math, Table, Text};

/// A table for each of these that the robot has.
pub(super) fn tables(robot: &Robot, setter: &Setter<'_>) -> Vec<Block> {
    let drives = Drives { robot, setter };
    let mut blocks: Vec<Block> = drives.followers().into_iter().collect();
    blocks.extend(drives.elastic_joints());
    blocks.extend(drives.rotors());
    blocks.extend(drives.springs());
    blocks.extend(drives.compensators());
    blocks.extend(drives.friction());
    blocks.extend(drives.payload());
    blocks.extend(drives.wrenches());
    blocks
}

struct Drives<'d, 'r> {
    robot: &'r Robot,
    setter: &'d Setter<'r>,
}

/// A number of a joint, or of the base.
fn number(joint: Option<JointId>) -> Text {
    Text::new(joint.map_or(0, JointId::number).to_string())
}

/// A table; `None` without rows.
fn table(caption: &str, columns: Vec<Text>, rows: Vec<Vec<Text>>) -> Option<Block> {
    let caption = caption.to_owned();
    let is_empty = rows.is_empty();
    let table = Block::Table(Table { caption, columns, rows });
    (!is_empty).then_some(table)
}

/// A heading: words and a symbol.
fn heading(words: &str, latex: &str, typst: &str) -> Text {
    Text::new(format!("{words} ")).math(latex, typst)
}

impl<'r> Drives<'_, 'r> {
    /// The joints for which `what` has a value, with their numbers from 1 and this value.
    fn having<'j, T>(
        &self,
        what: impl Fn(&'r Joint) -> Option<T> + 'j,
    ) -> impl Iterator<Item = (usize, &'r Joint, T)> + 'j
    where
        'r: 'j,
    {
        let joints = self.robot.joints().iter().enumerate();
        joints.filter_map(move |(index, joint)| Some((index + 1, joint, what(joint)?)))
    }

    fn set(&self, entry: &Poly) -> Text {
        match entry.is_zero() {
            true => Text::default(),
            false => self.setter.math(entry).into(),
        }
    }

    /// Factors by the numbers of joints: `s_{4,3} = 1`.
    fn factors(&self, letters: [&str; 2], of: usize, shares: &Shares) -> Text {
        let mut text = Text::default();
        for (index, (id, factor)) in shares.iter().enumerate() {
            let by = id.number();
            let Math { latex, typst } = self.setter.math(factor);
            text = text.plain(if index > 0 { ", " } else { "" }).math(
                format!("{}_{{{of},{by}}} = {latex}", letters[0]),
                format!("{}_({of},{by}) = {typst}", letters[1]),
            );
        }
        text
    }

    fn followers(&self) -> Option<Block> {
        let rows = self.having(|joint| joint.coupling.as_ref()).map(|(number, joint, coupling)| {
            vec![
                Text::new(number.to_string()),
                Text::new(joint.name.as_str()),
                self.factors(["s", "s"], number, &coupling.shares),
                self.set(&coupling.whole_offset),
            ]
        });
        let columns = vec![
            Text::new("i"),
            Text::new("name"),
            heading("factors", "s_{i,k}", "s_(i,k)"),
            heading("offset", "o_i", "o_i"),
        ];
        table("Joints that follow the joints k", columns, rows.collect())
    }

    fn elastic_joints(&self) -> Vec<Block> {
        let elastic = self.having(|joint| joint.elastic.as_ref());
        let rows: Vec<Vec<Text>> = elastic
            .map(|(number, joint, elastic)| {
                let motor = elastic.motor;
                // the deflections follow the joint and its motor side
                let follows = |joint: &Joint| {
                    let coupling = joint.coupling.as_ref()?;
                    coupling.of.iter().any(|(id, _)| *id == motor).then_some(())
                };
                let deflection = self.having(follows).map(|(number, ..)| number).next();
                vec![
                    Text::new(number.to_string()),
                    Text::new(joint.name.as_str()),
                    Text::new(motor.number().to_string()),
                    Text::new(deflection.map_or_else(String::new, |it| it.to_string())),
                ]
            })
            .collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let words = "An elastic joint has two more joints on its axis, which carry no mass: the motor side, with whose coordinate the rotor turns, and the deflection, the joint less its motor side, which has a spring and a damper.";
        let columns = ["i", "name", "motor side", "deflection"].map(Text::new).to_vec();
        [Text::new(words).into()]
            .into_iter()
            .chain(table("Elastic joints, by the numbers of their joints", columns, rows))
            .collect()
    }

    fn rotors(&self) -> Option<Block> {
        let has_losses =
            self.having(|joint| joint.rotor.as_ref()?.efficiency.as_ref()).next().is_some();
        let rows = self.having(|joint| joint.rotor.as_ref()).map(|(m, joint, rotor)| {
            let axis = axis_name(&rotor.axis);
            let mut row = vec![
                Text::new(m.to_string()),
                Text::new(joint.name.as_str()),
                self.set(&rotor.inertia),
                self.factors([r"\nu", "nu"], m, &rotor.shares),
                axis.map_or_else(|| self.setter.row(&rotor.axis), Text::new),
                number(rotor.on),
            ];
            if has_losses {
                row.push(self.set(rotor.efficiency.as_ref().unwrap_or(&Poly::one())));
            }
            row
        });
        let mut columns = vec![
            Text::new("m"),
            Text::new("joint"),
            heading("inertia", "I_{r,m}", "I_(r,m)"),
            heading("ratios", r"\nu_{m,k}", "nu_(m,k)"),
            heading("axis", "e_m", "e_m"),
            Text::new("on link c"),
        ];
        if has_losses {
            columns.push(heading("efficiency", r"\eta_m", "eta_m"));
        }
        let caption = "Rotors of motors: the ratio is the angle of the rotor for a unit of the coordinate of joint k; the axis is in the frame of the link c, 0 is the base";
        table(caption, columns, rows.collect())
    }

    fn springs(&self) -> Option<Block> {
        let sprung = |joint: &'r Joint| Some(&joint.spring).filter(|it| !it.stiffness.is_zero());
        let rows = self.having(sprung).map(|(number, joint, spring)| {
            vec![
                Text::new(number.to_string()),
                Text::new(joint.name.as_str()),
                self.set(&spring.stiffness),
                self.setter.math(&spring.rest).into(),
            ]
        });
        let columns = vec![
            Text::new("i"),
            Text::new("name"),
            heading("stiffness", r"\kappa_i", "kappa_i"),
            heading("at rest", "q_{0,i}", "q_(0,i)"),
        ];
        table("Springs in joints", columns, rows.collect())
    }

    fn compensators(&self) -> Option<Block> {
        let rows = self.having(|joint| joint.compensator.as_ref()).map(|(index, _, it)| {
            vec![
                Text::new(index.to_string()),
                self.setter.row(&it.to),
                number(it.on),
                self.setter.row(&it.from),
                self.set(&it.stiffness),
            ]
        });
        let columns = ["link", "at", "from link", "at", "stiffness"].map(Text::new).to_vec();
        let caption = "Gravity compensators: springs of zero free length, with their ends in the frames of the links; 0 is the base";
        table(caption, columns, rows.collect())
    }

    fn friction(&self) -> Option<Block> {
        let of_joints = self.having(|joint| Some(&joint.friction).filter(|it| !it.is_none()));
        let of_joints = of_joints.map(|(i, _, it)| (Text::new(format!("joint {i}")), it));
        let of_motors = self
            .having(|joint| Some(&joint.rotor.as_ref()?.friction).filter(|it| !it.is_none()))
            .map(|(m, _, it)| (Text::new(format!("rotor {m}")), it));
        let all: Vec<(Text, &Friction)> = of_joints.chain(of_motors).collect();
        let letters = [
            ("b", "b"),
            ("F_c", "F_c"),
            ("F_s", "F_s"),
            ("v_s", "v_s"),
            (r"\mu", "mu"),
            ("", ""),
            ("w", "w"),
        ];
        let is_given = |k: usize| all.iter().any(|(_, it)| !it.entries()[k].1.is_zero());
        let given: Vec<usize> = (0..letters.len()).filter(|k| is_given(*k)).collect();
        let names = Friction::default();
        let names = names.entries().map(|(name, _)| name);
        let column = |k: &usize| match letters[*k] {
            ("", _) => Text::new(names[*k]),
            (latex, typst) => heading(names[*k], latex, typst),
        };
        let columns = [Text::new("of")].into_iter().chain(given.iter().map(column)).collect();
        let row = |(of, friction): &(Text, &Friction)| {
            let entries = friction.entries();
            let entries = given.iter().map(|k| self.set(entries[*k].1));
            [of.clone()].into_iter().chain(entries).collect()
        };
        let caption =
            "Friction of joints and of rotors, these by their own speed: what is empty is zero";
        table(caption, columns, all.iter().map(row).collect())
    }

    /// The body at the tool. It is part of the last link if that is rigid, and a body of its own on an elastic tip.
    fn payload(&self) -> Option<Block> {
        let Part { mass, centre, inertia, .. } = self.robot.payload().body.as_ref()?;
        let text = Text::new("The payload is a body at the tool, with the mass ");
        let text = text.formula(self.setter.math(mass)).plain(", the centre of mass ");
        let text = self.setter.row(centre).0.into_iter().fold(text, Text::piece);
        let text = text.plain(" in the axes of the tool, and the inertia about it ");
        let inertia = self.setter.inertia(inertia);
        let text = match inertia.0.is_empty() {
            true => text.plain("0"),
            false => inertia.0.into_iter().fold(text, Text::piece),
        };
        let link = self.robot.tool().parent.number();
        let text = match self.robot.carried() {
            Some(_) => text.plain("; it is moved by the tip of its elastic link."),
            None => text.plain(format!("; it is part of link {link} in the table of links.")),
        };
        Some(text.into())
    }

    /// The wrenches that the robot exerts, at the tool and at named frames.
    fn wrenches(&self) -> Vec<Block> {
        let payload = self.robot.payload();
        let tool = [&payload.force, &payload.moment];
        let at_tool = ("the tool".to_owned(), tool);
        let frames = self.robot.frames().iter();
        let frames = frames.map(|it| (format!("frame {}", it.name), [&it.force, &it.moment]));
        let is_loaded = |(_, wrench): &(String, [&Vector<Poly>; 2])| {
            wrench.iter().any(|it| it.0.iter().any(|entry| !entry.is_zero()))
        };
        let loaded = [at_tool].into_iter().chain(frames).filter(is_loaded);
        let sentence = |(place, [force, moment]): (String, [&Vector<Poly>; 2])| {
            let text = Text::new(format!("At {place}, in its axes, the robot exerts the force "));
            let text = self.setter.row(force).0.into_iter().fold(text, Text::piece);
            let text = text.plain(" and the moment ");
            let text = self.setter.row(moment).0.into_iter().fold(text, Text::piece);
            text.plain(".").into()
        };
        loaded.map(sentence).collect()
    }
}
