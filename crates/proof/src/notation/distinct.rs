//! Other names for parameters that would be printed as a quantity is: the length `a3` beside the acceleration
//! a_3 of origin 3 is \bar a_3.

use appell_algebra::{Formula, Names as PrintNames, Notation as PrintNotation, Printer, Symbol};
use appell_mechanics::{Index, Quantity};
use appell_model::Robot;

use super::Notation;
use super::names::{name_of_latex, printed};
use crate::name::Name;

/// What is put on a letter; the first that makes a name which nothing else has.
const ACCENTS: [&str; 3] = ["\\bar", "\\hat", "\\tilde"];

/// A parameter with the name of a quantity.
pub(super) struct Distinct {
    parameter: Symbol,
    quantity: Quantity,
    print: PrintNames,
    /// The other name, as it is read.
    pub(super) name: Name,
    /// The name in the robot file.
    pub(super) text: String,
}

impl Notation {
    /// How the symbols of a robot are printed beside equations for these quantities: as the robot says, but
    /// a parameter that would have the name of one of them gets an accent. [`Notation::appell`] reads both.
    ///
    /// ```
    /// use appell_algebra::{Formula, Printer};
    /// use appell_mechanics::Quantity;
    /// use appell_proof::Notation;
    ///
    /// let robot = appell_model::Robot::bundled("puma560")?;
    /// let a3 = Formula::Symbol(robot.symbols().find("a3").ok_or("no a3")?);
    /// let printed = |quantity: &str| -> Result<String, Box<dyn std::error::Error>> {
    ///     let notation = Notation::beside(&robot, &Quantity::read(quantity, &robot)?);
    ///     Ok(Printer::new(robot.symbols()).with_notation(notation).latex(&a3))
    /// };
    /// assert_eq!(printed("a")?, "\\bar{a}_3");
    /// assert_eq!(printed("M")?, "a_3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beside(robot: &Robot, quantities: &[Quantity]) -> PrintNotation {
        let is_printed = |it: &&Distinct| {
            quantities.iter().any(|quantity| {
                // rows of a column have names of their own: Q_1
                let is_row = quantity.kind() == it.quantity.kind()
                    && quantity.kind().row().form.index() == Index::Coordinate;
                *quantity == it.quantity || is_row
            })
        };
        let distinct = distinct(robot, &Self::of_table(robot));
        let renamed = distinct.iter().filter(is_printed);
        renamed.fold(robot.notation(), |notation, it| {
            notation.with_name(it.parameter, it.print.clone())
        })
    }
}

/// The parameters whose names are those of quantities, with other names.
pub(super) fn distinct(robot: &Robot, quantities: &Notation) -> Vec<Distinct> {
    let printer = Printer::new(robot.symbols()).with_notation(robot.notation());
    let parameters = robot.parameters().iter().map(|parameter| parameter.symbol);
    let symbols = parameters.clone().chain(robot.coordinates());
    let mut taken: Vec<Name> = symbols.filter_map(|symbol| printed(&printer, symbol)).collect();
    let mut renamed = Vec::new();
    for parameter in parameters {
        let name = printed(&printer, parameter);
        let Some(known) = name.and_then(|name| quantities.known(&name, robot)) else { continue };
        let latex = printer.latex(&Formula::Symbol(parameter));
        let (letter, index) = latex.split_at(latex.find('_').unwrap_or(latex.len()));
        let text = robot.symbols().name(parameter);
        let free = ACCENTS.iter().find_map(|accent| {
            let print =
                PrintNames::of_latex(&text, &format!("{accent}{{{letter}}}{index}")).ok()?;
            let name = name_of_latex(&format!("{}{}", print.latex, print.latex_index))?;
            let is_free = !taken.contains(&name) && quantities.known(&name, robot).is_none();
            is_free.then_some((print, name))
        });
        if let Some((print, name)) = free {
            taken.push(name.clone());
            renamed.push(Distinct { parameter, quantity: known.quantity, print, name, text });
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A length called as an acceleration, whose other name is that of a second length.
    #[test]
    fn the_other_name_is_no_name_of_the_robot() {
        let file = r#"
            name = "arm"
            gravity = [0, "-g", 0]
            [parameters]
            b = { latex = '\bar{a}_1' }
            [[joint]]
            type = "rotation"
            axis = "z"
            link = { mass = "m1", centre = ["a1", 0, 0], inertia = { zz = "J" } }
            [tool]
            offset = ["b", "a12", 0]
        "#;
        let robot = appell_model::read_toml(file, &Default::default()).robot.unwrap();
        let quantities = ["a", "J"].map(|name| Quantity::read(name, &robot).unwrap()).concat();
        let notation = Notation::beside(&robot, &quantities);
        let printer = Printer::new(robot.symbols()).with_notation(notation);
        let latex =
            |name: &str| printer.latex(&Formula::Symbol(robot.symbols().find(name).unwrap()));
        // \hat{J} is the space Jacobian; origin 12 does not exist
        assert_eq!(
            ["a1", "J", "b", "a12", "m1"].map(latex),
            ["\\hat{a}_1", "\\bar{J}", "\\bar{a}_1", "a_{12}", "m_1"]
        );
    }
}
