//! Teams of real threads: all parts run, borrowed data are returned, panics are passed on, and nothing is allocated.
#![cfg(all(feature = "threads", not(loom)))]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use wishbone::team::Team;

/// Teams that spin and teams that sleep, with fewer and with more threads than this machine has cores.
fn teams() -> impl Iterator<Item = Team> {
    [(1, 0), (2, 0), (2, 4000), (3, 50), (8, 0)]
        .into_iter()
        .map(|(threads, patience)| {
            let team = Team::with_patience(threads, patience).expect("threads can be started");
            assert_eq!(team.threads(), threads);
            team
        })
}

#[test]
fn each_part_runs_once_a_meeting_on_its_own_thread() {
    for mut team in teams() {
        let ran: Vec<Mutex<Vec<ThreadId>>> = (0..team.threads()).map(|_| Mutex::default()).collect();
        for _ in 0..300 {
            team.meet(|part| ran[part].lock().unwrap().push(thread::current().id()));
        }
        let mut all = Vec::new();
        for ran in ran {
            let ran = ran.into_inner().unwrap();
            assert_eq!(ran.len(), 300);
            assert!(ran.iter().all(|id| *id == ran[0]), "a part changed its thread");
            all.push(ran[0]);
        }
        assert_eq!(all[0], thread::current().id());
        all.sort_unstable_by_key(|id| format!("{id:?}"));
        all.dedup();
        assert_eq!(all.len(), team.threads());
    }
}

/// Every meeting reads what all parts of the last meeting wrote, on a stack that does not exist afterwards.
#[test]
fn what_the_parts_wrote_is_seen_in_the_next_meeting() {
    for mut team in teams() {
        let mut last: Vec<usize> = vec![1; team.threads()];
        for _ in 0..200 {
            let next: Vec<AtomicUsize> = last.iter().map(|_| AtomicUsize::new(0)).collect();
            let sum = last.iter().fold(0, |sum, x| (sum + x) % 1009);
            team.meet(|part| next[part].store((sum + part) % 1009, Ordering::Relaxed));
            let expected: Vec<usize> = (0..last.len()).map(|part| (sum + part) % 1009).collect();
            last = next.into_iter().map(AtomicUsize::into_inner).collect();
            assert_eq!(last, expected);
        }
    }
}

#[test]
fn a_panic_comes_out_when_all_parts_have_ended_and_the_team_goes_on() {
    for mut team in teams() {
        for bad in 0..team.threads() {
            let ended = AtomicUsize::new(0);
            let meeting = catch_unwind(AssertUnwindSafe(|| {
                team.meet(|part| {
                    if part == bad {
                        std::panic::resume_unwind(Box::new(part));
                    }
                    ended.fetch_add(1, Ordering::Relaxed);
                });
            }));
            let payload = meeting.expect_err("a part has panicked");
            assert_eq!(payload.downcast_ref::<usize>(), Some(&bad));
            assert_eq!(ended.into_inner(), team.threads() - 1);
        }
        let ran = AtomicUsize::new(0);
        team.meet(|_| _ = ran.fetch_add(1, Ordering::Relaxed));
        assert_eq!(ran.into_inner(), team.threads());
    }
}

/// Two panics in one meeting: the caller's own panic is resumed if there is one, otherwise the first panic of the other
/// threads. The team can be used again.
#[test]
fn of_two_panics_one_comes_out() {
    for mut team in teams() {
        let meeting = catch_unwind(AssertUnwindSafe(|| {
            team.meet(|part| std::panic::resume_unwind(Box::new(part)));
        }));
        assert_eq!(meeting.expect_err("all have").downcast_ref::<usize>(), Some(&0));
        team.meet(|_| {});
    }
}

#[test]
fn a_meeting_allocates_nothing() {
    for mut team in teams() {
        let counts: Vec<AtomicUsize> = (0..team.threads()).map(|_| AtomicUsize::new(0)).collect();
        team.meet(|_| {});
        // The counter counts only the allocations of the calling thread, and not those of the workers.
        let allocations = allocation_counter::measure(|| {
            for _ in 0..100 {
                team.meet(|part| _ = counts[part].fetch_add(1, Ordering::Relaxed));
            }
        });
        assert_eq!(allocations.count_total, 0, "{} threads", team.threads());
    }
}

#[test]
fn a_team_may_move_to_another_thread() {
    let mut team = Team::new(2).expect("threads can be started");
    team.meet(|_| {});
    let mut team = thread::spawn(move || {
        team.meet(|_| {});
        team
    })
    .join()
    .expect("no panic");
    team.meet(|_| {});
}

#[test]
fn a_team_of_none_is_refused() {
    let error = Team::new(0).expect_err("nobody could call a meeting");
    assert!(error.to_string().contains("1 at least"), "{error}");
}

#[test]
fn handing_over_takes_time_and_pinning_counts_cores() {
    let mut team = Team::new(2).expect("threads can be started");
    assert!(team.hand_off().as_nanos() > 0);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    assert!(team.pin() <= cores.min(2));
}

/// A caller that is bound to a core still has teams on all cores of the process; the threads of a team are on cores
/// other than the caller's core.
#[test]
fn a_bound_caller_does_not_lose_the_other_cores() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::spawn(move || {
        for _ in 0..3 {
            let mut team = Team::new(2).expect("threads can be started");
            let bound = team.pin();
            // Where the system lets threads be bound, the team has two cores if there are two.
            assert!(bound == 0 || bound == cores.min(2), "{bound} of {cores}");
            let seen = Mutex::new(Vec::new());
            team.meet(|_| seen.lock().unwrap().push(core_affinity::get_core_ids()));
            let seen = seen.into_inner().unwrap();
            assert!(bound < 2 || seen[0] != seen[1], "both threads on one core: {seen:?}");
        }
    })
    .join()
    .expect("no panic");
}
