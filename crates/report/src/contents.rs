//! What is in the report of a robot, part by part, in the order in which a textbook derives.

mod angles;
mod base;
mod code;
mod derivation;
mod drives;
mod elastic;
mod equations;
mod features;
mod formulas;
mod meanings;
mod model;
mod names;
mod numbers;
mod operations;
mod paper;
mod proofs;
mod provenance;
mod rules;
mod scenario;
mod units;

use appell_algebra::Budget;
use appell_model::Robot;
use appell_proof::Notation;

use crate::document::{Columns, Document, Section};
use crate::error::Error;
use code::Generated;
use features::Features;
use formulas::Formulas;
pub use paper::CheckedPaper;
pub use provenance::{Provenance, in_shell};
pub use scenario::{ScenarioResults, SolvedProblem};

/// A part of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Frames, axes, signs.
    Conventions,
    /// The robot drawn, its joints and its links.
    Robot,
    /// The symbols with their units and values.
    Symbols,
    /// Transforms and the Jacobian.
    Frames,
    /// Velocities, outward.
    Velocities,
    /// Accelerations, outward.
    Accelerations,
    /// Inertia forces.
    Inertia,
    /// Joint reaction forces and moments, inward.
    Connections,
    /// Joint torques and forces.
    Torques,
    /// Mass matrix, Coriolis forces, gravity.
    Matrices,
    /// Kinetic, potential and acceleration energy.
    Energies,
    /// Base parameters.
    Parameters,
    /// Elastic links: modes, modal integrals, frequencies; robots with rigid links have none.
    Elastic,
    /// The same quantities by different formalisms.
    Proofs,
    /// How many operations generated code takes.
    Operations,
    /// Numbers at a state.
    Numbers,
    /// Generated code.
    Code,
}

impl Part {
    /// All parts, in their order.
    pub const ALL: [Self; 17] = [
        Self::Conventions,
        Self::Robot,
        Self::Symbols,
        Self::Frames,
        Self::Velocities,
        Self::Accelerations,
        Self::Inertia,
        Self::Connections,
        Self::Torques,
        Self::Matrices,
        Self::Energies,
        Self::Parameters,
        Self::Elastic,
        Self::Proofs,
        Self::Operations,
        Self::Numbers,
        Self::Code,
    ];

    /// Its name on the command line and in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conventions => "conventions",
            Self::Robot => "robot",
            Self::Symbols => "symbols",
            Self::Frames => "frames",
            Self::Velocities => "velocities",
            Self::Accelerations => "accelerations",
            Self::Inertia => "inertia",
            Self::Connections => "connections",
            Self::Torques => "torques",
            Self::Matrices => "matrices",
            Self::Energies => "energies",
            Self::Parameters => "parameters",
            Self::Elastic => "elastic",
            Self::Proofs => "proofs",
            Self::Operations => "operations",
            Self::Numbers => "numbers",
            Self::Code => "code",
        }
    }
}

/// Hears the name of each step of the work.
type Progress<'p> = Box<dyn Fn(&str) + 'p>;

/// What a report contains and what it may cost.
pub struct ReportOptions<'p> {
    parts: Vec<Part>,
    columns: Columns,
    provenance: Option<Provenance>,
    paper: Option<CheckedPaper>,
    scenario: Option<ScenarioResults>,
    budget: Budget,
    progress: Option<Progress<'p>>,
}

impl Default for ReportOptions<'_> {
    fn default() -> Self {
        Self {
            parts: Part::ALL.to_vec(),
            columns: Columns::One,
            provenance: None,
            paper: None,
            scenario: None,
            budget: Budget::default(),
            progress: None,
        }
    }
}

impl<'p> ReportOptions<'p> {
    /// All parts, within the default budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only these parts; they keep their order.
    #[must_use]
    pub fn parts(mut self, parts: impl IntoIterator<Item = Part>) -> Self {
        self.parts = parts.into_iter().collect();
        self.parts.sort_unstable();
        self.parts.dedup();
        self
    }

    /// With equations that are broken into lines for so many columns.
    #[must_use]
    pub fn columns(mut self, columns: Columns) -> Self {
        self.columns = columns;
        self
    }

