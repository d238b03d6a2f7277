//! Work on several items in several threads, where there are any (feature `threads`).

#[cfg(feature = "threads")]
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Applies a function to each item, in as many threads as the machine runs at once. A thread that is done with an item takes the next
/// one; the results are in the order of the items.
#[cfg(feature = "threads")]
pub fn in_threads<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, R)> {
        let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let taken = places.map_while(|place| Some((place, items.get(place)?)));
        taken.map(|(place, item)| (place, f(item))).collect()
    };
    let mut found: Vec<(usize, R)> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = running.into_iter().map(|thread| match thread.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    found.sort_unstable_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Applies a function to each item, one after the other.
#[cfg(not(feature = "threads"))]
pub fn in_threads<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    items.iter().map(f).collect()
}

/// Calls a function in each of as many threads as the machine runs at once, and there are items for.
#[cfg(feature = "threads")]
pub fn in_each_thread(items: u64, work: &(dyn Fn() + Sync)) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 1..(threads as u64).min(items) {
            scope.spawn(work);
        }
        work();
    });
}

/// Calls a function.
#[cfg(not(feature = "threads"))]
pub fn in_each_thread(_: u64, work: &(dyn Fn() + Sync)) {
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
