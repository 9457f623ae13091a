//! `appell linearise` and `appell ik` as a user meets them.

#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support::{appell, file, folder, refusal_of, text_of};
use serde_json::Value;

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&text_of(arguments)).unwrap()
}

#[test]
fn the_linear_model_as_text_and_json() {
    let hanging = ["linearise", "2r", "--q", "-pi/2,0", "--trim", "--sample", "0.01"];
    let text = text_of(&hanging);
    for word in ["an equilibrium", "dq1", "Q_q2", "Ad", "marginal", "controllable: yes"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let json = json_of(&[&hanging[..], &["--json"]].concat());
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let documented = include_str!("../../../../docs/linearise.md");
    for key in keys {
        assert!(documented.contains(&format!("| `{key}`")), "docs/linearise.md: {key}");
    }
    assert_eq!(json["states"], serde_json::json!(["q1", "q2", "dq1", "dq2"]));
    assert_eq!(json["Ad"].as_array().unwrap().len(), 4);
    assert_eq!(json["equilibrium"], true);
    // as with `eval`, a state is JSON as well; and outputs of the tool
    let state = "{\"q\": [-1.5707963267948966, 0]}";
    let same = json_of(&["linearise", "2r", "--at", state, "--outputs", "joints,pose", "--json"]);
    assert_eq!(same["A"], json["A"]);
    assert_eq!(same["outputs"].as_array().unwrap().len(), 8);
    // driven joints by name, coordinate and number
    let driven = |inputs: &str| json_of(&["linearise", "cartpole", "--inputs", inputs, "--json"]);
    assert_eq!((&driven("q2"), &driven("2")), (&driven("pole"), &driven("pole")));
    let output = appell(&["linearise", "2r"]);
    let warned = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && warned.contains("no-equilibrium"), "{warned}");
}

#[test]
fn what_cannot_be_linearised_is_refused() {
    let cases: [(&[&str], &str); 5] = [
        (&["--inputs", "joint3"], "unknown-joint"),
        (&["--sample", "0"], "bad-sample"),
        (&["--trim", "--qd", "1,0"], "not-at-rest"),
        (&["--equilibrium", "--tau", "1000,0"], "no-equilibrium"),
        (&["--trim", "--inputs", "joint2"], "not-held"),
    ];
    for (options, code) in cases {
        let said = refusal_of(&[&["linearise", "2r"], options].concat());
        assert!(said.contains(code), "{said}");
    }
    // clap says which options do not go together
    assert!(refusal_of(&["linearise", "2r", "--trim", "--equilibrium"]).contains("--equilibrium"));
}

