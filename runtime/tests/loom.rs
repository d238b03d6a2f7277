//! All interleavings of a small team: each part runs once and sees all earlier writes, and its writes are visible
//! afterwards. No thread waits permanently, whether threads spin or sleep, panic or are dismissed.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p wishbone --no-default-features --features threads --release --test loom`
#![cfg(loom)]

use loom::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wishbone::team::Team;

/// A number for each part, which loom observes: a read during a write is a failure.
struct Numbers([UnsafeCell<u32>; 3]);

// SAFETY: the cells of loom detect races, which is their purpose here.
#[allow(unsafe_code, reason = "loom finds the races")]
unsafe impl Sync for Numbers {}

#[allow(unsafe_code, reason = "loom finds the races")]
impl Numbers {
    fn add(&self, place: usize, number: u32) {
        // SAFETY: the pointer is valid as long as the cell.
        self.0[place].with_mut(|cell| unsafe { *cell += number });
    }

    fn read(&self, place: usize) -> u32 {
        // SAFETY: as above.
        self.0[place].with(|cell| unsafe { *cell })
    }
}

fn numbers() -> Numbers {
    Numbers(std::array::from_fn(|_| UnsafeCell::new(0)))
}

fn every_interleaving(preemptions: usize, test: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(test);
}

/// Two meetings, each on a borrow. The second reads numbers that other parts wrote in the first.
fn meet_twice(threads: usize, patience: usize) {
    let mut team = Team::with_patience(threads, patience).expect("threads");
    for round in 1..=2 {
        let numbers = numbers();
        numbers.add(0, round);
        let first = numbers.read(0);
        team.meet(|part| {
            if part > 0 {
                numbers.add(part, first + part as u32);
            }
        });
        for part in 1..threads {
            assert_eq!(numbers.read(part), round + part as u32);
        }
    }
}

#[test]
fn two_that_sleep() {
    every_interleaving(4, || meet_twice(2, 0));
}

#[test]
fn two_that_spin_and_then_sleep() {
    every_interleaving(3, || meet_twice(2, 1));
}

#[test]
fn three_that_sleep() {
    every_interleaving(2, || meet_twice(3, 0));
}

#[test]
fn a_team_that_never_meets_ends() {
    every_interleaving(4, || drop(Team::with_patience(3, 0)));
}

/// The panic leaves the meeting when all parts have ended, and the team can meet again.
#[test]
fn a_panic_is_passed_on() {
    every_interleaving(3, || {
        let mut team = Team::with_patience(2, 0).expect("threads");
        let numbers = numbers();
        for bad in [0, 1] {
            let meeting = catch_unwind(AssertUnwindSafe(|| {
                team.meet(|part| {
                    numbers.add(part, 1);
                    // Without the message of the panic hook, because there would be thousands.
                    if part == bad {
                        std::panic::resume_unwind(Box::new(part));
                    }
                })
            }));
            let payload = meeting.expect_err("a part has panicked");
            assert_eq!(payload.downcast_ref::<usize>(), Some(&bad));
        }
        team.meet(|part| numbers.add(part, 1));
        assert_eq!([numbers.read(0), numbers.read(1)], [3, 3]);
    });
}
