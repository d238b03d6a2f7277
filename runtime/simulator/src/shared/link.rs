//! The vehicle's side of a shared memory.

use crate::shared::exchange::{read, words, write};
use crate::shared::{Action, Fault, Layout, Policy, Region, Unmapped};
use core::sync::atomic::Ordering;
use std::path::Path;
use std::vec::Vec;

/// Status of the partner in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partner {
    /// Fault of the partner, if there is one.
    pub fault: Option<Fault>,
    /// The action of the policy against the fault; `None` without a fault.
    pub action: Option<Action>,
    /// Whether the inputs come from a new message.
    pub is_new: bool,
}

/// The vehicle's side of a shared memory: takes inputs at the start of a frame, publishes outputs at its end, and reports faults of
/// the partner. After construction nothing waits or allocates.
#[derive(Debug)]
pub struct Link {
    region: Region,
    policy: Policy,
    hash: u64,
    inputs_at: usize,
    outputs_at: usize,
    neutral: Vec<f64>,
    /// Buffer of the outputs.
    outputs: Vec<f64>,
    /// The last valid inputs.
    good: Vec<f64>,
    /// Buffer of a received message.
    message: Vec<f64>,
    /// Number of the last message read.
    seen: u64,
    /// Number of the last message written.
    published: u64,
    silent: u32,
    /// Position of a number in the last message that is not finite.
    broken: Option<usize>,
}

impl Link {
    /// Creates the shared memory of a layout. It replaces an older shared memory at this path.
    ///
    /// # Errors
    /// Returns an error if something other than a shared memory of a vehicle is at the path, or if the file cannot be
    /// created or mapped.
    pub fn create(path: impl AsRef<Path>, layout: &Layout, policy: Policy) -> Result<Self, Unmapped> {
        let neutral: Vec<f64> = layout.inputs().iter().map(|port| port.neutral).collect();
        Ok(Self {
            region: Region::create(path, layout)?,
            policy,
            hash: layout.hash(),
            inputs_at: layout.inputs_at(),
            outputs_at: layout.outputs_at(),
            outputs: std::vec![f64::NAN; layout.outputs().len()],
            good: neutral.clone(),
            message: neutral.clone(),
            neutral,
            seen: 0,
            published: 0,
            silent: 0,
            broken: None,
        })
    }

    /// Takes the inputs of this frame: the partner's last message, or the inputs according to the policy. A fault with the action
    /// [`Action::Stop`] gives neutral inputs; the caller has to stop the vehicle.
    pub fn receive(&mut self, inputs: &mut [f64]) -> Partner {
        let channel = &self.region.words()[self.inputs_at..][..words(self.neutral.len())];
        let message = read(channel, self.seen, &mut self.message);
        let attached = self.region.words()[3].load(Ordering::Acquire);
        match message {
            None => self.silent = self.silent.saturating_add(1),
            Some(number) => {
                (self.seen, self.silent) = (number, 0);
                self.broken = self.message.iter().position(|number| !number.is_finite());
                if self.broken.is_none() && attached == self.hash {
                    self.good.copy_from_slice(&self.message);
                }
            }
        }
        // Silence counts from the moment when the partner attaches.
        if attached != self.hash {
            self.silent = 0;
        }
        let fault = self.fault(attached);
        let action = fault.map(|fault| self.policy.action(&fault));
        let used = match action {
            None | Some(Action::Hold) => &self.good,
            Some(Action::Neutral | Action::Stop) => &self.neutral,
        };
        for (input, used) in inputs.iter_mut().zip(used) {
            *input = *used;
        }
        Partner {
            fault,
            action,
            is_new: message.is_some() && fault.is_none(),
        }
    }

    /// The fault of a partner that has attached with this hash.
    fn fault(&self, attached: u64) -> Option<Fault> {
        let Policy {
            late_after, lost_after, ..
        } = self.policy;
        match attached {
            0 => return Some(Fault::Absent),
            other if other != self.hash => return Some(Fault::OtherLayout(other)),
            _ => {}
        }
        if self.silent >= lost_after {
            return Some(Fault::Lost(self.silent));
        }
        let late = (self.silent >= late_after).then_some(Fault::Late(self.silent));
        self.broken.map(Fault::NotFinite).or(late)
    }

    /// Publishes the outputs of this frame. Surplus numbers are left out; missing numbers are NaN.
    pub fn publish(&mut self, outputs: &[f64]) {
        self.outputs.fill(f64::NAN);
        for (place, output) in self.outputs.iter_mut().zip(outputs) {
            *place = *output;
        }
        let channel = &self.region.words()[self.outputs_at..][..words(self.outputs.len())];
        self.published += 1;
        write(channel, self.published, &self.outputs);
    }

    /// Informs partners of the state of the vehicle: 0 starting, 1 running, 2 paused, 3 stopped.
    pub fn tell_state(&self, state: u64) {
        self.region.words()[4].store(state, Ordering::Release);
    }
}
