//! Julia without Julia: its grammar, by tree-sitter.

use tree_sitter::{Node, Parser};

/// Fails where a text is not Julia, or is more than one function with comments and its documentation
/// before it, a string into which no value is put.
pub fn check(text: &str) {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_julia::LANGUAGE.into()).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let root = tree.root_node();
    assert!(!root.has_error(), "{}\n{text}", root.to_sexp());
    let mut cursor = root.walk();
    let kinds: Vec<&str> = root.children(&mut cursor).map(|node: Node<'_>| node.kind()).collect();
    let code = kinds.iter().filter(|kind| **kind != "line_comment");
    assert_eq!(code.collect::<Vec<_>>(), [&"string_literal", &"function_definition"], "{text}");
    assert!(!root.to_sexp().contains("interpolation"), "{text}");
}
