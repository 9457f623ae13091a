//! Base parameters: the combinations of inertial parameters on which the driving forces depend.
//!
//! A rod along the axis of a rotation (mass, first moment and inertia along it) moves no
//! differently whether it is fixed to the link behind the joint or to the one before it; so it is
//! counted with the one before. The same holds for the whole tensor of inertia behind a
//! translation, and for everything behind a fixed joint. What arrives at the base is not felt.
//! (Gautier and Khalil 1990; here by bodies instead of tables of Denavit-Hartenberg parameters.)
//!
//! Three things depend on the robot as a whole and are found with numbers at some states: columns
//! of the regressor that are always zero, first moments behind a translation that can be
//! counted with the link before it (where that link only turns about the same direction), and columns that are
//! sums of others (where joints follow others). The inertia of a rotor is a parameter of its own, unless it is
//! felt as inertia about the axis of its joint is.

mod dependence;
mod exact;

use appell_algebra::{Error, Symbol};
use appell_model::{JointKind, Robot};
use appell_numeric::random::Random;
use appell_numeric::rank::rank;
use appell_spatial::{MassMoments, Matrix, Scalar, Transform};

use self::dependence::Dependent;
use crate::arithmetic::Arithmetic;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::mechanism::{Body, Mechanism};
use crate::regressor::{LINK_PARAMETERS, inertial_parameters, regressor};
use crate::rotor::Rotor;
use crate::state::{Coordinate, State};

/// A combination of inertial parameters on which the driving forces depend.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseParameter<S> {
    /// The column of the regressor that belongs to it.
    pub column: usize,
    /// The combination.
    pub value: S,
}

/// The base parameters of a robot: Q = sum over them of their column times their value, without
/// payload and friction.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseParameters<S> {
    /// The parameters, by column.
    pub parameters: Vec<BaseParameter<S>>,
    /// Whether there are no fewer: the columns are independent.
    pub minimal: bool,
    /// Whether combinations have factors that are rounded numbers, because no closed form was found.
    pub rounded: bool,
}

/// The names of the columns of the regressor: `zz2` is a moment of inertia of link 2, `Ir2` that of the
/// rotor of joint 2.
pub fn column_labels<S>(mechanism: &Mechanism<S>) -> Vec<String> {
    let of_link =
        |link: usize| LINK_PARAMETERS.iter().map(move |name| format!("{name}{}", link + 1));
    let rotors = mechanism.rotors.iter().map(|rotor| format!("Ir{}", rotor.joint + 1));
    (0..mechanism.links).flat_map(of_link).chain(rotors).collect()
}

/// The base parameters of a robot, in the scalars of an arithmetic.
pub fn base_parameters<A: Arithmetic>(
    robot: &Robot,
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
) -> Result<BaseParameters<A::Scalar>, Error> {
    let samples = Samples::new(robot, 0)?;
    let passes: Vec<[bool; 3]> =
        (0..mechanism.joints.len()).map(|joint| samples.passing_moments(joint)).collect();
    // with bodies of every kind: what is zero then is zero by its place
    let own = |entry: &f64| Ok(1.0 / entry);
    let felt_as = samples.rotors_felt_as_links();
    let (choices, filled) = (samples.choices(), samples.filled());
    let everything = grouped_parameters(filled, &felt_as, &choices, &passes, own)?;
    let mut felt: Vec<usize> = (0..everything.len())
        .filter(|&column| everything[column] != 0.0 && !samples.is_zero(column))
        .collect();
    let inverse = |entry: &A::Scalar| arithmetic.reciprocal(entry);
    let mut values = grouped_parameters(mechanism.clone(), &felt_as, &choices, &passes, inverse)?;
    let rank = samples.rank(&felt);
    let mut has_rounded = false;
    if rank < felt.len() {
        for Dependent { column, shares, rounded } in samples.dependent(robot, &felt)? {
            has_rounded |= rounded;
            for (onto, share) in shares {
                values[onto] = values[onto].add(&arithmetic.entry(&share)?.mul(&values[column]));
            }
            felt.retain(|other| *other != column);
        }
    }
    arithmetic.check()?;
    let minimal = rank == felt.len();
    let parameters = felt
        .into_iter()
        .map(|column| BaseParameter { column, value: values[column].clone() })
        .collect();
    Ok(BaseParameters { parameters, minimal, rounded: has_rounded })
}

