//! The overturning moment.

use super::{Loaded, Prepared, Source, line, quarter_ahead};
use crate::number::Scalar;

/// Arguments of the arc tangents of the moment.
pub(super) struct Tilting<S> {
    /// Of the lateral force.
    pub by_force: S,
    /// Of the load, squared.
    pub by_load: S,
}

// Pacejka 2012, 4.E69, with the last two terms of MF-Tyre 6.2.
impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Under a lateral force [N].
    #[inline(always)]
    pub(super) fn tilting(&self, now: &Loaded<S>, lateral: S) -> Tilting<S> {
        let n = self.numbers.values();
        let by_load = n.overturning_wave_load[1] * now.load;
        Tilting {
            by_force: n.overturning_wave_force[1] * lateral,
            by_load: by_load * by_load,
        }
    }

    /// The part of the level moment that comes and goes with load and force, per load [m].
    #[inline(always)]
    fn wave(&self, now: &Loaded<S>, tilting: &Tilting<S>) -> S {
        let n = self.numbers.values();
        let by_force = n.overturning_wave_force[0] * tilting.by_force;
        let by_force = n.overturning_wave_camber.mul_add(now.inclination, by_force).fused_sin();
        let by_load = quarter_ahead(n.overturning_wave_load[0] * tilting.by_load).fused_sin();
        n.overturning_wave * by_load * by_force
    }

    /// Overturning moment [N m] under a lateral force [N], given these arc tangents.
    #[inline(always)]
    pub(super) fn overturning(&self, now: &Loaded<S>, lateral: S, tilting: &Tilting<S>) -> S {
        let n = self.numbers.values();
        let upright = line([n.overturning, n.overturning_by_force], lateral);
        let level = match n.overturning_wave.is_zero() {
            true => upright,
            false => self.wave(now, tilting) + upright,
        };
        let by_camber = n.overturning_load[0].mul_add(now.tilted, line(n.overturning_by_camber, now.lean));
        let leaning = by_camber.mul_add(now.inclination, level);
        now.load.mul_add(leaning, lateral * line(n.overturning_force, now.lean))
    }
}
