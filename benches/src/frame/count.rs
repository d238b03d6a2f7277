//! Instructions of single frames and of their parts, counted by valgrind's `callgrind`.
//!
//! The program calls itself under valgrind. The counts depend on the drive and on the compiler, but not on the machine
//! or its other load. Valgrind has no AVX-512, so the solver runs at the level v3.

use crate::frame::{BUMPS, FRAMES, Loop, Truck, whole};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use wishbone::subsystem::Subsystem;
use wishbone_vehicles::Hmmwv;

/// First argument of a call that only carries out the drive.
pub const DRIVE: &str = "--drive";
/// Interval between counted frames.
pub const EVERY: usize = 10;

/// Parts of a frame, with the functions that compute them.
const PARTS: [(&str, &str); 8] = [
    ("whole frame", "frame_counted"),
    ("step of truck, tyres, driveline", "frame_step"),
    ("motion of the head", "frame_head"),
    ("outputs of the truck", "frame_outputs"),
    ("platform: washout, limits, legs", "frame_cueing"),
    ("perception, in the vehicle and on the platform", "frame_perception"),
    ("loading: column, pedals, lever, gauges, sound", "frame_loading"),
    ("of it: kinematics for the force of the rack", "rack_force"),
];

/// Carries out the drive in the program that runs under callgrind. Callgrind counts one frame in [`EVERY`].
///
/// # Errors
/// If a frame fails.
pub fn drive() -> Result<(), Box<dyn Error>> {
    let folder = Folder::new("drive")?;
    let mut whole = whole(&folder.0.join("memory"), BUMPS[0])?;
    for place in 0..FRAMES {
        whole.send();
        match place % EVERY {
            0 => {
                frame_awaited();
                frame_counted(&mut whole)?;
            }
            _ => whole.work()?,
        }
    }
    Ok(())
}

/// Marks the beginning of a counted frame, after which callgrind starts to count anew.
#[inline(never)]
fn frame_awaited() {
    std::hint::black_box(());
}

#[inline(never)]
fn frame_counted<E>(whole: &mut Loop<E>) -> Result<(), String>
where
    E: Subsystem<Hmmwv> + Clone,
    Truck<E>: Clone,
{
    whole.work()
}

/// Numbers of instructions of single frames, one in [`EVERY`]; `None` if valgrind is not available.
pub fn frames() -> Option<Vec<u64>> {
    let folder = Folder::new("frames").ok()?;
    callgrind(
        &folder.0,
        &["--dump-after=*frame_awaited*", "--dump-after=*frame_counted*"],
    )?;
    let mut counts: Vec<(u64, u64)> = fs::read_dir(&folder.0)
        .ok()?
        .filter_map(|entry| counted(&entry.ok()?.path()))
        .collect();
    counts.sort_unstable();
    Some(counts.into_iter().map(|(_, count)| count).collect())
}

/// Number and total count of a part that callgrind wrote after a counted frame.
fn counted(part: &Path) -> Option<(u64, u64)> {
    let number = part.extension()?.to_str()?.parse().ok()?;
    let text = fs::read_to_string(part).ok()?;
    let of = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    of("desc: Trigger:")?.contains("frame_counted").then_some(())?;
    Some((number, of("totals:")?.trim().parse().ok()?))
}

/// Mean numbers of instructions of the parts of a frame, with their names; `None` if valgrind is not available.
pub fn parts() -> Option<Vec<(&'static str, f64)>> {
    let folder = Folder::new("parts").ok()?;
    callgrind(&folder.0, &["--collect-atstart=no", "--toggle-collect=*frame_counted*"])?;
    let said = Command::new("callgrind_annotate")
        .args(["--inclusive=yes", "--threshold=100"])
        .arg(folder.0.join(COUNTS))
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let frames = FRAMES.div_ceil(EVERY) as f64;
    let each = PARTS.map(|(name, function)| Some((name, inclusive(&text, function)? as f64 / frames)));
    each.into_iter().collect()
}

/// Instructions in a function, including the functions that it calls, from lines such as
/// `1,234 (12.3%) file:package::module::function [program]`.
fn inclusive(text: &str, function: &str) -> Option<u64> {
    let line = text.lines().find(|line| {
        let mut after = line.split(function).skip(1);
        line.contains("wishbone_benches")
            && after.any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })?;
    let digits = line.trim_start().split([' ', '(']).next()?.replace(',', "");
    digits.parse().ok()
}

/// Name of the file of counts in its folder.
const COUNTS: &str = "counts";

/// Runs [`drive`] under callgrind, which writes its counts into the folder.
fn callgrind(folder: &Path, arguments: &[&str]) -> Option<()> {
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .args(arguments)
        .arg(format!("--callgrind-out-file={}", folder.join(COUNTS).display()))
        .arg(env::current_exe().ok()?)
        .arg(DRIVE)
        .output()
        .ok()?;
    output.status.success().then_some(())
}

/// A temporary folder, which is removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates the folder.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(name: &str) -> std::io::Result<Self> {
        let path = env::temp_dir().join(format!("wishbone-frame-{name}-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::inclusive;

    #[test]
    fn inclusive_counts_are_read() {
        let text = " 1,234,567 (99.1%)  ???:wishbone_benches::frame::frame_steps [/frame]\n\
             234,567 (19.1%)  ???:wishbone_benches::frame::frame_step [/frame]\n";
        assert_eq!(inclusive(text, "frame_step"), Some(234_567));
        assert_eq!(inclusive(text, "frame_whole"), None);
    }
}
