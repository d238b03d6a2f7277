//! Normal force, rolling radius, rolling resistance, relaxation.

use super::{MagicFormula, Operation, Version};
use crate::number::Scalar;
use crate::tyre::contact::regular_speed;
use crate::tyre::{Contact, Slip};

/// Shortest relaxation length, in unloaded radii.
const SHORTEST: f64 = 0.05;

/// Speed below which the rolling resistance fades [m/s].
const SLOW: f64 = 0.1;

impl<S: Scalar> MagicFormula<S> {
    /// Normal force [N]: never pulls, and none without contact.
    ///
    /// Version 5.2 has a spring and a damper. Version 6 has
    /// `Fz = Fz0 (1 + Q_V2 |w| R0/V0) (Q_FZ1 + Q_FZ3 γ² + Q_FZ2 r/R0) (r/R0) (1 + PFZ1 dp)` (Pacejka 2012, 4.E68) with the
    /// damper, where `Q_FZ1` follows from the stiffness at the nominal load if the file gives none. The effect of
    /// longitudinal and lateral force on the deflection (`Q_FCX`, `Q_FCY`) is left out: the load would depend on the forces
    /// that depend on it.
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let (c, zero, one) = (&self.coefficients, S::zero(), S::one());
        let damping = c.vertical_damping * contact.deflection_rate;
        let elastic = match self.version {
            Version::Five => c.vertical_stiffness * contact.deflection,
            Version::Six => {
                let relative = contact.deflection / c.unloaded_radius;
                let speed = one + c.q_v2 * contact.spin.abs() * c.unloaded_radius / c.longvl;
                let first = self.first_stiffness() + c.q_fz3 * (contact.inclination * contact.inclination);
                let pressure = one + c.pfz1 * self.pressure();
                c.fnomin * speed * (first + c.q_fz2 * relative) * relative * pressure
            }
        };
        let force = elastic + damping;
        (-contact.deflection).select(force.max(zero), zero)
    }

    /// `Q_FZ1`, or what gives the vertical stiffness at the nominal load: `√((Cz R0/Fz0)² - 4 Q_FZ2)` (Besselink et al.
    /// 2010).
    #[inline(always)]
    fn first_stiffness(&self) -> S {
        let c = &self.coefficients;
        let relative = c.vertical_stiffness * c.unloaded_radius / c.fnomin;
        let squared = relative * relative - S::from(4.0) * c.q_fz2;
        (-c.q_fz1).select(c.q_fz1, squared.max(S::zero()).sqrt())
    }

    /// Effective rolling radius under a load [m]: `R0 - (Fz0/Cz) (DREFF atan(BREFF d) + FREFF d)` with `d` the load over the
    /// nominal one (Besselink et al. 2010); in version 6 the free radius `R0 (Q_RE0 + Q_V1 (w R0/V0)²)` grows with the spin.
    #[inline(always)]
    pub fn effective_radius(&self, contact: &Contact<S>, load: S) -> S {
        let c = &self.coefficients;
        let relative = load / c.fnomin;
        let stiffness = c.vertical_stiffness * (S::one() + c.pfz1 * self.pressure());
        let free = match self.version {
            Version::Five => c.unloaded_radius,
            Version::Six => {
                let speed = c.unloaded_radius * contact.spin / c.longvl;
                c.unloaded_radius * (c.q_re0 + c.q_v1 * (speed * speed))
            }
        };
        free - c.fnomin / stiffness * (c.dreff * (c.breff * relative).atan() + c.freff * relative)
    }

    /// Rolling resistance moment [N m], against the spin (4.E70).
    #[inline(always)]
    pub(super) fn rolling_resistance(&self, now: &Operation<S>, contact: &Contact<S>, along: S) -> S {
        let (c, one) = (&self.coefficients, S::one());
        let relative = now.load / c.fnomin;
        let speed = contact.velocity[0] / c.longvl;
        let square = speed * speed;
        let inclination = now.inclination * now.inclination;
        let arm = c.qsy1
            + c.qsy2 * (along / c.fnomin)
            + c.qsy3 * speed.abs()
            + c.qsy4 * (square * square)
            + (c.qsy5 + c.qsy6 * relative) * inclination;
        let by_load = relative.powf(c.qsy7) * (one + now.pressure).powf(c.qsy8);
        let by_load = match self.version {
            Version::Five => one,
            Version::Six => by_load,
        };
        let rolling = contact.spin * c.unloaded_radius;
        let direction = rolling / regular_speed(rolling, S::from(SLOW));
        -(c.unloaded_radius * now.load * arm * by_load * c.lmy * direction)
    }

    /// Relaxation lengths [m], along and across, under a load.
    ///
    /// Version 5.2: `Fz (PTX1 + PTX2 f) exp(-PTX3 f) R0/Fz0` and `PTY1 R0 sin(2 atan(Fz/(PTY2 Fz0))) (1 - PKY3 |γ|)`, with `f`
    /// the relative excess of the load (the empirical lengths of MF-Tyre 5.2). Version 6: slip stiffness over the stiffness
    /// of the carcass, which depends on load and pressure (Besselink et al. 2010). None is shorter than a twentieth of the
    /// radius; a file without any has half of it.
    #[inline(always)]
    pub fn relaxation(&self, contact: &Contact<S>, load: S) -> [S; 2] {
        let (c, one, zero) = (&self.coefficients, S::one(), S::zero());
        let nominal = c.fnomin * c.lfzo;
        let straight = Slip {
            longitudinal: zero,
            angle: zero,
        };
        let now = self.operation(contact, load, straight);
        let (load, f, p) = (now.load, now.excess, now.pressure);
        let lengths = match self.version {
            Version::Five => {
                let along = load * (c.ptx1 + c.ptx2 * f) * (-(c.ptx3 * f)).exp() * (c.unloaded_radius / nominal);
                // At zero load PTY2 may be zero, too: a file without relaxation.
                let (sine, _) = (S::from(2.0) * (load / nominal).atan2(c.pty2)).sin_cos();
                let across =
                    c.pty1 * sine * (one - c.pky3 * (now.inclination * c.lgay).abs()) * c.unloaded_radius * c.lfzo;
                [along * c.lsgkp, across * c.lsgal]
            }
            Version::Six => {
                let along = carcass(c.longitudinal_stiffness, [c.pcfx1, c.pcfx2, c.pcfx3], f, p);
                let across = carcass(c.lateral_stiffness, [c.pcfy1, c.pcfy2, c.pcfy3], f, p);
                [
                    over(self.slip_stiffness(&now), along),
                    over(self.cornering_stiffness(&now), across),
                ]
            }
        };
        let shortest = S::from(SHORTEST) * c.unloaded_radius;
        let usual = S::from(0.5) * c.unloaded_radius;
        let [along, across] = lengths;
        [usable(along, shortest, usual), usable(across, shortest, usual)]
    }

    /// Slips at which the tyre slides as a whole: `3 D / K` of each direction, where a brush model does (Pacejka 2012, 3.2).
    #[inline(always)]
    pub fn sliding_slips(&self, contact: &Contact<S>, load: S) -> [S; 2] {
        let straight = Slip {
            longitudinal: S::zero(),
            angle: S::zero(),
        };
        let now = self.operation(contact, load, straight);
        let three = S::from(3.0) * now.load;
        [
            three * self.longitudinal_friction(&now) / self.slip_stiffness(&now).abs(),
            three * self.lateral_friction(&now) / self.cornering_stiffness(&now).abs(),
        ]
    }
}

// Functions, for a closure would not be inlined where registers are used.

/// Stiffness of the carcass at an excess of load and pressure [N/m].
#[inline(always)]
fn carcass<S: Scalar>(nominal: S, [a, b, d]: [S; 3], load: S, pressure: S) -> S {
    nominal * (S::one() + a * load + b * (load * load)) * (S::one() + d * pressure)
}

/// Slip stiffness by that of the carcass; zero without one.
#[inline(always)]
fn over<S: Scalar>(slip: S, carcass: S) -> S {
    (-carcass).select(slip.abs() / carcass, S::zero())
}

/// A relaxation length, at least the shortest; the usual one where a file has none.
#[inline(always)]
fn usable<S: Scalar>(length: S, shortest: S, usual: S) -> S {
    (-length).select(length.max(shortest), usual)
}
