//! Reads rules of reports as they are printed in LaTeX and evaluates them with numbers.

use std::collections::BTreeMap;

/// A matrix; a number is one of one entry, a vector a column.
#[derive(Clone, Debug)]
pub(crate) struct Matrix(pub(crate) Vec<Vec<f64>>);

impl Matrix {
    fn map2(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        assert_eq!(self.shape(), other.shape());
        let rows = self.0.iter().zip(&other.0);
        Self(rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()).collect())
    }

    fn shape(&self) -> [usize; 2] {
        [self.0.len(), self.0.first().map_or(0, Vec::len)]
    }

    fn number(&self) -> f64 {
        assert_eq!(self.shape(), [1, 1], "{self:?}");
        self.0[0][0]
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.map2(other, |a, b| a + b)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.map2(other, |a, b| a - b)
    }

    pub(crate) fn scaled(&self, factor: f64) -> Self {
        Self(self.0.iter().map(|row| row.iter().map(|it| factor * it).collect()).collect())
    }

    pub(crate) fn transposed(&self) -> Self {
        let [_, columns] = self.shape();
        Self((0..columns).map(|k| self.0.iter().map(|row| row[k]).collect()).collect())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        match (self.shape(), other.shape()) {
            ([1, 1], _) => other.scaled(self.number()),
            (_, [1, 1]) => self.scaled(other.number()),
            ([_, inner], [rows, _]) => {
                assert_eq!(inner, rows, "{self:?} {other:?}");
                let columns = other.transposed();
                let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
                let row = |row: &Vec<f64>| columns.0.iter().map(|it| dot(row, it)).collect();
                Self(self.0.iter().map(row).collect())
            }
        }
    }

    fn cross(&self, other: &Self) -> Self {
        assert_eq!([self.shape(), other.shape()], [[3, 1]; 2]);
        let at = |of: &Self, k: usize| of.0[k % 3][0];
        let entry =
            |k: usize| at(self, k + 1) * at(other, k + 2) - at(self, k + 2) * at(other, k + 1);
        Self((0..3).map(|k| vec![entry(k)]).collect())
    }

    /// The largest entry.
    pub(crate) fn size(&self) -> f64 {
        self.0.iter().flatten().fold(0.0, |size, it| size.max(it.abs()))
    }

    fn length(&self) -> f64 {
        self.0.iter().flatten().map(|it| it * it).sum::<f64>().sqrt()
    }
}

/// What the names of rules mean.
pub(crate) trait Names {
    /// The value of a name with indices; with an order, its time derivative.
    fn value(&self, name: &str, indices: &[String], order: u32) -> Matrix;
    /// What an index of a sum runs over: all, or a set that belongs to another index.
    fn range(&self, letter: &str, set: Option<&str>, of: &str) -> Vec<String>;
    /// An index that stands alone.
    fn index(&self, letter: &str, bound: &BTreeMap<String, String>) -> Option<String>;
}

/// A rule: a name with indices, and what it is.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) indices: Vec<String>,
    right: Vec<String>,
}

impl Rule {
    pub(crate) fn read(text: &str) -> Self {
        let (left, right) = text.split_once(" = ").unwrap();
        let left = tokens(left);
        let mut reader = Reader { tokens: &left, at: 0 };
        let (name, parts) = reader.name();
        assert_eq!(reader.at, left.len(), "{text}");
        let (labels, indices): (Vec<String>, Vec<String>) =
            parts.into_iter().partition(|part| !["i", "k", "m"].contains(&part.as_str()));
        Self {
            text: text.to_owned(),
            name: labelled(&name, &labels),
            indices,
            right: tokens(right),
        }
    }

    /// Its right side, with these values of its indices.
    pub(crate) fn evaluate(&self, names: &dyn Names, indices: &[String], order: u32) -> Matrix {
        let bound = self.indices.iter().cloned().zip(indices.iter().cloned()).collect();
        let mut reader = Reader { tokens: &self.right, at: 0 };
        let value = Evaluation { names, order }.sum(&mut reader, &bound);
        assert_eq!(reader.at, self.right.len(), "{}: {:?}", self.text, &self.right[reader.at..]);
        value
    }
}

fn labelled(name: &str, labels: &[String]) -> String {
    match labels {
        [] => name.to_owned(),
        _ => format!("{name}_{}", labels.join(",")),
    }
}

/// Commands, letters, digits and signs; spaces and the arguments of M, C, G and Y are left out.
fn tokens(text: &str) -> Vec<String> {
    let gone = ["(q, \\dot q, \\ddot q)", "(q, \\dot q)", "(q)", "\\,", "\\left", "\\right"];
    let text = gone.iter().fold(text.to_owned(), |text, gone| text.replace(gone, " "));
    let mut out: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '\\' => {
                1 + rest[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - 1)
            }
            c if c.is_ascii_digit() => {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
            }
            _ => 1,
        };
        out.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    out
}

struct Reader<'t> {
    tokens: &'t [String],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.accept(token), "{token} in {:?} at {}", self.tokens, self.at);
    }

    /// What is in braces, or a single token.
    fn group(&mut self) -> Vec<String> {
        if !self.accept("{") {
            return vec![self.take()];
        }
        let mut inside = Vec::new();
        let mut depth = 1;
        loop {
            let token = self.take();
            match token.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return inside;
            }
            inside.push(token);
        }
    }

    /// A name with what is in front of it, and the parts of its index.
    fn name(&mut self) -> (String, Vec<String>) {
        let mut before = Vec::new();
        if self.accept("{") {
            self.expect("}");
            self.expect("^");
            before = self.group();
        }
        let mut name = self.take();
        if name == "\\dot" || name == "\\ddot" {
            name = format!("{name} {}", self.take());
        }
        let mut parts = Vec::new();
        match before.first().map(String::as_str) {
            Some("0") => name = format!("^0{name}"),
            Some(_) => {
                name = format!("^{name}");
                parts.push(before.concat());
            }
            None => {}
        }
        if self.accept("_") {
            let index = self.group().concat();
            parts.extend(index.split(',').map(str::to_owned));
        }
        (name, parts)
    }
}

