//! Number of instructions of a part, counted by valgrind, which is reproducible.
//!
//! The program calls itself under valgrind's `cachegrind`: once with one pass over all states, and once with more
//! passes. The difference belongs to the additional passes. Valgrind supports AVX2 and fused operations, but not
//! AVX-512. So a solver that asks for the level of the processor uses v3.

use crate::subject::{Part, STATES, Subject};
use crate::vehicles::{self, Visit};
use std::env;
use std::path::Path;
use std::process::Command;
use wishbone::solver::Solver;

/// First argument of a call that only runs passes.
pub const PASSES: &str = "--passes";

/// Mean number of instructions of a call over all states; `None` if valgrind is not available.
pub fn count(vehicle: &str, part: Part) -> Option<f64> {
    const MORE: u64 = 20;
    let more = run(vehicle, part, 1 + MORE)?.checked_sub(run(vehicle, part, 1)?)?;
    Some(more as f64 / (MORE * STATES as u64) as f64)
}

/// Number of instructions of a whole run.
fn run(vehicle: &str, part: Part, passes: u64) -> Option<u64> {
    refs(&cachegrind(vehicle, part, passes, Path::new("/dev/null"))?)
}

/// Runs passes under cachegrind, which writes its counts by line to the file; returns its output.
pub(crate) fn cachegrind(vehicle: &str, part: Part, passes: u64, lines: &Path) -> Option<String> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no"])
        .arg(format!("--cachegrind-out-file={}", lines.display()))
        .arg(env::current_exe().ok()?)
        .args([PASSES, vehicle, part.word(), &passes.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.success().then_some(said)
}

/// The total in a line that cachegrind prints, such as `==12== I   refs:      1,234,567`.
fn refs(printed: &str) -> Option<u64> {
    let line = printed.lines().find(|line| line.contains("refs:"))?;
    let digits: String = line.rsplit(':').next()?.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The called side: runs the passes given by the arguments after [`PASSES`]. Returns an error for wrong arguments.
pub fn passes(arguments: &[String]) -> Result<(), String> {
    let [vehicle, part, passes] = arguments else {
        return Err(format!("{PASSES} takes a vehicle, a part and a number of passes"));
    };
    let part = Part::ALL.into_iter().find(|known| known.word() == part);
    let passes: u64 = passes
        .parse()
        .map_err(|_| format!("`{passes}` is no number of passes"))?;
    let mut passer = Passer {
        vehicle,
        part: part.ok_or("no such part")?,
        passes,
        found: false,
    };
    vehicles::all(&mut passer);
    #[cfg(feature = "methods")]
    vehicles::by_method(&mut passer);
    passer
        .found
        .then_some(())
        .ok_or_else(|| format!("there is no vehicle `{vehicle}`"))
}

struct Passer<'a> {
    vehicle: &'a str,
    part: Part,
    passes: u64,
    found: bool,
}

impl Passer<'_> {
    /// Runs the passes if the vehicle has the wanted name.
    fn pass<S: Solver + Default + Clone>(&mut self, name: &str) {
        if name == self.vehicle {
            self.found = true;
            let mut subject = Subject::of(S::default());
            (0..self.passes).for_each(|_| subject.pass(self.part));
        }
    }
}

impl Visit for Passer<'_> {
    fn vehicle<S: Solver + Default + Clone>(&mut self, _: &'static str) {
        self.pass::<S>(S::default().description().name);
    }
}

#[cfg(feature = "methods")]
impl vehicles::VisitMethod for Passer<'_> {
    fn vehicle<S: Solver + Default + Clone>(&mut self, made: &vehicles::Made) {
        self.pass::<S>(made.file);
    }
}

#[cfg(test)]
mod tests {
    use super::refs;

    #[test]
    fn the_total_is_read() {
        assert_eq!(
            refs("==7== Cachegrind\n==7== I   refs:      1,234,567\n"),
            Some(1_234_567)
        );
        assert_eq!(refs("==7== I refs: 12"), Some(12));
        assert_eq!(refs("nothing"), None);
    }
}
