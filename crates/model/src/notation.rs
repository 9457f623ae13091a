//! The names of parameters in LaTeX and Typst, where a robot file gives its own.

use std::collections::BTreeMap;

use appell_algebra::{Names, Notation, Symbols};
use appell_diagnostic::{Diagnostic, excerpt};

use crate::joint::Joint;
use crate::parameter::Parameter;
use crate::robot::Robot;

impl Robot {
    /// How its symbols are called in formulas: parameters with a `latex` by that, all others by their
    /// names.
    ///
    /// ```
    /// use appell_algebra::{Formula, Printer};
    /// let file = "name = \"slide\"\ngravity = 0\n[parameters]\nmc = { latex = \"m_{c}\" }\n\
    ///             [[joint]]\ntype = \"prismatic\"\naxis = \"x\"\nlink = { mass = \"mc\" }\n";
    /// let robot = appell_model::read_toml(file, &Default::default()).robot.ok_or("no robot")?;
    /// let printer = Printer::new(robot.symbols()).with_notation(robot.notation());
    /// assert_eq!(printer.latex(&Formula::Symbol(robot.parameters()[0].symbol)), "m_c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notation(&self) -> Notation {
        let named =
            self.parameters().iter().filter_map(|it| Some((it.symbol, names_of(it)?.ok()?)));
        named.fold(Notation::default(), |notation, (symbol, names)| {
            notation.with_name(symbol, names)
        })
    }
}

/// The names of a parameter that has one in LaTeX, or what is wrong with it.
fn names_of(parameter: &Parameter) -> Option<Result<Names, String>> {
    Some(Names::of_latex(&parameter.name, parameter.latex.as_ref()?))
}

/// Reports names that are not allowed, and two symbols that would look alike.
pub(crate) fn check(
    parameters: &[Parameter],
    joints: &[Joint],
    symbols: &Symbols,
    findings: &mut Vec<Diagnostic>,
) {
    if parameters.iter().all(|parameter| parameter.latex.is_none()) {
        return;
    }
    let by_default = |name: &str| Names::default_for(name).latex_signs();
    let modes = joints.iter().filter_map(|joint| joint.modes.as_ref());
    let elastic = modes.flat_map(|modes| {
        modes.coordinates.iter().copied().chain(modes.angles.iter().map(|angle| angle.symbol))
    });
    let moving = joints.iter().filter_map(|joint| joint.coordinate).chain(elastic);
    let moving = moving.map(|symbol| symbols.name(symbol));
    let mut known: BTreeMap<String, String> =
        moving.map(|name| (by_default(&name), name)).collect();
    let plain = parameters.iter().filter(|parameter| parameter.latex.is_none());
    known.extend(plain.map(|parameter| (by_default(&parameter.name), parameter.name.clone())));
    for parameter in parameters {
        let latex = excerpt(parameter.latex.as_deref().unwrap_or_default());
        let problem = match names_of(parameter) {
            None => continue,
            Some(Err(why)) => Diagnostic::error(
                "bad-latex-name",
                format!("`{latex}` is not a name: {why}"),
            )
            .hint(
                "write one letter, or \\mathrm{word}, with an index: l_{c1}, \\alpha_2, \\hat{m}",
            ),
            Some(Ok(names)) => match known.insert(names.latex_signs(), parameter.name.clone()) {
                None => continue,
                Some(other) => {
                    let message = format!("`{latex}` is also the name of `{other}` in LaTeX");
                    Diagnostic::error("same-latex-name", message)
                        .hint("give each of them a name of its own")
                }
            },
        };
        findings.push(problem.on(["parameters", &parameter.name, "latex"]));
    }
}
