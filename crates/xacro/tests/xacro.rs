//! What files expand to, and what is said of those that are wrong. The expansions are those of the
//! package `xacro` 2.1.1; `benches/rivals/xacro_files.py` compares whole public robots with it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeMap;
use std::path::Path;

use appell_diagnostic::{Diagnostic, Place};
use appell_xacro::{Expansion, Source, expand};

const ROOT: &str = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro">"#;

fn source(files: &[(&str, &str)]) -> Source<'static> {
    let files: BTreeMap<String, String> = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), format!("{ROOT}{text}</robot>")))
        .collect();
    Source {
        read: Box::new(move |path: &Path| {
            let name = path.display().to_string();
            let yaml = name.ends_with(".yaml");
            let found = files.get(&name).cloned();
            let found = found.map(|text| match yaml {
                true => text.replace(ROOT, "").replace("</robot>", ""),
                false => text,
            });
            found.ok_or_else(|| Diagnostic::error("unreadable-file", name).hint("none"))
        }),
        find: Box::new(|name| (name == "arms").then(|| "packages/arms".to_owned())),
        ..Source::default()
    }
}

fn expanded(text: &str, files: &[(&str, &str)]) -> Result<Expansion, Box<Diagnostic>> {
    expand(&format!("{ROOT}{text}</robot>"), "main.xacro", &source(files))
}

/// The elements in the root, without blanks around them.
fn content(text: &str, files: &[(&str, &str)]) -> String {
    let expansion = expanded(text, files).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    let lines: Vec<&str> = expansion.text.lines().skip(1).map(str::trim).collect();
    let whole = lines.concat();
    let inner = whole.strip_prefix("<robot>").and_then(|it| it.strip_suffix("</robot>"));
    inner.unwrap_or_default().to_owned()
}

