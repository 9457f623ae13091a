//! Tables as Parquet, with units in the metadata of the Arrow schema.

pub(crate) mod arrow;
mod read;

pub use read::{PARQUET_THREAD, read_parquet};

use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::Table;

impl Table {
    /// The table as the bytes of a Parquet file; the unit of a column is the metadata `unit` of its
    /// Arrow field. The error is a message.
    ///
    /// ```
    /// let table = appell_output::read_csv("t [s],q1 [rad]\n0,0.5\n1,0.7\n").map_err(|_| "refused")?;
    /// let bytes = table.to_parquet()?;
    /// let again = appell_output::read_parquet(&bytes).map_err(|_| "refused")?;
    /// assert_eq!(again.column("q1"), Some(&[0.5, 0.7][..]));
    /// # Ok::<(), String>(())
    /// ```
    pub fn to_parquet(&self) -> Result<Vec<u8>, String> {
        self.parquet().map_err(|error| error.to_string())
    }

    fn parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let field = |name: &str| {
            let field = Type::primitive_type_builder(name, Physical::DOUBLE);
            field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields = self.columns.iter().map(|column| field(&column.name));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("arrow_schema").with_fields(fields).build()?;
        let columns = self.columns.iter();
        let columns: Vec<_> =
            columns.map(|it| (&*it.name, &*it.unit, arrow::FieldKind::Number)).collect();
        let arrow = KeyValue::new("ARROW:schema".to_owned(), arrow::schema(&columns));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // numbers of a motion hardly ever come twice
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(vec![arrow]))
            .set_created_by("appell".to_owned());
        let mut bytes = Vec::new();
        let mut file =
            SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build()))?;
        let mut group = file.next_row_group()?;
        for column in &self.columns {
            if let Some(mut writer) = group.next_column()? {
                writer.typed::<DoubleType>().write_batch(&column.values, None, None)?;
                writer.close()?;
            }
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }
}
