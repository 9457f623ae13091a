//! Laws of motion of one axis: a coordinate as a function of time, with all its derivatives.

mod along;
mod harmonic;
mod pieces;
mod rows;
mod s_curve;
mod shaped;
pub(crate) mod spline;
mod trapezoidal;

use appell_code::Limits;

use crate::error::Error;
use crate::limits::spared;
use crate::polynomial::Polynomial;
use crate::shaper::Shaper;
use along::Along;
use harmonic::{Harmonic, Shape};
use pieces::Pieces;
use shaped::Shaped;

/// How one axis goes from rest to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// Third degree: velocity continuous.
    Cubic,
    /// Fifth degree: acceleration continuous.
    Quintic,
    /// Seventh degree: jerk continuous.
    Septic,
    /// Constant acceleration, velocity, deceleration, in the least time: velocity continuous.
    Trapezoidal,
    /// Jerk-limited, in the least time: acceleration continuous.
    SCurve,
    /// Half a sine wave of the position: velocity continuous.
    Sinusoidal,
    /// A sine of the acceleration: acceleration continuous.
    Cycloidal,
}

impl LawKind {
    /// All.
    pub const ALL: [Self; 7] = [
        Self::Cubic,
        Self::Quintic,
        Self::Septic,
        Self::Trapezoidal,
        Self::SCurve,
        Self::Sinusoidal,
        Self::Cycloidal,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cubic => "cubic",
            Self::Quintic => "quintic",
            Self::Septic => "septic",
            Self::Trapezoidal => "trapezoidal",
            Self::SCurve => "s-curve",
            Self::Sinusoidal => "sinusoidal",
            Self::Cycloidal => "cycloidal",
        }
    }

    /// How many derivatives are continuous, rest before and after included.
    pub fn continuity(self) -> u32 {
        match self {
            Self::Cubic | Self::Trapezoidal | Self::Sinusoidal => 1,
            Self::Quintic | Self::SCurve | Self::Cycloidal => 2,
            Self::Septic => 3,
        }
    }

    /// The law between two values in the least time that the limits allow. Without a limit on what
    /// shapes it, it has no time of its own: it takes one second, for [`Law::stretched`]; a
    /// trapezoidal one then has three equal phases, an S-curve four.
    ///
    /// ```
    /// use appell_code::Limits;
    /// use appell_trajectory::LawKind;
    /// let limits = Limits { velocity: 1.0, acceleration: 2.0, jerk: 10.0, ..Limits::default() };
    /// let law = LawKind::SCurve.between(0.0, 2.0, &limits)?;
    /// assert!((law.duration() - (2.0 / 1.0 + 1.0 / 2.0 + 2.0 / 10.0)).abs() < 1e-12);
    /// assert!(law.peak(3) <= 10.0 * (1.0 + 1e-12));
    /// # Ok::<(), appell_trajectory::Error>(())
    /// ```
    pub fn between(self, from: f64, to: f64, limits: &Limits) -> Result<Law, Error> {
        let distance = (to - from).abs();
        if distance == 0.0 {
            return Ok(Law::rest(from));
        }
        if limits.jerk.is_finite() && self.continuity() < 2 {
            return Err(Error::JerkWithoutLimit { law: self.name() });
        }
        let sign = (to - from).signum();
        let under = spared(limits);
        let smooth = |coefficients: &[f64]| {
            let polynomial = Polynomial::new(coefficients).scaled_from(from, to - from);
            Law(Form::Pieces(Pieces::new([(1.0, polynomial)]).ending(to)))
        };
        let harmonic =
            |shape: Shape| Law(Form::Harmonic(Harmonic { from, to, duration: 1.0, shape }));
        let law = match self {
            Self::Cubic => smooth(&[0.0, 0.0, 3.0, -2.0]),
            Self::Quintic => smooth(&[0.0, 0.0, 0.0, 10.0, -15.0, 6.0]),
            Self::Septic => smooth(&[0.0, 0.0, 0.0, 0.0, 35.0, -84.0, 70.0, -20.0]),
            Self::Sinusoidal => harmonic(Shape::Sinusoidal),
            Self::Cycloidal => harmonic(Shape::Cycloidal),
            Self::Trapezoidal if limits.acceleration.is_finite() => {
                let phases = trapezoidal::phases(distance, under.velocity, under.acceleration);
                return Ok(Law(Form::Pieces(trapezoidal::law(from, sign, phases).ending(to))));
            }
            Self::SCurve if limits.jerk.is_finite() => {
                let phases =
                    s_curve::phases(distance, under.velocity, under.acceleration, under.jerk);
                return Ok(Law(Form::Pieces(s_curve::law(from, sign, phases).ending(to))));
            }
            Self::Trapezoidal => {
                let third = 1.0 / 3.0;
                let phases = [third, third, 4.5 * distance];
                Law(Form::Pieces(trapezoidal::law(from, sign, phases).ending(to)))
            }
            Self::SCurve => {
                let phases = [0.25, 0.0, 0.0, 32.0 * distance];
                Law(Form::Pieces(s_curve::law(from, sign, phases).ending(to)))
            }
        };
        let least = law.time_under(limits);
        Ok(if least > 0.0 { law.stretched(least) } else { law })
    }
}

