//! Mistakes in files, and numbers of files.

use core::fmt;
use std::string::String;

/// A mistake in an OpenCRG file, or something in it that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrgMistake {
    /// Line, counted from 1; 0 if the mistake concerns the file as a whole or its binary data.
    pub line: usize,
    /// Message, with the keyword.
    pub message: String,
}

impl fmt::Display for CrgMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl core::error::Error for CrgMistake {}

pub type Read<T> = Result<T, CrgMistake>;

pub fn mistake<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(CrgMistake {
        line,
        message: message.into(),
    })
}

/// A finite number, possibly with exponents as in FORTRAN; the sign of an exponent may stand before its letter, as in
/// files of the format's authors.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase().replace('d', "e");
    let text = text.replace("+e", "e+").replace("-e", "e-");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
