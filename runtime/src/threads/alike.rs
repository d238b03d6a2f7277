//! Pieces of equipment that every thread computes completely: they depend on time, on their own states, on a marker,
//! and on the spins of wheels.

use super::{Holdings, Shareable, Threaded};
use crate::air::{Air, Wind};
use crate::control::path::{Path, PathFollower};
use crate::control::{Steer, Timetable};
use crate::description::Description;
use crate::driveline::Driveline;
use crate::profile::Profile;
use crate::subsystem::Subsystem;
use std::format;
use std::string::String;

/// The functions of [`Shareable`] for a piece whose part is a copy, with equal states on every thread.
macro_rules! copied {
    ($vehicle:ty) => {
        type Part = Self;

        fn part(&self, _: &Holdings) -> Self {
            self.clone()
        }

        fn gather(
            _: &Holdings,
            from: &<Self as Subsystem<$vehicle>>::State,
            to: &mut <Self as Subsystem<$vehicle>>::State,
        ) {
            to.clone_from(from);
        }
    };
}

impl<S: Threaded, P: Profile + Clone + Send> Shareable<S> for Steer<P> {
    copied!(S);
}

impl<S, T, B, C, G> Shareable<S> for Timetable<T, B, C, G>
where
    S: Threaded,
    T: Profile + Clone + Send,
    B: Profile + Clone + Send,
    C: Profile + Clone + Send,
    G: Profile + Clone + Send,
{
    copied!(S);
}

/// Its marker may be on a body of one thread: only that thread uses the forces. All other threads compute forces on a
/// marker that stands still; these forces have no effect.
impl<S: Threaded, W: Wind + Clone + Send> Shareable<S> for Air<W> {
    copied!(S);
}

/// It steers all threads, and so all have to hold its marker.
impl<S: Threaded, P: Path + Clone + Send, const N: usize> Shareable<S> for PathFollower<P, N> {
    copied!(S);

    fn obstacle(&self, vehicle: &Description, threads: &[Holdings]) -> Option<String> {
        let marker = self.marker().index();
        let all_hold_it = threads.iter().all(|holdings| holdings.markers.contains(&marker));
        let name = vehicle.markers.get(marker).map_or("(unnamed)", |(name, _)| *name);
        (!all_hold_it).then(|| {
            format!(
                "the driver follows his path with the marker `{name}`, whose motion one thread computes and all need: place it on the \
                 base, as a rule the chassis, or run the vehicle on one thread"
            )
        })
    }
}

/// Its shafts turn equally on all threads, because these know the spins of all wheels. A thread uses the torques on its
/// own wheels.
impl<Z: Threaded, const S: usize, const C: usize, const W: usize> Shareable<Z> for Driveline<S, C, W> {
    copied!(Z);

    const READS_SPINS: bool = true;
}
