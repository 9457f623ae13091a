//! Elastic links: a beam, or modes by their integrals.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_elastic::beam::segment_path;
use appell_elastic::{Beam, Damping, GivenMode, GivenModes, ModePair, Root, Segment};
use appell_spatial::Matrix;
use appell_toml::{DeValue, Fields, Read, Value, whole};
use appell_units::{
    AREA, DENSITY, INERTIA, LENGTH, MASS, MODULUS, Measure, PURE_NUMBER, SECOND_MOMENT_OF_AREA,
    TIME,
};

use super::LONGEST;
use crate::elastic::{Elastic, ModeSource, TipMap, pair_path};
use crate::reader::Reader;

/// More modes of a kind than this are no model of a beam any more, and would take long.
pub(super) const MAX_MODES: usize = 12;

const ELASTIC_HINT: &str = "write elastic = { beam = { length = 1, ... } }, { finite_elements = { nodes = \"arm.csv\", ... } }, or { tip = [1, 0, 0], modes = [...], pairs = [...] }";

const BEAM_HINT: &str = "write { length = \"l\", density = \"rho\", area = \"A\", E = \"E\", Iz = \"I\", bend_y = 2 }, or { length = 0.8, material = \"steel\", section = { tube = { diameter = 0.04, thickness = 0.002 } }, bend_y = 2 }";

/// The names of the entries of a matrix, row by row.
pub(super) const ENTRIES: [[&str; 3]; 3] =
    [["xx", "xy", "xz"], ["yx", "yy", "yz"], ["zx", "zy", "zz"]];

