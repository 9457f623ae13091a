//! Drawings of robots and of mode shapes.

use appell_model::{BUNDLED, Robot, read_toml};
use appell_report::{Block, Part, ReportOptions, Shape};

/// The drawings name what the formulas name: the vectors of the conventions, and the lengths of the robot.
#[test]
fn drawings_have_the_symbols_of_the_formulas() {
    let robot = Robot::bundled("scara").unwrap();
    let document = ReportOptions::new().parts([Part::Conventions, Part::Robot]).document(&robot);
    let document = document.unwrap();
    let figures: Vec<String> = document
        .sections
        .iter()
        .flat_map(|section| &section.blocks)
        .filter_map(|block| match block {
            Block::Figure(figure) => Some(figure.drawing.tikz()),
            _ => None,
        })
        .collect();
    let [conventions, drawn] = figures.as_slice() else { panic!("{} figures", figures.len()) };
    for name in ["r_{i}", "r_{C,i}", "k_{i}", "q_{i}", "x_{i-1}"] {
        assert!(conventions.contains(name), "{name}");
    }
    for name in ["l_{0}", "l_{1}", "l_{2}"] {
        assert!(drawn.contains(name), "{name}: {drawn}");
    }
}

/// At the wrist of the PUMA three frames and the tool have one origin; the Panda is drawn from the side, with
/// frames on each other. No label stands on another one, and none on a link.
#[test]
fn labels_of_a_drawing_do_not_collide() {
    for entry in BUNDLED.iter().filter(|entry| entry.name != "chain20") {
        let name = entry.name;
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().parts([Part::Robot]).document(&robot).unwrap();
        let Some(Block::Figure(figure)) =
            document.sections[0].blocks.iter().find(|it| matches!(it, Block::Figure(_)))
        else {
            panic!("{name} is not drawn")
        };
        let shapes = &figure.drawing.shapes;
        // what it says, its middle, half of its width and of its height
        let labels: Vec<(String, [f64; 2], [f64; 2])> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Label(at, letter, index) => {
                    let width = 4.0 + 2.0 * index.chars().count() as f64;
                    Some((format!("{letter}_{index}"), *at, [width, 5.5]))
                }
                Shape::Words(at, _, _, words) => {
                    let width = 2.2 * words.chars().count() as f64;
                    Some((words.clone(), [at[0], at[1] + 3.0], [width, 4.0]))
                }
                _ => None,
            })
            .collect();
        // two names for each frame but those that are seen from their end
        assert!(labels.len() > robot.given_joints().len(), "{name}: {labels:?}");
        let links: Vec<[f64; 2]> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Line(ends, appell_report::Pen::Link) => Some(ends),
                _ => None,
            })
            .flat_map(|ends| {
                let share = |k: i32| f64::from(k) / 200.0;
                let (from, to) = (ends[0], ends[1]);
                (0..=200).map(move |k| {
                    [0, 1].map(|axis| from[axis] + share(k) * (to[axis] - from[axis]))
                })
            })
            .collect();
        for (k, (label, at, half)) in labels.iter().enumerate() {
            for (second, other, others) in &labels[..k] {
                let apart =
                    (0..2).any(|axis| (at[axis] - other[axis]).abs() >= half[axis] + others[axis]);
                assert!(apart, "{name}: {label} is on {second}");
            }
            let inside = |point: &&[f64; 2]| {
                (0..2).all(|axis| (point[axis] - at[axis]).abs() < half[axis] - 1.5)
            };
            assert_eq!(links.iter().find(inside), None, "{name}: {label} is on a link");
        }
    }
}

/// The first mode of a clamped beam without a load, by its closed form.
#[test]
fn modes_are_drawn_as_euler_and_bernoulli_have_them() {
    let text = r#"
        name = "beam"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "z"
        [joint.link.elastic.beam]
        length = 0.7
        density = 7850
        area = 6e-5
        E = 2.1e11
        Iz = 2e-11
        bend_y = 2
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let pictures = appell_report::mode_shapes(&robot);
    let [picture] = pictures.as_slice() else { panic!("{pictures:?}") };
    let (beta, sigma) = (1.875_104_068_711_961f64, 0.734_095_513_758_941);
    let shape = |x: f64| {
        (beta * x).cosh() - (beta * x).cos() - sigma * ((beta * x).sinh() - (beta * x).sin())
    };
    let first = &picture.curves[0].points;
    let scale = first.last().unwrap().1 / shape(1.0);
    for &(x, y) in first {
        assert!((y - scale * shape(x)).abs() < 1e-9 * scale.abs(), "{x}: {y}");
    }
    let crossings = |curve: usize| {
        let points = &picture.curves[curve].points[1..];
        points.windows(2).filter(|pair| pair[0].1 * pair[1].1 < 0.0).count()
    };
    assert_eq!([crossings(0), crossings(1)], [0, 1]);
    let document = ReportOptions::new().parts([Part::Elastic]).document(&robot).unwrap();
    assert!(document.html().contains("modes of link 1"));
}
