//! The value of an expression.

use std::ops::Range;
use std::rc::Rc;

use super::function::{attribute_of, call, is_method};
use super::{Binary, Comparison, Expression, Unary};
use crate::fault::{Fault, Result};
use crate::scope::Symbols;
use crate::value::{MAX_TEXT, Value};

/// What an expression can ask for beside its own values.
pub(crate) trait Names {
    /// The value of a name.
    fn name(&mut self, name: &str) -> Result<Value>;
    /// The value of a name in the namespace of an included file.
    fn within(&mut self, namespace: &Rc<Symbols>, name: &str) -> Result<Value>;
    /// The content of a YAML file.
    fn yaml(&mut self, file: &str) -> Result<Value>;
    /// The value of an argument.
    fn argument(&mut self, name: &str) -> Result<Value>;
    /// The path of a file beside the one at hand.
    fn beside(&self, file: &str) -> String;
    /// Goes one step deeper, unless that is too deep.
    fn enter(&mut self) -> Result<()>;
    /// Comes back from it.
    fn leave(&mut self);
}

/// The value of an expression.
pub(crate) fn evaluate(expression: &Expression, names: &mut dyn Names) -> Result<Value> {
    names.enter()?;
    let value = value_of(expression, names);
    names.leave();
    value
}

fn value_of(expression: &Expression, names: &mut dyn Names) -> Result<Value> {
    match expression {
        Expression::Constant(value) => Ok(value.clone()),
        Expression::Name(name) => names.name(name),
        Expression::List(items) => Value::list(all(items, names)?),
        Expression::Dict(items) => {
            let mut entries = Vec::with_capacity(items.len());
            for (key, value) in items {
                entries.push((evaluate(key, names)?, evaluate(value, names)?));
            }
            Value::dict(entries)
        }
        Expression::Unary(sign, part) => unary(*sign, evaluate(part, names)?),
        Expression::Binary(sign, parts) => {
            binary(*sign, &evaluate(&parts.0, names)?, &evaluate(&parts.1, names)?)
        }
        Expression::Compare(first, others) => compare(first, others, names),
        Expression::And(parts) => match evaluate(&parts.0, names)? {
            left if left.is_true() => evaluate(&parts.1, names),
            left => Ok(left),
        },
        Expression::Or(parts) => match evaluate(&parts.0, names)? {
            left if left.is_true() => Ok(left),
            _ => evaluate(&parts.1, names),
        },
        Expression::Choice(parts) => {
            let [condition, then, otherwise] = parts.as_ref();
            match evaluate(condition, names)?.is_true() {
                true => evaluate(then, names),
                false => evaluate(otherwise, names),
            }
        }
        Expression::Attribute(of, name) => {
            let of = evaluate(of, names)?;
            attribute(of, name, names)
        }
        Expression::Index(parts) => index(&evaluate(&parts.0, names)?, &evaluate(&parts.1, names)?),
        Expression::Slice(of, start, end) => {
            let of = evaluate(of, names)?;
            let mut bound = |bound: &Option<Box<Expression>>| {
                bound.as_ref().map(|it| evaluate(it, names)).transpose()
            };
            slice(&of, bound(start)?, bound(end)?)
        }
        Expression::Call(function, arguments, named) => {
            let function = evaluate(function, names)?;
            let arguments = all(arguments, names)?;
            let mut by_name = Vec::with_capacity(named.len());
            for (name, value) in named {
                by_name.push((name.clone(), evaluate(value, names)?));
            }
            call(&function, arguments, by_name, names)
        }
    }
}

fn all(items: &[Expression], names: &mut dyn Names) -> Result<Vec<Value>> {
    items.iter().map(|item| evaluate(item, names)).collect()
}

fn no_sense(what: &str, a: &Value, b: &Value) -> Box<Fault> {
    let message = format!("{} {what} {} is not defined", a.kind(), b.kind());
    Fault::expression(message, "convert with float(...), int(...) or str(...)")
}

fn too_large() -> Box<Fault> {
    Fault::expression("an integer is too large", "write it with a decimal point: 1e20")
}

fn unary(sign: Unary, value: Value) -> Result<Value> {
    match (sign, value.as_int(), value.as_float()) {
        (Unary::Not, ..) => Ok(Value::Bool(!value.is_true())),
        (Unary::Plus, Some(int), _) => Ok(Value::Int(int)),
        (Unary::Plus, _, Some(float)) => Ok(Value::Float(float)),
        (Unary::Minus, Some(int), _) => int.checked_neg().map(Value::Int).ok_or_else(too_large),
        (Unary::Minus, _, Some(float)) => Ok(Value::Float(-float)),
        _ => {
            let message = format!("{} has no sign", value.kind());
            Err(Fault::expression(message, "convert it with float(...)"))
        }
    }
}

