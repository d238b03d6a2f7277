//! The interface of the vehicle in a frame.

/// The interface of the vehicle in a frame: it takes numbers, makes steps, and writes numbers. A simulation implements it by
/// [`Simulated`](crate::frame::Simulated).
pub trait Vehicle {
    /// All data on which the future of the vehicle depends.
    type Snapshot: Clone;
    /// A refusal of a step.
    type Refused: core::fmt::Display;

    /// Takes the inputs, which are used from the next step on.
    fn latch(&mut self, inputs: &[f64]);

    /// Advances by `h` [s].
    ///
    /// # Errors
    /// If the step is refused; then the vehicle is unchanged.
    fn advance(&mut self, h: f64) -> Result<(), Self::Refused>;

    /// Writes the outputs.
    fn publish(&mut self, outputs: &mut [f64]);

    /// Time of the vehicle [s].
    fn time(&self) -> f64;

    /// A copy of all data on which the future depends.
    fn save(&self) -> Self::Snapshot;

    /// Sets all data on which the future depends.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
