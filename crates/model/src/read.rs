//! Reading a robot, whatever the format.

use std::time::Duration;

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Severity};

use crate::dh::point_at_rows;
use crate::draft::Draft;
use crate::files::Files;
use crate::lint::lint;
use crate::places::Places;
use crate::robot::Robot;
use crate::xacro::XacroOptions;

/// What came of reading a file.
#[derive(Debug)]
pub struct Reading {
    /// The robot, unless something is wrong.
    pub robot: Option<Robot>,
    /// All that was found: errors, warnings, notes; by their place.
    pub findings: Vec<Diagnostic>,
}

/// How to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether warnings are errors.
    pub strict: bool,
    /// URDF, xacro, SDF, MJCF: whether an angle within 1e-5 of a multiple of pi/2 is taken to be that
    /// multiple.
    pub snap: bool,
    /// The frame that is taken as the tool: a named frame; in URDF, xacro and SDF a link, in MJCF a body
    /// or a site.
    pub tool: Option<String>,
    /// TOML, xacro, MJCF: where the files are that the robot names.
    pub files: Files,
    /// SDF: the model that is meant, of several.
    pub model: Option<String>,
    /// Xacro: arguments and packages.
    pub xacro: XacroOptions,
}

impl Default for Options {
    fn default() -> Self {
        let (files, xacro) = (Files::default(), XacroOptions::default());
        Self { strict: false, snap: true, tool: None, model: None, files, xacro }
    }
}

/// A file format for robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Appell's own.
    Toml,
    /// A table of Denavit-Hartenberg parameters.
    Csv,
    /// The format of ROS.
    Urdf,
    /// The format of MuJoCo; a file whose root is `<robot>` is URDF all the same.
    Mjcf,
    /// The same with macros.
    Xacro,
    /// The format of Gazebo.
    Sdf,
}

impl Format {
    /// What the names of files end in.
    pub const ENDINGS: &str = ".toml, .urdf, .xacro, .sdf, .xml or .csv";

    /// Whether it is a format with links by name, in which angles are decimals: the options `snap`
    /// and `tool` are for these.
    pub fn has_links(self) -> bool {
        matches!(self, Self::Urdf | Self::Xacro | Self::Sdf | Self::Mjcf)
    }

    /// The format of a file name, by its ending.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "toml" => Some(Self::Toml),
            "csv" => Some(Self::Csv),
            "urdf" => Some(Self::Urdf),
            "xml" | "mjcf" => Some(Self::Mjcf),
            "xacro" => Some(Self::Xacro),
            "sdf" => Some(Self::Sdf),
            _ => None,
        }
    }
}

/// Larger files than this are refused; a robot of 2000 joints has less than a megabyte.
pub const MAX_BYTES: usize = 4 << 20;

/// Reads a robot from the bytes of a file. They may be anything.
pub fn read(bytes: &[u8], format: Format, options: &Options) -> Reading {
    let small = appell_files::check_size(bytes, MAX_BYTES)
        .map_err(|problem| problem.hint("keep meshes and data in files of their own"));
    match small.and_then(|()| appell_files::utf8(bytes)) {
        Ok(text) if text.trim_matches(['\u{feff}', '\0']).trim().is_empty() => {
            let problem = Diagnostic::error("empty-file", "the file is empty");
            let hint = "write a robot into it, or give another file";
            Reading::failed(vec![problem.hint(hint)])
        }
        Ok(text) => match format {
            Format::Toml => crate::read_toml(text, options),
            Format::Csv => crate::read_csv(text, options),
            Format::Mjcf if crate::mjcf::is_mjcf(text) => crate::read_mjcf(text, options),
            Format::Urdf | Format::Mjcf => crate::read_urdf(text, options),
            Format::Xacro => crate::read_xacro(text, options),
            Format::Sdf => crate::read_sdf(text, options),
        },
        Err(problem) => Reading::failed(vec![problem]),
    }
}

/// The most terms of a formula in a robot file.
pub const MAX_TERMS: usize = 500;

/// The budget for a file. Frames and bodies of real robots need far fewer terms and far less time. The time is
/// that of the clock: on a busy machine, beams with many segments and modes take seconds of it.
pub fn entry_budget() -> Budget {
    Budget::default().with_terms(5000).with_nodes(20_000).with_time(Duration::from_secs(20))
}

impl Reading {
    pub(crate) fn failed(findings: Vec<Diagnostic>) -> Self {
        Self { robot: None, findings }
    }

    /// Builds and lints what was read. With errors among the findings there is no robot.
    pub(crate) fn build(
        draft: Option<Draft>,
        mut findings: Vec<Diagnostic>,
        places: &Places,
        budget: &Budget,
        options: &Options,
    ) -> Self {
        let mut robot = None;
        let table = draft.as_ref().and_then(|draft| draft.table.clone());
        match draft.map(|draft| draft.build(budget)) {
            Some(Ok((built, notes))) => {
                findings.extend(notes);
                // with an error, what else deserves a look is mostly its echo
                if findings.iter().all(|finding| finding.severity < Severity::Error) {
                    let mut doubts = lint(&built);
                    if let Some(table) = &table {
                        point_at_rows(table, &built, &mut doubts);
                    }
                    findings.extend(doubts);
                }
                robot = Some(built);
            }
            Some(Err(problems)) => findings.extend(problems),
            None => {}
        }
        // a link whose joint was refused is not meant to be part of the base
        if findings.iter().any(|finding| finding.severity == Severity::Error) {
            findings.retain(|finding| finding.code != "base-mass");
        }
        let mut findings: Vec<Diagnostic> =
            findings.into_iter().map(|finding| places.locate(finding)).collect();
        if options.strict {
            for finding in &mut findings {
                finding.severity = match finding.severity {
                    Severity::Note => Severity::Note,
                    _ => Severity::Error,
                };
            }
        }
        sort(&mut findings);
        let failed = findings.iter().any(|finding| finding.severity == Severity::Error);
        Self { robot: robot.filter(|_| !failed), findings }
    }
}

/// By place in the file; what has none comes last.
fn sort(findings: &mut [Diagnostic]) {
    use appell_diagnostic::Place;
    findings.sort_by_key(|finding| match &finding.place {
        Place::Span(span) => (span.start, span.end),
        _ => (usize::MAX, usize::MAX),
    });
}
