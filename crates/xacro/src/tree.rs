//! XML as it was read, and as it is written again.

use std::collections::BTreeMap;
use std::rc::Rc;

use appell_diagnostic::Diagnostic;
use roxmltree::{Document, ParsingOptions};

use crate::fault::{Fault, Result};
use crate::origin::{Origin, SourceMap};

/// More elements and texts than this are refused.
const MAX_NODES: u32 = 1_000_000;

/// Deeper nested elements than this are refused.
const MAX_DEPTH: usize = 150;

/// The prefix of the elements of the language.
const PREFIX: &str = "xacro";

/// An element. Names of the language have their prefix: `xacro:if`.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
    pub(crate) origin: Origin,
}

/// What an element contains. Comments are not kept.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Element(Rc<Element>),
    Text(String),
}

/// Declarations of prefixes, with their addresses.
pub(crate) type Prefixes = BTreeMap<String, String>;

impl Element {
    /// The name of an element of the language, without its prefix.
    pub(crate) fn command(&self) -> Option<&str> {
        self.name.strip_prefix(PREFIX)?.strip_prefix(':')
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    /// The elements among its children.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Rc<Element>> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }
}

/// Reads the root element of a file.
pub(crate) fn read(text: &str, file: u32, prefixes: &mut Prefixes) -> Result<Rc<Element>> {
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let whole = |start: usize| Origin { file, start: start as u32, end: start as u32 };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let row = error.pos().row.saturating_sub(1) as usize;
        let start = text.split_inclusive('\n').take(row).map(str::len).sum();
        let hint = match &error {
            roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro" => {
                "write <robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\" ...>"
            }
            _ => "close every element, write & as &amp;, and no control characters",
        };
        let problem = Diagnostic::error("xml", error.to_string()).hint(hint);
        Fault::of(problem).at(whole(start))
    })?;
    element(document.root_element(), file, prefixes, 0)
}

fn element(
    node: roxmltree::Node<'_, '_>,
    file: u32,
    prefixes: &mut Prefixes,
    depth: usize,
) -> Result<Rc<Element>> {
    let range = node.range();
    let source = node.document().input_text().get(range.clone()).unwrap_or_default();
    let end = source.find(['>', '\n']).map_or(range.end, |end| range.start + end + 1);
    let origin = Origin { file, start: range.start as u32, end: end as u32 };
    if depth > MAX_DEPTH {
        return Err(Fault::limit(format!("elements are nested deeper than {MAX_DEPTH}")).at(origin));
    }
    let prefixed = |namespace: Option<&str>, name: &str| match namespace
        .and_then(|uri| node.lookup_prefix(uri))
        .filter(|prefix| !prefix.is_empty())
    {
        Some(prefix) => format!("{prefix}:{name}"),
        None => name.to_owned(),
    };
    for namespace in node.namespaces() {
        if let Some(prefix) = namespace.name().filter(|it| !["xml", PREFIX].contains(it)) {
            prefixes.entry(prefix.to_owned()).or_insert_with(|| namespace.uri().to_owned());
        }
    }
    let mut children = Vec::new();
    for child in node.children() {
        if child.is_element() {
            children.push(Node::Element(element(child, file, prefixes, depth + 1)?));
        } else if let Some(text) = child.text().filter(|_| child.is_text()) {
            children.push(Node::Text(text.to_owned()));
        }
    }
    let attributes = node.attributes();
    Ok(Rc::new(Element {
        name: prefixed(node.tag_name().namespace(), node.tag_name().name()),
        attributes: attributes
            .map(|it| (prefixed(it.namespace(), it.name()), it.value().to_owned()))
            .collect(),
        children,
        origin,
    }))
}

/// Writes an element, and remembers where its parts come from.
pub(crate) fn write(root: &Element, prefixes: &Prefixes, map: &mut SourceMap) -> String {
    let mut out = "<?xml version=\"1.0\"?>\n".to_owned();
    write_element(root, Some(prefixes), 0, &mut out, map);
    out
}

fn write_element(
    element: &Element,
    prefixes: Option<&Prefixes>,
    level: usize,
    out: &mut String,
    map: &mut SourceMap,
) {
    let indent = "  ".repeat(level);
    out.push_str(&indent);
    map.starts.push((out.len(), element.origin));
    out.push('<');
    out.push_str(&element.name);
    for (prefix, uri) in prefixes.into_iter().flatten() {
        out.push_str(&format!(" xmlns:{prefix}=\"{}\"", escaped(uri)));
    }
    for (name, value) in &element.attributes {
        out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
    }
    let text = |node: &Node| matches!(node, Node::Text(text) if text.trim().is_empty());
    let kept: Vec<&Node> = element.children.iter().filter(|node| !text(node)).collect();
    match kept.as_slice() {
        [] => out.push_str("/>\n"),
        [Node::Text(text)] => {
            out.push_str(&format!(">{}</{}>\n", escaped(text), element.name));
        }
        nodes => {
            out.push_str(">\n");
            for node in nodes {
                match node {
                    Node::Element(child) => write_element(child, None, level + 1, out, map),
                    Node::Text(text) => {
                        out.push_str(&escaped(text));
                        out.push('\n');
                    }
                }
            }
            out.push_str(&format!("{indent}</{}>\n", element.name));
        }
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push_str(&format!("&#{};", u32::from(c))),
            // what XML cannot hold at all
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
