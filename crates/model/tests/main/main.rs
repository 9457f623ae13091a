//! Robot files: what is read, what is written, what is reported.

mod axes;
mod beams;
mod bundled;
mod common;
mod conversions;
mod dh;
mod documentation;
mod drives;
mod findings;
mod finite_elements;
mod frames;
mod lint;
mod malformed;
mod mass;
mod mjcf;
mod numbers;
mod round_trip;
mod sdf;
mod solids;
mod spellings;
mod units;
mod urdf;
mod xacro;
