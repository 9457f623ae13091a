//! The functions that expressions know.

use std::f64::consts;

use super::evaluate::Names;
use crate::fault::{Fault, Result};
use crate::value::{Value, float_of};

/// Functions of one number.
const OF_NUMBER: [&str; 20] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "sqrt", "exp", "log",
    "log10", "log2", "radians", "degrees", "fabs", "floor", "ceil", "trunc",
];

/// Functions of two numbers.
const OF_TWO: [&str; 5] = ["atan2", "pow", "hypot", "fmod", "copysign"];

/// Functions of Python itself.
const BUILTIN: [&str; 17] = [
    "list", "dict", "tuple", "len", "str", "float", "int", "bool", "min", "max", "round", "abs",
    "sum", "sorted", "range", "any", "all",
];

/// Functions of xacro.
const OF_XACRO: [&str; 10] = [
    "xacro.load_yaml",
    "xacro.abs_filename",
    "xacro.dotify",
    "xacro.arg",
    "xacro.tokenize",
    "xacro.message",
    "xacro.warning",
    "xacro.error",
    "xacro.print_location",
    "xacro.fatal",
];

/// Methods of texts, then of lists and dictionaries.
const METHODS: [&str; 15] = [
    "split",
    "replace",
    "lower",
    "upper",
    "capitalize",
    "strip",
    "startswith",
    "endswith",
    "join",
    "index",
    "count",
    "get",
    "keys",
    "values",
    "items",
];

fn math(name: &str) -> Option<Value> {
    let constant = match name {
        "pi" => consts::PI,
        "e" => consts::E,
        "tau" => consts::TAU,
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return known(&OF_NUMBER, name).or_else(|| known(&OF_TWO, name)).map(Value::Function),
    };
    Some(Value::Float(constant))
}

fn known(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().find(|it| **it == name).copied()
}

/// What a name means that no property has.
pub(crate) fn global(name: &str) -> Option<Value> {
    match name {
        "math" => Some(Value::Module("math")),
        "python" => Some(Value::Module("python")),
        "xacro" => Some(Value::Module("xacro")),
        "abs" | "sum" | "tuple" | "any" | "all" => None,
        "load_yaml" | "abs_filename" | "dotify" => attribute_of("xacro", name).ok(),
        _ => known(&BUILTIN, name).map(Value::Function).or_else(|| math(name)),
    }
}

/// A function or a constant of a module.
pub(super) fn attribute_of(module: &str, name: &str) -> Result<Value> {
    let found = match module {
        "math" => math(name),
        "python" => known(&BUILTIN, name).map(Value::Function),
        _ => known(&OF_XACRO, &format!("xacro.{name}")).map(Value::Function),
    };
    found.ok_or_else(|| {
        let name = appell_diagnostic::excerpt(name);
        let message = format!("`{module}.{name}` is not known");
        Fault::expression(message, "the functions that are known are in docs/xacro.md")
    })
}

/// The name of a method that a value has.
pub(super) fn is_method(of: &Value, name: &str) -> Option<&'static str> {
    let methods = match of {
        Value::Text(_) => &METHODS[..11],
        Value::List(_) => &METHODS[9..11],
        Value::Dict(_) => &METHODS[11..],
        _ => return None,
    };
    known(methods, name)
}

/// Calls a function.
pub(super) fn call(
    function: &Value,
    arguments: Vec<Value>,
    named: Vec<(String, Value)>,
    names: &mut dyn Names,
) -> Result<Value> {
    match function {
        Value::Function("dict") if arguments.is_empty() => {
            Value::dict(named.into_iter().map(|(name, value)| (Value::text(name), value)).collect())
        }
        _ if !named.is_empty() => {
            let message = "arguments with names are taken by `dict` only";
            Err(Fault::expression(message, "give the arguments in their order"))
        }
        Value::Function(name) if name.starts_with("xacro.") => of_xacro(name, &arguments, names),
        Value::Function(name) => plain(name, &arguments),
        Value::Method(of, name) => method(of, name, &arguments),
        other => {
            let message = format!("{} cannot be called", other.kind());
            Err(Fault::expression(message, "leave out the brackets"))
        }
    }
}

