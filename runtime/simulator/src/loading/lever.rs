//! Levers with detents.

use crate::Unusable;

/// A lever with `N` detents and a damper. Within the reach of a detent, at the distance `d` from it, the detent has the force
/// `-hold sin(π d / reach)`. Between detents there is only the damper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lever<const N: usize> {
    /// Positions of the detents, ascending [m or rad].
    pub detents: [f64; N],
    /// Largest force of a detent [N or N m].
    pub hold: f64,
    /// Reach of a detent on each side [m or rad].
    pub reach: f64,
    /// Damping [N s/m or N m s/rad].
    pub damper: f64,
}

impl<const N: usize> Lever<N> {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if a number is not finite, reach or hold is not above zero, or the distance between detents is
    /// less than twice the reach.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless_positive("hold", self.hold)?;
        Unusable::unless_positive("reach", self.reach)?;
        Unusable::unless_not_negative("damper", self.damper)?;
        for detent in self.detents {
            Unusable::unless(true, "detent", detent, "finite")?;
        }
        for (here, next) in self.detents.iter().zip(self.detents.iter().skip(1)) {
            let apart = next - here >= 2.0 * self.reach;
            Unusable::unless(apart, "detent", *next, "at least twice the reach after the one before")?;
        }
        Ok(())
    }

    /// Force on the hand at this position and velocity [N or N m].
    pub fn force(&self, position: f64, velocity: f64) -> f64 {
        let drawn = self.within(position).map_or(0.0, |(_, distance)| {
            -self.hold * (core::f64::consts::PI * distance / self.reach).sin()
        });
        drawn - self.damper * velocity
    }

    /// The detent in which the lever rests: within half of its reach, where its force holds the lever.
    pub fn engaged(&self, position: f64) -> Option<usize> {
        let (detent, distance) = self.within(position)?;
        (distance.abs() <= 0.5 * self.reach).then_some(detent)
    }

    /// The detent whose reach contains the lever, and the distance from it.
    fn within(&self, position: f64) -> Option<(usize, f64)> {
        let distances = self.detents.iter().map(|detent| position - detent);
        distances.enumerate().find(|(_, distance)| distance.abs() < self.reach)
    }
}
