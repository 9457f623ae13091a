//! Elastic links: what their modes are, modal integrals as numbers, frequencies.

use appell_algebra::{Formula, Notation};
use appell_diagnostic::significant;
use appell_mechanics::vibration::vibrations;
use appell_mechanics::{Derivation, EntryName, Error, Numbers, Position, Quantity, Value};
use appell_model::Robot;

use super::equations::printer;
use super::features::Features;
use super::numbers::state;
use crate::document::{Block, Figure, Math, Table, Text};
use crate::drawing::Drawing;
use crate::mode_shapes::mode_shapes;

const DIGITS: usize = 6;

pub(super) fn blocks(robot: &Robot, features: &Features, notation: &Notation) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![
        Text::new("A point r of elastic link i is displaced by its modes, in the axes of {i}; the tip turns by their slopes, and the mass enters by integrals over the undeformed link:").into(),
    ];
    // axial shortening is of second order in the modal coordinates
    let displacement = match features.second_order {
        true => (
            r"d_i(r, t) = \sum_j q_{i,j}\, \varphi_{i,j}(r) + \sum_{j \le k} q_{i,j} q_{i,k}\, \varphi_{i,jk}(r)",
            "d_i (r, t) = sum_j q_(i,j) thin phi_(i,j)(r) + sum_(j <= k) q_(i,j) q_(i,k) thin phi_(i,j k)(r)",
        ),
        false => (
            r"d_i(r, t) = \sum_j q_{i,j}(t)\, \varphi_{i,j}(r)",
            "d_i (r, t) = sum_j q_(i,j)(t) thin phi_(i,j)(r)",
        ),
    };
    for (latex, typst) in [
        displacement,
        (
            r"a_{i,j} = \int \varphi_{i,j}\, dm, \quad b_{i,j} = \int r\, \varphi_{i,j}^{T}\, dm, \quad m_{i,jk} = \int \varphi_{i,j}\, \varphi_{i,k}^{T}\, dm",
            "a_(i,j) = integral phi_(i,j) thin d m, quad b_(i,j) = integral r thin phi_(i,j)^T thin d m, quad m_(i,j k) = integral phi_(i,j) phi_(i,k)^T thin d m",
        ),
    ] {
        blocks.push(Block::Rule(Math::new(latex, typst)));
    }
    blocks.extend(shapes(robot));
    match tables(robot, notation) {
        Ok(tables) => blocks.extend(tables),
        Err(reason) => {
            let words = format!("No numbers of modes: {reason}.");
            blocks.push(Text::message(&words).into());
        }
    }
    blocks
}

/// The shapes of the modes of every link that is a beam.
fn shapes(robot: &Robot) -> impl Iterator<Item = Block> {
    mode_shapes(robot).into_iter().map(|figure| {
        let caption = format!(
            "The {}: how far a modal coordinate of 1 moves the points of the link, along its axes",
            figure.title
        );
        let drawing = Drawing::of_figure(&figure);
        Block::Figure(Figure { caption: Text::new(caption), drawing })
    })
}

