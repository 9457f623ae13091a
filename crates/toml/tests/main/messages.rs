//! What is said of files that are wrong: the code, the place, the hint.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test")]

use appell_diagnostic::{Diagnostic, Place};
use appell_toml::{Fields, Reader, table, whole};
use appell_units::{ANGLE, LENGTH, MASS, PURE_NUMBER};

/// Reads a file with a key of every kind.
fn findings(text: &str) -> Vec<Diagnostic> {
    let mut reader = Reader::default();
    let read = table(text, &["part"], &mut reader).map(|file| {
        let mut fields = Fields::of(&file);
        let reader = &mut reader;
        fields.required_text("name", reader);
        fields.texts("words", reader);
        fields.choice("colour", &[("red", 1), ("green", 2)], reader);
        fields.flag("wet", reader);
        fields.number("number", &LENGTH, reader);
        fields.positive("size", &LENGTH, reader);
        fields.numbers("list", &ANGLE, reader);
        fields.vector("place", &LENGTH, reader);
        fields.one_or_each("gain", &PURE_NUMBER, reader);
        fields.rows("rows", &PURE_NUMBER, reader);
        fields.named_numbers("own", reader);
        fields.table("box", reader, |fields, reader| {
            fields.required_positive("depth", &LENGTH, reader)
        });
        fields.list("part", reader, |fields, reader| fields.number("mass", &MASS, reader));
        fields.finish(reader);
    });
    reader.result(read).err().unwrap_or_default()
}

#[test]
fn a_sound_file_is_read_without_a_word() {
    let sound = "name = 'a'\nwords = ['b']\ncolour = 'red'\nwet = true\nnumber = 0x1F\nsize = 1_0.5\n\
        list = []\nplace = [1, 2, 3]\ngain = 3\nrows = [[1], [2, 3]]\nown = { z = 1, a = -2 }\n\
        box = { depth = 1 }\n[[part]]\nmass = 1\n[[part]]";
    assert_eq!(findings(sound), []);
}

#[test]
fn every_mistake_has_its_code_its_place_and_a_hint() {
    for (wrong, code, place, hint) in [
        ("words = 'a'", "wrong-type", "'a'", "write words = [\"...\", \"...\"]"),
        ("words = ['a', 2]", "wrong-type", "2", "put it in double quotes"),
        ("colour = 'grean'", "unknown-value", "'grean'", "did you mean `green`?"),
        ("colour = 'transparent'", "unknown-value", "'transparent'", "one of: red, green"),
        ("wet = 1", "wrong-type", "1", "write true or false"),
        (
            "number = 'a'",
            "wrong-type",
            "'a'",
            "write a number such as 3 or 0.25, or with a unit: \"0.25 m\"",
        ),
        ("number = '3.5'", "wrong-type", "'3.5'", "leave out the quotes: number = 3.5"),
        ("number = '3,5'", "decimal-comma", "'3,5'", "write 3.5"),
        ("number = 3,5", "decimal-comma", "3,5", "write 3.5"),
        ("number = 3,5 # m", "decimal-comma", "3,5", "write 3.5"),
        ("box = { depth = 250 mm }", "toml", "250 mm", "write \"250 mm\""),
        ("box = { depth = 3,5 }", "decimal-comma", "3,5", "write 3.5"),
        ("number = 250 mm", "toml", "250 mm", "write \"250 mm\""),
        ("number = '3 kg'", "wrong-unit", "'3 kg'", "units of length: m, mm, cm, km, um, in, ft"),
        (
            "number = '3 mmm'",
            "unknown-unit",
            "'3 mmm'",
            "units of length: m, mm, cm, km, um, in, ft",
        ),
        ("gain = '3 N'", "wrong-unit", "'3 N'", "write the number alone: 3"),
        ("number = -inf", "not-finite", "-inf", "leave the key out where nothing is known"),
        ("number = 1e999", "not-finite", "1e999", "leave the key out where nothing is known"),
        ("size = 0", "not-positive", "0", "write size = ..., a number above zero"),
        ("list = 1", "wrong-type", "1", "write [0.1, 0.2]"),
        ("list = [1, '2']", "wrong-type", "'2'", "leave out the quotes: list = 2"),
        ("list = [1, '2 m']", "wrong-unit", "'2 m'", "units of angle: rad, deg, mrad, rev"),
        ("place = [1, 2]", "wrong-length", "[1, 2]", "write [0, 0, 0.5]"),
        ("gain = true", "wrong-type", "true", "write a number such as 3 or 0.25"),
        ("rows = [1]", "wrong-type", "1", "write [0.1, 0.2]"),
        ("own = 1", "wrong-type", "1", "write [own]"),
        ("own = { a = nan }", "not-finite", "nan", "leave the key out where nothing is known"),
        ("box = []", "wrong-type", "[]", "write [box]"),
        ("box = {}", "missing-key", "{}", "write depth = ..., with its value in m"),
        ("[part]", "wrong-type", "[part]", "write [[part]], with two brackets"),
        ("part = [1]", "wrong-type", "1", "write [[part]], with two brackets"),
        ("siz = 1", "unknown-key", "siz", "did you mean `size`?"),
        ("box = { dept = 1 }", "unknown-key", "dept", "did you mean `depth`?"),
        ("box = { depth = 1, x = 1 }", "unknown-key", "x", "one of: depth"),
        ("name = 'b'", "toml", "name", "leave one of the two out, or give one another name"),
        ("[part]\n[part]", "toml", "part", "write [[part]], with two brackets, for every part"),
    ] {
        let text = format!("name = 'a'\n{wrong}");
        let found = findings(&text);
        let [finding] = found.as_slice() else { panic!("{wrong}: {found:?}") };
        let Place::Span(span) = &finding.place else { panic!("{wrong}: {finding}") };
        assert_eq!(
            (finding.code, &text[span.clone()], finding.hints.as_slice()),
            (code, place, [hint.to_owned()].as_slice()),
            "{wrong}"
        );
    }
    assert_eq!(findings("").len(), 1, "a name is missing");
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_not_without_end() {
    let codes = |text: &str| -> Vec<&str> { findings(text).iter().map(|it| it.code).collect() };
    assert_eq!(codes("list = [nan, 'a']\nsize = -1\nsiez = 2").len(), 5);
    let keys: String = (0..1000).map(|i| format!("k{i} = 1\n")).collect();
    assert_eq!(codes(&keys).len(), 200);
    assert_eq!(codes(&format!("name = 'a'\nlist = [{}]", "1,".repeat(10_001))), ["list-too-long"]);
    assert_eq!(codes(&format!("name = 'a'\n{}", "[[part]]\n".repeat(2001))), ["list-too-long"]);
}

#[test]
fn the_users_own_keys_come_in_the_order_of_the_file() {
    let file = table("own = { z = 1, a = 2, m = 3 }", &[], &mut Reader::default()).unwrap();
    let read = Fields::of(&file).named_numbers("own", &mut Reader::default());
    let names: Vec<&str> = read.iter().map(|number| number.name.as_str()).collect();
    assert_eq!(names, ["z", "a", "m"]);
}

#[test]
fn whole_numbers_are_read_in_their_base() {
    let text = "list = [7, 0x10, 0b11, 0o17, -1, 1.0, '3', 99999999999999999999999]";
    let file = table(text, &[], &mut Reader::default()).unwrap();
    let list = file.get_ref()["list"].get_ref().as_array().unwrap();
    let read: Vec<Option<usize>> = list.iter().map(whole).collect();
    assert_eq!(read, [Some(7), Some(16), Some(3), Some(15), None, None, None, None]);
}