fn wrong(name: &str) -> Box<Fault> {
    let message = format!("`{name}` has no value for these arguments");
    Fault::expression(message, "check their number and kind")
}

fn plain(name: &str, arguments: &[Value]) -> Result<Value> {
    match arguments {
        [value] if OF_NUMBER.contains(&name) => {
            let number = value.as_float().ok_or_else(|| wrong(name))?;
            of_number(name, number)
        }
        [a, b] if OF_TWO.contains(&name) => {
            let (Some(a), Some(b)) = (a.as_float(), b.as_float()) else { return Err(wrong(name)) };
            let result = match name {
                "atan2" => a.atan2(b),
                "pow" => a.powf(b),
                "hypot" => a.hypot(b),
                "fmod" => a % b,
                _ => a.copysign(b),
            };
            real(name, result, a.is_finite() && b.is_finite())
        }
        _ => builtin(name, arguments),
    }
}

/// A result; what has none, or is too large, is a fault as in Python.
fn real(name: &str, number: f64, is_finite: bool) -> Result<Value> {
    match number.is_nan() || (number.is_infinite() && is_finite) {
        true => Err(wrong(name)),
        false => Ok(Value::Float(number)),
    }
}

fn of_number(name: &str, x: f64) -> Result<Value> {
    let result = match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "sqrt" => x.sqrt(),
        "exp" => x.exp(),
        "log" | "log10" | "log2" if x <= 0.0 => return Err(wrong(name)),
        "log" => x.ln(),
        "log10" => x.log10(),
        "log2" => x.log2(),
        // as Python calculates them: one factor, rounded once
        "radians" => x * (consts::PI / 180.0),
        "degrees" => x * (180.0 / consts::PI),
        "fabs" => x.abs(),
        "floor" => return integer(name, x.floor()),
        "ceil" => return integer(name, x.ceil()),
        _ => return integer(name, x.trunc()),
    };
    real(name, result, x.is_finite())
}

fn integer(name: &str, number: f64) -> Result<Value> {
    const LARGEST: f64 = 9e18;
    match number.abs() < LARGEST {
        true => Ok(Value::Int(number as i64)),
        false => Err(wrong(name)),
    }
}

