//! What still vibrates when a motion has ended.

use std::f64::consts::PI;

use appell_code::CompiledRobot;
use appell_mechanics::{Frame, Kind, Quantity};
use appell_trajectory::Motion;

use crate::elastic::{Elasticity, Shapes};
use crate::error::Error;
use crate::loads::Loads;
use crate::vibrations::vibrations_at_rest;

/// How far the tool moves from its mean place after a motion that was shaped, and after the same without shaping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// With input shaping, m.
    pub shaped: f64,
    /// Without, m.
    pub unshaped: f64,
}

/// The gain by input shaping; nothing where no move is shaped or nothing vibrates.
pub fn residual_vibration(
    machine: &CompiledRobot,
    motion: &Motion,
    loads: &Loads,
) -> Result<Option<Residual>, Error> {
    let Some(plain) = motion.unshaped() else { return Ok(None) };
    let mut slowest = vibrations_at_rest(machine, &motion.end(), loads)?.into_iter();
    let Some(slowest) = slowest.find(|it| it.frequency > 0.0) else { return Ok(None) };
    let period = 2.0 * PI / slowest.frequency;
    let shaped = amplitude(machine, motion, loads, period)?;
    let unshaped = amplitude(machine, &plain, &loads.along(motion, &plain), period)?;
    Ok(Some(Residual { shaped, unshaped }))
}

/// The largest distance of the tool from its mean place in two periods after the end of a motion.
fn amplitude(
    machine: &CompiledRobot,
    motion: &Motion,
    loads: &Loads,
    period: f64,
) -> Result<f64, Error> {
    const ROWS: usize = 200;
    let end = motion.duration();
    let longer = motion.clone().then_wait(2.0 * period);
    let at = |k: usize| end + 2.0 * period * k as f64 / ROWS as f64;
    let times: Vec<f64> = (0..=ROWS).map(at).collect();
    let states = Shapes::new(machine)?.states(&longer, loads, &times, Elasticity::Full)?;
    let tool = Quantity::of_frame(Kind::Frame, Frame::Tool).map_err(appell_code::Error::from)?;
    let entries = states.evaluate(machine, &machine.function(vec![tool])?, 1, loads)?;
    // a transform by rows: the place stands in the last column
    let place = [3, 7, 11].map(|entry: usize| &entries[entry]);
    let mean = place.map(|column| column.iter().sum::<f64>() / column.len() as f64);
    let distance = |row: usize| -> f64 {
        let parts = place.iter().zip(mean).map(|(column, mean)| (column[row] - mean).powi(2));
        parts.sum::<f64>().sqrt()
    };
    Ok((0..times.len()).map(distance).fold(0.0, f64::max))
}
