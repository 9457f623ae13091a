//! A robot, and what can be asked of it.

use std::collections::HashMap;
use std::sync::Arc;

use appell::algebra::Budget;
use appell::code::JacobianProduct;
use appell::mechanics::TABLE;
use appell::model::{BUNDLED, Format, write_toml, write_urdf};
use appell::paper::Paper;
use appell::program::{Language, Precision};
use appell::proof::{self, Notation, Verdict, notation_for};
use appell::report::{DeriveOptions, DerivedForm};
use appell::trajectory::Pose;
use appell::{GenerateOptions, InverseKinematicsOptions, Quantities, ReadOptions, State, linear};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::convert::python;
use crate::error::{as_dict, exception};
use crate::formulas::Formulas;
use crate::interrupt::interruptible;

/// A robot.
#[pyclass(frozen, module = "appell._appell")]
pub(crate) struct Robot {
    pub(crate) robot: Arc<appell::Robot>,
}

impl From<appell::Robot> for Robot {
    fn from(robot: appell::Robot) -> Self {
        Self { robot: Arc::new(robot) }
    }
}

fn options(strict: bool, keep_angles: bool, tool: Option<String>) -> ReadOptions {
    let options = ReadOptions::new();
    let options = if strict { options.strict() } else { options };
    let options = if keep_angles { options.keep_angles() } else { options };
    tool.into_iter().fold(options, |options, tool| options.tool(tool))
}

/// Reads a bundled robot.
#[pyfunction]
#[pyo3(signature = (name, *, strict = false, keep_angles = false, tool = None))]
pub(crate) fn bundled(
    py: Python<'_>,
    name: &str,
    strict: bool,
    keep_angles: bool,
    tool: Option<String>,
) -> PyResult<Robot> {
    let options = options(strict, keep_angles, tool);
    let robot = interruptible(py, None, |_| options.bundled(name))?;
    Ok(robot.map_err(|error| exception(py, &error))?.into())
}

/// Reads a file.
#[pyfunction]
#[pyo3(signature = (path, *, strict = false, keep_angles = false, tool = None, packages = None, arguments = None, allow = None))]
#[expect(clippy::too_many_arguments, reason = "they are options of a function of Python")]
pub(crate) fn read(
    py: Python<'_>,
    path: std::path::PathBuf,
    strict: bool,
    keep_angles: bool,
    tool: Option<String>,
    packages: Option<HashMap<String, String>>,
    arguments: Option<HashMap<String, String>>,
    allow: Option<Vec<String>>,
) -> PyResult<Robot> {
    let mut options = options(strict, keep_angles, tool);
    for (name, folder) in packages.unwrap_or_default() {
        options = options.package(name, folder);
    }
    for (name, value) in arguments.unwrap_or_default() {
        options = options.argument(name, value);
    }
    for folder in allow.unwrap_or_default() {
        options = options.allow(folder);
    }
    let robot = interruptible(py, None, |_| options.read(path))?;
    Ok(robot.map_err(|error| exception(py, &error))?.into())
}

/// Reads a text in one of the formats toml, urdf, xacro, sdf, mjcf, csv.
#[pyfunction]
#[pyo3(signature = (text, format, *, strict = false, keep_angles = false, tool = None))]
pub(crate) fn parse(
    py: Python<'_>,
    text: &str,
    format: &str,
    strict: bool,
    keep_angles: bool,
    tool: Option<String>,
) -> PyResult<Robot> {
    let named = Format::of_name(&format!("robot.{format}"));
    let format = named.ok_or_else(|| {
        let message =
            format!("`format` must be toml, urdf, xacro, sdf, mjcf or csv, got {format:?}");
        PyValueError::new_err(message)
    })?;
    let options = options(strict, keep_angles, tool);
    let robot = interruptible(py, None, |_| options.parse(text, format))?;
    Ok(robot.map_err(|error| exception(py, &error))?.into())
}

/// The names of the bundled robots, each with what it is.
#[pyfunction]
pub(crate) fn robots() -> Vec<(String, String)> {
    BUNDLED.iter().map(|robot| (robot.name.to_owned(), robot.description())).collect()
}