#[test]
fn poses_are_solved_as_text_and_json() {
    let pose = ["ik", "puma560", "--pose", "0.4,0.2,0.3,pi/2,0.3,-1"];
    let text = text_of(&pose);
    assert!(
        text.starts_with("8 solutions, from 300 starting points; this does not prove"),
        "{text}"
    );
    let units = ["ik", "puma560", "--pose", "400mm,20 cm,0.3,90deg,0.3,-1"];
    assert_eq!(text_of(&units), text);
    let json = json_of(&[&pose[..], &["--json"]].concat());
    let documented = include_str!("../../../../docs/inverse-kinematics.md");
    let solutions = json["solutions"].as_array().unwrap();
    for key in json.as_object().unwrap().keys().chain(solutions[0].as_object().unwrap().keys()) {
        assert!(documented.contains(&format!("| `{key}`")), "docs/inverse-kinematics.md: {key}");
    }
    assert_eq!(solutions.len(), 8);
    // each leads back to the pose, by the other command; and its answer is a target
    for solution in solutions {
        let q: Vec<String> =
            solution["q"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let frame = text_of(&["eval", "puma560", "T[tool]", "--q", &q.join(","), "--json"]);
        let frame_json: Value = serde_json::from_str(&frame).unwrap();
        let place = |i: usize| frame_json["T[tool]"][i][3].as_f64().unwrap();
        for (i, known) in [0.4, 0.2, 0.3].into_iter().enumerate() {
            assert!((place(i) - known).abs() < 1e-10);
        }
        let file = file(&folder("poses"), "pose.json", &frame);
        let again = json_of(&["ik", "puma560", "--at", &file, "--json"]);
        assert_eq!(again["solutions"].as_array().unwrap().len(), 8);
    }
    assert_eq!(text_of(&pose), text, "the same, to the byte");
    let near = json_of(&[&pose[..], &["--json", "--q", "joint1=7,joint3=3"]].concat());
    let near = near["solutions"].as_array().unwrap();
    let distance = |k: usize| near[k]["distance"].as_f64().unwrap();
    assert!(near.len() == 8 && (1..8).all(|k| distance(k - 1) <= distance(k)));
    assert!((near[0]["q"][0].as_f64().unwrap() - 7.0).abs() < std::f64::consts::PI);
    for elbow in ["1", "-1"] {
        let q = format!("elbow={elbow}");
        let near =
            json_of(&["ik", "elastic_joints", "--position", "0.3,0.4,0", "--q", &q, "--json"]);
        let nearest = near["solutions"][0]["q"][1].as_f64().unwrap();
        assert_eq!(nearest > 0.0, elbow == "1", "{near}");
    }
    let said = refusal_of(&["ik", "2r", "--position", "300,200,0"]);
    assert!(said.contains("warning[length-large]"), "{said}");
    let anywhere = text_of(&["ik", "panda", "--position", "0.4,0.2,0.3", "--members", "3"]);
    assert!(anywhere.starts_with("3 members of families of solutions with 3 free"), "{anywhere}");
    // the tool is the centre of the wrist
    let wrist = json_of(&["ik", "puma560", "--position", "0.4,0.2,0.3", "--json"]);
    assert_eq!(wrist["idle_joints"], serde_json::json!(["joint4", "joint5", "joint6"]));
    assert_eq!(wrist["solutions"].as_array().unwrap().len(), 4);
    let elbow = json_of(&["ik", "2r", "--of", "joint2", "--position", "0,0.5,0", "--json"]);
    let shoulder = elbow["solutions"][0]["q"][0].as_f64().unwrap();
    assert!((shoulder - std::f64::consts::FRAC_PI_2).abs() < 1e-5, "{elbow}");
    // the links of elastic joints, without their motors
    let elastic = json_of(&["ik", "elastic_joints", "--position", "0.3,0.4,0", "--json"]);
    assert_eq!(elastic["joints"], serde_json::json!(["shoulder", "elbow"]));
    for solution in elastic["solutions"].as_array().unwrap() {
        let [q1, q2] = [0, 1].map(|k| solution["q"][k].as_f64().unwrap());
        let (x, y) =
            (0.35 * q1.cos() + 0.3 * (q1 + q2).cos(), 0.35 * q1.sin() + 0.3 * (q1 + q2).sin());
        assert!((x - 0.3).abs() < 1e-10 && (y - 0.4).abs() < 1e-10, "{solution}");
    }
}

#[test]
fn what_cannot_be_reached_or_read_is_refused() {
    let half = "[[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]";
    let cases: [(&[&str], &str); 7] = [
        (&["2r", "--position", "1,0,0"], "unreachable-pose"),
        (&["2r", "--position", "1,0"], "--position must have 3 values, got 2"),
        (&["2r", "--position", "1,0,x"], "--position 0.3,pi/2,-1"),
        (&["2r", "--at", "[1, 2]"], "bad-matrix"),
        (&["2r", "--at", half], "not a rotation"),
        (&["2r", "--at", "none.json"], "none.json"),
        (&["2r", "--position", "0,0,0", "--of", "jont1"], "did you mean `joint1`?"),
    ];
    for (arguments, words) in cases {
        let said = refusal_of(&[&["ik"], arguments].concat());
        assert!(said.contains(words), "{said}");
    }
    assert!(refusal_of(&["ik", "2r"]).contains("--pose"));
    // limits hold unless they are ignored
    let folder = folder("limited");
    let limited = "name = 'arm'\ngravity = 0\n[[joint]]\ntype = 'rotation'\naxis = 'z'\n\
        limits = { lower = -1, upper = 1 }\n[tool]\noffset = [1, 0, 0]\n";
    let robot = file(&folder, "arm.toml", limited);
    let behind = ["ik", &robot, "--position", "-1,0,0"];
    assert!(refusal_of(&behind).contains("--ignore-limits"));
    assert!(text_of(&[&behind[..], &["--ignore-limits"]].concat()).contains("outside the limits"));
}
