//! Laws that are shaped: to each a spline is added, whose points are moved as long as that makes the
//! move cheaper. The result never costs more than the law it began with.

use appell_simulation::Error as SimulationError;
use appell_trajectory::Law;

use super::Candidate;
use super::cost::Cost;
use crate::error::Error;

/// How many laws are shaped.
pub(super) const MODELS: usize = 2;

/// How often the steps of the search are halved.
const HALVINGS: usize = 8;

/// How often all points are moved by steps of one size.
const ROUNDS: usize = 20;

/// The best laws that come from shaping others, within a time. When the work is stopped, as far as it
/// came.
///
/// Shaped are the cheapest of the candidates, and the cheapest spline through points of one of them:
/// a law at its limits leaves little room beside it, a smooth one more.
pub(super) fn shaped(
    cost: &mut Cost<'_>,
    candidates: &[Candidate],
    most: f64,
    tell: &mut dyn FnMut(f64),
) -> Result<Vec<Candidate>, Error> {
    let mut found = Vec::new();
    let cheapest = candidates.iter().find(|it| it.cost.is_ok() && can_be_shaped(it));
    let named = |model: &Candidate| (model.clone(), format!("shaped {}", model.name));
    let mut models: Vec<(Candidate, String)> = cheapest.map(named).into_iter().collect();
    models.extend(smooth(cost, candidates, most)?.map(|it| (it, "shaped spline".to_owned())));
    for (number, (mut best, name)) in models.into_iter().enumerate() {
        let levels = levels(cost.settings.knots);
        let mut ended = Ok(());
        for (done, &knots) in levels.iter().enumerate() {
            let mut search = Search::new(cost, &best, knots, most);
            ended = search.run(&mut |part| {
                tell(number as f64 + (done as f64 + part) / levels.len() as f64);
            });
            best = search.best;
            if ended.is_err() {
                break;
            }
        }
        found.push(Candidate { name, ..best });
        match ended {
            Err(Error::Simulation(SimulationError::Stopped(_))) => break,
            ended => ended?,
        }
    }
    Ok(found)
}

/// How many points are moved at a time: few at first, for a large smooth change, then more.
fn levels(knots: usize) -> Vec<usize> {
    let mut levels = vec![knots];
    while let Some(&finest) = levels.last().filter(|&&finest| finest > 1) {
        levels.push(finest / 2);
    }
    levels.reverse();
    levels
}

/// The cheapest spline through a few points of a candidate, in its time or in all of it.
fn smooth(
    cost: &mut Cost<'_>,
    candidates: &[Candidate],
    most: f64,
) -> Result<Option<Candidate>, Error> {
    /// So many inner points make a smooth curve.
    const POINTS: usize = 3;
    let places: Vec<f64> = (0..=POINTS + 1).map(|k| k as f64 / (POINTS + 1) as f64).collect();
    let mut best: Option<Candidate> = None;
    for model in candidates.iter().filter(|it| it.cost.is_ok()) {
        for duration in [model.duration, most] {
            let law = |law: &Law| -> Result<Law, Error> {
                let points: Vec<f64> =
                    places.iter().map(|place| law.at(place * model.duration, 0)).collect();
                Ok(Law::through(&places, &points, true)?.stretched(duration))
            };
            let laws: Vec<Law> = model.laws.iter().map(law).collect::<Result<_, _>>()?;
            let mut axes = cost.machine.axes().iter().zip(&laws);
            if axes.all(|(axis, law)| law.check_limits(axis).is_ok()) {
                let tried = cost.candidate("spline", laws)?;
                if best.as_ref().is_none_or(|best| tried.is_cheaper_than(best)) {
                    best = Some(tried);
                }
            }
        }
    }
    Ok(best.filter(|best| best.cost.is_ok()))
}

/// Laws that are polynomials can be added to a spline.
fn can_be_shaped(candidate: &Candidate) -> bool {
    candidate.laws.iter().all(|law| law.plus(law).is_some())
}

/// The pattern search of Hooke and Jeeves: every variable in turn is moved by a step, up or down, if
/// that is cheaper; then all go on by as much as they went together; when nothing is gained, the
/// steps are halved.
struct Search<'s, 'm> {
    cost: &'s mut Cost<'m>,
    model: &'s Candidate,
    most: f64,
    /// The parts of the time at which points of the spline stand, ends included.
    places: Vec<f64>,
    /// For each axis the inner points of its spline and the accelerations at its ends, times the
    /// square of the time; then the time.
    variables: Vec<f64>,
    /// The first step of each.
    steps: Vec<f64>,
    best: Candidate,
}

