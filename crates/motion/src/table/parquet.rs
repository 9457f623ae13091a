//! Tables as Parquet, with units in the metadata of the columns.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::{Column, Table};

impl Table {
    /// The table as the bytes of a Parquet file; the unit of a column is its metadata `unit`. What
    /// went wrong is told in words.
    pub fn to_parquet(&self) -> Result<Vec<u8>, String> {
        let field = |column: &Column| {
            let unit = HashMap::from([("unit".to_owned(), column.unit.clone())]);
            Field::new(&column.name, DataType::Float64, false).with_metadata(unit)
        };
        let schema = Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()));
        let array =
            |column: &Column| Arc::new(Float64Array::from(column.values.clone())) as ArrayRef;
        let arrays = self.columns.iter().map(array).collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
        let batch = batch.map_err(|error| error.to_string())?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut bytes = Vec::new();
        ArrowWriter::try_new(&mut bytes, schema, Some(properties))
            .and_then(|mut writer| {
                writer.write(&batch)?;
                writer.close()
            })
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Float64Type;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    #[test]
    fn what_is_written_is_read_back_with_units() {
        let mut table = Table::default();
        table.push("t", "s", vec![0.0, 0.1, 0.2]);
        table.push("q1", "rad", vec![0.5, -1e-7, 3.0]);
        let bytes = bytes::Bytes::from(table.to_parquet().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let schema = Arc::clone(reader.schema());
        let batch = reader.build().unwrap().next().unwrap().unwrap();
        for (number, column) in table.columns.iter().enumerate() {
            let field = schema.field(number);
            assert_eq!((field.name(), &field.metadata()["unit"]), (&column.name, &column.unit));
            assert_eq!(
                batch.column(number).as_primitive::<Float64Type>().values(),
                &column.values[..]
            );
        }
    }
}
