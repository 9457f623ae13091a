//! Everyday mistakes in every kind of file, and what is printed about them.
//!
//! The messages are in `tests/main/mistakes/`, one file for each kind of input; with `UPDATE_GOLDEN=1` in
//! the environment they are written anew, to be read before they are committed.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write;
use std::path::Path;

use appell::actuation::Catalogue;
use appell::algebra::Budget;
use appell::diagnostic::{Diagnostic, Severity};
use appell::model::{Format, Options, read};
use appell::output::Table;
use appell::proof::Notation;
use appell::scenario::Scenario;
use appell::{Robot, State, StateTable};

/// A mistake: its name, what the sound file has, and what is written instead.
type Mistake = (&'static str, &'static str, &'static str);

/// Holds the messages about the mistakes against those of the file of this kind.
fn check(kind: &str, sound: &str, mistakes: &[Mistake], find: impl Fn(&str) -> Vec<Diagnostic>) {
    assert!(mistakes.len() >= 10, "ten mistakes of each kind");
    // notes on what is not kept come with every file
    let notes = find(sound);
    let is_note = |it: &Diagnostic| it.severity == Severity::Note;
    assert!(notes.iter().all(is_note), "the file without a mistake: {notes:?}");
    let mut printed = String::new();
    for (title, from, to) in mistakes {
        let text = sound.replacen(from, to, 1);
        assert_ne!(text, sound, "{title}");
        writeln!(printed, "## {title}\n").unwrap();
        let mut findings = find(&text);
        findings.retain(|it| !notes.iter().any(|note| note.message == it.message));
        for finding in &findings {
            writeln!(printed, "{}\n", finding.render(kind, &text)).unwrap();
        }
        if findings.is_empty() {
            writeln!(printed, "read without a finding\n").unwrap();
        }
    }
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/main/mistakes/{kind}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &printed).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == printed, "{}: UPDATE_GOLDEN=1 writes\n{printed}", path.display());
}

const ROBOT: &str = r#"name = "arm"
gravity = 9.81

[parameters]
l1 = { value = 0.4, unit = "m" }

[[joint]]
name = "shoulder"
type = "revolute"
axis = "z"
offset = [0, 0, "l1"]
link = { mass = 2.5, centre = [0.1, 0, 0], inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }

[[joint]]
name = "slide"
type = "prismatic"
axis = "x"
limits = { lower = 0, upper = 0.5 }
link = { mass = 1 }
"#;

const SCENARIO: &str = r#"robot = "arm.toml"

[start]
q = [0, 0]

[limits]
velocity = [2, 1]
acceleration = [10, 5]

[[motion]]
name = "reach"
to = [1.2, 0.3]
law = "s-curve"
duration = 1.5

[[payload]]
from = "reach"
mass = 0.5
"#;

fn arm() -> Robot {
    Robot::from_toml(ROBOT).unwrap()
}

