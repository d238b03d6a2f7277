//! Exact slopes of what acts on a vehicle ([`Subsystem::slopes`](crate::subsystem::Subsystem::slopes)).

/// A number that a subsystem delivers: a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// Number of the load on a wheel: 0 to 7, in the order of [`WheelLoad`](crate::ports::WheelLoad)'s fields.
    Load(usize, usize),
    /// Rate of the state of that position.
    Rate(usize),
}

/// A number that a subsystem reads: a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Number of the motion of a wheel: 0 to 12, in the order of [`WheelMotion`](crate::ports::WheelMotion)'s fields.
    Wheel(usize, usize),
    /// Its state of that position.
    State(usize),
}

/// Receiver of the slopes of a subsystem whose states stand behind so many others.
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
