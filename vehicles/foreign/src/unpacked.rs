//! FMUs in folders: the archive is unpacked once for all parts that are made from it.

use crate::described::Described;
use crate::{Wrong, wrong};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tempfile::TempDir;
use twox_hash::XxHash3_128;
use zip::ZipArchive;

/// Largest size of an FMU with all its files [bytes].
const MOST: u64 = 1 << 30;

/// An FMU in a folder, which is removed together with the FMU; a system may keep the file of a library that is loaded.
pub struct Unpacked {
    pub described: Described,
    /// Of its content.
    pub hash: u128,
    folder: TempDir,
}

impl Unpacked {
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

static KNOWN: Mutex<BTreeMap<u128, Weak<Unpacked>>> = Mutex::new(BTreeMap::new());

/// The FMU with this content.
///
/// # Errors
/// Returns an error if the file is not an archive, names files outside of its folder, is too large, or has a
/// description that cannot be read.
pub fn unpacked(content: &[u8]) -> Result<Arc<Unpacked>, Wrong> {
    let hash = XxHash3_128::oneshot(content);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&hash).and_then(Weak::upgrade) {
        return Ok(found);
    }
    let mut archive = ZipArchive::new(Cursor::new(content))
        .map_err(|reason| wrong(format!("it is no FMU, which is an archive of the format ZIP: {reason}")))?;
    let mut text = String::new();
    let mut description = archive
        .by_name("modelDescription.xml")
        .map_err(|_| wrong("it is no FMU: it has no `modelDescription.xml`"))?;
    let _ = (&mut description)
        .take(MOST)
        .read_to_string(&mut text)
        .map_err(|reason| wrong(format!("its `modelDescription.xml` cannot be read: {reason}")))?;
    drop(description);
    let described = Described::read(&text)?;
    let folder = tempfile::Builder::new().prefix("wishbone-fmu-").tempdir();
    let folder = folder.map_err(|reason| wrong(format!("there is no folder to unpack it to: {reason}")))?;
    files(&mut archive, folder.path())?;
    let unpacked = Arc::new(Unpacked {
        described,
        hash,
        folder,
    });
    let _ = known.insert(hash, Arc::downgrade(&unpacked));
    Ok(unpacked)
}

fn files(archive: &mut ZipArchive<Cursor<&[u8]>>, folder: &Path) -> Result<(), Wrong> {
    let told =
        |reason: &dyn std::fmt::Display| wrong(format!("it cannot be unpacked to {}: {reason}", folder.display()));
    let mut size = 0;
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).map_err(|reason| told(&reason))?;
        let Some(name) = file.enclosed_name() else {
            return Err(told(&"one of its files would lie outside of the folder"));
        };
        let path = folder.join(name);
        if file.is_dir() {
            fs::create_dir_all(&path).map_err(|reason| told(&reason))?;
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|reason| told(&reason))?;
        }
        let mut content = Vec::new();
        size += (&mut file)
            .take(MOST - size)
            .read_to_end(&mut content)
            .map_err(|reason| told(&reason))? as u64;
        if size >= MOST {
            return Err(told(&"it has more than a gibibyte"));
        }
        fs::write(&path, content).map_err(|reason| told(&reason))?;
    }
    Ok(())
}
