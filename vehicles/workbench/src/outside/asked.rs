//! What a vehicle that is stepped from outside offers.

use super::driver::Hands;
use super::ports::Port;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a vehicle that is stepped from outside offers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Manoeuvre whose road, start, speed, step and method are used, by name or file; level ground and rest without a
    /// manoeuvre.
    pub manoeuvre: Option<String>,
    /// Initial speed that replaces the speed of the manoeuvre [m/s]; it is the start value of a parameter.
    pub speed: Option<f64>,
    /// Largest step of the integration in place of the manoeuvre's [s].
    pub step: Option<f64>,
    /// Method of the integration in place of the manoeuvre's, by its name.
    pub method: Option<String>,
    /// How the steering wheel is moved.
    pub hands: Hands,
    /// Inputs beside those of the driver.
    pub ports: BTreeSet<Port>,
    /// Patterns of the outputs, such as `front_*`; an empty list for the usual outputs, `*` for all.
    pub outputs: Vec<String>,
    /// Whether vectors are arrays in FMI 3.0, such as a position or the force on a wheel.
    #[serde(default)]
    pub arrays: bool,
}
