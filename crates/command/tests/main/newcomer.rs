//! What somebody meets who tries the program from its documents: slips of the command line and of
//! files, and what is printed about them.

#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support::{appell, file, folder, refusal_of, text_of};

/// What is printed beside the result.
fn beside(arguments: &[&str]) -> String {
    String::from_utf8(appell(arguments).stderr).unwrap()
}

#[test]
fn slips_of_the_command_line_are_named() {
    for (arguments, parts) in [
        (&["show", ".."][..], &["`..` is a folder"][..]),
        (&["simulate", ".."], &["`..` is a folder"]),
        (&["eval", "cartpole", "M", "--q", "10deg,0"], &["joint = cart", "10deg"]),
        (&["eval", "2r", "M", "--q", "0,2,-30"], &["a decimal point, not a comma"]),
        (&["eval", "2r", "M", "--q", "0.2;-30"], &["separate values by commas"]),
        (&["eval", "2r", "tau"], &["the joint torques are `Q`"]),
        (&["derive", "2r", "A"], &["`dqdd/dq`", "`appell linearise`"]),
        (&["linearise", "2r", "--sample", "10 mm"], &["--sample", "10 mm"]),
        (&["linearise", "2r", "--sample", "soon"], &["--sample 10ms"]),
        (&["eval", "2r", "JACOBIAN"], &["did you mean `"]),
        (&["eval", "2r", "xyzxyz"], &["`appell quantities` lists"]),
        (&["eval", "2r", "M[1,1]"], &["single entries are printed with it"]),
    ] {
        let said = refusal_of(arguments);
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: {said}");
        }
    }
    assert_eq!(text_of(&["linearize", "2r"]), text_of(&["linearise", "2r"]));
    let sampled = |time| text_of(&["linearise", "2r", "--sample", time]);
    assert_eq!(sampled("10ms"), sampled("0.01"));
    let found = text_of(&["quantities", "inverse", "dynamics"]);
    assert!(found.starts_with("Q"), "{found}");
}

#[test]
fn a_file_is_named_with_its_ending() {
    let folder = folder("newcomer-ending");
    file(&folder, "arm.toml", "name = \"arm\"");
    let name = format!("{}/arm", folder.display());
    let said = refusal_of(&["show", &name]);
    assert!(said.contains("did you mean the file"), "{said}");
}

