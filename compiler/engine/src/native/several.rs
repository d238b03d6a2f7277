//! Programs for several vehicles at once.
//!
//! A program reads and writes its own places, a row of numbers for each place, with a number for each lane. The values
//! on a vehicle's board are copied into its lane, and back. Other lanes keep their numbers: a program that runs again
//! gives equal values there.
#![allow(unsafe_code, reason = "machine code is called through pointers")]

use super::print::{Half, Printed, Stretch};
use super::shared::Shared;
use super::{Function, Library, Width, together};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wishbone_compiler::scalar::Points;

/// Largest number of lanes.
pub const MOST: usize = 8;

/// A program for several vehicles.
#[derive(Debug)]
pub struct Program {
    /// The function of each half, and the places that it reads and writes.
    halves: Vec<(Function, Ports)>,
    /// Number of lanes.
    pub lanes: usize,
    /// Number of the program's places, and number of values that one half leaves for the other half.
    places: [usize; 2],
    tables: Vec<Points>,
    /// Keeps the functions alive.
    _library: Arc<dyn Library>,
}

/// Places that a half of a program reads, and those that it writes.
#[derive(Debug)]
struct Ports {
    inputs: Vec<Stretch>,
    outputs: Vec<Stretch>,
}

/// Numbers of a program for all lanes.
#[derive(Debug)]
pub struct Room {
    board: Rows,
    kept: Rows,
    /// By lane: the first half whose values are kept there.
    kept_for: [Option<Mark>; MOST],
}

/// Rows of numbers that begin with a line of the cache.
#[derive(Debug)]
struct Rows {
    numbers: Vec<f64>,
    first: usize,
}

/// Size of a line of the cache [bytes].
const LINE: usize = 64;

/// The first half that a vehicle ran last: vehicle and count.
type Mark = (u64, u64);

/// Number of vehicles so far.
static VEHICLES: AtomicU64 = AtomicU64::new(0);

/// A program of a vehicle that receives its lane when it runs.
#[derive(Debug)]
pub struct Code {
    pub program: Arc<Program>,
    mark: Mark,
    /// The numbers that the first half read last, if there is a second half.
    early: Vec<f64>,
}

/// A vehicle in its lane: its program and its board.
pub struct InLane<'a> {
    pub lane: usize,
    pub code: &'a mut Code,
    pub board: &'a mut [f64],
}

impl Clone for Code {
    /// This program for another vehicle.
    fn clone(&self) -> Self {
        Self {
            program: self.program.clone(),
            mark: fresh(),
            early: self.early.clone(),
        }
    }
}

fn fresh() -> Mark {
    (VEHICLES.fetch_add(1, Ordering::Relaxed), 0)
}

impl Rows {
    /// Zeros.
    fn of(count: usize) -> Self {
        let numbers = vec![0.0; count + LINE / size_of::<f64>()];
        let first = numbers.as_ptr().align_offset(LINE);
        Self { numbers, first }
    }

    fn all(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..]
    }
}

impl Code {
    /// The machine code of a printed program; `None` if the library lacks it.
    pub fn of(printed: Printed, width: Width, library: &Arc<dyn Library>) -> Option<Self> {
        let functions = printed.names().map(|name| library.function(&name));
        let functions = functions.collect::<Option<Vec<_>>>()?;
        let ports = printed
            .halves
            .into_iter()
            .map(|Half { inputs, outputs, .. }| Ports { inputs, outputs });
        let program = Program {
            halves: functions.into_iter().zip(ports).collect(),
            lanes: width.lanes(),
            places: [printed.places, printed.kept],
            tables: printed.tables,
            _library: library.clone(),
        };
        Some(Self {
            program: Arc::new(program),
            mark: fresh(),
            early: Vec::new(),
        })
    }

    /// Runs a half, or the whole program, together with this half of other vehicles if other vehicles wait for it.
    pub fn run(&mut self, half: Option<usize>, board: &mut [f64]) {
        let count = self.program.halves.len();
        let halves = half.map_or(0..count, |half| half..(half + 1).min(count));
        for half in halves {
            self.begin(half, board);
            together::run(self, half, board);
        }
    }

