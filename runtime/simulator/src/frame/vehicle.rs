//! The vehicle as a frame sees it.

/// A vehicle as a frame sees it: numbers in, steps, numbers out. For a simulation there is
/// [`Simulated`](crate::frame::Simulated).
pub trait Vehicle {
    /// All that the future depends on.
    type Snapshot: Clone;
    /// A refusal of a step.
    type Refused: core::fmt::Display;

    /// Takes the inputs, which hold from the next step on.
    fn latch(&mut self, inputs: &[f64]);

    /// Advances by `h` [s].
    ///
    /// # Errors
    /// If the step is refused; then the vehicle is as it was.
    fn advance(&mut self, h: f64) -> Result<(), Self::Refused>;

    /// Writes the outputs.
    fn publish(&mut self, outputs: &mut [f64]);

    /// Time of the vehicle [s].
    fn time(&self) -> f64;

    /// A copy of all that the future depends on.
    fn save(&self) -> Self::Snapshot;

    /// Sets all that the future depends on.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
