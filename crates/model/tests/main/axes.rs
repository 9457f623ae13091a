//! Axes of any direction: of length one, in the direction that was given, exactly where that can be.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use appell_algebra::{Budget, Poly};
use appell_model::{Options, Robot, read_toml};
use appell_spatial::Vector;

/// A robot with one revolute joint about an axis.
fn about(axis: &str) -> Robot {
    let text = format!(
        "name = \"one\"\ngravity = \"g\"\n[[joint]]\ntype = \"revolute\"\naxis = {axis}\n\
         link = {{ mass = 1, com = [0.1, 0, 0] }}\n"
    );
    read_toml(&text, &Options::default()).robot.unwrap()
}

fn texts(robot: &Robot) -> [String; 3] {
    robot.joints()[0].axis.map(|entry| entry.text(robot.symbols())).0
}

#[test]
fn angles_are_exact_where_an_entry_is_zero_or_entries_have_ratios_of_known_angles() {
    let (c, s) = ("cos(1/4*pi)", "sin(1/4*pi)");
    // the cosine of 45 degrees is its sine: the algebra has both as names
    assert_eq!(texts(&about("[0, 1, 1]")), ["0", c, s]);
    assert_eq!(texts(&about("[1, 0, -1]")), [c.to_owned(), "0".to_owned(), format!("-{s}")]);
    assert_eq!(texts(&about("[-2, 2, 0]")), [format!("-{s}"), c.to_owned(), "0".to_owned()]);
    assert_eq!(texts(&about("[0, \"sqrt(1/2)\", \"1/sqrt(2)\"]")), ["0", c, s]);
    assert_eq!(texts(&about("[0, \"sqrt(3)/2\", 0.5]")), ["0", "cos(1/6*pi)", "sin(1/6*pi)"]);
    assert_eq!(texts(&about("[0, \"cos(pi/4)\", \"cos(pi/4)\"]")), ["0", c, s]);
    // decimals of equal size, as URDF has them
    assert_eq!(texts(&about("[0, 0.70711, 0.70711]")), ["0", c, s]);
    // 3, 4, 5 is rational; with its length as third entry at 45 degrees
    assert_eq!(texts(&about("[3, 4, 5]")), [format!("3/5*{c}"), format!("4/5*{c}"), s.to_owned()]);
    // one decimal angle where an entry is zero, not two
    assert_eq!(
        texts(&about("[0, 1, 2]")),
        ["0", "cos(1.1071487177940904)", "sin(1.1071487177940904)"]
    );
}

#[test]
fn every_axis_has_length_one_and_the_direction_that_was_given() {
    let root = 0.5_f64.sqrt();
    let mut cases = vec![("[\"1/2\", \"-1/2\", \"sqrt(1/2)\"]".to_owned(), [0.5, -0.5, root])];
    let sizes = [-2.0, -1.0, 0.0, 1.0, 2.0];
    for x in sizes {
        for y in sizes {
            cases.extend(sizes.map(|z| (format!("[{x}, {y}, {z}]"), [x, y, z])));
            let z = if x < 0.0 { -root } else { root };
            cases.push((
                format!("[{x}, {y}, \"{}sqrt(1/2)\"]", if x < 0.0 { "-" } else { "" }),
                [x, y, z],
            ));
        }
    }
    for (axis, given) in cases.into_iter().filter(|(_, given)| *given != [0.0; 3]) {
        let robot = about(&axis);
        let unit = &robot.joints()[0].axis;
        let budget = Budget::default();
        let square = |entry: &Poly| entry.checked_mul(entry, &budget).unwrap();
        let Vector([x, y, z]) = unit.map(square);
        assert!((x + y + z).is_one(), "{axis}: {unit:?}");
        let length = given.iter().map(|it| it * it).sum::<f64>().sqrt();
        for (entry, given) in unit.0.iter().zip(given) {
            let value = entry.evaluate(robot.symbols(), |_| None).unwrap();
            assert!((value - given / length).abs() < 1e-15, "{axis}: {value}, {given}/{length}");
        }
    }
}
