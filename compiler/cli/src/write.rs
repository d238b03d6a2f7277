//! Writes files: completely or not at all, and never over a file that was read.

use crate::files;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use wishbone_workbench::Problem;

/// Writes a file. An existing file is kept until the new one is complete.
pub fn file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Problem> {
    if files::has_read(|read| is_same(read, path)) {
        return Err(Problem::Misuse(format!(
            "cannot write {}: this file was just read; give another one",
            path.display()
        )));
    }
    replace(path, content.as_ref())
        .map_err(|reason| Problem::Misuse(format!("cannot write {}: {reason}", path.display())))
}

/// Writes a file into a folder, which is created if it does not exist.
pub fn into_folder(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Problem> {
    if let Some(folder) = path.parent() {
        let made = fs::create_dir_all(folder);
        made.map_err(|reason| Problem::Misuse(format!("cannot make the folder {}: {reason}", folder.display())))?;
    }
    file(path, content)
}

/// Creates a folder, and checks that a file can be written there, before long work is done for it.
pub fn try_folder(folder: &Path) -> Result<(), Problem> {
    let told =
        |reason: io::Error| Problem::Misuse(format!("cannot write into the folder {}: {reason}", folder.display()));
    fs::create_dir_all(folder).map_err(told)?;
    let (tried, file) = temporary(&folder.join("tried")).map_err(told)?;
    drop(file);
    fs::remove_file(tried).map_err(told)
}

/// Creates the folder of a file, and checks that it can be written to.
pub fn try_folder_of(file: &Path) -> Result<(), Problem> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => try_folder(folder),
        _ => try_folder(Path::new(".")),
    }
}

/// Most symbolic links that are followed one after the other.
const MOST_LINKS: usize = 32;

/// The path that symbolic links lead to, even if nothing exists there yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // The file behind a link is replaced, not the link.
    let target = behind_links(path);
    let there = fs::metadata(&target).ok();
    if there.as_ref().is_some_and(|there| there.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        // A device or a pipe has no content to keep.
        return OpenOptions::new().write(true).open(&target)?.write_all(content);
    }
    let (temporary, file) = temporary(&target)?;
    let written =
        fill(file, content, there.map(|there| there.permissions())).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn fill(mut file: File, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Creates a new file in the folder of `target`, so that it can be renamed in one step.
fn temporary(target: &Path) -> io::Result<(PathBuf, File)> {
    const ATTEMPTS: u32 = 100;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..ATTEMPTS {
        let path = target.with_file_name(format!(".{name}.{}.{attempt}.tmp", process::id()));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists => last = reason,
            Err(reason) => return Err(reason),
        }
    }
    Err(last)
}

/// Whether both paths refer to the same file, also through links.
fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Device and inode number of a file.
#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}

/// The path with links resolved. Hard links are not recognised.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}
