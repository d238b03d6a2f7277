//! Work on several items in several threads, if there are threads (feature `threads`).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "threads")]
use std::thread;

/// Applies a function to each item, in as many threads as the machine runs at once. A thread that has finished an item takes the
/// next item. The results are in the order of the items.
pub fn in_threads<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(items.len()));
    in_each_thread(items.len(), &|| {
        let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let taken = places.map_while(|place| Some((place, items.get(place)?)));
        let own: Vec<(usize, R)> = taken.map(|(place, item)| (place, f(item))).collect();
        found.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Calls a function in several threads: as many as the machine runs at once, but not more than there are items.
///
/// # Panics
/// If the function panics, with its message.
#[cfg(feature = "threads")]
pub fn in_each_thread(items: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads(items)).map(|_| scope.spawn(work)).collect();
        for thread in running {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Number of threads for this number of items: as many as the machine runs at once, but not more than there are
/// items.
#[cfg(feature = "threads")]
pub fn threads(items: usize) -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(items)
}

/// The only thread.
#[cfg(not(feature = "threads"))]
pub fn threads(_: usize) -> usize {
    1
}

/// Calls a function.
#[cfg(not(feature = "threads"))]
pub fn in_each_thread(_: usize, work: &(dyn Fn() + Sync)) {
    work();
}

#[cfg(test)]
mod tests {
    use super::in_threads;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let expected: Vec<u32> = items.iter().map(|item| item * item).collect();
        assert_eq!(in_threads(&items, |item| item * item), expected);
        assert_eq!(in_threads(&[], |item: &u32| *item), []);
    }
}
