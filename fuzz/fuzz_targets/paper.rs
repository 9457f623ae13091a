//! No text makes the proof-reader panic or hang, in whatever format it is given, and what it says lies in
//! the text. No bytes do as an archive.

#![no_main]

use appell_model::bundled;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/proof/tests/main/survive.rs"]
mod survive;

fuzz_target!(|data: &[u8]| {
    let robot = bundled("2r").and_then(|file| file.read().robot).expect("a bundled robot");
    survive::survive(data, &robot);
});
