//! Writing elastic links.

use appell_algebra::Poly;
use appell_elastic::{Beam, GivenMode, ModePair, Root};
use appell_spatial::{Matrix, Vector};

use super::{Pairs, Writer, inline, quoted};
use crate::elastic::{Elastic, ModeSource, TipMap};
use crate::finite_elements::{FiniteElements, Nodes};
use crate::toml::elastic::ENTRIES;

impl Writer<'_> {
    pub(super) fn elastic(&self, elastic: &Elastic) -> String {
        let mut pairs = Pairs::new();
        if elastic.tip_map != TipMap::default() {
            pairs.push(("tip_map", quoted(elastic.tip_map.name())));
        }
        match &elastic.source {
            ModeSource::Beam(beam) => pairs.push(("beam", inline(&self.beam(beam)))),
            ModeSource::FiniteElements(it) => {
                pairs.push(("finite_elements", inline(&self.finite_elements(it))));
            }
            ModeSource::Given(given) => {
                let list = |entries: Vec<String>| format!("[{}]", entries.join(", "));
                pairs.push(("tip", self.vector(&given.tip)));
                let modes = given.modes.iter().map(|mode| self.mode(mode));
                pairs.push(("modes", list(modes.collect())));
                let written = given.pairs.iter().map(|pair| self.pair(pair));
                pairs.push(("pairs", list(written.collect())));
            }
        }
        inline(&pairs)
    }

    fn beam(&self, beam: &Beam) -> Pairs {
        let given = |entries: &[(&'static str, &Poly)]| -> Pairs {
            let given = entries.iter().filter(|(_, entry)| !entry.is_zero());
            given.map(|(key, entry)| (*key, self.entry(entry))).collect()
        };
        let mut pairs = match beam.segments.as_slice() {
            [segment] => given(&segment.entries()),
            segments => {
                let segments = segments.iter().map(|it| inline(&given(&it.entries())));
                let list = segments.collect::<Vec<_>>().join(", ");
                vec![("segments", format!("[{list}]"))]
            }
        };
        if beam.root != Root::default() {
            pairs.push(("root", quoted(beam.root.name())));
        }
        pairs.extend(given(&beam.entries()));
        let [xx, yy, zz] = &beam.load_inertia;
        match xx == yy && yy == zz {
            true => pairs.extend(given(&[("load_inertia", xx)])),
            false => pairs.push(("load_inertia", inline(&given(&beam.load_moments())))),
        }
        if beam.load_centre != Vector::default() {
            pairs.push(("load_centre", self.vector(&beam.load_centre)));
        }
        let counts = beam.counts().into_iter().filter(|(_, count)| *count > 0);
        pairs.extend(counts.map(|(key, count)| (key, count.to_string())));
        if beam.stiffening {
            pairs.push(("stiffening", "true".to_owned()));
        }
        pairs
    }

    fn finite_elements(&self, it: &FiniteElements) -> Pairs {
        let list = |labels: &[u64]| {
            let numbers: Vec<String> = labels.iter().map(u64::to_string).collect();
            format!("[{}]", numbers.join(", "))
        };
        let nodes = match &it.nodes {
            Nodes::File(name) => quoted(name),
            Nodes::List(places) => {
                let places: Vec<String> = places.iter().map(|place| self.vector(place)).collect();
                format!("[{}]", places.join(", "))
            }
        };
        let mut pairs = vec![
            ("nodes", nodes),
            ("mass", quoted(&it.mass)),
            ("stiffness", quoted(&it.stiffness)),
            ("root", list(&it.root)),
            ("tip", list(&it.tip)),
            ("modes", it.modes.to_string()),
        ];
        pairs.extend(it.rows.iter().map(|name| ("rows", quoted(name))));
        if !it.geometric.is_empty() {
            let files = it.geometric.iter().map(|(load, file)| (load.name(), quoted(file)));
            pairs.push(("geometric", inline(&files.collect::<Pairs>())));
        }
        let damping = it.damping.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        pairs.extend(damping.map(|(key, entry)| (key, self.entry(entry))));
        pairs
    }

    fn mode(&self, mode: &GivenMode) -> String {
        let vectors = [("shift", &mode.shift), ("slope", &mode.slope), ("first", &mode.first)];
        let given = vectors.into_iter().filter(|(_, vector)| **vector != Vector::default());
        let mut pairs: Pairs = given.map(|(key, vector)| (key, self.vector(vector))).collect();
        self.integrals(&mut pairs, "mixed", &mode.mixed);
        inline(&pairs)
    }

    fn pair(&self, pair: &ModePair) -> String {
        let [j, k] = pair.modes.map(|mode| mode + 1);
        let mut pairs = vec![("modes", format!("[{j}, {k}]"))];
        self.integrals(&mut pairs, "product", &pair.product);
        for (key, entry) in [("stiffness", &pair.stiffness), ("damping", &pair.damping)] {
            if !entry.is_zero() {
                pairs.push((key, self.entry(entry)));
            }
        }
        for (key, vector) in [("shift", &pair.shift), ("first", &pair.first)] {
            if *vector != Vector::default() {
                pairs.push((key, self.vector(vector)));
            }
        }
        self.integrals(&mut pairs, "mixed", &pair.mixed);
        inline(&pairs)
    }

    fn integrals(&self, pairs: &mut Pairs, key: &'static str, matrix: &Matrix<Poly>) {
        let names = ENTRIES.as_flattened().iter().copied();
        let given = names.zip(matrix.0.as_flattened()).filter(|(_, entry)| !entry.is_zero());
        let given: Pairs = given.map(|(name, entry)| (name, self.entry(entry))).collect();
        if !given.is_empty() {
            pairs.push((key, inline(&given)));
        }
    }
}
