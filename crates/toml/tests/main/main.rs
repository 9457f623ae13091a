//! Files read key by key.

mod messages;
