//! A thread's part of the equipment names its numbers as the whole does.

use super::road;
use wishbone::prelude::*;
use wishbone::threads::{Share, Shareable, Threaded};
use wishbone_threads::truck_2_2::Truck2;

const WHEELS: usize = Truck2::WHEELS.len();

#[test]
fn states_of_a_part_have_the_names_of_the_whole() {
    let whole = road::<WHEELS>(0.3);
    let state = Subsystem::<Truck2>::initial(&whole);
    let mut named = Vec::new();
    Subsystem::<Truck2>::states(&whole, &state, &mut |state| named.push((state.name, state.index)));
    assert_eq!(named.len(), 2 * WHEELS);
    for holdings in Truck2::THREADS {
        let mut own = Vec::new();
        let part = Shareable::<Truck2>::part(&whole, holdings);
        Subsystem::<Share<Truck2>>::states(&part, &state, &mut |state| own.push((state.name, state.index)));
        assert_eq!(own, named);
    }
}
