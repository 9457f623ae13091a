//! What a tab works on.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use appell::algebra::Budget;
use appell::code::CompiledRobot;
use appell::diagnostic::Diagnostic;
use appell::files::Folder;
use appell::{Error, Robot};

use crate::answer::{Checked, Shown};

/// The robot of a tab and the formulas that it shows. Work takes what it needs and leaves the rest to
/// other messages of the tab.
#[derive(Default)]
pub(crate) struct Desk {
    robot: Mutex<Option<Arc<Robot>>>,
    /// The same, compiled: made when the tool is first dragged.
    machine: Mutex<Option<Arc<CompiledRobot>>>,
    shown: Mutex<Option<Arc<Shown>>>,
    checked: Mutex<Option<Arc<Checked>>>,
    /// Where the meshes of the robot are; nothing for a bundled robot and for a text without a place.
    folder: Mutex<Option<Folder>>,
}

impl Desk {
    /// The robot.
    pub(crate) fn robot(&self) -> Result<Arc<Robot>, Error> {
        let robot = self.robot.lock().unwrap_or_else(PoisonError::into_inner).clone();
        robot.ok_or_else(|| {
            Diagnostic::error("no-robot-open", "no robot is open").hint("open a robot first").into()
        })
    }

    /// The robot, compiled.
    pub(crate) fn machine(&self, budget: &Budget) -> Result<Arc<CompiledRobot>, Error> {
        let mut machine = self.machine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(machine) = &*machine {
            return Ok(Arc::clone(machine));
        }
        let compiled = Arc::new(CompiledRobot::new(self.robot()?.model(), budget)?);
        *machine = Some(Arc::clone(&compiled));
        Ok(compiled)
    }

    /// Where the meshes of the robot are.
    pub(crate) fn folder(&self) -> Option<Folder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another robot on the desk; what was made of the one before is gone.
    pub(crate) fn put_robot(&self, Opened { robot, folder }: Opened) {
        // the robot first: what is being made of the one before is cleared after it
        *self.robot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(robot));
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = folder;
        *self.machine.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The formulas that are shown.
    pub(crate) fn shown(&self) -> Option<Arc<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the last check found.
    pub(crate) fn checked(&self) -> Option<Arc<Checked>> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn put_checked(&self, checked: Checked) {
        *self.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(checked));
    }

    pub(crate) fn put_shown(&self, shown: Shown) {
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(shown));
    }
}

/// A robot that was read, and where the files are that it names.
pub(crate) struct Opened {
    pub(crate) robot: Robot,
    pub(crate) folder: Option<Folder>,
}

/// One piece of work: what it may use, and how it says how far it is.
pub(crate) struct Work<'w> {
    pub(crate) desk: &'w Desk,
    /// Time, size and the token that `cancel` pulls.
    pub(crate) budget: Budget,
    /// Where files may be.
    pub(crate) folder: &'w Folder,
    /// Folders below which files may be that a robot file names.
    pub(crate) allowed: &'w [PathBuf],
    /// Takes the part that is done, 0 to 1, and what is being done.
    pub(crate) progress: &'w dyn Fn(f64, &str),
}
