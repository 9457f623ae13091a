//! Tables in Parquet: what others write is read, what is written can be read by others, and what is
//! broken is reported. The files of `tables/` were written by pyarrow 26.

use appell_diagnostic::Diagnostic;
use appell_output::{Table, read_csv, read_parquet};
use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use proptest::prelude::*;

/// Snappy, dictionaries, columns that could be null, three row groups; float64, float32, int32, uint64.
const MIXED: &[u8] = include_bytes!("tables/mixed.parquet");
/// A null in row 4 of `q1`, a NaN in row 3 of `q2`.
const HOLES: &[u8] = include_bytes!("tables/holes.parquet");
/// Texts, times, lists, truth values and dates beside a column `t` of numbers.
const TEXTS: &[u8] = include_bytes!("tables/texts.parquet");
/// Compressed by Zstandard.
const ZSTD: &[u8] = include_bytes!("tables/zstd.parquet");

fn refused(bytes: &[u8]) -> Vec<Diagnostic> {
    read_parquet(bytes).unwrap_err()
}

fn told(findings: &[Diagnostic]) -> String {
    findings.iter().map(|finding| finding.render("s", "")).collect()
}

#[test]
fn what_others_write_is_read() {
    let table = read_parquet(MIXED).unwrap();
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["t", "q1", "q2", "count"]);
    for row in 0..40 {
        let t = row as f64 * 0.05;
        let wanted =
            [t, f64::from((10.0 * t.sin()).round() as f32 / 10.0), (row / 10) as f64, row as f64];
        for (column, wanted) in table.columns.iter().zip(wanted) {
            assert!((column.values[row] - wanted).abs() < 1e-7, "{} {row}", column.name);
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    let csv = "t [s],q1 [rad],Q_q1 [N m]\n0,0.5,1e300\n0.1,-1e-7,0.1\n0.30000000000000004,3,-0\n";
    let table = read_csv(csv).unwrap();
    let again = read_parquet(&table.to_parquet().unwrap()).unwrap();
    for (one, other) in table.columns.iter().zip(&again.columns) {
        assert_eq!((&one.name, &one.values), (&other.name, &other.values));
    }
    assert_eq!(table.to_parquet(), table.to_parquet(), "the same bytes again");
    // by the ending of the name
    assert_eq!(Table::read("a.PARQUET", &table.to_parquet().unwrap()), Ok(again));
}

/// pyarrow 26 reads this as `t: double not null, metadata {unit: s}` and the same for `q1` in `rad`.
const SCHEMA: &str = "/////wABAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAABsAAAABAAAAK7///\
8AAAADJAAAAAwAAAAMAAAAEAAAAAAAAACa////AAACAAIAAABxMQAAAQAAAAQAAACU////CAAAAAwAAAADAAAAcmFkAAQAAA\
B1bml0AAASABgAFAAAAAcAEAAAAAwACAASAAAAAAAAAywAAAAMAAAAFAAAABgAAAAAAAAAAAAGAAgABgAGAAAAAAACAAEAAA\
B0AAAAAQAAAAwAAAAIAAwACAAEAAgAAAAIAAAADAAAAAEAAABzAAAABAAAAHVuaXQAAAAA";

#[test]
fn units_stand_in_the_schema_of_arrow() {
    let table = read_csv("t [s],q1 [rad]\n0,0.5\n1,0.7\n").unwrap();
    let bytes = Bytes::from(table.to_parquet().unwrap());
    let file = SerializedFileReader::new(bytes).unwrap();
    let pairs = file.metadata().file_metadata().key_value_metadata().unwrap();
    let schema = pairs.iter().find(|pair| pair.key == "ARROW:schema").unwrap();
    assert_eq!(schema.value.as_deref(), Some(SCHEMA));
}

#[test]
fn what_is_no_number_is_told_with_column_and_row() {
    let said = told(&refused(HOLES));
    for part in
        ["not-finite", "`null`", "column = q1", "row = 4", "`NaN`", "column = q2", "row = 3"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = told(&refused(TEXTS));
    for part in [
        "`q1` holds texts",
        "`q2` holds times",
        "`q3.list.element` holds lists",
        "`q4` holds true",
        "`q5` holds times",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("`t`"), "{said}");
    let said = told(&refused(ZSTD));
    assert!(said.contains("bad-parquet") && said.contains("Snappy"), "{said}");
    assert_eq!(refused(b"t,q1\n0,1\n")[0].code, "bad-parquet");
    let none = Table::default().to_parquet().unwrap();
    assert_eq!(refused(&none)[0].code, "empty-table");
}

#[test]
fn a_file_may_end_anywhere() {
    for end in 0..MIXED.len() {
        assert!(read_parquet(&MIXED[..end]).is_err(), "{end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes_may_be_anything(
        changes in proptest::collection::vec((0..MIXED.len(), any::<u8>()), 1..4),
        footer in any::<bool>(),
    ) {
        let mut bytes = MIXED.to_vec();
        // half of them in the part that says where everything is
        let length = u32::from_le_bytes(bytes[bytes.len() - 8..][..4].try_into().unwrap()) as usize;
        let start = bytes.len() - 8 - length;
        for (at, byte) in changes {
            let at = if footer { start + at % length } else { at };
            bytes[at] = byte;
        }
        if let Ok(table) = read_parquet(&bytes) {
            prop_assert!(table.columns.iter().all(|it| it.values.len() == table.rows()));
        }
    }
}
