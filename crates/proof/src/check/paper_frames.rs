//! The frames of a paper, by its own Denavit-Hartenberg table. A table is taken where it describes the
//! robot: frame k of the table is then at rest on a link of the robot, for every k, with a base that may be
//! another one.
//!
//! Letters: P_k is frame k of the table in its base, T_k the frame of the joint that moves it in the base
//! of the robot; P_k = B T_k E_k with constant B and E_k.

use appell_algebra::{BudgetedPoly, Poly};
use appell_mechanics::{Arithmetic, Frame, Kind, Of, Quantity};
use appell_model::{Convention, JointId};
use appell_spatial::Scalar;

use super::equation::Checker;
use crate::explain::meaning_of;
use crate::known::Known;
use crate::latex::read_name;
use crate::meaning::evaluate::value;
use crate::meaning::read::Understanding;
use crate::meaning::{Meaning, Style};
use crate::name::Name;
use crate::table::{PrintedRow, PrintedTable, TableEntry};
use crate::tensor::Tensor;

/// A homogeneous matrix by its entries.
type Matrix<'c> = Tensor<BudgetedPoly<'c>>;

/// The frames of a table on the robot.
pub(crate) struct PaperFrames {
    /// How the table is to be read.
    pub(super) convention: Convention,
    /// Each frame of the table, the base first: in which frame of the robot it rests, and where there.
    frames: Vec<(Frame, Rest)>,
}

/// A constant transform and its inverse, by rows.
struct Rest {
    there: Vec<Vec<Poly>>,
    back: Vec<Vec<Poly>>,
}

impl PaperFrames {
    /// The frame of the robot in which frame `number` of the paper rests.
    pub(super) fn carrier(&self, number: usize) -> Option<Frame> {
        self.frames.get(number).map(|(frame, _)| *frame)
    }
}

impl Checker<'_, '_> {
    /// The frames of the paper, where it has one table that describes the robot.
    pub(super) fn paper_frames(&self) -> Option<&PaperFrames> {
        let frames = || {
            let mut fitting = self.tables.iter().flat_map(|table| {
                let readings = Convention::ALL.into_iter().filter(|it| match table.convention {
                    Some(said) => *it == said,
                    None => true,
                });
                readings.filter_map(|convention| self.frames_of_table(table, convention))
            });
            // two that differ leave it open which frames are meant
            let first = fitting.next()?;
            let only = fitting.next().is_none().then_some(first);
            // a table that is too long is none, and what comes next begins anew
            self.truth.arithmetic().take_failure();
            only
        };
        self.paper_frames.get_or_init(frames).as_ref()
    }

    fn frames_of_table(&self, table: &PrintedTable, convention: Convention) -> Option<PaperFrames> {
        let mut carriers = vec![Frame::Base];
        let mut places = vec![self.unit()?];
        for row in &table.rows {
            let coordinate = match &row.coordinate {
                Some((latex, _)) => Some(self.coordinate(latex)?),
                None => None,
            };
            let carrier = coordinate
                .as_ref()
                .map_or(carriers[carriers.len() - 1], |(id, _)| Frame::Joint(*id));
            let step = self.step(row, coordinate.as_ref().map(|(_, it)| it), convention)?;
            places.push(places[places.len() - 1].multiply(&step)?);
            carriers.push(carrier);
        }
        let own: Vec<Matrix<'_>> =
            carriers.iter().map(|carrier| self.in_base(*carrier)).collect::<Option<_>>()?;
        // the base is that of the robot, or one frame of the table lies where the robot has a frame
        let tool = self.in_base(Frame::Tool);
        let bases = own.iter().chain(&tool).zip(places.iter().chain(places.last()));
        let bases =
            bases.map(|(own, place)| self.at_zero(place)?.multiply(&self.at_zero(&inverse(own)?)?));
        for base in [self.unit()].into_iter().chain(bases).flatten() {
            let back = inverse(&base)?;
            let rests = places
                .iter()
                .zip(&own)
                .map(|(place, own)| self.rest(&inverse(own)?.multiply(&back)?.multiply(place)?));
            if let Some(rests) = rests.collect::<Option<Vec<_>>>() {
                return Some(PaperFrames {
                    convention,
                    frames: carriers.into_iter().zip(rests).collect(),
                });
            }
        }
        None
    }

