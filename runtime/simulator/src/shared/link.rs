//! The vehicle's side of a shared memory.

use crate::shared::exchange::{read, words, write};
use crate::shared::{Action, Fault, Layout, Policy, Region, Unmapped};
use core::sync::atomic::Ordering;
use std::path::Path;
use std::vec::Vec;

/// The partner as it was found in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partner {
    /// Its fault; none if there is none.
    pub fault: Option<Fault>,
    /// The action of the policy against the fault; none if there is no fault.
    pub action: Option<Action>,
    /// Whether the inputs are of a new message.
    pub is_new: bool,
}

/// The vehicle's side of a shared memory: takes inputs at the start of a frame, publishes outputs at its end, and tells what
/// is wrong with the partner. Nothing waits or allocates after it was made.
#[derive(Debug)]
pub struct Link {
    region: Region,
    policy: Policy,
    hash: u64,
    inputs_at: usize,
    outputs_at: usize,
    neutral: Vec<f64>,
    /// The outputs on their way.
    outputs: Vec<f64>,
    /// The last good inputs.
    good: Vec<f64>,
    /// A message on its way.
    message: Vec<f64>,
    /// Number of the last message read.
    seen: u64,
    /// Number of the last message written.
    published: u64,
    silent: u32,
    /// Place of a number that is not finite in the last message.
    broken: Option<usize>,
}

impl Link {
    /// Makes the shared memory of a layout, in place of an older shared memory at this path.
    ///
    /// # Errors
    /// If something other than a shared memory of a vehicle stands at the path, or if the file cannot be made or mapped.
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

    /// Takes the inputs of this frame: the partner's last message, or what the policy says. A fault with the action
    /// [`Action::Stop`] gives neutral inputs; to stop is the caller's.
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

    /// Publishes the outputs of this frame. Numbers that the layout has no place for are left out; missing ones are NaN.
    pub fn publish(&mut self, outputs: &[f64]) {
        self.outputs.fill(f64::NAN);
        for (place, output) in self.outputs.iter_mut().zip(outputs) {
            *place = *output;
        }
        let channel = &self.region.words()[self.outputs_at..][..words(self.outputs.len())];
        self.published += 1;
        write(channel, self.published, &self.outputs);
    }

    /// Tells partners the state of the vehicle: 0 starting, 1 running, 2 paused, 3 stopped.
    pub fn tell_state(&self, state: u64) {
        self.region.words()[4].store(state, Ordering::Release);
    }
}
