//! Operation counts.
#![allow(clippy::unwrap_used, reason = "a test")]
mod common;

use appell_algebra::{Expr, Graph};
use appell_mechanics::economical::{Economical, SecondMoments};
use appell_mechanics::{Arithmetic, Derivation, State};
use appell_model::{Options, Robot, read_toml};
use appell_program::Program;

fn arm(rows: &[(&str, &str, &str, &str)]) -> Robot {
    let mut text = "name = \"arm\"\ngravity = \"g\"\nconvention = \"modified\"\n".to_owned();
    for (index, (kind, alpha, a, d)) in rows.iter().enumerate() {
        let i = index + 1;
        let m = |own: &str, a: &str, b: &str| format!("{own}{i} - ({a}{i}^2 + {b}{i}^2)/m{i}");
        let p = |own: &str, a: &str, b: &str| format!("-{own}{i} - {a}{i}*{b}{i}/m{i}");
        text += &format!(
            "[[joint]]\ntype = \"{kind}\"\ndh = {{ a = \"{a}\", alpha = \"{alpha}\", d = \"{d}\" }}\n[joint.link]\nmass = \"m{i}\"\ncentre = [\"mx{i}/m{i}\", \"my{i}/m{i}\", \"mz{i}/m{i}\"]\ninertia = {{ xx = \"{}\", yy = \"{}\", zz = \"{}\", xy = \"{}\", xz = \"{}\", yz = \"{}\" }}\n",
            m("xx", "my", "mz"),
            m("yy", "mx", "mz"),
            m("zz", "mx", "my"),
            p("xy", "mx", "my"),
            p("xz", "mx", "mz"),
            p("yz", "my", "mz")
        );
    }
    let reading = read_toml(&text, &Options::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

fn count(graph: &Graph, forces: &[Expr<'_>]) -> String {
    let outputs: Vec<(&str, Expr<'_>)> = forces.iter().map(|&f| ("Q", f)).collect();
    let p = Program::new(graph, &outputs).unwrap();
    let o = p.optimised().unwrap();
    let f = |c: appell_program::Count| {
        format!("{}/{}/{}", c.multiplications, c.additions, c.trigonometric())
    };
    if std::env::var("LIST").is_ok() {
        println!("{o}");
    }
    format!("{} -> {} (live {})", f(p.count()), f(o.count()), o.most_live())
}

#[test]
fn figures() {
    let r = "rotation";
    let robots = vec![
        (
            "puma",
            arm(&[
                (r, "0", "0", "0"),
                (r, "-pi/2", "0", "0"),
                (r, "0", "a2", "d3"),
                (r, "-pi/2", "a3", "d4"),
                (r, "pi/2", "0", "0"),
                (r, "-pi/2", "0", "0"),
            ]),
        ),
        (
            "stanford",
            arm(&[
                (r, "0", "0", "0"),
                (r, "-pi/2", "0", "d2"),
                ("translation", "pi/2", "0", "0"),
                (r, "0", "0", "0"),
                (r, "-pi/2", "0", "0"),
                (r, "pi/2", "0", "0"),
            ]),
        ),
        (
            "rx90",
            arm(&[
                (r, "0", "0", "0"),
                (r, "pi/2", "0", "0"),
                (r, "0", "a3", "0"),
                (r, "-pi/2", "0", "d4"),
                (r, "pi/2", "0", "0"),
                (r, "-pi/2", "0", "0"),
            ]),
        ),
        (
            "general6r",
            arm(&[
                (r, "0", "0", "0"),
                (r, "al2", "a2", "d2"),
                (r, "al3", "a3", "d3"),
                (r, "al4", "a4", "d4"),
                (r, "al5", "a5", "d5"),
                (r, "al6", "a6", "d6"),
            ]),
        ),
        (
            "iiwa",
            arm(&[
                (r, "0", "0", "0"),
                (r, "-pi/2", "0", "0"),
                (r, "pi/2", "0", "d3"),
                (r, "pi/2", "0", "0"),
                (r, "-pi/2", "0", "d5"),
                (r, "-pi/2", "0", "0"),
                (r, "pi/2", "0", "0"),
            ]),
        ),
        ("trttrr1", common::named("trttrr1")),
        ("3r", common::named("3r")),
    ];
    for (name, robot) in &robots {
        let graph = Graph::new(robot.symbols());
        let derivation = Derivation::new(robot, &graph).unwrap();
        println!("{name:10} plain     {}", count(&graph, &derivation.driving_forces().unwrap()));
        let state = State(
            robot
                .coordinates()
                .iter()
                .map(|&q| Arithmetic::coordinate(&&graph, q, 2).unwrap())
                .collect(),
        );
        let economical = Economical::new(robot, &&graph).unwrap();
        let forces = |e: &Economical<_>| {
            let w = e.wrenches(&state);
            e.mechanism().moving().map(|(i, j)| j.along(&w[i])).collect::<Vec<_>>()
        };
        let check = |forces: &[Expr<'_>], label: &str| {
            let value = |s: appell_algebra::Symbol| {
                Some(
                    0.3 + ((format!("{s:?}").bytes().map(|b| b as usize).sum::<usize>() * 37) % 11)
                        as f64
                        / 7.0,
                )
            };
            for (a, b) in forces.iter().zip(derivation.driving_forces().unwrap()) {
                let (a, b) = (a.evaluate(value).unwrap(), b.evaluate(value).unwrap());
                assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{name} {label} {a} {b}");
            }
        };
        check(&forces(&economical), "full");
        check(&forces(&economical.regrouped(robot).unwrap()), "regrouped");
        println!("{name:10} full      {}", count(&graph, &forces(&economical)));
        let grouped = economical.regrouped(robot).unwrap();
        println!("{name:10} regrouped {}", count(&graph, &forces(&grouped)));
        {
            let f = forces(&grouped);
            let outputs: Vec<(&str, Expr<'_>)> = f.iter().map(|&f| ("Q", f)).collect();
            let stages = Program::new(&graph, &outputs).unwrap().stages().unwrap();
            let o = stages.call.optimised().unwrap();
            println!(
                "{name:10} precomp.  {} / setup {}",
                o.count(),
                stages.setup.optimised().unwrap().count()
            );
        }
        let mut fresh = grouped.clone();
        for (link, body) in fresh.bodies.iter_mut().enumerate() {
            let mut p = body.parameters();
            for (which, v) in p.iter_mut().enumerate() {
                if !v.is_zero() {
                    *v = graph.parameter(&format!("base_{link}_{which}"));
                }
            }
            *body = SecondMoments::from_parameters(&p);
        }
        let n: usize = fresh
            .bodies
            .iter()
            .map(|b| b.parameters().iter().filter(|v| !v.is_zero()).count())
            .sum();
        println!("{name:10} base {n:3}  {}", count(&graph, &forces(&fresh)));
    }
}
