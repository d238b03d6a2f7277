//! Tables as Parquet files, with names and units in the metadata.

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::collections::BTreeMap;
use std::sync::Arc;
use wishbone_studies::table::Table;

/// Keys of the metadata: a JSON object with the SI units of the columns, the name of the vehicle, and the name of the study.
pub const UNITS: &str = "units";
pub const DESIGN: &str = "design";
pub const STUDY: &str = "study";

/// A column of a file.
pub struct Column {
    name: String,
    cells: Cells,
}

/// Cells of a column.
pub enum Cells {
    /// Numbers.
    Doubles(Vec<f64>),
    /// Numbers, some of which may be missing.
    Some(Vec<Option<f64>>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Texts.
    Texts(Vec<String>),
}

impl Column {
    /// A column with a name.
    pub fn of(name: &str, cells: Cells) -> Self {
        Self {
            name: name.to_owned(),
            cells,
        }
    }

    fn kind(&self) -> Result<Type, ParquetError> {
        let (physical, repetition) = match self.cells {
            Cells::Doubles(_) => (Physical::DOUBLE, Repetition::REQUIRED),
            Cells::Some(_) => (Physical::DOUBLE, Repetition::OPTIONAL),
            Cells::Whole(_) => (Physical::INT64, Repetition::REQUIRED),
            Cells::Texts(_) => (Physical::BYTE_ARRAY, Repetition::REQUIRED),
        };
        let is_text = matches!(self.cells, Cells::Texts(_));
        Type::primitive_type_builder(&self.name, physical)
            .with_repetition(repetition)
            .with_logical_type(is_text.then_some(LogicalType::String))
            .build()
    }

    fn write(&self, column: &mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError> {
        match &self.cells {
            Cells::Doubles(numbers) => column.typed::<DoubleType>().write_batch(numbers, None, None),
            Cells::Whole(numbers) => column.typed::<Int64Type>().write_batch(numbers, None, None),
            Cells::Some(numbers) => {
                let there: Vec<i16> = numbers.iter().map(|own| i16::from(own.is_some())).collect();
                let numbers: Vec<f64> = numbers.iter().copied().flatten().collect();
                column.typed::<DoubleType>().write_batch(&numbers, Some(&there), None)
            }
            Cells::Texts(texts) => {
                let texts: Vec<ByteArray> = texts.iter().map(|own| ByteArray::from(own.as_str())).collect();
                column.typed::<ByteArrayType>().write_batch(&texts, None, None)
            }
        }
    }
}

/// The content of a file: a column of doubles for each column of the table, in one group of rows.
pub fn file(table: &Table, design: &str, study: &str) -> Result<Vec<u8>, String> {
    let columns = table.columns.iter().enumerate().map(|(place, own)| {
        let numbers = table.rows.iter().map(|row| row[place]).collect();
        Column::of(&own.name, Cells::Doubles(numbers))
    });
    let units: BTreeMap<&str, &str> = table.columns.iter().map(|own| (own.name.as_str(), own.unit)).collect();
    let units = serde_json::to_string(&units).map_err(|reason| reason.to_string())?;
    let metadata = [(UNITS, units), (DESIGN, design.to_owned()), (STUDY, study.to_owned())];
    written(study, &columns.collect::<Vec<_>>(), &metadata)
}

/// The content of a file with these columns in one group of rows; `metadata` is added to the file's metadata.
pub fn written(name: &str, columns: &[Column], metadata: &[(&str, String)]) -> Result<Vec<u8>, String> {
    content(name, columns, metadata).map_err(|reason| reason.to_string())
}

fn content(name: &str, columns: &[Column], metadata: &[(&str, String)]) -> Result<Vec<u8>, ParquetError> {
    let kinds = columns.iter().map(|own| own.kind().map(Arc::new));
    let kinds = kinds.collect::<Result<Vec<_>, ParquetError>>()?;
    let schema = Type::group_type_builder(name).with_fields(kinds).build()?;
    let metadata = metadata
        .iter()
        .map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata.collect()));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    let mut own = columns.iter();
    while let (Some(mut column), Some(own)) = (group.next_column()?, own.next()) {
        own.write(&mut column)?;
        column.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use wishbone_studies::table::Column as Heading;

    /// A reader finds every number bit for bit, and the names and units.
    #[test]
    fn a_table_is_read_back() {
        let column = |name: &str, unit: &'static str| Heading {
            name: name.to_owned(),
            unit,
        };
        let table = Table {
            columns: vec![column("time", "s"), column("front_left.toe", "rad"), column("gear", "")],
            rows: (0..1000)
                .map(|k| [0.1, -1.0 / 3.0, f64::NAN].map(|x| x * f64::from(k)).to_vec())
                .collect(),
        };
        let bytes = file(&table, "Car", "step_steer").expect("it is written");
        let path = std::env::temp_dir().join(format!("wishbone_{}.parquet", std::process::id()));
        std::fs::write(&path, bytes).expect("it is written");
        let read = std::fs::File::open(&path).expect("it is there");
        let reader = SerializedFileReader::new(read).expect("it is valid");
        let file = reader.metadata().file_metadata();
        let names: Vec<&str> = file
            .schema_descr()
            .columns()
            .iter()
            .map(|column| column.name())
            .collect();
        assert_eq!(names, ["time", "front_left.toe", "gear"]);
        let value = |key: &str| {
            let all = file.key_value_metadata().expect("metadata");
            all.iter()
                .find(|pair| pair.key == key)
                .and_then(|pair| pair.value.clone())
        };
        assert_eq!(
            value(UNITS).as_deref(),
            Some(r#"{"front_left.toe":"rad","gear":"","time":"s"}"#)
        );
        assert_eq!(
            (value(DESIGN).as_deref(), value(STUDY).as_deref()),
            (Some("Car"), Some("step_steer"))
        );
        let mut count = 0;
        for (row, own) in reader.get_row_iter(None).expect("rows").zip(&table.rows) {
            let row = row.expect("a row");
            for (place, number) in own.iter().enumerate() {
                assert_eq!(row.get_double(place).expect("a double").to_bits(), number.to_bits());
            }
            count += 1;
        }
        assert_eq!(count, 1000);
        std::fs::remove_file(path).expect("it is there");
    }
}
