//! The data, row by row.

use super::header::{Channel, Header};
use super::mistake::{Read, mistake};
use super::modifiers::{Missing, Modifiers};
use crate::math::sin_cos;
use core::f64::consts::TAU;
use std::format;
use std::vec::Vec;

/// The data, row by row.
pub struct Table<'a> {
    pub header: &'a Header,
    pub modifiers: &'a Modifiers,
    pub numbers: &'a [f64],
    /// As the file has it, before it is scaled.
    pub increment: f64,
}

impl Table<'_> {
    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.header.channels.len())
    }

    /// A channel of the reference line from the given row on; `None` if the file does not have it.
    fn channel(&self, wanted: Channel, name: &str, from: usize) -> Read<Option<Vec<f64>>> {
        let Some(column) = self.header.channels.iter().position(|channel| *channel == wanted) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for (row, numbers) in self.rows().enumerate() {
            let number = numbers[column];
            if row >= from && !number.is_finite() {
                let u = self.header.number("START_U") + row as f64 * self.increment;
                return mistake(0, format!("{name}: there is no number in row {}, u = {u} m", row + 1));
            }
            all.push(number);
        }
        Ok(Some(all))
    }

    /// The numbers of a channel, or the constant of the header.
    fn channel_or(&self, wanted: Channel, name: &str, from: usize, key: &str) -> Read<Vec<f64>> {
        if let Some(all) = self.channel(wanted, name, from)? {
            return Ok(all);
        }
        let (start, end) = (format!("START_{key}"), format!("END_{key}"));
        let constant = self.header.number(&start);
        if self.header.given(&end).is_some_and(|end| end != constant) {
            let line = self.header.line_of(&end);
            return mistake(
                line,
                format!("REFERENCE_LINE_{end} differs from the start, but there is no channel {name}"),
            );
        }
        Ok(self.rows().map(|_| constant).collect())
    }

    /// Headings of the reference line [rad]: the heading at its start, then the headings of the pieces that end at
    /// the points.
    pub fn headings(&self) -> Read<Vec<f64>> {
        let mut headings = self.channel_or(Channel::Heading, "reference line phi", 1, "PHI")?;
        let first = self.header.given("START_PHI").unwrap_or(headings[1]);
        headings[0] = first;
        // A file may wrap its headings. From piece to piece they turn by less than half a turn.
        let (mut last, mut turns) = (first, 0.0);
        for heading in &mut headings {
            turns -= ((*heading - last) / TAU).round();
            last = *heading;
            *heading = first + self.modifiers.curvature * (*heading + TAU * turns - first);
        }
        Ok(headings)
    }

    /// Points of the reference line.
    pub fn places(&self, headings: &[f64]) -> Read<Vec<[f64; 2]>> {
        let increment = self.increment * self.modifiers.length;
        let steps = headings.iter().map(|heading| {
            let (sine, cosine) = sin_cos(*heading);
            [increment * cosine, increment * sine]
        });
        let start = [self.header.number("START_X"), self.header.number("START_Y")];
        let mut places: Vec<[f64; 2]> = Vec::new();
        let mut at = start;
        for step in steps.skip(1) {
            places.push(at);
            at = [at[0] + step[0], at[1] + step[1]];
        }
        places.push(at);
        // A line of a different length or curvature ends elsewhere.
        let is_scaled = self.modifiers.length != 1.0 || self.modifiers.curvature != 1.0;
        let end = |key: &str| self.header.given(key).filter(|_| !is_scaled);
        let gap = [("END_X", 0), ("END_Y", 1)].map(|(key, k)| end(key).map_or(0.0, |end| end - at[k]));
        self.close(gap, "END_X")?;
        let last = (places.len() - 1) as f64;
        for (k, place) in places.iter_mut().enumerate() {
            let part = k as f64 / last;
            *place = [place[0] + part * gap[0], place[1] + part * gap[1]];
        }
        match places.iter().flatten().all(|number| number.is_finite()) {
            true => Ok(places),
            false => mistake(0, "the reference line is not finite"),
        }
    }

    /// Refuses a gap at the end of the reference line that rounding cannot explain.
    fn close(&self, gap: [f64; 2], key: &str) -> Read<()> {
        let length = self.rows().count() as f64 * self.increment;
        let largest = gap[0].abs().max(gap[1].abs());
        match largest <= 0.01 * length {
            true => Ok(()),
            false => {
                let line = self.header.line_of(key);
                mistake(
                    line,
                    format!("REFERENCE_LINE_{key}: the end is {largest} m off where the line ends"),
                )
            }
        }
    }

    /// Height and banking of the reference line.
    pub fn profile(&self) -> Read<Vec<[f64; 2]>> {
        let slopes = self.channel_or(Channel::Slope, "reference line slope", 1, "S")?;
        let bankings = self.channel_or(Channel::Banking, "reference line banking", 0, "B")?;
        let start = self.header.number("START_Z");
        let mut z = start;
        let mut heights = Vec::new();
        for slope in slopes.iter().skip(1) {
            heights.push(z);
            z += self.increment * self.modifiers.length * self.modifiers.slope * slope;
        }
        heights.push(z);
        let is_scaled = self.modifiers.length != 1.0 || self.modifiers.slope != 1.0;
        let end = self.header.given("END_Z").filter(|_| !is_scaled);
        let gap = end.map_or(0.0, |end| end - z);
        self.close([gap, 0.0], "END_Z")?;
        let last = (heights.len() - 1) as f64;
        let closed = heights.iter().enumerate().map(|(k, z)| z + gap * (k as f64 / last));
        Ok(closed
            .zip(bankings)
            .map(|(z, banking)| [z, self.modifiers.banking * banking])
            .collect())
    }

    /// Heights of the long sections; a missing height is the height of its neighbour to the right, or else to the
    /// left.
    pub fn heights(&self, lateral: &[(usize, f64)]) -> Read<Vec<f64>> {
        let mut heights = Vec::new();
        for (row, numbers) in self.rows().enumerate() {
            let begin = heights.len();
            heights.extend(
                lateral
                    .iter()
                    .map(|(column, _)| self.modifiers.height * numbers[*column]),
            );
            self.modifiers.complete(&mut heights[begin..]);
            if let Some(missing) = heights[begin..].iter().position(|height| !height.is_finite()) {
                let u = self.header.number("START_U") + row as f64 * self.increment;
                let place = format!("row {}, u = {u} m, v = {} m", row + 1, lateral[missing].1);
                let why = match self.modifiers.missing {
                    Missing::Refused => ", and GRID_NAN_MODE is 0",
                    Missing::Level | Missing::Held => "",
                };
                return mistake(0, format!("long section: there is no height in {place}{why}"));
            }
        }
        Ok(heights)
    }
}
