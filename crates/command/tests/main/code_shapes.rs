//! Generated functions: results in their shape, several quantities in one function, test programs.

#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support::{Tool, folder, refusal_of, text_of};

/// Matrices have rows and columns where the language has them; many states are side by side; `help` has
/// something to show.
#[test]
fn results_are_in_their_shape() {
    let folder = folder("code-shapes");
    let out = folder.to_str().unwrap();
    let generate = |language: &str| {
        text_of(&["generate", "scara", "M", "J", "Q", "Ek", "G", "--lang", language, "--out", out]);
    };
    if Tool::Python.is_available() {
        generate("python");
        let program = "import numpy as np
from scara_M import scara_M
from scara_J import scara_J
from scara_Q import scara_Q
from scara_Ek import scara_Ek
from scara_G import scara_G
q, qd = np.array([0.1, 0.2, 0.3, 0.4]), np.array([1.0, 2.0, 3.0, 4.0])
many = np.stack([q, 2 * q, 3 * q], axis=-1)
rates = np.stack([qd] * 3, axis=-1)
print(scara_M(q).shape, scara_M(many).shape, scara_J(many).shape, scara_Q(many, rates, rates).shape)
print(scara_Ek(q, qd).shape, scara_Ek(many, rates).shape, scara_G(many).shape, scara_G(list(q)).shape)
print(np.allclose(scara_M(many)[1], scara_M(2 * q)), np.allclose(scara_M(q), scara_M(q).T))
print(abs(qd @ scara_M(q) @ qd / 2 - scara_Ek(q, qd)) < 1e-12)
print('SI units' in scara_M.__doc__, 'shape (4, 4); of m states (m, 4, 4)' in scara_M.__doc__)
";
        let printed = Tool::Python.run(&folder, program);
        let expected =
            "(4, 4) (3, 4, 4) (3, 6, 4) (4, 3)\n() (3,) (4, 3) (4,)\nTrue True\nTrue\nTrue True\n";
        assert_eq!(printed, expected);
    }
    if Tool::Octave.is_available() {
        generate("matlab");
        let program = "q = [0.1; 0.2; 0.3; 0.4]; qd = [1; 2; 3; 4];
disp(size(scara_M(q))); disp(size(scara_M([q, 2 * q, q]))); disp(size(scara_J(q)));
pages = scara_M([q, 2 * q]);
disp(norm(pages(:, :, 2) - scara_M(2 * q)) < 1e-14 && abs(qd' * scara_M(q) * qd / 2 - scara_Ek(q, qd)) < 1e-12);
disp(any(strfind(help('scara_M'), 'mass matrix')));
";
        let printed = Tool::Octave.run(&folder, program);
        let words: Vec<&str> = printed.split_whitespace().collect();
        assert_eq!(words, ["4", "4", "4", "4", "3", "6", "4", "1", "1"]);
    }
    generate("julia");
    let julia = std::fs::read_to_string(folder.join("scara_J.jl")).unwrap();
    assert!(julia.contains("out = reshape([\n") && julia.contains("], 6, 4)\n    return out\nend"));
    assert!(
        julia.contains("\n\"\"\"\n    scara_J(q)\n") && julia.contains("Result out: matrix, 6 x 4")
    );
}

/// One function for several quantities gives what a function each gives, with fewer operations in all;
/// test programs agree, and fail where the code is changed.
#[test]
fn combined_functions_and_their_tests() {
    let quantities = ["M", "c", "G", "Ek"];
    let folder = folder("code-combined");
    let out = folder.to_str().unwrap();
    let generate = |robot: &str, language: &str, more: &[&str]| {
        let start = [&["generate", robot], &quantities[..]].concat();
        let end = ["--lang", language, "--out", out, "--test", "--force"];
        text_of(&[&start, &end[..], more].concat())
    };
    let name = "scara_M_coriolis_G_Ek";
    for tool in [Tool::C, Tool::Rust, Tool::Python].into_iter().filter(|tool| tool.is_available()) {
        let language = tool.language();
        let told = generate("scara", language, &["--combined"]);
        assert!(told.contains(&format!("{name}_test.")), "{told}");
        let test = |ending: &str| {
            std::fs::read_to_string(folder.join(format!("{name}_test.{ending}"))).unwrap()
        };
        let ending = match tool {
            Tool::C => "c",
            Tool::Rust => "rs",
            _ => "py",
        };
        assert_eq!(tool.run(&folder, &test(ending)), format!("{name}: 25 numbers agree\n"));
        if tool == Tool::C {
            generate("scara", language, &["--combined", "--precision", "float"]);
            assert_eq!(tool.run(&folder, &test("c")), format!("{name}: 25 numbers agree\n"));
        }
    }
    // a robot whose code is long is cut into parts, which share the results
    if Tool::C.is_available() {
        let told = text_of(&[
            "generate",
            "trttrr1_elastic",
            "M",
            "Q",
            "--lang",
            "c",
            "--out",
            out,
            "--combined",
            "--test",
        ]);
        assert!(told.contains("trttrr1_elastic_M_Q_test.c"), "{told}");
        let code = std::fs::read_to_string(folder.join("trttrr1_elastic_M_Q.c")).unwrap();
        assert!(code.contains("_part1(") || code.lines().count() < 2000);
        let test = std::fs::read_to_string(folder.join("trttrr1_elastic_M_Q_test.c")).unwrap();
        assert!(Tool::C.run(&folder, &test).contains("numbers agree"));
        // a number that is wrong is found
        let mut wrong = std::process::Command::new("gcc");
        let changed = test.replacen("expected_out_M[] = {", "expected_out_M[] = {1.5 + ", 1);
        std::fs::write(folder.join("wrong.c"), changed).unwrap();
        wrong.args(["-o", "wrong", "wrong.c", "trttrr1_elastic_M_Q.c", "-lm"]).current_dir(&folder);
        assert!(wrong.status().unwrap().success());
        let output = std::process::Command::new(folder.join("wrong")).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stdout).unwrap().contains("out_M[0] is "));
    }
    // shared subexpressions: fewer operations than one by one
    let operations = |text: &str| -> usize {
        let line = text.lines().find(|line| line.contains("Operations: ")).unwrap();
        line.split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse::<usize>().ok())
            .sum()
    };
    let read = |file: &str| operations(&std::fs::read_to_string(folder.join(file)).unwrap());
    generate("scara", "c", &["--combined"]);
    generate("scara", "c", &[]);
    let single = ["M", "coriolis", "G", "Ek"].map(|word| read(&format!("scara_{word}.h")));
    let all = read(&format!("{name}.h"));
    assert!(all < single.iter().sum(), "{all} and {single:?}");
    assert!(
        refusal_of(&["generate", "2r", "M", "--lang", "cuda", "--out", out, "--test"])
            .contains("unused-option")
    );
}
