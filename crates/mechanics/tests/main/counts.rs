//! How many operations the driving forces take: asserted against a file, so that a change that
//! makes code worse is seen. `UPDATE_GOLDEN=1 cargo test -p appell-mechanics --test main counts` writes
//! the file anew.

use crate::common::arms;
use appell_algebra::{Budget, Expr, Graph};
use appell_mechanics::economical::{Economical, SecondMoments};
use appell_mechanics::{Arithmetic, Derivation, State};
use appell_model::{BUNDLED, Robot};
use appell_program::{Count, Program};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/counts.txt");

/// The place of the first product of inertia among the ten parameters of a link.
const FIRST_PRODUCT: usize = 7;

/// The counts of a robot.
struct Figures {
    /// By the textbook's recursion.
    plain: Count,
    /// All parameters as inputs, everything counted: the better of regrouped and not.
    full: Count,
    /// What follows from parameters alone is calculated beforehand.
    precomputed: Count,
    /// Base parameters as inputs.
    base: Count,
    /// Base parameters as inputs, the products of inertia zero.
    diagonal: Count,
}

fn program(graph: &Graph, forces: &[Expr<'_>]) -> Program {
    let names: Vec<String> = (1..=forces.len()).map(|k| format!("Q{k}")).collect();
    let outputs: Vec<(&str, Expr<'_>)> =
        names.iter().map(String::as_str).zip(forces.iter().copied()).collect();
    Program::new(graph, &outputs).unwrap()
}

fn count(program: &Program) -> Count {
    program.optimised().unwrap().count()
}

fn figures(robot: &Robot) -> Figures {
    let graph = &Graph::new(robot.symbols());
    let plain = Derivation::new(robot, graph).unwrap();
    let plain = newton_euler(&plain);
    let coordinates = robot.coordinates().into_iter();
    let coordinates = coordinates.map(|q| Arithmetic::coordinate(&graph, q, 2).unwrap()).collect();
    let state = State { coordinates, turns: Vec::new() };
    let given = Economical::new(robot, |entry| Arithmetic::entry(&graph, entry)).unwrap();
    let regrouped = given.regrouped(robot, &Budget::default()).unwrap();
    let of = |robot: &Economical<_>| program(graph, &robot.driving_forces(&state));
    let full = [&given, &regrouped].map(|robot| count(&of(robot)));
    let full = full.into_iter().min_by_key(Count::weight).unwrap();
    let precomputed = count(&of(&regrouped).stages().unwrap().call);
    let mut base = regrouped.clone();
    for (link, body) in base.bodies.iter_mut().enumerate() {
        let mut parameters = body.parameters();
        for (which, parameter) in parameters.iter_mut().enumerate() {
            if parameter.as_constant().is_none() {
                *parameter = graph.parameter(&format!("base_{link}_{which}"));
            }
        }
        *body = SecondMoments::from_parameters(&parameters);
    }
    let mut diagonal = base.clone();
    for body in &mut diagonal.bodies {
        let mut parameters = body.parameters();
        parameters[FIRST_PRODUCT..].fill(graph.zero());
        *body = SecondMoments::from_parameters(&parameters);
    }
    graph.check().unwrap();
    Figures {
        plain: count(&program(graph, &plain)),
        full,
        precomputed,
        base: count(&of(&base)),
        diagonal: count(&of(&diagonal)),
    }
}

/// Driving forces without friction, by the recursion as in textbooks.
fn newton_euler<'g>(derivation: &Derivation<'_, &'g Graph>) -> Vec<Expr<'g>> {
    let wrenches = derivation.wrenches().unwrap();
    derivation.mechanism().moving().map(|(index, joint)| joint.along(&wrenches[index])).collect()
}

fn literature() -> Vec<(&'static str, Robot)> {
    vec![
        ("PUMA 560", arms::puma()),
        ("Stanford arm", arms::stanford()),
        ("RX-90", arms::rx90()),
        ("general 6R", arms::general_6r()),
        ("7R", arms::seven_r()),
    ]
}

fn short(count: &Count) -> String {
    format!("{}/{}/{}", count.multiplications, count.additions, count.trigonometric())
}

fn line(name: &str, figures: &Figures) -> String {
    let Figures { plain, full, precomputed, base, diagonal } = figures;
    let [plain, full, precomputed] = [plain, full, precomputed].map(short);
    let [base, diagonal] = [base, diagonal].map(short);
    let text = format!("{name:14} {plain:12} {full:12} {precomputed:12} {base:12} {diagonal}");
    format!("{}\n", text.trim_end())
}

#[test]
fn counts_are_those_of_the_file() {
    let mut text = "Driving forces without friction: products / sums / sines and cosines.\n\
        plain: the textbook's recursion; full: all counted; precomputed: without what follows \
        from parameters\nalone; base: base parameters as inputs;\n\
        diagonal: these, with products of inertia zero.\n\n"
        .to_owned();
    text += "robot          plain        full         precomputed  base         diagonal\n\n";
    text += "Literature, ten symbolic inertial parameters a link:\n";
    for (name, robot) in literature() {
        text += &line(name, &figures(&robot));
    }
    text += "\nBundled, with the parameters of their files:\n";
    let robots = BUNDLED.iter().map(|file| (file.name, file.read().robot.unwrap()));
    let (elastic, rigid): (Vec<_>, Vec<_>) = robots.partition(|(_, robot)| robot.is_elastic());
    // of joints that follow others the recursion of textbooks knows nothing
    let follows = |robot: &Robot| robot.joints().iter().any(|joint| joint.coupling.is_some());
    for (name, robot) in rigid.into_iter().filter(|(_, robot)| !follows(robot)) {
        text += &line(name, &figures(&robot));
    }
    text += "\nWith elastic links, damping in the forces, the values of the parameters put in:\n";
    for (name, robot) in elastic {
        let robot = robot.with_values(&Budget::default()).unwrap();
        let graph = Graph::new(robot.symbols());
        let forces = Derivation::new(&robot, &graph).unwrap().driving_forces().unwrap();
        text += &format!("{name:14} {}\n", short(&count(&program(&graph, &forces))));
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(FILE).unwrap());
}

/// The best known figures of other tools and of the literature: products and sums, all counted,
/// with base parameters, and with these and no products of inertia where that is known.
const RIVALS: [(&str, [[usize; 2]; 3]); 5] = [
    ("PUMA 560", [[343, 295], [301, 240], [231, 175]]),
    ("Stanford arm", [[324, 279], [262, 211], [206, 159]]),
    ("RX-90", [[331, 282], [287, 226], [217, 161]]),
    ("general 6R", [[529, 429], [425, 369], [409, 311]]),
    ("7R", [[396, 337], [343, 271], [usize::MAX, usize::MAX]]),
];

#[test]
fn fewer_operations_than_any_other_tool() {
    for ((name, robot), (_, rivals)) in literature().into_iter().zip(RIVALS) {
        let Figures { full, base, diagonal, .. } = figures(&robot);
        for (ours, [products, sums]) in [full, base, diagonal].into_iter().zip(rivals) {
            assert!(ours.multiplications <= products, "{name}: {ours}");
            assert!(ours.additions <= sums, "{name}: {ours}");
        }
    }
    // with the parameters of its file
    let full = figures(&crate::common::named("trttrr1")).full;
    assert!(full.multiplications <= 101 && full.additions <= 72, "TRTTRR1: {full}");
}
