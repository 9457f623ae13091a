//! Names: symbols, quantities, what the document defines; with dots, indices and exponents around them.

use appell_algebra::{Symbol, SymbolKind};
use appell_diagnostic::Diagnostic;

use super::Meaning;
use super::read::{Problem, Read, Understanding, flat, foreign};
use super::script::{is_inverse, is_transpose, power_of, powered};
use crate::latex::{Accent, Ink, InkKind, Script, integer_of};
use crate::name::Name;
use crate::notation::guesses;

impl Understanding<'_, '_> {
    pub(super) fn unknown(&self, ink: &Ink) -> Problem {
        match Name::of(ink, self.general) {
            Some(name) => Problem::Unmapped(name, ink.span.clone()),
            None => foreign("this is not understood", ink),
        }
    }

    /// A symbol or a quantity.
    pub(super) fn name(&mut self, ink: &Ink) -> Read<Option<Meaning>> {
        let Some(name) = Name::of(ink, self.general) else { return Ok(None) };
        if let Some(guess) = self.names.guessed(&name) {
            return Ok(Some(guess));
        }
        if let Some(expression) = self.names.expression(&name) {
            return Ok(Some(expression));
        }
        if let Some(symbol) = self.names.symbol(&name) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        if let Some(symbol) = self.derivative(ink) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        let base = self.without_superscript(ink)?;
        // l_1^2 is a square, though a_1^2 may be an acceleration in other axes
        if let (Some(base @ Meaning::Symbol(..)), Some(power)) = (&base, power_of(ink)?) {
            return Ok(Some(powered(base.clone(), power)));
        }
        if let Some(known) = self.names.quantity(&name) {
            return Ok(Some(Meaning::Known(known, name.latex())));
        }
        if let Some(symbol) = self.names.alias(&name) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        if let Some(column) = self.column(ink) {
            return Ok(Some(column));
        }
        if self.is_number_pi(ink) {
            return Ok(Some(Meaning::Symbol(Symbol::PI, name.latex())));
        }
        if let Some(rate) = self.rate_of_name(ink) {
            return Ok(Some(rate));
        }
        let (Some(base), InkKind::Script(script)) = (base, &ink.kind) else { return Ok(None) };
        if let Some(power) = power_of(ink)? {
            return Ok(Some(powered(base, power)));
        }
        if is_transpose(&script.sup) {
            return Ok(Some(Meaning::Transpose(Box::new(base))));
        }
        Ok(is_inverse(&script.sup).then(|| Meaning::Inverse(Box::new(base))))
    }

    /// The time derivative of a scalar that the document defines, or whose name was guessed.
    fn rate_of_name(&self, ink: &Ink) -> Option<Meaning> {
        let (dots, bare) = without_dots(ink)?;
        let (dotted, name) = (Name::of(ink, self.general)?, Name::of(&bare, self.general)?);
        let of_document = self.names.symbol(&name).filter(|it| self.names.is_abbreviation(*it));
        // \dot x of the tool has a name of its own, unless x is one for coordinates: x = r - l_0
        let is_coordinate = of_document.is_some_and(|it| self.names.is_sum_of_symbols(it));
        if !is_coordinate && !guesses(&dotted, self.names.robot).is_empty() {
            return None;
        }
        let defined = of_document.map(|it| Meaning::Symbol(it, name.latex()));
        let scalar = defined.or_else(|| self.names.guessed(&name).filter(is_place))?;
        Some((0..dots).fold(scalar, |inside, _| Meaning::Rate(Box::new(inside))))
    }

    /// Whether this is the number pi: a plain letter that neither the robot, the notation nor the
    /// document uses for something else.
    fn is_number_pi(&self, ink: &Ink) -> bool {
        let is_letter = matches!(&ink.kind, InkKind::Letter(letter) if letter == "\\pi");
        is_letter && !self.names.is_own_pi()
    }

    /// The quantity whose name stands alone.
    pub(crate) fn quantity(&self, inks: &[Ink]) -> Option<Meaning> {
        let [ink] = flat(inks)[..] else { return None };
        let name = Name::of(ink, self.general)?;
        Some(Meaning::Known(self.names.quantity(&name)?, name.latex()))
    }

