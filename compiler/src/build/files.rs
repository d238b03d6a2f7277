//! Reading of files that may contain a declaration.

use crate::diag::limits;
use std::fs::{self, File};
use std::io::{Error, Read};
use std::path::Path;
use std::string::FromUtf8Error;

/// The text of a regular file of limited size, or why there is none. Pipes and devices are not opened: a pipe may never
/// receive data, and a device may never end.
///
/// A text that begins with a byte order mark is in UTF-8 or UTF-16, as the mark says; a text without a mark is in
/// UTF-8. Property files of tyres (`.tir`) are often in Latin-1, and are read as Latin-1 if they are not valid UTF-8.
/// Their keywords and numbers are equal in both encodings.
pub fn text(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    let bytes = regular(path, limits::TEXT)?;
    let is_tyre = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("tir"));
    match is_tyre {
        true => Ok(decoded(bytes).unwrap_or_else(|bytes| bytes.into_iter().map(char::from).collect())),
        false => decoded(bytes).map_err(|_| NOT_TEXT.to_owned()),
    }
}

/// The bytes of a data file, such as a road, which may be longer than a declaration. Otherwise as [`text`].
///
/// # Errors
/// The reason in words.
pub fn bytes(path: impl AsRef<Path>) -> Result<Vec<u8>, String> {
    regular(path.as_ref(), limits::DATA)
}

/// The text of a data file, such as measurements, which may be longer than a declaration. Otherwise as [`text`].
///
/// # Errors
/// The reason in words.
pub fn data(path: impl AsRef<Path>) -> Result<String, String> {
    decoded(bytes(path)?).map_err(|_| NOT_TEXT.to_owned())
}

/// The bytes of a regular file, at most `most` of them.
fn regular(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let told = |reason: Error| reason.to_string();
    let kind = fs::metadata(path).map_err(told)?.file_type();
    if kind.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !kind.is_file() {
        return Err("it is a pipe or a device, not a regular file".to_owned());
    }
    to_its_end(File::open(path).map_err(told)?, most)
}

/// Reads an open file or pipe to its end, or returns why it cannot be a declaration. Stops at the longest allowed
/// length.
pub fn limited(from: impl Read) -> Result<String, String> {
    decoded(to_its_end(from, limits::TEXT)?).map_err(|_| NOT_TEXT.to_owned())
}

/// Reads the bytes of a data file from an open file or pipe to its end, as [`bytes`] does.
///
/// # Errors
/// The reason in words.
pub fn limited_bytes(from: impl Read) -> Result<Vec<u8>, String> {
    to_its_end(from, limits::DATA)
}

/// The reason why a file is no text.
pub const NOT_TEXT: &str = "it is not UTF-8 text";

/// The text of bytes in UTF-8 or UTF-16, without a byte order mark.
///
/// # Errors
/// The bytes, if they are in neither.
pub fn decoded(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    let wide = match bytes.get(..2) {
        Some([0xff, 0xfe]) => Some(u16::from_le_bytes as fn([u8; 2]) -> u16),
        Some([0xfe, 0xff]) => Some(u16::from_be_bytes as fn([u8; 2]) -> u16),
        _ => None,
    };
    if let Some(unit) = wide {
        let units: Vec<u16> = bytes[2..]
            .chunks(2)
            .map(|pair| unit([pair[0], *pair.get(1).unwrap_or(&0)]))
            .collect();
        return String::from_utf16(&units).map_err(|_| bytes);
    }
    let text = String::from_utf8(bytes).map_err(FromUtf8Error::into_bytes)?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn to_its_end(from: impl Read, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|reason| reason.to_string())?;
    match bytes.len() > most {
        true => Err(format!("it is longer than {most} bytes, the most that is read")),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, data, text};
    use std::{env, fs, process};

    #[test]
    fn data_may_be_longer_than_a_declaration() {
        let path = env::temp_dir().join(format!("wishbone_data_{}.csv", process::id()));
        fs::write(&path, "1,2\n".repeat(300_000)).expect("it can be written");
        let told = text(&path).expect_err("a declaration of 1.2 MB is none");
        assert!(told.contains("longer than 1048576 bytes"), "{told}");
        assert_eq!(data(&path).map(|text| text.len()), Ok(1_200_000));
        assert_eq!(bytes(&path).map(|bytes| bytes.len()), Ok(1_200_000));
        fs::remove_file(&path).expect("it is there");
    }
}