impl<'s, 'm> Search<'s, 'm> {
    fn new(cost: &'s mut Cost<'m>, model: &'s Candidate, knots: usize, most: f64) -> Self {
        let places = (0..=knots + 1).map(|k| k as f64 / (knots + 1) as f64).collect();
        let reach = |law: &Law| (law.at(law.duration(), 0) - law.at(0.0, 0)).abs();
        let longest = model.laws.iter().map(reach).fold(0.0, f64::max);
        /// The first step, against the way of an axis; one that rests may move like the others.
        const FIRST: f64 = 0.1;
        /// The same of accelerations: those of usual laws are some ten ways in the square of the time.
        const FIRST_BEND: f64 = 1.0;
        let mut steps = Vec::new();
        for (law, axis) in model.laws.iter().zip(cost.machine.axes()) {
            let own = if reach(law) > 0.0 { reach(law) } else { longest };
            steps.extend(vec![FIRST * own; knots]);
            // an acceleration that jumps has no jerk
            let jumps = axis.limits.jerk.is_infinite();
            steps.extend([if jumps { FIRST_BEND * own } else { 0.0 }; 2]);
        }
        steps.push(FIRST * model.duration);
        let mut variables = vec![0.0; steps.len() - 1];
        // pieces of time may add up to a little more
        variables.push(model.duration.min(most));
        Self { cost, model, most, places, variables, steps, best: model.clone() }
    }

    fn run(&mut self, tell: &mut dyn FnMut(f64)) -> Result<(), Error> {
        for halving in 0..HALVINGS {
            let scale = 0.5f64.powi(halving as i32);
            for _ in 0..ROUNDS {
                let (before, start) = (self.best.cost.clone(), self.variables.clone());
                for k in 0..self.variables.len() {
                    for sign in [1.0, -1.0] {
                        let mut moved = self.variables.clone();
                        moved[k] += sign * scale * self.steps[k];
                        if self.try_at(moved)? {
                            break;
                        }
                    }
                }
                let went = self.variables.iter().zip(&start);
                self.try_at(went.map(|(now, start)| 2.0 * now - start).collect())?;
                /// A round that gains less than this part is the last with its steps.
                const LITTLE: f64 = 1e-3;
                let gained = match (before, &self.best.cost) {
                    (Ok(before), Ok(after)) => before - after > LITTLE * before.abs(),
                    _ => false,
                };
                if !gained {
                    break;
                }
            }
            tell((halving + 1) as f64 / HALVINGS as f64);
        }
        Ok(())
    }

    /// Goes to other variables if that is cheaper and keeps the limits.
    fn try_at(&mut self, variables: Vec<f64>) -> Result<bool, Error> {
        self.cost.budget.check()?;
        let (points, duration) = variables.split_at(variables.len() - 1);
        let duration = duration[0];
        if variables == self.variables || duration <= 0.0 || duration > self.most {
            return Ok(false);
        }
        let axes = self.cost.machine.axes();
        let of_axes = points.chunks_exact(self.places.len());
        let mut laws = Vec::with_capacity(axes.len());
        for ((law, axis), variables) in self.model.laws.iter().zip(axes).zip(of_axes) {
            let bent = self.bent(&law.stretched(duration), variables)?;
            match bent.filter(|law| law.check_limits(axis).is_ok()) {
                Some(law) => laws.push(law),
                None => return Ok(false),
            }
        }
        let tried = self.cost.candidate("shaped", laws)?;
        /// What is gained by rounding alone would lead elsewhere on another processor.
        const ROUNDING: f64 = 1e-9;
        let cheaper = match (&tried.cost, &self.best.cost) {
            (Ok(tried), Ok(best)) => best - tried > ROUNDING * best.abs(),
            _ => false,
        };
        if cheaper {
            (self.best, self.variables) = (tried, variables);
        }
        Ok(cheaper)
    }

    /// A law with a spline added to it.
    fn bent(&self, law: &Law, variables: &[f64]) -> Result<Option<Law>, Error> {
        if variables.iter().all(|&variable| variable == 0.0) {
            return Ok(Some(law.clone()));
        }
        let (points, bends) = variables.split_at(self.places.len() - 2);
        let points: Vec<f64> = [0.0].iter().chain(points).chain(&[0.0]).copied().collect();
        let ends = [[0.0, bends[0]], [0.0, bends[1]]];
        let spline = Law::with_ends(&self.places, &points, ends)?;
        Ok(law.plus(&spline.stretched(law.duration())))
    }
}