#[test]
fn robot_files() {
    let mistakes: &[Mistake] = &[
        ("decimal comma", "9.81", "9,81"),
        ("decimal comma in quotes", "mass = 2.5", "mass = \"2,5\""),
        ("unit of another kind", "mass = 2.5", "mass = \"20 mm\""),
        ("unit without quotes", "mass = 2.5", "mass = 2.5 kg"),
        ("unknown unit", "mass = 2.5", "mass = \"2.5 kilo\""),
        ("unit in words", "mass = 2.5", "mass = \"2.5 kilogramm\""),
        ("product without a star", "mass = 2.5", "mass = \"2 l1^2/12\""),
        ("unit of a parameter is unknown", "unit = \"m\"", "unit = \"metre\""),
        ("unit in an expression", "\"l1\"]", "\"l1 + 20 mm\"]"),
        ("angle as limit of a prismatic joint", "lower = 0", "lower = \"-90 deg\""),
        ("degrees as bare numbers", "offset", "rotation = { rpy = [90, 0, 0] }\noffset"),
        ("millimetres as bare numbers", "\"l1\"]", "400]"),
        (
            "limits in degrees",
            "offset",
            "limits = { lower = -170, upper = 170, velocity = 180 }\noffset",
        ),
        ("limits in millimetres", "upper = 0.5", "upper = 500, velocity = 250"),
        ("limits as a list", "{ lower = 0, upper = 0.5 }", "[0, 0.5]"),
        ("unknown key", "offset", "ofset"),
        ("two coordinates in a vector", "[0.1, 0, 0]", "[0.1, 0]"),
        ("unknown joint type", "revolute", "revolut"),
        ("a truth value for a number", "mass = 2.5", "mass = true"),
        ("missing gravity", "gravity = 9.81", ""),
        ("two joints of one name", "name = \"slide\"", "name = \"shoulder\""),
        ("two spellings of a key", "mass = 2.5", "com = [0, 0, 0], mass = 2.5"),
        ("product of inertia as in URDF", "zz = 0.1", "zz = 0.1, ixy = 0.01"),
        ("one bracket", "[[joint]]\nname = \"shoulder\"", "[joint]\nname = \"shoulder\""),
        ("a coordinate in an entry", "\"l1\"]", "\"l1 + q1\"]"),
        ("byte order mark", "name = \"arm\"", "\u{feff}name = \"arm\""),
        ("a scenario", ROBOT, SCENARIO),
    ];
    check("robot.toml", ROBOT, mistakes, |text| {
        read(text.as_bytes(), Format::Toml, &Options::default()).findings
    });
}

#[test]
fn tables() {
    let table = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"modified\"\n\
        type,a,alpha,d,theta,name,mass,upper\nR,0,0,0.3,0,first,2,3\nP,0.5,pi/2,0,0,second,1,0.4\n";
    let mistakes: &[Mistake] = &[
        ("decimal comma", "0.3,0,first", "0,3,0,first"),
        ("decimal comma in quotes", "0.3,0,first", "\"0,3\",0,first"),
        (
            "semicolons",
            "type,a,alpha,d,theta,name,mass,upper",
            "type;a;alpha;d;theta;name;mass;upper",
        ),
        ("unit of another kind", "first,2,", "first,2 mm,"),
        ("angle as limit of a prismatic joint", "1,0.4", "1,40 deg"),
        ("degrees as bare numbers", "pi/2", "90"),
        ("a limit in degrees", "first,2,3", "first,2,170"),
        ("unknown column", "mass", "weight"),
        ("a unit in the heading", "type,a,", "type,a [mm],"),
        ("missing column", "type,a,", "type,b,"),
        ("a cell too few", "0.3,0,first,2,3", "0.3,0,first,2"),
        ("missing gravity", "# gravity = 9.81\n", ""),
        ("missing convention", "# convention = \"modified\"\n", ""),
        ("unknown joint type", "P,", "sliding,"),
        ("two joints of one name", "second", "first"),
        ("the coordinate as theta", "0.3,0,first", "0.3,q1,first"),
        ("byte order mark", "# name", "\u{feff}# name"),
    ];
    check("table.csv", table, mistakes, |text| {
        read(text.as_bytes(), Format::Csv, &Options::default()).findings
    });
}

