//! Programs that call generated code with the numbers of its header, and compare the results.

use super::results::{ResultArray, ResultShape, results};
use super::{Argument, File, Labels, Language, Precision, arguments, header};
use crate::error::Error;
use crate::interpret::Floating;
use crate::program::Program;

/// A function with the numbers that it is tested with.
struct Test<'l> {
    labels: &'l Labels,
    arguments: Vec<Argument>,
    arrays: Vec<ResultArray>,
    inputs: Vec<f64>,
    expected: Vec<f64>,
}

impl Program {
    /// A program that calls the code of [`Program::emit`] with the test values of its header, compares,
    /// and ends with the exit code 1 where a result differs. For C, Rust and Python; there is none for
    /// the other languages.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::{Labels, Language, Program};
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let program = Program::new(&graph, &[("sine", graph.coordinate("q1").sin())])?;
    /// let labels = Labels { name: "wave".to_owned(), ..Labels::default() };
    /// let file = program.emit_test(Language::C, &labels)?.ok_or(appell_program::Error::NamedFunction)?;
    /// assert!(file.name == "wave_test.c" && file.text.contains("wave(q, out);"));
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn emit_test(&self, language: Language, labels: &Labels) -> Result<Option<File>, Error> {
        let inputs = header::test_inputs(self);
        let expected = self.run(&Floating, &inputs)?;
        let fits = |number: &f64| match labels.precision {
            Precision::Single => (*number as f32).is_finite(),
            Precision::Double => number.is_finite(),
        };
        if !expected.iter().all(fits) {
            return Err(Error::NumberRange);
        }
        let (arguments, arrays) = (arguments(self), results(self, labels)?);
        let test = Test { labels, arguments, arrays, inputs, expected };
        let (ending, text) = match language {
            Language::C => ("c", test.c()),
            Language::Rust => ("rs", test.rust()),
            Language::Python => ("py", test.python()),
            Language::Matlab | Language::Julia | Language::Cuda => return Ok(None),
        };
        Ok(Some(File { name: format!("{}_test.{ending}", labels.name), text }))
    }
}

