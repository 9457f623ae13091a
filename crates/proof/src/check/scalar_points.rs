//! Points by their coordinates: `x_{c2}`, `y_{c2}`, `\dot x_p` of a centre of mass, a joint or the tool. Which point is
//! meant is found by one coordinate that is right; the others belong to the same point.

use std::collections::BTreeMap;

use appell_algebra::Poly;
use appell_mechanics::{Frame, Kind, Of, Quantity};
use appell_model::JointId;

use super::equation::Checker;
use super::placed::entry_of;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::name::Name;
use crate::notation::counts_from_zero;

const LETTERS: [&str; 3] = ["x", "y", "z"];

/// The largest robot whose points are tried.
const LARGEST_ROBOT: usize = 4;

impl Checker<'_, '_> {
    /// What the name of a coordinate of some point may mean: that of each point of the robot, in the base frame. A paper
    /// about motions in a vertical plane may call the robot's z its y.
    pub(super) fn coordinates_of_points(&self, name: &Name) -> Vec<Meaning> {
        let is_coordinate = self.names.alias(&name.undotted()).is_some();
        let is_small = self.robot.joints().len() <= LARGEST_ROBOT && !self.robot.is_elastic();
        let is_open = is_small && !is_coordinate && !self.has_notation;
        let Some(letter) = name.place_letter().filter(|_| is_open) else {
            return Vec::new();
        };
        let rows: &[usize] = match letter {
            "x" => &[0],
            "y" => &[1, 2],
            _ => &[2, 1],
        };
        let points = self.points_of_robot(name);
        let mut all = Vec::new();
        for row in rows {
            for point in points.iter().cloned() {
                let place = entry_of(point, (*row, 0), Some((3, 1)));
                let rate = |inside, _| Meaning::Rate(Box::new(inside));
                all.push((0..name.dots()).fold(place, rate));
            }
        }
        all.retain(|it| self.is_moving(it));
        all
    }

    /// Centres of mass, the tool, and joints, each as a vector in the base frame; each place once.
    fn points_of_robot(&self, name: &Name) -> Vec<Meaning> {
        let known =
            |quantity: Quantity| Meaning::Known(Known { quantity, entry: None }, name.latex());
        let place = |frame: Frame| {
            Quantity::new(Kind::RelativePosition, Of::Between(Frame::Base, frame)).ok().map(known)
        };
        let of_centre = |id: JointId| {
            let arm = Quantity::of_frame(Kind::Centre, Frame::Joint(id)).ok()?;
            let arm = arm.in_axes_of(Frame::Base).ok().map(known)?;
            Some(Meaning::Sum(vec![(false, place(Frame::Joint(id))?), (false, arm)]))
        };
        // x_{c2} is of the centre of mass of link 2
        let numbers = name.centre();
        let first = usize::from(!counts_from_zero(self.robot));
        let is_it = |id: &JointId| numbers.is_none_or(|number| number + 1 == id.number() + first);
        let centres = self.robot.joint_ids().filter(is_it).filter_map(of_centre);
        if numbers.is_some() {
            return centres.collect();
        }
        let frames = self.robot.joint_ids().map(Frame::Joint);
        let frames = [Frame::Tool].into_iter().chain(frames);
        centres.chain(frames.filter_map(place)).collect()
    }

    /// Whether a scalar depends on the coordinates, and is not one of them.
    pub(super) fn is_moving(&self, place: &Meaning) -> bool {
        let coordinates = self.robot.coordinates();
        let moves = |poly: &Poly| {
            let symbols = poly.symbols(self.robot.symbols());
            symbols.iter().any(|it| coordinates.contains(&it.base()))
        };
        let value = value(place, self.truth);
        let is_coordinate = |poly: &Poly| coordinates.iter().any(|q| *poly == Poly::symbol(*q));
        value.is_ok_and(|it| {
            let poly = it.as_scalar().and_then(|it| it.poly().ok());
            // x_3 = x is a state variable
            poly.is_some_and(|it| moves(it) && !is_coordinate(it))
        })
    }

    /// The coordinates of the same points as those that were found, as guesses of their names. In a plane, one is left.
    pub(super) fn with_other_coordinates(&self, guesses: &mut BTreeMap<Name, Meaning>) {
        let mut new = Vec::new();
        for (name, meaning) in guesses.iter() {
            let (Some(letter), Some((row, point))) = (name.place_letter(), point_of(meaning))
            else {
                continue;
            };
            let of = |row: usize| {
                let place = entry_of(point.clone(), (row, 0), Some((3, 1)));
                (0..name.dots()).fold(place, |inside, _| Meaning::Rate(Box::new(inside)))
            };
            let moving: Vec<usize> = (0..3).filter(|it| self.is_moving(&of(*it))).collect();
            for (at, other) in LETTERS.iter().enumerate().filter(|(_, other)| **other != letter) {
                let left: Vec<usize> = moving.iter().copied().filter(|it| *it != row).collect();
                let row = match left.as_slice() {
                    [only] => *only,
                    _ if LETTERS[row] == letter && left.contains(&at) => at,
                    _ => continue,
                };
                let other = name.with_place_letter(other);
                let named = of(row).replaced(&|part| match part {
                    Meaning::Known(known, _) => Some(Meaning::Known(*known, other.latex())),
                    _ => None,
                });
                new.push((other, named));
            }
        }
        for (name, meaning) in new {
            guesses.entry(name).or_insert(meaning);
        }
    }
}

/// The row and the point of a coordinate.
fn point_of(meaning: &Meaning) -> Option<(usize, &Meaning)> {
    let mut place = meaning;
    while let Meaning::Rate(inside) = place {
        place = &**inside;
    }
    let Meaning::Product(factors) = place else { return None };
    let [Meaning::Matrix(rows), point] = factors.as_slice() else { return None };
    let [row] = rows.as_slice() else { return None };
    let one = Meaning::Number(appell_algebra::Rational::ONE);
    Some((row.iter().position(|it| *it == one)?, point)).filter(|_| row.len() == 3)
}
