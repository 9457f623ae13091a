//! No text makes the proof-reader panic or hang, and what it says lies in the text.

#![no_main]

use std::time::Duration;

use appell_algebra::Budget;
use appell_model::bundled;
use appell_proof::{Notation, Options, check, notation_for};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let robot = bundled("2r").and_then(|file| file.read().robot).expect("a bundled robot");
    let budget =
        Budget::default().with_terms(500).with_nodes(2000).with_time(Duration::from_millis(200));
    notation_for(text, &robot);
    let _ = Notation::read(text);
    let options = Options { budget, ..Options::default() };
    // mathematics is rare in random text: the text is also read as the inside of a display
    let displayed = format!("$$ G_2 = {text} $$");
    for paper in [text, displayed.as_str()] {
        let Ok(report) = check(paper, &robot, None, &options) else { continue };
        for finding in &report.findings {
            assert!(paper.get(finding.span.clone()).is_some(), "{finding:?}");
        }
        for note in &report.notes {
            note.render("paper", paper);
        }
    }
});