#[test]
fn urdf_files() {
    let urdf = r#"<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.1 0 0"/><mass value="2"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.3" rpy="0 0 0"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="2" effort="50"/>
  </joint>
</robot>
"#;
    let mistakes: &[Mistake] = &[
        ("decimal comma", "0 0 0.3", "0 0 0,3"),
        ("two numbers in a vector", "0 0 0.3", "0 0.3"),
        ("a unit", "value=\"2\"", "value=\"2 kg\""),
        ("degrees as bare numbers", "rpy=\"0 0 0\"", "rpy=\"90 0 0\""),
        (
            "limits and velocity in degrees",
            "lower=\"-1\" upper=\"1\" velocity=\"2\"",
            "lower=\"-170\" upper=\"170\" velocity=\"180\"",
        ),
        ("limits in degrees", "lower=\"-1\" upper=\"1\"", "lower=\"-180\" upper=\"180\""),
        ("unknown joint type", "revolute", "rotation"),
        ("unknown element", "<origin xyz=\"0 0 0.3\"", "<orgin xyz=\"0 0 0.3\""),
        ("unknown link", "child link=\"upper\"", "child link=\"uper\""),
        ("missing parent", "<parent link=\"base\"/>", ""),
        ("two links of one name", "name=\"upper\"", "name=\"base\""),
        ("a mass of zero", "value=\"2\"", "value=\"0\""),
        ("floating joint", "revolute", "floating"),
        ("an element that is not closed", "</robot>", ""),
        ("byte order mark", "<robot", "\u{feff}<robot"),
    ];
    let warned = ["tool-frame", "no-tool"];
    check("robot.urdf", urdf, mistakes, |text| {
        let findings = read(text.as_bytes(), Format::Urdf, &Options::default()).findings;
        findings.into_iter().filter(|it| !warned.contains(&it.code)).collect()
    });
}

#[test]
fn mjcf_files() {
    let mjcf = r#"<mujoco model="arm">
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81"/>
  <default><joint damping="0.5"/><default class="thin"><geom size="0.02"/></default></default>
  <worldbody>
    <body name="upper" pos="0 0 0.3">
      <joint name="shoulder" type="hinge" axis="0 0 1" range="-1 1"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.05" mass="2"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" armature="0.01"/>
        <geom class="thin" type="capsule" fromto="0 0 0 0.3 0 0" mass="1"/>
        <site name="tip" pos="0.3 0 0"/>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="elbow" joint2="shoulder" polycoef="0 1 0 0 0" active="false"/></equality>
</mujoco>
"#;
    let mistakes: &[Mistake] = &[
        ("decimal comma", "pos=\"0 0 0.3\"", "pos=\"0 0 0,3\""),
        ("two numbers in a vector", "pos=\"0 0 0.3\"", "pos=\"0 0.3\""),
        ("a unit", "mass=\"2\"", "mass=\"2 kg\""),
        ("limits in degrees", "range=\"-1 1\"", "range=\"-90 90\""),
        ("a joint type of URDF", "type=\"hinge\"", "type=\"revolute\""),
        ("a ball joint", "type=\"hinge\"", "type=\"ball\""),
        (
            "a free joint alone",
            "<joint name=\"shoulder\" type=\"hinge\" axis=\"0 0 1\" range=\"-1 1\"/>",
            "<freejoint/>",
        ),
        ("misspelt attribute of a joint", "armature", "armatur"),
        ("misspelt attribute of a default", "damping=\"0.5\"", "dampng=\"0.5\""),
        ("unknown element of a default", "<default><joint", "<default><jiont"),
        ("misspelt gravity", "gravity=\"0 0 -9.81\"", "gravty=\"0 0 -9.81\""),
        (
            "a flag that is not known",
            "\"0 0 -9.81\"/>",
            "\"0 0 -9.81\"><flag gravitiy=\"disable\"/></option>",
        ),
        ("misspelt attribute of the compiler", "angle=", "angel="),
        ("misspelt attribute of a constraint", "polycoef", "polycoeff"),
        ("unknown section", "<worldbody>", "<wordbody></wordbody><worldbody>"),
        ("unknown class", "class=\"thin\" type", "class=\"thn\" type"),
        ("an axis of length zero", "axis=\"0 1 0\"", "axis=\"0 0 0\""),
        ("two joints of one name", "\"elbow\" axis", "\"shoulder\" axis"),
        (
            "a closed loop",
            "active=\"false\"/>",
            "active=\"false\"/><connect body1=\"upper\" body2=\"lower\" anchor=\"0 0 0\"/>",
        ),
        ("an element that is not closed", "</mujoco>", ""),
    ];
    let warned = ["tool-frame", "no-tool", "not-read"];
    check("robot.xml", mjcf, mistakes, |text| {
        let findings = read(text.as_bytes(), Format::Mjcf, &Options::default()).findings;
        findings.into_iter().filter(|it| !warned.contains(&it.code)).collect()
    });
}

