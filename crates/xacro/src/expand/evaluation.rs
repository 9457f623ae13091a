//! Expressions and commands in texts, with the names that they see.

use std::rc::Rc;

use appell_diagnostic::Diagnostic;

use super::Expander;
use crate::expression::{Names, evaluate, global, parse};
use crate::fault::{Fault, Result};
use crate::scope::Symbols;
use crate::value::{Value, float_of};
use crate::yaml;

impl Expander<'_> {
    /// The value of an expression.
    pub(super) fn evaluate(&mut self, text: &str, symbols: &Rc<Symbols>) -> Result<Value> {
        self.evaluated(text, symbols, false)
    }

    fn evaluated(
        &mut self,
        text: &str,
        symbols: &Rc<Symbols>,
        of_arguments: bool,
    ) -> Result<Value> {
        let value = parse(text).and_then(|expression| {
            let mut names = Seen { expander: self, symbols: Rc::clone(symbols), of_arguments };
            evaluate(&expression, &mut names)
        });
        value.map_err(|mut fault| {
            // the innermost expression is the one that is wrong
            if fault.diagnostic.facts.is_empty() {
                let shown = appell_diagnostic::excerpt(text.trim());
                fault.diagnostic = fault.diagnostic.fact("expression", shown);
            }
            fault
        })
    }

    /// The value of a command: `arg NAME`, `find PACKAGE`, `dirname`, `eval EXPRESSION`.
    pub(super) fn substitute(&mut self, text: &str, symbols: &Rc<Symbols>) -> Result<Value> {
        if let Some(expression) = text.strip_prefix("eval ") {
            let value = self.evaluated(expression, symbols, true)?;
            return Ok(Value::text(value.shown()?));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["arg", name] => self.argument_text(name).map(Value::text),
            ["find", package] => Ok(Value::text(self.package(package))),
            ["dirname"] => Ok(Value::text(self.folder())),
            ["env" | "optenv", ..] => {
                let message = "environment variables are not supported: `$(env)`";
                let problem = Diagnostic::error("xacro-environment", message);
                Err(Fault::of(problem.hint("use <xacro:arg> and --arg NAME=VALUE")))
            }
            _ => {
                let shown = appell_diagnostic::excerpt(text);
                let message = format!("`$({shown})` is not supported");
                Err(Fault::new(message, "$(arg NAME), $(find PACKAGE), $(dirname), $(eval ...)"))
            }
        }
    }

    fn folder(&self) -> String {
        let folder = self.path("").display().to_string();
        if folder.is_empty() { ".".to_owned() } else { folder.trim_end_matches('/').to_owned() }
    }

    fn argument_text(&mut self, name: &str) -> Result<String> {
        self.used.insert(name.to_owned());
        self.arguments.get(name).cloned().ok_or_else(|| {
            let name = appell_diagnostic::excerpt(name);
            let problem =
                Diagnostic::error("xacro-argument", format!("the argument `{name}` has no value"));
            Fault::of(problem.hint(format!("add --arg {name}=VALUE")))
        })
    }
}

/// What an expression sees: the properties of its scope, or the arguments in `$(eval ...)`.
struct Seen<'e, 's> {
    expander: &'e mut Expander<'s>,
    symbols: Rc<Symbols>,
    of_arguments: bool,
}

impl Names for Seen<'_, '_> {
    fn name(&mut self, name: &str) -> Result<Value> {
        if self.of_arguments {
            return match (name, global(name)) {
                ("true", _) => Ok(Value::Bool(true)),
                ("false", _) => Ok(Value::Bool(false)),
                ("arg", _) => Ok(Value::Function("xacro.arg")),
                (_, Some(value)) => Ok(value),
                _ => self.argument(name),
            };
        }
        if let Some(value) = self.expander.resolve(&self.symbols, name)? {
            return Ok(value);
        }
        global(name).ok_or_else(|| {
            let shown = appell_diagnostic::excerpt(name);
            let message = format!("unknown property `{shown}`");
            let mut fault = Fault::expression(message, "define it before it is used");
            let names = self.symbols.names();
            if let Some(near) = appell_diagnostic::nearest(name, names.iter().map(String::as_str)) {
                fault.diagnostic = fault.diagnostic.hint(format!("did you mean `{near}`?"));
            }
            fault
        })
    }

    fn within(&mut self, namespace: &Rc<Symbols>, name: &str) -> Result<Value> {
        self.expander.resolve(namespace, name)?.ok_or_else(|| {
            let message = format!("a namespace has no property `{name}`");
            Fault::expression(message, "look into the file that is included under it")
        })
    }

    fn yaml(&mut self, file: &str) -> Result<Value> {
        let path = self.expander.path(file);
        let text = self.expander.read(&path)?;
        yaml::read(&text).map_err(|mut fault| {
            fault.diagnostic = fault.diagnostic.fact("file", path.display());
            fault
        })
    }

    fn argument(&mut self, name: &str) -> Result<Value> {
        let text = self.expander.argument_text(name)?;
        Ok(match self.of_arguments {
            true => automatic(&text),
            false => Value::text(text),
        })
    }

    fn beside(&self, file: &str) -> String {
        self.expander.path(file).display().to_string()
    }

    fn enter(&mut self) -> Result<()> {
        self.expander.limits.enter(1)
    }

    fn leave(&mut self) {
        self.expander.limits.leave(1);
    }
}

/// An argument as `$(eval ...)` takes it: a number or a truth value where it looks like one.
fn automatic(text: &str) -> Value {
    let number = match text.contains('.') {
        true => float_of(text).map(Value::Float),
        false => text.trim().parse().ok().map(Value::Int),
    };
    match (number, text.to_lowercase().as_str()) {
        (Some(number), _) => number,
        (None, "true") => Value::Bool(true),
        (None, "false") => Value::Bool(false),
        _ => Value::text(text),
    }
}
