//! The verdicts on a paper for other programs: JSON, SARIF, and equations named by the lines of their files.

mod json;
mod lines;
mod sarif;

pub use json::verdicts_json;
pub use lines::name_lines;
pub use sarif::verdicts_sarif;
