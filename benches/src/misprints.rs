//! How many misprints the proof-reader finds, and how many it names.

use std::error::Error;
use std::time::{Duration, Instant};

use appell_algebra::Budget;
use appell_mechanics::PolynomialArithmetic;
use appell_model::Robot;
use appell_proof::misprint::{KINDS, Outcome, Page, Press, SPECIMENS, paper};
use appell_proof::{Kind, Options, check};

/// How many pages are printed of every robot, for every kind of slip.
const PAGES: usize = 60;

/// What came of the pages with one kind of slip, or with several.
#[derive(Default)]
struct Tally {
    pages: usize,
    components: usize,
    decided: usize,
    named: usize,
    corrected: usize,
    time: Duration,
}

/// Prints a line for unharmed pages, for every kind of slip, for all of them, and for two and
/// three slips on a page. Another seed makes other pages.
pub fn table(seed: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<14} {:>6} {:>8} {:>8} {:>10} {:>9}",
        "slips", "cases", "decided", "named", "corrected", "time"
    );
    let mut presses = Vec::new();
    for (name, quantities) in SPECIMENS {
        let robot = Robot::bundled(name)?;
        let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
        presses.push((robot, polynomials, quantities));
    }
    let run = |words: &str, slips: &dyn Fn(usize) -> Vec<Kind>| -> Result<Tally, Box<dyn Error>> {
        let mut tally = Tally::default();
        for (robot, polynomials, quantities) in &presses {
            let press = Press::new(robot, polynomials, None, quantities)?;
            // some slips have no place in some robot
            let draws = (0..20 * PAGES)
                .filter_map(|draw| {
                    Some((draw, press.page(&slips(draw), seed << 32 | draw as u64)?))
                })
                .map(|(draw, page)| (slips(draw), page));
            let (made, pages): (Vec<Vec<Kind>>, Vec<Page>) = draws.take(PAGES).unzip();
            let text = paper(&pages);
            let begun = Instant::now();
            let report = check(&text, robot, None, &Options::default())?;
            tally.time += begun.elapsed();
            let outcomes = press.judge(&pages, &report)?;
            for ((kinds, page), outcome) in made.iter().zip(&pages).zip(&outcomes) {
                tally.add(kinds, page, outcome);
            }
        }
        tally.print(words);
        Ok(tally)
    };
    run("none", &|_| Vec::new())?;
    let mut all = Tally::default();
    for kind in KINDS {
        let tally = run(kind.name(), &|_| vec![kind])?;
        all.pages += tally.pages;
        all.components += tally.components;
        all.decided += tally.decided;
        all.named += tally.named;
        all.corrected += tally.corrected;
        all.time += tally.time;
    }
    all.print("all of these");
    let several = |draw: usize, count: usize| -> Vec<Kind> {
        (0..count).map(|slip| KINDS[(draw * 7 + slip * 5) % KINDS.len()]).collect()
    };
    run("two", &|draw| several(draw, 2))?;
    run("three", &|draw| several(draw, 3))?;
    Ok(())
}

impl Tally {
    fn add(&mut self, kinds: &[Kind], page: &Page, outcome: &Outcome) {
        self.pages += 1;
        self.components += page.components;
        self.decided += usize::from(outcome.decided);
        self.corrected += usize::from(outcome.corrected);
        self.named += usize::from(matches!(kinds, [kind] if outcome.names(*kind)));
    }

    fn print(&self, words: &str) {
        let milliseconds = self.time.as_secs_f64() * 1e3 / self.components.max(1) as f64;
        // of several slips on a page it is not counted which are named
        let named = match self.named {
            0 => String::new(),
            named => format!("{:.1} %", 100.0 * named as f64 / self.pages as f64),
        };
        println!(
            "{words:<14} {:>6} {:>8} {named:>8} {:>10} {milliseconds:>6.2} ms",
            self.pages, self.decided, self.corrected
        );
    }
}