impl Test<'_> {
    fn values(&self, argument: &Argument) -> Vec<f64> {
        argument.inputs.iter().map(|&input| self.inputs[input]).collect()
    }

    fn expected(&self, array: &ResultArray) -> &[f64] {
        &self.expected[array.outputs()]
    }

    /// How far a number of an array may be from what is expected: rounding grows with the largest.
    fn tolerance(&self, array: &ResultArray) -> f64 {
        let largest = self.expected(array).iter().fold(1.0f64, |most, it| most.max(it.abs()));
        let relative = match self.labels.precision {
            Precision::Single => 1e-4,
            Precision::Double => 1e-9,
        };
        // few digits, so that they can be read
        format!("{:.0e}", relative * largest).parse().unwrap_or(relative * largest)
    }

    fn c(&self) -> String {
        let (name, total) = (&self.labels.name, self.expected.len());
        let (real, suffix) = match self.labels.precision {
            Precision::Single => ("float", "f"),
            Precision::Double => ("double", ""),
        };
        let list = |numbers: &[f64]| written(numbers, suffix);
        let mut text = format!(
            "/* Calls {name} with the test values of its header; the exit code is 1 where it differs. */\n\
             #include <math.h>\n#include <stdio.h>\n\n#include \"{name}.h\"\n\n\
             static int differ(const char *name, const {real} *computed, const {real} *expected, int count,\n\
             \x20                 double tolerance)\n{{\n    int wrong = 0;\n    for (int k = 0; k < count; k++) {{\n\
             \x20       const double distance = fabs((double)computed[k] - (double)expected[k]);\n\
             \x20       if (!(distance <= tolerance)) {{\n\
             \x20           printf(\"%s[%d] is %.9g, expected %.9g\\n\", name, k, (double)computed[k],\n\
             \x20                  (double)expected[k]);\n            wrong++;\n        }}\n    }}\n    return wrong;\n}}\n\n\
             int main(void)\n{{\n"
        );
        for argument in &self.arguments {
            let (word, values) = (&argument.name, self.values(argument));
            text += &format!("    const {real} {word}[] = {{{}}};\n", list(&values));
        }
        for array in &self.arrays {
            let (word, expected) = (&array.name, self.expected(array));
            text += &format!("    const {real} expected_{word}[] = {{{}}};\n", list(expected));
            text += &format!("    {real} {word}[{}];\n", expected.len().max(1));
        }
        let words = self.arguments.iter().map(|it| it.name.as_str());
        let words: Vec<&str> = words.chain(self.arrays.iter().map(|it| it.name.as_str())).collect();
        text += &format!("    {name}({});\n    int wrong = 0;\n", words.join(", "));
        for array in &self.arrays {
            let (word, count) = (&array.name, array.shape.count());
            let tolerance = self.tolerance(array);
            text += &format!(
                "    wrong += differ(\"{word}\", {word}, expected_{word}, {count}, {tolerance:?});\n"
            );
        }
        text + &format!(
            "    if (wrong == 0) printf(\"{name}: {total} numbers agree\\n\");\n    return wrong != 0;\n}}\n"
        )
    }

    fn rust(&self) -> String {
        let (name, total) = (&self.labels.name, self.expected.len());
        let real = match self.labels.precision {
            Precision::Single => "f32",
            Precision::Double => "f64",
        };
        let functions = ["sin", "cos", "sqrt"].map(|function| {
            format!("    fn {function}(x: {real}) -> {real} {{\n        x.{function}()\n    }}\n")
        });
        let mut text = format!(
            "//! Calls {name} with the test values of its header; the exit code is 1 where it differs.\n\
             #![allow(non_snake_case)]\n\nmod functions;\nmod {name};\n\nstruct Std;\n\n\
             impl functions::Functions<{real}> for Std {{\n{}}}\n\n\
             fn differ(name: &str, computed: &[{real}], expected: &[{real}], tolerance: f64) -> usize {{\n\
             \x20   let mut wrong = 0;\n    for (k, (computed, expected)) in computed.iter().zip(expected).enumerate() {{\n\
             \x20       let distance = (f64::from(*computed) - f64::from(*expected)).abs();\n\
             \x20       if distance.is_nan() || distance > tolerance {{\n\
             \x20           println!(\"{{name}}[{{k}}] is {{computed}}, expected {{expected}}\");\n\
             \x20           wrong += 1;\n        }}\n    }}\n    wrong\n}}\n\nfn main() {{\n",
            functions.concat()
        );
        for array in &self.arrays {
            text += &format!("    let mut {} = [0.0; {}];\n", array.name, array.shape.count());
        }
        let given = self.arguments.iter().map(|it| format!("&[{}]", written(&self.values(it), "")));
        let taken = self.arrays.iter().map(|it| format!("&mut {}", it.name));
        let words: Vec<String> = given.chain(taken).collect();
        text +=
            &format!("    {name}::{name}::<Std>({});\n    let mut wrong = 0;\n", words.join(", "));
        for array in &self.arrays {
            let (word, expected) = (&array.name, written(self.expected(array), ""));
            let tolerance = self.tolerance(array);
            text += &format!(
                "    wrong += differ(\"{word}\", &{word}, &[{expected}], {tolerance:?});\n"
            );
        }
        text + &format!(
            "    if wrong > 0 {{\n        std::process::exit(1);\n    }}\n    println!(\"{name}: {total} numbers agree\");\n}}\n"
        )
    }

    fn python(&self) -> String {
        let (name, total) = (&self.labels.name, self.expected.len());
        let given = self
            .arguments
            .iter()
            .map(|it| format!("np.array([{}])", written(&self.values(it), "")));
        let given: Vec<String> = given.collect();
        let call = format!("{name}({})", given.join(", "));
        let computed = if self.arrays.len() == 1 { format!("({call},)") } else { call };
        let mut text = format!(
            "# Calls {name} with the test values of its header; the exit code is 1 where it differs.\n\
             import sys\n\nimport numpy as np\n\nfrom {name} import {name}\n\nresults = {computed}\nexpected = [\n"
        );
        for array in &self.arrays {
            let shape = match array.shape {
                ResultShape::Scalar => "()".to_owned(),
                ResultShape::Vector(count) => format!("({count},)"),
                ResultShape::Matrix(rows, columns) => format!("({rows}, {columns})"),
            };
            text += &format!(
                "    (\"{}\", {shape}, {:?}, [{}]),\n",
                array.name,
                self.tolerance(array),
                written(self.expected(array), ""),
            );
        }
        text + &format!(
            "]\nwrong = 0\nfor computed, (name, shape, tolerance, numbers) in zip(results, expected):\n\
             \x20   if computed.shape != shape:\n        print(f\"{{name}} has the shape {{computed.shape}}, expected {{shape}}\")\n\
             \x20       wrong += 1\n    elif not np.allclose(np.ravel(computed), numbers, rtol=0, atol=tolerance):\n\
             \x20       print(f\"{{name}} is\\n{{computed}}, expected\\n{{np.reshape(numbers, shape)}}\")\n        wrong += 1\n\
             if wrong:\n    sys.exit(1)\nprint(\"{name}: {total} numbers agree\")\n"
        )
    }
}

/// Numbers with all digits.
fn written(numbers: &[f64], suffix: &str) -> String {
    numbers.iter().map(|it| format!("{it:?}{suffix}")).collect::<Vec<_>>().join(", ")
}
