//! The robots that come with Appell.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use appell_model::{BUNDLED, read_toml, write_toml};

#[test]
fn every_bundled_robot_reads_and_writes_back_the_same() {
    for file in BUNDLED {
        let reading = file.read();
        for finding in &reading.findings {
            println!("{}", finding.render(file.name, file.text));
        }
        let robot = reading.robot.unwrap_or_else(|| panic!("{} cannot be read", file.name));
        let written = write_toml(&robot);
        let again = read_toml(&written, &Default::default());
        for finding in &again.findings {
            println!("{}", finding.render(file.name, &written));
        }
        assert_eq!(write_toml(&again.robot.unwrap()), written, "{}", file.name);
    }
}
