//! MathML as LaTeX: the TeX that is noted in it, or what its elements print.

use std::ops::Range;

use super::entities::{plain, write_decoded};
use super::tags::{Event, Tag, Tags};
use crate::mapped::Mapped;

/// A formula in MathML.
pub(super) struct Formula(Element);

/// An element, or a text, which has no name.
struct Element {
    name: String,
    encoding: Option<String>,
    fences: (String, String),
    children: Vec<Element>,
    text: Range<usize>,
    at: usize,
}

/// How deep elements may stand in one another; what is deeper belongs to the element around it.
const DEEPEST: usize = 60;

impl Formula {
    /// The formula whose element was opened.
    pub(super) fn read(tags: &mut Tags<'_>, tag: Tag) -> Self {
        let mut open = vec![Element::of(&tag)];
        if tag.is_closed {
            return Self(open.swap_remove(0));
        }
        while let Some(event) = tags.next() {
            match event {
                Event::Text(range) => {
                    let text = Element { text: range, ..Element::named("", 0) };
                    push(&mut open, text);
                }
                Event::Open(tag) if tag.is_closed || open.len() >= DEEPEST => {
                    push(&mut open, Element::of(&tag));
                }
                Event::Open(tag) => open.push(Element::of(&tag)),
                Event::Close(name, _) => {
                    // an element that was forgotten ends with the one around it
                    let Some(at) = open.iter().rposition(|it| it.name == name) else { continue };
                    while open.len() > at.max(1) {
                        if let Some(done) = open.pop() {
                            push(&mut open, done);
                        }
                    }
                    if at == 0 {
                        break;
                    }
                }
            }
        }
        while open.len() > 1 {
            if let Some(done) = open.pop() {
                push(&mut open, done);
            }
        }
        Self(open.swap_remove(0))
    }

    /// Writes it as LaTeX.
    pub(super) fn write(&self, mapped: &mut Mapped, file: usize, page: &str) {
        match annotation(&self.0) {
            Some(tex) => tex.texts(&mut |range| write_decoded(mapped, file, page, range)),
            None => Writer { mapped, file, page }.row(&self.0.children),
        }
    }
}

fn push(open: &mut [Element], child: Element) {
    if let Some(last) = open.last_mut() {
        last.children.push(child);
    }
}

impl Element {
    fn named(name: &str, at: usize) -> Self {
        Self {
            name: name.to_owned(),
            encoding: None,
            fences: ("(".to_owned(), ")".to_owned()),
            children: Vec::new(),
            text: 0..0,
            at,
        }
    }

    fn of(tag: &Tag) -> Self {
        let fence = |name: &str, usual: &str| tag.get(name).unwrap_or(usual).to_owned();
        Self {
            encoding: tag.get("encoding").map(str::to_owned),
            fences: (fence("open", "("), fence("close", ")")),
            ..Self::named(&tag.name, tag.at)
        }
    }

    /// All texts in it.
    fn texts(&self, each: &mut impl FnMut(Range<usize>)) {
        if self.name.is_empty() {
            each(self.text.clone());
        }
        for child in &self.children {
            child.texts(each);
        }
    }
}

/// The TeX that is noted in a formula.
fn annotation(element: &Element) -> Option<&Element> {
    let is_tex = |encoding: &str| encoding.to_lowercase().contains("tex");
    if element.name == "annotation" && element.encoding.as_deref().is_some_and(is_tex) {
        return Some(element);
    }
    element.children.iter().find_map(annotation)
}

/// Writes elements.
struct Writer<'w> {
    mapped: &'w mut Mapped,
    file: usize,
    page: &'w str,
}

