//! The modes of elastic links: coordinates, angles of the tip, integrals.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Poly, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_elastic::{BeamBody, Error as ElasticError, GivenModes, ModePair, Root};
use appell_spatial::{Coefficient, Deformable, Station, Vector};

use super::points::Point;
use crate::axis::axis_name;
use crate::draft::JointDraft;
use crate::elastic::{Elastic, ModeSource, Modes, TipAngle, TipMap, pair_path};
use crate::frame::LinkPoint;
use crate::joint::JointKind;
use crate::link::Part;

/// The names of the axes.
const AXES: [&str; 3] = ["x", "y", "z"];

/// What belongs to an elastic link: its modes, the parts that a beam adds to its mass, and what
/// was done with it, at its place below the link.
pub(super) struct Worked {
    pub(super) modes: Modes,
    pub(super) parts: Vec<Part>,
    pub(super) note: Option<Diagnostic>,
}

/// The modes of a link. `stem` names the modal coordinates, `number` is that of the joint, `points` are those
/// on which something sits.
pub(super) fn modes(
    elastic: &Elastic,
    (stem, number): (&str, usize),
    points: &[Point<'_>],
    symbols: &Symbols,
    budget: &Budget,
    values: &BTreeMap<Symbol, f64>,
) -> Result<Worked, ElasticError> {
    let mut stations: Vec<Option<Station<Poly>>> = Vec::with_capacity(points.len());
    let (mut body, parts, note) = match &elastic.source {
        ModeSource::Given(given) => {
            check_products(given, |entry| entry.evaluate(symbols, |it| values.get(&it).copied()))?;
            stations.extend(points.iter().map(|_| None));
            (given.body(), Vec::new(), None)
        }
        ModeSource::FiniteElements(it) => {
            let at = |labels: &Vec<u64>| it.points.iter().position(|known| known == labels);
            stations.extend(points.iter().map(|point| match point.place {
                LinkPoint::Nodes(labels) => Some(it.reduced.stations[at(labels)?].clone()),
                LinkPoint::Along(_) => None,
            }));
            (it.reduced.body(), vec![it.body.clone()], None)
        }
        ModeSource::Beam(beam) => {
            let carrying = points.iter().filter(|point| point.carries);
            let interfaces: Vec<f64> = carrying.filter_map(|point| point.place.share()).collect();
            let worked = BeamBody::new(beam, &interfaces, symbols, budget, values)?;
            for point in points {
                stations.push(point.place.share().map(|it| worked.station(it)).transpose()?);
            }
            (worked.body()?, worked.parts()?.into_iter().map(Part::from).collect(), worked.note)
        }
    };
    body.stations = checked(elastic, points, stations)?;
    let names = (1..=body.modes()).map(|j| symbols.coordinate(&format!("{stem}_{j}")));
    let coordinates = names.collect::<Result<Vec<_>, _>>()?;
    let angles = match elastic.tip_map {
        TipMap::Rotation | TipMap::Affine => {
            let turns = |axis: &usize| body.shapes.iter().any(|it| !it.slope.0[*axis].is_zero());
            let name = |axis| (axis, None, None, format!("phi{number}{}", AXES[axis]));
            [2, 1, 0].into_iter().filter(turns).map(name).collect::<Vec<_>>()
        }
        TipMap::Exponential => screws(&body)?
            .into_iter()
            .map(|(axis, mode)| (axis, Some(mode), None, format!("phi{number}_{}", mode + 1)))
            .collect(),
    };
    let of_stations = body.stations.iter().enumerate().flat_map(|(at, station)| {
        let turns = |axis: &usize| station.slopes.iter().any(|it| !it.0[*axis].is_zero());
        let name = move |axis| format!("phi{number}p{}{}", at + 1, AXES[axis]);
        [2, 1, 0].into_iter().filter(turns).map(move |axis| (axis, None, Some(at), name(axis)))
    });
    let angles = angles.into_iter().chain(of_stations).map(|(axis, mode, station, name)| {
        Ok(TipAngle { axis, symbol: symbols.coordinate(&name)?, mode, station })
    });
    let angles = angles.collect::<Result<Vec<_>, Error>>()?;
    let tip_map = elastic.tip_map;
    let mut modes = Modes { coordinates, angles, pivots: Vec::new(), tip_map, body };
    modes.place_pivots(symbols, budget)?;
    Ok(Worked { modes, parts, note })
}

/// The stations of a link, or why it has none.
fn checked(
    elastic: &Elastic,
    points: &[Point<'_>],
    stations: Vec<Option<Station<Poly>>>,
) -> Result<Vec<Station<Poly>>, ElasticError> {
    let refuse = |point: &Point<'_>, message: &str, hint: &str| {
        let problem = Diagnostic::error("bad-link-point", message.to_owned());
        let (kind, name) = &point.named;
        ElasticError::from(problem.fact(*kind, name).hint(hint.to_owned()))
    };
    if let (TipMap::Exponential, Some(point)) = (elastic.tip_map, points.first()) {
        let message = "points of a link are not available with `tip_map = \"exponential\"`";
        return Err(refuse(point, message, "write tip_map = \"rotation\""));
    }
    let found = points.iter().zip(stations).map(|(point, station)| {
        station.ok_or_else(|| {
            let (message, hint) = match (&elastic.source, point.place) {
                (ModeSource::Beam(_), _) => {
                    ("on a beam, a point is a share of its length", "write along = 0.5")
                }
                (ModeSource::FiniteElements(_), LinkPoint::Nodes(_)) => (
                    "the mesh has no such node",
                    "nodes go by their labels; without labels in the file they are counted from 1",
                ),
                (ModeSource::FiniteElements(_), _) => {
                    ("on a mesh, a point is a node", "write node = 17, or a list of nodes")
                }
                (ModeSource::Given(_), _) => (
                    "modes that are given by their integrals are known at the tip only",
                    "leave out `along` and `node`, or describe the link as a beam or a mesh",
                ),
            };
            refuse(point, message, hint)
        })
    });
    found.collect()
}

/// The axes about which modes turn the tip, for the product of their exponentials. An axis other than x,
/// y and z needs the length of a slope, a root; fields of second order have no exponential.
fn screws(body: &Deformable<Poly>) -> Result<Vec<(usize, usize)>, ElasticError> {
    let mut screws = Vec::new();
    for shape in &body.shapes {
        let Coefficient::Mode(mode) = shape.coefficient else {
            let message = "`tip_map = \"exponential\"` is not available with `stiffening = true`";
            let problem = Diagnostic::error("exponential-tip", message).on(["tip_map"]);
            return Err(problem.hint("write tip_map = \"rotation\"").into());
        };
        let axes: Vec<usize> = (0..3).filter(|&axis| !shape.slope.0[axis].is_zero()).collect();
        match axes.as_slice() {
            [] => {}
            [axis] => screws.push((*axis, mode)),
            _ => {
                let message =
                    "`tip_map = \"exponential\"` needs modes that turn the tip about x, y or z";
                let turns: Vec<&str> = axes.iter().map(|&axis| AXES[axis]).collect();
                let problem = Diagnostic::error("exponential-tip", message)
                    .on(["tip_map"])
                    .fact("mode", mode + 1)
                    .fact("turns about", turns.join(", "))
                    .hint("write tip_map = \"rotation\"");
                return Err(problem.into());
            }
        }
    }
    Ok(screws)
}

/// The integral of d d^T of one mode is symmetric, and has no negative diagonal.
fn check_products(
    given: &GivenModes,
    value: impl Fn(&Poly) -> Result<f64, Error>,
) -> Result<(), ElasticError> {
    for (index, ModePair { modes: [j, k], product, .. }) in given.pairs.iter().enumerate() {
        let negative = |i: &usize| value(&product.0[*i][*i]).is_ok_and(|it| it < 0.0);
        let name = |i: usize| ["xx", "yy", "zz"][i];
        let problem = if j != k {
            continue;
        } else if *product != product.transpose() {
            let message = "`product` of a mode with itself must be symmetric";
            Diagnostic::error("product-not-symmetric", message)
                .hint("xy is the integral of d_x d_y, and so is yx: give both, or leave both out")
        } else if let Some(i) = (0..3).find(negative) {
            let message = "`product` of a mode with itself must not have a negative diagonal";
            Diagnostic::error("product-negative", message)
                .fact("entry", name(i))
                .hint(format!("{} is the integral of a square over the mass", name(i)))
        } else {
            continue;
        };
        let problem = problem.on(["pairs", &pair_path(index), "product"]).fact("mode", j + 1);
        return Err(problem.into());
    }
    Ok(())
}

/// A pinned root turns about the axis of the joint, and so does the beam as it bends.
pub(super) fn check_plane(draft: &JointDraft, axis: &Vector<Poly>) -> Option<Diagnostic> {
    let source = draft.link.elastic.as_ref().map(|elastic| &elastic.source);
    let Some(ModeSource::Beam(beam)) = source else { return None };
    if beam.root != Root::Pinned || draft.kind != JointKind::Rotation {
        return None;
    }
    // bending along y turns about z
    let (about, bends) = if beam.bend_y > 0 { ("z", "bend_y") } else { ("y", "bend_z") };
    let name = axis_name(axis).unwrap_or("another direction");
    let message = "this beam bends in another plane than the one in which its joint turns";
    let problem = Diagnostic::error("pinned-root", message)
        .fact("axis of the joint", name)
        .fact(format!("`{bends}` turns the root about"), about)
        .hint("with a pinned root, write bend_y on a joint about z and bend_z on one about y; or write root = \"clamped\"");
    (name.trim_start_matches('-') != about).then_some(problem)
}
