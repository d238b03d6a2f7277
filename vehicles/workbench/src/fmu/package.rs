//! The `resources` of an FMU: the vehicle's text with every file that it names, and the choices for the FMU.

use crate::files::Files;
use crate::manoeuvre;
use crate::outside::{Asked, Car};
use crate::problem::Problem;
use crate::vehicle::Declaration;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use wishbone_studies::manoeuvre::Manoeuvre;

/// Name of the file in `resources` that lists all others.
pub const CONTENTS: &str = "wishbone.json";

/// Name of the library in `resources` with the vehicle's machine code for a platform, by processor and system.
pub fn code_path([processor, system]: [&str; 2]) -> String {
    let ending = match system {
        "windows" => "dll",
        "macos" => "dylib",
        _ => "so",
    };
    format!("native/{processor}-{system}.{ending}")
}

/// A packed vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    contents: Contents,
    /// Files by the paths under which they are read.
    files: BTreeMap<String, Vec<u8>>,
}

/// The list of the packed files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    /// Version of the tool.
    wishbone: String,
    /// Path of the declaration, among the files.
    vehicle: String,
    asked: Asked,
    /// Name of each file in `resources`, by its path.
    files: BTreeMap<String, String>,
}

impl Package {
    /// Packs a declaration.
    ///
    /// # Errors
    /// If a file that it names, or the manoeuvre, cannot be read.
    pub fn of(declaration: &Declaration, asked: &Asked, files: &dyn Files) -> Result<Self, Problem> {
        let recorder = Recorder::new(files);
        let ending = if declaration.is_toml() { "toml" } else { "vehicle" };
        let folder = declaration.folder();
        let path = match folder.is_empty() {
            true => format!("vehicle.{ending}"),
            false => format!("{folder}/vehicle.{ending}"),
        };
        let text = declaration.text();
        let read = Declaration::of_text(&path, text, &recorder);
        // Everything that is read is read again here, and so recorded.
        if let Err(packed) = read.compile_to_run() {
            // Mistakes are told of the user's file.
            drop(declaration.compile_to_run()?);
            return Err(packed);
        }
        if let Some(word) = &asked.manoeuvre {
            drop(manoeuvre::find(word, &recorder)?);
        }
        let mut files = recorder.read();
        files.insert(path.clone(), text.as_bytes().to_vec());
        let stored = files.keys().enumerate().map(|(place, path)| {
            let ending = path.rsplit(['/', '\\']).next().unwrap_or(path);
            (path.clone(), format!("{place}_{ending}"))
        });
        let contents = Contents {
            wishbone: env!("CARGO_PKG_VERSION").to_owned(),
            vehicle: path,
            asked: asked.clone(),
            files: stored.collect(),
        };
        Ok(Self { contents, files })
    }

    /// Reads a package; `resource` gives the content of a file in `resources`.
    ///
    /// # Errors
    /// If a file is missing, or the list was written by another version.
    pub fn read(resource: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Self, Problem> {
        let told = |name: &str, reason: String| Problem::Misuse(format!("`resources/{name}` of the FMU: {reason}"));
        let list = resource(CONTENTS).map_err(|reason| told(CONTENTS, reason))?;
        let contents: Contents = serde_json::from_slice(&list).map_err(|reason| told(CONTENTS, reason.to_string()))?;
        if contents.wishbone != env!("CARGO_PKG_VERSION") {
            let (written, own) = (&contents.wishbone, env!("CARGO_PKG_VERSION"));
            let reason = format!("written by wishbone {written}, and the library is of {own}: export the FMU again");
            return Err(told(CONTENTS, reason));
        }
        let mut files = BTreeMap::new();
        for (path, stored) in &contents.files {
            files.insert(path.clone(), resource(stored).map_err(|reason| told(stored, reason))?);
        }
        Ok(Self { contents, files })
    }

    /// Name and content of each file in `resources`.
    pub fn resources(&self) -> Vec<(String, Vec<u8>)> {
        let mut list = serde_json::to_vec_pretty(&self.contents).unwrap_or_default();
        list.push(b'\n');
        let stored = self.contents.files.iter();
        let files = stored.filter_map(|(path, name)| Some((name.clone(), self.files.get(path)?.clone())));
        std::iter::once((CONTENTS.to_owned(), list)).chain(files).collect()
    }

    /// Token that shows whether model description and resources belong together: a hash of the whole packed content.
    pub fn token(&self) -> String {
        let mut hashes = [0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142];
        for (name, content) in self.resources() {
            for byte in name.bytes().chain([0]).chain(content).chain([0]) {
                // FNV-1a (Fowler, Noll & Vo 1991), from two begins.
                hashes = hashes.map(|hash| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
            }
        }
        let [high, low] = hashes;
        format!(
            "{{{:08x}-{:04x}-{:04x}-{:04x}-{:012x}}}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }

    /// What the FMU offers.
    pub fn asked(&self) -> &Asked {
        &self.contents.asked
    }

    /// The declaration.
    pub fn declaration(&self) -> Declaration {
        let text = self.files.get(&self.contents.vehicle).map_or(&[][..], Vec::as_slice);
        Declaration::of_text(&self.contents.vehicle, &String::from_utf8_lossy(text), self)
    }

    /// The vehicle that runs; `with_derivatives` has its exact derivatives compiled, which takes longer.
    ///
    /// # Errors
    /// The errors of [`Car::new`]; a manoeuvre that cannot be read.
    pub fn car(&self, with_derivatives: bool) -> Result<Car, Problem> {
        Car::new(self.declaration(), self.asked(), self.manoeuvre()?, with_derivatives)
    }

    /// The manoeuvre whose road and start it takes; `None` if none was given.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn manoeuvre(&self) -> Result<Option<Manoeuvre>, Problem> {
        let word = self.contents.asked.manoeuvre.as_ref();
        word.map(|word| manoeuvre::find(word, self)).transpose()
    }
}

impl Files for Package {
    fn text(&self, path: &str) -> Result<String, String> {
        let bytes = self.bytes(path)?;
        String::from_utf8(bytes).map_err(|_| "is no text".to_owned())
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        let found = self.files.get(path).cloned();
        found.ok_or_else(|| format!("`{path}` is not in the FMU"))
    }

    fn exists(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

/// Files that remember the files that were read.
struct Recorder<'f> {
    files: &'f dyn Files,
    read: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl<'f> Recorder<'f> {
    fn new(files: &'f dyn Files) -> Self {
        Self {
            files,
            read: Mutex::new(BTreeMap::new()),
        }
    }

    fn remember(&self, path: &str, content: &[u8]) {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(path.to_owned(), content.to_vec());
    }

    fn read(self) -> BTreeMap<String, Vec<u8>> {
        self.read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Recorder<'_> {
    fn text(&self, path: &str) -> Result<String, String> {
        let text = self.files.text(path)?;
        self.remember(path, text.as_bytes());
        Ok(text)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        let bytes = self.files.bytes(path)?;
        self.remember(path, &bytes);
        Ok(bytes)
    }

    fn exists(&self, path: &str) -> bool {
        self.files.exists(path)
    }
}
