//! Links and their parts.

use appell_algebra::Rational;
use appell_diagnostic::Diagnostic;
use appell_toml::{Fields, Read, Value};
use appell_units::{INERTIA, LENGTH, MASS, PURE_NUMBER};

use super::LONGEST;
use crate::link::{BASE, BaseLink, Form, Inertia, Link, Mesh, MeshUse, Part, Sign, Solid};
use crate::reader::Reader;

const LINK_HINT: &str = "write { mass = \"M1\", centre = [0, 0, 0], inertia = { xx = \"J1x\" } }";

/// The key `centre` and its other spellings.
const CENTRE: [&str; 5] = ["centre", "com", "center", "centre_of_mass", "center_of_mass"];

/// What URDF calls the entries of the inertia tensor off its diagonal, and the products of inertia
/// that are their negatives.
pub(crate) const PRODUCTS_OF_URDF: [(&str, &str); 3] =
    [("ixy", "xy"), ("ixz", "xz"), ("iyz", "yz")];

/// Refuses a product of inertia whose name does not decide its sign: in URDF `ixy` is an entry of the
/// tensor, in many books the integral of x y, the negative of it.
pub(crate) fn two_signs(given: &str, product: &str) -> Diagnostic {
    let (x, y) = product.split_at(1);
    let message = format!(
        "the sign of `{given}` is ambiguous; `{product}` is the integral of {x}*{y} over the mass"
    );
    Diagnostic::error("ambiguous-key", message)
        .hint(format!("write {product} with the value of that integral"))
        .hint(format!("`{given}` of a URDF file, an entry of the tensor, is its negative"))
}

/// Whether a table has a body: one of the keys that [`Reader::body`] reads.
pub(super) fn has_body(fields: &Fields<'_>) -> bool {
    CENTRE.iter().chain(&["mass", "inertia", "at"]).any(|key| fields.has(key))
}

