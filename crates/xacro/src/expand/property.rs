//! Properties: where they are kept, and when they are evaluated.

use std::rc::Rc;

use super::Expander;
use super::command::{required, truth};
use crate::expression::global;
use crate::fault::{Fault, Result};
use crate::scope::{Slot, Symbols};
use crate::tree::Element;
use crate::value::Value;

impl Expander<'_> {
    pub(super) fn property(&mut self, element: &Rc<Element>, symbols: &Rc<Symbols>) -> Result<()> {
        let name = self.text(required(element, "name")?, symbols)?;
        check_name(&name)?;
        let given = element.attribute("value");
        let default = element.attribute("default");
        let is_removed = self.flag(element, "remove", false, symbols)?;
        if usize::from(given.is_some()) + usize::from(default.is_some()) + usize::from(is_removed)
            > 1
        {
            let message = format!("`{name}` has two of `value`, `default` and `remove`");
            return Err(Fault::new(message, "keep one of them"));
        }
        let is_known = symbols.find(&name).is_some() || global(&name).is_some();
        if is_removed {
            symbols.remove(&name);
            return Ok(());
        }
        if default.is_some() && is_known {
            return Ok(());
        }
        let (target, is_lazy) = match element.attribute("scope") {
            Some("global") => (symbols.top(), false),
            Some("parent") => (parent_of(symbols), false),
            _ => (Rc::clone(symbols), self.flag(element, "lazy_eval", true, symbols)?),
        };
        let Some(text) = given.or(default) else {
            target.set(&format!("**{name}"), Slot::Block(Rc::clone(element)));
            return Ok(());
        };
        let slot = match is_lazy {
            true => lazy(text),
            false => Slot::Value(literal(self.value(text, symbols)?)),
        };
        target.set(&name, slot);
        Ok(())
    }

    fn flag(
        &mut self,
        element: &Element,
        name: &str,
        otherwise: bool,
        symbols: &Rc<Symbols>,
    ) -> Result<bool> {
        match element.attribute(name) {
            None => Ok(otherwise),
            Some(text) => truth(&self.value(text, symbols)?, text),
        }
    }

    /// The value of a property, evaluated where it was defined.
    pub(super) fn resolve(&mut self, symbols: &Rc<Symbols>, name: &str) -> Result<Option<Value>> {
        let Some((scope, slot)) = symbols.find(name) else { return Ok(None) };
        match slot {
            Slot::Value(value) => Ok(Some(value)),
            Slot::Lazy(text) => {
                scope.set(name, Slot::Evaluating);
                let value = literal(self.value(&text, &scope)?);
                scope.set(name, Slot::Value(value.clone()));
                Ok(Some(value))
            }
            Slot::Evaluating => {
                let message = format!("the property `{name}` is defined by itself");
                Err(Fault::expression(message, "evaluate it at once: lazy_eval=\"false\""))
            }
            Slot::Block(_) => {
                let message = format!("`{name}` is a block, not a value");
                Err(Fault::expression(message, "use <xacro:insert_block name=\"...\"/>"))
            }
        }
    }
}

/// A text that may be a number, true or false.
pub(super) fn literal(value: Value) -> Value {
    match value {
        Value::Text(text) => Value::literal(&text),
        other => other,
    }
}

fn lazy(text: &str) -> Slot {
    match Value::literal(text) {
        Value::Text(text) if text.contains('$') => Slot::Lazy(text),
        value => Slot::Value(value),
    }
}

/// The scope around a macro; namespaces on the way do not count.
fn parent_of(symbols: &Rc<Symbols>) -> Rc<Symbols> {
    let mut scope = symbols.parent.as_ref().unwrap_or(symbols);
    while !symbols.is_namespace && scope.is_namespace {
        match &scope.parent {
            Some(parent) => scope = parent,
            None => break,
        }
    }
    Rc::clone(scope)
}

fn check_name(name: &str) -> Result<()> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match starts_well && name.chars().all(is_part) && !name.starts_with("__") {
        true => Ok(()),
        false => {
            let name = appell_diagnostic::excerpt(name);
            Err(Fault::new(
                format!("`{name}` is not a valid property name"),
                "use letters, digits and _",
            ))
        }
    }
}
