//! Description of the machine and of programs.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Name of the processor, if the system provides it.
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// First line of a program's version, if it is installed.
pub fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}

/// Today's date in UTC, such as `2026-11-26`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let [year, month, day] = date(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970. Whole years, then whole months, are subtracted.
fn date(mut days: u64) -> [u64; 3] {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    [year, month as u64 + 1, days + 1]
}

/// Compares dates with `date --utc --date=@SECONDS` of the operating system.
#[test]
fn days_are_those_of_the_calendar() {
    for (seconds, wanted) in [
        (0, [1970, 1, 1]),
        (951_782_400, [2000, 2, 29]),
        (1_709_251_199, [2024, 2, 29]),
        (1_709_251_200, [2024, 3, 1]),
        (1_798_675_200, [2026, 12, 31]),
    ] {
        assert_eq!(date(seconds / 86_400), wanted);
    }
}
