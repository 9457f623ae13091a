//! Generated and compiled code agrees with `eval`; what cannot be had is said clearly.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use crate::support::{Tool, folder, refusal_of, text_of};
use appell::code::{Coder, Parameters};
use appell::mechanics::{Derivation, Numbers, Quantity};
use appell::model::{BUNDLED, Robot, bundled};
use appell::program::Options;
use serde_json::{Value, json};

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

/// Numbers between -1 and 1, the same on every run.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

const MOTION: [&str; 6] = ["q", "qd", "qdd", "qddd", "qdddd", "tau"];

/// A state with all that code may ask for.
fn state(robot: &Robot, seed: u64) -> Vec<(&'static str, Vec<f64>)> {
    let mut number = random(seed);
    let count = robot.coordinates().len();
    let mut lists: Vec<_> =
        MOTION.map(|name| (name, (0..count).map(|_| number()).collect())).into();
    let values = robot.parameters().iter().map(|it| robot.value(it.symbol).unwrap());
    lists.push(("parameters", values.collect()));
    lists
}

/// Whether a robot has Coulomb friction: its accelerations have no closed form.
fn is_dry(robot: &Robot) -> bool {
    robot.joints().iter().any(|joint| !joint.friction.coulomb.is_zero())
}

/// All kinds of quantities that are code; of links, those of the last.
fn quantities(robot: &Robot) -> Vec<String> {
    let last = robot.joints().len();
    let mut names: Vec<String> =
        "Q G M C c Qf T[tool] J Jdot Y Ek Ep EA1 EA3 ddQ dQ/dq dQ/dqd dQ/dqdd \
        dqdd/dq dqdd/dqd dqdd/dtau Q[1]"
            .split_whitespace()
            // of elastic links there is no regressor
            .filter(|name| *name != "Y" || !robot.is_elastic())
            .map(str::to_owned)
            .collect();
    let of_links = ["T", "T0", "omega", "eps", "v", "a", "vC", "aC", "F", "N", "f", "n"];
    names.extend(of_links.iter().map(|name| format!("{name}[{last}]")));
    names.push(format!("a[{last}]@0"));
    if !is_dry(robot) {
        names.push("qdd".to_owned());
    }
    names
}

/// The numbers of an answer in JSON, in their order.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// A function of the generated code: its name, its arguments, how many numbers it gives.
struct Signature {
    name: String,
    arguments: Vec<String>,
    outputs: usize,
}

/// What the header of the C code says, which is the same in all languages.
fn signature(header: &str) -> Signature {
    let line = header.lines().find(|line| line.starts_with("void ")).unwrap();
    let (name, list) = line["void ".len()..].split_once('(').unwrap();
    let words: Vec<&str> = list.trim_end_matches(");").split(", ").collect();
    let name_of =
        |word: &str| word.rsplit(' ').next().unwrap().split('[').next().unwrap().to_owned();
    let (last, arguments) = words.split_last().unwrap();
    let outputs = last.split(['[', ']']).nth(1).unwrap().parse().unwrap();
    let arguments = arguments.iter().map(|word| name_of(word)).collect();
    Signature { name: name.to_owned(), arguments, outputs }
}

