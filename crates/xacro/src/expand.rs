//! Elements and their contents, expanded one after the other.

mod command;
mod evaluation;
mod include;
mod limits;
mod macros;
mod property;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use appell_diagnostic::Diagnostic;

use crate::fault::{Fault, Result};
use crate::origin::{File, SourceMap};
use crate::scope::{Macros, Scope, Symbols};
use crate::text::{Piece, pieces};
use crate::tree::{self, Element, Node, Prefixes};
use crate::value::Value;
use crate::{Expansion, Source};
use limits::Limits;

/// Expands a file.
pub(crate) fn expand(
    text: &str,
    name: &str,
    source: &Source<'_>,
) -> std::result::Result<Expansion, Box<Diagnostic>> {
    let main = File { name: name.to_owned(), text: text.to_owned() };
    let mut expander = Expander {
        source,
        map: SourceMap { files: vec![main], starts: Vec::new() },
        paths: vec![PathBuf::from(Path::new(name).file_name().unwrap_or_default())],
        arguments: source.arguments.clone(),
        used: BTreeSet::new(),
        prefixes: Prefixes::new(),
        limits: Limits::new(),
        namespaces: Vec::new(),
    };
    let root = expander.root(text);
    expander.namespaces.iter().for_each(|it| it.clear());
    match root {
        Ok(root) => {
            let text = tree::write(&root, &expander.prefixes, &mut expander.map);
            Ok(Expansion { text, map: expander.map, arguments: expander.used })
        }
        Err(fault) => Err(Box::new(fault.finding(&expander.map))),
    }
}

/// What is known while a file is expanded.
struct Expander<'s> {
    source: &'s Source<'s>,
    map: SourceMap,
    /// The file at hand and those that include it, relative to the folder of the main file.
    paths: Vec<PathBuf>,
    arguments: BTreeMap<String, String>,
    /// The arguments that were declared or used so far.
    used: BTreeSet<String>,
    prefixes: Prefixes,
    limits: Limits,
    /// Scopes that know scopes which know them.
    namespaces: Vec<Rc<Symbols>>,
}

impl Expander<'_> {
    fn root(&mut self, text: &str) -> Result<Element> {
        let root = tree::read(text, 0, &mut self.prefixes)?;
        let scope = Scope { symbols: Symbols::root(), macros: Rc::new(Macros::default()) };
        self.namespaces.push(Rc::clone(&scope.symbols));
        self.element(&root, &scope, root.name.clone())
    }

    /// An element that is not one of the language, under a name.
    fn element(&mut self, source: &Element, scope: &Scope, name: String) -> Result<Element> {
        let mut out =
            Element { name, attributes: Vec::new(), children: Vec::new(), origin: source.origin };
        for (name, text) in source.attributes.iter().filter(|(it, _)| !it.starts_with("xacro:")) {
            let value = self.text(text, &scope.symbols).map_err(|fault| fault.at(source.origin))?;
            self.limits.write(name.len() + value.len())?;
            out.attributes.push((name.clone(), value));
        }
        self.limits.write(2 * out.name.len() + 8)?;
        self.content(source, scope, &mut out)?;
        Ok(out)
    }

    /// What an element contains, expanded into another one.
    fn content(&mut self, source: &Element, scope: &Scope, out: &mut Element) -> Result<()> {
        self.limits.enter(limits::ELEMENT).map_err(|fault| fault.at(source.origin))?;
        for child in &source.children {
            match child {
                Node::Text(text) if text.trim().is_empty() => {}
                Node::Text(text) => {
                    let text =
                        self.text(text, &scope.symbols).map_err(|fault| fault.at(source.origin))?;
                    self.limits.write(text.len())?;
                    out.children.push(Node::Text(text));
                }
                Node::Element(child) => {
                    self.child(child, scope, out).map_err(|fault| fault.at(child.origin))?;
                }
            }
        }
        self.limits.leave(limits::ELEMENT);
        Ok(())
    }

    fn child(&mut self, child: &Rc<Element>, scope: &Scope, out: &mut Element) -> Result<()> {
        self.limits.step()?;
        match child.command() {
            Some(command) => self.command(command, child, scope, out),
            None => {
                let element = self.element(child, scope, child.name.clone())?;
                out.children.push(Node::Element(Rc::new(element)));
                Ok(())
            }
        }
    }

    /// A text with the values of what is in it.
    fn text(&mut self, text: &str, symbols: &Rc<Symbols>) -> Result<String> {
        self.value(text, symbols)?.shown()
    }

    /// The same; a single expression keeps its kind.
    fn value(&mut self, text: &str, symbols: &Rc<Symbols>) -> Result<Value> {
        if !text.contains('$') {
            return Ok(Value::text(text));
        }
        self.limits.step()?;
        self.limits.enter(limits::TEXT)?;
        let pieces = pieces(text).map_err(|rest| {
            let message =
                format!("a bracket is not closed: `{}`", appell_diagnostic::excerpt(rest));
            Fault::expression(message, "close it, or write $${ for the characters themselves")
        })?;
        let value = match pieces.as_slice() {
            [piece] => self.piece(piece, symbols)?,
            pieces => {
                let mut joined = String::new();
                for piece in pieces {
                    joined.push_str(&self.piece(piece, symbols)?.shown()?);
                    self.limits.check_text(joined.len())?;
                }
                Value::text(joined)
            }
        };
        self.limits.leave(limits::TEXT);
        Ok(value)
    }

    fn piece(&mut self, piece: &Piece<'_>, symbols: &Rc<Symbols>) -> Result<Value> {
        match piece {
            Piece::Plain(text) => Ok(Value::text(text)),
            Piece::Expression(text) => {
                let inner = self.text(text, symbols)?;
                self.evaluate(&inner, symbols)
            }
            Piece::Command(text) => {
                let inner = self.text(text, symbols)?;
                self.substitute(&inner, symbols)
            }
        }
    }
}
