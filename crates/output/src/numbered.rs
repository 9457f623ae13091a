//! Numbered rows as Parquet: a number, columns of numbers, and a remark. They are written part by part, and
//! the parts are put together without being read: a part is a row group.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::table::Heading;
use crate::table::arrow::{self, FieldKind};

/// The name of the column with the number of the row.
pub const NUMBER: &str = "id";
/// The name of the column with a remark; empty where there is nothing to say.
pub const REMARK: &str = "remark";

/// Some rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberedRows {
    /// Their numbers.
    pub numbers: Vec<u64>,
    /// The numbers, column by column.
    pub columns: Vec<Vec<f64>>,
    /// A remark on each row.
    pub remarks: Vec<String>,
}

/// What all files of one set of rows share: the columns, and what the rows belong to.
#[derive(Clone, Debug)]
pub struct NumberedSchema {
    schema: TypePtr,
    properties: Arc<WriterProperties>,
}

/// The key of the metadata that says what rows belong to.
const OWNER: &str = "appell.sweep";

impl NumberedSchema {
    /// Columns of numbers with these headings, of rows that belong to what a text names. The error is a
    /// message.
    pub fn new(headings: &[Heading], owner: &str) -> Result<Self, String> {
        Self::made(headings, owner).map_err(|error| error.to_string())
    }

    fn made(headings: &[Heading], owner: &str) -> Result<Self, ParquetError> {
        let field = |name: &str, physical: Physical, logical: Option<LogicalType>| {
            let field = Type::primitive_type_builder(name, physical);
            let field = field.with_repetition(Repetition::REQUIRED).with_logical_type(logical);
            field.build().map(Arc::new)
        };
        let mut fields = vec![field(NUMBER, Physical::INT64, None)?];
        for heading in headings {
            fields.push(field(&heading.name, Physical::DOUBLE, None)?);
        }
        fields.push(field(REMARK, Physical::BYTE_ARRAY, Some(LogicalType::String))?);
        let schema = Type::group_type_builder("arrow_schema").with_fields(fields).build()?;
        let numbers = headings.iter().map(|it| (&*it.name, &*it.unit, FieldKind::Number));
        let kinds = std::iter::once((NUMBER, "1", FieldKind::Integer)).chain(numbers);
        let kinds: Vec<_> = kinds.chain([(REMARK, "", FieldKind::Text)]).collect();
        let metadata = vec![
            KeyValue::new("ARROW:schema".to_owned(), arrow::schema(&kinds)),
            KeyValue::new(OWNER.to_owned(), owner.to_owned()),
        ];
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_column_dictionary_enabled(REMARK.into(), true)
            .set_statistics_enabled(EnabledStatistics::None)
            .set_key_value_metadata(Some(metadata))
            .set_created_by("appell".to_owned())
            .build();
        Ok(Self { schema: Arc::new(schema), properties: Arc::new(properties) })
    }

    /// Rows as the bytes of a file.
    pub fn part(&self, rows: &NumberedRows) -> Result<Vec<u8>, String> {
        self.written(rows).map_err(|error| error.to_string())
    }

