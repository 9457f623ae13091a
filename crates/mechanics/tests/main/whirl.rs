//! Vibrations of elastic links at speed: a spinning shaft and a rotating blade against closed forms and tables,
//! and the linear equations against differences of the driving forces.

use appell_numeric::eigenvalues::eigenvalues;
use appell_numeric::lu::Lu;

use crate::common::motion::{near, robot, value, value_in};
use crate::common::named;

/// A round beam of length, line density and bending stiffness 1 on a joint that spins at a speed; its rows.
fn spinning(axis: &str, modes: &str, speed: f64) -> Vec<Vec<f64>> {
    let text = format!(
        "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"{axis}\"\n\
         [joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nIy = 1\n{modes}\n"
    );
    let rate = |k: usize, order: u32| if k == 0 && order == 1 { speed } else { 0.0 };
    value_in(&robot(&text), rate, "whirl")
}

/// A shaft that spins about its axis whirls, seen from the shaft, at omega_n + Omega and omega_n - Omega.
#[test]
fn a_spinning_shaft_splits_its_frequencies() {
    const STILL: [f64; 2] = [3.516_015_269, 22.034_491_56];
    for speed in [0.0, 0.7, 2.5] {
        let found = spinning("x", "bend_y = 2\nbend_z = 2", speed);
        let mut expected: Vec<f64> =
            STILL.iter().flat_map(|still| [still - speed, still + speed]).collect();
        expected.sort_by(f64::total_cmp);
        for (row, expected) in found.iter().zip(expected) {
            near(row[0], expected, 1e-7, "frequency");
            near(row[1], 0.0, 1e-7, "decay");
        }
    }
    // above its critical speed an undamped shaft goes on to whirl; damping inside it then feeds the motion
    for (speed, grows) in [(3.0, false), (4.0, true)] {
        let found = spinning("x", "bend_y = 1\nbend_z = 1\ndamping = 0.01", speed);
        assert_eq!(found.iter().any(|row| row[1] < 0.0), grows, "{found:?}");
    }
}

/// A blade on a fast hub: flapping frequencies of a beam under the tension of its own mass (Wright, Smith,
/// Thresher, Wang, Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49, 1982, table 1).
#[test]
fn a_rotating_blade_becomes_stiffer() {
    for (speed, flap) in [(1.0, 3.6817), (3.0, 4.7973), (6.0, 7.3604)] {
        let found = spinning("z", "bend_z = 6\nstiffening = true", speed);
        near(found[0][0], flap, 2e-4, "flap");
        // in the plane of rotation: lower by the speed
        let found = spinning("z", "bend_y = 6\nstiffening = true", speed);
        near(found[0][0].powi(2), flap * flap - speed * speed, 5e-3, "lead and lag");
    }
}

/// About any state, the rows are those of linear equations by differences of the driving forces.
#[test]
fn rows_are_those_of_differences() {
    let arm = named("flex2r");
    let count = arm.coordinates().len();
    let modal: Vec<usize> = (0..count).filter(|k| *k != 0 && *k != count / 2).collect();
    let state = |k: usize, order: u32| {
        let size = [0.4, 1.5, 2.0].get(order as usize).copied().unwrap_or_default()
            * if modal.contains(&k) { 0.01 } else { 1.0 };
        size * (((k * 5 + order as usize * 3 + 1) % 7) as f64 / 7.0 - 0.3)
    };
    let h = 1e-5;
    let slope = |row: usize, column: usize, order: u32| {
        let forces = |by: f64| {
            let moved = |k: usize, at: u32| {
                state(k, at) + if (k, at) == (column, order) { by } else { 0.0 }
            };
            value_in(&arm, moved, "Q").concat()[row]
        };
        (forces(h) - forces(-h)) / (2.0 * h)
    };
    let matrix = |order: u32| -> Vec<Vec<f64>> {
        modal.iter().map(|&i| modal.iter().map(|&j| slope(i, j, order)).collect()).collect()
    };
    let (n, mass) = (modal.len(), Lu::new(modal.len(), matrix(2).concat()).unwrap());
    let mut system = vec![vec![0.0; 2 * n]; 2 * n];
    for (first, matrix) in [(0, matrix(0)), (n, matrix(1))] {
        for j in 0..n {
            system[j][n + j] = 1.0;
            let column: Vec<f64> = matrix.iter().map(|row| -row[j]).collect();
            let solved = mass.solve(&column);
            (0..n).for_each(|i| system[n + i][first + j] = solved[i]);
        }
    }
    let mut expected = eigenvalues(&system).unwrap();
    expected.retain(|it| it.im > 0.0);
    expected.sort_by(|a, b| a.im.total_cmp(&b.im));
    let found = value_in(&arm, state, "whirl");
    assert_eq!(found.len(), expected.len());
    for (row, expected) in found.iter().zip(expected) {
        near(row[0], expected.im, 1e-5 * expected.im, "frequency");
        near(row[1], -expected.re, 1e-5 * expected.im, "decay");
        near(row[2], -expected.re / expected.abs(), 1e-5, "ratio");
    }
    // at rest and undamped it agrees with `modes` of links on joints that are held
    let held = robot(
        "name = \"beam\"\ngravity = 9.81\n[[joint]]\ntype = \"fixed\"\n[joint.link.elastic.beam]\nlength = 1\n\
         density = 1\narea = 1\nE = 1e3\nIz = 1\nIy = 1\nbend_y = 2\nbend_z = 2\n[payload]\nmass = 0.3\n",
    );
    let [speed, rest] = ["whirl", "modes"].map(|name| value(&held, &[0.0; 4], name));
    speed.iter().zip(&rest).for_each(|(a, b)| near(a[0], b[0], 1e-9 * b[0], "at rest"));
}

