//! Names for what quantities are calculated from, for generated code.

use appell_spatial::{MassMoments, Matrix, Vector};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Values with their names: of link 3, `w3x` for a component, `A3xy` for an entry.
#[derive(Clone, Debug)]
pub(crate) struct Names<S>(pub(crate) Vec<(String, S)>);

impl<S: Clone> Names<S> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn scalar(&mut self, name: String, value: &S) {
        self.0.push((name, value.clone()));
    }

    pub(crate) fn vector(&mut self, letters: &str, link: usize, vector: &Vector<S>) {
        for (i, entry) in AXES.iter().zip(&vector.0) {
            self.scalar(format!("{letters}{link}{i}"), entry);
        }
    }

    pub(crate) fn matrix(&mut self, letters: &str, link: usize, matrix: &Matrix<S>) {
        for (i, row) in AXES.iter().zip(&matrix.0) {
            for (j, entry) in AXES.iter().zip(row) {
                self.scalar(format!("{letters}{link}{i}{j}"), entry);
            }
        }
    }

    /// Links from one on as one body: mass, first moments, inertia about the origin of its frame.
    pub(crate) fn composite(&mut self, link: usize, body: &MassMoments<S>) {
        self.scalar(format!("mc{link}"), &body.mass);
        self.vector("hc", link, &body.first);
        self.matrix("Ic", link, &body.inertia);
    }
}
