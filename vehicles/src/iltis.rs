//! The Bombardier Iltis, benchmark vehicle of the IAVSD: four wheels on transverse leaf springs.
//!
//! # Source
//!
//! Frik, Leister & Schwartz (1993), Simulation of the IAVSD Road Vehicle Benchmark Bombardier Iltis with FASIM, MEDYNA, NEWEUL and
//! SIMPACK, Veh. Syst. Dyn. 22, 215-253. The figures are those of the Robotran project `ovankerm/IAVSD_ILTIS` without its driver.
//! The ground lies at height zero in the nominal position; the origin is below the centre of mass of the chassis.
//!
//! Published nominal forces: leaf springs -2728.9 N, shock absorbers -128.0 N, tyres 3829.6 N in front and 3593.6 N behind.
//!
//! # How it is declared
//!
//! - **Leaf springs.** The blade has no mass: it is a link that swings about an axis along the vehicle. The spring acts
//!   on the end of the blade along the chassis' vertical axis, with a rate of 35.906 kN/m. It is declared as a bushing
//!   with a characteristic in one direction. A stop of 10 MN/m is met 70 mm above the nominal position.
//! - **Shock absorbers** have a spring and a damper. The damper's polynomial of fourth order between -0.2 and 0.21 m/s is a cubic
//!   through points every 10 mm/s.
//! - **Wheels.** In the source wheel and carrier are one body, which spins. Here 10 g of it belong to the carrier, which does not
//!   spin.
//! - **Rack.** The source prescribes the ends of the tie rods, and has no steering wheel. Here the ends are on a rack
//!   of 1 g. A steering wheel, which is assumed, moves the rack by 60 mm in a full turn.
//! - **Tyres** are those of the source, which have no longitudinal force. The source prescribes the spins
//!   of the wheels, see [`HeldSpins`].

use wishbone::prelude::*;

/// Torques that hold the spins of the wheels against the loads of the tyres. The subsystem must be placed after the tyres.
///
/// The torque acts between wheel and carrier, in place of the brake's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldSpins;

impl<S: Solver> Subsystem<S> for HeldSpins {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        for (wheel, input) in now.wheels.iter().zip(inputs.wheels()) {
            let spinning: f64 = input.moment.iter().zip(wheel.axis).map(|(m, a)| m * a).sum();
            input.brake_torque = -spinning;
        }
    }
}

