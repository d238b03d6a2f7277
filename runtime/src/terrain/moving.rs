//! Moving ground under a vehicle that stays in place: test rigs, and quarter cars without forward motion.

use super::{Ground, Terrain};
use crate::profile::Profile;

/// The level platform of a shaker rig, with its height as a function of time.
///
/// ```
/// use wishbone::{profile::HalfSine, terrain::{Post, Terrain}};
/// // A bump of 0.5 m by 0.05 m, passed at 10 km/h by a wheel that follows its profile.
/// let post = Post(HalfSine { start: 0.2, duration: 0.18, amplitude: 0.05 });
/// assert_eq!(post.at(0.0, 0.0, 0.29).height, 0.05);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Post<P>(
    /// Its height [m].
    pub P,
);

impl<P: Profile> Terrain for Post<P> {
    fn at(&self, _x: f64, _y: f64, time: f64) -> Ground {
        let motion = self.0.at(time);
        Ground {
            velocity: [0.0, 0.0, motion.velocity],
            ..Ground::level(motion.position)
        }
    }
}

/// A belt that carries a terrain backwards under the vehicle, along -X.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Treadmill<T> {
    /// The terrain on the belt at time zero.
    pub terrain: T,
    /// Backward speed of the belt: the apparent forward speed of the vehicle [m/s].
    pub speed: f64,
}

impl<T: Terrain> Terrain for Treadmill<T> {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let mut ground = self.terrain.at(x + self.speed * time, y, time);
        ground.velocity[0] -= self.speed;
        ground
    }
}
