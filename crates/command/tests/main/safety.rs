//! Files of somebody else: nothing in them steers the terminal, reads other files, waits for ever or
//! is silently taken for something else.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::Command;

use super::support::{appell, file, folder, refusal_of, text_of};

const PENDULUM: &str = "gravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\n\
                        link = { mass = 1, centre = [0.5, 0, 0] }\n";

/// What a run says, both ways.
fn said(arguments: &[&str]) -> String {
    let output = appell(arguments);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn steers(text: &str) -> bool {
    text.contains(|c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c))
}

#[test]
fn no_input_steers_the_terminal() {
    let folder = folder("steering");
    // title of the terminal, colour, clipboard, one byte controls, direction of writing
    let hostile = "a\u{1b}]0;title\u{7}\u{1b}[31m\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{202e}b";
    let escaped = r"a\u001b]0;title\u0007\u001b[31m\u009b31m\u202eb";
    let robot = format!("name = \"{escaped}\"\nsource = \"{escaped}\"\n{PENDULUM}");
    let robot = file(&folder, "named.toml", &robot);
    let raw = file(&folder, "raw.toml", &format!("name = \"{hostile}\"\n{PENDULUM}"));
    let urdf = format!("<robot name=\"{hostile}\"><link name=\"b\"/><jont/></robot>");
    let urdf = file(&folder, "raw.urdf", &urdf);
    let state = file(&folder, "state.json", &format!("{{\"{escaped}\": 1}}"));
    let scenario = format!(
        "robot = \"named.toml\"\n[start]\nq = [1]\n[simulation]\nduration = 0.1\n# {hostile}"
    );
    let bad = file(&folder, "bad.scenario.toml", &scenario.replace("duration", hostile));
    let scenario = file(&folder, "scenario.toml", &scenario);
    let paper =
        file(&folder, "paper.tex", &format!("$$ M_{{{hostile}}} = G_1 \\tag{{{hostile}}} $$"));
    for arguments in [
        vec!["show", &robot],
        vec!["show", &robot, "--json"],
        vec!["derive", &robot, "G"],
        vec!["eval", &robot, "G"],
        vec!["eval", &robot, "G", "--json"],
        vec!["show", &raw],
        vec!["show", &urdf],
        vec!["eval", &robot, "G", "--at", &state],
        vec!["simulate", &scenario],
        vec!["simulate", &scenario, "--json"],
        vec!["simulate", &bad],
        vec!["check", &paper, "--robot", &robot],
        vec!["check", &paper, "--robot", &robot, "--json"],
        vec!["check", &paper, "--robot", &robot, "--as", "html"],
        vec!["show", hostile],
        vec!["quantities", hostile],
    ] {
        let said = said(&arguments);
        assert!(!said.is_empty() && !steers(&said), "{arguments:?}: {said:?}");
    }
}

#[test]
fn files_outside_are_not_read_and_not_shown() {
    let folder = folder("outside");
    std::fs::create_dir_all(folder.join("inside")).unwrap();
    let secret = file(&folder, "secret.csv", "t,q1\n0,word-that-nobody-may-see\n");
    let scenario = |table: &str| {
        let text = format!("robot = \"2r\"\n[[motion]]\ntable = {table:?}\n");
        file(&folder.join("inside"), "scenario.toml", &text)
    };
    for table in ["../secret.csv", &secret, "/etc/passwd", "/proc/self/environ"] {
        let said = refusal_of(&["inverse", &scenario(table)]);
        assert!(said.contains("error[outside-folder]"), "{said}");
        assert!(!said.contains("word-that") && !said.contains("root:"), "{said}");
    }
    let robot = |mass: &str| {
        let mesh = format!(
            "name = \"arm\"\n{PENDULUM}elastic = {{ mass = {mass:?}, stiffness = \"k.mtx\", nodes = \"n.csv\", modes = 2 }}\n"
        );
        file(&folder.join("inside"), "robot.toml", &mesh)
    };
    let said = refusal_of(&["show", &robot("/etc/passwd")]);
    assert!(!said.contains("root:"), "{said}");
    // what the user allows is read
    let allowed = ["inverse", &scenario("../secret.csv"), "--allow", folder.to_str().unwrap()];
    assert!(!refusal_of(&allowed).contains("outside-folder"));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder("pipes");
    let pipe = |name: &str| {
        let path = folder.join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path.to_str().unwrap().to_owned()
    };
    let (robot, paper, state) = (pipe("pipe.toml"), pipe("pipe.tex"), pipe("pipe.json"));
    let beside = |key: &str| {
        let text = format!("{key}\n[[motion]]\nto = [1, 1]\n");
        file(&folder, "scenario.toml", &text)
    };
    let in_robot = beside("robot = \"pipe.toml\"");
    for arguments in [
        vec!["show", &robot],
        vec!["check", &paper, "--robot", "2r"],
        vec!["eval", "2r", "Q", "--at", &state],
        vec!["inverse", &in_robot],
        vec!["show", "/dev/zero.toml"],
        vec!["check", "/dev/zero", "--robot", "2r"],
    ] {
        let said = refusal_of(&arguments);
        assert!(said.contains("not a plain file") || said.contains("cannot read"), "{said}");
    }
}