impl Reader<'_> {
    pub(crate) fn link(&mut self, value: &Value<'_>) -> Option<Link> {
        let mut fields = self.fields(value, LINK_HINT)?;
        let name = fields.text("name", self);
        let parts = fields.read("parts", self, |reader, value| {
            let hint = "write a list of parts: [{ mass = 2 }, { mass = 1, sign = -1 }]";
            reader.each(value, LONGEST, hint, |reader, part| reader.part(part))
        });
        let single = has_body(&fields);
        if fields.has("parts") && single {
            let message = "expected `parts` or the mass of the link, found both";
            let problem = Diagnostic::error("link-ways", message)
                .hint("put the other keys into a part of its own");
            self.report(problem, value.span());
        }
        let body = self.body(&mut fields);
        let parts = parts.unwrap_or_else(|| if single { vec![body] } else { Vec::new() });
        let meshes = self.meshes(&mut fields);
        let elastic = fields.read("elastic", self, |reader, value| reader.elastic(value));
        fields.finish(self);
        Some(Link { name, parts, meshes, elastic })
    }

    /// The link that the base is in other programs.
    pub(crate) fn base_link(&mut self, value: &Value<'_>) -> Option<BaseLink> {
        let mut fields = self.fields(value, "write { name = \"base_link\" }")?;
        let name = fields.text("name", self).filter(|name| name != BASE);
        let meshes = self.meshes(&mut fields);
        fields.finish(self);
        Some(BaseLink { name, meshes })
    }

    fn meshes(&mut self, fields: &mut Fields<'_>) -> Vec<Mesh> {
        let meshes = fields.read("meshes", self, |reader, value| {
            let hint = "write [{ file = \"arm.stl\" }]";
            reader.each(value, LONGEST, hint, |reader, mesh| reader.mesh(mesh))
        });
        meshes.unwrap_or_default()
    }

    fn part(&mut self, value: &Value<'_>) -> Option<Part> {
        let mut fields = self.fields(value, "write { mass = 2, centre = [0, 0, 0.1] }")?;
        let sign = fields.read("sign", self, |reader, value| {
            let sign =
                reader.entry(value, &PURE_NUMBER)?.as_constant().and_then(|sign| sign.to_i64());
            match sign {
                Some(1) => Some(Sign::Added),
                Some(-1) => Some(Sign::Removed),
                _ => {
                    let problem = Diagnostic::error("bad-sign", "`sign` must be +1 or -1")
                        .hint("write sign = -1 for a part that is taken away");
                    reader.report(problem, value.span());
                    None
                }
            }
        });
        let part = Part { sign: sign.unwrap_or_default(), ..self.body(&mut fields) };
        fields.finish(self);
        Some(part)
    }

    /// Mass, centre, inertia and the frame in which they are given; what is left out is zero.
    pub(crate) fn body(&mut self, fields: &mut Fields<'_>) -> Part {
        let mass = fields.read("mass", self, |reader, value| reader.entry(value, &MASS));
        let centre =
            fields.read_spelled(&CENTRE, self, |reader, value| reader.vector(value, &LENGTH));
        let inertia = fields.read("inertia", self, |reader, value| reader.inertia(value));
        let at = fields.read("at", self, |reader, value| reader.placement_table(value));
        Part {
            sign: Sign::Added,
            mass: mass.unwrap_or_default(),
            centre: centre.unwrap_or_default(),
            inertia: inertia.unwrap_or_default(),
            at: at.unwrap_or_default(),
        }
    }

    fn inertia(&mut self, value: &Value<'_>) -> Option<Inertia> {
        let hint = "write { xx = 0.1, yy = 0.1, zz = 0.02, xy = 0, xz = 0, yz = 0 }";
        let mut fields = self.fields(value, hint)?;
        let mut moment = |spellings: [&'static str; 3]| {
            let read = fields
                .read_spelled(&spellings, self, |reader, value| reader.entry(value, &INERTIA));
            read.unwrap_or_default()
        };
        let [xx, yy, zz] =
            [["xx", "ixx", "Ixx"], ["yy", "iyy", "Iyy"], ["zz", "izz", "Izz"]].map(&mut moment);
        let mut product = |key| {
            fields
                .read(key, self, |reader, value| reader.entry(value, &INERTIA))
                .unwrap_or_default()
        };
        let [xy, xz, yz] = ["xy", "xz", "yz"].map(&mut product);
        for (given, product) in PRODUCTS_OF_URDF {
            if fields.has(given) {
                self.report(two_signs(given, product), fields.place(given));
                fields.get(given);
            }
        }
        fields.finish(self);
        Some(Inertia { xx, yy, zz, xy, xz, yz })
    }

    fn mesh(&mut self, value: &Value<'_>) -> Option<Mesh> {
        let mut fields = self.fields(value, "write { file = \"arm.stl\" }")?;
        let solid = fields.read("form", self, |reader, value| {
            let solids = Solid::ALL.map(|solid| (solid.name(), solid));
            reader.choice(value, "form", &solids)
        });
        let form = match solid {
            Some(solid) => Some(Form::Solid(solid)),
            None => fields.require("file", "name the file of the mesh", self, |reader, value| {
                reader.text(value).map(|name| Form::File(name.to_owned()))
            }),
        };
        let purpose = fields.read("use", self, |reader, value| {
            let uses = MeshUse::ALL.map(|purpose| (purpose.name(), purpose));
            reader.choice(value, "use", &uses)
        });
        let at = fields.read("at", self, |reader, value| reader.placement_table(value));
        let scale = fields.read("scale", self, |reader, value| {
            let scale = reader.vector(value, &PURE_NUMBER)?;
            let numbers = scale.0.map(|entry| entry.as_constant());
            match numbers {
                [Some(x), Some(y), Some(z)] => Some([x, y, z]),
                _ => reader.wrong_kind(value, "a list of three numbers", "write scale = [1, 1, 1]"),
            }
        });
        let round = matches!(form, Some(Form::Solid(Solid::Cylinder | Solid::Capsule)));
        if round && scale.as_ref().is_some_and(|[x, y, _]| x != y) {
            let message =
                "the first two numbers of `scale` of a round form must be equal: its radius";
            let problem = Diagnostic::error("bad-number", message);
            let hint =
                "write scale = [0.05, 0.05, 0.3] for a radius of 0.05 m and a length of 0.3 m";
            self.report(problem.hint(hint), fields.place("scale"));
        }
        fields.finish(self);
        Some(Mesh {
            form: form?,
            purpose: purpose.unwrap_or(MeshUse::Visual),
            at: at.unwrap_or_default(),
            scale: scale.unwrap_or([Rational::ONE, Rational::ONE, Rational::ONE]),
        })
    }
}
