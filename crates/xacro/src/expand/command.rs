//! The elements of the language.

use std::rc::Rc;

use super::Expander;
use crate::fault::{Fault, Result};
use crate::scope::{Scope, Slot, Symbols};
use crate::tree::{Element, Node};
use crate::value::Value;

impl Expander<'_> {
    /// Does what an element of the language says.
    pub(super) fn command(
        &mut self,
        command: &str,
        element: &Rc<Element>,
        scope: &Scope,
        out: &mut Element,
    ) -> Result<()> {
        match command {
            "property" => self.property(element, &scope.symbols),
            "macro" => self.define(element, scope),
            "include" => self.include(element, scope, out),
            "arg" => self.argument(element, &scope.symbols),
            "if" | "unless" => {
                let condition = required(element, "value")?;
                let value = self.value(condition, &scope.symbols)?;
                if truth(&value, condition)? == (command == "if") {
                    self.content(element, scope, out)?;
                }
                Ok(())
            }
            "insert_block" => self.insert(element, scope, out),
            "element" => {
                let name = self.text(required(element, "xacro:name")?, &scope.symbols)?;
                let made = self.element(element, scope, valid(name)?)?;
                out.children.push(Node::Element(Rc::new(made)));
                Ok(())
            }
            "attribute" => {
                let name = valid(self.text(required(element, "name")?, &scope.symbols)?)?;
                let value = self.text(required(element, "value")?, &scope.symbols)?;
                self.limits.write(name.len() + value.len())?;
                out.attributes.retain(|(known, _)| *known != name);
                out.attributes.push((name, value));
                Ok(())
            }
            "call" => {
                let name = self.text(required(element, "macro")?, &scope.symbols)?;
                self.call(&name, element, scope, out)
            }
            name => self.call(name, element, scope, out),
        }
    }

    /// Gives an argument its default, unless it was given.
    fn argument(&mut self, element: &Element, symbols: &Rc<Symbols>) -> Result<()> {
        let name = required(element, "name")?;
        let default = required(element, "default")?;
        self.used.insert(name.to_owned());
        if !self.arguments.contains_key(name) {
            let default = self.text(default, symbols)?;
            self.arguments.insert(name.to_owned(), default);
        }
        Ok(())
    }

    /// Inserts a block: that of a parameter, or that of a property.
    fn insert(&mut self, element: &Element, scope: &Scope, out: &mut Element) -> Result<()> {
        let name = required(element, "name")?;
        let block = |stars: &str| match scope.symbols.find(&format!("{stars}{name}")) {
            Some((_, Slot::Block(block))) => Some(block),
            _ => None,
        };
        if let Some(block) = block("**") {
            return self.content(&block, scope, out);
        }
        match block("*") {
            Some(block) => self.child(&block, scope, out),
            None => {
                let message = format!("unknown block `{name}`");
                Err(Fault::new(message, format!("a macro takes it by params=\"*{name}\"")))
            }
        }
    }
}

/// An attribute that must be there.
pub(super) fn required<'e>(element: &'e Element, name: &str) -> Result<&'e str> {
    element.attribute(name).ok_or_else(|| {
        let tag = &element.name;
        Fault::new(format!("<{tag}> has no `{name}`"), format!("write <{tag} {name}=\"...\">"))
    })
}

/// A condition, as xacro understands it.
pub(super) fn truth(value: &Value, text: &str) -> Result<bool> {
    let Value::Text(word) = value else { return Ok(value.is_true()) };
    match word.as_ref() {
        "true" | "True" => Ok(true),
        "false" | "False" => Ok(false),
        number => number.trim().parse::<i64>().map(|it| it != 0).map_err(|_| {
            let text = appell_diagnostic::excerpt(text);
            let word = appell_diagnostic::excerpt(word);
            let message = match text == word {
                true => format!("the condition `{text}` is neither true nor false"),
                false => format!("the condition `{text}` is neither true nor false: `{word}`"),
            };
            Fault::new(message, "a condition is true, false, 0, 1 or an expression: ${a == b}")
        }),
    }
}

/// A name that XML can have.
fn valid(name: String) -> Result<String> {
    let is_part = |c: char| c.is_alphanumeric() || "_-.:".contains(c);
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match starts_well && name.chars().all(is_part) && !name.contains(':') {
        true => Ok(name),
        false => {
            let message = format!("`{}` is not an XML name", appell_diagnostic::excerpt(&name));
            Err(Fault::new(message, "use letters, digits and _"))
        }
    }
}
