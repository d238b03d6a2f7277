//! Computes rows, in several threads if the machine has threads (feature `threads`).

use super::row::Found;
use super::workplace::Workplace;
use super::{Row, Sweep};
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use wishbone_studies::threads::{in_each_thread, threads};

/// Rows of a part of a sweep, in the order of their indices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The rows.
    pub rows: Vec<Row>,
    /// Unit of each figure; `None` if no row of the part has the figure.
    pub units: Vec<Option<&'static str>>,
}

/// A function that receives each finished part, with its position.
pub type Finished<'a> = &'a (dyn Fn(usize, Part) -> Result<(), Problem> + Sync);

impl Sweep {
    /// Computes the rows of these parts. Parts begin in order. Each finished part is passed on at once, by one thread at a time.
    ///
    /// # Errors
    /// If a parameter cannot be changed, or a part cannot be passed on.
    pub fn compute(&self, parts: &[Range<u64>], finished: Finished<'_>, told: Told<'_>) -> Result<(), Problem> {
        let variants = self.variants()?;
        let count: u64 = parts.iter().map(|part| part.end - part.start).sum();
        let width = self.width().map(|width| format!(", {width}")).unwrap_or_default();
        let work = Work {
            parts: parts.iter().map(|part| Pending::of(part.clone())).collect(),
            finished,
            next: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            problem: Mutex::default(),
            handing: Mutex::default(),
            told: Steps::of(told, format!("sweep of {count} variants{width}"), count as usize),
        };
        let one_by_one = || {
            let mut place = Workplace::of(self, variants);
            while let Some((part, index)) = work.next() {
                work.done(part, place.found(index));
            }
        };
        let count = count as usize;
        let in_thread = count.div_ceil(threads(count).max(1));
        in_each_thread(count, &|| self.abreast(in_thread, &one_by_one));
        match work.problem.into_inner().ok().flatten() {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }
}

/// Work that threads share.
struct Work<'a> {
    parts: Vec<Pending>,
    finished: Finished<'a>,
    next: AtomicU64,
    is_over: AtomicBool,
    problem: Mutex<Option<Problem>>,
    /// Locked while a part is passed on.
    handing: Mutex<()>,
    told: Steps<'a>,
}

/// A part with the rows that are finished.
struct Pending {
    indices: Range<u64>,
    found: Mutex<Vec<Found>>,
}

impl Pending {
    fn of(indices: Range<u64>) -> Self {
        Self {
            indices,
            found: Mutex::default(),
        }
    }
}

impl Work<'_> {
    /// The next point: the position of its part, and its index.
    fn next(&self) -> Option<(usize, u64)> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let mut place = self.next.fetch_add(1, Ordering::Relaxed);
        for (position, part) in self.parts.iter().enumerate() {
            let count = part.indices.end - part.indices.start;
            match place < count {
                true => return Some((position, part.indices.start + place)),
                false => place -= count,
            }
        }
        None
    }

    /// Stores a row. The last row of a part finishes the part.
    fn done(&self, place: usize, found: Found) {
        self.told.more(1);
        let part = &self.parts[place];
        let wanted = (part.indices.end - part.indices.start) as usize;
        let complete = {
            let Ok(mut all) = part.found.lock() else { return };
            all.push(found);
            (all.len() == wanted).then(|| std::mem::take(&mut *all))
        };
        let Some(mut complete) = complete else { return };
        complete.sort_unstable_by_key(|found| found.row.index);
        let handed = {
            let _one_at_a_time = self.handing.lock();
            (self.finished)(place, Part::of(complete))
        };
        if let Err(problem) = handed {
            self.is_over.store(true, Ordering::Relaxed);
            if let Ok(mut first) = self.problem.lock() {
                first.get_or_insert(problem);
            }
        }
    }
}

impl Part {
    /// The part with these rows.
    fn of(found: Vec<Found>) -> Self {
        let columns = found.first().map_or(0, |own| own.units.len());
        let unit = |column: usize| found.iter().find_map(|own| own.units[column]);
        Self {
            units: (0..columns).map(unit).collect(),
            rows: found.into_iter().map(|own| own.row).collect(),
        }
    }
}
