//! A file mapped into memory.
//!
//! The words are atomic on both sides, so that there is no data race within the process, and none is asked of the other. A
//! partner that shortens the file while it is mapped makes the next access fail in the operating system (SIGBUS): keep it in
//! a folder to which only partners can write, such as one under `/dev/shm`.
#![allow(unsafe_code, reason = "the words of a mapped file are shared with other processes")]

use crate::shared::layout::MARK;
use crate::shared::{AtomicWord, Layout};
use core::fmt;
use core::sync::atomic::Ordering;
use memmap2::MmapRaw;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;

/// A shared memory that could not be made or opened.
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

/// The words of a mapped file. The file stays when it is dropped.
#[derive(Debug)]
pub struct Region {
    memory: MmapRaw,
    words: usize,
}

impl Region {
    /// Makes the file of a layout, in place of an older one: partners of that keep it and never hear of this one.
    ///
    /// # Errors
    /// If the file cannot be made or mapped.
    pub fn create(path: impl AsRef<Path>, layout: &Layout) -> Result<Self, Unmapped> {
        let path = path.as_ref();
        let refused = |why: io::Error| unmapped(path, std::format!("cannot be made: {why}"));
        match fs::remove_file(path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(refused(why)),
            _ => {}
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
        // Last, so that whoever sees the mark sees the rest.
        words[0].store(MARK, Ordering::Release);
        Ok(region)
    }

    /// Opens the file of a layout as a partner, and attaches.
    ///
    /// # Errors
    /// If the file cannot be mapped, is none of a vehicle, or has another layout.
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

fn unmapped(path: &Path, why: String) -> Unmapped {
    Unmapped {
        path: path.to_path_buf(),
        why,
    }
}
