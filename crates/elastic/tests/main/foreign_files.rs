//! Matrices as another program writes them (`../golden/nastran/write.py`), against the same in Matrix Market.

use appell_elastic::{MatrixFile, RowNames};

const LABELS: [u64; 3] = [17, 27, 37];

fn entries(text: &str) -> Vec<(usize, usize, f64)> {
    let matrix = MatrixFile::read(text).unwrap().sparse(&LABELS, 6).unwrap();
    assert_eq!(matrix.size(), 18);
    let place = |(i, j, value): (usize, usize, f64)| (i.max(j), i.min(j), value);
    let mut entries: Vec<_> = matrix.entries().map(place).collect();
    entries.retain(|(.., value)| *value != 0.0);
    entries.sort_by_key(|(i, j, _)| (*i, *j));
    entries
}

#[test]
fn nastran_by_pynastran() {
    let expected = entries(include_str!("../golden/nastran/matrix.mtx"));
    assert!(expected.len() > 30);
    for (text, digits) in [
        (include_str!("../golden/nastran/double.op4"), 1e-15),
        (include_str!("../golden/nastran/single.op4"), 1e-15),
        (include_str!("../golden/nastran/double.pch"), 1e-9),
    ] {
        let found = entries(text);
        assert_eq!(found.len(), expected.len());
        for ((i, j, value), (k, l, wanted)) in found.iter().zip(&expected) {
            assert!((i, j) == (k, l) && (value - wanted).abs() <= digits * wanted.abs(), "{i} {j}");
        }
    }
}

/// Some programs count a number in double precision as two words, as in binary files.
#[test]
fn words_of_double_precision() {
    let text = include_str!("../golden/nastran/double.op4");
    let mut doubled = String::new();
    for (index, line) in text.lines().enumerate() {
        let head = index > 0 && !line.contains('.');
        match head {
            true => {
                let words: usize = line[16..24].trim().parse().unwrap();
                doubled += &format!("{}{:8}\n", &line[..16], 2 * words);
            }
            false => doubled += &format!("{line}\n"),
        }
    }
    assert_eq!(entries(&doubled), entries(text));
    // a line of numbers is missing
    let short: Vec<&str> =
        text.lines().enumerate().filter(|(k, _)| *k != 3).map(|it| it.1).collect();
    assert_eq!(MatrixFile::read(&short.join("\n")).unwrap_err().code, "bad-matrix-file");
}

/// Names of rows in a file of their own.
#[test]
fn names_of_rows() {
    let names = RowNames::read("27.2\n17.1\n\n").unwrap();
    let matrix = names.name(MatrixFile::read("1 1 5.0\n2 1 3.0\n2 2 7.0\n").unwrap()).unwrap();
    assert_eq!(matrix.per_node(), Some(3));
    let mut found: Vec<_> = matrix.sparse(&[17, 27], 3).unwrap().entries().collect();
    found.sort_by_key(|(i, j, _)| (*i, *j));
    assert_eq!(found, [(0, 0, 7.0), (4, 0, 3.0), (4, 4, 5.0)]);
    for (text, code) in
        [("27.7", "bad-row-name"), ("27", "bad-row-name"), ("2.1\n2.1", "bad-row-name")]
    {
        assert_eq!(RowNames::read(text).unwrap_err().code, code, "{text}");
    }
    let few = RowNames::read("17.1").unwrap();
    let matrix = MatrixFile::read("1 1 5.0\n2 2 7.0\n").unwrap();
    assert_eq!(few.name(matrix).unwrap_err().code, "mesh-size");
}
