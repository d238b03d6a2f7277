//! Changes that a file asks for when it is read.

use super::header::{Header, Numbers};
use super::line::Line;
use super::mistake::{Read, mistake};
use super::road::OpenCrg;
use crate::math::sin_cos;
use std::format;
use std::vec::Vec;

/// What missing heights become.
#[derive(Clone, Copy, PartialEq)]
pub enum Missing {
    /// They are refused (mode 0).
    Refused,
    /// Zero (mode 1).
    Level,
    /// Those of their neighbours (mode 2).
    Held,
}

/// Modifiers of a file.
pub struct Modifiers {
    /// Factor on the heights of the grid.
    pub height: f64,
    pub slope: f64,
    pub banking: f64,
    pub length: f64,
    pub width: f64,
    pub curvature: f64,
    pub missing: Missing,
    /// Added to heights that were missing [m].
    offset: f64,
    /// How the road is moved.
    motion: Motion,
}

/// How the road is moved.
enum Motion {
    Still,
    /// A point of the road is moved to a place, and the reference line at this point gets a heading [m, rad].
    Point {
        along: Coordinate,
        left: Coordinate,
        to: [f64; 3],
        heading: f64,
    },
    /// All points are turned about a centre, which is the beginning if no centre is given, and are then shifted
    /// [m, rad].
    Shift {
        centre: [Option<f64>; 2],
        by: [f64; 3],
        turn: f64,
    },
}

/// A coordinate of the reference point: a position [m] and an offset from it [m].
#[derive(Clone, Copy)]
struct Coordinate {
    position: Position,
    offset: f64,
}

/// Position of the reference point, without its offset.
#[derive(Clone, Copy)]
enum Position {
    /// [m]
    At(f64),
    /// Part of the way from one border of the grid to the other.
    Part(f64),
}

impl Coordinate {
    /// That of a direction, by its letter, or else the usual position. An offset is added in each case.
    fn of(given: &Numbers, direction: char, usual: f64) -> Read<Self> {
        let entry = |end: &str| given.get(&format!("REFPOINT_{direction}{end}"));
        let position = match (entry("_FRACTION"), entry("")) {
            (Some(_), Some((line, _))) => {
                return mistake(
                    *line,
                    format!("REFPOINT_{direction} and REFPOINT_{direction}_FRACTION: only one of them may be given"),
                );
            }
            (Some((_, part)), None) => Position::Part(*part),
            (None, Some((_, at))) => Position::At(*at),
            (None, None) => Position::At(usual),
        };
        let offset = entry("_OFFSET").map_or(0.0, |(_, offset)| *offset);
        Ok(Self { position, offset })
    }

    /// The coordinate, given the borders of the grid [m].
    fn between(self, [low, high]: [f64; 2]) -> f64 {
        self.offset
            + match self.position {
                Position::At(at) => at,
                Position::Part(part) => low + part * (high - low),
            }
    }
}

impl Modifiers {
    pub fn of(header: &Header) -> Read<Self> {
        let none = Numbers::new();
        let given = header.modifiers.as_ref().unwrap_or(&none);
        let number = |keyword: &str| given.get(keyword).map(|(_, number)| *number);
        for keyword in ["SCALE_LENGTH", "SCALE_WIDTH"] {
            if let Some((line, factor)) = given.get(keyword).filter(|(_, factor)| *factor <= 0.0) {
                return mistake(*line, format!("{keyword} is {factor}, and must be above zero"));
            }
        }
        let scale = |keyword: &str| number(keyword).unwrap_or(1.0);
        let missing = match given.get("GRID_NAN_MODE") {
            Some((_, 0.0)) => Missing::Refused,
            Some((_, 1.0)) => Missing::Level,
            None | Some((_, 2.0)) => Missing::Held,
            Some((line, mode)) => return mistake(*line, format!("GRID_NAN_MODE is {mode}; it is one of 0, 1, 2")),
        };
        Ok(Self {
            height: scale("SCALE_Z_GRID"),
            slope: scale("SCALE_SLOPE"),
            banking: scale("SCALE_BANKING"),
            length: scale("SCALE_LENGTH"),
            width: scale("SCALE_WIDTH"),
            curvature: scale("SCALE_CURVATURE"),
            missing,
            offset: number("GRID_NAN_OFFSET").unwrap_or(0.0),
            motion: Motion::of(given, header)?,
        })
    }

