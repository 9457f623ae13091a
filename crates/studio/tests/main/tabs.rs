//! Tabs: each with a robot of its own, long work that is cancelled, many at once.

use appell::{Robot, State};
use serde_json::json;

use crate::client::Running;

#[test]
fn numbers_are_those_of_the_library() {
    let studio = Running::start();
    let mut tab = studio.tab();
    let robot = tab.answer("open", json!({ "robot": "ur5" }));
    assert_eq!(robot["coordinates"].as_array().map(Vec::len), Some(6));
    let (q, qd) = ([0.1, -1.0, 1.2, 0.3, 0.5, -0.2], [0.5, 0.1, -0.3, 0.2, 0.0, 1.0]);
    let asked = json!({ "q": q, "qd": qd, "quantities": ["Q", "M", "no such"] });
    let pose = tab.answer("pose", asked);
    let values = Robot::bundled("ur5")
        .and_then(|robot| robot.evaluate(["Q", "M", "T[tool]"], &State::new().q(q).qd(qd)))
        .expect("numbers");
    let torques: Vec<f64> =
        serde_json::from_value(pose["values"]["Q"]["entries"].clone()).expect("numbers");
    assert_eq!(torques, values.list("Q").expect("a list"));
    assert_eq!(pose["values"]["M"]["rows"], 6);
    assert_eq!(pose["values"]["M"]["names"][7], "M[2,2]");
    assert!(pose["missing"]["no such"].as_str().is_some_and(|it| it.contains("no such")));
    let tool: Vec<f64> = serde_json::from_value(pose["tool"].clone()).expect("numbers");
    let expected: Vec<f64> = values.rows("T[tool]").expect("rows")[..3].concat();
    assert_eq!(tool, expected);
}

#[test]
fn a_robot_that_cannot_be_read_leaves_the_last_one() {
    let studio = Running::start();
    let mut tab = studio.tab();
    tab.answer("open", json!({ "robot": "2r" }));
    let text = "name = \"arm\"\n[[joint]]\ntype = \"revolute\"\nofset = [0, 0, 1]\n";
    let message = tab.whole("open", json!({ "text": text }));
    let finding = message["findings"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["code"] == "unknown-key").cloned());
    let finding = finding.expect("the unknown key");
    assert_eq!((finding["line"].as_u64(), finding["column"].as_u64()), (Some(4), Some(1)));
    assert_eq!((finding["end_line"].as_u64(), finding["end_column"].as_u64()), (Some(4), Some(6)));
    assert_eq!(tab.answer("pose", json!({}))["frames"].as_array().map(Vec::len), Some(2));
}

#[test]
fn tabs_do_not_see_each_other() {
    let studio = Running::start();
    let (mut one, mut two) = (studio.tab(), studio.tab());
    one.answer("open", json!({ "robot": "2r" }));
    two.answer("open", json!({ "robot": "panda" }));
    assert_eq!(one.answer("pose", json!({}))["frames"].as_array().map(Vec::len), Some(2));
    assert!(two.answer("pose", json!({}))["frames"].as_array().is_some_and(|it| it.len() >= 7));
    let message = studio.tab().whole("pose", json!({}));
    assert_eq!(message["findings"][0]["code"], "no-robot-open");
}

#[test]
fn long_work_is_cancelled_and_the_tab_lives() {
    let studio = Running::start();
    let mut tab = studio.tab();
    tab.answer("open", json!({ "robot": "chain20" }));
    let id = tab.send("derive", json!({ "quantity": "M", "form": "expanded" }));
    tab.send("cancel", json!({ "of": id }));
    loop {
        let message = tab.read();
        if message["id"] == json!(id) && message.get("progress").is_none() {
            assert!(
                message["findings"][0]["message"].as_str().is_some_and(|it| it.contains("cancel")),
                "{message}"
            );
            break;
        }
    }
    assert!(tab.whole("pose", json!({})).get("answer").is_some());
}

#[test]
fn a_fifth_piece_of_work_is_refused_while_four_are_going_on() {
    let studio = Running::start();
    let mut tab = studio.tab();
    tab.answer("open", json!({ "robot": "chain20" }));
    let mut derive = || tab.send("derive", json!({ "quantity": "M", "form": "expanded" }));
    let going_on = [derive(), derive(), derive(), derive()];
    let refused = derive();
    let mut final_message = |of: u64| loop {
        let message = tab.read();
        if message["id"] == json!(of) && message.get("progress").is_none() {
            break message;
        }
    };
    let message = final_message(refused);
    let words = message["findings"][0]["message"].as_str().expect("a finding");
    assert_eq!(words, "4 messages are being answered: wait for an answer");
    for id in going_on {
        tab.send("cancel", json!({ "of": id }));
    }
}

#[test]
fn fifty_tabs_are_answered_and_the_sixty_fifth_is_told_why_not() {
    let studio = Running::start();
    let cookie = studio.cookie();
    let mut tabs: Vec<_> =
        (0..64).filter_map(|_| studio.tab_with(&cookie, &studio.origin()).ok()).collect();
    assert_eq!(tabs.len(), 64);
    assert_eq!(studio.tab_with(&cookie, &studio.origin()).err(), Some(503));
    for tab in tabs.iter_mut().take(50) {
        tab.answer("open", json!({ "robot": "2r" }));
    }
}
