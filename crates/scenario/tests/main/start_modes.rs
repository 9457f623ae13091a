//! How elastic links are bent when a simulation starts, and how far they may bend.

use appell_algebra::Budget;
use appell_diagnostic::Diagnostic;
use appell_model::{Robot, read_toml};
use appell_scenario::Scenario;
use appell_simulation::{Simulation, simulate};

/// A beam that is clamped on a heavy cart and bends under its weight, E I = 1, mass and length 1.
fn beam(gravity: f64) -> Robot {
    let text = format!(
        "name = \"beam\"\ngravity = {gravity}\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n[joint.link]\nmass = 1e6\n\
         [joint.link.elastic.beam]\nlength = 1\ndensity = 1\narea = 1\nE = 1\nIy = 1\nbend_z = 2\n[tool]\noffset = [1, 0, 0]\n"
    );
    read_toml(&text, &Default::default()).robot.unwrap()
}

fn run(gravity: f64, start: &str) -> Result<Simulation, Vec<Diagnostic>> {
    let text = format!(
        "robot = \"beam\"\n[start]\n{start}\n[simulation]\nduration = 0.5\ntolerance = 1e-10"
    );
    let none = |_: &str| Err(Diagnostic::error("file", "none"));
    let prepared = Scenario::read(&text)?.simulation(&beam(gravity), &Budget::default(), &none)?;
    let found = simulate(&prepared.machine, &prepared.problem, &mut |_| ()).unwrap();
    assert_eq!(
        found.deflection_warning(&prepared.machine).is_some(),
        gravity > 2.0,
        "slope of the tip: g/6"
    );
    Ok(found)
}

/// From rest under weight nothing moves; the tip sags by g/8, of which two modes have all but 2e-4. Without
/// `modes` the beam starts straight and vibrates, and so it does from a modal coordinate.
#[test]
fn rest_and_modal_coordinates() {
    let still = run(0.1, "modes = \"rest\"").unwrap();
    let sag = still.q[0][1];
    assert!(sag < -1e-3, "{sag}");
    for q in &still.q {
        assert!((q[1] - sag).abs() < 1e-8 && q[0].abs() < 1e-9, "{q:?}");
    }
    let straight = run(0.1, "").unwrap();
    assert_eq!(straight.q[0], [0.0; 3]);
    assert!(straight.q.iter().any(|q| q[1] < 1.1 * sag), "about the position of rest");
    let swung = run(0.0, "modes = { q1_1 = 0.01 }").unwrap();
    for (t, q) in swung.times.iter().zip(&swung.q) {
        assert!((q[1] - 0.01 * (3.5160152685 * t).cos()).abs() < 1e-6, "{t} {q:?}");
    }
}

#[test]
fn what_is_wrong_with_modes() {
    let code =
        |start: &str| run(0.1, start).err().map_or(String::new(), |it| it[0].code.to_owned());
    assert_eq!(code("modes = { q1_3 = 0.01 }"), "unknown-mode");
    assert_eq!(code("modes = { q1 = 0.01 }"), "unknown-mode");
    assert_eq!(code("modes = \"weight\""), "unknown-value");
}

/// A beam that bends to a slope of a half gets a warning.
#[test]
fn large_deflections() {
    let found = run(3.0, "modes = \"rest\"");
    assert!(found.is_ok());
}
