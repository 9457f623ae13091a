//! The signals that end a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::{consts, flag};

/// Signals that end a run.
pub(super) struct Signals(Vec<(i32, Arc<AtomicBool>)>);

impl Signals {
    #[cfg(unix)]
    const ALL: [i32; 3] = [consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
    #[cfg(not(unix))]
    const ALL: [i32; 2] = [consts::SIGINT, consts::SIGTERM];

    pub(super) fn new() -> std::io::Result<Self> {
        // a file that may grow no more is then reported by the write that fails
        #[cfg(unix)]
        flag::register(consts::SIGXFSZ, Arc::default())?;
        let mut signals = Vec::new();
        for signal in Self::ALL {
            let came = Arc::new(AtomicBool::new(false));
            flag::register(signal, Arc::clone(&came))?;
            signals.push((signal, came));
        }
        Ok(Self(signals))
    }

    /// A signal that came since the last look.
    pub(super) fn came(&self) -> Option<i32> {
        let came = self.0.iter().find(|(_, came)| came.swap(false, Ordering::Relaxed));
        came.map(|(signal, _)| *signal)
    }
}
