//! Elastic links: a beam, or modes by their integrals.

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_elastic::beam::segment_path;
use appell_elastic::{Beam, GivenMode, GivenModes, ModePair, Root, Segment};
use appell_spatial::Matrix;
use appell_toml::{Fields, Read, Value, whole};
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

const BEAM_HINT: &str =
    "write { length = \"l\", density = \"rho\", area = \"A\", E = \"E\", Iz = \"I\", bend_y = 2 }";

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
        let given = GivenModes { tip: tip?, modes: modes?, pairs: pairs? };
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
        fields.finish(self);
        Some(ModePair { modes: modes?, product: product.unwrap_or_default(), stiffness, damping })
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
        let mut count = |key| self.mode_count(&mut fields, key);
        let read = ["bend_y", "bend_z", "twist"].map(&mut count);
        let [bend_y, bend_z, twist] = read.map(Option::unwrap_or_default);
        if read == [Some(0); 3] {
            let problem = Diagnostic::error("no-modes", "this beam neither bends nor twists")
                .hint("say how many modes it has: bend_y = 2, bend_z = 1, twist = 1");
            self.report(problem, value.span());
        }
        let counts = [bend_y, bend_z, twist];
        let segments = match fields.has("segments") {
            false => self.segment(&mut fields, counts).map(|segment| vec![segment]),
            true => fields.read("segments", self, |reader, value| reader.segments(value, counts)),
        };
        let root = fields.read("root", self, |reader, value| {
            reader.choice(value, "root", &Root::ALL.map(|root| (root.name(), root)))
        });
        let root = root.unwrap_or_default();
        self.check_root(&mut fields, root, counts);
        let mut entry = |(key, measure)| {
            let read = fields.read(key, self, |reader, value| reader.entry(value, measure));
            read.unwrap_or_default()
        };
        let [damping, hub_inertia, load_mass, load_inertia] = [
            ("damping", &TIME),
            ("hub_inertia", &INERTIA),
            ("load_mass", &MASS),
            ("load_inertia", &INERTIA),
        ]
        .map(&mut entry);
        let stiffening = fields.flag("stiffening", self);
        fields.finish(self);
        Some(Beam {
            segments: segments?,
            damping,
            bend_y,
            bend_z,
            twist,
            root,
            hub_inertia,
            load_mass,
            load_inertia,
            stiffening: stiffening.unwrap_or_default(),
        })
    }

    /// The parts of a stepped beam.
    fn segments(&mut self, value: &Value<'_>, counts: [usize; 3]) -> Option<Vec<Segment>> {
        /// More parts than this take long, and are a mesh.
        const MOST: usize = 40;
        let list = self.list(value, "write segments = [{ length = 0.5, ... }, { ... }]")?;
        if list.is_empty() || list.len() > MOST {
            let message = format!("expected 1 to {MOST} segments, found {}", list.len());
            let problem = Diagnostic::error("bad-segment-count", message)
                .hint("give a finer structure as a finite-element model");
            self.report(problem, value.span());
            return None;
        }
        let read = list.iter().enumerate().map(|(index, value)| {
            self.inside(segment_path(index), value.span(), |reader| {
                let mut fields = reader.fields(value, BEAM_HINT)?;
                let segment = reader.segment(&mut fields, counts);
                fields.finish(reader);
                segment
            })
        });
        let read: Vec<Option<Segment>> = read.collect();
        read.into_iter().collect()
    }

    /// A uniform part; what must be said depends on how many modes bend along y, along z, twist.
    fn segment(&mut self, fields: &mut Fields<'_>, counts: [usize; 3]) -> Option<Segment> {
        let [along_y, along_z, twists] = counts.map(|count| count > 0);
        let mut entry = |(key, measure): (&'static str, &Measure), needed: bool| {
            let read = |reader: &mut Reader<'_>, value: &Value<'_>| reader.entry(value, measure);
            match needed {
                true => fields.require(key, BEAM_HINT, self, |reader, value| read(reader, value)),
                false => fields.read(key, self, |reader, value| read(reader, value)),
            }
        };
        let mut required = |key| entry(key, true);
        let [length, density, area] =
            [("length", &LENGTH), ("density", &DENSITY), ("area", &AREA)].map(&mut required);
        let young = entry(("E", &MODULUS), along_y || along_z);
        let inertia_y = entry(("Iy", &SECOND_MOMENT_OF_AREA), along_z || twists);
        let inertia_z = entry(("Iz", &SECOND_MOMENT_OF_AREA), along_y || twists);
        let [shear, torsion] =
            [("G", &MODULUS), ("It", &SECOND_MOMENT_OF_AREA)].map(|key| entry(key, twists));
        Some(Segment {
            length: length?,
            density: density?,
            area: area?,
            young: young.unwrap_or_default(),
            inertia_y: inertia_y.unwrap_or_default(),
            inertia_z: inertia_z.unwrap_or_default(),
            shear: shear.unwrap_or_default(),
            torsion: torsion.unwrap_or_default(),
        })
    }

    /// A hub turns with a root that is not clamped; such a root turns about one axis.
    fn check_root(&mut self, fields: &mut Fields<'_>, root: Root, [y, z, twist]: [usize; 3]) {
        let hub = fields.get("hub_inertia").filter(|_| root == Root::Clamped);
        if let Some(value) = hub {
            let problem = Diagnostic::error("hub-of-clamped-beam", "a clamped root has no hub")
                .hint("write root = \"pinned\"; or give the hub as mass and inertia of the link");
            self.report(problem, value.span());
        }
        if let Some(value) = fields.get("root").filter(|_| root == Root::Pinned)
            && (y > 0 && z > 0 || twist > 0)
        {
            let message = "a pinned root is for a beam that bends in one plane";
            let problem = Diagnostic::error("pinned-root", message)
                .hint("leave out two of bend_y, bend_z, twist; or write root = \"clamped\"");
            self.report(problem, value.span());
        }
    }

    /// How many modes of a kind there are; 0 where nothing is said.
    fn mode_count(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Option<usize> {
        if !fields.has(key) {
            return Some(0);
        }
        fields.read(key, self, |reader, value| {
            whole(value).filter(|count| *count <= MAX_MODES).or_else(|| {
                let message = format!("`{key}` must be an integer from 0 to {MAX_MODES}");
                let problem =
                    Diagnostic::error("bad-mode-count", message).hint(format!("write {key} = 2"));
                reader.report(problem, value.span());
                None
            })
        })
    }
}
