//! The Arrow schema of a table, as other tools look for it in a Parquet file: a message of Arrow's
//! inter-process format, a flatbuffer, in base64. (`format/Schema.fbs` and `Message.fbs` of Apache
//! Arrow, from which the numbers of the fields come.)

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, TableFinishedWIPOffset, WIPOffset};

use crate::table::{Column, Table};

/// The place of a field of a flatbuffer's table, by its number.
const fn slot(number: u16) -> u16 {
    4 + 2 * number
}

/// Columns of numbers of double precision, never null, each with its unit as metadata `unit`.
pub(super) fn schema(table: &Table) -> String {
    let mut builder = FlatBufferBuilder::new();
    let fields: Vec<_> = table.columns.iter().map(|column| field(column, &mut builder)).collect();
    let fields = builder.create_vector(&fields);
    // Schema: endianness (little, the default), fields
    let start = builder.start_table();
    builder.push_slot_always(slot(1), fields);
    let schema = builder.end_table(start);
    // Message: version V5, header Schema (its kind, then itself), body of no length
    let start = builder.start_table();
    builder.push_slot_always(slot(2), schema);
    builder.push_slot_always(slot(0), 4i16);
    builder.push_slot_always(slot(1), 1u8);
    let message = builder.end_table(start);
    builder.finish_minimal(message);
    let message = builder.finished_data();
    // a mark, the length, the message, all in whole words of eight bytes
    let length = message.len().next_multiple_of(8);
    let mut bytes = Vec::with_capacity(length + 8);
    bytes.extend(u32::MAX.to_le_bytes());
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend(message);
    bytes.resize(length + 8, 0);
    STANDARD.encode(bytes)
}

type Offset = WIPOffset<TableFinishedWIPOffset>;

fn field(column: &Column, builder: &mut FlatBufferBuilder<'_>) -> Offset {
    let (key, value) = (builder.create_string("unit"), builder.create_string(&column.unit));
    // KeyValue: key, value
    let start = builder.start_table();
    builder.push_slot_always(slot(0), key);
    builder.push_slot_always(slot(1), value);
    let unit = builder.end_table(start);
    let metadata = builder.create_vector(&[unit]);
    let name = builder.create_string(&column.name);
    // FloatingPoint: precision double
    let start = builder.start_table();
    builder.push_slot_always(slot(0), 2i16);
    let double = builder.end_table(start);
    let children = builder.create_vector::<ForwardsUOffset<Offset>>(&[]);
    // Field: name, nullable (no, the default), kind of type (3: FloatingPoint), type, children (5),
    // metadata (6)
    let start = builder.start_table();
    builder.push_slot_always(slot(0), name);
    builder.push_slot_always(slot(3), double);
    builder.push_slot_always(slot(5), children);
    builder.push_slot_always(slot(6), metadata);
    builder.push_slot_always(slot(2), 3u8);
    builder.end_table(start)
}