    fn written(&self, rows: &NumberedRows) -> Result<Vec<u8>, ParquetError> {
        let mut bytes = Vec::new();
        let mut file = self.writer(&mut bytes)?;
        let mut group = file.next_row_group()?;
        let numbers: Vec<i64> = rows.numbers.iter().map(|&number| number as i64).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<Int64Type>().write_batch(&numbers, None, None)?;
            writer.close()?;
        }
        for column in &rows.columns {
            if let Some(mut writer) = group.next_column()? {
                writer.typed::<DoubleType>().write_batch(column, None, None)?;
                writer.close()?;
            }
        }
        let remarks: Vec<ByteArray> =
            rows.remarks.iter().map(|it| ByteArray::from(it.as_str())).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<ByteArrayType>().write_batch(&remarks, None, None)?;
            writer.close()?;
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }

    fn writer<'w, W: Write + Send>(
        &self,
        to: &'w mut W,
    ) -> Result<SerializedFileWriter<&'w mut W>, ParquetError> {
        SerializedFileWriter::new(to, Arc::clone(&self.schema), Arc::clone(&self.properties))
    }

    /// Writes one file with the rows of many, one after the other. `more` says whether to go on.
    pub fn merge<W: Write + Send>(
        &self,
        parts: impl IntoIterator<Item = NumberedFile>,
        to: &mut W,
        mut more: impl FnMut() -> bool,
    ) -> Result<(), String> {
        let merged = || -> Result<(), ParquetError> {
            let mut file = self.writer(to)?;
            for part in parts {
                if !more() {
                    return Err(ParquetError::General("stopped".to_owned()));
                }
                for row_group in part.reader.metadata().row_groups() {
                    let mut group = file.next_row_group()?;
                    for column in row_group.columns() {
                        let close = ColumnCloseResult {
                            bytes_written: column.compressed_size() as u64,
                            rows_written: row_group.num_rows() as u64,
                            metadata: column.clone(),
                            bloom_filter: None,
                            column_index: None,
                            offset_index: None,
                        };
                        group.append_column(&part.file, close)?;
                    }
                    group.close()?;
                }
            }
            file.close()?;
            Ok(())
        };
        merged().map_err(|error| error.to_string())
    }
}

/// A file of numbered rows.
pub struct NumberedFile {
    file: File,
    reader: SerializedFileReader<File>,
}

impl NumberedFile {
    /// Opens a file. The error is a message.
    pub fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let second = file.try_clone().map_err(|error| error.to_string())?;
        let reader = SerializedFileReader::new(second).map_err(|error| error.to_string())?;
        Ok(Self { file, reader })
    }

    /// What its rows belong to.
    pub fn owner(&self) -> Option<&str> {
        let metadata = self.reader.metadata().file_metadata().key_value_metadata()?;
        metadata.iter().find(|it| it.key == OWNER)?.value.as_deref()
    }

    /// How many rows it has.
    pub fn rows(&self) -> u64 {
        self.reader.metadata().file_metadata().num_rows().max(0) as u64
    }

    /// The number of its first row; `None` for a file without rows. The error is a message.
    pub fn first(&self) -> Result<Option<u64>, String> {
        let first = || {
            if self.rows() == 0 {
                return Ok(None);
            }
            match self.reader.get_row_group(0)?.get_column_reader(0)? {
                ColumnReader::Int64ColumnReader(mut reader) => {
                    let mut values = Vec::new();
                    reader.read_records(1, None, None, &mut values)?;
                    Ok(values.first().map(|&number| number as u64))
                }
                _ => Err(ParquetError::General(
                    "expected row numbers in the first column".to_owned(),
                )),
            }
        };
        first().map_err(|error| error.to_string())
    }

    /// The numbers of a column, or every so many of them.
    pub fn column(&self, name: &str, step: usize) -> Result<Vec<f64>, String> {
        let columns = self.reader.metadata().file_metadata().schema_descr();
        let place = columns.columns().iter().position(|it| it.name() == name);
        let place = place.ok_or_else(|| format!("no column `{name}`"))?;
        self.numbers(place, step.max(1)).map_err(|error| error.to_string())
    }

    fn numbers(&self, place: usize, step: usize) -> Result<Vec<f64>, ParquetError> {
        let mut all = Vec::new();
        let mut seen = 0;
        for group in 0..self.reader.num_row_groups() {
            let group = self.reader.get_row_group(group)?;
            let rows = group.metadata().num_rows().max(0) as usize;
            let ColumnReader::DoubleColumnReader(mut reader) = group.get_column_reader(place)?
            else {
                return Err(ParquetError::General("a column holds no numbers".to_owned()));
            };
            let mut values = Vec::with_capacity(rows);
            while values.len() < rows {
                let before = values.len();
                reader.read_records(rows - before, None, None, &mut values)?;
                if values.len() == before {
                    return Err(ParquetError::General("a column has too few rows".to_owned()));
                }
            }
            all.extend(
                values.iter().enumerate().filter(|(k, _)| (seen + k) % step == 0).map(|it| it.1),
            );
            seen += rows;
        }
        Ok(all)
    }
}
