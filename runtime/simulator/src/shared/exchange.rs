//! Messages from one writer to one reader, without locks and without torn messages.
//!
//! A channel is a word with the number of the last complete message, and four slots that messages take in turn: a word with
//! the number of the message in it, then its numbers. The writer marks the slot as empty, writes the numbers, then the
//! message's number, then the word. The reader looks for the message's number before and after it copies: what was written
//! over meanwhile is not taken (a sequence lock after Boehm 2012, "Can seqlocks get along with programming language memory
//! models?"). Since the slots change in turn, a writer that dies in the middle leaves three complete messages, and a
//! reader has to be overtaken by three messages to try again.
//!
//! `tests/loom.rs` searches the interleavings.

use crate::shared::words::{AtomicWord, Ordering, fence};

/// Number of slots of a channel.
pub const SLOTS: usize = 4;
/// Words between beginnings of a channel or slot: a cache line.
const LINE: usize = 8;
/// Attempts to read, after which the reader leaves it for the next time.
const ATTEMPTS: usize = 3;

/// Words from one slot to the next, for messages of so many numbers.
pub const fn stride(numbers: usize) -> usize {
    (1 + numbers).div_ceil(LINE) * LINE
}

/// Words of a channel for messages of so many numbers.
pub const fn words(numbers: usize) -> usize {
    LINE + SLOTS * stride(numbers)
}

/// The words of the slot that a message takes: its number, then the numbers in it.
fn slot(channel: &[AtomicWord], message: u64, numbers: usize) -> &[AtomicWord] {
    let begin = LINE + (message % SLOTS as u64) as usize * stride(numbers);
    &channel[begin..=begin + numbers]
}

/// Number of the last complete message, zero if there is none: a writer goes on after it.
pub fn last(channel: &[AtomicWord]) -> u64 {
    channel[0].load(Ordering::Relaxed)
}

/// Writes a message with the number after the last one ([`last`]), which the writer counts itself.
///
/// # Panics
/// If the channel has fewer words than [`words`] says.
pub fn write(channel: &[AtomicWord], message: u64, numbers: &[f64]) {
    let slot = slot(channel, message, numbers.len());
    slot[0].store(0, Ordering::Relaxed);
    fence(Ordering::Release);
    for (word, number) in slot[1..].iter().zip(numbers) {
        word.store(number.to_bits(), Ordering::Relaxed);
    }
    slot[0].store(message, Ordering::Release);
    channel[0].store(message, Ordering::Release);
}

/// Reads the last complete message, if it is not the one `seen`, and returns its number. Without a new message, or if the
/// writer has overtaken the reader in each of three attempts, there is none, and `numbers` may hold anything.
///
/// # Panics
/// If the channel has fewer words than [`words`] says.
pub fn read(channel: &[AtomicWord], seen: u64, numbers: &mut [f64]) -> Option<u64> {
    for _ in 0..ATTEMPTS {
        let message = channel[0].load(Ordering::Acquire);
        if message == seen || message == 0 {
            return None;
        }
        let slot = slot(channel, message, numbers.len());
        if slot[0].load(Ordering::Acquire) != message {
            continue;
        }
        for (word, number) in slot[1..].iter().zip(&mut *numbers) {
            *number = f64::from_bits(word.load(Ordering::Relaxed));
        }
        fence(Ordering::Acquire);
        if slot[0].load(Ordering::Relaxed) == message {
            return Some(message);
        }
    }
    None
}
