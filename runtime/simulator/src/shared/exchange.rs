//! Messages from one writer to one reader, without locks. The reader never gets a partly written message.
//!
//! A channel is a word with the number of the last complete message, and four slots that messages use in turn. A slot
//! is a word with the number of its message, then the numbers of the message. The writer marks the slot as empty,
//! writes the numbers, then the message's number in the slot, and then the first word of the channel. The reader checks
//! the message's number before and after it copies the numbers, and discards a message that was overwritten during the
//! copy (a sequence lock after Boehm 2012, "Can seqlocks get along with programming language memory models?"). Since
//! the slots are used in turn, a writer that dies during a write leaves three complete messages, and a reader has to
//! repeat its attempt only if three messages overtake it.
//!
//! `tests/loom.rs` searches the interleavings.

use crate::shared::words::{AtomicWord, Ordering, fence};

/// Number of slots of a channel.
pub const SLOTS: usize = 4;
/// Channels and slots begin at multiples of this number of words: a cache line.
const LINE: usize = 8;
/// Number of attempts of one read.
const ATTEMPTS: usize = 3;

/// Words from one slot to the next, for messages of `numbers` numbers.
pub const fn stride(numbers: usize) -> usize {
    (1 + numbers).div_ceil(LINE) * LINE
}

/// Words of a channel for messages of `numbers` numbers.
pub const fn words(numbers: usize) -> usize {
    LINE + SLOTS * stride(numbers)
}

/// The words of the slot for a message: the message's number, then the numbers in the message.
fn slot(channel: &[AtomicWord], message: u64, numbers: usize) -> &[AtomicWord] {
    let begin = LINE + (message % SLOTS as u64) as usize * stride(numbers);
    &channel[begin..=begin + numbers]
}

/// Number of the last complete message, zero if there is none. A new writer continues after it.
pub fn last(channel: &[AtomicWord]) -> u64 {
    channel[0].load(Ordering::Relaxed)
}

/// Writes a message. Its number is one more than the last ([`last`]); the writer counts it.
///
/// # Panics
/// If the channel has fewer words than [`words`].
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

/// Reads the last complete message and returns its number. Returns `None` if the message's number is `seen`, or if the
/// writer has overtaken the reader in each of three attempts; `numbers` is then undefined.
///
/// # Panics
/// If the channel has fewer words than [`words`].
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