/// The inertial parameters of every link after grouping, by columns of the regressor.
fn grouped_parameters<S: Scalar>(
    mut grouped: Mechanism<S>,
    felt_as: &[Option<usize>],
    choices: &[Choice],
    passes: &[[bool; 3]],
    inverse: impl Fn(&S) -> Result<S, Error>,
) -> Result<Vec<S>, Error> {
    for (rotor, link) in grouped.rotors.iter_mut().zip(felt_as) {
        if let (Some(link), [(_, ratio)]) = (link, rotor.shares.as_slice()) {
            let none = rotor.inertia.integer(0);
            let inertia = std::mem::replace(&mut rotor.inertia, none).mul(ratio).mul(ratio);
            let joint = &mut grouped.joints[*link];
            let about = Matrix::outer(&joint.axis, &joint.axis).scale(&inertia);
            joint.moments.inertia = &joint.moments.inertia + &about;
        }
    }
    for index in (0..grouped.joints.len()).rev() {
        let joint = &grouped.joints[index];
        let (kept, passed) = split(joint, choices[index], passes[index], &inverse)?;
        let frame = joint.parent_from_rest.clone();
        if let Some(parent) = joint.parent {
            let parent = &mut grouped.joints[parent];
            parent.moments = &parent.moments + &passed.moved(&frame);
        }
        grouped.joints[index].moments = kept;
    }
    Ok(inertial_parameters(&grouped))
}

/// Which parameters a rod along the axis takes away: a first moment along the frame's axis nearest
/// to it, and a moment of inertia about the one farthest from it.
#[derive(Clone, Copy)]
struct Choice {
    nearest: usize,
    farthest: usize,
}

/// What stays with a link, and what is counted with the link before it.
fn split<S: Scalar>(
    joint: &Body<S>,
    Choice { nearest, farthest }: Choice,
    passes: [bool; 3],
    inverse: &impl Fn(&S) -> Result<S, Error>,
) -> Result<(MassMoments<S>, MassMoments<S>), Error> {
    let zero = joint.moments.mass.integer(0);
    let (mut kept, mut passed) = (joint.moments.clone(), MassMoments::none(&zero));
    match joint.kind {
        JointKind::Fixed => return Ok((passed, kept)),
        JointKind::Translation => {
            passed.inertia = std::mem::replace(&mut kept.inertia, Matrix::diagonal(&zero));
            for i in (0..3).filter(|&i| passes[i]) {
                passed.first.0[i] = std::mem::replace(&mut kept.first.0[i], zero.clone());
            }
        }
        JointKind::Rotation => {
            // the rod: a mass, a first moment along k, an inertia s (1 - k k^T)
            let k = &joint.axis;
            let across = &Matrix::diagonal(&zero.integer(1)) - &Matrix::outer(k, k);
            let along = kept.first.0[nearest].mul(&inverse(&k.0[nearest])?);
            let s =
                kept.inertia.0[farthest][farthest].mul(&inverse(&across.0[farthest][farthest])?);
            passed.mass = std::mem::replace(&mut kept.mass, zero.clone());
            passed.first = k.scale(&along);
            passed.inertia = across.scale(&s);
            kept.first = &kept.first - &passed.first;
            kept.inertia = &kept.inertia - &passed.inertia;
            // zero by its making, also where rounding leaves something
            kept.first.0[nearest] = zero.clone();
            kept.inertia.0[farthest][farthest] = zero;
        }
    }
    Ok((kept, passed))
}

/// The regressor at some states, in numbers.
struct Samples {
    mechanism: Mechanism<f64>,
    rows: Vec<Vec<f64>>,
    /// The largest entry of every column.
    sizes: Vec<f64>,
}

/// What is smaller than this against what it is compared with is nothing.
const NOTHING: f64 = 1e-8;

impl Samples {
    /// Every parameter gets a value that is as good as any: its own may be special, say zero, and
    /// would hide what is felt. Another number gives other states and values.
    fn new(robot: &Robot, number: u64) -> Result<Self, Error> {
        let value = |symbol: Symbol| {
            let place = robot.parameters().iter().position(|parameter| parameter.symbol == symbol);
            let seed = 1 + place.unwrap_or_default() as u64 + (number << 32);
            Some(0.4 + 0.09 * Random::new(seed).signed())
        };
        let mut mechanism = Mechanism::new(robot, |entry| entry.evaluate(robot.symbols(), value))?;
        mechanism.unload();
        let columns = mechanism.links * LINK_PARAMETERS.len() + mechanism.rotors.len();
        let count = mechanism.coordinates();
        let states = columns.div_ceil(count.max(1)) + 8;
        let mut rows = Vec::new();
        // states on a line, as multiples of one number are, would hide what differs beside it
        let mut random = Random::new(number);
        for _ in 0..states {
            let mut coordinate = || {
                let q = 3.0 * random.signed();
                let rates = vec![random.signed(), random.signed()];
                Coordinate { q, cos: q.cos(), sin: q.sin(), rates }
            };
            let coordinates = (0..count).map(|_| coordinate()).collect();
            let circle = |_, angle: &f64| Ok::<_, Error>((angle.cos(), angle.sin()));
            let state = State::new(&mechanism, coordinates, circle)?;
            let frames: Vec<Transform<f64>> = in_parent(&mechanism, &state);
            let motions = motions(&mechanism, &state, &frames);
            rows.extend(regressor(&mechanism, &state, &frames, &motions));
        }
        let size =
            |column: usize| rows.iter().fold(0.0f64, |size, row| size.max(row[column].abs()));
        let sizes = (0..columns).map(size).collect();
        Ok(Self { mechanism, rows, sizes })
    }

