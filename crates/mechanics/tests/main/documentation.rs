//! The page `docs/quantities.md` shows the table of quantities as it is.

use appell_mechanics::{ClosedForm, ElasticSupport, Row, TABLE};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/quantities.md");
const BEGIN: &str = "<!-- the table of quantities: written by its test, with UPDATE_DOCS=1 -->\n";
const END: &str = "<!-- end of the table -->\n";

fn line(row: &Row) -> String {
    let synonyms: Vec<String> = row.synonyms.iter().map(|it| format!("`{it}`")).collect();
    let remark = match (row.closed_form, row.elastic) {
        (ClosedForm::None, _) => ". Numbers only",
        (_, ElasticSupport::RigidOnly) => ". Rigid links only",
        _ => "",
    };
    format!(
        "| `{}{}` | {} | {}{remark} | {} | {} |\n",
        row.name,
        row.form.index().text(),
        synonyms.join(", "),
        row.about,
        row.form.words(),
        row.unit
    )
}

#[test]
fn the_page_shows_the_table() {
    let head = "| name | synonyms | what it is | shape, axes | unit |\n|---|---|---|---|---|\n";
    let table: String = TABLE.iter().map(line).collect();
    let expected = format!("{BEGIN}\n{head}{table}\n{END}");
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{expected}{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PAGE, &wanted).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    assert!(
        page == wanted,
        "docs/quantities.md is not the table: run this test with UPDATE_DOCS=1"
    );
}

/// What readers and writers of names rely on.
#[test]
fn names_are_distinct_and_can_be_written_in_code() {
    let mut names: Vec<&str> = Vec::new();
    for row in TABLE {
        let index = row.form.index();
        let same = TABLE.iter().filter(|it| it.name == row.name && it.form.index() == index);
        assert_eq!(same.count(), 1, "{}: two rows of one name and index", row.name);
        assert_eq!(TABLE[row.kind as usize].kind, row.kind, "{}: out of order", row.name);
        names.extend(row.synonyms);
        assert!(!row.about.ends_with('.') && !row.unit.is_empty(), "{}", row.name);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a synonym of two quantities");
    assert!(names.iter().all(|name| TABLE.iter().all(|row| row.name != *name)));
}
