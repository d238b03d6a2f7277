//! Reading of files that may contain a declaration.

use crate::diag::limits;
use std::fs::{self, File};
use std::io::{Error, Read};
use std::path::Path;

/// The text of a regular file of limited size, or why there is none. Pipes and devices are not opened: a pipe may never
/// be written to, and a device may never end.
pub fn text(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    let told = |reason: Error| reason.to_string();
    let kind = fs::metadata(path).map_err(told)?.file_type();
    if kind.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !kind.is_file() {
        return Err("it is a pipe or a device, not a regular file".to_owned());
    }
    limited(File::open(path).map_err(told)?)
}

/// Reads an open file or pipe to its end, or returns why it cannot be a declaration. Stops at the longest allowed
/// length.
pub fn limited(from: impl Read) -> Result<String, String> {
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
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}
