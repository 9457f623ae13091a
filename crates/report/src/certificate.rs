//! Certificates: files by which anybody can check formulas of a robot without Appell. Each holds the data
//! of the robot, a textbook recursion that is the same for all robots, the claimed formulas, and a checker
//! that gives a verdict for every row.

mod claims;
mod coq;
mod coverage;
mod formula;
mod names;
mod python;
mod robot;

use appell_algebra::{Budget, Poly, Symbol};
use appell_mechanics::Quantity;
use appell_model::Robot;
use appell_proof::Finding;

use crate::error::Error;
pub(crate) use claims::Claims;
use claims::{Claim, symbols_of};
use names::Identifiers;
use robot::Link;

/// Whether certificates cover a quantity of a robot.
pub(crate) fn is_certified(quantity: Quantity, robot: &Robot) -> bool {
    coverage::refusal(quantity, robot).is_none()
}

/// A file that proves formulas of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its text.
    pub text: String,
    /// The ending of its name: `py`, `v`.
    pub ending: &'static str,
    /// How many rows it proves or refutes.
    pub rows: usize,
    /// What it leaves out.
    pub left_out: Vec<String>,
}

/// Writes certificates of a robot.
pub struct Certifier<'r> {
    robot: &'r Robot,
    command: String,
    budget: Budget,
}

impl<'r> Certifier<'r> {
    /// Certificates of a robot, within the default budget. The command that makes them is named in them.
    pub fn new(robot: &'r Robot, command: impl Into<String>) -> Self {
        Self { robot, command: command.into(), budget: Budget::default() }
    }

    /// Within another budget.
    #[must_use]
    pub fn budget(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// A Python program, for SymPy, that proves the formulas of quantities as they are derived.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// use appell_report::Certifier;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let gravity = Quantity::read("G", &robot)?;
    /// let certificate = Certifier::new(&robot, "appell certify 2r G").python(&gravity)?;
    /// assert!(certificate.text.contains("M2*g*r2x*cos(q2 + q1)"));
    /// assert_eq!(certificate.rows, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The recursion of certificates does not cover the robot or a quantity, or the budget is hit.
    pub fn python(&self, quantities: &[Quantity]) -> Result<Certificate, Error> {
        let claims = Claims::new(self.robot, &self.budget).of_quantities(quantities)?;
        self.program(names_of(quantities), claims, Vec::new())
    }

    /// A file for Coq that proves the formulas of quantities as they are derived. Rows that are too large
    /// for its tactic `ring` are left out, and listed.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// use appell_report::Certifier;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let gravity = Quantity::read("G", &robot)?;
    /// let certificate = Certifier::new(&robot, "appell certify 2r G").coq(&gravity)?;
    /// assert!(certificate.text.contains("Theorem claim_G_2 :"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The recursion of certificates does not cover the robot or a quantity, every row is too large, or the
    /// budget is hit.
    pub fn coq(&self, quantities: &[Quantity]) -> Result<Certificate, Error> {
        let claims = Claims::new(self.robot, &self.budget).of_quantities(quantities)?;
        let statement = self.statement(names_of(quantities), claims, Vec::new())?;
        let (text, rows, left_out) = coq::write(&statement).map_err(|failure| match failure {
            coq::Failure::NotPolynomial(why) => self.not_polynomial(why),
            coq::Failure::Other(error) => error,
        })?;
        if rows == 0 {
            let why = "every row is too large for Coq or has dry friction; certify it for python";
            let refused = vec![(names_of(quantities), why.to_owned())];
            return Err(Error::NotCertified { refused });
        }
        Ok(Certificate { text, ending: "v", rows, left_out })
    }

    /// A Python program, for SymPy, that proves what a check proved and refutes what it refuted.
    ///
    /// # Errors
    /// As above, and where nothing is left to certify.
    pub fn python_of_check(&self, paper: &str, findings: &[Finding]) -> Result<Certificate, Error> {
        let claims = Claims::new(self.robot, &self.budget);
        let (claims, left_out) = claims.of_findings(findings)?;
        if claims.is_empty() {
            let why = "no verdict is about a quantity that the recursion of certificates covers";
            let refused = vec![(one_line(paper), why.to_owned())];
            return Err(Error::NotCertified { refused });
        }
        self.program(format!("verdicts on {}", one_line(paper)), claims, left_out.lines())
    }

    fn program(
        &self,
        title: String,
        claims: Vec<Claim>,
        left_out: Vec<String>,
    ) -> Result<Certificate, Error> {
        let rows = claims.len();
        let remarks = left_out.iter().map(|it| format!("Left out: {it}.")).collect();
        let statement = self.statement(title, claims, remarks)?;
        let text = python::write(&statement).map_err(|why| self.not_polynomial(why))?;
        Ok(Certificate { text, ending: "py", rows, left_out })
    }

    fn statement(
        &self,
        title: String,
        claims: Vec<Claim>,
        remarks: Vec<String>,
    ) -> Result<Statement<'_>, Error> {
        Ok(Statement {
            robot: self.robot,
            title,
            command: &self.command,
            links: robot::links(self.robot)?,
            claims,
            remarks,
            budget: &self.budget,
        })
    }

    fn not_polynomial(&self, why: formula::NotPolynomial) -> Error {
        let reason = match why {
            formula::NotPolynomial::Quotient => "it has a quotient of symbols",
            formula::NotPolynomial::Function => {
                "it has a function other than sines and cosines of sums of angles"
            }
        };
        let reason = format!("{reason}, and the checker knows polynomials only");
        Error::NotCertified { refused: vec![(self.robot.name().to_owned(), reason)] }
    }
}

/// All that a certificate states.
struct Statement<'a> {
    robot: &'a Robot,
    title: String,
    command: &'a str,
    links: Vec<Link>,
    claims: Vec<Claim>,
    remarks: Vec<String>,
    budget: &'a Budget,
}

impl Statement<'_> {
    /// Identifiers for all its symbols.
    fn identifiers(&self, is_reserved: impl Fn(&str) -> bool) -> Identifiers {
        let data = self.links.iter().flat_map(Link::polys).chain(&self.robot.gravity().0);
        let polys: Vec<&Poly> = data.chain(self.claims.iter().map(|claim| &claim.poly)).collect();
        let motions = self.links.iter().filter_map(Link::motion).flatten();
        let states = self.claims.iter().filter_map(|claim| claim.counter_example.as_ref());
        let others: Vec<Symbol> = motions.chain(states.flat_map(symbols_of)).collect();
        let turning = self.links.iter().filter(|link| {
            link.kind == appell_model::JointKind::Rotation && link.coordinate.is_some()
        });
        let turned: Vec<Poly> = turning.filter_map(|link| link.coordinate).map(Poly::cos).collect();
        let polys = polys.into_iter().chain(&turned);
        Identifiers::of(polys, others.into_iter(), self.robot.symbols(), is_reserved)
    }
}

/// The names of quantities: of those of links, once for all.
fn names_of(quantities: &[Quantity]) -> String {
    let mut names: Vec<&str> = quantities.iter().map(|it| it.kind().name()).collect();
    names.dedup();
    names.join(", ")
}

/// A text for a comment: without line breaks and other control characters, and not too long.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 1000;
    let plain =
        |c: char| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    text.chars().take(LONGEST).map(plain).collect()
}