/// A program that calls all functions and prints all numbers.
fn program(tool: Tool, functions: &[Signature], state: &[(&str, Vec<f64>)]) -> String {
    let lists = |open: &str, between: &str, close: &str, line: &dyn Fn(&str, String) -> String| {
        let list = |numbers: &[f64]| {
            let numbers: Vec<String> = numbers.iter().map(|it| format!("{it:?}")).collect();
            format!("{open}{}{close}", numbers.join(between))
        };
        state.iter().map(|(name, numbers)| line(name, list(numbers))).collect::<String>()
    };
    let each = |line: &dyn Fn(&Signature) -> String| functions.iter().map(line).collect::<String>();
    let joined = |it: &Signature, mark: &str| {
        it.arguments.iter().map(|word| format!("{mark}{word}")).collect::<Vec<_>>().join(", ")
    };
    match tool {
        Tool::C => {
            let given = lists("{", ", ", "}", &|name, list| {
                format!("static const double {name}[] = {list};\n")
            });
            let calls = each(&|it| {
                let Signature { name, outputs, .. } = it;
                let list = joined(it, "");
                format!("{{ double out[{outputs}]; {name}({list}, out); show(out, {outputs}); }}\n")
            });
            // all in one file: much faster than one after the other
            let sources = each(&|it| format!("#include \"{}.c\"\n", it.name));
            format!(
                "#include <stdio.h>\n{sources}{given}static void show(const double *out, int n)\n\
                 {{ for (int k = 0; k < n; k++) printf(\"%.17g\\n\", out[k]); }}\n\
                 int main(void) {{\n(void)q; (void)qd; (void)qdd; (void)qddd; (void)qdddd;\n\
                 (void)tau; (void)parameters;\n{calls}return 0; }}\n"
            )
        }
        Tool::Rust => {
            let given = lists("[", ", ", "]", &|name, list| format!("let {name} = {list};\n"));
            let modules = each(&|it| format!("mod {};\n", it.name));
            let functions = ["sin", "cos", "sqrt"]
                .map(|name| format!("fn {name}(x: f64) -> f64 {{ x.{name}() }}\n"))
                .concat();
            let calls = each(&|it| {
                let Signature { name, outputs, .. } = it;
                let list = joined(it, "&");
                format!(
                    "let mut out = [0.0; {outputs}]; {name}::{name}::<Std>({list}, &mut out);\n\
                     for x in out {{ println!(\"{{x:?}}\"); }}\n"
                )
            });
            format!(
                "#![allow(non_snake_case, unused)]\nmod functions;\nstruct Std;\n\
                 impl functions::Functions<f64> for Std {{\n{functions}}}\n{modules}\
                 fn main() {{\n{given}{calls}}}\n"
            )
        }
        Tool::Python => {
            let given = lists("np.array([", ", ", "])", &|name, list| format!("{name} = {list}\n"));
            let imports = each(&|it| format!("from {0} import {0}\n", it.name));
            let calls = each(&|it| {
                format!(
                    "for x in np.ravel({}({})): print(repr(float(x)))\n",
                    it.name,
                    joined(it, "")
                )
            });
            format!("import numpy as np\n{imports}{given}{calls}")
        }
        Tool::Octave => {
            let given = lists("[", "; ", "]", &|name, list| format!("{name} = {list};\n"));
            let calls =
                each(&|it| format!("fprintf('%.17g\\n', {}({}).');\n", it.name, joined(it, "")));
            given + &calls
        }
        Tool::Julia => {
            let given = lists("[", ", ", "]", &|name, list| format!("{name} = {list}\n"));
            let calls = each(&|it| {
                format!(
                    "include(\"{0}.jl\"); foreach(println, rows({0}({1})))\n",
                    it.name,
                    joined(it, "")
                )
            });
            let rows = "rows(x::Number) = [x]\nrows(x) = vec(permutedims(x))\n";
            rows.to_owned() + &given + &calls
        }
    }
}

/// Fails where the code of some quantities of a robot gives other numbers than `eval`.
fn assert_agrees(tool: Tool, name: &str, quantities: &[String], options: &[&str]) {
    if !tool.is_available() {
        return;
    }
    let robot = robot(name);
    let state = state(&robot, 7);
    let folder = folder(&format!("code-{}-{name}-{}", tool.language(), options.len()));
    let out = folder.to_str().unwrap();
    let given: Vec<&str> = quantities.iter().map(String::as_str).collect();
    let generate = |language: &str| {
        let command =
            [&["generate", name], &given[..], &["--lang", language, "--out", out], options];
        text_of(&command.concat())
    };
    // C has headers, in which the arguments stand
    let written = generate("c");
    let headers = written.lines().filter_map(|line| line.strip_prefix("wrote "));
    let headers = headers.filter(|path| path.ends_with(".h"));
    let functions: Vec<Signature> =
        headers.map(|path| signature(&std::fs::read_to_string(path).unwrap())).collect();
    assert_eq!(functions.len(), quantities.len());
    if tool != Tool::C {
        generate(tool.language());
    }
    let printed = tool.run(&folder, &program(tool, &functions, &state));
    let mut numbers = printed.lines().map(|line| line.trim().parse::<f64>().unwrap());

    let at = folder.join("state.json");
    let motion = state.iter().filter(|(key, _)| *key != "parameters");
    let motion = motion.map(|(key, list)| ((*key).to_owned(), json!(list)));
    std::fs::write(&at, Value::Object(motion.collect()).to_string()).unwrap();
    let command = [&["eval", name], &given[..], &["--at", at.to_str().unwrap(), "--json"]];
    let answer: Value = serde_json::from_str(&text_of(&command.concat())).unwrap();
    for (quantity, function) in quantities.iter().zip(&functions) {
        let expected = flat(&answer[quantity]);
        assert_eq!(expected.len(), function.outputs, "{name} {quantity}");
        let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
        for expected in expected {
            let number = numbers.next().unwrap();
            let near = (number - expected).abs() <= 1e-9 * size;
            assert!(near, "{tool:?}, {name}, {quantity}: {number} instead of {expected}");
        }
    }
    assert_eq!(numbers.next(), None);
}

