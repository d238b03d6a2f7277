//! A vehicle in real time: inputs at the start of a frame, some steps, outputs at its end.

mod clock;
mod frame;
mod overrun;
mod record;
mod simulated;
mod vehicle;

pub use clock::{Clock, Grid, ManualClock, SystemClock};
pub use frame::{Frame, Mode, Report};
pub use overrun::{Overrun, Slip};
pub use record::{Recorded, Recorder};
pub use simulated::Simulated;
pub use vehicle::Vehicle;