fn binary(sign: Binary, a: &Value, b: &Value) -> Result<Value> {
    match (sign, a, b) {
        (Binary::Add, Value::Text(a), Value::Text(b)) => match a.len() + b.len() > MAX_TEXT {
            true => Err(Fault::limit("a string is too long")),
            false => Ok(Value::text(format!("{a}{b}"))),
        },
        (Binary::Add, Value::List(a), Value::List(b)) => {
            Value::list(a.items.iter().chain(&b.items).cloned().collect())
        }
        (Binary::Multiply, Value::List(list), count)
        | (Binary::Multiply, count, Value::List(list)) => {
            let Some(count) = count.as_int() else { return Err(no_sense("times", a, b)) };
            let count = usize::try_from(count).unwrap_or_default();
            match list.items.len().saturating_mul(count) > MAX_TEXT {
                true => Err(Fault::limit("a list is too long")),
                false => {
                    let times = std::iter::repeat_n(&list.items, count);
                    Value::list(times.flatten().cloned().collect())
                }
            }
        }
        (Binary::Multiply, Value::Text(text), count)
        | (Binary::Multiply, count, Value::Text(text)) => {
            let Some(count) = count.as_int() else { return Err(no_sense("times", a, b)) };
            let count = usize::try_from(count).unwrap_or_default();
            match text.len().saturating_mul(count) > MAX_TEXT {
                true => Err(Fault::limit("a string is too long")),
                false => Ok(Value::text(text.repeat(count))),
            }
        }
        _ => match (a.as_int(), b.as_int(), a.as_float(), b.as_float()) {
            (Some(a), Some(b), ..) => integers(sign, a, b),
            (_, _, Some(a), Some(b)) => floats(sign, a, b).map(Value::Float),
            _ => Err(no_sense(word(sign), a, b)),
        },
    }
}

fn word(sign: Binary) -> &'static str {
    match sign {
        Binary::Add => "plus",
        Binary::Subtract => "minus",
        Binary::Multiply => "times",
        Binary::Divide | Binary::FloorDivide => "divided by",
        Binary::Modulo => "modulo",
        Binary::Power => "to the power of",
    }
}

fn integers(sign: Binary, a: i64, b: i64) -> Result<Value> {
    let result = match sign {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide => return floats(sign, a as f64, b as f64).map(Value::Float),
        Binary::FloorDivide | Binary::Modulo if b == 0 => return Err(division_by_zero()),
        // the remainder has the sign of the divisor
        Binary::Modulo => a.checked_rem(b).map(|rest| match rest != 0 && (rest < 0) != (b < 0) {
            true => rest + b,
            false => rest,
        }),
        Binary::FloorDivide => a.checked_div(b).map(|quotient| {
            let below = a % b != 0 && (a < 0) != (b < 0);
            quotient - i64::from(below)
        }),
        Binary::Power => match u32::try_from(b) {
            Ok(exponent) => a.checked_pow(exponent),
            Err(_) if b < 0 => return floats(sign, a as f64, b as f64).map(Value::Float),
            Err(_) => None,
        },
    };
    result.map(Value::Int).ok_or_else(too_large)
}

fn division_by_zero() -> Box<Fault> {
    Fault::expression("division by zero", "check the values of the properties in it")
}

fn floats(sign: Binary, a: f64, b: f64) -> Result<f64> {
    let is_division = matches!(sign, Binary::Divide | Binary::FloorDivide | Binary::Modulo);
    if is_division && b == 0.0 || matches!(sign, Binary::Power) && a == 0.0 && b < 0.0 {
        return Err(division_by_zero());
    }
    Ok(match sign {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::FloorDivide => divided(a, b).0,
        Binary::Modulo => divided(a, b).1,
        Binary::Power if a < 0.0 && b.fract() != 0.0 => {
            let message = "a root of a negative number is not real";
            return Err(Fault::expression(message, "check the values of the properties in it"));
        }
        Binary::Power if a.powf(b).is_infinite() && a.is_finite() && b.is_finite() => {
            return Err(Fault::expression("a power is too large", "check the values in it"));
        }
        Binary::Power => a.powf(b),
    })
}

/// The quotient, rounded down, and the remainder, which has the sign of the divisor; calculated as
/// Python does.
fn divided(a: f64, b: f64) -> (f64, f64) {
    let mut rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest == 0.0 {
        rest = 0f64.copysign(b);
    } else if (b < 0.0) != (rest < 0.0) {
        rest += b;
        quotient -= 1.0;
    }
    let below = quotient.floor();
    let near = if quotient - below > 0.5 { below + 1.0 } else { below };
    (if quotient == 0.0 { 0f64.copysign(a / b) } else { near }, rest)
}