#[test]
fn sdf_files() {
    let sdf = r#"<sdf version="1.9"><model name="arm">
  <link name="upper">
    <pose relative_to="shoulder">0 0 0 0 0 0</pose>
    <inertial><pose>0.1 0 0 0 0 0</pose><mass>2</mass>
      <inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <pose relative_to="__model__">0 0 0.3 0 0 0</pose><parent>world</parent><child>upper</child>
    <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit>
      <dynamics><damping>0.5</damping></dynamics></axis>
  </joint>
</model></sdf>
"#;
    let mistakes: &[Mistake] = &[
        ("decimal comma", "<mass>2<", "<mass>2,5<"),
        ("five numbers in a pose", "0 0 0.3 0 0 0", "0 0 0.3 0 0"),
        ("a unit", "<mass>2<", "<mass>2 kg<"),
        ("degrees as bare numbers", "0 0 0.3 0 0 0", "0 0 0.3 90 0 0"),
        ("limits in degrees", "<lower>-1</lower><upper>1<", "<lower>-180</lower><upper>180<"),
        ("misspelt damping", "<damping>0.5</damping>", "<dampng>0.5</dampng>"),
        ("misspelt limit", "<lower>-1</lower>", "<lowr>-1</lowr>"),
        ("misspelt entry of the inertia", "<izz>0.1</izz>", "<izzz>0.1</izzz>"),
        ("a second axis", "</axis>", "</axis><axis2><xyz>1 0 0</xyz></axis2>"),
        ("misspelt attribute of a pose", "relative_to=\"__model__\"", "relativ_to=\"__model__\""),
        ("misspelt joint type", "revolute", "revolut"),
        ("a ball joint", "revolute", "ball"),
        ("limits of a continuous joint", "revolute", "continuous"),
        ("unknown frame", "relative_to=\"shoulder\"", "relative_to=\"sholder\""),
        ("unknown link", "<child>upper<", "<child>uper<"),
        ("missing parent", "<parent>world</parent>", ""),
        ("no mass", "<mass>2</mass>", ""),
        ("an axis of length zero", "<xyz>0 0 1<", "<xyz>0 0 0<"),
        (
            "a file that is included",
            "<link name",
            "<include><uri>model://hand</uri></include><link name",
        ),
        ("an element that is not closed", "</sdf>", ""),
    ];
    let warned = ["tool-frame", "no-tool"];
    check("robot.sdf", sdf, mistakes, |text| {
        let findings = read(text.as_bytes(), Format::Sdf, &Options::default()).findings;
        findings.into_iter().filter(|it| !warned.contains(&it.code)).collect()
    });
}

