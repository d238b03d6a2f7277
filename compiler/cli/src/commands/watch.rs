//! `wishbone watch`

use super::kc;
use crate::arguments::Kc;
use crate::failure;
use crate::files::Terminal;
use crate::print;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::{self, Declaration};

/// Time between two checks of the files.
const LOOK: Duration = Duration::from_millis(50);

/// Measures the suspensions at once and whenever a file of the vehicles changes; never ends by itself.
pub fn run(options: &Kc) -> Result<(), Problem> {
    if options.designs.sources.iter().any(|source| source == "-") {
        return Err(Problem::Misuse(
            "the standard input cannot be watched: give a file".to_owned(),
        ));
    }
    let mut seen = Vec::new();
    loop {
        let now = stamps(&files(options));
        if now != seen {
            seen = now;
            let start = Instant::now();
            match kc::run(options) {
                Ok(_) => print::out(&format!(
                    "measured in {:.2} s; waiting for a change\n\n",
                    start.elapsed().as_secs_f64()
                ))?,
                // A file that is half written or has a mistake is reported; the next save may mend it.
                Err(reason) => {
                    let _ = failure::report(&reason);
                }
            }
        }
        thread::sleep(LOOK);
    }
}

/// All files that the vehicles are read from, included files too. If the vehicles cannot be read, only the given files.
fn files(options: &Kc) -> Vec<PathBuf> {
    let each = options.designs.sources.iter().flat_map(|source| {
        let declared = vehicle::all(source, None, &Terminal).unwrap_or_default();
        let included = declared.iter().flat_map(Declaration::files);
        std::iter::once(PathBuf::from(source))
            .chain(included)
            .collect::<Vec<PathBuf>>()
    });
    each.collect()
}

/// Time of the last change of each file.
fn stamps(files: &[PathBuf]) -> Vec<(PathBuf, Option<SystemTime>)> {
    let stamp = |file: &PathBuf| (file.clone(), fs::metadata(file).and_then(|found| found.modified()).ok());
    files.iter().map(stamp).collect()
}