    /// Whether a column is zero.
    fn is_zero(&self, column: usize) -> bool {
        let links = self.mechanism.links * LINK_PARAMETERS.len();
        // ratios of gears make columns of rotors large
        let alike = if column < links { &self.sizes[..links] } else { &self.sizes[links..] };
        let largest = alike.iter().fold(0.0f64, |a, b| a.max(*b));
        self.sizes[column] <= NOTHING * largest
    }

    /// For every link, what the rod of its joint takes away.
    fn choices(&self) -> Vec<Choice> {
        let choice = |joint: &Body<f64>| {
            let size = |&i: &usize| joint.axis.0[i].abs();
            let by_size = |a: &usize, b: &usize| size(a).total_cmp(&size(b));
            // the first of equals, counted from the axis on, so that z goes with y
            let nearest = (0..3).max_by(|a, b| by_size(a, b).then(b.cmp(a))).unwrap_or_default();
            let others = [(nearest + 2) % 3, (nearest + 1) % 3];
            let farthest = others.into_iter().min_by(by_size).unwrap_or_default();
            Choice { nearest, farthest }
        };
        self.mechanism.joints.iter().map(choice).collect()
    }

    /// The robot with bodies that have every moment.
    fn filled(&self) -> Mechanism<f64> {
        let mut filled = self.mechanism.clone();
        let mut count = 0;
        for joint in &mut filled.joints[..self.mechanism.links] {
            joint.moments = joint.moments.map(|_| {
                count += 1;
                1.5 + 0.4 * Random::new(count).signed()
            });
        }
        for rotor in &mut filled.rotors {
            rotor.inertia = 1.0;
        }
        filled
    }

    /// The columns of the regressor, each times the parameter that a robot with nothing but these
    /// moments of one link has.
    fn felt(&self, link: usize, moments: MassMoments<f64>) -> Vec<f64> {
        let mut single = self.mechanism.clone();
        single.rotors.clear();
        for joint in &mut single.joints {
            joint.moments = MassMoments::none(&0.0);
        }
        single.joints[link].moments = moments;
        let parameters = inertial_parameters(&single);
        let sum = |row: &Vec<f64>| row.iter().zip(&parameters).map(|(y, p)| y * p).sum();
        self.rows.iter().map(sum).collect()
    }

    /// For every rotor the link whose inertia about the axis of its joint is felt as that of the rotor,
    /// times the square of its ratio, is.
    fn rotors_felt_as_links(&self) -> Vec<Option<usize>> {
        let links = self.mechanism.links * LINK_PARAMETERS.len();
        let link_of = |(number, rotor): (usize, &Rotor<f64>)| {
            let [(k, ratio)] = rotor.shares.as_slice() else { return None };
            let link = self.mechanism.joints.iter().position(|it| it.coordinate == Some(*k))?;
            let joint = &self.mechanism.joints[link];
            if joint.kind != JointKind::Rotation || link >= self.mechanism.links {
                return None;
            }
            let mut about = MassMoments::none(&0.0);
            about.inertia = Matrix::outer(&joint.axis, &joint.axis).scale(&(ratio * ratio));
            let column = links + number;
            let size = NOTHING * self.sizes[column].max(1.0);
            let there = self.felt(link, about);
            let mut pairs = self.rows.iter().zip(there);
            pairs.all(|(row, there)| (there - row[column]).abs() <= size).then_some(link)
        };
        self.mechanism.rotors.iter().enumerate().map(link_of).collect()
    }

    /// Which first moments of a link behind a translation are felt as the same moments of the
    /// link before it are.
    fn passing_moments(&self, link: usize) -> [bool; 3] {
        let joint = &self.mechanism.joints[link];
        let has_link = link < self.mechanism.links;
        let slides = joint.kind == JointKind::Translation;
        let Some(parent) = joint.parent.filter(|_| has_link && slides) else {
            return [false; 3];
        };
        std::array::from_fn(|i| {
            let mut dipole = MassMoments::none(&0.0);
            dipole.first.0[i] = 1.0;
            let there = self.felt(parent, dipole.moved(&joint.parent_from_rest));
            let column = link * LINK_PARAMETERS.len() + 1 + i;
            let size = NOTHING * self.sizes[column].max(1.0);
            self.rows.iter().zip(there).all(|(row, there)| (there - row[column]).abs() <= size)
        })
    }

    /// How many of these columns are independent, by elimination with the largest pivot.
    fn rank(&self, columns: &[usize]) -> usize {
        let scaled = |row: &Vec<f64>| columns.iter().map(|&c| row[c] / self.sizes[c]).collect();
        rank(self.rows.iter().map(scaled).collect(), NOTHING)
    }
}
