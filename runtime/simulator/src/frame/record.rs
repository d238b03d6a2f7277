//! Recording to a file by a second thread.

use crate::shared::Port;
use std::boxed::Box;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::string::String;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Ring buffer of rows between one writer and one reader.
#[derive(Debug)]
struct Ring {
    numbers: Box<[AtomicU64]>,
    columns: usize,
    rows: u64,
    /// Rows written by the frame.
    written: AtomicU64,
    /// Rows taken by the thread.
    taken: AtomicU64,
    ended: AtomicBool,
}

impl Ring {
    /// The words of a row.
    fn row(&self, row: u64) -> &[AtomicU64] {
        let begin = (row % self.rows) as usize * self.columns;
        &self.numbers[begin..begin + self.columns]
    }
}

/// Numbers of rows that a recorder has written and left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Rows in the file.
    pub rows: u64,
    /// Rows for which there was no room, because the file was too slow.
    pub left_out: u64,
}

/// Writes a row of numbers for each frame to a CSV file. The frame puts rows into a ring buffer, from which a thread
/// takes them. So the frame never waits for the file. If the buffer is full, the frame leaves out rows and counts them.
/// Only [`Recorder::finish`] and the drop of a recorder wait until the file is written.
#[derive(Debug)]
pub struct Recorder {
    ring: Arc<Ring>,
    thread: Option<JoinHandle<io::Result<()>>>,
    left_out: u64,
}

impl Recorder {
    /// Begins a file with a column for each port. `rows` is the size of the ring buffer.
    ///
    /// # Errors
    /// If the file cannot be created, or no thread can be started.
    pub fn start(path: impl AsRef<Path>, columns: &[Port], rows: usize) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        let heading = |port: &Port| match port.unit.as_str() {
            "" => port.name.clone(),
            unit => std::format!("{} [{unit}]", port.name),
        };
        let headings: std::vec::Vec<String> = columns.iter().map(heading).collect();
        writeln!(file, "{}", headings.join(","))?;
        let rows = rows.max(1);
        let ring = Arc::new(Ring {
            numbers: (0..rows * columns.len()).map(|_| AtomicU64::new(0)).collect(),
            columns: columns.len(),
            rows: rows as u64,
            written: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        });
        let its = Arc::clone(&ring);
        let thread = thread::Builder::new()
            .name(String::from("recorder"))
            .spawn(move || write_rows(&its, file))?;
        Ok(Self {
            ring,
            thread: Some(thread),
            left_out: 0,
        })
    }

    /// Puts a row into the ring buffer, or leaves it out if there is no room. Missing numbers are NaN, and surplus numbers are left
    /// out.
    pub fn record(&mut self, numbers: &[f64]) {
        let row = self.ring.written.load(Ordering::Relaxed);
        // Rows that the thread has taken may be overwritten.
        if row - self.ring.taken.load(Ordering::Acquire) == self.ring.rows {
            self.left_out += 1;
            return;
        }
        for (place, word) in self.ring.row(row).iter().enumerate() {
            let number = numbers.get(place).copied().unwrap_or(f64::NAN);
            word.store(number.to_bits(), Ordering::Relaxed);
        }
        self.ring.written.store(row + 1, Ordering::Release);
    }

    /// Waits until all rows are in the file.
    ///
    /// # Errors
    /// If the file could not be written.
    pub fn finish(mut self) -> io::Result<Recorded> {
        self.end()?;
        Ok(Recorded {
            rows: self.ring.taken.load(Ordering::Acquire),
            left_out: self.left_out,
        })
    }

    /// Waits for the thread, which ends when all rows are in the file.
    fn end(&mut self) -> io::Result<()> {
        self.ring.ended.store(true, Ordering::Release);
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(written)) => written,
            Some(Err(_)) => Err(io::Error::other("the recording thread has panicked")),
            None => Ok(()),
        }
    }
}

/// A recorder that is dropped also waits until all rows are in the file; errors of the file are lost.
impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Takes rows until the end.
fn write_rows(ring: &Ring, mut file: BufWriter<File>) -> io::Result<()> {
    loop {
        // Read before the rows, so that no row is left when the thread ends.
        let ended = ring.ended.load(Ordering::Acquire);
        let (taken, written) = (ring.taken.load(Ordering::Relaxed), ring.written.load(Ordering::Acquire));
        for row in taken..written {
            for (place, word) in ring.row(row).iter().enumerate() {
                let separator = if place == 0 { "" } else { "," };
                write!(file, "{separator}{}", f64::from_bits(word.load(Ordering::Relaxed)))?;
            }
            writeln!(file)?;
            ring.taken.store(row + 1, Ordering::Release);
        }
        if ended {
            return file.flush();
        }
        thread::sleep(Duration::from_millis(2));
    }
}