fn compare(
    first: &Expression,
    others: &[(Comparison, Expression)],
    names: &mut dyn Names,
) -> Result<Value> {
    let mut left = evaluate(first, names)?;
    for (comparison, right) in others {
        let right = evaluate(right, names)?;
        if !holds(*comparison, &left, &right)? {
            return Ok(Value::Bool(false));
        }
        left = right;
    }
    Ok(Value::Bool(true))
}

fn holds(comparison: Comparison, a: &Value, b: &Value) -> Result<bool> {
    Ok(match comparison {
        Comparison::Equal | Comparison::Is => a.equals(b),
        Comparison::Unequal | Comparison::IsNot => !a.equals(b),
        Comparison::Less => a.order(b)?.is_some_and(|order| order.is_lt()),
        Comparison::LessEqual => a.order(b)?.is_some_and(|order| order.is_le()),
        Comparison::Greater => a.order(b)?.is_some_and(|order| order.is_gt()),
        Comparison::GreaterEqual => a.order(b)?.is_some_and(|order| order.is_ge()),
        Comparison::In => contains(b, a)?,
        Comparison::NotIn => !contains(b, a)?,
    })
}

fn contains(whole: &Value, part: &Value) -> Result<bool> {
    match (whole, part) {
        (Value::Text(whole), Value::Text(part)) => Ok(whole.contains(part.as_ref())),
        (Value::List(whole), part) => Ok(whole.items.iter().any(|item| item.equals(part))),
        (Value::Dict(whole), part) => Ok(whole.get(part).is_some()),
        _ => Err(no_sense("in", part, whole)),
    }
}

fn attribute(of: Value, name: &str, names: &mut dyn Names) -> Result<Value> {
    match &of {
        Value::Namespace(namespace) => names.within(namespace, name),
        Value::Module(module) => attribute_of(module, name),
        Value::Dict(dict) => match (dict.get(&Value::text(name)), is_method(&of, name)) {
            (Some(value), _) => Ok(value.clone()),
            (None, Some(method)) => Ok(Value::Method(Rc::new(of), method)),
            (None, None) => Err(missing_key(name)),
        },
        _ => match is_method(&of, name) {
            Some(method) => Ok(Value::Method(Rc::new(of), method)),
            None => {
                let message = format!("{} has no attribute `{name}`", of.kind());
                Err(Fault::expression(message, "the functions that are known are in docs/xacro.md"))
            }
        },
    }
}

fn missing_key(name: &str) -> Box<Fault> {
    let message = format!("a dictionary has no key `{}`", appell_diagnostic::excerpt(name));
    Fault::expression(message, "compare it with the keys of the file or of the dictionary")
}

fn place(index: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let place = if index < 0 { index + length } else { index };
    usize::try_from(place).ok().filter(|place| (*place as i64) < length)
}

fn index(of: &Value, index: &Value) -> Result<Value> {
    let outside =
        || Fault::expression("an index is outside its list", "the first entry has the index 0");
    match (of, index.as_int()) {
        (Value::Dict(dict), _) => {
            dict.get(index).cloned().ok_or_else(|| missing_key(&index.shown().unwrap_or_default()))
        }
        (Value::List(list), Some(index)) => {
            let place = place(index, list.items.len()).ok_or_else(outside)?;
            Ok(list.items[place].clone())
        }
        (Value::Text(text), Some(index)) => {
            let chars: Vec<char> = text.chars().collect();
            let place = place(index, chars.len()).ok_or_else(outside)?;
            Ok(Value::text(chars[place].to_string()))
        }
        _ => Err(no_sense("at the index", of, index)),
    }
}

fn slice(of: &Value, start: Option<Value>, end: Option<Value>) -> Result<Value> {
    let bound = |bound: &Option<Value>, otherwise: usize, length: usize| -> Result<usize> {
        let Some(bound) = bound.as_ref().filter(|it| !matches!(it, Value::None)) else {
            return Ok(otherwise);
        };
        let index = bound.as_int().ok_or_else(|| {
            let message = format!("the bound of a slice must be an integer, got {}", bound.kind());
            Fault::expression(message, "convert it with int(...)")
        })?;
        let index = if index < 0 { index.saturating_add(length as i64) } else { index };
        Ok(usize::try_from(index).unwrap_or_default().min(length))
    };
    let range = |length: usize| -> Result<Range<usize>> {
        let start = bound(&start, 0, length)?;
        Ok(start..bound(&end, length, length)?.max(start))
    };
    match of {
        Value::List(list) => Value::list(list.items[range(list.items.len())?].to_vec()),
        Value::Text(text) => {
            let chars: Vec<char> = text.chars().collect();
            Ok(Value::text(chars[range(chars.len())?].iter().collect::<String>()))
        }
        _ => {
            let message = format!("{} has no slices", of.kind());
            Err(Fault::expression(message, "only a list and a string do"))
        }
    }
}
