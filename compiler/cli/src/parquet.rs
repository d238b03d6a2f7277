//! Tables as Parquet files, with names and units in the metadata.

use parquet::basic::{Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::collections::BTreeMap;
use std::sync::Arc;
use wishbone_studies::table::Table;

/// Keys of the metadata: a JSON object of the columns' units, SI, and the name of the vehicle and of the study.
pub const UNITS: &str = "units";
pub const DESIGN: &str = "design";
pub const STUDY: &str = "study";

/// The content of a file: a column of doubles for each column of the table, in one group of rows.
pub fn file(table: &Table, design: &str, study: &str) -> Result<Vec<u8>, String> {
    written(table, design, study).map_err(|reason| reason.to_string())
}

fn written(table: &Table, design: &str, study: &str) -> Result<Vec<u8>, ParquetError> {
    let column = |name: &str| {
        let column = Type::primitive_type_builder(name, Physical::DOUBLE);
        column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let columns = table.columns.iter().map(|own| column(&own.name));
    let columns = columns.collect::<Result<Vec<_>, ParquetError>>()?;
    let schema = Type::group_type_builder(study).with_fields(columns).build()?;
    let units: BTreeMap<&str, &str> = table.columns.iter().map(|own| (own.name.as_str(), own.unit)).collect();
    let units = serde_json::to_string(&units).map_err(|reason| ParquetError::External(reason.into()))?;
    let metadata = [(UNITS, units.as_str()), (DESIGN, design), (STUDY, study)];
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata.to_vec()));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    let mut place = 0;
    while let Some(mut column) = group.next_column()? {
        let numbers: Vec<f64> = table.rows.iter().map(|row| row[place]).collect();
        column.typed::<DoubleType>().write_batch(&numbers, None, None)?;
        column.close()?;
        place += 1;
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
    use wishbone_studies::table::Column;

    /// A reader finds every number with all its bits, and names and units.
    #[test]
    fn a_table_is_read_back() {
        let column = |name: &str, unit: &'static str| Column {
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
