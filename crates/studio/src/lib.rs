//! The studio: a robot, its equations and its motion in a browser.
//!
//! `Studio::bind` takes a port of this machine, `Studio::url` is the address to open, and `Studio::run`
//! answers until its caller stops it: the feature `server`. Without it there are [`scene`], the robot
//! as data for a viewer, and [`shared_page`], a page of it that needs no server. The page (`page/`) asks over a WebSocket; what can
//! be asked is in `PROTOCOL.md`. Every tab has a connection with a robot of its own.
//!
//! | where | what |
//! |---|---|
//! | `scene`, `page` | the robot for a viewer, the files of the page, one file made of them |
//! | `server`, `guard`, `served` | addresses, who may ask, what is answered at each path |
//! | `connection`, `message` | one tab: messages, limits, cancelling |
//! | `desk` | what a tab works on: the robot, the formulas that it shows |
//! | `answer/` | what can be asked, a file for each subject |
//!
//! ```
//! # #[cfg(feature = "server")]
//! # {
//! use appell_studio::{Start, Studio, StudioOptions};
//!
//! let studio = Studio::bind(StudioOptions { start: Start::Robot("2r".into()), ..Default::default() })?;
//! assert!(studio.url().starts_with("http://127.0.0.1:"));
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "server")]
mod answer;
#[cfg(feature = "server")]
mod connection;
#[cfg(feature = "server")]
mod desk;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod message;
mod page;
mod scene;
#[cfg(feature = "server")]
mod served;
#[cfg(feature = "server")]
mod server;

pub use page::shared_page;
pub use scene::scene;
#[cfg(feature = "server")]
pub use server::{Start, Studio, StudioOptions};