impl Writer<'_> {
    fn put(&mut self, text: &str, element: &Element) {
        self.mapped.write(text, self.file, element.at);
    }

    fn row(&mut self, elements: &[Element]) {
        for (index, element) in elements.iter().enumerate() {
            // brackets around a matrix grow with it
            let next_is_table = elements.get(index + 1).is_some_and(is_table);
            let was_table = index.checked_sub(1).is_some_and(|before| is_table(&elements[before]));
            match self.leaf(element).as_str() {
                "(" | "[" | "{" | "|" if element.name == "mo" && next_is_table => {
                    self.put("\\left", element);
                }
                ")" | "]" | "}" | "|" if element.name == "mo" && was_table => {
                    self.put("\\right", element);
                }
                _ if is_table(element) => {
                    let fenced = index > 0 && self.is_fence(&elements[index - 1]);
                    self.table(element, if fenced { "matrix" } else { "aligned" });
                    continue;
                }
                _ => {}
            }
            self.element(element);
        }
    }

    fn is_fence(&self, element: &Element) -> bool {
        element.name == "mo" && matches!(self.leaf(element).as_str(), "(" | "[" | "{" | "|")
    }

    /// The characters of an element without elements in it.
    fn leaf(&self, element: &Element) -> String {
        let mut out = String::new();
        if matches!(element.name.as_str(), "mi" | "mn" | "mo" | "mtext" | "ms") {
            element.texts(&mut |range| out.push_str(&plain(&self.page[range])));
        }
        out.trim().to_owned()
    }

    fn group(&mut self, element: &Element) {
        self.put("{", element);
        self.element(element);
        self.put("}", element);
    }

    fn element(&mut self, element: &Element) {
        let Element { name, children, .. } = element;
        // texts between elements are spaces
        let parts: Vec<&Element> = children.iter().filter(|it| !it.name.is_empty()).collect();
        match (name.as_str(), parts.as_slice()) {
            ("", _) | ("annotation" | "annotation-xml" | "mspace" | "mphantom" | "none", _) => {}
            ("mi", _) => {
                let letters = self.leaf(element);
                let written = match letters.as_str() {
                    "sin" | "cos" | "tan" | "sgn" => format!("\\{letters} "),
                    _ if letters.chars().count() > 1 => {
                        format!("\\mathrm{{{}}}", escaped(&letters))
                    }
                    _ => escaped(&letters),
                };
                self.put(&written, element);
            }
            ("mn", _) => {
                let digits = self.leaf(element);
                self.put(&escaped(&digits.replace(|c: char| c.is_whitespace(), "")), element);
            }
            ("mo", _) => {
                let sign = operator(&self.leaf(element));
                self.put(&sign, element);
            }
            ("mtext" | "ms", _) => {
                let words = escaped(&self.leaf(element));
                self.put(&format!("\\text{{{words}}}"), element);
            }
            ("mfrac", [above, below]) => {
                self.put("\\frac", element);
                self.group(above);
                self.group(below);
            }
            ("msqrt", _) => {
                self.put("\\sqrt{", element);
                self.row(children);
                self.put("}", element);
            }
            ("mroot", [inside, degree]) => {
                self.put("\\sqrt[", element);
                self.element(degree);
                self.put("]", element);
                self.group(inside);
            }
            ("msub", [base, sub]) => self.scripts(base, Some(sub), None),
            ("msup", [base, sup]) => self.scripts(base, None, Some(sup)),
            ("msubsup", [base, sub, sup]) => self.scripts(base, Some(sub), Some(sup)),
            ("mover", [base, over]) => match accent(&self.leaf(over)) {
                Some(accent) => {
                    self.put(&format!("\\{accent}"), element);
                    self.group(base);
                }
                None => self.scripts(base, None, Some(over)),
            },
            // a brace with a remark
            ("munder" | "munderover", [base, ..]) => self.element(base),
            ("mmultiscripts", [base, scripts @ ..]) => self.multiscripts(element, base, scripts),
            ("mfenced", _) => {
                let (open, close) = &element.fences;
                self.put(&format!("\\left{} ", fence(open)), element);
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.put(", ", part);
                    }
                    match is_table(part) {
                        true => self.table(part, "matrix"),
                        false => self.element(part),
                    }
                }
                self.put(&format!("\\right{} ", fence(close)), element);
            }
            ("mtable", _) => self.table(element, "aligned"),
            ("semantics" | "maction", [first, ..]) => self.element(first),
            _ => self.row(children),
        }
    }

    fn scripts(&mut self, base: &Element, sub: Option<&Element>, sup: Option<&Element>) {
        match base.name.as_str() {
            "mi" | "mn" | "mo" => self.element(base),
            _ => self.group(base),
        }
        for (mark, script) in [("_", sub), ("^", sup)] {
            let Some(script) = script else { continue };
            match self.leaf(script).as_str() {
                "\u{2032}" | "'" if mark == "^" => self.put("'", script),
                "\u{2033}" | "''" if mark == "^" => self.put("''", script),
                _ => {
                    self.put(mark, script);
                    self.group(script);
                }
            }
        }
    }

    /// Scripts behind and, after `mprescripts`, before the base.
    fn multiscripts(&mut self, element: &Element, base: &Element, scripts: &[&Element]) {
        let middle =
            scripts.iter().position(|it| it.name == "mprescripts").unwrap_or(scripts.len());
        let before = scripts.get(middle + 1..).unwrap_or_default();
        let pairs = |writer: &mut Self, scripts: &[&Element]| {
            for (index, script) in scripts.iter().enumerate().filter(|(_, it)| it.name != "none") {
                writer.put(if index % 2 == 0 { "_" } else { "^" }, script);
                writer.group(script);
            }
        };
        if !before.is_empty() {
            self.put("{}", element);
            pairs(self, before);
        }
        self.element(base);
        pairs(self, &scripts[..middle]);
    }

    fn table(&mut self, element: &Element, environment: &str) {
        let table = if element.name == "mtable" { Some(element) } else { find_table(element) };
        let Some(table) = table else { return };
        self.put(&format!("\\begin{{{environment}}} "), element);
        let is_row = |it: &&Element| matches!(it.name.as_str(), "mtr" | "mlabeledtr");
        for (index, row) in table.children.iter().filter(is_row).enumerate() {
            if index > 0 {
                self.put(" \\\\ ", row);
            }
            let cells = row.children.iter().filter(|it| it.name == "mtd");
            // the first cell of a labelled row is its number
            let cells = cells.skip(usize::from(row.name == "mlabeledtr"));
            for (index, cell) in cells.enumerate() {
                if index > 0 {
                    self.put(" & ", cell);
                }
                self.row(&cell.children);
            }
        }
        self.put(&format!(" \\end{{{environment}}}"), element);
    }
}