/// The table of quantities: name, other names, unit, what it is.
#[pyfunction]
pub(crate) fn quantities() -> Vec<(String, Vec<String>, String, String)> {
    let row = |row: &appell::mechanics::Row| {
        let synonyms = row.synonyms.iter().map(ToString::to_string).collect();
        (row.name.to_owned(), synonyms, row.unit.to_owned(), row.about.to_owned())
    };
    TABLE.iter().map(row).collect()
}

fn form_of(form: &str) -> PyResult<DerivedForm> {
    Ok(match form {
        "expanded" => DerivedForm::Expanded,
        "grouped" => DerivedForm::Grouped,
        "nested" => DerivedForm::Nested,
        "short" => DerivedForm::Short,
        other => {
            let message =
                format!("`form` must be expanded, grouped, nested or short, got {other:?}");
            return Err(PyValueError::new_err(message));
        }
    })
}

fn language_of(name: &str) -> PyResult<Language> {
    Ok(match name {
        "c" => Language::C,
        "rust" => Language::Rust,
        "python" => Language::Python,
        "matlab" => Language::Matlab,
        "julia" => Language::Julia,
        "cuda" => Language::Cuda,
        other => {
            let message =
                format!("`language` must be c, rust, python, matlab, julia or cuda, got {other:?}");
            return Err(PyValueError::new_err(message));
        }
    })
}

#[pymethods]
impl Robot {
    #[getter]
    fn name(&self) -> &str {
        self.robot.model().name()
    }

    /// The name by which the user knows it: of the file, or of the bundled robot.
    #[getter]
    fn source_name(&self) -> &str {
        self.robot.source_name()
    }

    /// What owns each coordinate: joints, and modes of elastic links.
    #[getter]
    fn joints(&self) -> Vec<String> {
        self.robot.model().coordinate_owners()
    }

    /// The parameters with their values, None where there is none.
    #[getter]
    fn parameters(&self) -> Vec<(String, Option<f64>)> {
        let model = self.robot.model();
        let parameters = model.parameters().iter();
        parameters.map(|it| (it.name.clone(), model.value(it.symbol))).collect()
    }

