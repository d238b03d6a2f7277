//! The overturning moment.

use super::{Loaded, Prepared, Source, line, quarter_ahead};
use crate::number::Scalar;

// Pacejka 2012, 4.E69, with the last two terms of MF-Tyre 6.2.
impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Argument of an arc tangent by which a part of the moment varies with the lateral force.
    #[inline(always)]
    pub(super) fn tilting_force(&self, lateral: S) -> S {
        self.numbers.overturning_wave_force()[1] * lateral
    }

    /// Argument of an arc tangent by which a part of the moment varies with the load: the squared load.
    #[inline(always)]
    pub(super) fn tilting_load(&self, now: &Loaded<S>) -> S {
        let load = self.numbers.overturning_wave_load()[1] * now.load;
        load * load
    }

    /// Angle [rad] by whose sine a part of the moment varies. `by_force` is the arc tangent of [`Prepared::tilting_force`].
    #[inline(always)]
    pub(super) fn wave(&self, now: &Loaded<S>, by_force: S) -> S {
        let n = &self.numbers;
        let by_force = n.overturning_wave_force()[0] * by_force;
        n.overturning_wave_camber().mul_add(now.inclination, by_force)
    }

    /// Overturning moment [N m] under a lateral force [N], given the sine of [`Prepared::wave`] and the arc tangent of
    /// [`Prepared::tilting_load`].
    #[inline(always)]
    pub(super) fn overturning(&self, now: &Loaded<S>, lateral: S, wave: S, by_load: S) -> S {
        let n = &self.numbers;
        let upright = line([n.overturning(), n.overturning_by_force()], lateral);
        let level = match n.overturning_wave().is_zero() {
            true => upright,
            false => {
                let by_load = quarter_ahead(n.overturning_wave_load()[0] * by_load).fused_sin();
                (n.overturning_wave() * by_load).mul_add(wave, upright)
            }
        };
        let by_camber = n.overturning_load()[0].mul_add(now.tilted, line(n.overturning_by_camber(), now.lean));
        let leaning = by_camber.mul_add(now.inclination, level);
        now.load
            .mul_add(leaning, lateral * line(n.overturning_force(), now.lean))
    }
}