    /// The coordinate that a name of the table stands for.
    fn coordinate(&self, latex: &str) -> Option<(JointId, Poly)> {
        let symbols = self.printed_poly(latex)?;
        let coordinates = self.robot.coordinates();
        let at = coordinates.iter().position(|it| Poly::symbol(*it) == symbols)?;
        let is_own = |id: &JointId| self.robot.joint(*id).coordinate == Some(coordinates[at]);
        Some((self.robot.joint_ids().find(is_own)?, symbols))
    }

    /// What is printed, as a polynomial in the symbols of the robot.
    fn printed_poly(&self, latex: &str) -> Option<Poly> {
        let inks = read_name(latex).ok()?;
        // a_1 is a length in a table
        if let [only] = inks.as_slice()
            && let Some(name) = Name::of(only, None)
            && let Some(symbol) = self.names.symbol(&name).or_else(|| self.names.alias(&name))
        {
            return Some(Poly::symbol(symbol));
        }
        let meaning = Understanding::new(self.names, &inks).formula(&inks).ok()?;
        self.poly(&meaning).ok()
    }

    /// An entry of a row with the coordinate in it.
    fn entry(&self, entry: &TableEntry, coordinate: Option<&Poly>) -> Option<Poly> {
        match number(&entry.constant, self) {
            Some(constant) => Some(coordinate.map_or(constant.clone(), |it| &constant + it)),
            None => {
                let whole = self.printed_poly(&entry.latex)?;
                let constant = coordinate.map_or(whole.clone(), |it| &whole - it);
                (!self.moves(&constant)).then_some(whole)
            }
        }
    }

    /// The transform of a row: Rz(theta) Tz(d) Tx(a) Rx(alpha), or Rx(alpha) Tx(a) Rz(theta) Tz(d).
    fn step(
        &self,
        row: &PrintedRow,
        coordinate: Option<&Poly>,
        convention: Convention,
    ) -> Option<Matrix<'_>> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let turns = row.kind == appell_model::JointKind::Rotation;
        let theta = self.entry(&row.theta, coordinate.filter(|_| turns))?;
        let d = self.entry(&row.d, coordinate.filter(|_| !turns))?;
        let (a, alpha) = (self.entry(&row.a, None)?, self.entry(&row.alpha, None)?);
        let scalar = |poly: &Poly| self.truth.arithmetic().entry(poly).ok();
        let circle = |angle: &Poly| {
            let (cos, sin) = (symbols.cos(angle, budget).ok()?, symbols.sin(angle, budget).ok()?);
            Some((scalar(&cos)?, scalar(&sin)?))
        };
        let ((ct, st), (ca, sa)) = (circle(&theta)?, circle(&alpha)?);
        let (a, d) = (scalar(&a)?, scalar(&d)?);
        let (zero, one) = (a.integer(0), a.integer(1));
        let last = vec![zero.clone(), zero.clone(), zero.clone(), one];
        Some(Tensor::new(match convention {
            Convention::Standard => vec![
                vec![ct.clone(), st.mul(&ca).neg(), st.mul(&sa), a.mul(&ct)],
                vec![st.clone(), ct.mul(&ca), ct.mul(&sa).neg(), a.mul(&st)],
                vec![zero, sa, ca, d],
                last,
            ],
            Convention::Modified => vec![
                vec![ct.clone(), st.neg(), zero, a],
                vec![st.mul(&ca), ct.mul(&ca), sa.neg(), sa.mul(&d).neg()],
                vec![st.mul(&sa), ct.mul(&sa), ca.clone(), ca.mul(&d)],
                last,
            ],
        }))
    }

    /// A frame of the robot in its base.
    fn in_base(&self, frame: Frame) -> Option<Matrix<'_>> {
        if frame == Frame::Base {
            return self.unit();
        }
        let quantity = Quantity::new(Kind::FrameInBase, Of::Frame(frame)).ok()?;
        value(&Meaning::Known(Known { quantity, entry: None }, String::new()), self.truth).ok()
    }

    fn unit(&self) -> Option<Matrix<'_>> {
        let entry = |i: usize, j: usize| {
            self.truth.arithmetic().entry(&Poly::constant(i64::from(i == j).into())).ok()
        };
        let row = |i: usize| (0..4).map(|j| entry(i, j)).collect::<Option<Vec<_>>>();
        Some(Tensor::new((0..4).map(row).collect::<Option<_>>()?))
    }

    /// A matrix with all coordinates zero.
    fn at_zero(&self, matrix: &Matrix<'_>) -> Option<Matrix<'_>> {
        let zeros: Vec<_> =
            self.robot.coordinates().into_iter().map(|it| (it, Poly::ZERO)).collect();
        let entry = |i: usize, j: usize| {
            let poly = matrix.get(i, j)?.poly().ok()?;
            let poly = poly.substitute_all(&zeros, self.robot.symbols(), self.budget).ok()?;
            self.truth.arithmetic().entry(&poly).ok()
        };
        let row = |i: usize| (0..4).map(|j| entry(i, j)).collect::<Option<Vec<_>>>();
        Some(Tensor::new((0..4).map(row).collect::<Option<_>>()?))
    }

    /// A transform that does not move; none where it does.
    fn rest(&self, matrix: &Matrix<'_>) -> Option<Rest> {
        let rows = |matrix: &Matrix<'_>| {
            let entry = |i: usize, j: usize| matrix.get(i, j)?.poly().ok().cloned();
            let row = |i: usize| (0..4).map(|j| entry(i, j)).collect::<Option<Vec<_>>>();
            (0..4).map(row).collect::<Option<Vec<_>>>()
        };
        let there = rows(matrix)?;
        let is_constant = !there.iter().flatten().any(|entry| self.moves(entry));
        is_constant.then_some(Rest { there, back: rows(&inverse(matrix)?)? })
    }

    fn moves(&self, poly: &Poly) -> bool {
        let coordinates = self.robot.coordinates();
        let symbols = poly.symbols(self.robot.symbols());
        symbols.iter().any(|symbol| coordinates.contains(&symbol.base()))
    }

    /// Frame `number` of the paper in the frame of the robot that carries it, or the other way round: as a
    /// matrix of 4 by 4, or its rotation.
    pub(super) fn resting(
        &self,
        frames: &PaperFrames,
        number: usize,
        is_back: bool,
        size: usize,
    ) -> Option<Meaning> {
        let (_, rest) = frames.frames.get(number)?;
        let rows = if is_back { &rest.back } else { &rest.there };
        let entry = |entry: &Poly| meaning_of(entry, Style::Full, self.names);
        let row = |row: &Vec<Poly>| row[..size].iter().map(entry).collect();
        Some(Meaning::Matrix(rows[..size].iter().map(row).collect()))
    }

    /// The origin of frame `number` of the paper, seen from the frame of the robot that carries it.
    pub(super) fn resting_origin(&self, frames: &PaperFrames, number: usize) -> Option<Meaning> {
        let (_, rest) = frames.frames.get(number)?;
        let entry = |row: &Vec<Poly>| vec![meaning_of(&row[3], Style::Full, self.names)];
        Some(Meaning::Matrix(rest.there[..3].iter().map(entry).collect()))
    }
}

