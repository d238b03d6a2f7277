//! Work on several vehicles that run side by side: whenever some vehicles need a half of one program, the half runs
//! once for all of them.
//!
//! Each vehicle's work has its own stack. If a work needs a program, the work waits, and the work on the next vehicle
//! continues. Once all wait, the program that most wait for is run. So the work on each vehicle is written as for one
//! vehicle and may take its own time, and its numbers do not depend on the other vehicles.
#![allow(unsafe_code, reason = "work that waits lends its numbers by pointers")]

use super::several::{Code, InLane, MOST, Program, Room, alone};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::Arc;

/// Size of the stack of a vehicle's work [bytes]: the size for two threads.
const STACK: usize = 4 << 20;
/// Number of programs that run for others before a vehicle's turn comes at the latest.
const PATIENCE: usize = 256;

/// The thing that work waits for: a half of a program, for the numbers on a board.
#[derive(Clone, Copy)]
struct Asked {
    program: *const Program,
    half: usize,
    code: *mut Code,
    board: *mut [f64],
}

thread_local! {
    /// The lane whose work runs in this thread; none outside of [`together`].
    static AT_WORK: Cell<Option<(usize, *const Yielder<(), Asked>)>> = const { Cell::new(None) };
}

/// Runs a half of a program. Within [`together`], this is done for several vehicles at once.
pub(super) fn run(code: &mut Code, half: usize, board: &mut [f64]) {
    let own = AT_WORK.get();
    let Some((_, yielder)) = own.filter(|(lane, _)| *lane < code.program.lanes) else {
        return alone(code, half, board);
    };
    let asked = Asked {
        program: Arc::as_ptr(&code.program),
        half,
        code,
        board,
    };
    // SAFETY: the pointer is set while this work goes on, whose stack has the yielder.
    unsafe { &*yielder }.suspend(asked);
    AT_WORK.set(own);
}

/// Room of each program, by its address. The program is kept, so no other program has this address.
type Rooms = BTreeMap<*const Program, (Arc<Program>, Room)>;

/// What a panic carries.
type Panic = Box<dyn Any + Send>;

/// Work in a lane.
struct Lane {
    work: Coroutine<(), Asked, ()>,
    /// What it waits for; `None` once it is done.
    asked: Option<Asked>,
    /// Number of programs that have run meanwhile.
    waited: usize,
}

impl Lane {
    /// Lets the work go on until it needs a program. A panic ends it, and is kept if it is the first panic.
    fn go_on(&mut self, panic: &mut Option<Panic>) {
        self.waited = 0;
        let gone = catch_unwind(AssertUnwindSafe(|| self.work.resume(())));
        AT_WORK.set(None);
        self.asked = match gone {
            Ok(CoroutineResult::Yield(asked)) => Some(asked),
            Ok(CoroutineResult::Return(())) => None,
            Err(own) => {
                panic.get_or_insert(own);
                None
            }
        };
    }
}

/// Calls one function several times, side by side in one thread: once in each lane, with at most eight lanes. Machine
/// code for several vehicles then computes the programs of all lanes at once.
///
/// # Panics
/// Panics with the same message if the function panics, once the work in all other lanes is done.
pub fn together(lanes: usize, work: &dyn Fn()) {
    let stacks = (0..lanes.min(MOST)).map_while(|_| DefaultStack::new(STACK).ok());
    let lanes = stacks.enumerate().map(|(lane, stack)| Lane {
        // SAFETY: the work is done, or unwound, before this function returns.
        work: unsafe {
            Coroutine::with_stack_unchecked(stack, move |yielder: &Yielder<(), Asked>, ()| {
                AT_WORK.set(Some((lane, yielder)));
                work();
            })
        },
        asked: None,
        waited: 0,
    });
    let mut lanes: Vec<Lane> = lanes.collect();
    if lanes.is_empty() {
        return work();
    }
    let (mut rooms, mut panic) = (Rooms::new(), None);
    lanes.iter_mut().for_each(|lane| lane.go_on(&mut panic));
    while let Some(asked) = chosen(&lanes) {
        run_for_all(&asked, &lanes, &mut rooms);
        for own in &mut lanes {
            match own.asked.is_some_and(|own| is_same(&own, &asked)) {
                true => own.go_on(&mut panic),
                false => own.waited += 1,
            }
        }
    }
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// The program that most lanes wait for, or a program that a lane has waited for too long; `None` once all are done.
fn chosen(lanes: &[Lane]) -> Option<Asked> {
    let waiting = || lanes.iter().filter_map(|lane| Some((lane.asked?, lane.waited)));
    let (first, _) = waiting().next()?;
    if waiting().all(|(asked, _)| is_same(&asked, &first)) {
        return Some(first);
    }
    let mut most = (0, first);
    for (asked, waited) in waiting() {
        if waited > PATIENCE {
            return Some(asked);
        }
        let count = waiting().filter(|(other, _)| is_same(&asked, other)).count();
        if count > most.0 {
            most = (count, asked);
        }
    }
    Some(most.1)
}

/// Whether two lanes wait for one program.
fn is_same(one: &Asked, other: &Asked) -> bool {
    one.half == other.half && ptr::eq(one.program, other.program)
}

/// Runs a half of a program for all lanes that wait for it.
fn run_for_all(wanted: &Asked, lanes: &[Lane], rooms: &mut Rooms) {
    // SAFETY: whoever asked waits, and keeps the program.
    let program = unsafe { &*wanted.program };
    let (_, room) = rooms.entry(wanted.program).or_insert_with(|| {
        // SAFETY: as above; its code is lent to nobody yet.
        let kept = unsafe { &*wanted.code }.program.clone();
        (kept, program.room())
    });
    let mut vehicles: [Option<InLane<'_>>; MOST] = [const { None }; MOST];
    for (lane, (own, place)) in lanes.iter().zip(&mut vehicles).enumerate() {
        if let Some(asked) = own.asked.filter(|asked| is_same(asked, wanted)) {
            // SAFETY: the work waits meanwhile, and lends its numbers to nobody else.
            let (code, board) = unsafe { (&mut *asked.code, &mut *asked.board) };
            *place = Some(InLane { lane, code, board });
        }
    }
    program.run(wanted.half, &mut vehicles, room);
}
