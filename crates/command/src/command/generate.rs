//! `appell generate ROBOT QUANTITY...`: code.

use std::path::{Path, PathBuf};

use appell::GenerateOptions;
use appell::code::JacobianProduct;
use appell::diagnostic::Diagnostic;
use appell::mechanics::Quantity;
use appell::program::{File, Language, Precision};
use clap::ValueEnum;

use super::findings::{Failure, tell_findings};
use super::output;
use super::progress::{Limits, Progress};
use super::quantities;

/// The arguments of `appell generate`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(
        required = true,
        value_name = "QUANTITY",
        help = quantities::help("What the code computes, a function each (see --combined)")
    )]
    quantities: Vec<String>,
    /// The language
    #[arg(long, value_enum)]
    lang: LanguageName,
    /// The folder for the files; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: String,
    /// The kind of numbers, for C, Rust and CUDA
    #[arg(long, value_enum, default_value_t = PrecisionName::Double)]
    precision: PrecisionName,
    /// Put the values of the parameters in, or take them as arguments; those that have no value are
    /// always arguments
    #[arg(long, value_enum, default_value_t = ParametersName::Values)]
    parameters: ParametersName,
    /// One function for all quantities, which shares what they have in common; each quantity is a
    /// result of its own: out_M, out_G
    #[arg(long)]
    combined: bool,
    /// Instead of the quantities, products with their Jacobians by all arguments: vjp, gradients of the sum
    /// of all entries times weights; jvp, changes in a direction of the arguments
    #[arg(long, value_enum)]
    product: Option<ProductName>,
    /// Write a test program beside each function, which calls it with the test values of its header and
    /// compares; for c, rust and python
    #[arg(long)]
    test: bool,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    C,
    Rust,
    Python,
    Matlab,
    Julia,
    Cuda,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PrecisionName {
    Double,
    Float,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProductName {
    Vjp,
    Jvp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ParametersName {
    Values,
    Arguments,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let language = match self.lang {
            LanguageName::C => Language::C,
            LanguageName::Rust => Language::Rust,
            LanguageName::Python => Language::Python,
            LanguageName::Matlab => Language::Matlab,
            LanguageName::Julia => Language::Julia,
            LanguageName::Cuda => Language::Cuda,
        };
        if self.precision == PrecisionName::Float && !language.has_precision() {
            let message = "--precision float is for c, rust and cuda only";
            let problem = Diagnostic::error("unused-option", message)
                .hint("leave it out: this language takes the numbers that it is given");
            return Err(Failure::of(&[problem]));
        }
        if self.test && !language.has_tests() {
            let problem =
                Diagnostic::error("unused-option", "--test is for c, rust and python only");
            let hint = "leave it out; the header of the code has values to test with";
            return Err(Failure::of(&[problem.hint(hint)]));
        }
        let files = self.files(language)?;
        let folder = Path::new(&self.out);
        std::fs::create_dir_all(folder).map_err(|error| output::refused(folder, &error))?;
        // a file that is there with the same text, as several functions may share one, stays
        let is_there = |(path, file): &(PathBuf, File)| {
            std::fs::read(path).is_ok_and(|text| text == file.text.as_bytes())
        };
        let files = files.into_iter().map(|file| (folder.join(&file.name), file));
        let (same, files): (Vec<_>, Vec<_>) = files.partition(is_there);
        // all or nothing, as far as can be known before
        if let Some((path, _)) = files.iter().find(|(path, _)| path.exists() && !self.force) {
            return Err(output::in_the_way(path));
        }
        let mut log = String::new();
        for (path, _) in same {
            log.push_str(&format!("unchanged {}\n", path.display()));
        }
        let texts: Vec<(&Path, &[u8])> =
            files.iter().map(|(path, file)| (path.as_path(), file.text.as_bytes())).collect();
        output::write_all(&texts, self.force)?;
        for (path, _) in files {
            log.push_str(&format!("wrote {}\n", path.display()));
        }
        Ok(log)
    }

    fn files(&self, language: Language) -> Result<Vec<File>, Failure> {
        let robot = self.reading.load_symbolic(&self.robot)?;
        let progress = Progress::new();
        let mut options = GenerateOptions::new(language)
            .precision(match self.precision {
                PrecisionName::Double => Precision::Double,
                PrecisionName::Float => Precision::Single,
            })
            .budget(&self.limits.budget())
            .on_progress(|quantity| progress.next(&quantity.to_string()));
        options = match self.product {
            Some(ProductName::Vjp) => options.product(JacobianProduct::FromLeft),
            Some(ProductName::Jvp) => options.product(JacobianProduct::FromRight),
            None => options,
        };
        if self.combined {
            options = options.combined();
        }
        if self.test {
            options = options.tests();
        }
        if self.parameters == ParametersName::Arguments {
            options = options.parameters_as_arguments();
        }
        let files = robot.generate_with(&self.quantities, &options)?;
        progress.done();
        let model = robot.model();
        let quantities = self.quantities.iter().filter_map(|name| Quantity::read(name, model).ok());
        let notes = quantities.flatten().filter_map(|quantity| quantity.left_out_friction(model));
        tell_findings(&notes.collect::<Vec<_>>());
        Ok(files)
    }
}
