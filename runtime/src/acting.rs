//! Rows and columns of the exact slopes of a subsystem ([`Subsystem::slopes`](crate::subsystem::Subsystem::slopes)).

/// A number that a subsystem delivers: a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// Position of a wheel, and the index of a number of the load on it: 0 to 7, in the order of
    /// [`WheelLoad`](crate::ports::WheelLoad)'s fields.
    Load(usize, usize),
    /// Rate of the subsystem's state at this position.
    Rate(usize),
}

/// A number that a subsystem reads: a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Position of a wheel, and the index of a number of its motion: 0 to 12, in the order of
    /// [`WheelMotion`](crate::ports::WheelMotion)'s fields.
    Wheel(usize, usize),
    /// The subsystem's state at this position.
    State(usize),
}

/// Receiver of the slopes of one part of a subsystem: shifts the positions of the part's states by `count`, the number of states
/// before them.
pub fn behind<'t>(
    count: usize,
    tell: &'t mut dyn FnMut(Acting, Reading, f64),
) -> impl FnMut(Acting, Reading, f64) + 't {
    move |acting, reading, slope| {
        let acting = match acting {
            Acting::Rate(place) => Acting::Rate(count + place),
            load @ Acting::Load(..) => load,
        };
        let reading = match reading {
            Reading::State(place) => Reading::State(count + place),
            wheel @ Reading::Wheel(..) => wheel,
        };
        tell(acting, reading, slope);
    }
}
