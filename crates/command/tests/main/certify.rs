//! Certificates as files of the command.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use crate::support::{folder, refusal_of, text_of};

#[test]
fn certificates_are_written_and_never_replaced_unasked() {
    let folder = folder("certify");
    let out = folder.to_str().unwrap();
    for (checker, file) in [("python", "certificate_2r.py"), ("coq", "certificate_2r.v")] {
        let arguments = ["certify", "2r", "Q", "M", "--for", checker, "--out", out];
        assert!(text_of(&arguments).ends_with(&format!("{file}: 6 rows\n")));
        let first = std::fs::read(folder.join(file)).unwrap();
        assert!(refusal_of(&arguments).contains("already exists"));
        text_of(&[&arguments[..], &["--force"]].concat());
        assert_eq!(first, std::fs::read(folder.join(file)).unwrap());
    }
    let refused = refusal_of(&["certify", "flex1r", "Q", "--for", "coq", "--out", out]);
    assert!(refused.contains("not-certified") && refused.contains("elastic links"), "{refused}");
}

#[test]
fn verdicts_on_a_paper_are_written() {
    let folder = folder("certify-check");
    let paper = folder.join("paper.tex");
    let text =
        r"$$ \omega_2 = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 - \dot{q}_2 \end{bmatrix} \tag{7} $$";
    std::fs::write(&paper, text).unwrap();
    let (paper, out) = (paper.to_str().unwrap(), folder.to_str().unwrap());
    // the difference that the check finds is its exit code
    let _ = crate::support::appell(&["check", paper, "--robot", "2r", "--certify", out]);
    let written = std::fs::read_to_string(Path::new(out).join("certificate_paper.py")).unwrap();
    assert!(written.contains("(\"(7) omega[2].z\", lambda: omega(2)[2]"), "{written}");
    assert!(written.contains("\"q2_d = 1\""), "{written}");
    let report = folder.join("r.md");
    text_of(&[
        "report",
        "2r",
        "--parts",
        "velocities",
        "--paper",
        paper,
        "--out",
        report.to_str().unwrap(),
    ]);
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("(7) ") && report.contains("Corrected:"), "{report}");
}