type Bound = BTreeMap<String, String>;

struct Evaluation<'n> {
    names: &'n dyn Names,
    order: u32,
}

impl Evaluation<'_> {
    fn sum(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let negative = reader.accept("-");
        let mut value = self.cross(reader, bound);
        value = if negative { value.scaled(-1.0) } else { value };
        loop {
            value = match () {
                () if reader.accept("+") => value.plus(&self.cross(reader, bound)),
                () if reader.accept("-") => value.minus(&self.cross(reader, bound)),
                () => return value,
            };
        }
    }

    fn cross(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let mut value = self.product(reader, bound);
        while reader.accept("\\times") {
            value = value.cross(&self.product(reader, bound));
        }
        value
    }

    fn product(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let mut value = self.power(reader, bound);
        loop {
            if reader.accept("/") {
                let by = self.power(reader, bound).number();
                value = value.scaled(1.0 / by);
                continue;
            }
            match reader.peek() {
                "" | "+" | "-" | ")" | "}" | "\\rvert" | "\\times" => return value,
                _ => value = value.times(&self.power(reader, bound)),
            }
        }
    }

    fn power(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let value = self.factor(reader, bound);
        if !reader.accept("^") {
            return value;
        }
        match reader.group().concat().as_str() {
            "T" => value.transposed(),
            "2" => Matrix(vec![vec![value.number().powi(2)]]),
            other => panic!("{other}"),
        }
    }

    fn inside(&self, tokens: &[String], bound: &Bound) -> Matrix {
        let mut reader = Reader { tokens, at: 0 };
        let value = self.sum(&mut reader, bound);
        assert_eq!(reader.at, tokens.len(), "{tokens:?}");
        value
    }

    fn factor(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let one = |value: f64| Matrix(vec![vec![value]]);
        if let Ok(number) = reader.peek().parse::<f64>() {
            reader.take();
            return one(number);
        }
        match reader.peek() {
            "(" => {
                reader.take();
                let value = self.sum(reader, bound);
                reader.expect(")");
                value
            }
            "\\lvert" => {
                reader.take();
                let value = self.sum(reader, bound);
                reader.expect("\\rvert");
                one(value.length())
            }
            "\\frac" => {
                reader.take();
                let [above, below] = [reader.group(), reader.group()];
                self.inside(&above, bound).scaled(1.0 / self.inside(&below, bound).number())
            }
            "\\sqrt" => {
                reader.take();
                let inside = reader.group();
                one(self.inside(&inside, bound).number().sqrt())
            }
            "\\operatorname" => {
                reader.take();
                assert_eq!(reader.group().concat(), "sgn");
                let value = self.factor(reader, bound).number();
                one(if value == 0.0 { 0.0 } else { value.signum() })
            }
            "\\sum" => self.sum_over(reader, bound),
            _ => self.named(reader, bound),
        }
    }

    fn sum_over(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        reader.take();
        reader.expect("_");
        let range = reader.group();
        let letter = &range[0];
        let (set, of) = match range.get(1).map(String::as_str) {
            Some("\\in") => (Some(range[2].as_str()), bound[&range[4]].as_str()),
            _ => (None, ""),
        };
        let start = reader.at;
        let mut total: Option<Matrix> = None;
        for value in self.names.range(letter, set, of) {
            reader.at = start;
            let mut inner = bound.clone();
            inner.insert(letter.clone(), value);
            let value = self.cross(reader, &inner);
            total = Some(total.map_or_else(|| value.clone(), |total| total.plus(&value)));
        }
        match total {
            Some(total) => total,
            // of nothing: as large as what the sum is added to
            None => {
                reader.at = start;
                let mut inner = bound.clone();
                inner.insert(letter.clone(), String::new());
                self.skip(reader);
                Matrix(vec![vec![0.0]; if set.is_some_and(|set| set != "E") { 3 } else { 1 }])
            }
        }
    }

    /// Passes over a product.
    fn skip(&self, reader: &mut Reader<'_>) {
        let mut depth = 0;
        loop {
            match reader.peek() {
                "" => return,
                "(" | "{" => depth += 1,
                ")" | "}" if depth == 0 => return,
                ")" | "}" => depth -= 1,
                "+" | "-" if depth == 0 => return,
                _ => {}
            }
            reader.take();
        }
    }

    fn named(&self, reader: &mut Reader<'_>, bound: &Bound) -> Matrix {
        let (name, parts) = reader.name();
        let is_alone = parts.len() == 1;
        let (mut labels, mut indices) = (Vec::new(), Vec::new());
        for part in parts {
            let index = match part.as_str() {
                "i-1" => self.names.index("p", bound),
                "c" | "g" | "p" | "F" if !is_alone && !name.starts_with('^') => None,
                letter => self.names.index(letter, bound),
            };
            match index {
                Some(index) => indices.push(index),
                None if part == "0" && name.starts_with('^') => indices.push(part),
                None => labels.push(part),
            }
        }
        self.names.value(&labelled(&name, &labels), &indices, self.order)
    }
}
