//! Campbell diagrams: frequencies of elastic links over the speed of joints.

use appell_diagnostic::Diagnostic;
use appell_mechanics::{Derivation, Error, Numbers, Quantity};
use appell_model::{Joint, JointKind, Robot};
use appell_output::plot::{Curve, Figure};

/// So many steps of speed.
const STEPS: usize = 100;

/// Lines of excitation: once, twice and three times the speed.
const ORDERS: [u32; 3] = [1, 2, 3];

/// Of the frequencies above those that an order can reach, these many times its highest are drawn.
const ABOVE: f64 = 4.0;

/// So many frequencies are drawn in any case.
const LOWEST: usize = 3;

/// The angular frequencies of elastic links, as the quantity `whirl` has them, while the joints go from rest to
/// velocities, all in the same ratio, at the coordinates `q`; the links are bent as `sag` has them at each speed,
/// or where their roots are pinned as `q` says. A speed at which they find no shape has no points. To the right is
/// the speed of the first joint that moves. With lines of excitation once, twice and three times the speed, as far
/// as there are frequencies; frequencies far above them are left out, but the three lowest. Beside it the warning of
/// `whirl` at the highest speed, if there is one.
///
/// ```
/// let robot = appell_model::Robot::bundled("flex1r")?;
/// let still = vec![0.0; robot.coordinates().len()];
/// let mut velocities = still.clone();
/// velocities[0] = 50.0;
/// let (picture, warning) = appell_report::campbell(&robot, &still, &velocities)?;
/// assert_eq!(picture.across, "speed of q1 [rad/s]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn campbell(
    robot: &Robot,
    q: &[f64],
    velocities: &[f64],
) -> Result<(Figure, Option<Diagnostic>), Error> {
    let coordinates = robot.coordinates();
    let moving = velocities.iter().position(|velocity| *velocity != 0.0).unwrap_or_default();
    let most = velocities.get(moving).map_or(0.0, |velocity| velocity.abs());
    let names = ["whirl", "sag"].map(|name| Quantity::read_one(name, robot));
    let [Ok(whirl), Ok(sag)] = names else { return Err(Error::NoElasticLink) };
    let mut warning = None;
    let mut rows = |quantity: Quantity, share: f64, q: &[f64]| -> Result<Vec<Vec<f64>>, Error> {
        let numbers = Numbers::new(robot.symbols(), |symbol| {
            match coordinates.iter().position(|own| *own == symbol.base()) {
                Some(k) if symbol.order() == 0 => q.get(k).copied(),
                Some(k) if symbol.order() == 1 => velocities.get(k).map(|it| share * it),
                Some(_) => Some(0.0),
                None => robot.value(symbol),
            }
        });
        let derivation = Derivation::new(robot, numbers)?;
        if quantity == whirl && share == 1.0 {
            warning = derivation.elastic_warning(quantity)?;
        }
        Ok(derivation.get(quantity)?.rows)
    };
    let mut curves: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut failure = None;
    for step in 0..=STEPS {
        let share = step as f64 / STEPS as f64;
        let bent = match rows(sag, share, q) {
            Err(Error::PinnedRoot { .. }) => Ok(q.to_vec()),
            found => found.map(|rows| rows.concat()),
        };
        let rows = match bent.and_then(|bent| rows(whirl, share, &bent)) {
            Ok(rows) => rows,
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        curves.resize(curves.len().max(rows.len()), Vec::new());
        for (curve, row) in curves.iter_mut().zip(&rows) {
            curve.extend(row.first().map(|omega| (share * most, *omega)));
        }
    }
    if let Some(error) = failure.filter(|_| curves.is_empty()) {
        return Err(error);
    }
    let reach = ABOVE * ORDERS.map(f64::from).into_iter().fold(0.0, f64::max) * most;
    let least = |curve: &[(f64, f64)]| curve.iter().map(|it| it.1).fold(f64::INFINITY, f64::min);
    let drawn = curves.iter().enumerate().take_while(|(k, it)| *k < LOWEST || least(it) <= reach);
    curves.truncate(drawn.count());
    let highest = curves.iter().flatten().fold(0.0f64, |highest, (_, omega)| highest.max(*omega));
    let named = |(k, points)| Curve::new(format!("omega{}", k + 1), points);
    let mut curves: Vec<Curve> = curves.into_iter().enumerate().map(named).collect();
    for order in ORDERS {
        let end = most.min(highest / f64::from(order));
        curves
            .push(Curve::new(format!("{order}x"), vec![(0.0, 0.0), (end, f64::from(order) * end)]));
    }
    let moving = coordinates.get(moving).copied();
    let name = moving.map_or_else(String::new, |symbol| robot.symbols().name(symbol));
    let slides = |joint: &Joint| joint.kind == JointKind::Translation && joint.coordinate == moving;
    let unit = if robot.joints().iter().any(slides) { "m/s" } else { "rad/s" };
    let figure = Figure {
        title: "Campbell diagram".to_owned(),
        across: format!("speed of {name} [{unit}]"),
        up: "[rad/s]".to_owned(),
        curves,
        scattered: false,
    };
    Ok((figure, warning))
}
