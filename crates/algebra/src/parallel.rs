//! Independent pieces of work on several threads, in an order that no thread changes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use appell_diagnostic::broken_invariant;

/// Work of less than this altogether is not worth a thread; the unit is a term that is written.
const LEAST: usize = 2000;

/// What `work` makes of each item, in the order of the items. Where the costs of all items say that it
/// pays, the cores of this machine share the work, the most expensive items first.
pub(crate) fn map<T: Send, R: Send>(
    items: Vec<T>,
    cost: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let costs: Vec<usize> = items.iter().map(cost).collect();
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    if items.len() < 2 || costs.iter().sum::<usize>() < LEAST || cores() < 2 {
        return items.into_iter().map(work).collect();
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(costs[index]));
    let places: Vec<Mutex<(Option<T>, Option<R>)>> =
        items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    let next = AtomicUsize::new(0);
    let help = || {
        while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut place = places[index].lock().unwrap_or_else(|it| it.into_inner());
            let item = place.0.take();
            place.1 = item.map(&work);
        }
    };
    thread::scope(|scope| {
        for _ in 1..cores().min(order.len()) {
            // where no thread can be had, this one does all of the work
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        help();
    });
    let result = |place: Mutex<(Option<T>, Option<R>)>| {
        let (_, result) = place.into_inner().unwrap_or_else(|it| it.into_inner());
        result.unwrap_or_else(|| broken_invariant("an item without its result"))
    };
    places.into_iter().map(result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_stand_in_the_order_of_the_items() {
        for count in [0, 1, 2, 7, 100] {
            let items: Vec<usize> = (0..count).collect();
            let squares = super::map(items, |item| 1000 * (item % 3), |item| item * item);
            assert_eq!(squares, (0..count).map(|item| item * item).collect::<Vec<_>>());
        }
    }
}
