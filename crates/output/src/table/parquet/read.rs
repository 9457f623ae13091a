//! Reading tables from Parquet.

use appell_diagnostic::Diagnostic;
use bytes::Bytes;
use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use crate::table::{MAX_ROWS, Table, empty, too_many_rows};

/// More numbers than this are no table.
const MAX_NUMBERS: usize = 64 << 20;

/// The name of the thread that reads Parquet. It may panic: see [`read_parquet`].
pub const PARQUET_THREAD: &str = "parquet";

/// Reads numbers from the bytes of a Parquet file. A column that holds none, and a number that is
/// none or is not there, are reported with their column and row.
///
/// The library behind it panics on some files that nobody means to write. It works in a thread of
/// its own, [`PARQUET_THREAD`]; a file that makes it panic is reported like any other broken file. Rows
/// and columns are counted before they are read; a compressed page may still take what it says it
/// holds for a moment, at most the two gibibytes of the format.
pub fn read_parquet(bytes: &[u8]) -> Result<Table, Vec<Diagnostic>> {
    let bytes = Bytes::copy_from_slice(bytes);
    let thread = std::thread::Builder::new().name(PARQUET_THREAD.to_owned());
    let read = thread.spawn(move || read(bytes)).map(std::thread::JoinHandle::join);
    match read {
        Ok(Ok(read)) => read,
        Ok(Err(_)) => Err(broken("its parts contradict each other")),
        Err(error) => Err(broken(error)),
    }
}

fn broken(reason: impl std::fmt::Display) -> Vec<Diagnostic> {
    let shown: String = reason.to_string().chars().take(200).collect();
    let problem = Diagnostic::error("bad-parquet", "cannot read this as a Parquet file");
    let problem = problem.fact("reason", shown);
    vec![problem.hint("write it again, without compression or with that of Snappy")]
}

