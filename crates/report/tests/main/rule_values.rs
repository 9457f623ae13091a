//! What the names in the rules of reports mean, as numbers of a robot at a state.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol};
use appell_mechanics::{Derivation, Numbers, Position, Quantity};
use appell_model::{Friction, Joint, JointId, JointKind, Robot, Rotor, read_toml};
use appell_spatial::Vector;

use crate::rule_reader::{Matrix, Names, Rule};

fn number(seed: usize) -> f64 {
    ((seed * 7919 + 13) % 1009) as f64 / 1009.0 - 0.4
}

/// A robot at a state.
pub(crate) struct Numbered<'r> {
    robot: &'r Robot,
    derivation: Derivation<'r, Numbers<'r>>,
    rules: BTreeMap<String, Rule>,
}

impl<'r> Numbered<'r> {
    fn value(robot: &Robot, symbol: Symbol) -> Option<f64> {
        let place = robot.coordinates().iter().position(|&q| q == symbol.base());
        match place {
            Some(place) => Some(0.9 * number(place + 31 * symbol.order() as usize + 3)),
            None => {
                let place = robot.parameters().iter().position(|it| it.symbol == symbol)?;
                Some(robot.value(symbol).unwrap_or(0.3 + 0.1 * (place % 7) as f64))
            }
        }
    }

    pub(crate) fn of(robot: &'r Robot, rules: BTreeMap<String, Rule>) -> Self {
        let numbers = Numbers::new(robot.symbols(), |symbol| Self::value(robot, symbol));
        Self { robot, derivation: Derivation::new(robot, numbers).unwrap(), rules }
    }

    /// A quantity, as `appell eval` has it.
    pub(crate) fn eval(&self, name: &str) -> Matrix {
        let quantity =
            Quantity::read_one(name, self.robot).unwrap_or_else(|it| panic!("{name}: {it:?}"));
        let value = self.derivation.get(quantity).unwrap_or_else(|it| panic!("{name}: {it}"));
        Matrix(value.rows.clone())
    }

    fn entry(&self, entry: &Poly) -> f64 {
        entry.evaluate(self.robot.symbols(), |symbol| Self::value(self.robot, symbol)).unwrap()
    }

    fn vector(&self, vector: &Vector<Poly>) -> Matrix {
        Matrix(vector.0.iter().map(|entry| vec![self.entry(entry)]).collect())
    }

