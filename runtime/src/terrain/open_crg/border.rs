//! The surface outside the grid.

/// A height with its slopes: with respect to the distance along the line, divided by the increment, and with respect to
/// the distance to the left.
pub struct Value {
    /// Height [m].
    pub height: f64,
    /// Slopes [m, -].
    pub slope: [f64; 2],
}

/// What lies outside the grid in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// No height (mode 0).
    None,
    /// The height zero (mode 1).
    Zero,
    /// The height at the border (mode 2).
    Keep,
    /// The grid again (mode 3).
    Repeat,
    /// The grid reflected at its border (mode 4).
    Reflect,
}

/// A border of the grid in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    pub mode: Mode,
    /// Added outside to the heights of the modes 1 and 2 [m].
    pub offset: f64,
}

/// Borders of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Borders {
    pub along: Border,
    pub across: Border,
    /// Lengths at the beginning and at the end over which the surface changes to the height of the reference line there
    /// [m]; zero for no change.
    pub smooth: [f64; 2],
}

impl Default for Borders {
    fn default() -> Self {
        let keep = Border {
            mode: Mode::Keep,
            offset: 0.0,
        };
        Self {
            along: keep,
            across: keep,
            smooth: [0.0; 2],
        }
    }
}

/// A coordinate of the grid for one of the plane.
#[derive(Clone, Copy, Debug)]
pub enum Reached {
    /// A place of the grid.
    At {
        place: f64,
        /// The derivative with respect to the coordinate of the plane: 1 inside, 0 where the coordinate is held, -1
        /// where the grid is reflected.
        slope: f64,
        /// Height to be added [m].
        offset: f64,
    },
    /// The height zero, plus an offset [m].
    Zero { offset: f64 },
    /// There is no height.
    Nowhere,
}

impl Reached {
    pub fn offset(self) -> f64 {
        match self {
            Self::At { offset, .. } | Self::Zero { offset } => offset,
            Self::Nowhere => 0.0,
        }
    }

    /// The place of the grid; without it, the given place.
    pub fn place_or(self, other: f64) -> f64 {
        match self {
            Self::At { place, slope, .. } if slope != 0.0 => place,
            _ => other,
        }
    }

    pub fn slope(self) -> f64 {
        match self {
            Self::At { slope, .. } => slope,
            Self::Zero { .. } | Self::Nowhere => 0.0,
        }
    }
}

impl Border {
    /// The place of the grid between two borders for a coordinate.
    pub fn reach(&self, at: f64, [low, high]: [f64; 2]) -> Reached {
        let offset = self.offset;
        if at >= low && at <= high {
            let (place, slope, offset) = (at, 1.0, 0.0);
            return Reached::At { place, slope, offset };
        }
        let span = high - low;
        match self.mode {
            Mode::None => Reached::Nowhere,
            Mode::Zero => Reached::Zero { offset },
            // A coordinate that is no number stays none.
            Mode::Keep => Reached::At {
                place: if at > high {
                    high
                } else if at < low {
                    low
                } else {
                    at
                },
                slope: 0.0,
                offset,
            },
            Mode::Repeat => Reached::At {
                place: low + remainder(at - low, span),
                slope: 1.0,
                offset: 0.0,
            },
            Mode::Reflect => {
                let twice = remainder(at - low, 2.0 * span);
                let is_back = twice > span;
                Reached::At {
                    place: low + if is_back { 2.0 * span - twice } else { twice },
                    slope: if is_back { -1.0 } else { 1.0 },
                    offset: 0.0,
                }
            }
        }
    }
}

/// Remainder of a division, from zero on and below the divisor.
fn remainder(x: f64, by: f64) -> f64 {
    let rest = x % by;
    if rest < 0.0 { rest + by } else { rest }
}

impl Borders {
    /// Lets a height change to the height of the reference line at the ends of the line, given the distance from the
    /// beginning [m] and its direction.
    pub fn smooth(&self, found: &mut Value, from_begin: f64, direction: f64, length: f64, ends: [f64; 2]) {
        let zones = [(from_begin, 1.0), (length - from_begin, -1.0)];
        for ((zone, (distance, sign)), end) in self.smooth.into_iter().zip(zones).zip(ends) {
            if zone > 0.0 && distance <= zone {
                let part = (distance / zone).max(0.0);
                let rate = if distance > 0.0 { sign * direction / zone } else { 0.0 };
                let above = found.height - end;
                found.slope = [part * found.slope[0] + rate * above, part * found.slope[1]];
                found.height = end + part * above;
            }
        }
    }
}
