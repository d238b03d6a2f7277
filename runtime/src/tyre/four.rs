//! Four tyres at once: contact and law in the lanes of a vector, to the last bit what they are one by one. Linear tyres may differ;
//! Magic Formula tyres have the same coefficients, each on its side.
//!
//! The terrain is asked wheel by wheel, for it may be any function.

use super::{LinearTyre, MagicFormula, Relaxed};
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;

/// Writes force and moment on all wheels; returns false, and writes nothing, where they have to be looked at one by one.
pub fn act(
    tyres: &[LinearTyre],
    wheels: &[WheelMotion],
    terrain: &impl Terrain,
    time: f64,
    inputs: &mut [WheelLoad],
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let ([a, b, c, d], [first, second, third, fourth]) = (tyres, wheels)
        && let [_, _, _, _] = inputs
        && crate::level::Level::detect() >= crate::level::Level::V3
    {
        #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
        // SAFETY: the processor has it.
        let all = unsafe { lanes::loads([a, b, c, d], [first, second, third, fourth], terrain, time) };
        if let Some(loads) = all {
            for (input, [force, moment]) in inputs.iter_mut().zip(loads) {
                (input.force, input.moment) = (force, moment);
            }
            return true;
        }
    }
    false
}

/// Writes force and moment on four wheels with relaxed Magic Formula tyres of the same coefficients, and returns the rates of their
/// deflections; none, and writes nothing, where they have to be looked at one by one.
pub fn act_alike(
    tyres: &[Relaxed<MagicFormula>],
    wheels: &[WheelMotion],
    terrain: &impl Terrain,
    time: f64,
    states: &[[f64; 2]; 4],
    inputs: &mut [WheelLoad],
) -> Option<[[f64; 2]; 4]> {
    #[cfg(target_arch = "x86_64")]
    if let ([a, b, c, d], [first, second, third, fourth]) = (tyres, wheels)
        && let [_, _, _, _] = inputs
        && crate::level::Level::detect() >= crate::level::Level::V3
        && [b, c, d].iter().all(|tyre| is_alike(&tyre.law, &a.law))
    {
        let (laws, wheels) = ([&a.law, &b.law, &c.law, &d.law], [first, second, third, fourth]);
        #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
        // SAFETY: the processor has it.
        let found = unsafe { lanes::relaxed(lanes::alike(laws), wheels, terrain, time, states) };
        let (loads, rates) = found?;
        for (input, [force, moment]) in inputs.iter_mut().zip(loads) {
            (input.force, input.moment) = (force, moment);
        }
        return Some(rates);
    }
    None
}

#[cfg(target_arch = "x86_64")]
fn is_alike(one: &MagicFormula, other: &MagicFormula) -> bool {
    one.version == other.version && one.coefficients.is_same(&other.coefficients)
}

#[cfg(target_arch = "x86_64")]
mod lanes {
    use crate::lanes::{F64x4, x4};
    use crate::ports::WheelMotion;
    use crate::terrain::{Ground, Terrain};
    use crate::tyre::{Contact, Law, LinearTyre, MagicFormula, Relaxed, TyreForce};
    use wishbone_laws::number::Lanes;
    use wishbone_laws::tyre::{LEAST_COSINE, Rolling, UP};
    use wishbone_laws::vec3::Vec3;

    /// A number of each wheel.
    pub type Four = Lanes<F64x4>;

    /// A number of four things, or several that stand in an array. Written out, for a closure would not be inlined.
    macro_rules! in_lanes {
        ($all:ident.$field:ident) => {
            Lanes::Each(x4([$all[0].$field, $all[1].$field, $all[2].$field, $all[3].$field]))
        };
        ($all:ident.$field:ident[$($k:literal),*]) => {
            [$(Lanes::Each(x4([$all[0].$field[$k], $all[1].$field[$k], $all[2].$field[$k], $all[3].$field[$k]]))),*]
        };
    }

    /// Force and moment at each wheel's centre, world axes.
    type Loads = [[Vec3; 2]; 4];

    /// Loads of four linear tyres; none where the wheels have to be looked at one by one.
    #[target_feature(enable = "avx2,fma")]
    pub fn loads(
        tyres: [&LinearTyre; 4],
        wheels: [&WheelMotion; 4],
        terrain: &impl Terrain,
        time: f64,
    ) -> Option<Loads> {
        let (tyre, wheel) = (tyres_in_lanes(tyres), wheels_in_lanes(wheels));
        let contact = contact(&wheel, tyre.radius, terrain, time)?;
        Some(at_centres(tyre.law(&contact), &wheel, &contact))
    }

