//! The rules of reports are true for the robot at hand: as they are printed in LaTeX they are evaluated with
//! numbers, and give what the mechanics gives.

use appell_model::{Robot, read_toml};
use appell_report::{Block, Inline, Part, ReportOptions, Text};

use crate::rule_reader::{Matrix, Names, Rule};
use crate::rule_values::Numbered;

/// All that a robot with rigid links can have: branches, elastic joints, a motor that turns with two joints, rotors
/// on links, gears with losses, springs, compensators, every kind of friction, wrenches.
const ALL: &str = r#"
    name = "all"
    gravity = [1, 2, -9]
    payload = { force = [3, -4, 5], moment = [0.5, 0.7, -0.9] }
    [[joint]]
    type = "revolute"
    axis = "z"
    offset = [0.1, 0.2, 0.3]
    rotor = { inertia = 2e-3, ratio = 30, friction = { viscous = 2e-3, constant = 0.01, smooth = 0.3 }, efficiency = 0.8 }
    friction = { viscous = 1.5, constant = 2, static = 3, stribeck = 0.5, coulomb = 0.1, diameter = 0.2 }
    spring = { stiffness = 7, rest = 0.2 }
    link = { mass = 5, centre = [0.1, -0.2, 0.05], inertia = { xx = 0.3, yy = 0.3, zz = 0.2, xy = 0.02 } }
    [[joint]]
    type = "revolute"
    axis = "y"
    offset = [0.4, 0, 0.1]
    rotor = { inertia = 1e-3, ratio = 20, axis = [0.6, 0, 0.8], friction = { static = 0.02, stribeck = 0.1 } }
    elastic = { stiffness = 90, damping = 4 }
    friction = { coulomb = 0.2, diameter = 0.1, smooth = 0.1 }
    compensator = { stiffness = 50, from = [0, 0.1, 0.4], to = [0.2, 0, 0.1] }
    link = { mass = 3, centre = [0.2, 0.1, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.2 } }
    [[joint]]
    type = "prismatic"
    axis = "x"
    offset = [0.3, 0.1, 0]
    rotation = { axis = "z", angle = "pi/3" }
    rotor = { inertia = 5e-4, ratio = { joint3 = 200, joint2 = -8 } }
    friction = { viscous = 3, coulomb = 0.3 }
    link = { mass = 2, centre = [0.1, 0, 0.1], inertia = { xx = 0.02, yy = 0.03, zz = 0.04 } }
    [[joint]]
    parent = "joint2"
    type = "revolute"
    axis = [0, 0.6, 0.8]
    offset = [0.1, 0.3, 0]
    mimic = { of = "joint3", ratio = -1.5, offset = 0.4 }
    spring = { stiffness = 11, rest = -0.3 }
    friction = { viscous = 0.6 }
    compensator = { stiffness = 30, on = "base", from = [0.1, 0.1, 0.9], to = [0, 0.2, 0] }
    link = { mass = 1, centre = [0, 0.1, 0.2], inertia = { xx = 0.01, yy = 0.02, zz = 0.02 } }
    [[frame]]
    name = "camera"
    parent = "joint3"
    offset = [0.1, 0, 0.2]
    rotation = { axis = "x", angle = "pi/4" }
    force = [1, 2, 3]
    moment = [0.1, 0.2, 0.3]
    [tool]
    parent = "joint4"
    offset = [0.2, 0, 0.1]
"#;

/// A robot whose motors turn with their own joints alone, and which has no branches.
const SIMPLE: &str = r#"
    name = "simple"
    gravity = 9.81
    [[joint]]
    type = "revolute"
    axis = "z"
    rotor = { inertia = 2e-3, ratio = 30, friction = { viscous = 2e-3 }, efficiency = 0.7 }
    link = { mass = 5, centre = [0.1, -0.2, 0.05], inertia = { xx = 0.3, yy = 0.3, zz = 0.2 } }
    [[joint]]
    type = "revolute"
    axis = "y"
    offset = [0.4, 0, 0.1]
    rotor = { inertia = 1e-3, ratio = 20 }
    spring = { stiffness = 7, rest = 0.2 }
    friction = { constant = 2, smooth = 0.2 }
    link = { mass = 3, centre = [0.2, 0.1, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.2 } }
"#;