    /// What a name is without what stands above it; none where nothing does.
    fn without_superscript(&mut self, ink: &Ink) -> Read<Option<Meaning>> {
        let InkKind::Script(script) = &ink.kind else { return Ok(None) };
        if script.sup.is_empty() {
            return Ok(None);
        }
        let without = Script { sup: Vec::new(), ..(**script).clone() };
        let plain = without.sub.is_empty()
            && without.before_sub.is_empty()
            && without.before_sup.is_empty();
        self.name(&match plain {
            true => without.base,
            false => Ink::new(InkKind::Script(Box::new(without)), ink.span.clone()),
        })
    }

    /// A coordinate with dots, or with the number of its time derivative: `q_1^{(5)}`.
    fn derivative(&self, ink: &Ink) -> Option<Symbol> {
        let (dots, bare) = without_dots(ink).or_else(|| without_order(ink))?;
        let name = Name::of(&bare, self.general)?;
        let symbol = self.names.symbol(&name).or_else(|| self.names.alias(&name))?;
        let coordinate = symbol.kind() == SymbolKind::Coordinate;
        symbol.derivative(dots).ok().filter(|_| coordinate)
    }

    /// `\dot{q}_1^3 r_{C_{3y}}`: the 3 belongs to the r, whose frame it is.
    pub(super) fn misplaced_index(&mut self, inks: &[&Ink]) -> Option<Meaning> {
        let [Ink { kind: InkKind::Script(script), .. }, next, ..] = inks else { return None };
        let before = Script { sup: Vec::new(), ..(**script).clone() };
        let before = Ink::new(InkKind::Script(Box::new(before)), inks[0].span.clone());
        let alone = self.name(next).ok()?;
        let next = with_frame(next, script.sup.clone()).filter(|_| alone.is_none())?;
        let first = self.name(&before).ok()??;
        let second = self.name(&next).ok()??;
        let note = Diagnostic::note(
            "frame-index",
            "the superscript is the frame of the name that follows",
        );
        self.notes.push(note.at(inks[0].span.clone()).hint("write {}^3r_x for r_x in frame 3"));
        Some(Meaning::Product(vec![first, second]))
    }
}

/// Whether this is a coordinate of a point: one row of a vector.
fn is_place(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Product(factors) if matches!(factors.as_slice(), [Meaning::Matrix(rows), _] if rows.len() == 1))
}

/// The dots on a name, and the name without them.
pub(super) fn without_dots(ink: &Ink) -> Option<(u32, Ink)> {
    match &ink.kind {
        InkKind::Accent(Accent::Dots(dots), on) => Some((*dots, (**on).clone())),
        InkKind::Script(script) => {
            let (dots, base) = without_dots(&script.base)?;
            let script = Script { base, ..(**script).clone() };
            Some((dots, Ink::new(InkKind::Script(Box::new(script)), ink.span.clone())))
        }
        _ => None,
    }
}

/// The number of a time derivative in brackets above a name, and the name without it. Lower ones than
/// the fifth have dots, and the number means something else.
fn without_order(ink: &Ink) -> Option<(u32, Ink)> {
    let InkKind::Script(script) = &ink.kind else { return None };
    let [Ink { kind: InkKind::Fenced { open: '(', inside }, .. }] = flat(&script.sup)[..] else {
        return None;
    };
    let order = integer_of(inside)?;
    let bare = Script { sup: Vec::new(), ..(**script).clone() };
    let bare = Ink::new(InkKind::Script(Box::new(bare)), ink.span.clone());
    (order >= 5).then_some((order, bare))
}

/// The same with a frame index before it; none when it has one.
fn with_frame(ink: &Ink, frame: Vec<Ink>) -> Option<Ink> {
    integer_of(&frame)?;
    match &ink.kind {
        InkKind::Script(script) if script.before_sup.is_empty() => {
            let script = Script { before_sup: frame, ..(**script).clone() };
            Some(Ink::new(InkKind::Script(Box::new(script)), ink.span.clone()))
        }
        _ => None,
    }
}