/// A coordinate as a function of time, at rest before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Law(Form);

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// It stays.
    Rest {
        at: f64,
        duration: f64,
    },
    Pieces(Pieces),
    Harmonic(Harmonic),
    Along(Along),
    Shaped(Box<Shaped>),
}

impl Law {
    /// Stays where it is.
    pub fn rest(at: f64) -> Self {
        Self(Form::Rest { at, duration: 0.0 })
    }

    /// The quintic spline through points at given times, counted from the first of them: at rest at
    /// its ends, or going on as the points there do. Position and four derivatives are continuous.
    ///
    /// ```
    /// use appell_trajectory::Law;
    /// let law = Law::through(&[0.0, 1.0, 3.0], &[0.0, 0.4, 1.0], true)?;
    /// assert!((law.at(3.0, 0) - 1.0).abs() < 1e-12);
    /// assert!(law.at(0.0, 2).abs() < 1e-12);
    /// # Ok::<(), appell_trajectory::Error>(())
    /// ```
    pub fn through(times: &[f64], points: &[f64], at_rest: bool) -> Result<Self, Error> {
        check_points(times, &[points])?;
        let ends = match at_rest {
            true => [[0.0; 2]; 2],
            false => [spline::slope_at_start(times, points), spline::slope_at_end(times, points)],
        };
        Self::with_ends(times, points, ends)
    }

    /// The same with given velocities and accelerations, `[velocity, acceleration]`, at its two ends.
    pub fn with_ends(times: &[f64], points: &[f64], ends: [[f64; 2]; 2]) -> Result<Self, Error> {
        check_points(times, &[points])?;
        let times: Vec<f64> = times.iter().map(|time| time - times[0]).collect();
        Ok(Self(Form::Pieces(spline::through(&times, points, ends))))
    }

    /// The law through rows of positions and velocities at given times, counted from the first of
    /// them, and of accelerations where they are known. What the rows say is kept, and each acts on
    /// its neighbours only, other than with [`Law::through`]. Position and velocity are continuous,
    /// and so is the acceleration where the rows do not tell that it jumps.
    ///
    /// ```
    /// use appell_code::Limits;
    /// use appell_trajectory::{Law, LawKind};
    /// let limits = Limits { acceleration: 2.0, jerk: 10.0, ..Limits::default() };
    /// let law = LawKind::SCurve.between(0.0, 2.0, &limits)?;
    /// let times: Vec<f64> = (0..=40).map(|k| law.duration() * f64::from(k) / 40.0).collect();
    /// let rows = [0, 1, 2].map(|order| times.iter().map(|&t| law.at(t, order)).collect::<Vec<_>>());
    /// let again = Law::through_rows(&times, &rows[0], &rows[1], Some(&rows[2]))?;
    /// assert!((again.at(0.77, 0) - law.at(0.77, 0)).abs() < 1e-12);
    /// assert!((again.peak(3) - 10.0).abs() < 1e-6);
    /// # Ok::<(), appell_trajectory::Error>(())
    /// ```
    pub fn through_rows(
        times: &[f64],
        points: &[f64],
        rates: &[f64],
        accelerations: Option<&[f64]>,
    ) -> Result<Self, Error> {
        check_points(times, &[points, rates, accelerations.unwrap_or(points)])?;
        let accelerations = accelerations
            .map_or_else(|| rows::accelerations(times, points, rates), <[f64]>::to_vec);
        let slopes: Vec<_> = rates.iter().zip(accelerations).map(|(&v, a)| [v, a]).collect();
        Ok(Self(Form::Pieces(rows::through(times, points, &slopes))))
    }

