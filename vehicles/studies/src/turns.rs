//! Angles over time that go on beyond a full turn.
//!
//! An angle of a direction is known up to full turns. The angle nearest to the last angle continues a history, if the
//! direction turns by less than half a turn between two rows.

use crate::table::Column;
use std::f64::consts::TAU;

/// The angle that continues a history, among the angles that differ from `angle` by full turns.
pub fn nearest(angle: f64, last: f64, turn: f64) -> f64 {
    angle - turn * ((angle - last) / turn).round()
}

/// Continues the angles at these positions of a row from the angles of the last row [rad].
pub fn go_on(row: &mut [f64], last: &[f64], angles: &[usize]) {
    for &place in angles {
        row[place] = nearest(row[place], last[place], TAU);
    }
}

/// Positions of the angles among columns; the first column is at a given position.
pub fn angles(columns: &[Column], first: usize) -> impl Iterator<Item = usize> {
    let is_angle = move |(place, column): (usize, &Column)| (column.unit == "rad").then_some(first + place);
    columns.iter().enumerate().filter_map(is_angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_that_turns_on_has_an_angle_that_goes_on() {
        for way in [1.0, -1.0] {
            let mut last = vec![1.0, 0.0];
            for k in 1..400 {
                let angle = way * 0.1 * f64::from(k);
                let mut row = vec![7.0, angle.sin().atan2(angle.cos())];
                go_on(&mut row, &last, &[1]);
                assert!((row[1] - angle).abs() < 1e-12 && row[0] == 7.0, "{row:?} for {angle}");
                last = row;
            }
        }
    }
}
