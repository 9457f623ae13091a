//! The command as a user meets it: one program with all the tests that run it.

mod answers;
mod choices;
mod code;
mod code_documentation;
mod code_shapes;
mod elastodynamics_documentation;
mod everyday;
mod executable_memory;
mod layout;
mod limits;
mod linear;
mod motion;
mod motion_documentation;
mod motion_files;
mod motion_findings;
mod newcomer;
mod papers;
mod quantities;
mod reading_back;
mod readme;
mod report;
mod robots;
mod safety;
mod schemas;
mod states;
mod support;