/// Evaluates every rule of the report of a robot for every index and gives how many values were compared.
fn compared(robot: &Robot) -> usize {
    let parts = [
        Part::Frames,
        Part::Velocities,
        Part::Accelerations,
        Part::Inertia,
        Part::Connections,
        Part::Torques,
        Part::Matrices,
        Part::Energies,
        Part::Parameters,
    ];
    let document = ReportOptions::new().parts(parts).document(robot).unwrap();
    let rules =
        document.sections.iter().flat_map(|section| &section.blocks).filter_map(
            |block| match block {
                Block::Rule(rule) => Some(rule.latex.as_str()),
                _ => None,
            },
        );
    // what has derivatives by coordinates is what the formalisms of a report are compared by
    let rules = rules.filter(|rule| !rule.contains("\\partial"));
    let rules: Vec<Rule> = rules.map(Rule::read).collect();
    let by_name = rules.iter().map(|rule| (rule.name.clone(), rule.clone())).collect();
    let numbered = Numbered::of(robot, by_name);
    let mut count = 0;
    // `Q` stands for all rows in two rules, and for one in another
    for rule in &rules {
        let letters: Vec<&str> = rule.indices.iter().map(String::as_str).collect();
        let range = match letters.as_slice() {
            [] => vec![Vec::new()],
            ["i"] if rule.name == "Q" || rule.name.starts_with("Q_") => {
                numbered.range("k", None, "").into_iter().map(|it| vec![it]).collect()
            }
            [letter] => numbered.range(letter, None, "").into_iter().map(|it| vec![it]).collect(),
            other => panic!("{other:?}"),
        };
        for indices in range {
            // gears: the rule of one that has losses
            if rule.name == r"\Lambda" && numbered.rotor(&indices[0]).efficiency.is_none() {
                continue;
            }
            let found = rule.evaluate(&numbered, &indices, 0);
            let expected = numbered.value(&rule.name, &indices, 0);
            let size = expected.size().max(1.0);
            let error = found.minus(&expected).size();
            assert!(
                error <= 1e-9 * size,
                "{}: {} {indices:?}: {found:?} is not {expected:?}",
                robot.name(),
                rule.text
            );
            count += 1;
        }
    }
    count
}

#[test]
fn rules_hold_with_all_that_a_robot_can_have() {
    let reading = read_toml(ALL, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    assert!(compared(&robot) > 80);
}

/// With the columns of the printed table, the regressor times the base parameters is the regressor times all
/// parameters.
fn assert_base_parameters_stand_for_columns(robot: &Robot) {
    let document = ReportOptions::new().parts([Part::Parameters]).document(robot).unwrap();
    let table = document.sections[0].blocks.iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let words = |cell: &Text| match cell.0.as_slice() {
        [Inline::Plain(words) | Inline::Code(words)] => words.clone(),
        [Inline::Math(math)] => math.latex.clone(),
        other => panic!("{other:?}"),
    };
    let names = numbered_from(robot);
    let (regressor, base) = (names.eval("Y"), names.eval("base"));
    let mut found = Matrix(vec![vec![0.0]; regressor.0.len()]);
    for row in &table.unwrap().rows {
        let number = words(&row[0]);
        let number: usize =
            number.trim_start_matches("p_{\\mathrm{b}").trim_end_matches('}').parse().unwrap();
        let column: usize = words(&row[1]).parse().unwrap();
        for (sum, entries) in found.0.iter_mut().zip(&regressor.0) {
            sum[0] += entries[column - 1] * base.0[number - 1][0];
        }
    }
    let expected = regressor.times(&names.value("p", &[], 0));
    let error = found.minus(&expected).size();
    assert!(error <= 1e-9 * expected.size().max(1.0), "{}: {found:?} {expected:?}", robot.name());
}

fn numbered_from(robot: &Robot) -> Numbered<'_> {
    Numbered::of(robot, Default::default())
}

#[test]
fn base_parameters_belong_to_the_columns_of_their_table() {
    for name in ["2r", "rttrr", "scara", "gantry", "gripper_arm", "tree", "puma560_motors"] {
        assert_base_parameters_stand_for_columns(&Robot::bundled(name).unwrap());
    }
    let reading = read_toml(ALL, &Default::default());
    assert_base_parameters_stand_for_columns(&reading.robot.unwrap());
}

#[test]
fn rules_hold_for_simple_drives() {
    let reading = read_toml(SIMPLE, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    assert!(compared(&robot) > 25);
}

#[test]
fn rules_hold_for_bundled_robots() {
    for name in ["2r", "scara", "rttrr", "tree", "gripper_arm", "elastic_joints", "puma560_motors"]
    {
        let count = compared(&Robot::bundled(name).unwrap());
        assert!(count > 20, "{name}: {count}");
    }
}