/// Numbers of a state come in to the last bit: a translation gives them back.
#[test]
fn states_are_read_to_the_last_bit() {
    let folder = folder("bits");
    let slide = "name = \"slide\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 1 }\n";
    let slide = file(&folder, "slide.toml", slide);
    for text in ["1.5519331561652085", "0.1", "9007199254740993", "2.2250738585072014e-308"] {
        let state = file(&folder, "state.json", &format!("\u{feff}{{\"q\": [{text}]}}"));
        let answer = text_of(&["eval", &slide, "r[0,1]", "--at", &state, "--json"]);
        let number = answer.split("\"r[0,1]\":[").nth(1).unwrap().split(',').next().unwrap();
        let [given, read]: [f64; 2] = [text, number].map(|it| it.parse().unwrap());
        assert_eq!(given.to_bits(), read.to_bits(), "{answer}");
    }
}

#[test]
fn doubtful_states_are_told() {
    let folder = folder("doubts");
    let told = |text: &str| {
        let state = file(&folder, "state.json", text);
        let output = appell(&["eval", "2r", "Q", "--at", &state]);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(told("{\"q\": [0.5, 1]}"), (Some(0), String::new()));
    for (state, code) in [
        ("{\"q\": [90, 45]}", "state-far"),
        ("{\"parameters\": {\"M2\": -5}}", "mass-not-positive"),
    ] {
        let (status, said) = told(state);
        assert_eq!(status, Some(0));
        assert!(said.contains(&format!("warning[{code}]")), "{said}");
    }
    let (status, said) = told("{\"q\": [0, 0], \"q\": [1, 1]}");
    assert!(status == Some(2) && said.contains("is given twice"), "{said}");
}

/// Numbers that are likely in degrees, millimetres or newtons, and a mass on its axis.
#[test]
fn doubtful_units_are_told() {
    let folder = folder("units");
    let joint = |keys: &str, link: &str| {
        format!(
            "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n{keys}\nlink = {{ {link} }}\n"
        )
    };
    let good = "mass = 1, centre = [0.1, 0, 0]";
    for (code, text) in [
        ("angle-large", joint("rotation = { rpy = [90, 0, 0] }", good)),
        ("angle-large", joint("limits = { lower = -170, upper = 170 }", good)),
        ("velocity-large", joint("limits = { velocity = 180 }", good)),
        (
            "velocity-large",
            joint("limits = { velocity = \"w\" }", good) + "[parameters]\nw = 180\n",
        ),
        (
            "length-large",
            joint("limits = { upper = 500 }", good).replace("rotation", "translation"),
        ),
        ("angle-large", joint("spring = { stiffness = 3, rest = 90 }", good)),
        ("angle-large", joint("", good) + "[base]\nrotation = { rpy = [90, 0, 0] }\n"),
        (
            "angle-large",
            joint("", good) + "[[frame]]\nname = \"c\"\nrotation = { rpy = [0, 45, 0] }\n",
        ),
        (
            "angle-large",
            joint("", good)
                + "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1, centre = [0.1, 0, 0] }\nmimic = { of = \"joint1\", offset = 90 }\n",
        ),
        ("length-large", joint("", "mass = 1, centre = [100, 0, 0]")),
        ("no-inertia", joint("", "mass = 1")),
        ("coulomb-large", joint("friction = { coulomb = 3, diameter = 0.1 }", good)),
    ] {
        let robot = file(&folder, "robot.toml", &text);
        let said = text_of(&["show", &robot]);
        assert!(said.contains(&format!("warning[{code}]")), "{code}: {said}");
    }
    for limits in [
        "lower = -6.28, upper = 6.28",
        "lower = -10, upper = 12",
        "velocity = 37",
        "velocity = \"180 deg/s\"",
        "velocity = \"2000 rpm\"",
        "lower = \"-20*pi\", upper = \"20 rev\"",
    ] {
        let text = joint(&format!("limits = {{ {limits} }}"), good);
        let said = text_of(&["show", &file(&folder, "robot.toml", &text)]);
        assert!(!said.contains("warning"), "{said}");
    }
    let degrees = joint("limits = { lower = \"-130*deg\" }", good);
    let said = said(&["show", &file(&folder, "robot.toml", &degrees)]);
    assert!(said.contains("\"130 deg\"") && !said.contains("deg = 1"), "{said}");
}

#[test]
fn hints_lead_to_right_files() {
    let folder = folder("hints");
    let table = "type,a,alpha,d,theta\nrotation,1,0,0,0\n";
    let said = said(&["show", &file(&folder, "table.csv", table)]);
    assert!(said.contains("behind a #"), "{said}");
    let table = "# name = \"arm\"\n# gravity = 0\n# convention = \"standard\"\ntype,a,alpha,d,theta,mass,cx\nrotation,1,0,0,q1,1,0.1\n";
    let said = self::said(&["show", &file(&folder, "table.csv", table)]);
    assert!(said.contains("the joint adds its coordinate itself"), "{said}");
}
