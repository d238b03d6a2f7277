//! A vehicle in real time: inputs at the start of a frame, some steps, outputs at its end.

mod clock;
mod live_driver;
mod outputs;
mod overrun;
mod record;
mod runner;
mod simulated;
mod vehicle;

pub use clock::{Clock, Grid, ManualClock, SystemClock};
pub use live_driver::LiveDriver;
pub use outputs::{output_ports, write_outputs};
pub use overrun::{Overrun, Slip};
pub use record::{Recorded, Recorder};
pub use runner::{Frame, Mode, Report};
pub use simulated::Simulated;
pub use vehicle::Vehicle;
