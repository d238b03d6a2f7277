//! Roads from OpenCRG files (`.crg`).
//!
//! A curved regular grid: heights over the distance `u` along a reference line and the distance `v` to its left. Format: ASAM
//! OpenCRG 1.2, chapter 6.
//!
//! # Read
//!
//! - the data as text (`LRFI`, `LDFI`, and without ends of records `KRFI`, `KDFI`) and binary (`KRBI`, `KDBI`, and in records of 80 bytes
//!   `LRBI`, `LDBI`);
//! - `$CT` and comments; `$ROAD_CRG` with start, end and increment of the reference line, its constant slope and banking, and
//!   even lateral positions; `$KD_DEFINITION` with the channels phi, slope, banking, and long sections by number or by position;
//! - `$ROAD_CRG_MODS`: scales, missing heights, and the place of the road; `$ROAD_CRG_OPTS`: borders; `$ROAD_CRG_FILE`:
//!   the name of a file with the remaining content ([`OpenCrg::open`]), whose modifiers and options are replaced by
//!   those of the file that names it;
//! - skipped, because the road does not depend on it: virtual channels (`U:`), `$ROAD_CRG_MPRO`, positions in WGS 84
//!   and their offsets, options of searches, checks and messages.
//!
//! A road stays where its header places it unless its file has modifiers that move it. The default modifiers of other programs, which move
//! every road to the origin, are not applied.
//!
//! If they are left out, the increments are 0.01 m, and numbered long sections are distributed evenly on both sides of
//! the reference line.
//!
//! # Refused
//!
//! Other channels, unknown keywords, and a file that contradicts itself.
//!
//! # Geometry
//!
//! The reference line has straight pieces of the length of the increment. The angle of channel phi in row `i` is the
//! heading of the piece that ends at point `i`; the angle of the first row is not used. If the file gives the end of
//! the line, the remaining gap is distributed over the line in proportion to the distance. A gap of more than a
//! hundredth of the length is refused.
//!
//! The cross section at a point is perpendicular to the chord between the two neighbours of the point. `v` is the
//! distance from a piece. `u` is the fraction of the piece's parallel through the point that lies between the cross
//! sections at its ends. So the cross sections of neighbouring pieces fit together on both sides. The height is
//! `z(u, v) = zr(u) + banking(u) v + grid(u, v)`: `zr` is the integral of the slope, and all three are interpolated
//! linearly between the points. The slope of the surface is the exact derivative, and jumps at the lines of the grid.
//!
//! A missing height is the height of its neighbour to the right, or else to the left (`GRID_NAN_MODE` 2). Outside the
//! grid the height is the height at the nearest `u` and `v` inside (border mode 2), unless an option sets a different
//! mode. Other modes are: no height (0, NaN), zero (1), the grid repeated (3) or the grid reflected (4). Before its
//! start and after its end, the reference line continues as a straight line.

mod border;
mod data;
mod header;
mod line;
mod mistake;
mod modifiers;
mod read;
mod road;
mod table;

pub use mistake::CrgMistake;
pub use road::OpenCrg;

use std::io;
use std::path::Path;
use std::string::ToString;
use std::vec::Vec;

impl OpenCrg {
    /// Reads the content of a file. A reference to a different file is refused: [`Self::open`] follows it.
    ///
    /// # Errors
    /// Returns the first mistake, or the first unsupported item, with its line and keyword.
    pub fn read(file: &[u8]) -> Result<Self, CrgMistake> {
        let mut none = |_: &Path| {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "its folder is not known; use `OpenCrg::open`",
            ))
        };
        read::read(file, Path::new(""), &mut none)
    }

    /// Reads a file, and the files to which it refers. The names of these files are relative to the file that has
    /// them.
    ///
    /// # Errors
    /// If a file cannot be read; otherwise as [`Self::read`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CrgMistake> {
        let path = path.as_ref();
        let mut files = |path: &Path| std::fs::read(path);
        let file = files(path).map_err(|why| CrgMistake {
            line: 0,
            message: path.display().to_string() + ": " + &why.to_string(),
        })?;
        read::read(&file, path, &mut files)
    }

    /// Reads the content of the file at a path. A function returns the files to which it refers, by their paths.
    ///
    /// # Errors
    /// As [`Self::read`]; a file that the function does not give.
    pub fn read_with(
        file: &[u8],
        path: &Path,
        files: &mut dyn FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, CrgMistake> {
        read::read(file, path, files)
    }
}
