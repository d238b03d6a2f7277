//! Rows that are drawn, where there are many.

use super::Row;
use super::sampling::counter;

/// About `most` of these rows, always the same rows; all rows if there are at most this many.
pub(super) fn of(rows: &[Row], most: usize) -> impl Iterator<Item = &Row> {
    // A regular selection would interfere with the pattern of the points.
    let one_in = rows.len().div_ceil(most).max(1) as u64;
    rows.iter()
        .filter(move |row| counter::bits(0, 0, row.index).is_multiple_of(one_in))
}