    /// Loads of four relaxed tyres and the rates of their deflections; none where the wheels have to be looked at one by one.
    #[target_feature(enable = "avx2,fma")]
    pub fn relaxed<L: Law<Four>>(
        law: L,
        wheels: [&WheelMotion; 4],
        terrain: &impl Terrain,
        time: f64,
        states: &[[f64; 2]; 4],
    ) -> Option<(Loads, [[f64; 2]; 4])> {
        let wheel = wheels_in_lanes(wheels);
        let contact = contact(&wheel, law.radius(), terrain, time)?;
        let deflection = [
            Lanes::Each(x4([states[0][0], states[1][0], states[2][0], states[3][0]])),
            Lanes::Each(x4([states[0][1], states[1][1], states[2][1], states[3][1]])),
        ];
        let response = Relaxed { law }.respond(&contact, deflection);
        let [along, across] = response.rate;
        let (along, across) = (numbers(along), numbers(across));
        let rates = [0, 1, 2, 3].map(|k| [along[k], across[k]]);
        Some((at_centres(response.force, &wheel, &contact), rates))
    }

    /// The contacts; none where a wheel lies flat, or where some stand on level ground and some do not.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn contact(wheel: &WheelMotion<Four>, radius: Four, terrain: &impl Terrain, time: f64) -> Option<Contact<Four>> {
        let on_level = Rolling::new(wheel.axis, UP.map(Four::from));
        if any_is_flat(&on_level) {
            return None;
        }
        let bottom = on_level.bottom(wheel.centre, radius);
        let (x, y) = (numbers(bottom[0]), numbers(bottom[1]));
        let grounds: [_; 4] = core::array::from_fn(|k| terrain.at(x[k], y[k], time));
        let rolling = match grounds.iter().filter(|ground| ground.normal == UP).count() {
            4 => on_level,
            0 => Rolling::new(wheel.axis, in_lanes!(grounds.normal[0, 1, 2])),
            _ => return None,
        };
        if any_is_flat(&rolling) {
            return None;
        }
        let ground = Ground {
            height: in_lanes!(grounds.height),
            normal: rolling.normal,
            velocity: in_lanes!(grounds.velocity[0, 1, 2]),
            friction: in_lanes!(grounds.friction),
        };
        Some(Contact::on_ground(wheel, radius, rolling, bottom, &ground))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn at_centres(force: TyreForce<Four>, wheel: &WheelMotion<Four>, contact: &Contact<Four>) -> Loads {
        let [[fx, fy, fz], [mx, my, mz]] = force.at_centre(wheel.centre, contact);
        let force = [numbers(fx), numbers(fy), numbers(fz)];
        let moment = [numbers(mx), numbers(my), numbers(mz)];
        let mut loads = [[[0.0; 3]; 2]; 4];
        for (k, load) in loads.iter_mut().enumerate() {
            *load = [force, moment].map(|[x, y, z]| [x[k], y[k], z[k]]);
        }
        loads
    }

    /// A Magic Formula in lanes that have the same coefficients.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub fn alike(tyres: [&MagicFormula; 4]) -> MagicFormula<Four> {
        MagicFormula {
            coefficients: tyres[0].coefficients.map(|number| Lanes::Same(*number)),
            version: tyres[0].version,
            side: Lanes::Each(x4([tyres[0].side, tyres[1].side, tyres[2].side, tyres[3].side])),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn numbers(four: Four) -> [f64; 4] {
        match four {
            Lanes::Same(number) => [number; 4],
            Lanes::Each(register) => register.to_array(),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn any_is_flat(rolling: &Rolling<Four>) -> bool {
        let cosines = numbers(rolling.cosine);
        cosines.iter().any(|cosine| *cosine < LEAST_COSINE)
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn wheels_in_lanes(wheels: [&WheelMotion; 4]) -> WheelMotion<Four> {
        WheelMotion {
            centre: in_lanes!(wheels.centre[0, 1, 2]),
            axis: in_lanes!(wheels.axis[0, 1, 2]),
            velocity: in_lanes!(wheels.velocity[0, 1, 2]),
            carrier_angular_velocity: in_lanes!(wheels.carrier_angular_velocity[0, 1, 2]),
            spin: in_lanes!(wheels.spin),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn tyres_in_lanes(tyres: [&LinearTyre; 4]) -> LinearTyre<Four> {
        LinearTyre {
            radius: in_lanes!(tyres.radius),
            stiffness: in_lanes!(tyres.stiffness),
            damping: in_lanes!(tyres.damping),
            longitudinal_stiffness: in_lanes!(tyres.longitudinal_stiffness),
            cornering_stiffness: in_lanes!(tyres.cornering_stiffness),
            camber_stiffness: in_lanes!(tyres.camber_stiffness),
            friction: in_lanes!(tyres.friction[0, 1]),
            pneumatic_trail: in_lanes!(tyres.pneumatic_trail),
            rolling_resistance: in_lanes!(tyres.rolling_resistance),
            low_speed: in_lanes!(tyres.low_speed),
        }
    }
}
