//! Names of platforms in both standards.

/// A version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// FMI 2.0
    Two,
    /// FMI 3.0
    Three,
}

/// Folder below `binaries` and file ending of a library for a processor and a system, by their names in Rust; `None` if
/// the standard has no name for the platform.
///
/// FMI 3.0.2, section 2.5.1.4. FMI 2.0.4, section 2.3, has separate names for `x86_64`, and uses the names of 3.0 for
/// other processors.
pub fn platform(standard: Standard, [processor, system]: [&str; 2]) -> Option<(String, &'static str)> {
    let (name, bits, ending) = match system {
        "linux" => ("linux", "linux64", "so"),
        "windows" => ("windows", "win64", "dll"),
        "macos" => ("darwin", "darwin64", "dylib"),
        _ => return None,
    };
    match (standard, processor) {
        (Standard::Two, "x86_64") => Some((bits.to_owned(), ending)),
        (_, "x86_64" | "aarch64") => Some((format!("{processor}-{name}"), ending)),
        _ => None,
    }
}
