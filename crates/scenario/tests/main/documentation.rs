//! `docs/motion.md` names the keys that the reader of scenarios knows, and no others.

use std::collections::BTreeSet;

use appell_scenario::Scenario;

const DOCUMENT: &str = include_str!("../../../../docs/motion.md");

/// The keys that the reader knows in a table: what it says of one that nobody would write.
fn known(table: &str) -> BTreeSet<String> {
    const STRANGE: &str = "zzzzzzzzzzzzzzzz";
    let text = match table {
        "" => format!("{STRANGE} = 1\nrobot = \"2r\""),
        "circle" => {
            format!(
                "robot = \"2r\"\n[[motion]]\ncircle = {{ {STRANGE} = 1, centre = [0, 0, 0], axis = [0, 0, 1] }}"
            )
        }
        _ => format!("robot = \"2r\"\n{table}\n{STRANGE} = 1"),
    };
    let findings = Scenario::read(&text).unwrap_err();
    let unknown = findings.iter().find(|it| it.message.contains(STRANGE)).unwrap();
    let keys = unknown.hints[0].strip_prefix("one of: ").unwrap();
    keys.split(", ").map(str::to_owned).collect()
}

/// The words between backquotes that can be keys: `kind`, or the text before the `=`.
fn words(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let heads = quoted.map(|words| words.split(" =").next().unwrap_or(words));
    let is_key = |word: &&str| {
        word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase() || c == '_') || *word == "q"
    };
    heads.filter(is_key).map(str::to_owned).collect()
}

fn section(from: &str, to: &str) -> &'static str {
    let rest = DOCUMENT.split_once(from).unwrap().1;
    rest.split_once(to).unwrap().0
}

#[test]
fn the_document_names_every_key_and_no_other() {
    let file = section("## The file", "## Motion profiles");
    let (tables, moves) = file.split_once("says one of these:").unwrap();
    let mut all = BTreeSet::new();
    let rows =
        tables.lines().filter(|line| line.starts_with("| `[") || line.starts_with("| (head)"));
    for row in rows {
        let name = row.split('|').nth(1).unwrap().trim().trim_matches('`');
        let name = if name == "(head)" { "" } else { name };
        if name == "[parameters]" {
            continue; // the robot's own names
        }
        let documented = match name {
            "[[motion]]" => words(moves),
            _ => words(row),
        };
        let mut keys = known(name);
        if name.is_empty() {
            // the tables are keys of the head
            keys.retain(|key| !tables.contains(&format!("[{key}]")));
        }
        let silent: Vec<&String> = keys.difference(&documented).collect();
        assert!(silent.is_empty(), "{name} is silent about {silent:?}");
        all.extend(keys);
    }
    let circle = known("circle");
    assert!(circle.is_subset(&words(moves)), "{circle:?}");
    all.extend(circle);
    assert!(all.len() > 45, "{all:?}");
    let other = words(file).into_iter().filter(|word| !all.contains(word));
    // words of the document that are no keys: tables, and a command
    let other: Vec<String> = other.filter(|word| !["simulate"].contains(&word.as_str())).collect();
    assert!(other.is_empty(), "the reader does not know {other:?}");
}