/// Whether an element is a table, also in a row of its own.
fn is_table(element: &Element) -> bool {
    element.name == "mtable" || find_table(element).is_some()
}

/// The table that is alone in a row.
fn find_table(element: &Element) -> Option<&Element> {
    let mut parts = element.children.iter().filter(|it| !it.name.is_empty());
    let (only, None) = (parts.next()?, parts.next()) else { return None };
    match (element.name.as_str(), only.name.as_str()) {
        ("mrow" | "mstyle" | "mpadded", "mtable") => Some(only),
        ("mrow" | "mstyle" | "mpadded", _) => find_table(only),
        _ => None,
    }
}

/// A bracket; a point where there is none.
fn fence(mark: &str) -> &str {
    match mark {
        "{" => "\\{",
        "}" => "\\}",
        "" => ".",
        other => other,
    }
}

/// Characters that mean something else in LaTeX.
fn escaped(text: &str) -> String {
    text.chars().filter(|c| !"\\$%#&{}^_~".contains(*c)).collect()
}

fn accent(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "\u{2d9}" | "." | "\u{b7}" | "\u{307}" => "dot",
        "\u{a8}" | ".." | "\u{308}" => "ddot",
        "\u{20db}" | "..." | "\u{2026}" => "dddot",
        "\u{af}" | "\u{203e}" | "\u{2015}" | "\u{304}" | "_" | "-" | "\u{2212}" => "bar",
        "\u{2192}" | "\u{20d7}" => "vec",
        "^" | "\u{2c6}" | "\u{302}" => "hat",
        "~" | "\u{2dc}" | "\u{303}" => "tilde",
        _ => return None,
    })
}

fn operator(sign: &str) -> String {
    match sign {
        "\u{2212}" | "\u{2013}" => "-",
        "\u{22c5}" | "\u{b7}" | "\u{2219}" => "\\cdot ",
        "\u{d7}" => "\\times ",
        "\u{2032}" => "'",
        "\u{2033}" => "''",
        // invisible: times, function application, plus, comma
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => "",
        "\u{2225}" | "\u{2016}" => "\\|",
        "\u{2264}" => "\\leq ",
        "\u{2265}" => "\\geq ",
        "\u{2248}" => "\\approx ",
        "\u{2211}" => "\\sum ",
        "\u{222b}" => "\\int ",
        "\u{2202}" => "\\partial ",
        "\u{225c}" => "\\triangleq ",
        "\u{2254}" => ":=",
        "{" => "\\{",
        "}" => "\\}",
        "sin" => "\\sin ",
        "cos" => "\\cos ",
        other => return escaped(other),
    }
    .to_owned()
}
