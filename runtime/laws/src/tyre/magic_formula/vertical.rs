//! Normal force, rolling radius, rolling resistance, relaxation.

use super::check::rolling;
use super::{Loaded, MagicFormula, Prepared, Source, Version, line, parabola};
use crate::number::Scalar;
use crate::tyre::Contact;
use crate::tyre::contact::regular_speed;

/// Shortest relaxation length, in unloaded radii.
pub(super) const SHORTEST: f64 = 0.05;

/// Relaxation length for a file without relaxation lengths, in unloaded radii.
pub(super) const USUAL: f64 = 0.5;

/// Speed below which the rolling resistance goes to zero [m/s].
const SLOW: f64 = 0.1;

impl<S: Scalar> MagicFormula<S> {
    /// `Q_FZ1`, or the value that gives the vertical stiffness at the nominal load: `√((Cz R0/Fz0)² - 4 Q_FZ2)` (Besselink et al.
    /// 2010).
    #[inline(always)]
    pub(super) fn first_stiffness(&self) -> S {
        let c = &self.coefficients;
        let relative = c.vertical_stiffness * c.unloaded_radius / c.fnomin;
        let squared = relative * relative - S::from(4.0) * c.q_fz2;
        (-c.q_fz1).select(c.q_fz1, squared.max(S::zero()).sqrt())
    }
}

impl MagicFormula {
    /// Slope of the normal force over the deflection at the nominal load, upright at rest [N/m]: `√(a² + 4 b Fz0)` of the load
    /// `a r + b r²`. It is NaN for a tyre that never bears its nominal load.
    pub fn vertical_stiffness(&self) -> f64 {
        let [linear, square] = self.prepared().numbers.spring;
        Scalar::sqrt(linear * linear + 4.0 * square * self.coefficients.fnomin)
    }

    /// Deflection under the nominal load, upright at rest [m]; not above zero, or NaN, for a tyre that cannot carry
    /// this load.
    pub fn nominal_deflection(&self) -> f64 {
        let [linear, _] = self.prepared().numbers.spring;
        2.0 * self.coefficients.fnomin / (linear + self.vertical_stiffness())
    }

    /// Relaxation lengths along and across at the nominal load by the numbers of the tyre [m]; `None` without such numbers.
    pub fn relaxation(&self) -> [Option<f64>; 2] {
        let contact = rolling(self.coefficients.unloaded_radius, 0.0);
        let tyre = self.prepared();
        let inverses = tyre.own_inverse_lengths(&tyre.under(&contact, self.coefficients.fnomin));
        inverses.map(|inverse| (inverse > 0.0).then(|| 1.0 / inverse))
    }
}

impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Normal force [N]: never below zero, and zero without contact.
    ///
    /// `Fz = LCZ Fz0 (1 + Q_V2 |w| R0/V0) (Q_FZ1 + Q_FZ3 γ² + Q_FZ2 r/R0) (r/R0) (1 + PFZ1 dp)` (Pacejka 2012, 4.E68)
    /// with the damper. `Q_FZ1` follows from the stiffness at the nominal load if the file does not give it. Files of
    /// version 5.2 usually give only the stiffness, which is a linear spring; files of Adams/Tire (PAC2002) give all
    /// terms. The deflection `r` is relative to the free radius, which grows with the spin
    /// ([`Prepared::effective_radius`]). The effect of longitudinal and lateral force on the deflection (`Q_FCX`,
    /// `Q_FCY`) is left out: otherwise the load would depend on forces that depend on the load.
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let (n, zero) = (&self.numbers, S::zero());
        let depth = contact.deflection + (self.free_radius(contact) - n.radius());
        let speed = n.spring_by_spin().mul_add(contact.spin.abs(), S::one());
        let upright = line(n.spring(), depth);
        // Without this term the load does not wait for the inclination.
        let stiffness = match n.spring_by_camber().is_zero() {
            true => upright,
            false => {
                let square = contact.inclination * contact.inclination;
                n.spring_by_camber().mul_add(square, upright)
            }
        };
        let force = (speed * stiffness).mul_add(depth, n.damping() * contact.deflection_rate);
        (-depth).select(force.max(zero), zero)
    }

    /// Effective rolling radius under a load [m]: `R0 - (Fz0/Cz) (DREFF atan(BREFF d) + FREFF d)` with `d` the load divided by the
    /// nominal load (Besselink et al. 2010), and `Cz` scaled by `LCZ`; the free radius `R0 (Q_RE0 + Q_V1 (w R0/V0)²)` grows with the spin.
    #[inline(always)]
    pub fn effective_radius(&self, contact: &Contact<S>, load: S) -> S {
        self.rolling_radius(contact, load, (self.numbers.sunk_shape() * load).fused_atan())
    }

    /// The same, given the arc tangent of the load.
    #[inline(always)]
    pub(super) fn rolling_radius(&self, contact: &Contact<S>, load: S, arc_tangent: S) -> S {
        let n = &self.numbers;
        self.free_radius(contact) - n.sunk().mul_add(arc_tangent, n.sunk_by_load() * load)
    }

    /// Radius of the tyre without load [m].
    #[inline(always)]
    fn free_radius(&self, contact: &Contact<S>) -> S {
        line(self.numbers.free(), contact.spin * contact.spin)
    }

    /// Rolling resistance moment [N m], against the spin: 4.E70 in version 5.2.
    ///
    /// Version 6 follows A48 of Besselink et al. 2010, `Fz0 (Fz/Fz0)^QSY7`; 4.E70 has `Fz` in the place of `Fz0`, which contradicts
    /// the coefficients of property files, where QSY7 is the exponent of the resistance itself (SAE J2452, about 0.85).
    #[inline(always)]
    pub(super) fn rolling_resistance(&self, now: &Loaded<S>, contact: &Contact<S>, along: S) -> S {
        let n = &self.numbers;
        let relative = now.load * n.by_fnomin();
        let speed = contact.velocity[0] * n.by_reference();
        let square = speed * speed;
        let by_speed = line([n.resistance(), n.resistance_by_speed()[0]], speed.abs());
        let upright =
            n.resistance_by_speed()[1].mul_add(square * square, n.resistance_by_force().mul_add(along, by_speed));
        let arm = line(n.resistance_by_camber(), relative).mul_add(now.square, upright);
        let rolling = contact.spin * n.radius();
        let direction = rolling / regular_speed(rolling, S::from(SLOW));
        let load = match self.version {
            Version::Five => now.load,
            Version::Six => now.resistance / n.by_fnomin(),
        };
        -(load * arm * direction)
    }

    /// Inverses of the relaxation lengths [1/m], along and across, under a load.
    ///
    /// Lengths of version 5.2: `Fz (PTX1 + PTX2 f) exp(-PTX3 f) R0/Fz0` and
    /// `PTY1 R0 sin(2 atan(Fz/(PTY2 Fz0))) (1 - PKY3 |γ|)`, with `f` the relative excess of the load (the empirical
    /// lengths of MF-Tyre 5.2); `sin(2 atan(q/p)) = 2 q p / (q² + p²)`. Version 6: the slip stiffness divided by the
    /// stiffness of the carcass, which depends on load and pressure (Besselink et al. 2010). The lengths are at least a
    /// twentieth of the radius; for a file without relaxation lengths they are half of the radius.
    #[inline(always)]
    pub(super) fn inverse_relaxation_lengths(&self, now: &Loaded<S>) -> [S; 2] {
        let [along, across] = self.own_inverse_lengths(now);
        let by_radius = S::one() / self.numbers.radius();
        [usable(along, by_radius), usable(across, by_radius)]
    }

    /// Inverses of the relaxation lengths by the numbers of the tyre [1/m]; not above zero without such numbers.
    #[inline(always)]
    fn own_inverse_lengths(&self, now: &Loaded<S>) -> [S; 2] {
        let (n, f) = (&self.numbers, now.excess);
        match self.version {
            Version::Five => {
                let along = now.load * line(n.length_along(), f) * (n.length_decay() * f).exp();
                let q = now.load * n.by_nominal();
                let leaning = S::one() - n.cornering_by_camber() * now.lean;
                let across = n.length_across() * q / q.mul_add(q, n.length_shape()) * leaning;
                [inverse(along), inverse(across)]
            }
            Version::Six => [
                parabola(n.carcass()[0], f) / now.slip_stiffness.abs(),
                parabola(n.carcass()[1], f) * now.by_cornering_stiffness.abs(),
            ],
        }
    }

    /// Slips at which the whole contact slides: `3 D / K` in each direction, as in a brush model (Pacejka 2012, 3.2).
    #[inline(always)]
    pub(super) fn sliding_slips(&self, now: &Loaded<S>) -> [S; 2] {
        let three = S::from(3.0) * now.load;
        [
            three * now.friction[0] / now.slip_stiffness.abs(),
            three * now.friction[1] * now.by_cornering_stiffness.abs(),
        ]
    }
}

// These are functions, because a closure would not be inlined with registers.

/// Inverse of a length; zero if the length is not above zero.
#[inline(always)]
fn inverse<S: Scalar>(length: S) -> S {
    (-length).select(S::one() / length, S::zero())
}

/// Inverse of a relaxation length. The length is at least the shortest length; if the file has no length, it is the
/// usual length.
#[inline(always)]
fn usable<S: Scalar>(by_length: S, by_radius: S) -> S {
    let (largest, usual) = (S::from(1.0 / SHORTEST) * by_radius, S::from(1.0 / USUAL) * by_radius);
    (-by_length).select(by_length.min(largest), usual)
}
