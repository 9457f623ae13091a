//! The studio as a stranger on this machine meets it: by sockets, without a browser.

#![allow(clippy::expect_used, clippy::panic, reason = "tests")]

mod client;
mod equations;
mod hostile;
mod meshes;
mod security;
mod tabs;