/// A link given by its integrals, with those of second order of a beam with `stiffening`, is as stiff as this
/// beam at speed, under an acceleration of its root and under a load at its tip; without them it is not.
#[test]
fn given_integrals_stiffen_as_a_beam_does() {
    let head = "name = \"blade\"\ngravity = 3\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n";
    let rest = "[tool]\noffset = [1, 0, 0]\n[payload]\nforce = [2, -1, 0.5]\n";
    let beam = robot(&format!(
        "{head}[joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIz = 1\nIy = 1\n\
         bend_y = 1\nbend_z = 2\nstiffening = true\n{rest}"
    ));
    let body = &beam.joints()[0].modes.as_ref().unwrap().body;
    let numbers = |entries: &[appell_algebra::Poly]| -> String {
        let entries = entries.iter().map(|it| format!("{:e}", it.as_constant().unwrap().to_f64()));
        entries.collect::<Vec<_>>().join(", ")
    };
    let matrix = |matrix: &appell_spatial::Matrix<appell_algebra::Poly>| -> String {
        let name = |i: usize, j: usize| ["x", "y", "z"][i].to_owned() + ["x", "y", "z"][j];
        let entry = |k: usize| {
            format!("{} = {}", name(k / 3, k % 3), numbers(&[matrix.0[k / 3][k % 3].clone()]))
        };
        (0..9).map(entry).collect::<Vec<_>>().join(", ")
    };
    let given = |stiffened: bool| {
        let (mut modes, mut pairs) = (String::new(), String::new());
        for (field, shape) in body.shapes.iter().enumerate() {
            let vectors = format!(
                "shift = [{}], first = [{}], mixed = {{ {} }}",
                numbers(&shape.shift.0),
                numbers(&shape.first.0),
                matrix(&shape.mixed)
            );
            match shape.coefficient {
                appell_spatial::Coefficient::Mode(j) => {
                    modes += &format!("{{ slope = [{}], {vectors} }},\n", numbers(&shape.slope.0));
                    for k in j..body.modes() {
                        let second = body.shapes.iter().skip(field).find(|it| {
                            it.coefficient == appell_spatial::Coefficient::Product(j, k)
                        });
                        let second = second.filter(|_| stiffened).map_or_else(String::new, |it| {
                            format!(
                                ", shift = [{}], first = [{}], mixed = {{ {} }}",
                                numbers(&it.shift.0),
                                numbers(&it.first.0),
                                matrix(&it.mixed)
                            )
                        });
                        pairs += &format!(
                            "{{ modes = [{}, {}], product = {{ {} }}, stiffness = {}{second} }},\n",
                            j + 1,
                            k + 1,
                            matrix(&body.products[j][k]),
                            numbers(&[body.stiffness[j][k].clone()])
                        );
                    }
                }
                appell_spatial::Coefficient::Product(..) => {}
            }
        }
        robot(&format!(
            "{head}[joint.link]\nmass = 1\ncentre = [0.5, 0, 0]\ninertia = {{ xx = 0, yy = \"1/12\", zz = \"1/12\" }}\n\
             [joint.link.elastic]\ntip = [1, 0, 0]\nmodes = [\n{modes}]\npairs = [\n{pairs}]\n{rest}"
        ))
    };
    let state = |k: usize, order: u32| match (k, order) {
        (0, 1) => 2.5,
        (0, 2) => 1.5,
        _ => 0.0,
    };
    let expected = value_in(&beam, state, "dQ/dq").concat();
    for (stiffened, same) in [(true, true), (false, false)] {
        let found = value_in(&given(stiffened), state, "dQ/dq").concat();
        let gap = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert_eq!(gap < 1e-9, same, "{gap}");
        assert!(same || gap > 0.5, "{gap}");
    }
}