    fn joint(&self, number: &str) -> &'r Joint {
        &self.robot.joints()[number.parse::<usize>().unwrap() - 1]
    }

    pub(crate) fn rotor(&self, number: &str) -> &'r Rotor {
        self.joint(number).rotor.as_ref().unwrap()
    }

    /// The angle or length of a joint, or its derivative.
    fn moved(&self, number: &str, order: u32) -> f64 {
        let joint = self.joint(number);
        match (&joint.coupling, joint.coordinate) {
            (Some(coupling), _) => self.entry(&coupling.rate(self.robot, order).unwrap()),
            (None, Some(q)) => self.entry(&q.derivative(order).unwrap().into()),
            (None, None) => 0.0,
        }
    }

    /// Which of the coordinates is that of a joint.
    fn coordinate(&self, number: &str) -> usize {
        let own = self.joint(number).coordinate;
        self.robot.coordinates().iter().position(|q| Some(*q) == own).unwrap()
    }

    fn share(&self, shares: &[(JointId, Poly)], of: &str) -> f64 {
        let shares = shares.iter().filter(|(id, _)| id.number().to_string() == of);
        shares.map(|(_, factor)| self.entry(factor)).sum()
    }

    fn friction(&self, friction: &Friction, name: &str) -> f64 {
        let entry = |it: &Poly| self.entry(it);
        match name {
            "b" => entry(&friction.viscous),
            "F_c" => entry(&friction.constant),
            // without a break-away force it is the sliding force
            "F_s" if friction.breakaway.is_zero() => entry(&friction.constant),
            "F_s" => entry(&friction.breakaway),
            "v_s" if friction.stribeck.is_zero() => 1.0,
            "v_s" => entry(&friction.stribeck),
            "w" => entry(&friction.smooth),
            other => panic!("{other}"),
        }
    }

    /// The ends of compensators: on which link, where, the stiffness, and the other end.
    fn ends(&self) -> Vec<(usize, Matrix, f64, (usize, Matrix))> {
        let mut ends = Vec::new();
        for (index, joint) in self.robot.joints().iter().enumerate() {
            let Some(it) = &joint.compensator else { continue };
            let stiffness = self.entry(&it.stiffness);
            let [to, from] = [
                (index + 1, self.vector(&it.to)),
                (it.on.map_or(0, |on| on.number()), self.vector(&it.from)),
            ];
            ends.push((to.0, to.1.clone(), stiffness, from.clone()));
            ends.push((from.0, from.1, stiffness, to));
        }
        ends
    }

    /// The vector from the other end of a compensator to this one, in the axes of the link of this one.
    fn stretch(&self, end: usize) -> Matrix {
        let (link, at, _, (other, from)) = &self.ends()[end];
        let rotation = self.eval(&format!("R[{link},{other}]"));
        let place = self.eval(&format!("r[{link},{other}]"));
        at.minus(&place.plus(&rotation.times(from)))
    }

    /// A wrench at the tool or a named frame, in its axes: the force or the moment.
    fn wrench(&self, frame: &str, is_force: bool) -> Matrix {
        let named = self.robot.frames().iter().find(|it| it.name.as_str() == frame);
        let payload = self.robot.payload();
        let [force, moment] = match named {
            Some(it) => [&it.force, &it.moment],
            None => [&payload.force, &payload.moment],
        };
        self.vector(if is_force { force } else { moment })
    }

    /// The rule of a name, evaluated for these indices; with an order, its time derivative, of a sum of coordinates.
    fn by_rule(&self, name: &str, indices: &[String], order: u32) -> Matrix {
        let rule = self.rules.get(name).unwrap_or_else(|| panic!("no rule of {name}"));
        rule.evaluate(self, indices, order)
    }

    /// All inertial parameters, in the order of the columns of the regressor.
    fn parameters(&self) -> Matrix {
        let quantity = Quantity::read_one("Y", self.robot).unwrap();
        let regressor = self.derivation.get(quantity).unwrap();
        let names = regressor.entry_names(quantity);
        let labels = names.iter().take(regressor.rows[0].len()).map(|name| match &name.position {
            Position::Cell([_, column], _) => column.clone(),
            other => panic!("{other:?}"),
        });
        let value = |label: String| {
            let at = label.find(|c: char| c.is_ascii_digit()).unwrap();
            let (kind, number) = label.split_at(at);
            let moments = &self.joint(number).moments;
            let inertia = |row: usize, column: usize| self.entry(&moments.inertia.0[row][column]);
            match kind {
                "m" => self.entry(&moments.mass),
                "hx" => self.entry(&moments.first.0[0]),
                "hy" => self.entry(&moments.first.0[1]),
                "hz" => self.entry(&moments.first.0[2]),
                "xx" => inertia(0, 0),
                "yy" => inertia(1, 1),
                "zz" => inertia(2, 2),
                "xy" => -inertia(0, 1),
                "xz" => -inertia(0, 2),
                "yz" => -inertia(1, 2),
                "Ir" => self.entry(&self.rotor(number).inertia),
                other => panic!("{other}"),
            }
        };
        Matrix(labels.map(|label| vec![value(label)]).collect())
    }
}

