//! The archive that is an FMU.

use super::description::{self, description};
use super::package::{Package, code_path};
use super::terminals;
use super::{Arrays, Library};
use crate::outside::Car;
use crate::problem::Problem;
use std::io::{Cursor, Write};
use wishbone_foreign::{Standard, platform};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Packs a vehicle as an FMU; with model exchange, if a foreign integrator may advance the vehicle; with its machine
/// code, if it has been compiled. Same input, same bytes.
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
        let arrays = Arrays::of(car.table(), package.asked().arrays);
        let terminals = terminals::terminals(car, &arrays).map_err(|reason| told(&reason))?;
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
