//! The arguments of a function: the inputs of its program in groups, as arrays.

use appell::Robot;
use appell::program::{Input, InputKind};

/// An array that is an argument or a result, without the axes over states.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    /// The names of its entries: of joints, of parameters, of modal integrals; none of others.
    pub(crate) names: Vec<String>,
}

impl Part {
    /// How many entries it has.
    pub(crate) fn count(&self) -> usize {
        self.shape.iter().product()
    }
}

/// An argument.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) part: Part,
    /// What an entry is where nothing is given; nothing: it must be given.
    pub(crate) defaults: Vec<Option<f64>>,
}

/// The inputs of a program of a robot in groups: coordinates and their time derivatives, driving forces,
/// parameters.
pub(super) fn arguments_of(inputs: &[Input], robot: &Robot) -> Vec<Argument> {
    let joints = robot.model().coordinate_owners();
    let mut arguments: Vec<Argument> = Vec::new();
    let mut kind = None;
    for input in inputs {
        let default = match input.kind {
            InputKind::Parameter => {
                let model = robot.model();
                let own = model.parameters().iter().find(|it| it.name == input.name);
                own.and_then(|parameter| model.value(parameter.symbol))
            }
            _ => Some(0.0),
        };
        let name = |k: usize| match input.kind {
            InputKind::Parameter => input.name.clone(),
            _ => joints.get(k).cloned().unwrap_or_else(|| input.name.clone()),
        };
        let is_same = kind.replace(input.kind) == Some(input.kind);
        match arguments.last_mut().filter(|_| is_same) {
            Some(last) => {
                last.part.names.push(name(last.defaults.len()));
                last.defaults.push(default);
                last.part.shape[0] += 1;
            }
            None => {
                let (names, defaults) = (vec![name(0)], vec![default]);
                let part = Part { name: input.kind.argument(), shape: vec![1], names };
                arguments.push(Argument { part, defaults });
            }
        }
    }
    arguments
}
