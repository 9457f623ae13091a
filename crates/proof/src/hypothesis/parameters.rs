//! Conventions about parameters: inertia about the joints, centres of mass in the middle, signs of gravity and of
//! products of inertia.

use std::collections::BTreeSet;

use appell_algebra::{Error as AlgebraError, Poly, Rational, Symbol};
use appell_model::Robot;

use super::{Hypothesis, times};

/// The conventions about parameters, each of them alone.
pub(super) fn of_parameters(robot: &Robot) -> Result<Vec<Hypothesis>, AlgebraError> {
    let symbols = robot.symbols();
    let mut all = Vec::new();
    let mut add = |name, words: &str, values: Vec<(Symbol, Poly)>| {
        if !values.is_empty() {
            all.push(Hypothesis::of_values(name, words.to_owned(), values));
        }
    };
    let negative = |symbols: Vec<Symbol>| -> Vec<(Symbol, Poly)> {
        symbols.into_iter().map(|symbol| (symbol, -&Poly::symbol(symbol))).collect()
    };
    let gravity: Vec<Symbol> =
        robot.gravity().0.iter().flat_map(|entry| entry.symbols(symbols)).collect();
    let half = Poly::constant(Rational::new(1, 2)?);
    let twelfth = Rational::new(1, 12)?;
    let (mut about_joint, mut middle, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let (mut products, mut rods, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for id in robot.joint_ids() {
        let joint = robot.joint(id);
        let [part] = joint.link.parts.as_slice() else { continue };
        let lone = |entry: &Poly| {
            let symbol = *entry.symbols(symbols).first()?;
            (*entry == Poly::symbol(symbol)).then_some(symbol)
        };
        let along = |entry: &Poly| {
            let symbol = *entry.symbols(symbols).first()?;
            let plain = Poly::symbol(symbol);
            (*entry == plain || *entry == -&plain).then_some(symbol)
        };
        let [x, y, z] = &part.centre.0;
        let square = |a: &Poly, b: &Poly| -> Result<Poly, AlgebraError> {
            Ok(&times(a, a)? + &times(b, b)?)
        };
        let inertia = &part.inertia;
        for (moment, arm) in [
            (&inertia.xx, square(y, z)?),
            (&inertia.yy, square(x, z)?),
            (&inertia.zz, square(x, y)?),
        ] {
            if let Some(symbol) = lone(moment).filter(|_| !arm.is_zero()) {
                let shift = times(&part.mass, &arm)?;
                about_joint.push((symbol, &Poly::symbol(symbol) - &shift));
            }
        }
        let moments = [&inertia.xx, &inertia.yy, &inertia.zz].map(lone);
        let of_products = [&inertia.xy, &inertia.xz, &inertia.yz].map(lone);
        let all = || moments.iter().chain(&of_products).flatten();
        points.extend(all().map(|entry| (*entry, Poly::ZERO)));
        products.extend(of_products.iter().flatten().copied());
        // the length of the link: to the next joint, or to the tool
        let next = robot.children(Some(id)).next();
        let end = match next {
            Some(next) => &robot.joint(next).parent_from_frame.position,
            None => &robot.tool().parent_from_tool.position,
        };
        for (axis, (centre, end)) in part.centre.0.iter().zip(&end.0).enumerate() {
            let (Some(centre), Some(end)) = (along(centre), along(end)) else { continue };
            let end = Poly::symbol(end);
            middle.push((centre, times(&half, &end)?));
            ends.push((centre, end.clone()));
            // a thin rod has no moment of inertia about its own axis
            let across = times(&part.mass, &times(&end, &end)?)?.scale(&twelfth);
            let of_rod = |at: usize| if at == axis { Poly::ZERO } else { across.clone() };
            let of_moments = moments.iter().enumerate();
            rods.extend(of_moments.filter_map(|(at, moment)| Some(((*moment)?, of_rod(at)))));
            rods.extend(of_products.iter().flatten().map(|product| (*product, Poly::ZERO)));
        }
    }
    let rods: Vec<(Symbol, Poly)> = middle.iter().chain(&rods).cloned().collect();
    let masses: Vec<(Symbol, Poly)> = ends.iter().chain(&points).cloned().collect();
    add("inertia", "moments of inertia are about the joints", about_joint);
    let has_moments = !points.is_empty();
    add("mass-centre", "the centres of mass are in the middle of the links", middle);
    if has_moments && !ends.is_empty() {
        add("rods", "links are thin uniform rods", rods);
        add("point-masses", "the links are point masses at their ends", masses);
    }
    add("mass-ends", "the centres of mass are at the ends of the links", ends);
    add("no-inertia", "links have no moments of inertia about their centres of mass", points);
    let friction = robot.joints().iter().flat_map(|joint| joint.friction.entries());
    let friction: BTreeSet<Symbol> =
        friction.flat_map(|(_, entry)| entry.symbols(symbols)).collect();
    let without = friction.into_iter().map(|symbol| (symbol, Poly::ZERO)).collect();
    add("no-friction", "friction is left out", without);
    let none = gravity.iter().map(|symbol| (*symbol, Poly::ZERO)).collect();
    add("gravity-sign", "gravity enters with the other sign", negative(gravity));
    add("no-gravity", "gravity is left out", none);
    add("products", "products of inertia have the other sign", negative(products));
    Ok(all)
}
