//! Tables as CSV: what is written is read back.

use appell_output::{Table, read_csv};

/// Names with commas and brackets, units with commas, and none at all.
#[test]
fn names_and_units_are_read_back() {
    let mut table = Table::default();
    for (name, unit) in [
        ("t", "s"),
        ("M[1,2]", "kg m^2"),
        ("J[1,2]", ""),
        ("q1", ""),
        ("T[tool][1,4]", "1, m"),
        ("say \"x\"", "rad"),
    ] {
        table.push(name, unit, vec![0.1, -2e-300]);
    }
    assert_eq!(read_csv(&table.to_csv()).unwrap(), table);
    let read = read_csv("q1[rad],q2 [ rad ],M[1,2]\n1,2,3\n");
    assert!(read.is_err(), "a comma in a name needs quotation marks");
    let read = read_csv("q1[rad],q2 [ rad ],\"M[1,2]\"\n1,2,3\n").unwrap();
    let headings: Vec<_> =
        read.columns.iter().map(|it| (it.name.as_str(), it.unit.as_str())).collect();
    assert_eq!(headings, [("q1", "rad"), ("q2", "rad"), ("M[1,2]", "")]);
}
