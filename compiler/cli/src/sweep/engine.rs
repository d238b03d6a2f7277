//! Engines that compute the shards of a sweep: their adapters are in the package for Python.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};
use std::str::FromStr;
use wishbone_workbench::Problem;

/// Environment variables with the name of another Python than `python3`, and with the tool that the workers call.
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
            Some(("dask", place)) => scheduler(place).map(Self::Dask),
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

/// Address of the scheduler of Dask: its host and port, with or without the `tcp://` that the scheduler itself prints.
fn scheduler(place: &str) -> Result<String, String> {
    let place = place.strip_prefix("tcp://").unwrap_or(place);
    match place.rsplit_once(':') {
        Some((host, port)) if is_host(host) && port.parse::<u16>().is_ok_and(|port| port > 0) => {
            Ok(format!("tcp://{place}"))
        }
        _ => Err(format!(
            "`{place}` is no host with a port: write such as `dask://host:8786`"
        )),
    }
}

/// Whether a text is a name or a number of a host. Numbers with colons stand in brackets.
fn is_host(text: &str) -> bool {
    let is_in_brackets = text.starts_with('[') && text.ends_with(']');
    !text.is_empty() && !text.contains('/') && (is_in_brackets || !text.contains(':'))
}

impl Engine {
    /// Computes all shards on the engine, and merges them.
    ///
    /// # Errors
    /// Returns an error if Python or its package is missing, or if the adapter fails. The error passes on the adapter's
    /// own message, without the messages of the engine.
    pub fn compute(&self, plan: &Path, out: &Path, shards: u64) -> Result<(), Problem> {
        let python = std::env::var_os(PYTHON).unwrap_or_else(|| OsString::from("python3"));
        let mut command = Command::new(&python);
        command.args(["-m", MODULE]).args(self.words());
        command.arg(plan).arg(out).arg(shards.to_string());
        // What the adapter prints is read as UTF-8.
        command.env("PYTHONIOENCODING", "utf-8:backslashreplace");
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
        match done.status.success() {
            true => Ok(()),
            false => Err(failed(&name, &done)),
        }
    }

    /// Words for the adapters.
    fn words(&self) -> [&str; 2] {
        match self {
            Self::Dask(address) => ["dask", address],
            Self::HyperQueue(server) => ["hyperqueue", server.as_deref().unwrap_or_default()],
        }
    }
}

/// Why the adapter failed. The adapter prints its message on the standard output. The standard error has messages of
/// the engine, or of a Python that cannot start the adapter.
fn failed(python: &str, done: &Output) -> Problem {
    let words = String::from_utf8_lossy(&done.stdout);
    match words.trim() {
        "" => not_started(python, done),
        words => Problem::Finding(words.to_owned()),
    }
}

/// A Python that cannot start the adapter: the last line of its errors tells the reason.
fn not_started(python: &str, done: &Output) -> Problem {
    let errors = String::from_utf8_lossy(&done.stderr);
    let reason = errors
        .trim_end()
        .lines()
        .last()
        .map_or_else(|| done.status.to_string(), str::to_owned);
    let (told, remedy) = match is_missing(&reason) {
        true => (
            "has no package `wishbone`, which calls the engines".to_owned(),
            "install it (docs/book/elsewhere/python.md)",
        ),
        false => (
            format!("cannot load the package `wishbone`, which calls the engines ({reason})"),
            "install what it needs",
        ),
    };
    Problem::Misuse(format!(
        "`{python}` {told}: {remedy}, or name another Python in {PYTHON}"
    ))
}

/// Whether Python tells of the package `wishbone` that it is not there. A folder of this name is no package.
fn is_missing(reason: &str) -> bool {
    let name = reason.split_once("No module named ").map(|(_, name)| name);
    name.is_some_and(|name| ["wishbone", "'wishbone'"].contains(&name) || name.starts_with("wishbone.__main__;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named_by_addresses() {
        for (text, engine) in [
            ("dask://host:8786", Engine::Dask("tcp://host:8786".to_owned())),
            ("dask://tcp://10.0.0.1:1", Engine::Dask("tcp://10.0.0.1:1".to_owned())),
            ("dask://[::1]:8786", Engine::Dask("tcp://[::1]:8786".to_owned())),
            ("hyperqueue", Engine::HyperQueue(None)),
            (
                "hyperqueue:///home/me/hq",
                Engine::HyperQueue(Some("/home/me/hq".to_owned())),
            ),
        ] {
            assert_eq!(text.parse(), Ok(engine));
        }
        for text in [
            "",
            "dask",
            "dask://",
            "dask://host",
            "dask://host:",
            "dask://:8786",
            "dask://host:port",
            "dask://host:0",
            "dask://host:8786/status",
            "dask://tls://host:8786",
            "dask://::1:8786",
            "slurm",
            "tcp://host:8786",
            "hyperqueue://",
        ] {
            let told = text.parse::<Engine>().expect_err("no engine");
            assert!(told.contains("dask://host:8786"), "{text}: {told}");
        }
    }

    #[test]
    fn only_a_missing_package_is_missing() {
        for (reason, wanted) in [
            ("/usr/bin/python3: No module named wishbone", true),
            ("ModuleNotFoundError: No module named 'wishbone'", true),
            (
                "python3: No module named wishbone.__main__; 'wishbone' is a package and cannot be directly executed",
                true,
            ),
            ("ModuleNotFoundError: No module named 'numpy'", false),
            ("ModuleNotFoundError: No module named 'wishbone._wishbone'", false),
            ("", false),
        ] {
            assert_eq!(is_missing(reason), wanted, "{reason}");
        }
    }
}