#[test]
fn c_agrees_with_eval_for_every_robot() {
    for file in BUNDLED {
        let quantities = match file.name {
            // what grows with a power of the number of joints takes its time
            "chain20" => ["Q", "G", "M", "qdd", "J", "T[tool]", "f[1]"].map(str::to_owned).into(),
            _ => quantities(&robot(file.name)),
        };
        assert_agrees(Tool::C, file.name, &quantities, &[]);
    }
}

#[test]
fn parameters_are_arguments_where_that_is_asked_for() {
    for name in ["2r", "trtr", "scara"] {
        let quantities = ["Q", "M", "T[tool]", "dQ/dq"].map(str::to_owned);
        assert_agrees(Tool::C, name, &quantities, &["--parameters", "arguments"]);
    }
}

#[test]
fn other_languages_agree_with_eval_for_some_robots() {
    let quantities = ["Q", "M", "qdd", "J", "T[tool]", "dqdd/dq"].map(str::to_owned);
    for tool in [Tool::Python, Tool::Octave, Tool::Julia] {
        for name in ["2r", "trttrr1", "panda", "tree"] {
            assert_agrees(tool, name, &quantities, &[]);
        }
    }
    assert_agrees(Tool::Rust, "trttrr1", &quantities, &[]);
}

#[test]
fn compiled_code_agrees_with_eval_for_every_robot() {
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
        let state = state(&robot, 11);
        let coordinates = robot.coordinates();
        let value = |symbol: appell::algebra::Symbol| match coordinates
            .iter()
            .position(|&q| q == symbol.base())
        {
            Some(k) => Some(state[symbol.order() as usize].1[k]),
            None => robot.value(symbol),
        };
        let numbers = Numbers::new(robot.symbols(), value);
        let numbers = numbers.with_driving_forces(state[5].1.clone());
        let derivation = Derivation::new(&robot, numbers).unwrap();
        let coder = Coder::new(&robot, Parameters::Values, &Default::default()).unwrap();
        for name in
            ["Q", "M", "G", "qdd", "J"].into_iter().filter(|it| *it != "qdd" || !is_dry(&robot))
        {
            let quantity = Quantity::read(name, &robot).unwrap()[0];
            let program = coder.program(quantity).unwrap();
            let orders = quantity.kind().row().order as usize;
            let mut inputs: Vec<f64> =
                state[..=orders].iter().flat_map(|it| it.1.clone()).collect();
            if name == "qdd" {
                inputs.extend(&state[5].1);
            }
            let mut outputs = vec![0.0; program.outputs().len()];
            program.compile(Options::default()).unwrap().call(&inputs, &mut outputs).unwrap();
            let expected: Vec<f64> = derivation.get(quantity).unwrap().rows.concat();
            let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
            for (number, expected) in outputs.iter().zip(&expected) {
                let near = (number - expected).abs() <= 1e-9 * size;
                assert!(near, "{}, {name}: {number} instead of {expected}", file.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_generated_is_said_clearly() {
    let folder = folder("code-refusals");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let out = path("new/folder");
    let generate = |quantity: &str, language: &str, out: &str| {
        ["generate", "2r", quantity, "--lang", language, "--out", out].map(str::to_owned)
    };
    let refusal = |command: &[String], more: &[&str]| {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        refusal_of(&[&command, more].concat())
    };
    assert!(refusal(&generate("Qq", "c", &out), &[]).contains("unknown-quantity"));
    assert!(refusal(&generate("dQ/dp", "c", &out), &[]).contains("dQ/dq"));
    assert!(refusal(&generate("base", "c", &out), &[]).contains("no-function"));
    let float = ["--precision", "float"];
    assert!(refusal(&generate("Q", "julia", &out), &float).contains("unused-option"));
    let dry = ["generate", "gantry", "qdd", "--lang", "c", "--out", &out];
    assert!(refusal_of(&dry).contains("implicit-friction"));
    assert!(!Path::new(&out).exists(), "nothing is written before all is known");

    let stopped = refusal(&generate("Q", "c", &out), &["--time", "0"]);
    assert!(stopped.contains("time limit of 0 s exceeded"), "{stopped}");
    assert!(refusal_of(&["bench", "2r", "--time", "0"]).contains("time limit of 0 s exceeded"));
    assert!(!Path::new(&out).exists(), "nothing is written when the time is up");

    std::fs::write(path("file"), "mine").unwrap();
    assert!(refusal(&generate("Q", "c", &path("file/below")), &[]).contains("cannot write"));

    // what several functions share is written once, and is in the way of no other
    let rust = path("rust");
    let told = text_of(&["generate", "2r", "Q", "M", "--lang", "rust", "--out", &rust]);
    assert_eq!(told.matches("functions.rs").count(), 1, "{told}");
    let told = text_of(&["generate", "2r", "G", "--lang", "rust", "--out", &rust]);
    assert!(told.contains("unchanged") && told.contains("robot_2r_G.rs"), "{told}");

    // files that are there stay as they are, and none is written beside them
    text_of(&["generate", "2r", "Q", "--lang", "c", "--out", &out]);
    std::fs::write(Path::new(&out).join("robot_2r_Q.c"), "mine").unwrap();
    let shown = refusal_of(&["generate", "2r", "G", "Q", "--lang", "c", "--out", &out]);
    assert!(shown.contains("robot_2r_Q") && shown.contains("--force"), "{shown}");
    assert!(!Path::new(&out).join("robot_2r_G.c").exists());
    text_of(&[
        "generate",
        "2r",
        "G",
        "Q",
        "--lang",
        "c",
        "--out",
        &out,
        "--force",
        "--precision",
        "float",
    ]);
    let written = std::fs::read_to_string(Path::new(&out).join("robot_2r_Q.c")).unwrap();
    assert!(written.contains("float"), "{written}");
    assert_eq!(std::fs::read(path("file")).unwrap(), b"mine");
}

#[test]
fn the_header_says_what_a_caller_must_know() {
    let out = folder("code-header");
    let out = out.to_str().unwrap();
    text_of(&["generate", "scara", "Q", "--lang", "c", "--out", out]);
    let header = std::fs::read_to_string(Path::new(out).join("scara_Q.h")).unwrap();
    for part in
        ["SI units", "friction included", "rotation", "translation", "Operations: ", "in the test"]
    {
        assert!(header.contains(part), "{part} in\n{header}");
    }
}

#[test]
fn bench_answers_in_json() {
    let answer: Value = serde_json::from_str(&text_of(&["bench", "2r", "--json"])).unwrap();
    let names: Vec<&str> =
        answer.as_array().unwrap().iter().map(|it| it["quantity"].as_str().unwrap()).collect();
    assert_eq!(names, ["Q", "G", "M", "qdd", "J"]);
    for key in ["mul", "add", "sincos", "ns_call", "ns_batch", "lanes"] {
        assert!(answer[0][key].as_f64().is_some_and(|it| it > 0.0), "{key} in {answer}");
    }
    assert!(text_of(&["bench", "2r", "dQ/dq"]).contains("dQ/dq"));
    assert!(refusal_of(&["bench", "2r", "Qq"]).contains("unknown-quantity"));
}

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
