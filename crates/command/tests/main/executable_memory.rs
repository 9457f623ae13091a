//! Where the system refuses executable memory, as services under systemd or SELinux may find it, the
//! interpreter is used: slower, with the same results.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test")]

use std::path::Path;
use std::process::{Command, Output};

use appell_test_tools::available;

use crate::support::{appell, folder};

/// A library that refuses what `mmap` alone does not give: pages that can be run.
const REFUSING: &str = "#define _GNU_SOURCE\n#include <errno.h>\n#include <sys/mman.h>\n\
    #include <sys/syscall.h>\n#include <unistd.h>\n\
    int mprotect(void *start, size_t length, int protection)\n{\n\
    \x20   if (protection & PROT_EXEC) { errno = EACCES; return -1; }\n\
    \x20   return (int)syscall(SYS_mprotect, start, length, protection);\n}\n";

fn refused(library: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
    command.env("LD_PRELOAD", library).args(arguments).output().unwrap()
}

#[test]
fn without_executable_memory_the_interpreter_stands_in() {
    if !available("gcc") {
        return;
    }
    let folder = folder("executable-memory");
    let (source, library) = (folder.join("refusing.c"), folder.join("refusing.so"));
    std::fs::write(&source, REFUSING).unwrap();
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    assert!(gcc.status().unwrap().success());
    let lanes = |output: Output| {
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer[0]["lanes"].as_u64().unwrap()
    };
    assert_eq!(lanes(refused(&library, &["bench", "2r", "G", "--json"])), 1);
    let simulation = ["simulate", "fall"];
    let (usual, slow) = (appell(&simulation), refused(&library, &simulation));
    assert_eq!(slow.status.code(), Some(0), "{}", String::from_utf8_lossy(&slow.stderr));
    // the motion is chaotic: rounding shows in its end, not in its first line
    let first_line =
        |output: &Output| String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned);
    assert_eq!(first_line(&slow), first_line(&usual));
}