    /// Warnings and notes about its file.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.robot.findings().iter().map(|finding| as_dict(py, finding)).collect()
    }

    /// The robot as a file in Appell's own format.
    fn toml(&self) -> String {
        write_toml(self.robot.model())
    }

    /// The robot as URDF, and what that format cannot say.
    fn urdf<'py>(&self, py: Python<'py>) -> PyResult<(String, Vec<Bound<'py, PyDict>>)> {
        let written = write_urdf(self.robot.model(), &Budget::default());
        let (text, notes) = written.map_err(|findings| exception(py, &findings.into()))?;
        let notes = notes.iter().map(|note| as_dict(py, note)).collect::<PyResult<_>>()?;
        Ok((text, notes))
    }

    /// The files that it names, which its text does not hold.
    #[getter]
    fn files(&self) -> Vec<String> {
        self.robot.model().files().into_iter().map(|name| name.to_string()).collect()
    }

    /// The names of the quantities that a name means: `omega` is `omega[1]`, `omega[2]`, ...
    fn names_of(&self, py: Python<'_>, name: &str) -> PyResult<Vec<String>> {
        let named = name.named(self.robot.model()).map_err(|error| exception(py, &error))?;
        Ok(named.into_iter().map(|(name, _)| name).collect())
    }

    /// The values of quantities at a state, which is given as JSON, by the route that needs no compiler.
    fn values<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
        state: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let robot = &self.robot;
        let values = interruptible(py, None, |_| {
            let state = State::read_json(state, robot)?;
            Ok::<_, appell::Error>(robot.evaluate(&names, &state)?.json())
        })?;
        let text = values.map_err(|error| exception(py, &error))?;
        python(py, &serde_json::from_str::<Value>(&text).unwrap_or_default())
    }

    /// Derives quantities as formulas.
    #[pyo3(signature = (names, form, time))]
    fn derive(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        form: &str,
        time: Option<f64>,
    ) -> PyResult<Formulas> {
        let form = form_of(form)?;
        let robot = &self.robot;
        let derived = interruptible(py, time, |budget| {
            let options = DeriveOptions::new().form(form).budget(budget);
            let derived = robot.derive_with(&names, &options)?;
            match derived.missing() {
                [] => Ok(derived),
                missing => {
                    let findings = missing.iter().flat_map(|it| it.diagnostics());
                    Err(appell::Error::from(findings.collect::<Vec<_>>()))
                }
            }
        })?;
        let derived = derived.map_err(|error| exception(py, &error))?;
        Ok(Formulas::new(robot.clone(), names, derived))
    }

    /// Source code: (name, text) of each file.
    #[pyo3(signature = (names, language, *, precision, parameters, stem, combined, tests, product))]
    #[expect(clippy::too_many_arguments, reason = "they are options of a function of Python")]
    fn generate(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        language: &str,
        precision: &str,
        parameters: bool,
        stem: Option<String>,
        combined: bool,
        tests: bool,
        product: Option<&str>,
    ) -> PyResult<Vec<(String, String)>> {
        let products = [JacobianProduct::FromLeft, JacobianProduct::FromRight];
        let known = |name: &str| products.into_iter().find(|product| product.name() == name);
        let product = product.map(|name| {
            let message = format!("`product` must be vjp or jvp, got {name:?}");
            known(name).ok_or_else(|| PyValueError::new_err(message))
        });
        let product = product.transpose()?;
        let precision = match precision {
            "double" => Precision::Double,
            "single" => Precision::Single,
            other => {
                let message = format!("`precision` must be double or single, got {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let language = language_of(language)?;
        if precision == Precision::Single && !language.has_precision() {
            return Err(PyValueError::new_err("`precision` is for c, rust and cuda only"));
        }
        if tests && !language.has_tests() {
            return Err(PyValueError::new_err("`tests` are for c, rust and python only"));
        }
        let robot = &self.robot;
        let files = interruptible(py, None, |budget| {
            let mut options = GenerateOptions::new(language).precision(precision).budget(budget);
            if parameters {
                options = options.parameters_as_arguments();
            }
            if combined {
                options = options.combined();
            }
            if tests {
                options = options.tests();
            }
            if let Some(product) = product {
                options = options.product(product);
            }
            if let Some(stem) = stem {
                options = options.stem(stem);
            }
            robot.generate_with(&names, &options)
        })?;
        let files = files.map_err(|error| exception(py, &error))?;
        Ok(files.into_iter().map(|file| (file.name, file.text)).collect())
    }

    /// A verdict for each equation of a paper: a text, or a file or folder.
    #[pyo3(signature = (paper, is_file, time))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        paper: &str,
        is_file: bool,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let robot = &self.robot;
        let report = interruptible(py, time, |budget| {
            let paper = match is_file {
                true => Paper::read(paper)?,
                false => Paper::from_text("paper.tex", paper)?,
            };
            let text = paper.text();
            let notation = notation_for(text, robot.model());
            let notation = notation.map(|bundled| Notation::read(bundled.text)).transpose()?;
            let options = proof::Options { budget: budget.clone(), ..Default::default() };
            let report = proof::check(text, robot.model(), notation.as_ref(), &options)?;
            Ok::<_, appell::Error>(checked(&paper, &report))
        })?;
        python(py, &report.map_err(|error| exception(py, &error))?)
    }

    /// The linear model about a state, which is given as JSON.
    #[pyo3(signature = (state, *, search, inputs, outputs, sample))]
    fn linearise<'py>(
        &self,
        py: Python<'py>,
        state: &str,
        search: &str,
        inputs: Option<Vec<String>>,
        outputs: Vec<String>,
        sample: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = match search {
            "nothing" => linear::Search::Nothing,
            "trim" => linear::Search::Trim,
            "equilibrium" => linear::Search::Equilibrium,
            other => {
                let message =
                    format!("`search` must be nothing, trim or equilibrium, got {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let outputs = outputs.iter().map(|name| match name.as_str() {
            "joints" => Ok(linear::Output::Joints),
            "position" => Ok(linear::Output::Position),
            "pose" => Ok(linear::Output::Pose),
            other => {
                let message = format!("`outputs` must be joints, position or pose, got {other:?}");
                Err(PyValueError::new_err(message))
            }
        });
        let options =
            linear::Options { inputs, outputs: outputs.collect::<PyResult<_>>()?, search };
        let robot = &self.robot;
        let model = interruptible(py, None, |budget| {
            let state = State::read_json(state, robot)?;
            let model = robot.linearise(&state, &options, budget)?;
            let sampled = sample.map(|sample| model.system.sampled(sample)).transpose()?;
            Ok::<_, appell::Error>(linearised(&model, sampled.as_ref()))
        })?;
        python(py, &model.map_err(|error| exception(py, &error))?)
    }

    /// Coordinates that put the tool, or a frame, at a pose.
    #[expect(clippy::too_many_arguments, reason = "they are options of a function of Python")]
    #[pyo3(signature = (position, rotation, *, of, near, starts, ignore_limits))]
    fn ik<'py>(
        &self,
        py: Python<'py>,
        position: [f64; 3],
        rotation: Option<[[f64; 3]; 3]>,
        of: Option<String>,
        near: Option<Vec<f64>>,
        starts: Option<usize>,
        ignore_limits: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut options =
            InverseKinematicsOptions { of, near, ignore_limits, ..Default::default() };
        options.starts = starts.unwrap_or(options.starts);
        let (robot, target) = (&self.robot, Pose { position, rotation });
        let solutions =
            interruptible(py, None, |budget| robot.inverse_kinematics(&target, &options, budget))?;
        let solutions = solutions.map_err(|error| exception(py, &error))?;
        let of = |part: fn(&appell::trajectory::Solution) -> Value| -> Vec<Value> {
            solutions.found.solutions.iter().map(part).collect()
        };
        let answer = json!({
            "joints": solutions.joints,
            "q": of(|it| json!(it.q)),
            "position_error": of(|it| json!(it.missed[0])),
            "rotation_error": of(|it| json!(it.missed[1])),
            "manipulability": of(|it| json!(it.manipulability)),
            "singular": of(|it| json!(it.is_singular)),
            "inside_limits": solutions.inside_limits,
            "redundancy": solutions.found.redundancy,
        });
        python(py, &answer)
    }
}

