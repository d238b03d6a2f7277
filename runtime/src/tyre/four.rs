//! Linear tyres, four at once: contact and law in the lanes of a vector, to the last bit what they are one by one.
//!
//! The terrain is asked wheel by wheel, for it may be any function.

use super::linear::LinearTyre;
use super::one_by_one;
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;

/// Writes force and moment on all wheels.
pub fn act(tyres: &[LinearTyre], wheels: &[WheelMotion], terrain: &impl Terrain, time: f64, inputs: &mut [WheelLoad]) {
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
            return;
        }
    }
    one_by_one(tyres, wheels, terrain, time, inputs);
}

#[cfg(target_arch = "x86_64")]
mod lanes {
    use crate::lanes::{F64x4, x4};
    use crate::ports::WheelMotion;
    use crate::terrain::Terrain;
    use crate::tyre::contact::{Contact, LEAST_COSINE, Rolling, UP};
    use crate::tyre::{LinearTyre, at_centre};
    use crate::vector::Vector;

    /// A number of four things, or several that stand in an array. Written out, for a closure would not be inlined.
    macro_rules! in_lanes {
        ($all:ident.$field:ident) => {
            x4([$all[0].$field, $all[1].$field, $all[2].$field, $all[3].$field])
        };
        ($all:ident.$field:ident[$($k:literal),*]) => {
            [$(x4([$all[0].$field[$k], $all[1].$field[$k], $all[2].$field[$k], $all[3].$field[$k]])),*]
        };
    }

    /// Force and moment at each wheel's centre, world axes; none where the wheels have to be looked at one by one: where one
    /// lies flat, or where some stand on level ground and some do not.
    #[target_feature(enable = "avx2,fma")]
    pub fn loads(
        tyres: [&LinearTyre; 4],
        wheels: [&WheelMotion; 4],
        terrain: &impl Terrain,
        time: f64,
    ) -> Option<[[Vector; 2]; 4]> {
        let (tyre, wheel) = (tyres_in_lanes(tyres), wheels_in_lanes(wheels));
        let zero = x4([0.0; 4]);
        let on_level = Rolling::new(wheel.axis, [zero, zero, x4([1.0; 4])]);
        if any_is_flat(&on_level) {
            return None;
        }
        let bottom = on_level.bottom(wheel.centre, tyre.radius);
        let (x, y) = (bottom[0].to_array(), bottom[1].to_array());
        let grounds: [_; 4] = core::array::from_fn(|k| terrain.at(x[k], y[k], time));
        let rolling = match grounds.iter().filter(|ground| ground.normal == UP).count() {
            4 => on_level,
            0 => Rolling::new(wheel.axis, in_lanes!(grounds.normal[0, 1, 2])),
            _ => return None,
        };
        if any_is_flat(&rolling) {
            return None;
        }
        let touched = [bottom[0], bottom[1], in_lanes!(grounds.height)];
        let contact = Contact::on_plane(
            &wheel,
            tyre.radius,
            rolling,
            touched,
            in_lanes!(grounds.velocity[0, 1, 2]),
        );
        let [[fx, fy, fz], [mx, my, mz]] = at_centre(wheel.centre, &contact, tyre.law(&contact));
        let force = [fx.to_array(), fy.to_array(), fz.to_array()];
        let moment = [mx.to_array(), my.to_array(), mz.to_array()];
        let mut loads = [[[0.0; 3]; 2]; 4];
        for (k, load) in loads.iter_mut().enumerate() {
            *load = [force, moment].map(|[x, y, z]| [x[k], y[k], z[k]]);
        }
        Some(loads)
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn any_is_flat(rolling: &Rolling<F64x4>) -> bool {
        let cosines = rolling.cosine.to_array();
        cosines.iter().any(|cosine| *cosine < LEAST_COSINE)
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn wheels_in_lanes(wheels: [&WheelMotion; 4]) -> WheelMotion<F64x4> {
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
    fn tyres_in_lanes(tyres: [&LinearTyre; 4]) -> LinearTyre<F64x4> {
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