/// A constant that is made of numbers and pi, with a unit of length; none where it has names.
fn number(text: &str, checker: &Checker<'_, '_>) -> Option<Poly> {
    let (text, divisor) = match (text.strip_suffix(" mm"), text.strip_suffix(" cm")) {
        (Some(text), _) => (text, 1000),
        (_, Some(text)) => (text, 100),
        _ => (text, 1),
    };
    let has_names = text.replace("pi", "").chars().any(char::is_alphabetic);
    let text = format!("({text})/{divisor}");
    let read = || Poly::parse(&text, checker.robot.symbols(), checker.budget).ok();
    if has_names { None } else { read() }
}

/// The inverse of a rigid transform.
fn inverse<'c>(matrix: &Matrix<'c>) -> Option<Matrix<'c>> {
    let at = |i: usize, j: usize| matrix.get(i, j);
    let row = |i: usize| -> Option<Vec<BudgetedPoly<'c>>> {
        let mut row: Vec<BudgetedPoly<'c>> =
            (0..3).map(|j| at(j, i).cloned()).collect::<Option<_>>()?;
        let place = (0..3).map(|k| Some(at(k, i)?.mul(at(k, 3)?))).collect::<Option<Vec<_>>>()?;
        row.push(place.into_iter().reduce(|sum, term| sum.add(&term))?.neg());
        Some(row)
    };
    let mut rows = (0..3).map(row).collect::<Option<Vec<_>>>()?;
    rows.push((0..4).map(|j| at(3, j).cloned()).collect::<Option<_>>()?);
    Some(Tensor::new(rows))
}
