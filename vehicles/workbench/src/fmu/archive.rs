//! The archive that is an FMU.

use super::Library;
use super::description::{self, Standard, description};
use super::package::{Package, code_path};
use super::terminals;
use crate::outside::Car;
use crate::problem::Problem;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Folder below `binaries` and ending of a library on a platform; none where the standard names no such platform.
///
/// FMI 3.0.2, section 2.5.1.4. FMI 2.0.4, section 2.3, has names of its own for `x86_64`, and those of 3.0 for other processors.
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

/// Packs a vehicle as an FMU; with model exchange, where a foreign integrator may advance it; with its machine code, if it has been compiled.
/// Same input, same bytes.
///
/// # Errors
/// If the standard names no platform of the library.
pub fn archive(
    car: &Car,
    package: &Package,
    standard: Standard,
    is_exchanged: bool,
    (library, code): (&Library, Option<&[u8]>),
) -> Result<Vec<u8>, Problem> {
    let platform_of = library.platform.each_ref().map(String::as_str);
    let (folder, ending) = platform(standard, platform_of).ok_or_else(|| {
        let version = if standard == Standard::Two { "2.0" } else { "3.0" };
        Problem::Misuse(format!(
            "FMI {version} names no platform for {} on {}: choose another `--fmi`",
            platform_of[0], platform_of[1]
        ))
    })?;
    let told = |reason: &dyn std::fmt::Display| Problem::Misuse(format!("cannot pack the FMU: {reason}"));
    let text = description(car, package, standard, is_exchanged).map_err(|reason| told(&reason))?;
    let identifier = description::identifier(car.name());
    let mut files = vec![("modelDescription.xml".to_owned(), text)];
    if standard == Standard::Three {
        let terminals = terminals::terminals(car).map_err(|reason| told(&reason))?;
        files.extend(terminals.map(|text| (terminals::PATH.to_owned(), text)));
    }
    files.extend(
        package
            .resources()
            .into_iter()
            .map(|(name, content)| (format!("resources/{name}"), content)),
    );
    files.push((
        format!("binaries/{folder}/{identifier}.{ending}"),
        library.content.clone(),
    ));
    files.extend(code.map(|code| (format!("resources/{}", code_path(platform_of)), code.to_vec())));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if name.starts_with("binaries") { 0o755 } else { 0o644 });
        writer.start_file(name, options).map_err(|reason| told(&reason))?;
        writer.write_all(&content).map_err(|reason| told(&reason))?;
    }
    let written = writer.finish().map_err(|reason| told(&reason))?;
    Ok(written.into_inner())
}
