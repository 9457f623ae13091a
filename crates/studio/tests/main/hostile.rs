//! Messages that no page sends.

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::client::Running;

const ASKS: [&str; 20] = [
    "mesh",
    "certificate",
    "robots",
    "open",
    "convert",
    "pose",
    "ik",
    "modes",
    "derive",
    "scenarios",
    "scenario",
    "run",
    "papers",
    "paper",
    "check",
    "generate",
    "share",
    "cancel",
    "nothing",
    "",
];
const KEYS: [&str; 20] = [
    "file",
    "files",
    "main",
    "beside",
    "robot",
    "text",
    "format",
    "q",
    "qd",
    "parameters",
    "quantities",
    "quantity",
    "form",
    "pose",
    "from",
    "what",
    "name",
    "language",
    "scene",
    "of",
];

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|it| json!(it)),
        any::<i64>().prop_map(|it| json!(it)),
        any::<f64>().prop_map(|it| json!(it)),
        prop_oneof![
            Just("2r"),
            Just("Q"),
            Just("M[1,1]"),
            Just("short"),
            Just("c"),
            Just("fall"),
            Just("toml"),
            Just("\u{0}<")
        ]
        .prop_map(|it| json!(it)),
        "\\PC{0,20}".prop_map(|it| json!(it)),
    ];
    leaf.prop_recursive(3, 16, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|it| json!(it)),
            prop::collection::btree_map("[a-z]{0,4}", inner, 0..4).prop_map(|it| json!(it)),
        ]
    })
}

fn message() -> impl Strategy<Value = String> {
    let known =
        (0..ASKS.len(), prop::collection::vec((0..KEYS.len(), value()), 0..4), any::<u32>());
    let known = known.prop_map(|(ask, fields, id)| {
        let mut message = json!({ "id": id, "ask": ASKS[ask] });
        for (key, value) in fields {
            message[KEYS[key]] = value;
        }
        message.to_string()
    });
    let known = known.boxed();
    let cut = (known.clone(), 0..60usize).prop_map(|(text, at)| text.chars().take(at).collect());
    prop_oneof![8 => known, 1 => "\\PC{0,40}", 1 => cut]
}

/// Sends messages; the tab must answer in the end, and no piece of work may have panicked.
fn send(count: u32) {
    let studio = Running::start();
    let mut tab = studio.tab();
    tab.answer("open", json!({ "robot": "2r" }));
    let mut runner =
        TestRunner::new(Config { cases: count, failure_persistence: None, ..Config::default() });
    let tab = std::cell::RefCell::new(tab);
    runner
        .run(&message(), |text| {
            let mut tab = tab.borrow_mut();
            tab.send_text(&text);
            // an answer or a refusal comes for all but `cancel`; the pose shows that the tab lives
            let id = tab.send("papers", json!({}));
            loop {
                let answer = tab.read();
                prop_assert_ne!(
                    &answer["findings"][0]["code"],
                    &json!("internal-error"),
                    "{}",
                    text
                );
                if answer["id"] == json!(id) {
                    return Ok(());
                }
            }
        })
        .expect("every message is answered");
}

#[test]
fn odd_messages_are_answered() {
    send(3000);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn a_hundred_thousand_odd_messages_are_answered() {
    send(100_000);
}

#[test]
fn messages_that_are_too_long_close_the_tab_and_nothing_else() {
    let studio = Running::start();
    let mut tab = studio.tab();
    let long = format!(r#"{{"id": 1, "ask": "open", "text": "{}"}}"#, "x".repeat(2 << 20));
    // it may close before all is sent
    let _ = tab.socket.send(tungstenite::Message::text(long));
    assert!((0..9).any(|_| tab.socket.read().is_err()));
    assert!(studio.tab().whole("papers", json!({})).get("answer").is_some());
}

#[test]
fn a_tab_that_never_reads_does_not_stop_the_others() {
    let studio = Running::start();
    let mut deaf = studio.tab();
    deaf.socket.get_mut().set_write_timeout(Some(Duration::from_millis(200))).expect("a limit");
    for id in 0..2000 {
        let text = json!({ "id": id, "ask": "open", "robot": "panda" }).to_string();
        if deaf.socket.send(tungstenite::Message::text(text)).is_err() {
            break;
        }
    }
    assert!(studio.tab().whole("papers", json!({})).get("answer").is_some());
}

#[test]
fn bytes_that_are_no_http_are_refused() {
    let studio = Running::start();
    for bytes in ["\r\n\r\n", "GET\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        assert!(!studio.raw(bytes).contains(" 200 "), "{bytes:?}");
    }
    let head =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", studio.host(), "y".repeat(1 << 20));
    assert!(!studio.raw(&head).contains(" 200 "));
    assert_eq!(studio.ask("GET", "/", &[("Host", &studio.host())], "").0, 200);
}
