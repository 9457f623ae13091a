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
    names.push("qdd".to_owned());
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
            Some(k) => {
                Some(if symbol.order() > 4 { 0.0 } else { state[symbol.order() as usize].1[k] })
            }
            None => robot.value(symbol),
        };
        let numbers = Numbers::new(robot.symbols(), value);
        let numbers = numbers.with_driving_forces(state[5].1.clone());
        let derivation = Derivation::new(&robot, numbers).unwrap();
        let coder = Coder::new(&robot, Parameters::Values, &Default::default()).unwrap();
        for name in ["Q", "M", "G", "qdd", "J"] {
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
        ["SI units", "friction included", "revolute", "prismatic", "Operations: ", "test value"]
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
