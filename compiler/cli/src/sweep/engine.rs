//! Engines that compute the shards of a sweep: their adapters are in the package for Python.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use wishbone_workbench::Problem;

/// Variables that name another Python than `python3`, and the tool that the workers call.
const PYTHON: &str = "WISHBONE_PYTHON";
const TOOL: &str = "WISHBONE_TOOL";
/// Module that calls the adapters.
const MODULE: &str = "wishbone";

/// An engine and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Address of the scheduler of a Dask cluster: `tcp://host:8786`.
    Dask(String),
    /// Folder of a HyperQueue server; `None` for the usual one.
    HyperQueue(Option<String>),
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once("://") {
            Some(("dask", place)) if !place.is_empty() => Ok(Self::Dask(format!("tcp://{place}"))),
            Some(("hyperqueue", place)) if !place.is_empty() => Ok(Self::HyperQueue(Some(place.to_owned()))),
            None if text == "hyperqueue" => Ok(Self::HyperQueue(None)),
            _ => Err(
                "no engine such as `dask://host:8786`, `hyperqueue` or `hyperqueue://folder`; for Slurm there is \
                 `wishbone sweep slurm`"
                    .to_owned(),
            ),
        }
    }
}

impl Engine {
    /// Computes all shards on the engine, and merges them.
    ///
    /// # Errors
    /// If Python or its package is missing, or the adapter fails; its words are passed on.
    pub fn compute(&self, plan: &Path, out: &Path, shards: u64) -> Result<(), Problem> {
        let python = std::env::var_os(PYTHON).unwrap_or_else(|| OsString::from("python3"));
        let mut command = Command::new(&python);
        command.args(["-m", MODULE]).args(self.words());
        command.arg(plan).arg(out).arg(shards.to_string());
        if std::env::var_os(TOOL).is_none()
            && let Ok(tool) = std::env::current_exe()
        {
            command.env(TOOL, tool);
        }
        let name = python.to_string_lossy();
        let done = command.output().map_err(|reason| {
            let told = "engines are called by the package for Python, see docs/book/elsewhere/python.md";
            Problem::Misuse(format!(
                "cannot start `{name}`: {reason}; {told}; {PYTHON} names another Python"
            ))
        })?;
        if done.status.success() {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&done.stderr);
        Err(match words.contains("No module named") {
            true => Problem::Misuse(format!(
                "`{name}` has no package `wishbone`, which calls the engines: install it (docs/book/elsewhere/python.md), or name another \
                 Python in {PYTHON}"
            )),
            false => Problem::Finding(words.trim().to_owned()),
        })
    }

    /// Words for the adapters.
    fn words(&self) -> [&str; 2] {
        match self {
            Self::Dask(address) => ["dask", address],
            Self::HyperQueue(server) => ["hyperqueue", server.as_deref().unwrap_or_default()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named_by_addresses() {
        for (text, engine) in [
            ("dask://host:8786", Engine::Dask("tcp://host:8786".to_owned())),
            ("hyperqueue", Engine::HyperQueue(None)),
            (
                "hyperqueue:///home/me/hq",
                Engine::HyperQueue(Some("/home/me/hq".to_owned())),
            ),
        ] {
            assert_eq!(text.parse(), Ok(engine));
        }
        for text in ["", "dask", "dask://", "slurm", "tcp://host:8786", "hyperqueue://"] {
            let told = text.parse::<Engine>().expect_err("no engine");
            assert!(told.contains("dask://host:8786"), "{text}: {told}");
        }
    }
}
