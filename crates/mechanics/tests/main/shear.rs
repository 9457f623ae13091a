//! Beams with shear against the exact solution of Timoshenko's equations (`../golden/timoshenko.py`).

use serde_json::Value;

use crate::common::motion::{robot, value, value_in};
use crate::golden::numbers;

/// A segment of steel, along whose height the beam bends along z; `turned` by a quarter turn, along y.
fn segment(length: f64, [width, height]: [f64; 2], turned: bool, kappa: &str) -> String {
    let [iy, iz] = [width * height.powi(3) / 12.0, height * width.powi(3) / 12.0];
    let [iy, iz] = if turned { [iz, iy] } else { [iy, iz] };
    format!(
        "length = {length}, density = 7850, area = {:e}, E = 2.1e11, G = 8.1e10, Iy = {iy:e}, Iz = {iz:e}, {kappa}",
        width * height
    )
}

/// Frequencies of a beam of segments with these keys, by rising size.
fn frequencies(joint: &str, segments: &[String], keys: &str, rest: &str) -> Vec<f64> {
    let segments: Vec<String> = segments.iter().map(|it| format!("{{ {it} }}")).collect();
    let beam = robot(&format!(
        "name = \"beam\"\ngravity = 0\n[[joint]]\ntype = \"{joint}\"\n[joint.link.elastic.beam]\n\
         segments = [{}]\n{keys}\n[tool]\noffset = [0.5, 0, 0]\n{rest}\n",
        segments.join(", ")
    ));
    let found = value(&beam, &vec![0.0; beam.coordinates().len()], "modes");
    found.iter().map(|row| row[0]).filter(|omega| *omega > 1.0).collect()
}

const KAPPA: &str = "kappa = \"5/6\"";

#[track_caller]
fn compare(found: &[f64], case: &str, tolerance: f64) {
    let all: Value = serde_json::from_str(include_str!("../golden/timoshenko.json")).unwrap();
    let expected = numbers(&all[case]);
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found / expected - 1.0).abs() < tolerance, "{case}: {found} {expected}");
    }
    assert!(found.len() >= expected.len());
}

/// A short cantilever, uniform or stepped, alone or with a body at its tip, in both planes. Without shear the
/// fourth frequency is a fifth too high.
#[test]
fn cantilevers() {
    let uniform = |turned, kappa: &str| vec![segment(0.5, [0.03, 0.05], turned, kappa)];
    let stepped = |turned, kappa: &str| {
        vec![segment(0.3, [0.03, 0.06], turned, kappa), segment(0.2, [0.02, 0.03], turned, kappa)]
    };
    let load = "load_mass = 2\nload_centre = [0.04, 0, 0]\nload_inertia = 0.003";
    let body = "[payload]\nmass = 2\ncentre = [0.04, 0, 0]\ninertia = { xx = 0.003, yy = 0.003, zz = 0.003 }";
    for (bend, turned) in [("bend_z = 4", false), ("bend_y = 4", true)] {
        for (case, segments, load, body) in [
            ("uniform", uniform(turned, KAPPA), "", ""),
            ("stepped", stepped(turned, KAPPA), "", ""),
            ("loaded", uniform(turned, KAPPA), load, body),
            ("stepped_loaded", stepped(turned, KAPPA), load, body),
        ] {
            let keys = format!("{bend}\n{load}");
            compare(&frequencies("fixed", &segments, &keys, body), case, 1e-8);
        }
    }
    let slender = frequencies("fixed", &uniform(false, ""), "bend_z = 4", "");
    let short = frequencies("fixed", &uniform(false, KAPPA), "bend_z = 4", "");
    assert!(slender[3] / short[3] > 1.2, "{slender:?} {short:?}");
}

/// On a joint that turns freely: the momentum of the modes, with that of the sections that turn, and the moment
/// of inertia of the beam are those of the exact solution.
#[test]
fn free_beams() {
    let joint = "revolute\"\naxis = \"y";
    let uniform = [segment(0.5, [0.03, 0.05], false, KAPPA)];
    compare(&frequencies(joint, &uniform, "bend_z = 12", ""), "free", 1e-5);
}

/// A slender beam with stiffening and twist is as without shear.
#[test]
fn slender_beams() {
    let keys = "bend_y = 2\nbend_z = 2\ntwist = 1\nstiffening = true";
    let beam = |kappa: &str| {
        robot(&format!(
            "name = \"beam\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
             [joint.link.elastic.beam]\n{}\nIt = 1e-9\n{keys}\n",
            segment(1.0, [1e-3, 2e-3], false, kappa).replace(", ", "\n")
        ))
    };
    let state = |k: usize, order: u32| match k {
        0 => [0.3, 2.0, 5.0].get(order as usize).copied().unwrap_or_default(),
        _ => 1e-3 * (k as f64 + 1.0) / f64::from(order + 1),
    };
    let [with, without] = [KAPPA, ""].map(|kappa| value_in(&beam(kappa), state, "Q").concat());
    for (a, b) in with.iter().zip(&without) {
        assert!((a - b).abs() < 1e-4 * b.abs().max(1e-3), "{with:?} {without:?}");
    }
}
