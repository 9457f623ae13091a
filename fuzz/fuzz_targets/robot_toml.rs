//! No bytes make the reader of TOML panic or hang, and what it reads is written and read back.

#![no_main]

use appell_model::{Format, Options, read, read_toml, write_toml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = read(bytes, Format::Toml, &Options::default());
    let text = String::from_utf8_lossy(bytes);
    for finding in &reading.findings {
        finding.render("robot", &text);
    }
    let Some(robot) = reading.robot else { return };
    let written = write_toml(&robot);
    let again = read_toml(&written, &Options::default());
    let Some(again) = again.robot else { panic!("{:?}\n{written}", again.findings) };
    assert_eq!(write_toml(&again), written);
});
