//! `appell-pdf < report.typ > report.pdf`: a report of `appell` as PDF, with Typst and its fonts inside.
//!
//! `appell report ROBOT --out FILE.pdf` calls it where it finds it: beside the command or in a folder of `PATH`.
//! Exit: 0 fine, 2 could not run, with the reasons on standard error.

mod world;

use std::io::{Read, Write};
use std::process::ExitCode;

use typst::WorldExt;
use typst::diag::SourceDiagnostic;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use world::OneDocument;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reasons) => {
            eprintln!("{reasons}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut text = String::new();
    let mut input = std::io::stdin().lock();
    input.read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
    let bytes = pdf(text)?;
    let written = std::io::stdout().lock().write_all(&bytes);
    written.map_err(|error| format!("standard output: {error}"))
}

/// A document of Typst as PDF. It has no date but one that the document gives itself.
fn pdf(text: String) -> Result<Vec<u8>, String> {
    let world = OneDocument::new(text);
    let said = |errors: &[SourceDiagnostic]| {
        let line = |error: &SourceDiagnostic| {
            let place = world.range(error.span).map(|range| world.line(range.start));
            let place = place.map_or(String::new(), |line| format!("line {line}: "));
            format!("{place}{}", error.message)
        };
        errors.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let document = typst::compile::<PagedDocument>(&world).output.map_err(|it| said(&it))?;
    typst_pdf::pdf(&document, &PdfOptions::default()).map_err(|it| said(&it))
}
