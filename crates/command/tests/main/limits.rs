//! Limits of time and memory, signals, and files that are being written.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::support::{file, folder, refusal_of, text_of};

/// As many joints as a robot may have.
fn long_chain(folder: &Path) -> String {
    let mut text = "name = \"long\"\ngravity = 9.81\n".to_owned();
    for _ in 0..2000 {
        text.push_str(
            "[[joint]]\ntype = \"rotation\"\naxis = \"y\"\noffset = [0, 0, 0.1]\n\
             link = { mass = 1, centre = [0, 0, 0.05] }\n",
        );
    }
    file(folder, "long.toml", &text)
}

#[test]
fn time_and_memory_are_kept() {
    let folder = folder("limits");
    let robot = long_chain(&folder);
    let out = folder.join("out");
    let out = out.to_str().unwrap();
    for arguments in [
        vec!["eval", &robot, "C", "--time", "1"],
        vec!["generate", &robot, "Q", "--lang", "c", "--out", out, "--time", "1"],
        vec!["bench", &robot, "qdd", "--time", "1"],
    ] {
        let said = refusal_of(&arguments);
        assert!(said.contains("time limit of 1 s exceeded"), "{arguments:?}: {said}");
    }
    let said = refusal_of(&["eval", &robot, "Y", "--memory", "0.2"]);
    assert!(said.contains("memory limit of 0.2 GiB exceeded"), "{said}");
    assert!(refusal_of(&["show", "2r", "--time", "soon"]).contains("a number of seconds"));
}

/// A stack that cannot be had is asked for by the environment: nothing needs it.
#[test]
fn the_environment_does_not_stop_the_watch() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
    let output = command.args(["eval", "2r", "Q"]).env("RUST_MIN_STACK", "99999999999999999");
    assert!(output.output().unwrap().status.success());
}

#[cfg(unix)]
mod writing {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn scenario(folder: &Path) -> String {
        let text = "robot = \"2r\"\n[start]\nq = [1, 0.5]\n[simulation]\nduration = 20\n[output]\nstep = 0.0005\n";
        file(folder, "fall.toml", text)
    }

    fn simulate(scenario: &str, out: &Path) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
        command.args(["simulate", scenario, "--force", "--out"]).arg(out);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = std::fs::read_dir(folder).unwrap();
        files.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Whenever a signal comes, under the name of the result is a whole file, of the whole run or of
    /// what was done, or none; and but for SIGKILL nothing else is left.
    #[test]
    fn signals_leave_no_half_file() {
        let folder = folder("signals");
        let scenario = scenario(&folder);
        let whole = folder.join("whole.csv");
        assert!(simulate(&scenario, &whole).wait().unwrap().success());
        let whole = std::fs::read_to_string(&whole).unwrap();
        for (round, signal) in ["TERM", "HUP", "INT", "KILL"].iter().cycle().take(16).enumerate() {
            let results = folder.join(format!("results{round}"));
            std::fs::create_dir_all(&results).unwrap();
            let out = results.join("out.csv");
            let mut child = simulate(&scenario, &out);
            std::thread::sleep(Duration::from_millis(20 + 60 * round as u64));
            let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
            child.wait().unwrap();
            if let Ok(text) = std::fs::read_to_string(&out) {
                // rows as in the whole run, but for the last, at which it was stopped
                let complete = text.trim_end().rsplit_once('\n').map_or("", |(rows, _)| rows);
                assert!(text.ends_with('\n') && whole.starts_with(complete), "{signal}");
            }
            let left: Vec<String> =
                names(&results).into_iter().filter(|it| it != "out.csv").collect();
            assert!(left.is_empty() || *signal == "KILL", "{signal}: {left:?}");
        }
    }

    #[test]
    fn what_is_replaced_keeps_its_permissions_and_links() {
        let folder = folder("replaced");
        let real = folder.join("real.toml");
        std::fs::write(&real, "old").unwrap();
        std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
        let link = folder.join("link.toml");
        symlink(&real, &link).unwrap();
        text_of(&["convert", "2r", link.to_str().unwrap(), "--force"]);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_ne!(std::fs::read_to_string(&real).unwrap(), "old");
        assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
        let pipe = folder.join("pipe.toml");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let said = refusal_of(&["convert", "2r", pipe.to_str().unwrap(), "--force"]);
        assert!(said.contains("not a plain file"), "{said}");
        assert_eq!(names(&folder).len(), 3);
    }

    /// Files may not be longer than a few kilobytes here: it is said, and nothing is left.
    #[test]
    fn a_file_that_is_too_long_is_told() {
        let folder = folder("too-long");
        let scenario = scenario(&folder);
        let shell = "ulimit -f 8; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_appell"), "simulate", &scenario, "--out"]);
        let output = command.arg(folder.join("out.csv")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("files may not be so large there"), "{said}");
        assert_eq!(names(&folder), ["fall.toml"]);
    }

    /// Of several files of one run all are written or none.
    #[test]
    fn files_of_one_run_are_written_all_or_none() {
        let folder = folder("all-or-none");
        let shell = "ulimit -f 8; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args([
            "-c",
            shell,
            env!("CARGO_BIN_EXE_appell"),
            "generate",
            "panda",
            "G",
            "dqdd/dq",
        ]);
        let output = command.args(["--lang", "c", "--out"]).arg(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(names(&folder).is_empty(), "{:?}", names(&folder));
    }
}
