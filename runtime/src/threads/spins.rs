//! Spins of the wheels of other threads.

use super::{Holdings, Threaded};
use crate::ports::WheelMotion;
use crate::team::{Absent, Exchange};
use std::vec;
use std::vec::Vec;

/// Motion of all wheels as a thread knows it: the whole motion of its own wheels, and the spins of all other wheels.
#[derive(Debug)]
pub(super) struct Spins {
    wheels: Vec<WheelMotion>,
    sent: Vec<f64>,
    received: Vec<f64>,
    /// Wheels that other threads have: place among the received numbers, and wheel.
    others: Vec<(usize, usize)>,
}

impl Spins {
    /// Spins for a thread.
    pub(super) fn new<S: Threaded>(thread: usize) -> Self {
        let own = S::THREADS[thread].wheels;
        let told = S::THREADS.iter().flat_map(|holdings| holdings.wheels);
        let others = told
            .clone()
            .copied()
            .enumerate()
            .filter(|(_, wheel)| !own.contains(wheel));
        Self {
            wheels: Vec::new(),
            sent: vec![0.0; own.len()],
            received: vec![0.0; told.count()],
            others: others.collect(),
        }
    }

    /// Tells the spins of a thread's wheels, which are among its speeds.
    pub(super) fn tell(&mut self, exchange: &Exchange, thread: usize, own: &Holdings, speeds: &[f64]) {
        for (number, spin) in self.sent.iter_mut().zip(own.spins) {
            *number = spin.map_or(0.0, |place| speeds[place]);
        }
        exchange.tell(thread, &self.sent);
    }

    /// Receives the spins of others' wheels; the motion of its own is known.
    pub(super) fn hear(&mut self, exchange: &Exchange, thread: usize, known: &[WheelMotion]) -> Result<(), Absent> {
        self.wheels.clear();
        self.wheels.extend_from_slice(known);
        exchange.hear(thread, &mut self.received)?;
        for &(place, wheel) in &self.others {
            self.wheels[wheel].spin = self.received[place];
        }
        Ok(())
    }

    /// Motion of all wheels.
    pub(super) fn wheels(&self) -> &[WheelMotion] {
        &self.wheels
    }
}