    /// Completes the heights of a row.
    pub fn complete(&self, row: &mut [f64]) {
        if self.missing == Missing::Refused {
            return;
        }
        let given: Vec<bool> = row.iter().map(|height| height.is_finite()).collect();
        if self.missing == Missing::Level {
            row.iter_mut()
                .filter(|height| !height.is_finite())
                .for_each(|height| *height = self.offset);
            return;
        }
        let to_the_right = |k: usize| given[..k].iter().rposition(|is_given| *is_given);
        let to_the_left = |k: usize| given[k..].iter().position(|is_given| *is_given).map(|more| k + more);
        for k in (0..row.len()).filter(|k| !given[*k]) {
            if let Some(neighbour) = to_the_right(k).or_else(|| to_the_left(k)) {
                row[k] = row[neighbour] + self.offset;
            }
        }
    }

    /// The road at its place, given the points of the reference line and their headings.
    pub fn moved(&self, mut road: OpenCrg, places: &[[f64; 2]], headings: &[f64]) -> Read<OpenCrg> {
        let here = |along: f64| headings[(along.max(0.0) as usize).min(headings.len() - 1)];
        let (from, to, turn, lift) = match &self.motion {
            Motion::Still => return Ok(road),
            Motion::Point {
                along,
                left,
                to,
                heading,
            } => {
                let at = (along.between(road.along()) - road.start) / road.line.increment();
                let left = left.between([road.lateral[0], road.lateral[road.lateral.len() - 1]]);
                let from = road.line.point(at, left);
                let height = road.height_at(at, left);
                if !height.is_finite() {
                    return mistake(0, "$ROAD_CRG_MODS: there is no height at the reference point");
                }
                (from, [to[0], to[1]], heading - here(at), to[2] - height)
            }
            Motion::Shift { centre, by, turn } => {
                let centre = [0, 1].map(|k| centre[k].unwrap_or(places[0][k]));
                (centre, [centre[0] + by[0], centre[1] + by[1]], *turn, by[2])
            }
        };
        let (sine, cosine) = sin_cos(turn);
        let moved = places.iter().map(|place| {
            let [x, y] = [place[0] - from[0], place[1] - from[1]];
            [to[0] + cosine * x - sine * y, to[1] + sine * x + cosine * y]
        });
        let moved: Vec<[f64; 2]> = moved.collect();
        let Some(line) = Line::new(&moved, road.line.increment()) else {
            return mistake(0, "$ROAD_CRG_MODS: the line turns back on itself where it is moved to");
        };
        road.line = line;
        road.profile.iter_mut().for_each(|[height, _]| *height += lift);
        Ok(road)
    }
}

impl Motion {
    /// A reference point is stronger than offsets, as the format says.
    fn of(given: &Numbers, header: &Header) -> Read<Self> {
        let number = |keyword: &str| given.get(keyword).map(|(_, number)| *number);
        let or_zero = |keyword: &str| number(keyword).unwrap_or(0.0);
        if given.keys().any(|keyword| keyword.starts_with("REFPOINT_")) {
            return Ok(Self::Point {
                along: Coordinate::of(given, 'U', header.number("START_U"))?,
                left: Coordinate::of(given, 'V', 0.0)?,
                to: ["REFPOINT_X", "REFPOINT_Y", "REFPOINT_Z"].map(or_zero),
                heading: or_zero("REFPOINT_PHI"),
            });
        }
        if given.keys().any(|keyword| keyword.starts_with("REFLINE_")) {
            return Ok(Self::Shift {
                centre: ["REFLINE_ROTCENTER_X", "REFLINE_ROTCENTER_Y"].map(number),
                by: ["REFLINE_OFFSET_X", "REFLINE_OFFSET_Y", "REFLINE_OFFSET_Z"].map(or_zero),
                turn: or_zero("REFLINE_OFFSET_PHI"),
            });
        }
        Ok(Self::Still)
    }
}
