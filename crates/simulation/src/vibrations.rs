//! Frequencies and damping of elastic links along a motion: at every state those of the linear equations of their
//! modes, while the joints go on as they do.

use appell_code::{CompiledRobot, Error as CodeError, Function};
use appell_mechanics::vibration::{damped_vibrations, damping_ratio};
use appell_mechanics::{Kind, Quantity};
use appell_numeric::eigenvalues::Complex;
use appell_trajectory::Motion;

use crate::elastic::{Elasticity, Shapes};
use crate::error::Error;
use crate::loads::Loads;
use crate::states::States;

/// What the vibrations follow from.
pub(crate) struct Vibrations {
    /// Mass matrix, and the derivatives of the forces by velocities and by coordinates.
    matrices: [Function; 3],
    /// The numbers of the modal coordinates.
    modal: Vec<usize>,
}

impl Vibrations {
    pub(crate) fn new(machine: &CompiledRobot) -> Result<Self, Error> {
        let coordinates = machine.coordinates().iter().enumerate();
        let modal = coordinates.filter_map(|(k, it)| it.axis.is_none().then_some(k)).collect();
        let matrix = |kind| machine.function_of(&[kind]);
        let matrices = [
            matrix(Kind::MassMatrix)?,
            matrix(Kind::DrivingForceByVelocity)?,
            matrix(Kind::DrivingForceByPosition)?,
        ];
        Ok(Self { matrices, modal })
    }

    /// Columns over states: the angular frequencies, then the damping ratios.
    pub(crate) fn along(
        &self,
        machine: &CompiledRobot,
        states: &States,
        loads: &Loads,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let rows = self.exponents(machine, states, loads)?;
        let column = |of: fn(Complex) -> f64, number: usize| -> Vec<f64> {
            rows.iter().map(|row| of(row[number])).collect()
        };
        let of_kind = |of: fn(Complex) -> f64| {
            (0..self.modal.len()).map(move |number| (of, number)).collect::<Vec<_>>()
        };
        let kinds = of_kind(|s| s.im).into_iter().chain(of_kind(damping_ratio));
        Ok(kinds.map(|(of, number)| column(of, number)).collect())
    }

    /// The exponents of all vibrations, at every state.
    fn exponents(
        &self,
        machine: &CompiledRobot,
        states: &States,
        loads: &Loads,
    ) -> Result<Vec<Vec<Complex>>, Error> {
        let [mass, damping, stiffness] = &self.matrices;
        let entries = |function: &Function, kind| {
            let order = Quantity::of_robot(kind).map_err(CodeError::from)?.order(machine.robot());
            states.evaluate(machine, function, order as usize + 1, loads)
        };
        let entries = [
            entries(mass, Kind::MassMatrix)?,
            entries(damping, Kind::DrivingForceByVelocity)?,
            entries(stiffness, Kind::DrivingForceByPosition)?,
        ];
        let all = machine.coordinates().len();
        let exponents = |row: usize| {
            let of_modes = |entries: &[Vec<f64>]| -> Vec<Vec<f64>> {
                let entry = |i: usize, j: usize| entries[i * all + j][row];
                let line = |&i: &usize| self.modal.iter().map(|&j| entry(i, j)).collect();
                self.modal.iter().map(line).collect()
            };
            let [mass, damping, stiffness] = entries.each_ref().map(|it| of_modes(it));
            let found = damped_vibrations(&mass, &damping, &stiffness);
            Ok(found.map_err(CodeError::from)?)
        };
        (0..states.times.len()).map(exponents).collect()
    }
}

/// A vibration e^(s t) of elastic links.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DampedVibration {
    /// Its angular frequency Im s; zero where it does not oscillate.
    pub frequency: f64,
    /// |s|, which is the frequency without damping.
    pub natural_frequency: f64,
    /// The damping ratio.
    pub ratio: f64,
}

/// The vibrations of elastic links, by rising frequency, with the axes held in a pose and the links bent as they
/// are at rest; none of a rigid robot.
pub fn vibrations_at_rest(
    machine: &CompiledRobot,
    axes: &[f64],
    loads: &Loads,
) -> Result<Vec<DampedVibration>, Error> {
    if !machine.is_elastic() {
        return Ok(Vec::new());
    }
    let still = Motion::at(axes.to_vec()).then_wait(1.0);
    let states = Shapes::new(machine)?.states(&still, loads, &[0.0], Elasticity::QuasiStatic)?;
    let found = Vibrations::new(machine)?.exponents(machine, &states, loads)?;
    let vibration = |s: Complex| DampedVibration {
        frequency: s.im,
        natural_frequency: s.abs(),
        ratio: damping_ratio(s),
    };
    Ok(found.into_iter().flatten().map(vibration).collect())
}
