//! The Arrow schema of a table, as other tools look for it in a Parquet file: a message of Arrow's
//! inter-process format, a flatbuffer, in base64. (`format/Schema.fbs` and `Message.fbs` of Apache
//! Arrow, from which the numbers of the fields come.)

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, TableFinishedWIPOffset, WIPOffset};

/// The place of a field of a flatbuffer's table, by its number.
const fn slot(number: u16) -> u16 {
    4 + 2 * number
}

/// What a column holds; never null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// Numbers of double precision.
    Number,
    /// Integers of 64 bits, with a sign.
    Integer,
    /// Texts.
    Text,
}

/// Columns by name, unit and kind, each with its unit as metadata `unit`.
pub(crate) fn schema(columns: &[(&str, &str, FieldKind)]) -> String {
    let mut builder = FlatBufferBuilder::new();
    let fields: Vec<_> = columns.iter().map(|column| field(*column, &mut builder)).collect();
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

fn field(
    (name, unit, kind): (&str, &str, FieldKind),
    builder: &mut FlatBufferBuilder<'_>,
) -> Offset {
    let (key, value) = (builder.create_string("unit"), builder.create_string(unit));
    // KeyValue: key, value
    let start = builder.start_table();
    builder.push_slot_always(slot(0), key);
    builder.push_slot_always(slot(1), value);
    let unit = builder.end_table(start);
    let metadata = builder.create_vector(&[unit]);
    let name = builder.create_string(name);
    let start = builder.start_table();
    let number = match kind {
        // FloatingPoint: precision double
        FieldKind::Number => {
            builder.push_slot_always(slot(0), 2i16);
            3u8
        }
        // Int: width, signed
        FieldKind::Integer => {
            builder.push_slot_always(slot(0), 64i32);
            builder.push_slot_always(slot(1), true);
            2
        }
        // Utf8
        FieldKind::Text => 5,
    };
    let held = builder.end_table(start);
    let children = builder.create_vector::<ForwardsUOffset<Offset>>(&[]);
    // Field: name, nullable (no, the default), kind of type, type, children (5), metadata (6)
    let start = builder.start_table();
    builder.push_slot_always(slot(0), name);
    builder.push_slot_always(slot(3), held);
    builder.push_slot_always(slot(5), children);
    builder.push_slot_always(slot(6), metadata);
    builder.push_slot_always(slot(2), number);
    builder.end_table(start)
}