wishbone::vehicle! {
    /// Bombardier Iltis: 10 bodies, 4 wheels.
    ///
    /// The input `rack` is the displacement of the steering rack to the left, which steers to the right.
    pub Iltis {
        gravity: 9.81 m/s^2

        body chassis { mass: 1260 kg, com: [0, 0, 0.57] m, inertia: [130, 1620, 1670] kg*m^2 }
        body rack    { mass: 1 g, com: [0.83, 0, 0.6] m, inertia: [1e-6, 1e-7, 1e-6] kg*m^2 }
        joint motion:   free(ground, chassis)
        joint steering: prismatic(chassis, rack) { axis: y, drive: rack }

        subsystem Corner(chassis, steered) {
            points {
                arm_front: [1.07, 0.259, 0.302] m,       arm_rear: [0.87, 0.259, 0.302] m,
                arm_outer: [0.97, 0.572, 0.229] m,
                leaf_front: [1.07, 0.1585, 0.6] m,       leaf_rear: [0.87, 0.1585, 0.6] m,
                leaf_outer: [0.97, 0.488, 0.531] m,
                shock_top: [1.045, 0.297, 0.632] m,      shock_eye: [1.045, 0.5, 0.241] m,
                tie_inner: [0.83, 0.07, 0.6] m,          tie_outer: [0.83, 0.448, 0.531] m,
                wheel_centre: [0.97, 0.615, 0.356] m,
            }
            body lower_arm {
                mass: 6 kg, com: [0.97, 0.415470814376, 0.265506806871] m, inertia: [0.052099, 0.023235, 0.068864] kg*m^2,
                axes: [[1, 0, 0], [0, 0.9738641549428352, 0.2271312565841117], [0, -0.2271312565841117, 0.9738641549428352]],
            }
            body carrier { mass: 10 g, com: wheel_centre, inertia: [1e-5, 1e-5, 1e-5] kg*m^2 }

            joint lower_pivot: revolute(chassis, lower_arm)  { through: [arm_rear, arm_front] }
            joint lower_ball:  spherical(lower_arm, carrier) { at: arm_outer }
            link leaf_blade:   spherical_revolute(chassis, carrier) { through: [leaf_rear, leaf_front], ball: leaf_outer }
            link tie_rod:      distance(steered, carrier)      { from: tie_inner, to: tie_outer }

            // Pushes the end of the blade down, by 2728.856 N in the nominal position; its stop is met 70 mm above.
            bushing leaf: between(chassis, carrier) {
                at: leaf_outer,
                along_z: table(deflection: [-0.2, 0.07, 0.08] m, force: [-4452.344, 5242.276, 105242.276] N),
            }
            // The polynomial of the source about the nominal length.
            spring spring: between(chassis, lower_arm) {
                from: shock_top, to: shock_eye, preload: 128.0269099297 N, free_length: 0.4405564663014266 m,
                rate: polynomial(force: [50212.54672006518, 2717857.584550351, 52796000] N, deflection: 1 m),
            }
            spring damper: between(chassis, lower_arm) {
                from: shock_top, to: shock_eye,
                damping: cubic(
                    speed: [-2, -0.4, -0.24, -0.22, -0.21, -0.2, -0.19, -0.18, -0.17, -0.16, -0.15, -0.14, -0.13, -0.12,
                    -0.11, -0.1, -0.09, -0.08, -0.07, -0.06, -0.05, -0.04, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03,
                    0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18, 0.19, 0.2,
                    0.21, 0.22, 0.23, 0.25, 0.4, 2] m/s,
                    force: [-4105.02, -1154.14, -859.052, -822.166, -803.723, -785.2802, -769.0946, -756.4444,
                    -745.9321, -736.2548, -726.2048, -714.6693, -700.6303, -683.1649, -661.4453, -634.7383, -602.406,
                    -563.9053, -518.788, -466.7009, -407.3858, -340.6795, -266.5137, -184.9149, -96.0048, 0, 102.7881,
                    211.9529, 326.993, 447.3121, 572.2188, 700.9268, 832.5549, 966.1268, 1100.5714, 1234.7226,
                    1367.3192, 1497.0053, 1622.3298, 1741.7469, 1853.6156, 1956.2, 2047.6694, 2126.0979, 2189.4649,
                    2235.6546, 2262.4564, 2278.8037, 2295.151, 2327.8456, 2573.0546, 5188.6178] N,
                ),
            }
            wheel tyre: on(carrier) {
                centre: wheel_centre, radius: 364.325 mm,
                mass: 57.34 kg, spin_inertia: 1.908 kg*m^2, diametral_inertia: 1.24019 kg*m^2,
            }
            output steer: steer(tyre)
            output camber: camber(tyre)
            output leaf_z: z(carrier) { at: leaf_outer, in: chassis }
            output shock_length: length(spring)
            output shock_force: force(spring)
        }

        place Corner(chassis, rack) as front_left mirrored front_right
        place Corner(chassis, chassis) as rear_left mirrored rear_right {
            points {
                arm_front: [-0.947, 0.259, 0.302] m,       arm_rear: [-1.147, 0.259, 0.302] m,
                arm_outer: [-1.047, 0.572, 0.229] m,
                leaf_front: [-0.947, 0.1585, 0.6] m,       leaf_rear: [-1.147, 0.1585, 0.6] m,
                leaf_outer: [-1.047, 0.488, 0.531] m,
                shock_top: [-1.122, 0.297, 0.632] m,       shock_eye: [-1.122, 0.5, 0.241] m,
                tie_inner: [-0.907, 0.07, 0.6] m,          tie_outer: [-0.907, 0.448, 0.531] m,
                wheel_centre: [-1.047, 0.615, 0.356] m,
            }
            body lower_arm { com: [-1.047, 0.415470814376, 0.265506806871] m }
            wheel tyre { radius: 363.812 mm }
        }

        output chassis_z: z(chassis)

        steering gear: driven(rack) { per_turn: -60 mm }

        tyre front: calspan(front_left.tyre, front_right.tyre) {
            stiffness: 460 kN/m, a0: 2625 N/rad, a1: 14.47 rad^-1, a2: 12930 N, a3: 2.29 rad^-1, a4: 18175 N,
            b1: -0.464e-4 N^-1, b3: 1.216, b4: 2.18e-11 N^-2, sn: 1.0274, trail_by_load: 0.171e-4 m/N, low_speed: 0.5 m/s,
        }
        tyre rear: calspan(rear_left.tyre, rear_right.tyre) {
            stiffness: 460 kN/m, a0: 2625 N/rad, a1: 14.47 rad^-1, a2: 12930 N, a3: 2.29 rad^-1, a4: 18175 N,
            b1: -0.464e-4 N^-1, b3: 1.216, b4: 2.18e-11 N^-2, sn: 1.0274, trail_by_load: 0.171e-4 m/N, low_speed: 0.5 m/s,
        }
    }
}
