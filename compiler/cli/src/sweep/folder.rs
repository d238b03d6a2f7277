//! The folder of a sweep: its parts, which of them exist, and the file of the whole sweep.

use super::part::{self, Head};
use super::shard::MOST;
use crate::write;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use wishbone_workbench::Problem;
use wishbone_workbench::sweep::Results;

/// File names of the whole sweep.
const WHOLE: &str = "sweep.parquet";
const WHOLE_CSV: &str = "sweep.csv";
/// Most parts that are named in a message.
const NAMED: usize = 12;

/// A folder of parts.
pub struct Folder(PathBuf);

/// Rows of a whole sweep, with its key.
pub struct Whole {
    /// The rows in order.
    pub results: Results,
    key: String,
}

impl Folder {
    /// The folder at a path.
    pub fn of(path: &Path) -> Self {
        Self(path.to_owned())
    }

    fn part(&self, shard: u64, shards: u64) -> PathBuf {
        self.0.join(format!("part-{shard}-of-{shards}.parquet"))
    }

    /// Whether the part exists already, with this number of rows, and belongs to the sweep with this key.
    ///
    /// # Errors
    /// If another file has the name of the part.
    pub fn has(&self, (shard, shards): (u64, u64), key: &str, rows: u64) -> Result<bool, Problem> {
        let path = self.part(shard, shards);
        if !path.exists() {
            return Ok(false);
        }
        let why = match part::head(&path) {
            Ok(head) if head.key == key && head.rows == rows => match part::read(&path) {
                Ok(_) => return Ok(true),
                Err(reason) => format!("is damaged: {reason}"),
            },
            Ok(head) if head.key == key => format!("has {} rows, and not {rows}", head.rows),
            Ok(_) => "is a part of another sweep: plan, vehicle, files or version were others".to_owned(),
            Err(reason) => format!("cannot be read: {reason}"),
        };
        Err(Problem::Misuse(format!(
            "{} {why}; remove it, or give another folder by `--out`",
            path.display()
        )))
    }

    /// Refuses a folder that has parts of the same sweep with a different number of parts.
    ///
    /// # Errors
    /// One of those parts, or that the folder cannot be read.
    pub fn refuse_others(&self, shards: u64) -> Result<(), Problem> {
        match self.named()?.into_iter().find(|(_, own, _)| *own != shards) {
            None => Ok(()),
            Some((_, own, path)) => Err(Problem::Misuse(format!(
                "{} is of a sweep that is cut into {own}, and this one into {shards}: the plan, or the number of shards, was another; remove \
                 the parts of the other one, or give another folder by `--out`",
                path.display()
            ))),
        }
    }

