//! A program in two stages: what depends on parameters alone is calculated once, the rest in
//! every call.

use crate::builder::Builder;
use crate::error::Error;
use crate::network::Network;
use crate::operation::{Operation, Value};
use crate::program::{Input, InputKind, Output, Program};

/// A program in two stages.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages {
    /// From the parameters, the constants that the calls need.
    pub setup: Program,
    /// From the coordinates and these constants, the outputs.
    pub call: Program,
}

impl Program {
    /// The program in two stages: the inputs that are parameters go into the first, and what
    /// follows from them into the second.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// use appell_program::Program;
    ///
    /// let graph = Graph::new(&Symbols::new());
    /// let (m, l, q) = (graph.parameter("m"), graph.parameter("l"), graph.coordinate("q"));
    /// let stages = Program::new(&graph, &[("moment", m * l * l * q)])?.stages()?;
    /// assert_eq!(stages.setup.count().multiplications, 2);
    /// assert_eq!(stages.call.count().multiplications, 1);
    /// assert_eq!(stages.call.inputs().len(), 2); // q, and m l^2
    /// # Ok::<(), appell_program::Error>(())
    /// ```
    pub fn stages(&self) -> Result<Stages, Error> {
        // sums and products in which the parameters stand together
        Network::of(self).program(self)?.split()
    }

    fn split(&self) -> Result<Stages, Error> {
        let is_parameter = |number: usize| self.inputs[number].kind == InputKind::Parameter;
        let variable = self.depends(|number| !is_parameter(number));
        let constant = self.depends(is_parameter);
        let kept: Vec<usize> = self.handed_over(&variable, &constant);
        let mut names = vec![None; self.operations.len()];
        for (number, &index) in kept.iter().enumerate() {
            names[index] = Some(match &self.operations[index] {
                Operation::Input(input) => self.inputs[*input].name.clone(),
                _ => self.name(index).map_or_else(|| format!("p{}", number + 1), str::to_owned),
            });
        }
        let name = |index: usize| names[index].clone().unwrap_or_default();
        let outputs =
            kept.iter().map(|&index| Output { name: name(index), value: Value::of(index) });
        let setup = Self { outputs: outputs.collect(), ..self.clone() };
        let setup = setup.with_inputs_that(is_parameter)?;

        let mut inputs: Vec<Input> = Vec::new();
        let mut place = vec![0; self.inputs.len()];
        for (number, input) in self.inputs.iter().enumerate().filter(|(it, _)| !is_parameter(*it)) {
            place[number] = inputs.len();
            inputs.push(input.clone());
        }
        let first_constant = inputs.len();
        let kind = InputKind::Parameter;
        inputs.extend(kept.iter().map(|&index| Input { name: name(index), kind }));
        let call =
            self.rebuilt(|builder, index, _| match (&self.operations[index], &names[index]) {
                (_, Some(_)) => {
                    let number = kept.iter().position(|&kept| kept == index)?;
                    Some(builder.input(first_constant + number))
                }
                (Operation::Input(number), _) => Some(builder.input(place[*number])),
                _ => None,
            })?;
        let call = Self { inputs, ..call }.without_dead_code()?;
        Ok(Stages { setup, call })
    }

    /// The values that follow from parameters alone and are needed with others, or given out.
    fn handed_over(&self, variable: &[bool], constant: &[bool]) -> Vec<usize> {
        let mut kept = vec![false; self.operations.len()];
        let mut keep = |value: Value| {
            kept[value.index()] |= constant[value.index()] && !variable[value.index()];
        };
        for (index, operation) in self.operations.iter().enumerate().filter(|(it, _)| variable[*it])
        {
            debug_assert!(operation.operands().all(|operand| operand.index() < index));
            operation.operands().for_each(&mut keep);
        }
        self.outputs.iter().for_each(|output| keep(output.value));
        (0..kept.len()).filter(|&index| kept[index]).collect()
    }

    /// The same with some of the inputs; those that are left out are needed no more.
    fn with_inputs_that(&self, hold: impl Fn(usize) -> bool) -> Result<Self, Error> {
        let live = self.without_dead_code()?;
        let kept: Vec<usize> = (0..self.inputs.len()).filter(|&number| hold(number)).collect();
        let program = live.rebuilt(|builder: &mut Builder, index, _| {
            let Operation::Input(number) = live.operations[index] else { return None };
            Some(builder.input(kept.binary_search(&number).ok()?))
        })?;
        let inputs = kept.iter().map(|&number| self.inputs[number].clone()).collect();
        Ok(Self { inputs, ..program })
    }
}
