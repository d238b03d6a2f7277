//! All interleavings of two threads that exchange numbers: each receives the other's numbers of the same meeting, and
//! no thread waits for a thread that has left. Threads may meet by two exchanges in turn.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p wishbone --no-default-features --features threads --release --test loom_exchange`
#![cfg(loom)]

use loom::sync::Arc;
use std::time::Duration;
use wishbone::team::{Absent, Exchange};

fn every_interleaving(test: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(test);
}

fn exchange() -> Arc<Exchange> {
    Arc::new(Exchange::new(&[1, 2], 0, Duration::ZERO))
}

/// First number that a thread tells in a meeting.
fn number(thread: usize, meeting: usize) -> f64 {
    (10 * meeting + thread) as f64
}

fn meet(exchange: &Exchange, thread: usize, meetings: usize) {
    (0..meetings).for_each(|meeting| meet_at(exchange, thread, meeting));
}

fn meet_at(exchange: &Exchange, thread: usize, meeting: usize) {
    let own = number(thread, meeting);
    exchange.tell(thread, &[own, -own][..1 + thread]);
    let mut heard = [f64::NAN; 3];
    exchange.hear(thread, &mut heard).expect("nobody leaves");
    let other = number(1 - thread, meeting);
    match thread {
        0 => assert_eq!(heard[1..], [other, -other]),
        _ => assert_eq!(heard[0], other),
    }
}

/// Four meetings, in which each row is written twice.
#[test]
fn each_hears_the_numbers_of_its_meeting() {
    every_interleaving(|| {
        let exchange = exchange();
        let theirs = Arc::clone(&exchange);
        let other = loom::thread::spawn(move || meet(&theirs, 1, 4));
        meet(&exchange, 0, 4);
        other.join().expect("it ends");
    });
}

#[test]
fn who_waits_for_one_that_leaves_is_told() {
    every_interleaving(|| {
        let exchange = exchange();
        let theirs = Arc::clone(&exchange);
        let other = loom::thread::spawn(move || {
            meet(&theirs, 1, 1);
            theirs.leave();
        });
        exchange.tell(0, &[number(0, 0)]);
        let first = exchange.hear(0, &mut [0.0; 3]);
        // The thread came before it left; whether its numbers are seen depends on the timing.
        assert!(matches!(first, Ok(()) | Err(Absent::Left)));
        exchange.tell(0, &[number(0, 1)]);
        assert_eq!(exchange.hear(0, &mut [0.0; 3]), Err(Absent::Left));
        other.join().expect("it ends");
    });
}

/// Two meetings by separate exchanges, one after the other, twice: each thread receives the numbers of its meeting.
#[test]
fn exchanges_in_turn_do_not_mix_their_numbers() {
    every_interleaving(|| {
        let both = [exchange(), exchange()];
        let theirs = both.clone();
        let in_turn = |exchanges: &[Arc<Exchange>; 2], thread: usize| {
            for meeting in 0..2 {
                for (which, exchange) in exchanges.iter().enumerate() {
                    meet_at(exchange, thread, 2 * meeting + which);
                }
            }
        };
        let other = loom::thread::spawn(move || in_turn(&theirs, 1));
        in_turn(&both, 0);
        other.join().expect("it ends");
    });
}

/// A thread leaves between the two meetings, by both exchanges: no thread waits for it permanently.
#[test]
fn who_leaves_between_two_meetings_is_waited_for_in_none() {
    every_interleaving(|| {
        let both = [exchange(), exchange()];
        let [first, second] = both.clone();
        let other = loom::thread::spawn(move || {
            first.tell(1, &[number(1, 0), 0.0]);
            [first, second].iter().for_each(|exchange| exchange.leave());
        });
        both[0].tell(0, &[number(0, 0)]);
        let heard = both[0].hear(0, &mut [0.0; 3]);
        assert!(matches!(heard, Ok(()) | Err(Absent::Left)));
        both[1].tell(0, &[number(0, 0)]);
        assert_eq!(both[1].hear(0, &mut [0.0; 3]), Err(Absent::Left));
        other.join().expect("it ends");
    });
}
