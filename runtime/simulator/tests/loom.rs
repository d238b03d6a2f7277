//! All interleavings of a writer and a reader of a channel: no message is torn, no message is older than a message that
//! was read earlier, and the last message arrives.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p wishbone-simulator --release --test loom`
#![cfg(loom)]

use loom::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wishbone_simulator::shared::AtomicWord;
use wishbone_simulator::shared::exchange::{read, words, write};

fn channel() -> Arc<Vec<AtomicWord>> {
    Arc::new((0..words(2)).map(|_| AtomicWord::new(0)).collect())
}

/// A writer sends messages of two numbers that belong together, while a reader reads a number of times.
fn exchange(preemptions: Option<usize>, messages: u32, reads: usize) {
    let tried = std::sync::Arc::new(AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&tried);
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.check(move || {
        count.fetch_add(1, Ordering::Relaxed);
        let channel = channel();
        let writers = Arc::clone(&channel);
        let writer = loom::thread::spawn(move || {
            for k in 1..=messages {
                write(&writers, u64::from(k), &[f64::from(k), -f64::from(k)]);
            }
        });
        let (mut seen, mut numbers) = (0, [0.0; 2]);
        let mut take = |seen: &mut u64| {
            if let Some(message) = read(&channel, *seen, &mut numbers) {
                assert!(message > *seen);
                assert_eq!(numbers, [message as f64, -(message as f64)]);
                *seen = message;
            }
        };
        (0..reads).for_each(|_| take(&mut seen));
        writer.join().expect("no panic");
        take(&mut seen);
        assert_eq!(seen, u64::from(messages));
    });
    let tried = tried.load(Ordering::Relaxed);
    println!("{tried} interleavings of {messages} messages");
    // Loom does not explore a reader if the writer reads a word before it writes the word.
    assert!(tried > 5, "{tried}");
}

#[test]
fn one_message() {
    exchange(None, 1, 2);
}

#[test]
fn two_messages() {
    exchange(Some(3), 2, 2);
}

/// The writer reaches the slot that is being read.
#[test]
fn a_reader_is_overtaken() {
    exchange(Some(3), 6, 1);
}
