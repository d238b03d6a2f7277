//! A part of a sweep as a Parquet file: index, parameters, figures, verdict and message. The metadata has the units and
//! the sweep's key.

use crate::parquet::{Cells, Column, written};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use wishbone_workbench::sweep::{Named, Results, Row};

/// Keys of the metadata beside the units.
const KEY: &str = "sweep";
const PARAMETERS: &str = "parameters";
const COUNT: &str = "variants";
const PAIRED: &str = "paired_at_random";
const FINGERPRINT: &str = "fingerprint";
/// Names of the columns beside those of parameters and figures.
const INDEX: &str = "index";
const VERDICT: &str = "verdict";
const MESSAGE: &str = "message";

/// Header of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Key of the sweep.
    pub key: String,
    /// Number of rows of this part.
    pub rows: u64,
    /// Number of variants of the whole sweep.
    pub variants: u64,
}

/// The content of the file of a part.
///
/// # Errors
/// If it cannot be encoded.
pub fn content(results: &Results, key: &str, variants: u64) -> Result<Vec<u8>, String> {
    let rows = &results.rows;
    let mut columns = vec![Column::of(
        INDEX,
        Cells::Whole(rows.iter().map(|row| row.index as i64).collect()),
    )];
    for (place, own) in results.parameters.iter().enumerate() {
        let cells = rows.iter().map(|row| row.values[place]).collect();
        columns.push(Column::of(&own.name, Cells::Doubles(cells)));
    }
    for (place, own) in results.figures.iter().enumerate() {
        let cells = rows.iter().map(|row| row.figures[place]).collect();
        columns.push(Column::of(&own.name, Cells::Some(cells)));
    }
    let text = |of: &dyn Fn(&Row) -> &String| Cells::Texts(rows.iter().map(|row| of(row).clone()).collect());
    columns.push(Column::of(VERDICT, text(&|row| &row.verdict)));
    columns.push(Column::of(MESSAGE, text(&|row| &row.message)));
    let all = results.parameters.iter().chain(&results.figures);
    let units: BTreeMap<&str, &str> = all.map(|own| (own.name.as_str(), own.unit.as_str())).collect();
    let metadata = [
        (
            crate::parquet::UNITS,
            serde_json::to_string(&units).map_err(|reason| reason.to_string())?,
        ),
        (KEY, key.to_owned()),
        (PARAMETERS, results.parameters.len().to_string()),
        (COUNT, variants.to_string()),
        (PAIRED, results.is_paired_at_random.to_string()),
        (FINGERPRINT, results.fingerprint()),
    ];
    written("sweep", &columns, &metadata)
}

/// Header of a file.
///
/// # Errors
/// If the file is not a part of a sweep.
pub fn head(path: &Path) -> Result<Head, String> {
    let reader = opened(path)?;
    let told = metadata(&reader);
    let number = |key: &str| told.get(key).and_then(|text| text.parse().ok());
    match (told.get(KEY), number(COUNT)) {
        (Some(key), Some(variants)) => Ok(Head {
            key: key.clone(),
            rows: reader.metadata().file_metadata().num_rows() as u64,
            variants,
        }),
        _ => Err("it is no part of a sweep".to_owned()),
    }
}

/// The rows of a file.
///
/// # Errors
/// Returns an error if the file is not a part of a sweep, or if its rows are not the rows that were written.
pub fn read(path: &Path) -> Result<Results, String> {
    let reader = opened(path)?;
    let told = metadata(&reader);
    let no_part = || "it is no part of a sweep".to_owned();
    let parameters: usize = told
        .get(PARAMETERS)
        .and_then(|text| text.parse().ok())
        .ok_or_else(no_part)?;
    let units: BTreeMap<String, String> = told
        .get(crate::parquet::UNITS)
        .and_then(|text| serde_json::from_str(text).ok())
        .ok_or_else(no_part)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<Named> = schema
        .columns()
        .iter()
        .map(|column| Named {
            name: column.name().to_owned(),
            unit: units.get(column.name()).cloned().unwrap_or_default(),
        })
        .collect();
    let (first, last) = (1 + parameters, names.len().checked_sub(2).ok_or_else(no_part)?);
    if first > last {
        return Err(no_part());
    }
    let mut results = Results {
        parameters: names[1..first].to_vec(),
        figures: names[first..last].to_vec(),
        is_paired_at_random: told
            .get(PAIRED)
            .and_then(|text| text.parse().ok())
            .ok_or_else(no_part)?,
        rows: Vec::new(),
    };
    for row in reader.get_row_iter(None).map_err(|reason| reason.to_string())? {
        let row = row.map_err(|reason| reason.to_string())?;
        let cells: Vec<&Field> = row.get_column_iter().map(|(_, cell)| cell).collect();
        let Field::Long(index) = cells[0] else {
            return Err(no_part());
        };
        results.rows.push(Row {
            index: *index as u64,
            values: cells[1..first]
                .iter()
                .map(|cell| double(cell).unwrap_or(f64::NAN))
                .collect(),
            figures: cells[first..last].iter().map(|cell| double(cell)).collect(),
            verdict: text(cells[last]).ok_or_else(no_part)?,
            message: text(cells[last + 1]).ok_or_else(no_part)?,
        });
    }
    match told.get(FINGERPRINT) == Some(&results.fingerprint()) {
        true => Ok(results),
        false => Err("its rows are not those that were written: remove it, and compute this part again".to_owned()),
    }
}

fn opened(path: &Path) -> Result<SerializedFileReader<File>, String> {
    let file = File::open(path).map_err(|reason| reason.to_string())?;
    SerializedFileReader::new(file).map_err(|reason| reason.to_string())
}

fn metadata(reader: &SerializedFileReader<File>) -> BTreeMap<String, String> {
    let all = reader.metadata().file_metadata().key_value_metadata();
    let pairs = all.into_iter().flatten();
    pairs
        .filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)))
        .collect()
}

fn double(cell: &Field) -> Option<f64> {
    match cell {
        Field::Double(number) => Some(*number),
        _ => None,
    }
}

fn text(cell: &Field) -> Option<String> {
    match cell {
        Field::Str(text) => Some(text.clone()),
        _ => None,
    }
}
