//! The studio: a robot, its equations and its motion in a browser.
//!
//! [`Studio::bind`] takes a port of this machine, [`Studio::url`] is the address to open, and
//! [`Studio::run`] answers until its caller stops it. The page (`page/`) asks over a WebSocket; what can
//! be asked is in `PROTOCOL.md`. Every tab has a connection with a robot of its own.
//!
//! | where | what |
//! |---|---|
//! | `server`, `guard`, `page` | addresses, who may ask, the files of the page |
//! | `connection`, `message` | one tab: messages, limits, cancelling |
//! | `desk` | what a tab works on: the robot, the formulas that it shows |
//! | `answer/` | what can be asked, a file for each subject |
//!
//! ```
//! use appell_studio::{Start, Studio, StudioOptions};
//!
//! let studio = Studio::bind(StudioOptions { start: Start::Robot("2r".into()), ..Default::default() })?;
//! assert!(studio.url().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod connection;
mod desk;
mod guard;
mod message;
mod page;
mod server;

pub use server::{Start, Studio, StudioOptions};