fn read(bytes: Bytes) -> Result<Table, Vec<Diagnostic>> {
    let size = bytes.len();
    let file = SerializedFileReader::new(bytes).map_err(broken)?;
    let schema = file.metadata().file_metadata().schema_descr();
    let groups = file.metadata().row_groups();
    let rows = groups.iter().fold(0i64, |sum, group| sum.saturating_add(group.num_rows().max(0)));
    let rows = usize::try_from(rows).unwrap_or(usize::MAX);
    if rows > MAX_ROWS || rows.saturating_mul(schema.num_columns()) > MAX_NUMBERS {
        return Err(too_many_rows(rows));
    }
    let chunks = groups.iter().flat_map(|group| group.columns());
    if let Some(bad) = chunks.into_iter().find(|chunk| !lies_inside(chunk, size)) {
        let message = format!("`{}` lies outside of the file", bad.column_path().string());
        return Err(broken(message));
    }
    let mut findings: Vec<Diagnostic> =
        schema.columns().iter().filter_map(|column| not_numbers(column)).collect();
    if rows == 0 && findings.is_empty() {
        findings.push(empty());
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let mut table = Table::default();
    for (k, column) in schema.columns().iter().enumerate() {
        let mut values = Vec::with_capacity(rows);
        for group in 0..groups.len() {
            let group = file.get_row_group(group).map_err(broken)?;
            values.extend(numbers(&*group, k, column).map_err(broken)?);
        }
        if values.len() != rows {
            let message = format!("`{}` has {} rows, not {rows}", column.name(), values.len());
            return Err(broken(message));
        }
        if let Some(row) = values.iter().position(|value| !value.is_some_and(f64::is_finite)) {
            let what = values[row].map_or("null".to_owned(), |value| value.to_string());
            let problem =
                Diagnostic::error("not-finite", format!("`{what}` is not a finite number"))
                    .fact("row", row + 1)
                    .fact("column", column.name())
                    .hint("leave out rows that are not known");
            findings.push(problem);
        }
        table.push(column.name(), "", values.into_iter().map(Option::unwrap_or_default).collect());
    }
    if findings.is_empty() { Ok(table) } else { Err(findings) }
}

/// Whether a part of a column is inside the file, as the reader takes for granted.
fn lies_inside(chunk: &ColumnChunkMetaData, bytes: usize) -> bool {
    let start = chunk.dictionary_page_offset().unwrap_or_else(|| chunk.data_page_offset());
    let [start, length] = [start, chunk.compressed_size()].map(u64::try_from);
    let end = start.ok().zip(length.ok()).and_then(|(start, length)| start.checked_add(length));
    end.is_some_and(|end| end <= bytes as u64)
}

/// What is said of a column that holds no numbers.
fn not_numbers(column: &ColumnDescriptor) -> Option<Diagnostic> {
    let is = match column.physical_type() {
        _ if column.max_rep_level() > 0 || column.path().parts().len() > 1 => "lists or structures",
        Physical::DOUBLE | Physical::FLOAT => return None,
        Physical::INT32 | Physical::INT64 if is_integer(column) => return None,
        Physical::INT32 | Physical::INT64 | Physical::INT96 => "times, dates or decimals",
        Physical::BOOLEAN => "true or false",
        Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY => "texts or bytes",
    };
    let message = format!("the column `{}` holds {is}, not numbers", column.path().string());
    let problem = Diagnostic::error("wrong-type", message);
    Some(problem.hint("columns of a table are float64, float32 or integers; leave out others"))
}

/// Whether integers are numbers, not days, times or decimals. Older files say so by other words.
fn is_integer(column: &ColumnDescriptor) -> bool {
    use ConvertedType::{INT_8, INT_16, INT_32, INT_64, NONE};
    match column.logical_type_ref() {
        Some(kind) => matches!(kind, LogicalType::Integer(_)),
        None => {
            is_unsigned(column)
                || matches!(column.converted_type(), NONE | INT_8 | INT_16 | INT_32 | INT_64)
        }
    }
}

fn is_unsigned(column: &ColumnDescriptor) -> bool {
    use ConvertedType::{UINT_8, UINT_16, UINT_32, UINT_64};
    matches!(column.converted_type(), UINT_8 | UINT_16 | UINT_32 | UINT_64)
}

/// The numbers of a column in one part of the file; none for null.
fn numbers(
    group: &dyn RowGroupReader,
    number: usize,
    column: &ColumnDescriptor,
) -> Result<Vec<Option<f64>>, ParquetError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
    let unsigned = is_unsigned(column);
    match group.get_column_reader(number)? {
        ColumnReader::DoubleColumnReader(reader) => values(reader, rows, |value| value),
        ColumnReader::FloatColumnReader(reader) => values(reader, rows, f64::from),
        ColumnReader::Int32ColumnReader(reader) if unsigned => {
            values(reader, rows, |value| f64::from(value as u32))
        }
        ColumnReader::Int32ColumnReader(reader) => values(reader, rows, f64::from),
        ColumnReader::Int64ColumnReader(reader) if unsigned => {
            values(reader, rows, |value| value as u64 as f64)
        }
        ColumnReader::Int64ColumnReader(reader) => values(reader, rows, |value| value as f64),
        _ => Err(ParquetError::General("a column holds no numbers".to_owned())),
    }
}

fn values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    number: fn(T::T) -> f64,
) -> Result<Vec<Option<f64>>, ParquetError> {
    let (mut found, mut levels) = (Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let (records, ..) =
            reader.read_records(rows - read, Some(&mut levels), None, &mut found)?;
        if records == 0 {
            break;
        }
        read += records;
    }
    let mut found = found.into_iter().map(number);
    // a column that is never null says nothing of what is there
    match levels.is_empty() {
        true => Ok(found.map(Some).collect()),
        false => {
            Ok(levels.iter().map(|&level| if level > 0 { found.next() } else { None }).collect())
        }
    }
}