#[test]
fn a_parameter_without_value_is_given_in_the_file_or_with_the_state() {
    let text = "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\nlink = { mass = \"m1\", com = [0.2, 0, 0] }\n";
    let arm = file(&folder("newcomer-parameter"), "arm.toml", text);
    let said = beside(&["eval", &arm, "M"]);
    assert!(said.contains(r#"--at '{"parameters": {"m1": ...}}'"#), "{said}");
    let given = text_of(&["eval", &arm, "M", "--at", r#"{"parameters": {"m1": 1}}"#]);
    assert!(given.contains("0.04"), "{given}");
}

#[test]
fn a_value_that_no_robot_can_have_is_refused_with_the_state_too() {
    let text = "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
                rotor = { inertia = 1e-4, ratio = \"N\", efficiency = \"e\" }\nlink = { mass = 1, com = [0.2, 0, 0] }\n\
                [parameters]\nN = 50\ne = 0.8\n";
    let arm = file(&folder("newcomer-values"), "arm.toml", text);
    for (value, code) in [(r#"{"e": 1.5}"#, "bad-value"), (r#"{"N": 0}"#, "zero-ratio")] {
        let state = format!("{{\"parameters\": {value}}}");
        let said = refusal_of(&["eval", &arm, "Q", "--at", &state]);
        assert!(said.contains(&format!("error[{code}]")), "{said}");
    }
}

#[test]
fn a_result_of_a_simulation_is_read_without_remarks() {
    let folder = folder("newcomer-table");
    let table = format!("{}/swing.csv", folder.display());
    text_of(&["simulate", "balance", "--out", &table]);
    let text = std::fs::read_to_string(&table).unwrap();
    let short: Vec<&str> = text.lines().take(3).collect();
    let short = file(&folder, "short.csv", &format!("{}\n", short.join("\n")));
    let said = beside(&["eval", "2r", "M", "--states", &short]);
    assert!(!said.contains("unknown-column"), "{said}");
}

#[test]
fn what_changes_the_dynamics_of_a_written_file_is_a_warning() {
    let folder = folder("newcomer-convert");
    let text = "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
                rotor = { inertia = 1e-4, ratio = 100 }\nfriction = { static = 0.2, constant = 0.1, stribeck = 0.01 }\nlink = { mass = 1, inertia = { izz = 1 } }\n\
                [[frame]]\nname = \"camera\"\noffset = [0.5, 0, 0]\n";
    let arm = file(&folder, "arm.toml", text);
    for (ending, code, changed) in [
        ("urdf", "not-in-urdf", "Q and M"),
        ("sdf", "not-in-sdf", "Q and M"),
        ("csv", "not-in-csv", "Q and M"),
        ("xml", "not-in-mjcf", "Q and qdd"),
    ] {
        let written = format!("{}/arm.{ending}", folder.display());
        let convention = if ending == "csv" { &["--convention", "standard"][..] } else { &[] };
        let said = beside(&[&["convert", &arm, &written], convention].concat());
        assert!(said.contains(&format!("warning[{code}]")), "{said}");
        assert!(said.contains(&format!("{changed} of the written file differ")), "{said}");
    }
    // named frames are among the frames in the base
    let shown = text_of(&["show", &arm]);
    let frames = shown.split("Frames in the base").nth(1).unwrap();
    assert!(frames.contains("camera") && frames.contains("(0.5, 0, 0)"), "{frames}");
}

/// A load on an elastic tip is a body of its own in the mechanism, but no joint: frames keep their rows.
#[test]
fn frames_of_a_loaded_elastic_link_stand_in_their_own_rows() {
    let text = "name = \"arm\"\ngravity = 9.81\n[[joint]]\ntype = \"revolute\"\naxis = \"y\"\n\
                [joint.link.elastic.beam]\nlength = 1\nmaterial = \"steel\"\n\
                section = { circle = { diameter = \"10 mm\" } }\nbend_z = 2\n\
                [[frame]]\nname = \"mid\"\nalong = 0.5\n\
                [[frame]]\nname = \"quarter\"\nalong = 0.25\noffset = [0, 0, 0.1]\n\
                [tool]\noffset = [0.9, 0, 0]\n[payload]\nmass = 1\n";
    let arm = file(&folder("newcomer-load"), "arm.toml", text);
    let shown = text_of(&["show", &arm]);
    let frames = shown.split("Frames in the base").nth(1).unwrap();
    for (name, origin) in [
        ("joint1", "(0, 0, 0)"),
        ("tool", "(0.9, 0, 0)"),
        ("mid", "(0.5, 0, 0)"),
        ("quarter", "(0.25, 0, 0.1)"),
    ] {
        let row = frames.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
        assert!(row.is_some_and(|row| row.contains(origin)), "{name}: {frames}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&text_of(&["show", &arm, "--json"])).unwrap();
    assert_eq!(json["joints"].as_array().unwrap().len(), 1);
    assert_eq!(json["frames"]["joints"].as_array().unwrap().len(), 1, "{}", json["frames"]);
    assert_eq!(json["frames"]["tool"]["position"][0], 0.9);
}

/// Nothing that a conversion loses is left out of the list; what several joints lose is one line.
#[test]
fn all_that_a_conversion_loses_is_listed() {
    let folder = folder("newcomer-losses");
    let joint = "[[joint]]\ntype = \"revolute\"\naxis = \"z\"\noffset = [1, 0, 0]\ncoordinate = \"aK\"\n\
                 rotor = { inertia = 1e-4, ratio = 100 }\nspring = { stiffness = 3 }\n\
                 friction = { coulomb = 0.1, diameter = 0.1, static = 0.2, constant = 0.1, stribeck = 0.01 }\n\
                 link = { mass = 1, inertia = { izz = 1 } }\n";
    let joints = (1..=7).map(|k| joint.replace('K', &k.to_string())).collect::<String>();
    let text = format!(
        "name = \"arm\"\nsource = \"me\"\ngravity = 0\n{joints}[payload]\nforce = [1, 0, 0]\n"
    );
    let arm = file(&folder, "arm.toml", &text);
    let said = beside(&["convert", &arm, &format!("{}/arm.urdf", folder.display())]);
    assert!(!said.contains("more like this"), "{said}");
    for lost in [
        "the source",
        "the payload",
        "Coulomb friction",
        "static friction",
        "spring",
        "rotor",
        "gravity",
        "coordinate",
    ] {
        let lines =
            said.lines().filter(|line| line.contains("[not-in-urdf]") && line.contains(lost));
        assert_eq!(lines.count(), 1, "{lost}: {said}");
    }
    assert!(said.contains("at joints 1, 2, 3, 4, 5, 6, 7 / rotor"), "{said}");
}

/// What stands in a file is shown with the name of the file.
#[test]
fn notes_about_a_file_name_it() {
    let folder = folder("newcomer-notes");
    let text = "<sdf version='1.9'><model name='m'><link name='stand'/><link name='cart'/>\
                <joint name='b' type='fixed'><parent>world</parent><child>stand</child></joint>\
                <joint name='x' type='prismatic'><parent>stand</parent><child>cart</child></joint></model></sdf>";
    let cart = file(&folder, "cart.sdf", text);
    let said = beside(&["eval", &cart, "M", "--q", "0"]);
    assert!(said.contains("base-mass") && !said.contains("[ :"), "{said}");
}

#[test]
fn limits_of_a_urdf_that_lock_a_joint_or_are_missing_are_reported() {
    let urdf = |limit: &str| {
        format!(
            "<robot name='arm'><link name='base'/><link name='arm'><inertial><mass value='1'/>\
             <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\
             <joint name='a' type='revolute'><parent link='base'/><child link='arm'/>\
             <axis xyz='0 0 0.999999'/><limit {limit}/></joint></robot>"
        )
    };
    let folder = folder("newcomer-limits");
    let zero = file(&folder, "zero.urdf", &urdf("lower='-1' upper='1' effort='0' velocity='0'"));
    let shown = text_of(&["show", &zero]);
    assert!(shown.contains("warning[not-positive]"), "{shown}");
    // the axis has the direction z
    assert!(!shown.contains("snapped-axis"), "{shown}");
    let open = file(&folder, "open.urdf", &urdf("effort='1' velocity='1'"));
    let shown = text_of(&["show", &open]);
    assert!(shown.contains("note[no-position-limits]"), "{shown}");
    assert!(!shown.contains("not-positive"), "{shown}");
}
