//! The shapes of the modes of elastic links as pictures.

use appell_model::{ModeDirection, Robot};
use appell_output::plot::{Curve, Figure};

/// Pictures of the modes of every link that is a beam: displacements, and twists by themselves, over the length
/// of the link, for a modal coordinate of 1.
///
/// ```
/// let robot = appell_model::Robot::bundled("flex2r")?;
/// let pictures = appell_report::mode_shapes(&robot);
/// assert_eq!(pictures[0].title, "modes of link 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mode_shapes(robot: &Robot) -> Vec<Figure> {
    let mut figures = Vec::new();
    for link in 0..robot.joints().len() {
        let shapes = robot.mode_shapes(link);
        for (is_twist, what, unit) in [(false, "modes", "m"), (true, "twists", "rad")] {
            let wanted = shapes.iter().enumerate();
            let wanted =
                wanted.filter(|(_, it)| (it.direction == ModeDirection::Twist) == is_twist);
            let curves = wanted.map(|(mode, shape)| {
                let name = format!("{} ({})", mode + 1, shape.direction.name());
                Curve::new(name, shape.points.clone())
            });
            let curves: Vec<Curve> = curves.collect();
            if !curves.is_empty() {
                figures.push(Figure {
                    title: format!("{what} of link {}", link + 1),
                    across: "share of the length [1]".to_owned(),
                    up: format!("[{unit}]"),
                    curves,
                    scattered: false,
                });
            }
        }
    }
    figures
}
