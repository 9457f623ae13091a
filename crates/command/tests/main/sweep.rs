//! `appell sweep`: shards, threads, ends of all kinds, the same bytes.

#![cfg(feature = "data")]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::{appell, file, folder, refusal_of, text_of};

const DOCUMENT: &str = include_str!("../../../../docs/sweeps.md");

const SCENARIO: &str = "robot = \"2r\"\n[[motion]]\nto = [1, -0.5]\nduration = 2\n[[payload]]\nmass = 1\n\
    [sweep]\nmethod = \"sobol\"\ncount = COUNT\npart = PART\n[[sweep.vary]]\npath = \"motion[1].duration\"\nfrom = 1\n\
    to = 3\n[[sweep.vary]]\npath = \"payload[1].mass\"\nnormal = { mean = 2, deviation = 1 }\n";

fn scenario(folder: &Path, count: u64, part: u64) -> String {
    let text = SCENARIO.replace("COUNT", &count.to_string()).replace("PART", &part.to_string());
    file(folder, "s.toml", &text)
}

#[test]
fn threads_and_shards_give_the_same_bytes() {
    let folder = folder("sweep-shards");
    let scenario = scenario(&folder, 150, 9);
    let out = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let (page, worst) = (out("page.html"), out("worst.toml"));
    let one = out("one.parquet");
    let arguments =
        ["sweep", &scenario, "--out", &one, "--threads", "1", "--page", &page, "--worst", &worst];
    let said = text_of(&arguments);
    assert!(said.contains("150 variants, of which "), "{said}");
    assert!(said.contains("could not run: see the column `remark`"), "{said}");
    assert!(said.contains("largest energy: "), "{said}");
    assert!(!folder.join("one.parquet.parts").exists());
    text_of(&["sweep", &scenario, "--out", &out("two.parquet"), "--threads", "2"]);
    let shards = out("shards.parquet");
    let early = refusal_of(&["sweep", &scenario, "--out", &shards, "--merge"]);
    assert!(early.contains("error[missing-parts]"), "{early}");
    for shard in 1..=16 {
        let shard = format!("{shard}/16");
        text_of(&["sweep", &scenario, "--out", &shards, "--shard", &shard]);
    }
    text_of(&["sweep", &scenario, "--out", &shards, "--merge"]);
    assert!(bytes("one.parquet") == bytes("two.parquet"));
    assert!(bytes("one.parquet") == bytes("shards.parquet"));
    // the worst variant is a scenario, and needs the energy that was printed
    let largest = said.split("largest energy: ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(text_of(&["inverse", &worst]).contains(&format!("drives: {largest} J")), "{said}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("energy over payload[1].mass"));
    let again = refusal_of(&["sweep", &scenario, "--out", &one]);
    assert!(again.contains("already exists"), "{again}");
}

fn started(scenario: &str, out: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_appell"))
        .args(["sweep", scenario, "--out", out, "--threads", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn parts(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|it| it.path().extension().is_some_and(|it| it == "parquet")).count()
}

/// After SIGKILL and after Ctrl+C the parts are there, and are not calculated again.
#[test]
fn a_run_that_is_ended_goes_on_where_it_was() {
    let folder = folder("sweep-ended");
    let scenario = scenario(&folder, 40_000, 50);
    let out = |name: &str| folder.join(name).to_string_lossy().into_owned();
    // so many that no machine is done before it is ended; that a resumed run has the bytes of one in one
    // go is shown in the library
    for (name, signal) in [("killed.parquet", "KILL"), ("stopped.parquet", "INT")] {
        let mut child = started(&scenario, &out(name));
        let at = folder.join(format!("{name}.parts"));
        while parts(&at) < 3 {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if signal == "INT" {
            assert_eq!(ended.status.code(), Some(2), "{said}");
            assert!(said.contains("of 800 parts are complete"), "{said}");
        }
        assert!(!folder.join(name).exists());
        let kept = parts(&at);
        assert!((3..800).contains(&kept), "{kept}");
        let refused = refusal_of(&["sweep", &scenario, "--out", &out(name)]);
        assert!(refused.contains("error[unfinished-sweep]"), "{refused}");
        // nothing that was there is calculated again
        let before =
            std::fs::metadata(at.join("part-00000000.parquet")).unwrap().modified().unwrap();
        let shard = ["sweep", &scenario, "--out", &out(name), "--shard", "1/200", "--resume"];
        let answer = text_of(&shard);
        assert!(answer.contains("parts of 800 written"), "{answer}");
        let after =
            std::fs::metadata(at.join("part-00000000.parquet")).unwrap().modified().unwrap();
        assert_eq!(before, after);
    }
}

#[test]
fn the_scenario_of_the_page_runs() {
    let folder = folder("sweep-page");
    let text = DOCUMENT.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let scenario = file(&folder, "s.toml", &text.replace("count  = 1000", "count = 20"));
    let out = folder.join("s.parquet").to_string_lossy().into_owned();
    let said = text_of(&["sweep", &scenario, "--out", &out]);
    assert!(said.starts_with(&format!("{scenario}: 20 variants\n")), "{said}");
    for shard in ["0/3", "4/3", "1", "a/b"] {
        let refused = appell(&["sweep", &scenario, "--out", &out, "--shard", shard]);
        assert_eq!(refused.status.code(), Some(2), "{shard}");
    }
    let csv = folder.join("s.csv").to_string_lossy().into_owned();
    assert!(refusal_of(&["sweep", &scenario, "--out", &csv]).contains("end the name in .parquet"));
}
