//! What can be asked for: names of quantities, quantities, and lists of both.

use std::collections::BTreeSet;

use crate::model;
use crate::{Error, Quantity};

/// Quantities by name or by themselves: `"Q"`, `["Q", "M"]`, `quantity`, `&names[..]`.
///
/// ```
/// use appell::{Quantities, Robot};
///
/// let robot = Robot::bundled("2r")?;
/// let named = ["M", "omega", "Q[2]"].named(robot.model())?;
/// let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
/// assert_eq!(names, ["M", "omega[1]", "omega[2]", "Q[2]"]);
/// let axes = ["J@0", "J", "J@joint2"].named(robot.model())?;
/// let names: Vec<&str> = axes.iter().map(|(name, _)| name.as_str()).collect();
/// assert_eq!(names, ["J@0", "J", "J@joint2"]);
/// assert_eq!("mass_matrix".named(robot.model())?[0].0, "mass_matrix");
/// // all errors are reported at once
/// let wrong = ["omga", "Q[9]"].named(robot.model()).err();
/// assert_eq!(wrong.map(|error| error.findings().len()), Some(2));
/// # Ok::<(), appell::Error>(())
/// ```
pub trait Quantities {
    /// The quantities, each with the name under which its result is given; or all that is wrong
    /// with the names.
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error>;
}

/// The quantities of a list of names, each name once.
pub(crate) fn named_once(
    quantities: impl Quantities,
    robot: &model::Robot,
) -> Result<Vec<(String, Quantity)>, Error> {
    let mut named = quantities.named(robot)?;
    let mut known = BTreeSet::new();
    named.retain(|(name, _)| known.insert(name.clone()));
    Ok(named)
}

impl Quantities for str {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        let quantities = Quantity::read(self, robot)?;
        // a result has the name that was asked for: `Q[shoulder]`, not `Q[1]`; `J@0`, not `J`;
        // `mass_matrix`, not `M`. Only `omega`, which is one quantity a link, gets its indices.
        let (asked, axes) = self.find('@').map_or((self, ""), |at| self.split_at(at));
        let name = |quantity: &Quantity| {
            let own = quantity.to_string();
            let own = if axes.is_empty() { own.as_str() } else { before_axes(&own) };
            let is_indexed = own.contains('[') && !asked.contains('[');
            format!("{}{axes}", if is_indexed { own } else { asked })
        };
        Ok(quantities.into_iter().map(|quantity| (name(&quantity), quantity)).collect())
    }
}

/// The name of a quantity without its axes.
fn before_axes(name: &str) -> &str {
    name.split_once('@').map_or(name, |(before, _)| before)
}

impl Quantities for String {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        self.as_str().named(robot)
    }
}

impl Quantities for Quantity {
    fn named(&self, _: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        Ok(vec![(self.to_string(), *self)])
    }
}

impl<Q: Quantities> Quantities for [Q] {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        let (mut all, mut problems) = (Vec::new(), Vec::new());
        for quantities in self {
            match quantities.named(robot) {
                Ok(named) => all.extend(named),
                Err(wrong) => problems.extend(wrong.findings()),
            }
        }
        if problems.is_empty() { Ok(all) } else { Err(problems.into()) }
    }
}

impl<Q: Quantities, const N: usize> Quantities for [Q; N] {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        self.as_slice().named(robot)
    }
}

impl<Q: Quantities> Quantities for Vec<Q> {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        self.as_slice().named(robot)
    }
}

impl<Q: Quantities + ?Sized> Quantities for &Q {
    fn named(&self, robot: &model::Robot) -> Result<Vec<(String, Quantity)>, Error> {
        (**self).named(robot)
    }
}