    /// Records the numbers that the first half reads. They fill a lane again that another vehicle has used.
    fn begin(&mut self, half: usize, board: &[f64]) {
        if let (0, [(_, first), _, ..]) = (half, &self.program.halves[..]) {
            self.mark.1 += 1;
            self.early.clear();
            for own in &first.inputs {
                self.early.extend_from_slice(&board[own.on_board..][..own.count]);
            }
        }
    }
}

/// Runs a half of a program for one vehicle.
pub fn alone(code: &mut Code, half: usize, board: &mut [f64]) {
    let program = code.program.clone();
    program.run(half, &mut [Some(InLane { lane: 0, code, board })], &mut program.room());
}

impl Program {
    /// Room for its numbers.
    pub fn room(&self) -> Room {
        let [board, kept] = self.places.map(|count| Rows::of(count * self.lanes));
        Room {
            board,
            kept,
            kept_for: [None; MOST],
        }
    }

    /// Runs a half for vehicles in their lanes.
    pub fn run(&self, half: usize, vehicles: &mut [Option<InLane<'_>>], room: &mut Room) {
        match self.lanes {
            8 => self.run_in::<8>(half, vehicles, room),
            _ => self.run_in::<4>(half, vehicles, room),
        }
    }

    fn run_in<const LANES: usize>(&self, half: usize, vehicles: &mut [Option<InLane<'_>>], room: &mut Room) {
        if half > 0 {
            self.begin_again::<LANES>(vehicles, room);
        }
        let ports = &self.halves[half].1;
        let rows = room.board.all().as_chunks_mut::<LANES>().0;
        for InLane { lane, board, .. } in vehicles.iter().flatten() {
            for own in &ports.inputs {
                fill(rows, own, *lane, &board[own.on_board..]);
            }
        }
        self.call(half, room);
        let rows = room.board.all().as_chunks_mut::<LANES>().0;
        for InLane { lane, code, board } in vehicles.iter_mut().flatten() {
            let lane = *lane % LANES;
            for own in &ports.outputs {
                let rows = &rows[own.place..][..own.count];
                let board = board[own.on_board..].iter_mut();
                board.zip(rows).for_each(|(number, row)| *number = row[lane]);
            }
            room.kept_for[lane] = Some(code.mark);
        }
    }

    /// Runs the first half again for vehicles whose lanes other vehicles have used since.
    fn begin_again<const LANES: usize>(&self, vehicles: &[Option<InLane<'_>>], room: &mut Room) {
        let mut is_any = false;
        for InLane { lane, code, .. } in vehicles.iter().flatten() {
            if room.kept_for[*lane % LANES] != Some(code.mark) {
                is_any = true;
                let rows = room.board.all().as_chunks_mut::<LANES>().0;
                let mut early = &code.early[..];
                for own in &self.halves[0].1.inputs {
                    fill(rows, own, *lane, early);
                    early = early.get(own.count..).unwrap_or_default();
                }
            }
        }
        if is_any {
            self.call(0, room);
        }
    }

    fn call(&self, half: usize, room: &mut Room) {
        let tools = Shared::of(self.lanes, &self.tables);
        let (board, kept) = (room.board.all().as_mut_ptr(), room.kept.all().as_mut_ptr());
        // SAFETY: the function is the printed one for so many lanes, whose places lie in the room, and the processor has its instruction
        // set; nothing else refers to these numbers meanwhile, and curves outlive the call.
        unsafe { (self.halves[half].0)(board, kept, (&raw const tools).cast()) };
    }
}

/// Fills a lane of the rows of a stretch with numbers.
#[inline(always)]
fn fill<const LANES: usize>(rows: &mut [[f64; LANES]], stretch: &Stretch, lane: usize, numbers: &[f64]) {
    let lane = lane % LANES;
    let rows = rows[stretch.place..][..stretch.count].iter_mut();
    rows.zip(numbers).for_each(|(row, number)| row[lane] = *number);
}