impl Names for Numbered<'_> {
    fn value(&self, name: &str, indices: &[String], order: u32) -> Matrix {
        let one = |value: f64| Matrix(vec![vec![value]]);
        let first = indices.first().map_or("", String::as_str);
        let is_base = first == "0" && indices.len() == 1;
        let is_frame = first.starts_with(|c: char| c.is_ascii_alphabetic());
        match name {
            "q" | r"\dot q" | r"\ddot q" => {
                let order = match name {
                    r"\dot q" => 1,
                    r"\ddot q" => 2,
                    _ => order,
                };
                match indices {
                    [] => {
                        let rate =
                            |q: &Symbol| vec![self.entry(&q.derivative(order).unwrap().into())];
                        Matrix(self.robot.coordinates().iter().map(rate).collect())
                    }
                    _ => one(self.moved(first, order)),
                }
            }
            r"\vartheta" => self.by_rule(name, indices, 0),
            r"\dot \vartheta" => self.by_rule(r"\vartheta", indices, 1),
            r"\ddot \vartheta" => self.by_rule(r"\vartheta", indices, 2),
            r"\omega" | "v" | r"\varepsilon" if is_base => Matrix(vec![vec![0.0]; 3]),
            "a" if is_base => self.vector(self.robot.gravity()).scaled(-1.0),
            r"\omega" => self.eval(&format!("omega[{first}]")),
            r"\varepsilon" => self.eval(&format!("eps[{first}]")),
            // a fixed joint has no axis, and does not move
            "k" if self.joint(first).kind == JointKind::Fixed => Matrix(vec![vec![0.0]; 3]),
            "k" => self.vector(&self.joint(first).axis),
            "v" | "a" | "F" | "N" | "m" | "I" | "T" => self.eval(&format!("{name}[{first}]")),
            r"\Theta" => self.eval(&format!("I[{first}]")),
            "f" | "n" if is_frame => self.wrench(first, name == "f"),
            "f" | "n" => self.eval(&format!("{name}[{first}]")),
            "v_C" => self.eval(&format!("vC[{first}]")),
            "a_C" => self.eval(&format!("aC[{first}]")),
            "r_C" => self.eval(&format!("rC[{first}]")),
            "^0T" => match is_base {
                true => Matrix(
                    (0..4)
                        .map(|row| {
                            (0..4).map(|column| f64::from(u8::from(row == column))).collect()
                        })
                        .collect(),
                ),
                false => self.eval(&format!("T0[{first}]")),
            },
            "^0r_C" => {
                let place =
                    self.eval(&format!("R[0,{first}]")).times(&self.eval(&format!("rC[{first}]")));
                self.eval(&format!("r[0,{first}]")).plus(&place)
            }
            "^R" => self.eval(&format!("R[{},{}]", indices[0], indices[1])),
            // the place of a frame on the link on which it sits
            "r" => match is_frame {
                true => {
                    let named = self.robot.frames().iter().find(|it| it.name.as_str() == first);
                    let link = named.map_or(Some(self.robot.tool().parent), |it| it.parent);
                    self.eval(&format!("r[{},{first}]", link.map_or(0, |it| it.number())))
                }
                false => {
                    let parent = self.joint(first).parent.map_or(0, |it| it.number());
                    self.eval(&format!("r[{parent},{first}]"))
                }
            },
            r"\Delta" => one(f64::from(u8::from(self.joint(first).kind == JointKind::Rotation))),
            "s" => {
                let joint = self.joint(first);
                let own = joint.coordinate.is_some() && first == indices[1];
                let followed =
                    joint.coupling.as_ref().map_or(0.0, |it| self.share(&it.shares, &indices[1]));
                one(f64::from(u8::from(own)) + followed)
            }
            "o" if order > 0 => one(0.0),
            "o" => one(self
                .joint(first)
                .coupling
                .as_ref()
                .map_or(0.0, |it| self.entry(&it.whole_offset))),
            r"\nu" => match indices {
                [_, by] => one(self.share(&self.rotor(first).shares, by)),
                _ => one(self
                    .joint(first)
                    .rotor
                    .as_ref()
                    .map_or(0.0, |it| self.share(&it.shares, first))),
            },
            "I_r" => {
                one(self.joint(first).rotor.as_ref().map_or(0.0, |it| self.entry(&it.inertia)))
            }
            "e" => self.vector(&self.rotor(first).axis),
            r"\eta" => one(self.rotor(first).efficiency.as_ref().map_or(1.0, |it| self.entry(it))),
            r"\kappa" if first.starts_with('#') => {
                one(self.ends()[first[1..].parse::<usize>().unwrap()].2)
            }
            r"\kappa" => one(self.entry(&self.joint(first).spring.stiffness)),
            "q_0" => one(self.entry(&self.joint(first).spring.rest)),
            r"\mu" => one(self.entry(&self.joint(first).friction.coulomb)),
            r"\rho" => one(match self.joint(first).kind {
                JointKind::Rotation => self.entry(&self.joint(first).friction.diameter) / 2.0,
                _ => 1.0,
            }),
            "J" if first == "tool" => self.eval("J"),
            "J" => self.eval(&format!("J[{first}]")),
            // a wrench in base axes
            "w" if is_frame => {
                let turned = self.eval(&format!("R[0,{first}]"));
                let [force, moment] = [true, false].map(|it| turned.times(&self.wrench(first, it)));
                Matrix([force.0, moment.0].concat())
            }
            "b" | "F_c" | "F_s" | "v_s" | "w" => {
                one(self.friction(&self.joint(first).friction, name))
            }
            "b_r" | "F_c,r" | "F_s,r" | "v_s,r" | "w_r" => {
                let name = name.replace(",r", "").replace("_r", "");
                one(self
                    .joint(first)
                    .rotor
                    .as_ref()
                    .map_or(0.0, |it| self.friction(&it.friction, &name)))
            }
            "h" => self.ends()[first[1..].parse::<usize>().unwrap()].1.clone(),
            "p" if first.starts_with('#') => {
                let end: usize = first[1..].parse().unwrap();
                self.stretch(end).scaled(self.ends()[end].2)
            }
            "l" => {
                let stretch = self.stretch(first[1..].parse::<usize>().unwrap());
                one(stretch.transposed().times(&stretch).0[0][0].sqrt())
            }
            "p" => self.parameters(),
            "g" => self.vector(self.robot.gravity()),
            "M" | "C" | "G" | "Y" => self.eval(name),
            "Q" if indices.is_empty() => self.eval("Q"),
            "Q" => one(self.eval("Q").0[self.coordinate(first)][0]),
            "Q_f" if indices.is_empty() => self.eval("Qf"),
            "Q_f" => one(self.eval("Qf").0[self.coordinate(first)][0]),
            // all friction but that of joints and motors
            "Q_g" => {
                let mut lost = self.eval("Qf").0[self.coordinate(first)][0];
                for number in (1..=self.robot.joints().len()).map(|it| it.to_string()) {
                    let joint = self.joint(&number);
                    let own = joint.coordinate.is_some() && number == first;
                    let share = f64::from(u8::from(own))
                        + joint.coupling.as_ref().map_or(0.0, |it| self.share(&it.shares, first));
                    if self.rules.contains_key("R") && share != 0.0 {
                        lost -= share * self.by_rule("R", std::slice::from_ref(&number), 0).0[0][0];
                    }
                    if let Some(rotor) =
                        joint.rotor.as_ref().filter(|_| self.rules.contains_key("R_r"))
                    {
                        lost -= self.share(&rotor.shares, first)
                            * self.by_rule("R_r", &[number], 0).0[0][0];
                    }
                }
                one(lost)
            }
            "Q_s" if indices.is_empty() => {
                let joints = (1..=self.robot.joints().len()).map(|it| it.to_string());
                let own = joints.filter(|it| self.joint(it).coordinate.is_some());
                Matrix(own.map(|it| self.by_rule("Q_s", &[it], 0).0[0].clone()).collect())
            }
            // the forces of compensators are G without those of gravity
            "Q_a" => {
                let bare = without_compensators(self.robot);
                let bare = Numbered::of(&bare, BTreeMap::new());
                self.eval("G").minus(&bare.eval("G"))
            }
            "E_k" => self.eval("Ek"),
            "E_p" => self.eval("Ep"),
            other => self.by_rule(other, indices, order),
        }
    }

    fn range(&self, letter: &str, set: Option<&str>, of: &str) -> Vec<String> {
        let joints = || (1..=self.robot.joints().len()).map(|it| it.to_string());
        let frames = || {
            let named = self.robot.frames().iter().filter(|it| it.is_loaded());
            let payload = self.robot.payload();
            let is_loaded = payload.force.0.iter().chain(&payload.moment.0).any(|it| !it.is_zero());
            let tool = is_loaded.then(|| ("tool".to_owned(), Some(self.robot.tool().parent)));
            tool.into_iter().chain(named.map(|it| (it.name.to_string(), it.parent)))
        };
        let ends = || (0..self.ends().len()).map(|end| (format!("#{end}"), self.ends()[end].0));
        match (letter, set) {
            ("i", None) => joints().collect(),
            ("k", None) => joints().filter(|it| self.joint(it).coordinate.is_some()).collect(),
            ("m", None) => joints().filter(|it| self.joint(it).rotor.is_some()).collect(),
            ("m", Some("B")) => {
                let on = |it: &String| self.joint(it).rotor.as_ref().and_then(|rotor| rotor.on);
                joints()
                    .filter(|it| on(it).is_some_and(|on| on.number().to_string() == of))
                    .collect()
            }
            ("m", Some("E")) => {
                let is_lossy = |it: &String| {
                    self.joint(it).rotor.as_ref().is_some_and(|rotor| {
                        rotor.efficiency.is_some() && self.share(&rotor.shares, of) != 0.0
                    })
                };
                joints().filter(is_lossy).collect()
            }
            ("j", Some("S")) => {
                let on = |it: &String| {
                    self.joint(it).parent.map_or(0, |it| it.number()).to_string() == of
                };
                let loads = frames()
                    .filter(|(_, link)| link.is_some_and(|it| it.number().to_string() == of));
                joints().filter(on).chain(loads.map(|(name, _)| name)).collect()
            }
            ("g", Some("A")) => {
                ends().filter(|(_, link)| link.to_string() == of).map(|(end, _)| end).collect()
            }
            // every compensator has two ends
            ("g", None) => ends().step_by(2).map(|(end, _)| end).collect(),
            ("F", None) => frames().map(|(name, _)| name).collect(),
            other => panic!("{other:?}"),
        }
    }

    fn index(&self, letter: &str, bound: &BTreeMap<String, String>) -> Option<String> {
        match letter {
            "p" => Some(self.joint(bound.get("i")?).parent.map_or(0, |it| it.number()).to_string()),
            "c" => Some(self.rotor(bound.get("m")?).on.map_or(0, |it| it.number()).to_string()),
            // the coordinate with which a rotor turns alone
            "k" if !bound.contains_key("k") => {
                Some(self.rotor(bound.get("m")?).shares.first()?.0.number().to_string())
            }
            _ => bound.get(letter).cloned(),
        }
    }
}

fn without_compensators(robot: &Robot) -> Robot {
    let text = appell_model::write_toml(robot);
    let kept = text.lines().filter(|line| !line.starts_with("compensator"));
    read_toml(&kept.collect::<Vec<_>>().join("\n"), &Default::default()).robot.unwrap()
}