#[test]
fn xacro_files() {
    let xacro = r#"<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="length" value="0.3"/>
  <xacro:arg name="side" default="left"/>
  <xacro:macro name="inertial" params="mass">
    <inertial><mass value="${mass}"/>
      <inertia ixx="${mass*length**2}" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </xacro:macro>
  <link name="base"/>
  <link name="upper"><xacro:inertial mass="2"/></link>
  <xacro:if value="${length > 0}">
    <joint name="$(arg side)_shoulder" type="revolute">
      <origin xyz="0 0 ${length}"/><parent link="base"/><child link="upper"/>
      <axis xyz="0 0 1"/><limit lower="${-pi/2}" upper="1" velocity="2" effort="50"/>
    </joint>
  </xacro:if>
</robot>
"#;
    let mistakes: &[Mistake] = &[
        ("misspelt property", "0 0 ${length}", "0 0 ${lenght}"),
        ("misspelt macro", "<xacro:inertial mass", "<xacro:inertal mass"),
        ("a parameter that is missing", "<xacro:inertial mass=\"2\"/>", "<xacro:inertial/>"),
        (
            "a parameter too many",
            "<xacro:inertial mass=\"2\"/>",
            "<xacro:inertial mass=\"2\" colour=\"red\"/>",
        ),
        ("an argument without a default", " default=\"left\"", ""),
        ("a brace that is not closed", "${-pi/2}", "${-pi/2"),
        ("an expression that is none", "${-pi/2}", "${-pi/}"),
        ("a division by zero", "${-pi/2}", "${pi/0}"),
        ("a text where a number is needed", "value=\"0.3\"", "value=\"long\""),
        (
            "a macro that calls itself",
            "<inertial><mass",
            "<xacro:inertial mass=\"2\"/><inertial><mass",
        ),
        ("a condition that is none", "${length > 0}", "maybe"),
        (
            "a package that is not known",
            "<link name=\"base\"/>",
            "<link name=\"base\"/><xacro:include filename=\"$(find arms)/parts.xacro\"/>",
        ),
        ("a mass of zero in a macro", "mass=\"2\"", "mass=\"0\""),
        ("no namespace", " xmlns:xacro=\"http://www.ros.org/wiki/xacro\"", ""),
        ("a variable of the environment", "$(arg side)", "$(env SIDE)"),
        ("an element that is not closed", "</robot>", ""),
    ];
    let warned = ["tool-frame", "no-tool"];
    check("robot.xacro", xacro, mistakes, |text| {
        let findings = read(text.as_bytes(), Format::Xacro, &Options::default()).findings;
        findings.into_iter().filter(|it| !warned.contains(&it.code)).collect()
    });
}

#[test]
fn tables_of_states() {
    let table = "q1,q2,qd1,qd2\n0.1,0.2,0,0\n0.3,0.4,1,0.5\n";
    let mistakes: &[Mistake] = &[
        ("decimal comma", "0.3,0.4", "0,3,0,4"),
        ("decimal comma in quotes", "0.3,0.4", "\"0,3\",0.4"),
        ("semicolons", table, "q1;q2;qd1;qd2\n0,1;0,2;0;0\n"),
        ("semicolons and decimal points", table, "q1;q2;qd1;qd2\n0.1;0.2;0;0\n"),
        ("a unit in a cell", "0.3,0.4", "17 deg,0.4"),
        ("a word in a cell", "0.3,0.4", "open,0.4"),
        ("an empty cell", "0.3,0.4", ",0.4"),
        ("a cell too few", "0.4,1,0.5", "0.4,1"),
        ("misspelt column", "qd2", "qdd_2"),
        ("a column of a third joint", "qd2", "qd3"),
        ("a joint by a misspelt name", "q1,", "q_sholder,"),
        ("two columns of one name", "q1,q2", "q1,q1"),
        ("degrees", "0.3,0.4", "170,0.4"),
        ("infinity", "0.3,0.4", "inf,0.4"),
        ("no header", "q1,q2,qd1,qd2\n", ""),
        ("a unit in parentheses", "q1,q2", "q1 (deg),q2"),
        ("a column of words", "q1,q2,qd1,qd2\n0.1", "q1,grip,qd1,qd2\n0.1,open,0,0\n0.1"),
        ("a comment", "0.3,0.4", "# second,0,0,0\n0.3,0.4"),
        ("a robot", table, ROBOT),
        ("a state in JSON", table, "{\"q\": [0, 0]}"),
        ("a column of the result", "qd2", "Ep"),
        ("no rows", "0.1,0.2,0,0\n0.3,0.4,1,0.5\n", ""),
        ("byte order mark", "q1,", "\u{feff}q1,"),
    ];
    let robot = arm();
    check("states.csv", table, mistakes, |text| {
        let read = Table::read("states.csv", text.as_bytes()).map_err(appell::Error::from);
        match read.and_then(|table| StateTable::new(table, &robot, &State::new())) {
            Ok(states) => {
                let result = robot.evaluate_table(["Ep"], &states, &Budget::default()).unwrap();
                let missing = result.missing.into_iter().flat_map(|(_, findings)| findings);
                missing.chain(result.remarks).collect()
            }
            Err(error) => error.findings(),
        }
    });
}