fn builtin(name: &str, arguments: &[Value]) -> Result<Value> {
    match (name, arguments) {
        ("list" | "tuple", []) => Value::list(Vec::new()),
        ("list" | "tuple", [value]) => Value::list(items(value, name)?),
        ("dict", [dict @ Value::Dict(_)]) => Ok(dict.clone()),
        ("len", [Value::Text(text)]) => Ok(Value::Int(text.chars().count() as i64)),
        ("len", [value]) => Ok(Value::Int(items(value, name)?.len() as i64)),
        ("str", [value]) => Ok(Value::text(value.shown()?)),
        ("bool", [value]) => Ok(Value::Bool(value.is_true())),
        ("float", [Value::Text(text)]) => {
            float_of(text).map(Value::Float).ok_or_else(|| wrong(name))
        }
        ("float", [value]) => value.as_float().map(Value::Float).ok_or_else(|| wrong(name)),
        ("int", [Value::Text(text)]) => {
            text.trim().parse().map(Value::Int).map_err(|_| wrong(name))
        }
        ("int", [value]) => match value.as_int() {
            Some(int) => Ok(Value::Int(int)),
            None => integer(name, value.as_float().ok_or_else(|| wrong(name))?.trunc()),
        },
        ("abs", [value]) => match (value.as_int(), value.as_float()) {
            (Some(int), _) => int.checked_abs().map(Value::Int).ok_or_else(|| wrong(name)),
            (_, Some(float)) => Ok(Value::Float(float.abs())),
            _ => Err(wrong(name)),
        },
        ("round", [value]) => match value.as_int() {
            Some(int) => Ok(Value::Int(int)),
            None => {
                let number = value.as_float().ok_or_else(|| wrong(name))?;
                integer(name, number.round_ties_even())
            }
        },
        ("round", [value, digits]) => {
            let (Some(number), Some(digits)) = (value.as_float(), digits.as_int()) else {
                return Err(wrong(name));
            };
            let digits = usize::try_from(digits).map_err(|_| wrong(name))?.min(20);
            // the decimal that is nearest to the exact value of the number, as Python rounds
            let text = format!("{number:.digits$}");
            text.parse().map(Value::Float).map_err(|_| wrong(name))
        }
        ("min" | "max", [list]) => extreme(name, &items(list, name)?),
        ("min" | "max", values) => extreme(name, values),
        ("sum", [list]) => {
            let items = items(list, name)?;
            if let Some(ints) = items.iter().map(Value::as_int).collect::<Option<Vec<i64>>>() {
                let sum = ints.into_iter().try_fold(0i64, i64::checked_add);
                return sum.map(Value::Int).ok_or_else(|| wrong(name));
            }
            let floats: Option<Vec<f64>> = items.iter().map(Value::as_float).collect();
            Ok(Value::Float(floats.ok_or_else(|| wrong(name))?.into_iter().sum()))
        }
        ("any", [list]) => Ok(Value::Bool(items(list, name)?.iter().any(Value::is_true))),
        ("all", [list]) => Ok(Value::Bool(items(list, name)?.iter().all(Value::is_true))),
        ("sorted", [list]) => {
            let mut sorted: Vec<Value> = Vec::new();
            for item in items(list, name)? {
                let mut at = sorted.len();
                while at > 0 && item.order(&sorted[at - 1])?.is_some_and(|order| order.is_lt()) {
                    at -= 1;
                }
                sorted.insert(at, item);
            }
            Value::list(sorted)
        }
        ("range", bounds) => range(bounds),
        _ => Err(wrong(name)),
    }
}

/// What a list, a text or a dictionary is gone through by.
fn items(value: &Value, name: &str) -> Result<Vec<Value>> {
    /// Sorting and the like take longer than their lists.
    const MOST: usize = 5000;
    let items = match value {
        Value::List(list) => list.items.clone(),
        Value::Dict(dict) => dict.items.iter().map(|(key, _)| key.clone()).collect(),
        Value::Text(text) => text.chars().map(|c| Value::text(c.to_string())).collect(),
        _ => return Err(wrong(name)),
    };
    match items.len() > MOST {
        true => Err(Fault::limit("a list is too long")),
        false => Ok(items),
    }
}

fn extreme(name: &str, values: &[Value]) -> Result<Value> {
    let (first, others) = values.split_first().ok_or_else(|| wrong(name))?;
    let mut best = first;
    for value in others {
        let order = value.order(best)?;
        if order.is_some_and(|order| if name == "min" { order.is_lt() } else { order.is_gt() }) {
            best = value;
        }
    }
    Ok(best.clone())
}

fn range(bounds: &[Value]) -> Result<Value> {
    let bounds: Option<Vec<i64>> = bounds.iter().map(Value::as_int).collect();
    let (start, end, step) = match bounds.as_deref() {
        Some(&[end]) => (0, end, 1),
        Some(&[start, end]) => (start, end, 1),
        Some(&[start, end, step]) if step != 0 => (start, end, step),
        _ => return Err(wrong("range")),
    };
    const MOST: usize = 1000;
    let mut items = Vec::new();
    let mut at = start;
    while (step > 0 && at < end) || (step < 0 && at > end) {
        if items.len() >= MOST {
            return Err(Fault::limit("a range is too long"));
        }
        items.push(Value::Int(at));
        at = at.saturating_add(step);
    }
    Value::list(items)
}