impl Reader<'_> {
    pub(super) fn elastic(&mut self, value: &Value<'_>) -> Option<Elastic> {
        let mut fields = self.fields(value, ELASTIC_HINT)?;
        let tip_map = fields.read("tip_map", self, |reader, value| reader.tip_map(value));
        let tip_map = tip_map.unwrap_or_default();
        let whole = ["beam", "finite_elements"].into_iter().find(|key| fields.has(key));
        if let Some(whole) = whole {
            let source = fields.read(whole, self, |reader, value| match whole {
                "beam" => reader.beam(value).map(|it| ModeSource::Beam(Box::new(it))),
                _ => {
                    let read = reader.finite_elements(value);
                    read.map(|it| ModeSource::FiniteElements(Box::new(it)))
                }
            });
            for key in ["beam", "finite_elements", "tip", "modes", "pairs"] {
                if let Some(value) = fields.get(key).filter(|_| key != whole) {
                    let message = format!("`{key}` and `{whole}` give the same thing");
                    let problem = Diagnostic::error("elastic-ways", message)
                        .hint(format!("leave out `{key}` or `{whole}`"));
                    self.report(problem, value.span());
                }
            }
            fields.finish(self);
            return Some(Elastic { tip_map, source: source? });
        }
        let tip = fields
            .require("tip", ELASTIC_HINT, self, |reader, value| reader.vector(value, &LENGTH));
        let modes = fields.require("modes", ELASTIC_HINT, self, |reader, value| {
            let hint = "write modes = [{ shift = [0, \"v1\", 0] }]";
            let count = reader.list(value, hint)?.len();
            reader.check_modes(count, value)?;
            reader.each(value, LONGEST, hint, |reader, mode| reader.mode(mode))
        });
        let count = modes.as_ref().map(Vec::len);
        let pairs = fields.require("pairs", ELASTIC_HINT, self, |reader, value| {
            let hint = "write pairs = [{ modes = [1, 1], stiffness = \"k1\" }]";
            let list = reader.list(value, hint)?;
            let mut index = 0..;
            let pairs = reader.each(value, LONGEST, hint, |reader, pair| {
                let path = pair_path(index.next()?);
                reader.inside(path, pair.span(), |reader| reader.pair(pair, count?))
            })?;
            reader.check_pairs(&pairs, list);
            Some(pairs)
        });
        fields.finish(self);
        let given = GivenModes { tip: tip?, stations: Vec::new(), modes: modes?, pairs: pairs? };
        let source = ModeSource::Given(Box::new(given));
        Some(Elastic { tip_map, source })
    }

    fn tip_map(&mut self, value: &Value<'_>) -> Option<TipMap> {
        self.choice(value, "tip_map", &TipMap::ALL.map(|map| (map.name(), map)))
    }

    fn check_modes(&mut self, count: usize, value: &Value<'_>) -> Option<()> {
        if (1..=3 * MAX_MODES).contains(&count) {
            return Some(());
        }
        let problem = match count {
            0 => Diagnostic::error("no-modes", "expected at least one mode, found none")
                .hint("leave `elastic` out to treat the link as rigid"),
            _ => Diagnostic::error("too-many-modes", "too many modes")
                .fact("modes", count)
                .fact("limit", 3 * MAX_MODES)
                .hint("keep those of low frequency"),
        };
        self.report(problem, value.span());
        None
    }

    fn mode(&mut self, value: &Value<'_>) -> Option<GivenMode> {
        let hint = "write { shift = [0, \"v1\", 0], slope = [0, 0, \"u1\"], first = [0, \"s1\", 0], mixed = { xy = \"w1\" } }";
        let mut fields = self.fields(value, hint)?;
        // the unit of a modal coordinate is its own, and so are those of its integrals
        let mut vector = |key| {
            let read = fields.read(key, self, |reader, value| reader.vector(value, &PURE_NUMBER));
            read.unwrap_or_default()
        };
        let [shift, slope, first] = ["shift", "slope", "first"].map(&mut vector);
        let mixed = fields.read("mixed", self, |reader, value| reader.integrals(value));
        fields.finish(self);
        Some(GivenMode { shift, slope, first, mixed: mixed.unwrap_or_default() })
    }

    /// A matrix of integrals by the names of its entries; what is left out is zero.
    fn integrals(&mut self, value: &Value<'_>) -> Option<Matrix<Poly>> {
        let mut fields =
            self.fields(value, "write { xy = \"w1\" }: the integral of x times d_y")?;
        let mut entry = |key| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, &PURE_NUMBER));
            read.unwrap_or_default()
        };
        let matrix = Matrix(ENTRIES.map(|row| row.map(&mut entry)));
        fields.finish(self);
        Some(matrix)
    }

    fn pair(&mut self, value: &Value<'_>, count: usize) -> Option<ModePair> {
        let hint =
            "write { modes = [1, 2], product = { yy = \"m12\" }, stiffness = 0, damping = 0 }";
        let mut fields = self.fields(value, hint)?;
        let modes = fields.require("modes", hint, self, |reader, value| {
            let list = reader.list(value, hint)?;
            let numbers: Vec<usize> =
                list.iter().filter_map(whole).filter(|j| (1..=count).contains(j)).collect();
            match (numbers.as_slice(), list.len()) {
                ([j, k], 2) => Some([j - 1, k - 1]),
                _ => {
                    let problem =
                        Diagnostic::error("unknown-mode", "expected the numbers of two modes")
                            .fact("modes", format!("1 to {count}"))
                            .hint(hint);
                    reader.report(problem, value.span());
                    None
                }
            }
        });
        let product = fields.read("product", self, |reader, value| reader.integrals(value));
        let mut entry = |key| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, &PURE_NUMBER));
            read.unwrap_or_default()
        };
        let [stiffness, damping] = ["stiffness", "damping"].map(&mut entry);
        let mut vector = |key| {
            let read = fields.read(key, self, |reader, value| reader.vector(value, &PURE_NUMBER));
            read.unwrap_or_default()
        };
        let [shift, first] = ["shift", "first"].map(&mut vector);
        let mixed = fields.read("mixed", self, |reader, value| reader.integrals(value));
        fields.finish(self);
        let (product, mixed) = (product.unwrap_or_default(), mixed.unwrap_or_default());
        Some(ModePair { modes: modes?, product, stiffness, damping, shift, first, mixed })
    }

    /// A pair is given once, in whichever order.
    fn check_pairs(&mut self, pairs: &[ModePair], list: &[Value<'_>]) {
        let sorted = |pair: &ModePair| {
            let [j, k] = pair.modes;
            [j.min(k), j.max(k)]
        };
        for (index, pair) in pairs.iter().enumerate() {
            if pairs[..index].iter().any(|before| sorted(before) == sorted(pair)) {
                let [j, k] = sorted(pair);
                let message = format!("modes {} and {} are paired twice", j + 1, k + 1);
                let problem = Diagnostic::error("duplicate-pair", message)
                    .hint("the pair [2, 1] is the pair [1, 2] with its product transposed");
                self.report(problem, list[index].span());
            }
        }
    }

    fn beam(&mut self, value: &Value<'_>) -> Option<Beam> {
        let mut fields = self.fields(value, BEAM_HINT)?;
        const KINDS: [&str; 4] = ["bend_y", "bend_z", "twist", "stretch"];
        let read = KINDS.map(|key| self.mode_count(&mut fields, key));
        let counts = read.map(Option::unwrap_or_default);
        let [bend_y, bend_z, twist, stretch] = counts;
        if read == [Some(0); 4] {
            let problem = Diagnostic::error("no-modes", "this beam neither bends nor twists")
                .hint("say how many modes it has: bend_y = 2, bend_z = 1, twist = 1");
            fields.report_missing(&KINDS, problem, self);
        }
        let segments = match fields.has("segments") {
            false => self.segment(&mut fields, counts, value),
            true => fields.read("segments", self, |reader, value| reader.segments(value, counts)),
        };
        let root = fields.read("root", self, |reader, value| {
            reader.choice(value, "root", &Root::ALL.map(|root| (root.name(), root)))
        });
        let root = root.unwrap_or_default();
        self.check_root(&mut fields, root, counts);
        let damping = self.damping(&mut fields);
        let mut entry = |(key, measure)| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, measure));
            read.unwrap_or_default()
        };
        let [hub_inertia, load_mass] =
            [("hub_inertia", &INERTIA), ("load_mass", &MASS)].map(&mut entry);
        let load_inertia =
            fields.read("load_inertia", self, |reader, value| reader.load_inertia(value));
        let load_centre =
            fields.read("load_centre", self, |reader, value| reader.vector(value, &LENGTH));
        let stiffening = fields.flag("stiffening", self);
        fields.finish(self);
        Some(Beam {
            segments: segments?,
            damping,
            bend_y,
            bend_z,
            twist,
            stretch,
            root,
            hub_inertia,
            load_mass,
            load_inertia: load_inertia.unwrap_or_default(),
            load_centre: load_centre.unwrap_or_default(),
            stiffening: stiffening.unwrap_or_default(),
        })
    }

    /// The damping of modes.
    pub(super) fn damping(&mut self, fields: &mut Fields<'_>) -> Damping {
        let mut entry = |(key, measure)| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, measure));
            read.unwrap_or_default()
        };
        let [stiffness, mass, ratio] =
            [("damping", &TIME), ("mass_damping", &PURE_NUMBER), ("damping_ratio", &PURE_NUMBER)]
                .map(&mut entry);
        Damping { stiffness, mass, ratio }
    }

    /// One moment of inertia about all axes, or three.
    fn load_inertia(&mut self, value: &Value<'_>) -> Option<[Poly; 3]> {
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            let moment = self.entry(value, &INERTIA)?;
            return Some([moment.clone(), moment.clone(), moment]);
        }
        let mut fields = self.fields(value, "write { xx = 0.01, yy = 0.02, zz = 0.02 }")?;
        let moments = ["xx", "yy", "zz"].map(|key| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, &INERTIA));
            read.unwrap_or_default()
        });
        fields.finish(self);
        Some(moments)
    }

    /// The parts of a stepped beam.
    fn segments(&mut self, value: &Value<'_>, counts: [usize; 4]) -> Option<Vec<Segment>> {
        /// More parts than this take long, and are a mesh.
        const MOST: usize = 100;
        let list = self.list(value, "write segments = [{ length = 0.5, ... }, { ... }]")?;
        let wrong = |count: usize| {
            let message = format!("expected 1 to {MOST} segments, found {count}");
            let problem = Diagnostic::error("bad-segment-count", message)
                .hint("give a finer structure as a finite-element model");
            (!(1..=MOST).contains(&count)).then_some(problem)
        };
        if let Some(problem) = wrong(list.len()) {
            self.report(problem, value.span());
            return None;
        }
        let read = list.iter().enumerate().map(|(index, value)| {
            self.inside(segment_path(index), value.span(), |reader| {
                let mut fields = reader.fields(value, BEAM_HINT)?;
                let segment = reader.segment(&mut fields, counts, value);
                fields.finish(reader);
                segment
            })
        });
        let read: Vec<Option<Vec<Segment>>> = read.collect();
        let segments = read.into_iter().collect::<Option<Vec<_>>>()?.concat();
        // a taper is many
        if let Some(problem) = wrong(segments.len()) {
            self.report(problem, value.span());
            return None;
        }
        Some(segments)
    }

    /// A uniform part, or the parts of one with a taper; what must be given depends on how many modes bend
    /// along y, along z, twist, stretch. Material and section stand for the entries that they have; one that
    /// is given beside them takes the place of theirs.
    fn segment(
        &mut self,
        fields: &mut Fields<'_>,
        counts: [usize; 4],
        value: &Value<'_>,
    ) -> Option<Vec<Segment>> {
        let [along_y, along_z, twists, stretches] = counts.map(|count| count > 0);
        let [has_material, has_section] = ["material", "section"].map(|key| fields.has(key));
        let material = self.material(fields);
        let mut section = |key| fields.read(key, self, |reader, value| reader.cross_section(value));
        let [section, tip_section] = ["section", "tip_section"].map(&mut section);
        let mut complete = has_material == material.is_some() && has_section == section.is_some();
        let mut segment = Segment::default();
        if let Some(material) = material {
            let number = |text: &str| text.parse::<Rational>().ok().map(Poly::constant);
            segment.density = number(material.density)?;
            segment.young = number(material.young)?;
            segment.shear = number(material.shear)?;
        }
        if let Some(section) = &section {
            self.fill(&mut segment, section, value)?;
        }
        let shears = fields.has("kappa") && (along_y || along_z);
        let no_torsion = has_section && segment.torsion.is_zero();
        type Entry<'s> = (&'static str, &'s Measure, &'s mut Poly, bool);
        let entries: [Entry<'_>; 9] = [
            ("length", &LENGTH, &mut segment.length, true),
            ("density", &DENSITY, &mut segment.density, !has_material),
            ("area", &AREA, &mut segment.area, !has_section),
            ("E", &MODULUS, &mut segment.young, !has_material && (along_y || along_z || stretches)),
            (
                "Iy",
                &SECOND_MOMENT_OF_AREA,
                &mut segment.inertia_y,
                !has_section && (along_z || twists),
            ),
            (
                "Iz",
                &SECOND_MOMENT_OF_AREA,
                &mut segment.inertia_z,
                !has_section && (along_y || twists),
            ),
            ("G", &MODULUS, &mut segment.shear, !has_material && (twists || shears)),
            (
                "It",
                &SECOND_MOMENT_OF_AREA,
                &mut segment.torsion,
                twists && (!has_section || no_torsion),
            ),
            ("kappa", &PURE_NUMBER, &mut segment.kappa, false),
        ];
        for (key, measure, entry, needed) in entries {
            let read = |reader: &mut Self, value: &Value<'_>| reader.entry(value, measure);
            let given = match needed {
                true => fields.require(key, BEAM_HINT, self, read),
                false => fields.read(key, self, read),
            };
            complete &= given.is_some() || !(needed || fields.has(key));
            if let Some(given) = given {
                *entry = given;
            }
        }
        if !complete {
            return None;
        }
        match (&section, &tip_section) {
            (Some(section), Some(tip)) => self.tapered(&segment, [section, tip], value),
            (None, Some(_)) => {
                let problem = Diagnostic::error("bad-section", "`tip_section` needs `section`")
                    .hint("write `section` for the root and `tip_section` for the tip");
                self.report(problem, fields.place("tip_section"));
                None
            }
            _ => Some(vec![segment]),
        }
    }

    /// A hub turns with a root that is not clamped; such a root turns about one axis.
    fn check_root(
        &mut self,
        fields: &mut Fields<'_>,
        root: Root,
        [y, z, twist, stretch]: [usize; 4],
    ) {
        let hub = fields.get("hub_inertia").filter(|_| root == Root::Clamped);
        if let Some(value) = hub {
            let message = "`hub_inertia` is not available with a clamped root";
            let problem = Diagnostic::error("hub-of-clamped-beam", message)
                .hint("write root = \"pinned\"; or give the hub as mass and inertia of the link");
            self.report(problem, value.span());
        }
        if let Some(value) = fields.get("root").filter(|_| root == Root::Pinned)
            && (y > 0 && z > 0 || twist + stretch > 0)
        {
            let message = "a pinned root is available only for a beam that bends in one plane";
            let problem = Diagnostic::error("pinned-root", message)
                .hint("leave out all but one of bend_y, bend_z, twist, stretch; or write root = \"clamped\"");
            self.report(problem, value.span());
        }
    }

    /// How many modes of a kind there are; 0 where nothing is said.
    fn mode_count(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Option<usize> {
        let given = fields.has(key);
        let count = fields.read(key, self, |reader, value| {
            whole(value).filter(|count| *count <= MAX_MODES).or_else(|| {
                let message = format!("`{key}` must be an integer from 0 to {MAX_MODES}");
                let problem =
                    Diagnostic::error("bad-mode-count", message).hint(format!("write {key} = 2"));
                reader.report(problem, value.span());
                None
            })
        });
        if given { count } else { Some(0) }
    }
}
