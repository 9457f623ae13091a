//! Files of results: nothing is replaced without `--force`, nothing is left half written.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::Command;

use crate::motion::names_in;
use crate::support::{file, folder, last, refusal_of};

#[test]
fn files_that_are_there_stay_without_force() {
    let folder = folder("motion-force");
    let out = file(&folder, "mine.csv", "mine");
    let refusal = refusal_of(&["simulate", "fall", "--out", &out]);
    assert!(refusal.contains("--force"), "{refusal}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "mine");
    let refusal = refusal_of(&["simulate", "fall", "--out", "fall.xlsx"]);
    assert!(refusal.contains(".csv"), "{refusal}");
    let gone = format!("{}/no/such/folder.csv", folder.display());
    assert!(refusal_of(&["simulate", "fall", "--out", &gone]).contains("cannot write"));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = folder("full-disk");
    let out = format!("{}/fall.csv", folder.display());
    // no file may be larger than two blocks of 512 bytes; the signal for that is ignored
    let script = format!(
        "trap '' XFSZ; ulimit -f 2; exec '{}' simulate fall --out '{out}'",
        env!("CARGO_BIN_EXE_appell")
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write") && said.contains("may not be so large"), "{said}");
    assert_eq!(names_in(&folder), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_shorter_file_that_is_whole() {
    let folder = folder("ctrl-c");
    let scenario = file(
        &folder,
        "long.toml",
        "robot = \"panda\"\n[start]\nq = [0, -0.785, 0, -2.356, 0, 1.571, 0.785]\n[simulation]\nduration = 100000\nlimits = \"ignore\"\n[output]\nstep = 1\n",
    );
    let out = format!("{}/long.csv", folder.display());
    let child = Command::new(env!("CARGO_BIN_EXE_appell"))
        .args(["simulate", &scenario, "--out", &out])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("warning[stopped]"), "{said}");
    let table = appell::output::read_csv(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert!(table.rows() > 1 && table.rows() < 100_000, "{}", table.rows());
    // the state at which it stopped is the last row
    let last = last(&table, "t");
    let end = said.split("up to ").nth(1).unwrap().split(' ').next().unwrap();
    assert!((last - end.parse::<f64>().unwrap()).abs() <= 1e-4 * last, "{end} {last}");
    assert_eq!(names_in(&folder), ["long.csv", "long.toml"]);
}