#[test]
fn scenarios() {
    let mistakes: &[Mistake] = &[
        ("decimal comma", "duration = 1.5", "duration = 1,5"),
        ("unit of another kind", "duration = 1.5", "duration = \"1.5 kg\""),
        ("an angle for a prismatic joint", "[1.2, 0.3]", "[\"70 deg\", \"20 deg\"]"),
        ("one unit for all joints", "velocity = [2, 1]", "velocity = \"90 deg/s\""),
        ("degrees as bare numbers", "[1.2, 0.3]", "[90, 0.3]"),
        ("degrees per second as bare numbers", "velocity = [2, 1]", "velocity = [180, 1]"),
        ("a position outside the limits", "[1.2, 0.3]", "[1.2, 0.6]"),
        ("unknown key", "duration", "time"),
        ("three numbers for two joints", "[1.2, 0.3]", "[1.2, 0.3, 0]"),
        ("unknown profile", "s-curve", "s-kurve"),
        ("profile by another name", "s-curve", "minimum-jerk"),
        ("profile that is not near any", "s-curve", "bang-bang"),
        ("controller in capitals", "[start]", "[controller]\nkind = \"PID\"\n[start]"),
        ("negative duration", "duration = 1.5", "duration = -1.5"),
        ("a number in quotes", "duration = 1.5", "duration = \"1.5\""),
        ("missing robot", "robot = \"arm.toml\"", ""),
        ("two kinds of move", "duration", "wait = 1\nduration"),
        ("no kind of move", "to = [1.2, 0.3]\n", ""),
        ("unknown move", "from = \"reach\"", "from = \"raech\""),
        (
            "a matrix of gains",
            "[start]",
            "[controller]\nkind = \"pd\"\nkp = [[1, 0], [0, 1]]\nkd = 1\n[start]",
        ),
        ("missing gains", "[start]", "[controller]\nkind = \"pd\"\n[start]"),
        ("unknown parameter", "[start]", "[parameters]\nl2 = 0.3\n[start]"),
        ("parameter in a unit of another kind", "[start]", "[parameters]\nl1 = \"3 kg\"\n[start]"),
        ("one bracket", "[[payload]]", "[payload]"),
        ("byte order mark", "robot =", "\u{feff}robot ="),
        ("a robot", SCENARIO, ROBOT),
    ];
    let robot = read(ROBOT.as_bytes(), Format::Toml, &Options::default()).robot.unwrap();
    let no_file = |_: &str| Ok(Vec::new());
    check("scenario.toml", SCENARIO, mistakes, |text| match Scenario::read(text) {
        Ok(scenario) => scenario
            .inverse_dynamics(&robot, &Budget::default(), &no_file)
            .map_or_else(|findings| findings, |prepared| prepared.warnings),
        Err(findings) => findings,
    });
}

#[test]
fn states() {
    let state = r#"{"q": [0.5, 0.1], "qd": [0, 0], "tau": [1, 2], "parameters": {"l1": 0.3}}"#;
    let mistakes: &[Mistake] = &[
        ("decimal comma", "[0.5, 0.1]", "[0,5, 0,1]"),
        ("decimal comma in quotes", "[0.5, 0.1]", "[\"0,5\", 0.1]"),
        ("an angle for a prismatic joint", "[0.5, 0.1]", "[\"30 deg\", \"5 deg\"]"),
        ("unknown unit", "[0.5, 0.1]", "[\"30 grad\", 0.1]"),
        ("parameter in a unit of another kind", "\"l1\": 0.3", "\"l1\": \"3 kg\""),
        ("an unknown joint", "[0.5, 0.1]", "{\"sholder\": 0.5}"),
        ("three numbers for two joints", "[0.5, 0.1]", "[0.5, 0.1, 0]"),
        ("a number in quotes", "[0.5, 0.1]", "[\"0.5\", 0.1]"),
        ("null", "[0.5, 0.1]", "[null, 0.1]"),
        ("unknown key", "\"qd\"", "\"dq\""),
        ("unknown parameter", "\"l1\"", "\"l2\""),
        ("a list for the state", state, "[0.5, 0.1]"),
        ("a key twice", "\"qd\"", "\"q\""),
        ("single quotes", "\"q\"", "'q'"),
        ("an empty file", state, " \n"),
        ("a robot", state, ROBOT),
        ("a brace that is not closed", "0.3}}", "0.3}"),
        ("a decimal comma without a list", "[0.5, 0.1]", "0,5"),
        ("byte order mark", "{\"q\"", "\u{feff}{\"q\""),
    ];
    let robot = arm();
    check("state.json", state, mistakes, |text| {
        State::read_json(text, &robot).map_or_else(|error| error.findings(), |_| Vec::new())
    });
}

