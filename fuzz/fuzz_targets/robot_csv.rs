//! No bytes make the reader of tables panic or hang, and what it reads is written and read back.

#![no_main]

use appell_algebra::Budget;
use appell_model::{Convention, Format, Options, read, read_csv, write_csv};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = read(bytes, Format::Csv, &Options::default());
    let text = String::from_utf8_lossy(bytes);
    for finding in &reading.findings {
        finding.render("table", &text);
    }
    let Some(robot) = reading.robot else { return };
    let budget = Budget::default().with_terms(10_000);
    for convention in Convention::ALL {
        let Ok((written, _)) = write_csv(&robot, convention, &budget) else { continue };
        let again = read_csv(&written, &Options::default());
        assert!(again.robot.is_some(), "{:?}\n{written}", again.findings);
    }
});