    /// With a section that says where the report comes from.
    #[must_use]
    pub fn provenance(mut self, provenance: Provenance) -> Self {
        self.provenance = Some(provenance);
        self
    }

    /// With a section about a paper: verdicts, counterparts of its equations, corrections.
    #[must_use]
    pub fn paper(mut self, paper: CheckedPaper) -> Self {
        self.paper = Some(paper);
        self
    }

    /// With a section about a scenario: numbers and plots.
    #[must_use]
    pub fn scenario(mut self, results: ScenarioResults) -> Self {
        self.scenario = Some(results);
        self
    }

    /// Within another budget.
    #[must_use]
    pub fn budget(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// With a function that is called before each step of the work.
    #[must_use]
    pub fn on_progress(mut self, progress: impl Fn(&str) + 'p) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// The report of a robot.
    ///
    /// ```
    /// use appell_report::{Part, ReportOptions};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let report = ReportOptions::new().parts([Part::Frames, Part::Torques]).document(&robot)?;
    /// assert!(report.html().contains("<section id=\"torques\""));
    /// assert!(report.equations().any(|equation| equation.id == "Q-1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The time is over or the work is cancelled. What cannot be derived for another reason is left
    /// out, and the report says so.
    pub fn document(&self, robot: &Robot) -> Result<Document, Error> {
        let tell = |name: &str| self.tell(name);
        // numbers are decimals, as in robot files
        let notation = Notation::beside(robot, &derivation::quantities(robot)).with_decimals();
        let formulas =
            Formulas::derive(robot, &self.parts, self.columns, &notation, &self.budget, &tell)?;
        let mut sections = Vec::new();
        if let Some(provenance) = &self.provenance {
            let (id, title) = ("origin".to_owned(), "Origin".to_owned());
            sections.push(Section { id, title, blocks: provenance.blocks() });
        }
        let source = self.provenance.as_ref().map(|it| it.name.as_str());
        let features = Features::of(robot);
        let generated = Generated::new(robot, &self.budget);
        for &part in &self.parts {
            self.tell(part.name());
            let (title, blocks) = match part {
                Part::Conventions => {
                    ("Conventions", model::conventions(robot, &notation, &formulas))
                }
                Part::Robot => ("The robot", model::robot(robot, &notation, &formulas)),
                Part::Symbols => ("Symbols", model::symbols(robot, &notation, &formulas)),
                Part::Elastic if !robot.is_elastic() => continue,
                Part::Elastic => ("Elastic links", elastic::blocks(robot, &features, &notation)),
                Part::Proofs => ("Proofs", proofs::blocks(robot, source, &self.budget)?),
                Part::Operations => {
                    ("Operations", operations::blocks(robot, &generated, &self.budget)?)
                }
                Part::Numbers => ("Numbers", numbers::blocks(robot)),
                Part::Code => {
                    let source = source.unwrap_or(robot.name());
                    ("Code", code::blocks(source, &generated, &self.budget))
                }
                _ => match derivation::chapter(part) {
                    Some(chapter) => {
                        let source = source.unwrap_or(robot.name());
                        (chapter.title, chapter.blocks(&features, &formulas, source))
                    }
                    None => continue,
                },
            };
            let (id, title) = (part.name().to_owned(), title.to_owned());
            sections.push(Section { id, title, blocks });
        }
        if let Some(results) = &self.scenario {
            let (id, title) = ("scenario".to_owned(), "Results of a scenario".to_owned());
            sections.push(Section { id, title, blocks: scenario::blocks(results) });
        }
        if let Some(paper) = &self.paper {
            let blocks =
                paper::blocks(paper, robot, &notation, &sections, self.columns, &self.budget)?;
            let (id, title) = ("paper".to_owned(), "The paper".to_owned());
            sections.push(Section { id, title, blocks });
        }
        let title = format!("Equations of motion: {}", robot.name());
        Ok(Document { title, columns: self.columns, sections })
    }

    fn tell(&self, name: &str) {
        if let Some(progress) = &self.progress {
            progress(name);
        }
    }
}
