//! The numbers of a file.

use super::mistake::{Read, mistake, number};
use std::format;
use std::vec::Vec;

/// Format of the data.
#[derive(Clone, Copy)]
pub enum Format {
    /// Numbers in columns of this width; if a row begins on its own line, this many per line.
    Text { width: usize, count: Option<usize> },
    /// Big-endian numbers of this many bytes; rows may fill whole records.
    Binary { bytes: usize, is_padded: bool },
}

/// Number of bytes of a record of binary data.
const RECORD: usize = 80;

impl Format {
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "lrfi" => Self::text(10, Some(8)),
            "ldfi" => Self::text(20, Some(4)),
            "krfi" => Self::text(10, None),
            "kdfi" => Self::text(20, None),
            "krbi" => Self::binary(4, false),
            "kdbi" => Self::binary(8, false),
            "lrbi" => Self::binary(4, true),
            "ldbi" => Self::binary(8, true),
            _ => return None,
        })
    }

    fn text(width: usize, count: Option<usize>) -> Self {
        Self::Text { width, count }
    }

    fn binary(bytes: usize, is_padded: bool) -> Self {
        Self::Binary { bytes, is_padded }
    }

    /// All numbers of rows of this width; NaN where one is missing. The text begins on the line `first`.
    pub fn read(self, data: &[u8], first: usize, width: usize) -> Read<Vec<f64>> {
        match self {
            Self::Text { width: columns, count } => text(data, first, width, columns, count),
            Self::Binary {
                bytes,
                is_padded: false,
            } => binary(data, bytes, width),
            Self::Binary { bytes, is_padded: true } => Ok(padded(data, bytes, width)),
        }
    }
}

/// Numbers of the data as text. A missing number begins with an asterisk, for example `**unused**`, or is written as
/// `NaN`.
fn text(data: &[u8], first: usize, width: usize, columns: usize, count: Option<usize>) -> Read<Vec<f64>> {
    let mut numbers = Vec::new();
    let lines = data.split(|byte| *byte == b'\n').enumerate();
    for (line, bytes) in lines.map(|(k, bytes)| (first + k, bytes.trim_ascii_end())) {
        if bytes.is_empty() {
            continue;
        }
        let before = numbers.len() % width;
        let expected = count.map(|count| (width - before).min(count));
        if let Some(expected) = expected.filter(|expected| bytes.len().div_ceil(columns) != *expected) {
            return mistake(
                line,
                format!("there should be {expected} numbers of {columns} characters"),
            );
        }
        for (k, field) in bytes.chunks(columns).enumerate() {
            let field = core::str::from_utf8(field).unwrap_or("?").trim();
            match number(field) {
                Some(number) => numbers.push(number),
                None if field.starts_with('*') || field.eq_ignore_ascii_case("nan") => numbers.push(f64::NAN),
                None => return mistake(line, format!("number {}: `{field}` is not a number", k + 1)),
            }
        }
    }
    match numbers.len() % width {
        0 => Ok(numbers),
        _ => mistake(0, "the last row of the data is not complete"),
    }
}

/// One number of its bytes.
fn one(field: &[u8]) -> f64 {
    match (field.first_chunk::<4>(), field.first_chunk::<8>()) {
        (_, Some(eight)) => f64::from_be_bytes(*eight),
        (Some(four), None) => f64::from(f32::from_be_bytes(*four)),
        _ => f64::NAN,
    }
}

/// Numbers of binary data whose rows fill whole records.
fn padded(data: &[u8], bytes: usize, width: usize) -> Vec<f64> {
    let rows = data.chunks_exact((bytes * width).next_multiple_of(RECORD));
    rows.flat_map(|row| row.chunks_exact(bytes).take(width).map(one))
        .collect()
}

/// Numbers of binary data, without the padding behind them; in real files the padding is not always complete.
fn binary(data: &[u8], bytes: usize, width: usize) -> Read<Vec<f64>> {
    let mut numbers: Vec<f64> = data.chunks_exact(bytes).map(one).collect();
    let begun = numbers.len() % width;
    let (rows, rest) = numbers.split_at(numbers.len() - begun);
    if rest.iter().any(|number| !number.is_nan()) {
        return mistake(0, "the last row of the binary data is not complete");
    }
    // Rows without any number are padding, too, as long as they begin in the last record.
    let mut keep = rows.len();
    let record = numbers.len().saturating_sub(RECORD / bytes);
    while keep >= width && keep - width > record && rows[keep - width..keep].iter().all(|number| number.is_nan()) {
        keep -= width;
    }
    numbers.truncate(keep);
    Ok(numbers)
}
