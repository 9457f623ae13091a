//! The studio as a stranger on this machine meets it: by sockets, without a browser.

mod client;
mod equations;
mod hostile;
mod security;
mod tabs;
