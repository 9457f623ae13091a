//! Cross-sections and materials of beams.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_elastic::{CrossSection, Material, Segment};
use appell_toml::{Fields, Read, Value};
use appell_units::LENGTH;

use crate::reader::Reader;

const HINT: &str = "write section = { tube = { diameter = \"40 mm\", thickness = \"2 mm\" } }, or a circle, a rectangle, a box";

/// Into so many uniform parts a beam with a taper is cut.
const STEPS: i64 = 24;

impl Reader<'_> {
    /// The material of a segment, by its name.
    pub(super) fn material(&mut self, fields: &mut Fields<'_>) -> Option<Material> {
        fields.read("material", self, |reader, value| {
            let choices = Material::ALL.map(|material| (material.name, material));
            reader.choice(value, "material", &choices)
        })
    }

    /// A cross-section by its dimensions.
    pub(super) fn cross_section(&mut self, value: &Value<'_>) -> Option<CrossSection> {
        let mut fields = self.fields(value, HINT)?;
        let kinds = ["circle", "tube", "rectangle", "box"];
        let given: Vec<&'static str> = kinds.into_iter().filter(|key| fields.has(key)).collect();
        for key in kinds {
            let _ = fields.get(key);
        }
        let section = match given.as_slice() {
            [kind] => fields.read(kind, self, |reader, value| reader.dimensions(kind, value)),
            _ => {
                let message = format!("expected one section, found {}", given.len());
                self.report(Diagnostic::error("bad-section", message).hint(HINT), value.span());
                None
            }
        };
        fields.finish(self);
        section
    }

    fn dimensions(&mut self, kind: &str, value: &Value<'_>) -> Option<CrossSection> {
        let mut fields = self.fields(value, HINT)?;
        let mut length = |key| {
            fields.require(key, HINT, self, |reader, value| {
                let entry = reader.entry(value, &LENGTH)?;
                reader.positive(entry, key, value)
            })
        };
        let section = match kind {
            "circle" => length("diameter").map(|diameter| CrossSection::Circle { diameter }),
            "tube" => {
                let [diameter, thickness] = ["diameter", "thickness"].map(length);
                diameter
                    .zip(thickness)
                    .map(|(diameter, thickness)| CrossSection::Tube { diameter, thickness })
            }
            "rectangle" => {
                let [width, height] = ["width", "height"].map(length);
                width.zip(height).map(|(width, height)| CrossSection::Rectangle { width, height })
            }
            _ => {
                let [width, height, thickness] = ["width", "height", "thickness"].map(length);
                let sides = width.zip(height).zip(thickness);
                sides.map(|((width, height), thickness)| CrossSection::Box {
                    width,
                    height,
                    thickness,
                })
            }
        };
        fields.finish(self);
        self.thin(section?, value)
    }

    /// A dimension that is a number must be above zero.
    fn positive(&mut self, entry: Poly, key: &str, value: &Value<'_>) -> Option<Poly> {
        if entry.as_constant().is_none_or(|number| number.to_f64() > 0.0) {
            return Some(entry);
        }
        let message = format!("`{key}` of a section must be above zero");
        self.report(Diagnostic::error("bad-section", message).hint(HINT), value.span());
        None
    }

    /// Walls must leave a hole.
    fn thin(&mut self, section: CrossSection, value: &Value<'_>) -> Option<CrossSection> {
        let number = |entry: &Poly| entry.as_constant().map(|it| it.to_f64());
        let (kind, dimensions) = section.dimensions();
        let thickness = dimensions.iter().find(|(key, _)| *key == "thickness");
        let thickness = thickness.and_then(|(_, entry)| number(entry));
        let sides = dimensions.iter().filter(|(key, _)| *key != "thickness");
        let least = sides.filter_map(|(_, entry)| number(entry)).fold(f64::INFINITY, f64::min);
        if thickness.is_none_or(|thickness| 2.0 * thickness < least) {
            return Some(section);
        }
        let message = format!("the walls of this {kind} are thicker than half of it");
        let full = if kind == "tube" { "circle" } else { "rectangle" };
        let problem = Diagnostic::error("bad-section", message)
            .hint(format!("a full section is a {full}; check the units of `thickness`"));
        self.report(problem, value.span());
        None
    }

    /// A uniform segment as parts between two sections, which must be numbers.
    pub(super) fn tapered(
        &mut self,
        segment: &Segment,
        ends: [&CrossSection; 2],
        value: &Value<'_>,
    ) -> Option<Vec<Segment>> {
        let numeric = ends
            .iter()
            .all(|end| end.dimensions().1.iter().all(|(_, entry)| entry.as_constant().is_some()));
        let share = |k: i64| Rational::new(2 * k + 1, 2 * STEPS).ok();
        let sections: Option<Vec<CrossSection>> =
            (0..STEPS).map(|k| ends[0].between(ends[1], &share(k)?)).collect();
        let Some(sections) = sections.filter(|_| numeric) else {
            let message = "a taper needs two sections of one kind, by numbers";
            let problem = Diagnostic::error("bad-section", message)
                .hint("write `section` and `tip_section` with the same keys and without symbols");
            self.report(problem, value.span());
            return None;
        };
        let length = segment.length.scale(&Rational::new(1, STEPS).ok()?);
        sections
            .iter()
            .map(|section| {
                let mut part = Segment { length: length.clone(), ..segment.clone() };
                self.fill(&mut part, section, value)?;
                Some(part)
            })
            .collect()
    }

    /// Area and moments of a section, in place of those of a segment.
    pub(super) fn fill(
        &mut self,
        segment: &mut Segment,
        section: &CrossSection,
        value: &Value<'_>,
    ) -> Option<()> {
        let moments = match section.moments(&self.symbols, &self.budget) {
            Ok(moments) => moments,
            Err(error) => {
                error.diagnostics().into_iter().for_each(|it| self.report(it, value.span()));
                return None;
            }
        };
        segment.area = moments.area;
        segment.inertia_y = moments.inertia_y;
        segment.inertia_z = moments.inertia_z;
        segment.torsion = moments.torsion.unwrap_or_default();
        Some(())
    }
}
