//! The studio itself: what is shown first, the server, the browser.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use appell::files;
use appell::model::{self, Format, MAX_BYTES};
use appell::paper::Paper;
use appell::scenario::{Scenario, bundled};
use appell_studio::{Start, Studio, StudioOptions};

use super::super::findings::{Failure, say};
use super::super::{Reading, watch};
use super::Arguments;

impl Arguments {
    pub(super) fn serve(self) -> Result<String, Failure> {
        let (start, beside) = match &self.shown {
            Some(name) => self.start(name)?,
            None => (Start::Choice, PathBuf::new()),
        };
        let options =
            StudioOptions { port: self.port, start, beside, allowed: self.allowed.allow.clone() };
        let refused = |error: std::io::Error| {
            Failure::new("no-studio", format!("cannot answer at port {}: {error}", self.port))
        };
        let studio = Studio::bind(options).map_err(refused)?;
        let url = studio.url();
        say(&format!("The studio is open at\n  {url}\nCtrl+C ends it.\n"))?;
        if !self.no_browser {
            open(&url);
        }
        let budget = watch::budget(0);
        studio.run(|| budget.check().is_ok()).map_err(refused)?;
        Ok(String::new())
    }

    /// What is shown first, and the file that it is, where it is one.
    fn start(&self, name: &str) -> Result<(Start, PathBuf), Failure> {
        if let Some(file) = bundled(name) {
            return Ok((
                Start::Scenario { name: name.to_owned(), text: file.text.to_owned() },
                PathBuf::new(),
            ));
        }
        if model::bundled(name).is_some() {
            return Ok((Start::Robot(name.to_owned()), PathBuf::new()));
        }
        let file = PathBuf::from(name);
        match Format::of_name(name) {
            Some(Format::Toml) => {
                let text = files::text(name, MAX_BYTES)?;
                if Scenario::read(&text).is_ok() {
                    return Ok((Start::Scenario { name: name.to_owned(), text }, file));
                }
                self.robot(name, file)
            }
            Some(_) => self.robot(name, file),
            None if !file.exists() => {
                // the message that lists the bundled names
                self.reading().load(name)?;
                Ok((Start::Choice, file))
            }
            None => {
                let text = Paper::read(name)?.text().to_owned();
                let robot = self.robot.clone();
                Ok((Start::Paper { name: name.to_owned(), text, robot }, file))
            }
        }
    }

    /// A robot file; what is wrong with it is reported before a browser is opened.
    fn robot(&self, name: &str, file: PathBuf) -> Result<(Start, PathBuf), Failure> {
        self.reading().load(name)?;
        let inside = file
            .file_name()
            .map_or_else(|| name.to_owned(), |it| it.to_string_lossy().into_owned());
        Ok((Start::Robot(inside), file))
    }

    fn reading(&self) -> Reading {
        Reading {
            strict: false,
            no_snap: false,
            tool: None,
            model: None,
            allowed: self.allowed.clone(),
            xacro: Default::default(),
        }
    }
}

/// Opens the address in a browser, where the system knows one; the address is printed anyway.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(windows) => ("rundll32", &["url.dll,FileProtocolHandler"]),
        () => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // where there is no browser, the printed address is the answer
    let _ = quiet.spawn();
}
