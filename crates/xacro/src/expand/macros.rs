//! Macros: their parameters, and their calls.

use std::rc::Rc;

use super::Expander;
use super::command::required;
use super::property::literal;
use crate::fault::{Fault, Result};
use crate::scope::{Macro, Macros, Parameter, Scope, Slot, Symbols};
use crate::tree::Element;
use crate::value::Value;

impl Expander<'_> {
    pub(super) fn define(&mut self, element: &Rc<Element>, scope: &Scope) -> Result<()> {
        let name = required(element, "name")?;
        let name = name.strip_prefix("xacro:").unwrap_or(name);
        if name == "call" || name.contains('.') {
            let message = format!("`{name}` is not a valid macro name");
            return Err(Fault::new(message, "choose another name, without a dot, and not `call`"));
        }
        let parameters = parameters(element.attribute("params").unwrap_or_default());
        scope.macros.define(name, Macro { parameters, body: Rc::clone(element) });
        Ok(())
    }

    /// Expands a macro into an element.
    pub(super) fn call(
        &mut self,
        name: &str,
        element: &Rc<Element>,
        scope: &Scope,
        out: &mut Element,
    ) -> Result<()> {
        let (found, outer) = find(name, scope)?;
        let inner = Scope {
            symbols: Symbols::below(&outer.symbols, false),
            macros: Macros::below(&outer.macros),
        };
        let mut open: Vec<&Parameter> = found.parameters.iter().collect();
        let is_call = element.command() == Some("call");
        for (attribute, text) in &element.attributes {
            if is_call && attribute == "macro" {
                continue;
            }
            let Some(at) = open.iter().position(|parameter| parameter.name == *attribute) else {
                let names = found.parameters.iter().map(|parameter| parameter.name.as_str());
                let otherwise = "leave it out";
                let message = format!("the macro `{name}` has no parameter `{attribute}`");
                let mut fault = Fault::new(message, "compare it with `params` of the macro");
                fault.diagnostic = fault.diagnostic.did_you_mean(attribute, names, otherwise);
                return Err(fault);
            };
            open.remove(at);
            let value = literal(self.value(text, &scope.symbols)?);
            inner.symbols.set(attribute, Slot::Value(value));
        }
        self.blocks(name, element, scope, &inner, &mut open)?;
        for parameter in open {
            let value = self.default(name, parameter, scope)?;
            inner.symbols.set(&parameter.name, Slot::Value(literal(value)));
        }
        let expanded = self.content(&found.body, &inner, out);
        expanded.map_err(|fault| fault.called(element.origin))
    }

    /// Gives a macro its blocks: the elements in its call, in their order.
    fn blocks(
        &mut self,
        name: &str,
        element: &Element,
        scope: &Scope,
        inner: &Scope,
        open: &mut Vec<&Parameter>,
    ) -> Result<()> {
        let mut evaluated = Element {
            name: String::new(),
            attributes: Vec::new(),
            children: Vec::new(),
            origin: element.origin,
        };
        self.content(element, scope, &mut evaluated)?;
        let mut blocks = evaluated.elements();
        let mut missing = None;
        open.retain(|parameter| {
            if !parameter.name.starts_with('*') {
                return true;
            }
            match blocks.next() {
                Some(block) => {
                    inner.symbols.set(&parameter.name, Slot::Block(Rc::clone(block)));
                }
                None => missing = Some(parameter.name.clone()),
            }
            false
        });
        if let Some(missing) = missing {
            let message = format!("the macro `{name}` needs a block for `{missing}`");
            return Err(Fault::new(message, "put an element into the call"));
        }
        match blocks.next() {
            None => Ok(()),
            Some(block) => {
                let message = format!("the macro `{name}` takes no block <{}>", block.name);
                Err(Fault::new(message, "take it out, or add a parameter with a star"))
            }
        }
    }

    fn default(&mut self, name: &str, parameter: &Parameter, scope: &Scope) -> Result<Value> {
        if parameter.forwards
            && let Some(value) = self.resolve(&scope.symbols, &parameter.name)?
        {
            return Ok(value);
        }
        match &parameter.default {
            Some(text) => self.value(text, &scope.symbols),
            None => {
                let parameter = &parameter.name;
                let message = format!("the macro `{name}` needs the parameter `{parameter}`");
                Err(Fault::new(message, format!("write {parameter}=\"...\" in the call")))
            }
        }
    }
}

/// A macro by its name, which may have namespaces in front, and the scope that it is called in.
fn find(name: &str, scope: &Scope) -> Result<(Rc<Macro>, Scope)> {
    if let Some(found) = scope.macros.find(name) {
        return Ok((found, scope.clone()));
    }
    let unknown = || {
        let message = format!("unknown macro `{}`", appell_diagnostic::excerpt(name));
        let mut fault = Fault::new(message, "define it before it is called, or include its file");
        let names = scope.macros.names();
        if let Some(near) = appell_diagnostic::nearest(name, names.iter().map(String::as_str)) {
            fault.diagnostic = fault.diagnostic.hint(format!("did you mean `{near}`?"));
        }
        fault
    };
    let (namespaces, name) = name.rsplit_once('.').ok_or_else(unknown)?;
    let mut inner = scope.clone();
    for namespace in namespaces.split('.') {
        let macros = inner.macros.namespace(namespace).ok_or_else(unknown)?;
        let symbols = match inner.symbols.find(namespace) {
            Some((_, Slot::Value(Value::Namespace(symbols)))) => symbols,
            _ => return Err(unknown()),
        };
        inner = Scope { symbols, macros };
    }
    let found = inner.macros.find(name).ok_or_else(unknown)?;
    Ok((found, inner))
}

/// The parameters of a macro: `a b:=1 c:=^ d:=^|2 *block **blocks`.
fn parameters(text: &str) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == ':' || c == '=');
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let after = after.trim_start();
        let value = after.strip_prefix(":=").or_else(|| after.strip_prefix('='));
        let mut parameter = Parameter { name: name.to_owned(), forwards: false, default: None };
        rest = match value {
            None => after.strip_prefix(':').unwrap_or(after),
            Some(value) => {
                let value = value.trim_start();
                let forwarded = value.strip_prefix('^');
                parameter.forwards = forwarded.is_some();
                let value = forwarded.map_or(value, |it| it.strip_prefix('|').unwrap_or(it));
                let length = default_length(value);
                parameter.default = Some(value[..length].to_owned()).filter(|it| !it.is_empty());
                &value[length..]
            }
        };
        rest = rest.trim_start();
        parameters.push(parameter);
    }
    parameters
}

/// How long a default is: up to a blank that is neither in quotes nor in brackets.
fn default_length(text: &str) -> usize {
    let (mut quote, mut depth) = (None, 0usize);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '{' | '(' | '[') => depth += 1,
            (None, '}' | ')' | ']') => depth = depth.saturating_sub(1),
            (None, c) if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_with_defaults_forwards_and_blocks() {
        let read = parameters("a b:=1 c:=^ d:=^|2.5 e:='x y' f:=${1 + 2} *g **h i := 3 j:=");
        let shown: Vec<(&str, bool, Option<&str>)> =
            read.iter().map(|it| (it.name.as_str(), it.forwards, it.default.as_deref())).collect();
        let expected = [
            ("a", false, None),
            ("b", false, Some("1")),
            ("c", true, None),
            ("d", true, Some("2.5")),
            ("e", false, Some("'x y'")),
            ("f", false, Some("${1 + 2}")),
            ("*g", false, None),
            ("**h", false, None),
            ("i", false, Some("3")),
            ("j", false, None),
        ];
        assert_eq!(shown, expected);
    }
}
