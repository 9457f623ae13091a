//! What `appell` shows without arguments: the equations of motion of a robot of the papers,
//! derived in three ways, proved equal, and their sizes.

use std::time::Instant;

use appell::algebra::{
    Budget, Error, Form, Graph, Notation, Poly, Printer, SharedSubexpressions, Trigonometry,
};
use appell::mechanics::{Derivation, PolynomialArithmetic, Quantity};
use appell::model::Robot;

use super::findings::{Failure, tell};

/// Robots whose driving forces are counted at the end.
const COUNTED: [&str; 7] = ["3r", "scara", "ttrt", "rttrr", "trttrr1", "stanford", "puma560"];

/// The tour. Times, which change from run to run, are printed beside it.
pub(crate) fn run() -> Result<String, Failure> {
    let start = Instant::now();
    let robot = Robot::bundled("rttrr").map_err(appell::Error::from)?;
    let text = equations(&robot)? + &sizes()?;
    tell(&format!("All of it took {:.1} ms.\n\n", start.elapsed().as_secs_f64() * 1e3));
    Ok(text)
}

fn ask(name: &str, robot: &Robot) -> Result<Quantity, Failure> {
    let asked = Quantity::read(name, robot).map_err(|problem| Failure::of(&[*problem]))?;
    asked.first().copied().ok_or_else(|| Failure::new("quantity", "nothing was asked for"))
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    tell(&format!("{what}: {:.2} ms\n", start.elapsed().as_secs_f64() * 1e3));
    result
}

fn equations(robot: &Robot) -> Result<String, Failure> {
    let budget = Budget::default();
    let polynomials = PolynomialArithmetic::new(robot, budget.clone());
    let derivation = Derivation::new(robot, &polynomials)?;
    let papers = Notation::default().with_trigonometry(Trigonometry::Short);
    let printer = Printer::new(robot.symbols()).with_notation(papers).with_width(92);
    let show = |poly: &Poly, form: &Form| -> Result<String, Error> {
        Ok(printer.text(&printer.arrange(poly, form, &budget)?))
    };

    let mut out = format!(
        "The robot {} of the papers: {} joints, every link with a general centre of mass and a full\n\
         tensor of inertia, a payload at the tool; {} parameters, all symbols. Exact arithmetic.\n\
         c4 is cos(q4), a prime is a time derivative.\n\nFrames: {{i}} in the frame before it\n",
        robot.name(),
        robot.joints().len(),
        robot.parameters().len(),
    );
    for i in 1..=robot.joints().len() {
        let frame = derivation.get(ask(&format!("T[{i}]"), robot)?)?;
        let row = |row: usize, columns: std::ops::Range<usize>| {
            let entries = frame.rows[row][columns].iter();
            let shown: Result<Vec<String>, Error> =
                entries.map(|entry| show(entry.poly()?, &Form::Compact)).collect();
            Ok::<_, Error>(format!("[{}]", shown?.join(", ")))
        };
        let rotation = [row(0, 0..3)?, row(1, 0..3)?, row(2, 0..3)?].join(" ");
        let position = [row(0, 3..4)?, row(1, 3..4)?, row(2, 3..4)?].join(" ").replace("] [", ", ");
        out.push_str(&format!("  {i}  position {position:<24} rotation {rotation}\n"));
    }

    out.push_str("\nJoint torques and forces (driving forces), by Newton-Euler\n");
    let forces = ask("Q", robot)?;
    let newton = timed("Newton-Euler", || derivation.get(forces))?;
    let newton: Vec<_> = newton.entries().collect();
    let gravity = robot.symbols().find("g").into_iter().collect::<Vec<_>>();
    for k in [1, 2] {
        let shown = show(newton[k].poly()?, &Form::Grouped(gravity.clone()))?;
        out.push_str(&format!("  Q{} = {shown}\n", k + 1));
    }
    let newton = newton.iter().map(|force| force.poly()).collect::<Result<Vec<_>, _>>()?;
    let terms: Vec<String> = newton.iter().map(|force| force.term_count().to_string()).collect();
    out.push_str(&format!("  Q1 .. Q5 have {} terms, multiplied out.\n", terms.join(", ")));

    out.push_str("\nThe same by other routes, compared exactly\n");
    let lagrange = timed("Lagrange", || derivation.driving_forces_by_lagrange())?;
    let appell = timed("Appell", || derivation.driving_forces_by_appell())?;
    for (name, forces) in [("Lagrange's equations", lagrange), ("Appell's equations", appell)] {
        let mut same = true;
        for (force, newton) in forces.iter().zip(&newton) {
            same &= force.poly()? == *newton;
        }
        out.push_str(&format!("  {}  {name}\n", if same { "proved " } else { "refuted" }));
    }
    let misprint = newton[2].text(robot.symbols()).replacen("q1''", "q1'", 1);
    let misprint = Poly::parse(&misprint, robot.symbols(), &budget)?;
    let difference = misprint.checked_sub(newton[2], &budget)?;
    let verdict = if difference.is_zero() { "proved " } else { "refuted" };
    out.push_str(&format!("  {verdict}  Q3 with one prime lost\n"));
    let shown = show(&difference, &Form::Compact)?;
    out.push_str(&format!("           printed minus derived: {shown}\n"));
    Ok(out)
}

/// How large the joint torques of several robots are.
fn sizes() -> Result<String, Failure> {
    let mut out = String::from(
        "\nSize of the joint torques Q: terms when multiplied out, steps when nested\n",
    );
    for name in COUNTED {
        let robot = Robot::bundled(name).map_err(appell::Error::from)?;
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        let wanted = ask("Q", &robot)?;
        let forces = timed(&format!("{name}, multiplied out"), || {
            Derivation::new(&robot, &polynomials)?.get(wanted)
        })?;
        let mut terms = 0;
        for force in forces.entries() {
            terms += force.poly()?.term_count();
        }
        let graph = Graph::new(robot.symbols());
        let nested =
            timed(&format!("{name}, nested"), || Derivation::new(&robot, &graph)?.get(wanted))?;
        let nested: Vec<_> = nested.entries().copied().collect();
        let steps = SharedSubexpressions::of(&nested, &robot.symbols().names())?;
        let count = steps.steps.len() + steps.results.len();
        out.push_str(&format!(
            "  {name:<9} {} joints  {terms:>6} terms  {count:>4} steps\n",
            robot.joints().len()
        ));
    }
    out.push_str(
        "\nMore: appell robots, appell show puma560, appell derive rttrr M --form grouped\n\
         All commands: appell --help. Your own robot: see the example in README.md\n",
    );
    Ok(out)
}
