//! From tokens to an expression, by the precedence of Python.

use super::lexer::{Token, tokens};
use super::{Binary, Comparison, Expression, Unary};
use crate::fault::{Fault, Result};

/// Longer expressions than this are refused.
const MAX_LENGTH: usize = 4000;

/// Deeper nested expressions than this are refused.
const MAX_DEPTH: usize = 60;

/// More operators than this in a row are refused.
const MAX_CHAIN: usize = 100;

/// Words of Python that no name can be, and that are not understood.
const KEYWORDS: [&str; 8] = ["lambda", "for", "import", "yield", "await", "async", "def", "class"];

/// Reads an expression.
pub(crate) fn parse(text: &str) -> Result<Expression> {
    if text.len() > MAX_LENGTH {
        return Err(Fault::limit("an expression is too long"));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
    let first = parser.expression()?;
    let expression = match parser.is(",") {
        true => Expression::List(parser.more(first)?),
        false => first,
    };
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(token) => Err(unexpected(Some(token))),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

fn unexpected(token: Option<&Token>) -> Box<Fault> {
    let found = match token {
        None => "the end".to_owned(),
        Some(Token::Sign(sign)) => format!("`{sign}`"),
        Some(Token::Name(name)) => format!("`{}`", appell_diagnostic::excerpt(name)),
        Some(Token::Constant(value)) => value.kind().to_owned(),
    };
    let hint =
        "arithmetic, comparisons, and, or, not, if-else, lists, dictionaries and calls are read";
    Fault::expression(format!("expected a complete expression, found {found}"), hint)
}

impl Parser<'_> {
    fn is(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Sign(it)) if *it == sign)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn expects(&mut self, sign: &str) -> Result<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(unexpected(self.tokens.get(self.at))),
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Name(it)) if it == word)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// A choice, or what is below it.
    fn expression(&mut self) -> Result<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::limit("an expression is nested too deep"));
        }
        let first = self.or()?;
        let expression = if self.takes_word("if") {
            let condition = self.or()?;
            if !self.takes_word("else") {
                return Err(unexpected(self.tokens.get(self.at)));
            }
            Expression::Choice(Box::new([condition, first, self.expression()?]))
        } else {
            first
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn or(&mut self) -> Result<Expression> {
        let mut left = self.and()?;
        for count in 0.. {
            if !self.takes_word("or") {
                break;
            }
            check_chain(count)?;
            left = Expression::Or(Box::new((left, self.and()?)));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expression> {
        let mut left = self.not()?;
        for count in 0.. {
            if !self.takes_word("and") {
                break;
            }
            check_chain(count)?;
            left = Expression::And(Box::new((left, self.not()?)));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expression> {
        let mut count = 0;
        while self.takes_word("not") {
            count += 1;
        }
        check_chain(count)?;
        let expression = self.comparison()?;
        let negate = |it, _| Expression::Unary(Unary::Not, Box::new(it));
        Ok((0..count).fold(expression, negate))
    }

    fn comparison(&mut self) -> Result<Expression> {
        let first = self.sum()?;
        let mut others = Vec::new();
        while let Some(comparison) = self.comparison_sign() {
            others.push((comparison, self.sum()?));
        }
        match others.is_empty() {
            true => Ok(first),
            false => Ok(Expression::Compare(Box::new(first), others)),
        }
    }

    fn comparison_sign(&mut self) -> Option<Comparison> {
        let signs = [
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::LessEqual),
            (">=", Comparison::GreaterEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        if let Some((_, comparison)) = signs.into_iter().find(|(sign, _)| self.takes(sign)) {
            return Some(comparison);
        }
        if self.takes_word("in") {
            return Some(Comparison::In);
        }
        if self.takes_word("is") {
            let negated = self.takes_word("not");
            return Some(if negated { Comparison::IsNot } else { Comparison::Is });
        }
        let next = self.tokens.get(self.at + 1);
        if self.is_word("not") && matches!(next, Some(Token::Name(it)) if it == "in") {
            self.at += 2;
            return Some(Comparison::NotIn);
        }
        None
    }

    fn binary(
        &mut self,
        signs: &[(&'static str, Binary)],
        part: fn(&mut Self) -> Result<Expression>,
    ) -> Result<Expression> {
        let mut left = part(self)?;
        for count in 0.. {
            let Some((_, sign)) = signs.iter().find(|(sign, _)| self.takes(sign)) else { break };
            check_chain(count)?;
            left = Expression::Binary(*sign, Box::new((left, part(self)?)));
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expression> {
        self.binary(&[("+", Binary::Add), ("-", Binary::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<Expression> {
        let signs = [
            ("*", Binary::Multiply),
            ("//", Binary::FloorDivide),
            ("/", Binary::Divide),
            ("%", Binary::Modulo),
        ];
        self.binary(&signs, Self::factor)
    }

    /// Signs, then a power: -2**2 is -(2**2).
    fn factor(&mut self) -> Result<Expression> {
        let mut signs = Vec::new();
        loop {
            if self.takes("-") {
                signs.push(Unary::Minus);
            } else if self.takes("+") {
                signs.push(Unary::Plus);
            } else {
                break;
            }
        }
        check_chain(signs.len())?;
        let mut base = self.postfix()?;
        if self.takes("**") {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(Fault::limit("an expression is nested too deep"));
            }
            base = Expression::Binary(Binary::Power, Box::new((base, self.factor()?)));
            self.depth -= 1;
        }
        let signed = |it, sign: Unary| Expression::Unary(sign, Box::new(it));
        Ok(signs.into_iter().rev().fold(base, signed))
    }

    /// A value with its attributes, indices and calls.
    fn postfix(&mut self) -> Result<Expression> {
        let mut value = self.value()?;
        for count in 0.. {
            check_chain(count)?;
            if self.takes(".") {
                let Some(Token::Name(name)) = self.tokens.get(self.at) else {
                    return Err(unexpected(self.tokens.get(self.at)));
                };
                self.at += 1;
                value = Expression::Attribute(Box::new(value), name.clone());
            } else if self.takes("[") {
                value = self.index(value)?;
            } else if self.takes("(") {
                value = self.call(value)?;
            } else {
                break;
            }
        }
        Ok(value)
    }

    fn index(&mut self, value: Expression) -> Result<Expression> {
        let start = if self.is(":") { None } else { Some(self.expression()?) };
        if !self.takes(":") {
            self.expects("]")?;
            return match start {
                Some(index) => Ok(Expression::Index(Box::new((value, index)))),
                None => Err(unexpected(self.tokens.get(self.at))),
            };
        }
        let end = if self.is("]") { None } else { Some(self.expression()?) };
        self.expects("]")?;
        Ok(Expression::Slice(Box::new(value), start.map(Box::new), end.map(Box::new)))
    }

    fn call(&mut self, function: Expression) -> Result<Expression> {
        let (mut arguments, mut named) = (Vec::new(), Vec::new());
        while !self.takes(")") {
            let next = self.tokens.get(self.at + 1);
            match self.tokens.get(self.at) {
                Some(Token::Name(name)) if matches!(next, Some(Token::Sign("="))) => {
                    self.at += 2;
                    named.push((name.clone(), self.expression()?));
                }
                _ => arguments.push(self.expression()?),
            }
            if !self.is(")") {
                self.expects(",")?;
            }
        }
        Ok(Expression::Call(Box::new(function), arguments, named))
    }

    fn value(&mut self) -> Result<Expression> {
        let token = self.tokens.get(self.at);
        self.at += 1;
        match token {
            Some(Token::Constant(value)) => Ok(Expression::Constant(value.clone())),
            Some(Token::Name(name)) if KEYWORDS.contains(&name.as_str()) => {
                let message = format!("`{name}` of Python is not supported");
                Err(Fault::expression(message, "write the values out"))
            }
            Some(Token::Name(name)) if !["if", "else", "in", "is"].contains(&name.as_str()) => {
                Ok(Expression::Name(name.clone()))
            }
            Some(Token::Sign("(")) => self.bracket(),
            Some(Token::Sign("[")) => Ok(Expression::List(self.items("]")?)),
            Some(Token::Sign("{")) => self.dict(),
            other => Err(unexpected(other)),
        }
    }

    /// A value in brackets, or a tuple.
    fn bracket(&mut self) -> Result<Expression> {
        if self.takes(")") {
            return Ok(Expression::List(Vec::new()));
        }
        let first = self.expression()?;
        let value = match self.is(",") {
            true => Expression::List(self.more(first)?),
            false => first,
        };
        self.expects(")")?;
        Ok(value)
    }

    /// The values of a tuple after its first.
    fn more(&mut self, first: Expression) -> Result<Vec<Expression>> {
        let mut items = vec![first];
        while self.takes(",") {
            if self.is(")") || self.at == self.tokens.len() {
                break;
            }
            items.push(self.expression()?);
        }
        Ok(items)
    }

    fn items(&mut self, end: &str) -> Result<Vec<Expression>> {
        let mut items = Vec::new();
        while !self.takes(end) {
            items.push(self.expression()?);
            if self.is_word("for") {
                let message = "lists made by `for` are not supported";
                return Err(Fault::expression(message, "write the values out"));
            }
            if !self.is(end) {
                self.expects(",")?;
            }
        }
        Ok(items)
    }

    fn dict(&mut self) -> Result<Expression> {
        let mut items = Vec::new();
        while !self.takes("}") {
            let key = self.expression()?;
            self.expects(":")?;
            items.push((key, self.expression()?));
            if !self.is("}") {
                self.expects(",")?;
            }
        }
        Ok(Expression::Dict(items))
    }
}

/// Evaluation goes down every operator of a chain.
fn check_chain(count: usize) -> Result<()> {
    match count > MAX_CHAIN {
        true => Err(Fault::limit("an expression has too many operators in a row")),
        false => Ok(()),
    }
}
