//! Reading of files that may contain a declaration.

use crate::diag::limits;
use std::fs::{self, File};
use std::io::{Error, Read};
use std::path::Path;
use std::string::FromUtf8Error;

/// The text of a regular file of limited size, or why there is none. Pipes and devices are not opened: a pipe may never
/// be written to, and a device may never end.
///
/// A text with a mark of byte order before it is in UTF-8 or UTF-16, as the mark says; one without is in UTF-8. Property files of tyres are
/// often in Latin-1: one (`.tir`) that is not in UTF-8 is read so. Their keywords and numbers are the same in both.
pub fn text(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    let bytes = bytes(path)?;
    let is_tyre = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("tir"));
    match is_tyre {
        true => Ok(decoded(bytes).unwrap_or_else(|bytes| bytes.into_iter().map(char::from).collect())),
        false => decoded(bytes).map_err(|_| NOT_TEXT.to_owned()),
    }
}

/// The bytes of a regular file of limited size, or why there are none; see [`text`].
///
/// # Errors
/// The reason in words.
pub fn bytes(path: impl AsRef<Path>) -> Result<Vec<u8>, String> {
    let path = path.as_ref();
    let told = |reason: Error| reason.to_string();
    let kind = fs::metadata(path).map_err(told)?.file_type();
    if kind.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !kind.is_file() {
        return Err("it is a pipe or a device, not a regular file".to_owned());
    }
    to_its_end(File::open(path).map_err(told)?)
}

/// Reads an open file or pipe to its end, or returns why it cannot be a declaration. Stops at the longest allowed
/// length.
pub fn limited(from: impl Read) -> Result<String, String> {
    decoded(to_its_end(from)?).map_err(|_| NOT_TEXT.to_owned())
}

const NOT_TEXT: &str = "it is not UTF-8 text";

/// The text of bytes in UTF-8 or UTF-16, without the mark of byte order before it; the bytes themselves where they are in neither.
fn decoded(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
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

fn to_its_end(from: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = limits::TEXT as u64 + 1;
    from.take(most)
        .read_to_end(&mut bytes)
        .map_err(|reason| reason.to_string())?;
    if bytes.len() > limits::TEXT {
        return Err(format!(
            "it is longer than {} bytes, the most that is read",
            limits::TEXT
        ));
    }
    Ok(bytes)
}
