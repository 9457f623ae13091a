//! No bytes make the reader of SDF panic or hang, and what it reads is written and read back.

#![no_main]

use appell_algebra::Budget;
use appell_model::{Format, Options, read, read_sdf, write_sdf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = read(bytes, Format::Sdf, &Options::default());
    let text = String::from_utf8_lossy(bytes);
    for finding in &reading.findings {
        finding.render("robot", &text);
    }
    let Some(robot) = reading.robot else { return };
    let Ok((written, _)) = write_sdf(&robot, &Budget::default().with_terms(10_000)) else {
        return;
    };
    let again = read_sdf(&written, &Options::default());
    assert!(again.robot.is_some(), "{:?}\n{written}", again.findings);
});