#[test]
fn properties_and_expressions() {
    let cases = [
        (
            r#"<xacro:property name="l" value="0.10"/><a x="${l}" y="${l/2} ${2*l}"/>"#,
            r#"<a x="0.1" y="0.05 0.2"/>"#,
        ),
        // evaluated when it is used
        (
            r#"<xacro:property name="b" value="${2*a}"/><xacro:property name="a" value="3"/><a x="${b}"/>"#,
            r#"<a x="6"/>"#,
        ),
        (
            r#"<a x="${pi/2} ${radians(90)} ${-2**2} ${7//2} ${-7//2} ${-7%3} ${0.5 % 1e-3} ${-1.5 // 0.2} ${1e-5}"/>"#,
            r#"<a x="1.5707963267948966 1.5707963267948966 -4 3 -4 2 0.0009999999999999896 -8.0 1e-05"/>"#,
        ),
        (
            r#"<a x="${'x' if 1 &lt; 2 &lt; 3 and not False else 'y'} ${[1,2,3][-1]} ${dict(a=1, b='c')['b']}"/>"#,
            r#"<a x="x 3 c"/>"#,
        ),
        (
            r#"<a x="$${y} ${max(1, 2.5)} ${len('abc')} ${'l' in 'left'} ${round(2.675, 2)} ${int(3.9)}"/>"#,
            r#"<a x="${y} 2.5 3 True 2.67 3"/>"#,
        ),
        (
            r#"<xacro:property name="v" value="1 2 3"/><a x="${[0, v][1]}" y="${v.split()[2]}"/>"#,
            r#"<a x="1 2 3" y="3"/>"#,
        ),
        (
            r#"<a x="${'abcd'[1:3]} ${'abcd'[None:-1]} ${'abcd'[2:1]} ${[1,2,3][1:]}"/>"#,
            r#"<a x="bc abc  [2, 3]"/>"#,
        ),
        (
            r#"<xacro:property name="x" value="1"/><xacro:property name="x" default="2"/><xacro:property name="y" default="3"/><a x="${x}${y}"/>"#,
            r#"<a x="13"/>"#,
        ),
        (
            r#"<xacro:property name="o"><b c="${k}"/></xacro:property><xacro:property name="k" value="5"/><a><xacro:insert_block name="o"/></a>"#,
            r#"<a><b c="5"/></a>"#,
        ),
        (
            r#"<xacro:property name="t" value="true"/><xacro:if value="${t}"><a/></xacro:if><xacro:unless value="${t}"><b/></xacro:unless>"#,
            "<a/>",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(content(text, &[]), expected, "{text}");
    }
}

#[test]
fn macros_blocks_and_scopes() {
    let cases = [
        (
            r#"<xacro:macro name="m" params="a b:=2 c:=^ d:=^|4"><x v="${a} ${b} ${c} ${d}"/></xacro:macro>
           <xacro:property name="c" value="3"/><xacro:m a="1"/>"#,
            r#"<x v="1 2 3 4"/>"#,
        ),
        (
            r#"<xacro:macro name="m" params="n *o **l"><j n="${n}"><xacro:insert_block name="o"/><xacro:insert_block name="l"/></j></xacro:macro>
           <xacro:property name="k" value="7"/><xacro:m n="a"><o x="${k}"/><l><b/><c/></l></xacro:m>"#,
            r#"<j n="a"><o x="7"/><b/><c/></j>"#,
        ),
        // what a macro defines stays in it, unless it says otherwise
        (
            r#"<xacro:macro name="m"><xacro:property name="p" value="1"/><xacro:property name="q" value="2" scope="parent"/>
           <xacro:property name="r" value="3" scope="global"/></xacro:macro><xacro:property name="p" value="0"/><xacro:m/><a x="${p}${q}${r}"/>"#,
            r#"<a x="023"/>"#,
        ),
        (
            r#"<xacro:macro name="f" params="n"><xacro:if value="${n > 0}"><a n="${n}"/><xacro:f n="${n - 1}"/></xacro:if></xacro:macro><xacro:f n="2"/>"#,
            r#"<a n="2"/><a n="1"/>"#,
        ),
        (
            r#"<xacro:macro name="m" params="x"><a x="${x}"/></xacro:macro><xacro:property name="which" value="m"/><xacro:call macro="${which}" x="1"/>"#,
            r#"<a x="1"/>"#,
        ),
        (
            r#"<xacro:element xacro:name="${'li' + 'nk'}" a="1"><xacro:attribute name="b" value="${1+1}"/></xacro:element>"#,
            r#"<link a="1" b="2"/>"#,
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(content(text, &[]), expected, "{text}");
    }
}

#[test]
fn files_namespaces_arguments_and_yaml() {
    let files = [
        (
            "sub/parts.xacro",
            r#"<xacro:property name="w" value="2"/><xacro:macro name="part" params="n"><p n="${n}" w="${w}"/></xacro:macro><xacro:include filename="more.xacro"/>"#,
        ),
        ("sub/more.xacro", "<more/>"),
        ("packages/arms/arm.xacro", "<arm/>"),
        ("sizes.yaml", "arm:\n  length: 0.5\n  axes: [1, 0, 0]\n"),
    ];
    let cases = [
        (
            r#"<xacro:include filename="sub/parts.xacro"/><xacro:part n="a"/>"#,
            r#"<more/><p n="a" w="2"/>"#,
        ),
        (
            r#"<xacro:include filename="sub/parts.xacro" ns="s"/><xacro:s.part n="${s.w}"/>"#,
            r#"<more/><p n="2" w="2"/>"#,
        ),
        (
            r#"<xacro:include filename="$(find arms)/arm.xacro"/><xacro:include filename="no.xacro" optional="true"/>"#,
            "<arm/>",
        ),
        (
            r#"<xacro:arg name="side" default="left"/><xacro:arg name="n" default="2"/><a x="$(arg side) $(eval n + 1) $(eval arg('n') * 2)"/>"#,
            r#"<a x="left 3 4"/>"#,
        ),
        (
            r#"<xacro:property name="s" value="${xacro.load_yaml('sizes.yaml')}"/><a l="${s.arm.length}" x="${s['arm']['axes'][0]}"/>"#,
            r#"<a l="0.5" x="1"/>"#,
        ),
        (r#"<mesh file="$(find unknown)/a.stl"/>"#, r#"<mesh file="package://unknown/a.stl"/>"#),
    ];
    for (text, expected) in cases {
        assert_eq!(content(text, &files), expected, "{text}");
    }
    let text =
        format!(r#"{ROOT}<xacro:arg name="side" default="left"/><a x="$(arg side)"/></robot>"#);
    let given =
        Source { arguments: [("side".to_owned(), "right".to_owned())].into(), ..source(&[]) };
    assert!(expand(&text, "main.xacro", &given).unwrap().text.contains(r#"x="right""#));
}

/// Every fault has its code and a hint, is found soon, and is placed in the file.
#[test]
fn faults() {
    let files = [
        ("self.xacro", r#"<xacro:include filename="self.xacro"/>"#),
        ("ping.xacro", r#"<xacro:include filename="pong.xacro"/>"#),
        ("pong.xacro", r#"<xacro:include filename="ping.xacro"/>"#),
        ("bad.xacro", "\n\n<a x=\"${none}\"/>"),
        ("bad.yaml", "a: &x 1"),
    ];
    let bomb: String = (0..40)
        .map(|i| {
            format!(r#"<xacro:macro name="m{i}"><xacro:m{0}/><xacro:m{0}/></xacro:macro>"#, i + 1)
        })
        .collect();
    let doubled: String = (0..60)
        .map(|i| format!(r#"<xacro:property name="p{0}" value="${{p{i} + p{i}}}"/>"#, i + 1))
        .collect();
    let lists: String = (0..60)
        .map(|i| format!(r#"<xacro:property name="p{0}" value="${{[p{i}, p{i}]}}"/>"#, i + 1))
        .collect();
    let deep = "<a>".repeat(3000) + &"</a>".repeat(3000);
    let brackets = "(".repeat(3000);
    let cases = [
        (r#"<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>"#.to_owned(), "xacro-limit"),
        (format!(r#"{bomb}<xacro:macro name="m40"><a/></xacro:macro><xacro:m0/>"#), "xacro-limit"),
        (format!(r#"<xacro:property name="p0" value="long text"/>{doubled}<a x="${{p60}}"/>"#), "xacro-limit"),
        (format!(r#"<xacro:property name="p0" value="1"/>{lists}<a x="${{p60}}"/>"#), "xacro-limit"),
        (r#"<a x="${'a' * 10**9}"/>"#.to_owned(), "xacro-limit"),
        (r#"<a x="${range(10**9)}"/>"#.to_owned(), "xacro-limit"),
        (r#"<xacro:include filename="self.xacro"/>"#.to_owned(), "xacro-limit"),
        (r#"<xacro:include filename="ping.xacro"/>"#.to_owned(), "xacro-limit"),
        (deep, "xacro-limit"),
        (format!(r#"<a x="${{{brackets}}}"/>"#), "xacro-limit"),
        (r#"<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/><x y="${a}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${nothing}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${1/0}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${exp(1e5)}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${10.0**400}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${[0] * 10**7}"/>"#.to_owned(), "xacro-limit"),
        (r#"<a x="${[x for x in range(3)]}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${'1' + 1}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${__import__('os')}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${2**2000}"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="${1"/>"#.to_owned(), "xacro-expression"),
        (r#"<a x="$(env HOME)"/>"#.to_owned(), "xacro-environment"),
        (r#"<a x="$(arg no)"/>"#.to_owned(), "xacro-argument"),
        (r#"<xacro:include filename="$(find unknown)/a.xacro"/>"#.to_owned(), "unknown-package"),
        (r#"<xacro:include filename="no.xacro"/>"#.to_owned(), "unreadable-file"),
        (r#"<a x="${load_yaml('bad.yaml')}"/>"#.to_owned(), "xacro-yaml"),
        (r#"<xacro:unknown/>"#.to_owned(), "xacro"),
        (r#"<xacro:macro name="m" params="a"/><xacro:m/>"#.to_owned(), "xacro"),
        (r#"<xacro:macro name="m" params="a"/><xacro:m a="1" b="2"/>"#.to_owned(), "xacro"),
        (r#"<xacro:macro name="m" params="*a"/><xacro:m/>"#.to_owned(), "xacro"),
        (r#"<xacro:if value="perhaps"/>"#.to_owned(), "xacro"),
        (r#"<xacro:element xacro:name="a b"/>"#.to_owned(), "xacro"),
        (r#"<a x="${xacro.fatal('stop')}"/>"#.to_owned(), "xacro"),
        ("<a>".to_owned(), "xml"),
    ];
    for (text, code) in cases {
        let problem = expanded(&text, &files).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(problem.code, code, "{}: {problem}", appell_diagnostic::excerpt(&text));
        assert!(!problem.hints.is_empty(), "{problem}");
    }
    for (slice, message) in [
        ("5[1:2]", "an integer has no slices"),
        ("'abc'[0.5:]", "the bound of a slice must be an integer, got a number"),
    ] {
        let problem = expanded(&format!(r#"<a x="${{{slice}}}"/>"#), &files).unwrap_err();
        assert_eq!(problem.message, message, "{slice}");
    }
    // the place: in the main file its bytes, in another one the name and the line
    let problem = expanded(r#"<b/><a x="${none}"/>"#, &files).unwrap_err();
    assert_eq!(problem.place, Place::Span(ROOT.len() + 4..ROOT.len() + 20));
    let problem = expanded(r#"<xacro:include filename="bad.xacro"/>"#, &files).unwrap_err();
    assert!(problem.facts.contains(&("in".to_owned(), "bad.xacro:3".to_owned())), "{problem}");
    assert!(problem.facts.contains(&("called from".to_owned(), "main.xacro:1".to_owned())));
}

/// A finding about the expanded text is moved to where the element comes from.
#[test]
fn findings_are_located() {
    let text = r#"<xacro:macro name="m"><link name="l"/></xacro:macro>
        <xacro:m/><xacro:include filename="f.xacro"/>"#;
    let expansion = expanded(text, &[("f.xacro", "\n<joint/>")]).unwrap();
    let located = |tag: &str| {
        let at = expansion.text.find(tag).unwrap();
        expansion.map.locate(Diagnostic::error("odd", "odd").at(at..at + 1))
    };
    let start = ROOT.len() + text.find("<link").unwrap();
    assert_eq!(located("<link").place, Place::Span(start..start + r#"<link name="l"/>"#.len()));
    assert_eq!(located("<joint").facts, [("in".to_owned(), "f.xacro:2".to_owned())]);
}