/// The integrals of every elastic link, and the frequencies.
fn tables(robot: &Robot, notation: &Notation) -> Result<Vec<Block>, Error> {
    let coordinates = robot.coordinates();
    let owners = robot.coordinate_owners();
    let is_joint: Vec<bool> = owners.iter().map(|it| robot.find_joint(it).is_some()).collect();
    let [mut q, ..] = state(robot);
    for (entry, _) in q.iter_mut().zip(&is_joint).filter(|(_, is_joint)| !**is_joint) {
        *entry = 0.0;
    }
    let value = |symbol: appell_algebra::Symbol| match coordinates
        .iter()
        .position(|&own| own == symbol.base())
    {
        Some(k) if symbol.order() == 0 => q.get(k).copied(),
        Some(_) => Some(0.0),
        None => robot.value(symbol),
    };
    let derivation = Derivation::new(robot, Numbers::new(robot.symbols(), value))?;
    let of = |name: &str| -> Result<Option<(Quantity, Value<f64>)>, Error> {
        let quantity = Quantity::read_one(name, robot).ok();
        quantity.map(|quantity| Ok((quantity, derivation.get(quantity)?))).transpose()
    };
    let mut blocks = Vec::new();
    for (index, _) in robot.joints().iter().enumerate().filter(|(_, it)| it.modes.is_some()) {
        let number = index + 1;
        let Some((quantity, integrals)) = of(&format!("integrals[{number}]"))? else { continue };
        let names = integrals.entry_names(quantity);
        let rows = names.iter().zip(integrals.entries()).map(|(name, entry)| {
            vec![integral_name(name, robot, notation), Text::new(significant(*entry, DIGITS))]
        });
        let caption = format!(
            "Link {number}: shift u and slope s of the tip by each mode, modal integrals a, b, m, stiffness k, damping d, in SI units"
        );
        let columns = ["integral", "value"].map(Text::new).to_vec();
        blocks.push(Block::Table(Table { caption, columns, rows: rows.collect() }));
    }
    let (Some((_, mass)), Some((_, stiffness))) = (of("M")?, of("K")?) else { return Ok(blocks) };
    let modal = |matrix: &Value<f64>| -> Vec<Vec<f64>> {
        let kept = |row: &Vec<f64>| {
            row.iter().zip(&is_joint).filter(|(_, it)| !**it).map(|(entry, _)| *entry).collect()
        };
        matrix
            .rows
            .iter()
            .zip(&is_joint)
            .filter(|(_, it)| !**it)
            .map(|(row, _)| kept(row))
            .collect()
    };
    let held = vibrations(&modal(&mass), &modal(&stiffness))?;
    let held: Vec<f64> = held.iter().map(|it| it.omega).collect();
    let free = match of("modes")? {
        Some((_, modes)) => modes.rows.iter().filter_map(|row| row.first().copied()).collect(),
        None => Vec::new(),
    };
    blocks.extend(frequencies(&q, &held, &free));
    Ok(blocks)
}

/// The name of an integral as formulas have it.
fn integral_name(name: &EntryName, robot: &Robot, notation: &Notation) -> Text {
    let Position::Item(label, _) = &name.position else { return Text::new(name.to_string()) };
    match robot.symbols().parameter(label) {
        Ok(symbol) => {
            let printer = printer(robot, notation);
            let symbol = Formula::Symbol(symbol);
            Text::default().math(printer.latex(&symbol), printer.typst(&symbol))
        }
        Err(_) => Text::default().code(label.as_str()),
    }
}

/// The frequencies with the joints held, and with the joints free to move.
fn frequencies(q: &[f64], held: &[f64], free: &[f64]) -> [Block; 2] {
    let listed = q.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let intro = Text::new("Frequencies of small vibrations of the undeformed robot, with the joints held, and with the joints free as ")
        .code("appell eval")
        .plain(" gives them as ")
        .code("modes")
        .plain(" at ")
        .code(format!("--q={listed}"))
        .plain(":");
    // joints that are free to move have the frequency zero
    let free: Vec<f64> = free.iter().copied().filter(|omega| *omega != 0.0).collect();
    let shown = |omegas: &[f64], k: usize, factor: f64| match omegas.get(k) {
        Some(omega) => Text::new(significant(omega * factor, DIGITS)),
        None => Text::default(),
    };
    const TURNS: f64 = 1.0 / std::f64::consts::TAU;
    let rows = (0..held.len().max(free.len())).map(|k| {
        vec![
            Text::new((k + 1).to_string()),
            shown(held, k, 1.0),
            shown(held, k, TURNS),
            shown(&free, k, 1.0),
            shown(&free, k, TURNS),
        ]
    });
    let columns =
        ["vibration", "held, rad/s", "held, Hz", "free, rad/s", "free, Hz"].map(Text::new).to_vec();
    let caption = "Frequencies with the joints held and free".to_owned();
    [intro.into(), Block::Table(Table { caption, columns, rows: rows.collect() })]
}
