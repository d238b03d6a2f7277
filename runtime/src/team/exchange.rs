//! Threads that exchange numbers, again and again, without a leader.
//!
//! # The protocol
//!
//! Each thread has two rows of numbers, used in turn. A thread writes its numbers for a meeting into the row of that
//! meeting's parity, then publishes the meeting's number in this row (release). Whoever needs them waits for that
//! number (acquire) and reads. Nothing else is shared.
//!
//! A row is written again two meetings later. By then the row's writer has waited for the numbers of the meeting in
//! between. All other threads have published these numbers after they had read the row. So no number is overwritten
//! before it has been read, and one wait per meeting is enough.
//!
//! A thread that cannot continue leaves, and all waiting threads are informed. A thread that does not come in time is
//! named. Numbers are atomic, so a mistake in this argument could give a wrong number, but no undefined behaviour.

use super::sync::{AtomicBool, AtomicU64, Ordering, Patience};
use core::time::Duration;
use std::vec::Vec;

/// Numbers in a cache line.
const LINE: usize = 8;

/// Two cache lines, which processors fetch together, so that no other data moves with them.
#[repr(align(128))]
struct Padded<T>(T);

#[repr(align(64))]
struct Line([AtomicU64; LINE]);

/// Numbers of a thread for one meeting; the meeting's number stands before them, in the same cache line.
struct Row(Vec<Line>);

/// Rows of a thread and the number of its last meeting; only this thread uses this number.
struct Slot {
    rows: [Padded<Row>; 2],
    meetings: Padded<AtomicU64>,
    count: usize,
}

/// Numbers that several threads exchange.
pub struct Exchange {
    slots: Vec<Slot>,
    over: Padded<AtomicBool>,
    patience: Patience,
}

/// Reason why a thread's numbers did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// A thread has left.
    Left,
    /// The thread of this number did not come in time.
    Late(usize),
}

impl Row {
    fn new(count: usize) -> Self {
        let line = |_| Line(core::array::from_fn(|_| AtomicU64::new(0)));
        Self((0..(1 + count).div_ceil(LINE)).map(line).collect())
    }

    fn meeting(&self) -> &AtomicU64 {
        &self.0[0].0[0]
    }

    fn numbers(&self) -> impl Iterator<Item = &AtomicU64> {
        self.0.iter().flat_map(|line| &line.0).skip(1)
    }
}

impl Exchange {
    /// For as many threads as there are counts; each count is the number of values that a thread sends. A waiting
    /// thread looks for a number `looks` times, then lets other threads run, and gives up after `limit`.
    pub fn new(counts: &[usize], looks: usize, limit: Duration) -> Self {
        let slot = |&count: &usize| Slot {
            rows: [Padded(Row::new(count)), Padded(Row::new(count))],
            meetings: Padded(AtomicU64::new(0)),
            count,
        };
        Self {
            slots: counts.iter().map(slot).collect(),
            over: Padded(AtomicBool::new(false)),
            patience: Patience { looks, limit },
        }
    }

    /// Number of numbers that all threads send in a meeting.
    pub fn count(&self) -> usize {
        self.slots.iter().map(|slot| slot.count).sum()
    }

    /// Begins the next meeting of a thread: its numbers for the others. If there are fewer numbers than the thread
    /// sends, the rest of the row stays unchanged; if there are more, the additional numbers are not sent.
    pub fn tell(&self, thread: usize, numbers: &[f64]) {
        let slot = &self.slots[thread];
        let meeting = slot.meetings.0.load(Ordering::Relaxed) + 1;
        let row = &slot.rows[(meeting % 2) as usize].0;
        for (place, number) in row.numbers().zip(numbers) {
            place.store(number.to_bits(), Ordering::Relaxed);
        }
        row.meeting().store(meeting, Ordering::Release);
        slot.meetings.0.store(meeting, Ordering::Relaxed);
    }

    /// Fetches the row of a thread's next meeting, so that writing the numbers need not wait for it. The row may be
    /// written from now on: all other threads have come to the last meeting, and so have read this row.
    fn make_ready(&self, thread: usize, last: u64) {
        let row = &self.slots[thread].rows[((last + 1) % 2) as usize].0;
        row.0
            .iter()
            .for_each(|line| line.0[LINE - 1].store(0, Ordering::Relaxed));
    }

    /// Ends the meeting that the thread has begun. The result has the numbers of all other threads, in the order of the threads.
    /// Its own numbers are not changed.
    ///
    /// # Errors
    /// If a thread has left, or does not come in time.
    pub fn hear(&self, thread: usize, numbers: &mut [f64]) -> Result<(), Absent> {
        let meeting = self.slots[thread].meetings.0.load(Ordering::Relaxed);
        let mut rest = numbers;
        for (other, slot) in self.slots.iter().enumerate() {
            let (own, behind) = rest.split_at_mut(slot.count.min(rest.len()));
            rest = behind;
            if other == thread {
                continue;
            }
            let row = &slot.rows[(meeting % 2) as usize].0;
            let has_come = || row.meeting().load(Ordering::Acquire) == meeting;
            let is_over = || self.over.0.load(Ordering::Relaxed);
            if !self.patience.wait(has_come, is_over) {
                return Err(match is_over() {
                    true => Absent::Left,
                    false => Absent::Late(other),
                });
            }
            for (number, place) in own.iter_mut().zip(row.numbers()) {
                *number = f64::from_bits(place.load(Ordering::Relaxed));
            }
        }
        self.make_ready(thread, meeting);
        Ok(())
    }

    /// Leaves: threads that wait, now or later, are informed.
    pub fn leave(&self) {
        self.over.0.store(true, Ordering::Relaxed);
    }

    /// Restarts, as if there had been no meeting. No thread may be in a meeting during a call: all threads have to be
    /// before or after the meeting.
    pub fn restart(&self) {
        self.over.0.store(false, Ordering::Relaxed);
        for slot in &self.slots {
            slot.meetings.0.store(0, Ordering::Relaxed);
            for row in &slot.rows {
                row.0.meeting().store(0, Ordering::Relaxed);
            }
        }
    }
}

impl core::fmt::Debug for Exchange {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Exchange").field("threads", &self.slots.len()).finish()
    }
}