    /// The law in several shares, one after the other: so that it ends without vibrations of one frequency.
    ///
    /// ```
    /// use appell_code::Limits;
    /// use appell_trajectory::{LawKind, Shaper};
    /// let law = LawKind::Quintic.between(0.0, 1.0, &Limits { velocity: 1.0, ..Limits::default() })?;
    /// let shaped = law.shaped(&Shaper::zero_vibration(10.0, 0.0));
    /// assert!((shaped.duration() - law.duration() - std::f64::consts::PI / 10.0).abs() < 1e-12);
    /// assert!((shaped.at(shaped.duration(), 0) - 1.0).abs() < 1e-12);
    /// # Ok::<(), appell_trajectory::Error>(())
    /// ```
    #[must_use]
    pub fn shaped(&self, shaper: &Shaper) -> Self {
        match &self.0 {
            Form::Rest { at, duration } => {
                Self(Form::Rest { at: *at, duration: duration + shaper.duration() })
            }
            _ => Self(Form::Shaped(Box::new(Shaped::new(self.clone(), shaper)))),
        }
    }

    /// The law before it was shaped, if it was.
    pub(crate) fn unshaped(&self) -> Option<&Self> {
        match &self.0 {
            Form::Shaped(shaped) => Some(&shaped.law),
            _ => None,
        }
    }

    /// The curve of this law, whose time is the value of another law.
    pub(crate) fn along(&self, parameter: Self) -> Self {
        match &self.0 {
            Form::Pieces(curve) => Self(Form::Along(Along::new(curve.clone(), parameter))),
            _ => self.clone(),
        }
    }

