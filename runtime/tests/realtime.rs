//! Requests to the system are granted, or the refusal says how to allow them.
#![cfg(all(feature = "realtime", target_os = "linux"))]

use wishbone::realtime::{lock_memory, prioritise};

#[test]
fn what_is_no_real_time_priority_is_refused_with_advice() {
    let refused = prioritise(0).expect_err("real-time priorities begin at 1");
    assert!(refused.to_string().contains("from 1 to 99"), "{refused}");
}

/// Runs on a separate thread, so that the priority ends with this thread.
#[test]
fn a_priority_is_given_or_refused_with_advice() {
    std::thread::spawn(|| match prioritise(10) {
        Ok(()) => {
            let (policy, parameters) =
                thread_priority::thread_schedule_policy_param(thread_priority::thread_native_id())
                    .expect("a thread knows its policy");
            let fifo = thread_priority::RealtimeThreadSchedulePolicy::Fifo;
            assert_eq!(policy, thread_priority::ThreadSchedulePolicy::Realtime(fifo));
            assert_eq!(parameters.sched_priority, 10);
        }
        Err(refused) => assert!(refused.to_string().contains("CAP_SYS_NICE"), "{refused}"),
    })
    .join()
    .expect("no panic");
}

#[test]
fn memory_is_locked_or_the_refusal_says_what_to_allow() {
    match lock_memory() {
        Ok(()) => {
            let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
            let locked = status.lines().find(|line| line.starts_with("VmLck:")).expect("a line");
            let kilobytes: u64 = locked
                .split_whitespace()
                .nth(1)
                .and_then(|n| n.parse().ok())
                .expect("a number");
            assert!(kilobytes > 0, "{locked}");
        }
        Err(refused) => assert!(refused.to_string().contains("memlock"), "{refused}"),
    }
}