    /// Writes a part: completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(
        &self,
        (shard, shards): (u64, u64),
        results: &Results,
        (key, variants): (&str, u64),
    ) -> Result<(), Problem> {
        let path = self.part(shard, shards);
        let content = part::content(results, key, variants);
        let content =
            content.map_err(|reason| Problem::Misuse(format!("cannot write {}: {reason}", path.display())))?;
        write::into_folder(&path, content)
    }

    /// Merges the parts.
    ///
    /// # Errors
    /// If parts are missing or belong to another sweep. The message names all of them.
    pub fn merged(&self) -> Result<Whole, Problem> {
        let found = self.parts()?;
        let shards = self.sharing(&found)?;
        let own: Vec<&Found> = found.iter().filter(|own| own.shards == shards).collect();
        let key = most_frequent(own.iter().map(|own| own.head.key.clone())).unwrap_or_default();
        self.complain(&own, shards, &key)?;
        let mut results = Results::default();
        for own in own {
            let rows = part::read(&own.path).map_err(|reason| cannot_read(&own.path, &reason))?;
            let (first, wanted) = (rows.rows.first().map(|row| row.index), results.rows.len() as u64);
            if let Some(first) = first.filter(|first| *first != wanted) {
                return Err(Problem::Finding(format!(
                    "{} begins with variant {first}, and {wanted} is the next one: remove it, and compute shard {}/{shards} again",
                    own.path.display(),
                    own.shard
                )));
            }
            results.append(rows);
        }
        let variants = found.first().map_or(0, |own| own.head.variants);
        let is_whole = results.rows.len() as u64 == variants
            && results.rows.iter().zip(0..).all(|(row, index)| row.index == index);
        match is_whole {
            true => {
                self.tidy();
                Ok(Whole { results, key })
            }
            false => Err(Problem::Finding(format!(
                "the parts in {} hold {} rows, and not those of {variants} variants",
                self.0.display(),
                results.rows.len()
            ))),
        }
    }

    /// Removes what killed writes of parts left behind, once all parts are there.
    fn tidy(&self) {
        let Ok(entries) = fs::read_dir(&self.0) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(".part-") && name.ends_with(".tmp") {
                // A file that stays does no harm.
                let _ = fs::remove_file(&path);
            }
        }
    }

    /// Reports the parts that are missing and the parts of other sweeps.
    fn complain(&self, own: &[&Found], shards: u64, key: &str) -> Result<(), Problem> {
        let missing = (1..=shards).filter(|shard| !own.iter().any(|own| own.shard == *shard));
        let missing: Vec<String> = missing.map(|shard| format!("{shard}/{shards}")).collect();
        let foreign = own.iter().filter(|own| own.head.key != key);
        let foreign: Vec<String> = foreign.map(|own| own.path.display().to_string()).collect();
        let mut told = Vec::new();
        if !missing.is_empty() {
            told.push(format!(
                "{} of {shards} parts are missing in {}: compute shard {}",
                missing.len(),
                self.0.display(),
                listed(&missing)
            ));
        }
        if !foreign.is_empty() {
            told.push(format!(
                "of another sweep than the others: {}; remove them",
                listed(&foreign)
            ));
        }
        match told.is_empty() {
            true => Ok(()),
            false => Err(Problem::Finding(told.join("\n"))),
        }
    }

    /// The number of shards that the sweep was cut into, from the names of the parts.
    fn sharing(&self, found: &[Found]) -> Result<u64, Problem> {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        found.iter().for_each(|own| *counts.entry(own.shards).or_insert(0) += 1);
        let each: Vec<String> = counts
            .iter()
            .map(|(shards, there)| format!("{there} of {shards}"))
            .collect();
        match counts.len() {
            1 => Ok(found[0].shards),
            0 => Err(Problem::Misuse(format!(
                "there is no part of a sweep in {}",
                self.0.display()
            ))),
            _ => Err(Problem::Finding(format!(
                "{} has parts of several numbers of shards ({}): leave those of one there",
                self.0.display(),
                each.join(", ")
            ))),
        }
    }

    /// The existing parts, in order.
    fn parts(&self) -> Result<Vec<Found>, Problem> {
        let each = self.named()?.into_iter().map(|(shard, shards, path)| {
            let head = part::head(&path).map_err(|reason| cannot_read(&path, &reason))?;
            Ok(Found {
                shard,
                shards,
                path,
                head,
            })
        });
        each.collect()
    }

    /// Shard, number of shards and path of the files that are named as parts, in order.
    fn named(&self) -> Result<Vec<(u64, u64, PathBuf)>, Problem> {
        let told = |reason: std::io::Error| Problem::Misuse(format!("cannot read {}: {reason}", self.0.display()));
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(told)? {
            let path = entry.map_err(told)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(named(&name).map(|(shard, shards)| (shard, shards, path)));
        }
        found.sort_by_key(|(shard, shards, _)| (*shards, *shard));
        Ok(found)
    }

    /// Writes the whole sweep as Parquet, or as comma-separated values.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn whole(&self, whole: &Whole, csv: bool) -> Result<PathBuf, Problem> {
        let path = self.0.join(if csv { WHOLE_CSV } else { WHOLE });
        let content = match csv {
            true => Ok(whole.results.csv().into_bytes()),
            false => part::content(&whole.results, &whole.key, whole.results.rows.len() as u64),
        };
        let content =
            content.map_err(|reason| Problem::Misuse(format!("cannot write {}: {reason}", path.display())))?;
        write::file(&path, content)?;
        Ok(path)
    }
}

/// A part that exists in the folder.
struct Found {
    shard: u64,
    shards: u64,
    path: PathBuf,
    head: Head,
}

/// Number of the shard and number of shards in the name of a part; `None` for other files.
fn named(name: &str) -> Option<(u64, u64)> {
    let (shard, shards) = name
        .strip_prefix("part-")?
        .strip_suffix(".parquet")?
        .split_once("-of-")?;
    let (shard, shards) = (shard.parse().ok()?, shards.parse().ok()?);
    ((1..=MOST).contains(&shards) && (1..=shards).contains(&shard)).then_some((shard, shards))
}

fn cannot_read(path: &Path, reason: &str) -> Problem {
    Problem::Misuse(format!("cannot read {}: {reason}", path.display()))
}

fn most_frequent(keys: impl Iterator<Item = String>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    keys.for_each(|key| *counts.entry(key).or_insert(0) += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(key, _)| key)
}

/// The first [`NAMED`] names, and the number of the others.
fn listed(names: &[String]) -> String {
    let first = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len() > NAMED {
        true => format!("{first} and {} more", names.len() - NAMED),
        false => first,
    }
}