#[test]
fn catalogues() {
    let catalogue = r#"source = "a data sheet"
[[motor]]
name = "M1"
rated_torque = 1.5
peak_torque = 4
rated_speed = "3000 rpm"
max_speed = "5000 rpm"
inertia = "0.6 kg cm^2"
mass = 2

[[gear]]
name = "G50"
ratio = 50
rated_torque = 60
peak_torque = 110
efficiency = 0.8
inertia = 1e-5
mass = 1
max_speed = 600
"#;
    let mistakes: &[Mistake] = &[
        ("decimal comma", "rated_torque = 1.5", "rated_torque = 1,5"),
        ("unit of another kind", "\"3000 rpm\"", "\"3000 Nm\""),
        ("unknown unit", "\"3000 rpm\"", "\"3000 r.p.m.\""),
        ("unit without quotes", "\"3000 rpm\"", "3000 rpm"),
        ("percent", "efficiency = 0.8", "efficiency = 80"),
        ("peak below rated", "peak_torque = 4", "peak_torque = 1"),
        ("a number in quotes", "mass = 2", "mass = \"2\""),
        ("a mass of zero", "mass = 2", "mass = 0"),
        ("missing key", "mass = 2\n", ""),
        ("unknown key", "inertia = \"0.6", "rotor_inertia = \"0.6"),
        ("one bracket", "[[motor]]", "[motor]"),
        ("no motor", "[[motor]]", "[[engine]]"),
        ("byte order mark", "source =", "\u{feff}source ="),
    ];
    check("catalogue.toml", catalogue, mistakes, |text| {
        Catalogue::read(text).map_or_else(|findings| findings, |_| Vec::new())
    });
}

#[test]
fn notations() {
    let notation = r#"name = "a paper"

[quantities]
'Q_m^i' = "Q[i]"

[symbols]
'r_{C_i}' = "r{i}"
"#;
    let mistakes: &[Mistake] = &[
        ("a brace that is not closed", "'r_{C_i}'", "'r_{C_i'"),
        ("a number for a meaning", "\"r{i}\"", "3"),
        ("unknown table", "[symbols]", "[names]"),
        ("unknown key", "name =", "title ="),
        ("a list for a table", "[symbols]", "[[symbols]]"),
        ("a printed name without quotes", "'r_{C_i}'", "r_{C_i}"),
        ("backslashes in double quotes", "'r_{C_i}'", "\"\\bar r\""),
        ("a name twice", "'r_{C_i}' = \"r{i}\"", "'r_{C_i}' = \"r{i}\"\n'r_{C_i}' = \"s{i}\""),
        ("a meaning without quotes", "\"r{i}\"", "r"),
        ("an empty name", "'r_{C_i}'", "''"),
        ("a printed name with a backslash, without quotes", "'r_{C_i}'", "\\tau_2"),
        ("a robot", notation, ROBOT),
        ("byte order mark", "name =", "\u{feff}name ="),
    ];
    check("notation.toml", notation, mistakes, |text| {
        Notation::read(text).map_or_else(|findings| findings, |_| Vec::new())
    });
}
