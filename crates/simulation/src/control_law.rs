//! A control law that is written as formulas, one for each axis.

use std::fmt;

use appell_algebra::{Expr, Graph, Node, Symbol, Symbols};
use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_program::{Compiled, Options, Program};

use crate::error::Error;

/// The formulas of the forces on the axes, compiled.
///
/// Names: `t`; of every coordinate `q1` its value `q1` and its velocity `q1'` or `dq1`; of every axis
/// the reference `ref_q1` and its derivatives `dref_q1`, `ddref_q1`; the parameters of the robot.
///
/// ```
/// use appell_code::CompiledRobot;
/// use appell_simulation::ControlLaw;
/// let robot = appell_model::Robot::bundled("2r")?;
/// let robot = CompiledRobot::new(&robot, &Default::default())?;
/// assert!(ControlLaw::new(&robot, &["20*(ref_q1 - q1) - 3*dq1", "-q2 - q2'"]).is_ok());
/// let (axis, findings) = ControlLaw::new(&robot, &["0", "-5*qq2"]).unwrap_err();
/// assert_eq!((axis, findings[0].code), (1, "unknown-name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ControlLaw {
    compiled: Compiled,
    /// Room for the inputs: time, coordinates, velocities twice, references and two derivatives;
    /// then the values of the parameters, which stay.
    inputs: Vec<f64>,
    outputs: Vec<f64>,
}

impl fmt::Debug for ControlLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ControlLaw").field("axes", &self.outputs.len()).finish_non_exhaustive()
    }
}

impl ControlLaw {
    /// Compiles a formula for each axis. Where one cannot be read: its number, and what is wrong.
    pub fn new(robot: &CompiledRobot, formulas: &[&str]) -> Result<Self, (usize, Vec<Diagnostic>)> {
        let symbols = Symbols::new();
        let whole = |error: Error| (0, error.diagnostics());
        let inputs = inputs(robot, &symbols).map_err(whole)?;
        let graph = Graph::with_budget(&symbols, robot.budget().clone());
        let parameters = parameters(robot, &symbols, &inputs).map_err(whole)?;
        let mut outputs = Vec::with_capacity(formulas.len());
        for (axis, formula) in formulas.iter().enumerate() {
            let read = graph.parse(formula).map_err(|error| (axis, error.diagnostics()))?;
            refuse_two_meanings(robot, &graph, read).map_err(|problem| (axis, vec![problem]))?;
            outputs.push(("force", read));
        }
        let all: Vec<Symbol> =
            inputs.iter().copied().chain(parameters.iter().map(|(symbol, _)| *symbol)).collect();
        let compile = || -> Result<Compiled, appell_program::Error> {
            let program = Program::with_inputs(&graph, &all, &outputs, &[])?;
            program.folded()?.optimised()?.compile(Options::default())
        };
        let mut room = vec![0.0; inputs.len()];
        room.extend(parameters.iter().map(|(_, value)| value));
        Ok(Self {
            compiled: compile().map_err(|error| whole(error.into()))?,
            inputs: room,
            outputs: vec![0.0; formulas.len()],
        })
    }

    /// For how many axes there is a formula.
    pub fn count(&self) -> usize {
        self.outputs.len()
    }

    /// The forces on the axes at a time and a state, with the reference and two derivatives of it.
    pub(crate) fn forces(
        &mut self,
        t: f64,
        [q, qd]: [&[f64]; 2],
        reference: &[Vec<f64>; 3],
    ) -> Result<&[f64], Error> {
        let rows = [q, qd, qd].into_iter().chain(reference.iter().map(Vec::as_slice)).flatten();
        let values = [t].into_iter().chain(rows.copied());
        self.inputs.iter_mut().zip(values).for_each(|(input, value)| *input = value);
        self.compiled.call(&self.inputs, &mut self.outputs)?;
        Ok(&self.outputs)
    }
}

/// The names of a law that change while the robot moves, in the order of the inputs.
fn inputs(robot: &CompiledRobot, symbols: &Symbols) -> Result<Vec<Symbol>, Error> {
    let coordinates: Vec<&str> = robot.coordinates().iter().map(|it| it.name.as_str()).collect();
    let axes = || robot.axes().iter().map(|axis| coordinates[axis.coordinate]);
    let mut all = vec![symbols.parameter("t")?];
    for name in &coordinates {
        all.push(symbols.coordinate(name)?);
    }
    for name in &coordinates {
        all.push(symbols.coordinate(name)?.derivative(1)?);
    }
    // the same velocities under the names that they have in tables
    for name in &coordinates {
        all.push(symbols.parameter(&format!("d{name}"))?);
    }
    for before in ["ref_", "dref_", "ddref_"] {
        for name in axes() {
            all.push(symbols.parameter(&format!("{before}{name}"))?);
        }
    }
    Ok(all)
}

/// Refuses a formula with a name that the robot has for a parameter, and a law for something else.
fn refuse_two_meanings(
    robot: &CompiledRobot,
    graph: &Graph,
    formula: Expr<'_>,
) -> Result<(), Diagnostic> {
    let parameters = robot.robot().parameters();
    let is_parameter = |name: &str| parameters.iter().any(|it| it.name == name);
    let names = graph.topological(&[formula]).into_iter().filter_map(|expr| match expr.node() {
        Node::Symbol(symbol) => Some(graph.symbols().name(symbol)),
        _ => None,
    });
    let changes = |name: &str| {
        let own = |it: &str| [format!("d{it}"), format!("ref_{it}"), format!("dref_{it}")];
        let coordinates = || robot.coordinates().iter().map(|it| it.name.as_str());
        name == "t"
            || coordinates().any(|it| own(it).iter().any(|own| own == name))
            || coordinates().any(|it| format!("ddref_{it}") == name)
    };
    match names.into_iter().find(|name| changes(name) && is_parameter(name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "`{name}` is a parameter of the robot, and means something else in a control law"
            );
            Err(Diagnostic::error("two-meanings", message)
                .hint("give the parameter another name in the robot's file"))
        }
    }
}

/// The parameters of the robot with their values, but for those whose name means something else here.
fn parameters(
    robot: &CompiledRobot,
    symbols: &Symbols,
    inputs: &[Symbol],
) -> Result<Vec<(Symbol, f64)>, Error> {
    let mut all = Vec::new();
    for parameter in robot.robot().parameters() {
        let Some(value) = &parameter.value else { continue };
        if symbols.find(&parameter.name).is_none_or(|known| !inputs.contains(&known)) {
            let value = robot.robot().evaluate(value)?;
            all.push((symbols.parameter(&parameter.name)?, value));
        }
    }
    Ok(all)
}
