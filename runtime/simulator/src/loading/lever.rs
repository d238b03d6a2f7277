//! Levers with detents.

use crate::Unusable;

/// A lever that N detents draw in: `force = -hold sin(π d / reach)` at the distance `d` from a detent within its reach, none
/// between, and a damper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lever<const N: usize> {
    /// Where the detents are, ascending [m or rad].
    pub detents: [f64; N],
    /// Largest force of a detent [N or N m].
    pub hold: f64,
    /// How far a detent reaches to each side [m or rad].
    pub reach: f64,
    /// Damping [N s/m or N m s/rad].
    pub damper: f64,
}

impl<const N: usize> Lever<N> {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If a number is not finite, reach or hold is not above zero, or detents are nearer to each other than twice the reach.
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

    /// Force on the hand at this position with this velocity [N or N m].
    pub fn force(&self, position: f64, velocity: f64) -> f64 {
        let drawn = self.within(position).map_or(0.0, |(_, distance)| {
            -self.hold * (core::f64::consts::PI * distance / self.reach).sin()
        });
        drawn - self.damper * velocity
    }

    /// The detent that has drawn the lever in: within half its reach, where its force holds.
    pub fn engaged(&self, position: f64) -> Option<usize> {
        let (detent, distance) = self.within(position)?;
        (distance.abs() <= 0.5 * self.reach).then_some(detent)
    }

    /// The detent in whose reach the lever is, and the distance from it.
    fn within(&self, position: f64) -> Option<(usize, f64)> {
        let distances = self.detents.iter().map(|detent| position - detent);
        distances.enumerate().find(|(_, distance)| distance.abs() < self.reach)
    }
}
