//! Times the algebra on the cases of `benches/README.md` and writes their inputs for the rivals.
//!
//! `appell-benches FOLDER` writes the inputs and `ours.json` into the folder and prints a table;
//! `appell-benches --motion` prints simulation steps a second;
//! `appell-benches --million` prints the time of a state in a large batch, and of a gradient;
//! `appell-benches --sweep` prints what a variant of a sweep costs;
//! `appell-benches --misprints [SEED]` prints how many misprints the proof-reader finds and names;
//! `appell-benches --dynamics ROBOT QUANTITY ...` runs compiled code beside that of rivals.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command that reports")]

mod cases;
mod dynamics;
mod mechanics;
mod million;
mod misprints;
mod motion;
mod robots;
mod sweep;
mod timing;

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use appell_algebra::{Budget, Graph, Poly, Symbols};
use timing::{Figure, time};

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!(
            "usage: appell-benches FOLDER | --motion | --million | --sweep | --misprints [SEED] | --dynamics ..."
        );
        return ExitCode::from(2);
    };
    let done = match folder.to_str() {
        Some("--motion") => motion::table(),
        Some("--million") => million::table(),
        Some("--sweep") => sweep::table(),
        Some("--misprints") => misprints::table(seed()),
        Some("--dynamics") => dynamics::run(&std::env::args().skip(2).collect::<Vec<_>>()),
        _ => run(&folder).map(|figures| figures.iter().for_each(Figure::print)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The seed given behind `--misprints`, else 0.
fn seed() -> u64 {
    std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn run(folder: &std::path::Path) -> Result<Vec<Figure>, Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let symbols = Symbols::new();
    let budget = Budget::default();
    for i in 1..=cases::PARAMETERS {
        symbols.parameter(&format!("p{i}"))?;
    }
    for i in 1..=cases::COORDINATES {
        symbols.coordinate(&format!("q{i}"))?;
    }
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text);
    let read = |text: &str| Poly::parse(text, &symbols, &budget);

    let mut figures = vec![dense(&budget)?];

    let texts =
        [cases::polynomial(1000, 1), cases::polynomial(1000, 2), cases::polynomial(10_000, 3)];
    for (name, text) in ["b_left.txt", "b_right.txt", "b_motion.txt"].into_iter().zip(&texts) {
        write(name, text)?;
    }
    let [left, right, motion] = [read(&texts[0])?, read(&texts[1])?, read(&texts[2])?];
    figures
        .push(time("product", || left.checked_mul(&right, &budget).map_or(0, |p| p.term_count())));
    figures.push(time("derivative", || {
        motion.time_derivative(&symbols, &budget).map_or(0, |p| p.term_count())
    }));

    let sides = [cases::energy_from_velocities(5), cases::energy_from_angles(5)];
    write("c_left.txt", &sides[0])?;
    write("c_right.txt", &sides[1])?;
    let graph = Graph::new(&symbols);
    let (left, right) = (graph.parse(&sides[0])?, graph.parse(&sides[1])?);
    figures.push(time("equality", || {
        let difference = (left - right).expand(&budget);
        difference.map_or(usize::MAX, |difference| difference.term_count())
    }));

    figures.extend(mechanics::figures()?);

    let mut json = String::from("[\n");
    for (index, figure) in figures.iter().enumerate() {
        let comma = if index + 1 < figures.len() { "," } else { "" };
        let Figure { case, seconds, runs, terms } = figure;
        writeln!(
            json,
            "{{\"case\": \"{case}\", \"tool\": \"appell\", \"seconds\": {seconds:e}, \"runs\": {runs}, \"terms\": {terms}}}{comma}"
        )?;
    }
    json.push_str("]\n");
    write("ours.json", &json)?;
    Ok(figures)
}

/// f*(f + 1) with f = (x + y + z + w + 1)^15: all of the monomials occur.
fn dense(budget: &Budget) -> Result<Figure, appell_algebra::Error> {
    let symbols = Symbols::new();
    let mut sum = Poly::one();
    for name in ["x", "y", "z", "w"] {
        sum = sum + Poly::from(symbols.parameter(name)?);
    }
    let f = sum.checked_pow(15, budget)?;
    let g = &f + &Poly::one();
    Ok(time("dense", || f.checked_mul(&g, budget).map_or(0, |product| product.term_count())))
}
