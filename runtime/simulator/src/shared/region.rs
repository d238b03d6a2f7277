//! A file mapped into memory.
//!
//! The words are atomic on both sides, so that there is no data race within this process or with the other process. If a partner
//! shortens the file while it is mapped, the next access fails in the operating system (SIGBUS). Keep the file in a folder to which
//! only partners can write, such as a folder under `/dev/shm`.
#![allow(unsafe_code, reason = "the words of a mapped file are shared with other processes")]

use crate::shared::layout::MARK;
use crate::shared::{AtomicWord, Layout};
use core::fmt;
use core::sync::atomic::Ordering;
use memmap2::MmapRaw;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::String;

/// A shared memory that could not be created or opened.
#[derive(Debug)]
pub struct Unmapped {
    path: PathBuf,
    why: String,
}

impl fmt::Display for Unmapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the shared memory {} {}", self.path.display(), self.why)
    }
}

impl core::error::Error for Unmapped {}

/// The words of a mapped file. The file remains when the region is dropped.
#[derive(Debug)]
pub struct Region {
    memory: MmapRaw,
    words: usize,
}

impl Region {
    /// Creates the file of a layout. An older shared memory at the path is replaced; its partners keep the old memory
    /// and are not informed of the new memory. Any other file at the path is not changed.
    ///
    /// # Errors
    /// Returns an error if something other than a shared memory of a vehicle is at the path, or if the file cannot be
    /// created or mapped.
    pub fn create(path: impl AsRef<Path>, layout: &Layout) -> Result<Self, Unmapped> {
        let path = path.as_ref();
        let refused = |why: io::Error| unmapped(path, std::format!("cannot be made: {why}"));
        if is_older_memory(path)? {
            fs::remove_file(path).map_err(refused)?;
        }
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(refused)?;
        file.set_len(8 * layout.words() as u64).map_err(refused)?;
        let memory = MmapRaw::map_raw(&file).map_err(refused)?;
        let region = Self {
            memory,
            words: layout.words(),
        };
        let words = region.words();
        words[1].store(layout.hash(), Ordering::Relaxed);
        words[2].store(layout.words() as u64, Ordering::Relaxed);
        // The mark is written last, so that a process that reads the mark also reads the other words.
        words[0].store(MARK, Ordering::Release);
        Ok(region)
    }

    /// Opens the file of a layout as a partner, and attaches.
    ///
    /// # Errors
    /// Returns an error if the file cannot be mapped, is not a shared memory of a vehicle, or has a different layout.
    pub fn attach(path: impl AsRef<Path>, layout: &Layout) -> Result<Self, Unmapped> {
        let path = path.as_ref();
        let refused = |why: io::Error| unmapped(path, std::format!("cannot be opened: {why}; start the vehicle first"));
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(refused)?;
        let length = file.metadata().map_err(refused)?.len();
        if length < 64 {
            return Err(unmapped(
                path,
                std::format!("has {length} bytes; it is none of a vehicle"),
            ));
        }
        let memory = MmapRaw::map_raw(&file).map_err(refused)?;
        let words = memory.len() / 8;
        let region = Self { memory, words };
        let all = region.words();
        if all[0].load(Ordering::Acquire) != MARK {
            return Err(unmapped(path, String::from("is none of a vehicle")));
        }
        let (found, wanted) = (all[1].load(Ordering::Relaxed), layout.hash());
        if found != wanted || words < layout.words() {
            let why = std::format!(
                "has the layout {found:#018x}, not {wanted:#018x}; build the partner from the vehicle's layout"
            );
            return Err(unmapped(path, why));
        }
        all[3].store(wanted, Ordering::Release);
        Ok(region)
    }

    /// All words.
    pub fn words(&self) -> &[AtomicWord] {
        // SAFETY: the mapping is `self.words` words long, aligned to a page, lives as long as `self`, and is only ever accessed
        // through atomic words.
        unsafe { core::slice::from_raw_parts(self.memory.as_mut_ptr().cast::<AtomicWord>(), self.words) }
    }
}

/// Whether there is a shared memory of a vehicle at the path, of any layout; false if nothing is at the path.
///
/// # Errors
/// Returns an error if something else is at the path: a file without the mark, a link, a folder, a device.
fn is_older_memory(path: &Path) -> Result<bool, Unmapped> {
    let foreign = |what: &str| {
        let why = std::format!("cannot be made: {what} stands at this path, and is left alone; choose another path");
        unmapped(path, why)
    };
    let unread = |why: io::Error| unmapped(path, std::format!("cannot be made: {why}"));
    let kind = match fs::symlink_metadata(path) {
        Ok(found) => found.file_type(),
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(why) => return Err(unread(why)),
    };
    if kind.is_symlink() {
        return Err(foreign("a symbolic link"));
    }
    if kind.is_dir() {
        return Err(foreign("a folder"));
    }
    if !kind.is_file() {
        return Err(foreign("a device or pipe"));
    }
    let mut mark = [0; 8];
    match File::open(path).and_then(|mut file| file.read_exact(&mut mark)) {
        Ok(()) if u64::from_ne_bytes(mark) == MARK => Ok(true),
        Ok(()) => Err(foreign("a file that is no shared memory of a vehicle")),
        Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => {
            Err(foreign("a file that is no shared memory of a vehicle"))
        }
        Err(why) => Err(unread(why)),
    }
}

fn unmapped(path: &Path, why: String) -> Unmapped {
    Unmapped {
        path: path.to_path_buf(),
        why,
    }
}
