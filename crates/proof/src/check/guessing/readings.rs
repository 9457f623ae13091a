//! Possible meanings of names that neither a notation nor the robot defines: by custom, by the words around them, by
//! earlier guesses.

use appell_mechanics::{Frame, Kind, Of, Quantity};

use crate::check::equation::Checker;
use crate::explain::meaning_of;
use crate::known::Known;
use crate::meaning::evaluate::value;
use crate::meaning::{Meaning, Style};
use crate::name::Name;
use crate::notation::guesses;

impl Checker<'_, '_> {
    /// What a name may mean: a quantity, or a Christoffel symbol with its indices in one order or the
    /// other (Spong; Siciliano).
    pub(in crate::check) fn readings(&self, name: &Name) -> Vec<Meaning> {
        let mut readings = guesses(name, self.robot);
        if self.defined.drives.borrow().contains(name) {
            readings.extend(self.driving_forces(name));
        }
        let symbol = self.other_symbol(name);
        readings.extend(symbol.map(|it| Meaning::Symbol(it, name.latex())));
        readings.extend(self.square(name));
        readings.extend(self.square_of_guess(name));
        if !readings.iter().any(|it| self.is_moving(it)) {
            readings.extend(self.coordinates_of_points(name));
        }
        readings.extend(self.rates(name));
        if readings.iter().any(|it| is_some_point(name, it)) {
            readings.extend(self.end_of_link(name));
        }
        let orders = self.orders_of_christoffel(name).into_iter().flatten();
        let order = self.order_of_christoffel();
        let orders = orders.enumerate().filter(|(at, _)| order.is_none_or(|order| order == *at));
        readings.extend(orders.map(|(_, it)| meaning_of(&it, Style::Full, self.names)));
        readings
    }

    /// The driving force of each joint, for a letter that the text calls a force or a torque.
    fn driving_forces(&self, name: &Name) -> Vec<Meaning> {
        let force = |text: String| {
            Known::read(&text, self.robot).map(|it| Meaning::Known(it, name.latex()))
        };
        let each = (1..=self.robot.coordinates().len()).map(|i| format!("Q[{i}]"));
        each.filter_map(force).collect()
    }

    /// Time derivatives of energies and of coordinates of the tool: `\dot E`, `\ddot x`.
    fn rates(&self, name: &Name) -> Vec<Meaning> {
        let plain = name.undotted();
        // \dot H is the rate of the mass matrix, unless H is Hamilton's function
        let is_energy = self.names.guessed(&plain).as_ref().is_some_and(is_total_energy);
        let is_named = !is_energy && !guesses(name, self.robot).is_empty();
        if plain == *name || is_named || self.names.symbol(&plain).is_some() {
            return Vec::new();
        }
        let has_rate = |it: &Meaning| match it {
            Meaning::Known(known, _) => match known.quantity.kind() {
                Kind::KineticEnergy | Kind::PotentialEnergy => true,
                kind => kind == Kind::RelativePosition && known.entry.is_some(),
            },
            _ => false,
        };
        let known = self.names.guessed(&plain);
        let scalars = known.map_or_else(|| guesses(&plain, self.robot), |it| vec![it]);
        let scalars = scalars.into_iter().filter(|it| it.any(&has_rate));
        let rate = |it| (0..name.dots()).fold(it, |inside, _| Meaning::Rate(Box::new(inside)));
        scalars.map(rate).collect()
    }

    /// The end of a link, which may have the same name as its centre of mass.
    fn end_of_link(&self, name: &Name) -> Option<Meaning> {
        let letters = name.bare().letters();
        let number: usize =
            letters.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        let id = self.robot.joint_ids().find(|id| id.number() == number)?;
        let next = self.robot.children(Some(id)).next().map_or(Frame::Tool, Frame::Joint);
        let of = Of::Between(Frame::Base, next);
        let quantity = Quantity::new(Kind::RelativePosition, of).ok()?;
        Some(Meaning::Known(Known { quantity, entry: None }, name.latex()))
    }

    /// The square of the velocity of a point, `v^2`, `v_p^2`, or of its coordinate, `p_x^2`.
    fn square_of_guess(&self, name: &Name) -> Vec<Meaning> {
        let base = name.squared().filter(|base| self.names.symbol(base).is_none());
        let Some(base) = base else { return Vec::new() };
        let is_vector =
            |it: &Meaning| value(it, self.truth).is_ok_and(|value| value.shape() == (3, 1));
        let is_place = base.dots() == 0 && base.letters().len() == 2;
        let is_squared = |it: &Meaning| {
            is_vector(it)
                || is_place && matches!(it, Meaning::Known(known, _) if known.entry.is_some())
        };
        let known = self.names.guessed(&base);
        let vectors = known.map_or_else(|| guesses(&base, self.robot), |it| vec![it]);
        let vectors = vectors.into_iter().filter(is_squared);
        vectors.map(|it| Meaning::Power(Box::new(it), 2)).collect()
    }

    /// The square of a vector, where the 2 above it may be a frame.
    fn square(&self, name: &Name) -> Option<Meaning> {
        let known = self.names.quantity(name)?;
        // a_1 may be a length of the robot
        let base = name.latex().strip_suffix("^2")?.to_owned();
        if self.names.is_symbol(&base) {
            return None;
        }
        let in_axes_of_two = known.quantity.axes()?.number(self.robot) == Some(2);
        let quantity = Quantity::new(known.quantity.kind(), known.quantity.of()).ok()?;
        let vector = Meaning::Known(Known { quantity, entry: None }, base);
        let is_vector = in_axes_of_two && known.entry.is_none();
        is_vector.then(|| Meaning::Power(Box::new(vector), 2))
    }

    /// The symbol that the name of a quantity may be as well: a_1 is a length in many books.
    pub(super) fn other_symbol(&self, name: &Name) -> Option<appell_algebra::Symbol> {
        let is_quantity = self.names.symbol(name).is_none() && self.names.quantity(name).is_some();
        self.names.alias(name).filter(|_| is_quantity)
    }
}

/// Whether a name was taken for the sum of both energies.
pub(super) fn is_total_energy(meaning: &Meaning) -> bool {
    let kinds = |(_, term): &(bool, Meaning)| match term {
        Meaning::Known(known, _) => Some(known.quantity.kind()),
        _ => None,
    };
    let Meaning::Sum(terms) = meaning else { return false };
    let kinds: Vec<Option<Kind>> = terms.iter().map(kinds).collect();
    kinds == [Some(Kind::KineticEnergy), Some(Kind::PotentialEnergy)]
}

/// Whether a name such as p_1 does not show which point of a link it is: the centre of mass or the end.
pub(super) fn is_some_point(name: &Name, meaning: &Meaning) -> bool {
    let is_centre = |it: &Meaning| match it {
        Meaning::Known(known, _) => known.quantity.kind() == Kind::Centre,
        _ => false,
    };
    meaning.any(&is_centre) && !name.letters().contains(['c', 'C'])
}
