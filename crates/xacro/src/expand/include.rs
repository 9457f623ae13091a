//! Files that a file includes.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use appell_diagnostic::Diagnostic;

use super::Expander;
use super::command::{required, truth};
use crate::fault::{Fault, Result};
use crate::origin::File;
use crate::scope::{Macros, Scope, Slot, Symbols};
use crate::tree::{self, Element};
use crate::value::Value;

/// What stands for the folder of a package that is not known, until a file in it is needed.
const UNKNOWN_PACKAGE: &str = "package://";

/// More files than this are not included.
const MAX_FILES: usize = 1000;

impl Expander<'_> {
    pub(super) fn include(
        &mut self,
        element: &Element,
        scope: &Scope,
        out: &mut Element,
    ) -> Result<()> {
        let name = self.text(required(element, "filename")?, &scope.symbols)?;
        if name.contains(['*', '?', '[']) {
            let message = format!("wildcards are not supported: `{name}`");
            return Err(Fault::new(message, "include every file by its name"));
        }
        let optional = match element.attribute("optional") {
            None => false,
            Some(text) => truth(&self.value(text, &scope.symbols)?, text)?,
        };
        let path = self.path(&name);
        if self.paths.contains(&path) {
            let message = format!("`{}` includes itself", path.display());
            return Err(Fault::limit(message));
        }
        let text = match self.read(&path) {
            Err(fault) if optional && fault.diagnostic.code == "unreadable-file" => return Ok(()),
            text => text?,
        };
        let inner = self.namespace(element, scope)?;
        let root = tree::read(&text, self.map.files.len() as u32 - 1, &mut self.prefixes)?;
        self.paths.push(path);
        let expanded = self.content(&root, &inner, out);
        self.paths.pop();
        expanded.map_err(|fault| fault.called(element.origin))
    }

    /// The scope of an included file: that of the file that includes it, or one of its own.
    fn namespace(&mut self, element: &Element, scope: &Scope) -> Result<Scope> {
        let Some(name) = element.attribute("ns") else { return Ok(scope.clone()) };
        let name = self.text(name, &scope.symbols)?;
        let symbols = Symbols::below(&scope.symbols, true);
        let macros = Rc::new(Macros::default());
        scope.symbols.set(&name, Slot::Value(Value::Namespace(Rc::clone(&symbols))));
        scope.macros.add_namespace(&name, Rc::clone(&macros));
        self.namespaces.extend([Rc::clone(&scope.symbols), Rc::clone(&symbols)]);
        Ok(Scope { symbols, macros })
    }

    /// The path of a file that is named in the file at hand.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let name = name.strip_prefix("file://").unwrap_or(name);
        let folder = self.paths.last().and_then(|path| path.parent());
        match name.starts_with(UNKNOWN_PACKAGE) {
            true => PathBuf::from(name),
            false => folder.unwrap_or(Path::new("")).join(name),
        }
    }

    /// Reads a file, and keeps its text for messages.
    pub(super) fn read(&mut self, path: &Path) -> Result<String> {
        let name = path.display().to_string();
        if let Some(package) = name.strip_prefix(UNKNOWN_PACKAGE) {
            let package = package.split('/').next().unwrap_or_default();
            let message = format!("the folder of the package `{package}` is not known");
            let problem = Diagnostic::error("unknown-package", message);
            return Err(Fault::of(problem.hint(format!("add --package {package}=DIR"))));
        }
        if self.map.files.len() > MAX_FILES {
            return Err(Fault::limit(format!("more than {MAX_FILES} files are included")));
        }
        let text = (self.source.read)(path).map_err(Fault::of)?;
        self.map.files.push(File { name, text: text.clone() });
        Ok(text)
    }

    /// The folder of a package.
    pub(super) fn package(&self, name: &str) -> String {
        (self.source.find)(name).unwrap_or_else(|| format!("{UNKNOWN_PACKAGE}{name}"))
    }
}