    /// The sum with a law that takes as long, where both are polynomials.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let pieces = |law: &Self| match &law.0 {
            Form::Pieces(pieces) => Some(pieces.clone()),
            Form::Rest { at, duration } => {
                Some(Pieces::new([(*duration, Polynomial::new(&[*at]))]))
            }
            _ => None,
        };
        Some(Self(Form::Pieces(pieces(self)?.plus(&pieces(other)?))))
    }

    /// How long it takes.
    pub fn duration(&self) -> f64 {
        match &self.0 {
            Form::Rest { duration, .. } => *duration,
            Form::Pieces(pieces) => pieces.duration(),
            Form::Harmonic(harmonic) => harmonic.duration,
            Form::Along(along) => along.parameter.duration(),
            Form::Shaped(shaped) => shaped.duration(),
        }
    }

    /// The same motion in another time: the derivative of order k changes by the k-th power.
    #[must_use]
    pub fn stretched(&self, duration: f64) -> Self {
        let factor = duration / self.duration();
        Self(match &self.0 {
            Form::Rest { at, .. } => Form::Rest { at: *at, duration },
            Form::Pieces(pieces) => Form::Pieces(pieces.stretched(factor)),
            Form::Harmonic(harmonic) => Form::Harmonic(Harmonic { duration, ..*harmonic }),
            Form::Along(along) => Form::Along(along.stretched(duration)),
            Form::Shaped(shaped) => Form::Shaped(Box::new(shaped.stretched(factor))),
        })
    }

    /// The value and its time derivatives, as many as there is room for. Before and after, it rests.
    pub fn derivatives(&self, t: f64, out: &mut [f64]) {
        match &self.0 {
            Form::Rest { at, .. } => {
                out.fill(0.0);
                out[..1].fill(*at);
            }
            Form::Pieces(pieces) => pieces.derivatives(t, out),
            Form::Harmonic(harmonic) => harmonic.derivatives(t, out),
            Form::Along(along) => along.derivatives(t, out),
            Form::Shaped(shaped) => shaped.derivatives(t, out),
        }
        if t < 0.0 || t > self.duration() {
            out.iter_mut().skip(1).for_each(|entry| *entry = 0.0);
        }
    }

    /// The derivative of an order, 0 for the value itself.
    pub fn at(&self, t: f64, order: usize) -> f64 {
        let mut all = vec![0.0; order + 1];
        self.derivatives(t, &mut all);
        all[order]
    }

    /// When derivatives may jump, ends included.
    pub fn breaks(&self) -> Vec<f64> {
        match &self.0 {
            Form::Pieces(pieces) => pieces.breaks(),
            Form::Along(along) => along.parameter.breaks(),
            Form::Shaped(shaped) => shaped.breaks(),
            _ => vec![0.0, self.duration()],
        }
    }

    /// The largest magnitude of a derivative; of a shaped law, what it stays below.
    pub fn peak(&self, order: u32) -> f64 {
        match &self.0 {
            Form::Rest { at, .. } => {
                if order == 0 {
                    at.abs()
                } else {
                    0.0
                }
            }
            Form::Pieces(pieces) => pieces.peak(order),
            Form::Harmonic(harmonic) => harmonic.peak(order),
            Form::Along(along) => along.largest(|t| along.at(t, order as usize).abs()),
            Form::Shaped(shaped) => shaped.law.peak(order),
        }
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> (f64, f64) {
        match &self.0 {
            Form::Rest { at, .. } => (*at, *at),
            Form::Pieces(pieces) => pieces.range(),
            Form::Harmonic(Harmonic { from, to, .. }) => (from.min(*to), from.max(*to)),
            Form::Along(along) => {
                (-along.largest(|t| -along.at(t, 0)), along.largest(|t| along.at(t, 0)))
            }
            Form::Shaped(shaped) => shaped.law.range(),
        }
    }

    /// The least time in which it can be done under the limits; zero where nothing limits it.
    pub fn time_under(&self, limits: &Limits) -> f64 {
        self.time_by(limits, |order| self.peak(order))
    }

    /// About the same, and sooner, for a law along a curve.
    pub(crate) fn about_time_under(&self, limits: &Limits) -> f64 {
        match &self.0 {
            Form::Along(along) => {
                let peaks = along.about_peaks();
                self.time_by(limits, |order| peaks[order as usize - 1])
            }
            _ => self.time_under(limits),
        }
    }

    fn time_by(&self, limits: &Limits, peak: impl Fn(u32) -> f64) -> f64 {
        let factor = |order: u32, limit: f64| (peak(order) / limit).powf(1.0 / f64::from(order));
        let under = spared(limits);
        let orders = [under.velocity, under.acceleration, under.jerk];
        let factors = (1..).zip(orders).filter(|(_, limit)| limit.is_finite());
        self.duration() * factors.map(|(order, limit)| factor(order, limit)).fold(0.0, f64::max)
    }

    /// Whether its largest values are sought at many places only, not known.
    pub(crate) fn is_sought(&self) -> bool {
        matches!(self.0, Form::Along(_))
    }
}

/// Refuses times and columns that make no curve.
fn check_points(times: &[f64], columns: &[&[f64]]) -> Result<(), Error> {
    let whole = columns.iter().all(|column| column.len() == times.len());
    let numbers = columns.iter().copied().flatten().chain(times).all(|number| number.is_finite());
    if !whole || !numbers || times.len() < 2 {
        return Err(Error::BadPoints { reason: "two points or more, each a number with its time" });
    }
    match times.windows(2).all(|pair| pair[0] < pair[1]) {
        true => Ok(()),
        false => Err(Error::BadPoints { reason: "times that grow from point to point" }),
    }
}

impl Polynomial {
    /// from + distance times the polynomial.
    fn scaled_from(self, from: f64, distance: f64) -> Self {
        self.scaled(distance).plus(&Self::new(&[from]))
    }
}