/// What a check found, as data.
fn checked(paper: &Paper, report: &appell::CheckResult) -> Value {
    let equation = |finding: &proof::Finding| {
        let position = paper.position(finding.span.start);
        let mut equation = json!({
            "equation": finding.equation,
            "component": finding.component,
            "quantity": finding.quantity,
            "verdict": finding.verdict.kind().name(),
            "reason": finding.verdict.reason(),
            "printed": finding.printed,
            "line": position.line,
            "corrected": "",
            "difference": "",
            "slips": [],
            "assumptions": [],
        });
        match &finding.verdict {
            Verdict::Refuted(refutation) => {
                let slips = refutation.slips.iter().map(|slip| json!(slip.to_string()));
                equation["corrected"] = json!(refutation.corrected);
                equation["difference"] = json!(refutation.difference);
                equation["slips"] = slips.collect();
            }
            Verdict::Proved(proof) => {
                let words = proof.assumptions.iter().map(|it| json!(it.words));
                equation["assumptions"] = words.collect();
            }
            _ => {}
        }
        equation
    };
    json!({
        "equations": report.findings.iter().map(equation).collect::<Vec<_>>(),
        "counts": report.counts().iter().map(|(kind, count)| (kind.name().to_owned(), json!(count))).collect::<serde_json::Map<_, _>>(),
        "suspects": report.suspects.iter().map(|it| json!(it.words)).collect::<Vec<_>>(),
        "stopped": report.stopped,
    })
}

fn linearised(model: &linear::Linearised, sampled: Option<&linear::Sampled>) -> Value {
    let system = &model.system;
    let mut answer = json!({
        "states": system.states,
        "inputs": system.inputs,
        "outputs": system.outputs,
        "A": system.a,
        "B": system.b,
        "C": system.c,
        "D": system.d,
        "q": model.point.q,
        "qd": model.point.qd,
        "tau": model.point.tau,
        "qdd": model.accelerations,
        "is_equilibrium": model.is_equilibrium,
        "stability": model.analysis.stability().name(),
        "poles": model.analysis.poles.iter().map(|it| [it.value.re, it.value.im]).collect::<Vec<_>>(),
        "uncontrollable": model.analysis.uncontrollable.iter().map(|it| [it.re, it.im]).collect::<Vec<_>>(),
        "unobservable": model.analysis.unobservable.iter().map(|it| [it.re, it.im]).collect::<Vec<_>>(),
    });
    if let Some(sampled) = sampled {
        answer["sample"] = json!(sampled.sample);
        answer["Ad"] = json!(sampled.a);
        answer["Bd"] = json!(sampled.b);
    }
    answer
}
