//! What axes and drives must do, as JSON: the same for the command and for Python.

use appell_actuation::Choice;
use appell_code::CompiledRobot;
use appell_simulation::Effort;
use serde_json::{Value, json};

/// What each axis must do along a motion, in SI units: a list with an object for each axis.
pub fn efforts_json(machine: &CompiledRobot, efforts: &[Effort]) -> Value {
    let axes = machine.axes().iter().zip(efforts).map(|(axis, effort)| {
        json!({
            "axis": axis.name,
            "peak_velocity": effort.peak_velocity,
            "peak_force": effort.peak_force,
            "over_effort": effort.peak_force > axis.limits.effort,
            "rms_force": effort.rms_force,
            "peak_power": effort.peak_power,
            "work": effort.work,
            "returned": effort.returned,
        })
    });
    axes.collect()
}

/// The motor and the gear that were chosen for each axis, and how far they are used: a list with an object
/// for each choice. Shares are of what the motor or the gear allows.
pub fn choices_json(choices: &[Choice]) -> Value {
    let axes = choices.iter().map(|Choice { axis, fit, fits, reason, tried, fitting }| {
        json!({
            "axis": axis,
            "motor": fit.motor.name,
            "gear": fit.transmission.name,
            "fits": fits,
            "rms": fit.rms,
            "peak": fit.peak,
            "speed": fit.speed,
            "gear_load": fit.gear,
            "inertia_ratio": fit.inertia_ratio,
            "work": fit.work,
            "heat": fit.heat,
            "tried": tried,
            "fitting": fitting,
            "reason": reason,
        })
    });
    axes.collect()
}