fn of_xacro(name: &str, arguments: &[Value], names: &mut dyn Names) -> Result<Value> {
    match (name, arguments) {
        ("xacro.load_yaml", [Value::Text(file)]) => names.yaml(file),
        ("xacro.abs_filename", [Value::Text(file)]) => Ok(Value::text(names.beside(file))),
        ("xacro.dotify", [dict @ Value::Dict(_)]) => Ok(dict.clone()),
        ("xacro.arg", [Value::Text(argument)]) => names.argument(argument),
        ("xacro.tokenize", [Value::Text(text)]) => {
            let words = text.split([',', ';', ' ']).filter(|word| !word.is_empty());
            Value::list(words.map(Value::text).collect())
        }
        ("xacro.fatal", values) => {
            let words: Result<Vec<String>> = values.iter().map(Value::shown).collect();
            Err(Fault::new(words?.join(" "), "the file itself stops here: xacro.fatal(...)"))
        }
        ("xacro.message" | "xacro.warning" | "xacro.error" | "xacro.print_location", _) => {
            Ok(Value::text(""))
        }
        _ => Err(wrong(name)),
    }
}

fn method(of: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
    let text = |text: &str| Ok(Value::text(text));
    match (of, name, arguments) {
        (Value::Text(it), "split", []) => {
            Value::list(it.split_whitespace().map(Value::text).collect())
        }
        (Value::Text(it), "split", [Value::Text(by)]) if !by.is_empty() => {
            Value::list(it.split(by.as_ref()).map(Value::text).collect())
        }
        (Value::Text(it), "replace", [Value::Text(from), Value::Text(to)]) => {
            let longest = it.len().saturating_add(1).saturating_mul(to.len() + 1);
            match longest > crate::value::MAX_TEXT {
                true => Err(Fault::limit("a string is too long")),
                false => Ok(Value::text(it.replace(from.as_ref(), to))),
            }
        }
        (Value::Text(it), "lower", []) => text(&it.to_lowercase()),
        (Value::Text(it), "upper", []) => text(&it.to_uppercase()),
        (Value::Text(it), "capitalize", []) => {
            let mut chars = it.chars();
            let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
            text(&(first + &chars.as_str().to_lowercase()))
        }
        (Value::Text(it), "strip", []) => text(it.trim()),
        (Value::Text(it), "startswith", [Value::Text(part)]) => {
            Ok(Value::Bool(it.starts_with(part.as_ref())))
        }
        (Value::Text(it), "endswith", [Value::Text(part)]) => {
            Ok(Value::Bool(it.ends_with(part.as_ref())))
        }
        (Value::Text(it), "join", [list]) => {
            let words: Result<Vec<String>> = items(list, name)?.iter().map(Value::shown).collect();
            let words = words?;
            let length = words.iter().map(|word| word.len() + it.len()).sum::<usize>();
            match length > crate::value::MAX_TEXT {
                true => Err(Fault::limit("a string is too long")),
                false => Ok(Value::text(words.join(it))),
            }
        }
        (Value::Text(it), "count", [Value::Text(part)]) if !part.is_empty() => {
            Ok(Value::Int(it.matches(part.as_ref()).count() as i64))
        }
        (Value::List(it), "index", [value]) => {
            let found = it.items.iter().position(|item| item.equals(value));
            found.map(|at| Value::Int(at as i64)).ok_or_else(|| wrong(name))
        }
        (Value::List(it), "count", [value]) => {
            Ok(Value::Int(it.items.iter().filter(|item| item.equals(value)).count() as i64))
        }
        (Value::Dict(it), "get", [key]) => Ok(it.get(key).cloned().unwrap_or(Value::None)),
        (Value::Dict(it), "get", [key, otherwise]) => Ok(it.get(key).unwrap_or(otherwise).clone()),
        (Value::Dict(it), "keys", []) => {
            Value::list(it.items.iter().map(|(key, _)| key.clone()).collect())
        }
        (Value::Dict(it), "values", []) => {
            Value::list(it.items.iter().map(|(_, value)| value.clone()).collect())
        }
        (Value::Dict(it), "items", []) => {
            let pairs = it.items.iter();
            let pairs: Result<Vec<Value>> =
                pairs.map(|(key, value)| Value::list(vec![key.clone(), value.clone()])).collect();
            Value::list(pairs?)
        }
        _ => Err(wrong(name)),
    }
}
