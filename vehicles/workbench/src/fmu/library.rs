//! The library that runs vehicles in an FMU, and the platform for which it was built.

use crate::problem::Problem;

/// A library that runs vehicles in an FMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// Processor and system, as the standard library of Rust names them: `x86_64` and `linux`.
    pub platform: [String; 2],
    /// Content of the file.
    pub content: Vec<u8>,
    /// Whether the vehicle's programs are compiled, for this machine.
    pub is_native: bool,
}

impl Library {
    /// The library in a file. Its header tells the platform.
    ///
    /// # Errors
    /// If it is no library for a platform that FMI names.
    pub fn of(path: &str, content: Vec<u8>, is_native: bool) -> Result<Self, Problem> {
        let platform = platform(&content).ok_or_else(|| {
            Problem::Misuse(format!(
                "`--shell`: {path} is no program for x86_64 or aarch64 on Linux, Windows or macOS: give `libwishbone_fmu.so`, `wishbone_fmu.dll` or \
                 `libwishbone_fmu.dylib`"
            ))
        })?;
        Ok(Self {
            platform: platform.map(str::to_owned),
            content,
            is_native,
        })
    }
}

/// Processor and system of a library; `None` if its header belongs to no platform that FMI names.
fn platform(content: &[u8]) -> Option<[&'static str; 2]> {
    let (machine, [x86_64, aarch64], system) = match content.first_chunk()? {
        // ELF of 64 bits, little end first, of System V or Linux.
        [0x7f, b'E', b'L', b'F', 2, 1, _, 0 | 3] => (number::<2>(content, 18)?, [62, 183], "linux"),
        // PE behind a header of MS-DOS, which gives its place.
        [b'M', b'Z', ..] => {
            let place = number::<4>(content, 60)? as usize;
            (
                number::<2>(content, place.checked_add(4)?)?,
                [0x8664, 0xaa64],
                "windows",
            )
        }
        // Mach-O of 64 bits.
        [0xcf, 0xfa, 0xed, 0xfe, ..] => (number::<4>(content, 4)?, [0x0100_0007, 0x0100_000c], "macos"),
        _ => return None,
    };
    let processor = match machine {
        own if own == x86_64 => "x86_64",
        own if own == aarch64 => "aarch64",
        _ => return None,
    };
    Some([processor, system])
}

/// Number of this many bytes at a place, little end first.
fn number<const N: usize>(content: &[u8], place: usize) -> Option<u32> {
    let bytes: &[u8; N] = content.get(place..)?.first_chunk()?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}
