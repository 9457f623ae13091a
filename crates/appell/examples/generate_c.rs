//! C code of inverse dynamics for a controller: no dependencies, no memory on the heap, no loops.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::program::{Language, Precision};
use appell::{Error, GenerateOptions, Robot};

/// Generates a header and a source file, in single precision for a small processor.
pub fn main() -> Result<(), Error> {
    let robot = Robot::bundled("ur5")?;
    let options = GenerateOptions::new(Language::C).precision(Precision::Single).stem("ur5");
    let files = robot.generate_with(["Q", "G"], &options)?;
    for file in &files {
        println!("{}: {} lines", file.name, file.text.lines().count());
    }
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["ur5_Q.h", "ur5_Q.c", "ur5_G.h", "ur5_G.c"]);

    let (header, source) = (&files[0].text, &files[1].text);
    assert!(header.contains("void ur5_Q(const float q[6]"), "{header}");
    assert!(source.contains("sinf(") && !source.contains("malloc") && !source.contains("for ("));

    // With the centre of mass of the arm unknown until run time, parameters are arguments.
    let options = GenerateOptions::new(Language::C).parameters_as_arguments();
    let planar = Robot::bundled("2r")?.generate_with("Q", &options)?;
    assert!(planar[0].text.contains("parameters["), "{}", planar[0].text);
    Ok(())
}
