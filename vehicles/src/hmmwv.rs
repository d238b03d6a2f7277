//! HMMWV, a four-wheel-drive truck on double wishbones front and rear: the whole vehicle.
//!
//! 14 bodies (chassis, rack, and at each corner two arms and the upright) and 4 wheel spins. At a corner the spring and
//! the damper are mounted between the chassis and the lower arm, beside each other. Tie rods have no mass: the front
//! tie rods are attached to the rack, the rear tie rods to the chassis.
//!
//! # Source
//!
//! Every figure comes from the model `HMMWV_Full` of Project Chrono (C++ model library, `chrono_models/vehicle/hmmwv`,
//! commit 7689fbc02d12), unless it is listed below. The vehicle frame is Chrono's chassis reference frame: on the plane
//! of symmetry, midway between the axles, at the height of the lower arms' pivots. Hardpoints are those of the design
//! position, where camber and toe are zero.
//!
//! The wheel centres lie 26.289 mm below the origin and the tyres' unloaded radius is 469.9 mm: a road that the tyres
//! just touch in the design position lies at z = -0.496189 m. On such tyres (411 kN/m) the vehicle does not rest there: its springs
//! lift the chassis by 0.09 m, and the wheels hang 0.10 m (front) and 0.11 m (rear) lower than designed, with a degree of toe-in at
//! each front wheel. Let the vehicle settle before a manoeuvre.
//!
//! # What differs from the source
//!
//! - **Steering.** `HMMWV_Full` steers by a pitman arm, as [`HmmwvPitman`] does; its column has the stiffness and the gear of the
//!   source's variant with a column, and an assumed damping. In [`Hmmwv`] a rack slides along Y, as in the source's rack-and-pinion
//!   variant, and carries the front tie rods' inner ends where `HMMWV_Full` has them. The input `rack` is the rack's
//!   displacement along +Y, to the left. The tie rods are behind the king-pins, so a rack moved to the left steers to
//!   the **right**; the source's steering input has the opposite sign, positive to the left. Its full travel is
//!   52.4 mm to either side.
//! - **Rack.** Its moments of inertia are 1 kg m² about all axes in the source, a placeholder. Here they are the
//!   moments of a round bar with the source's mass of 9.072 kg and length of 0.896 m. Its radius of 20 mm is assumed,
//!   about that of a steel bar of this mass: `m r²/2` along Y, `m (3 r² + l²)/12` in the other directions.
//! - **Arms.** Nothing differs. No rigid body can have the source's principal moments, (0.03, 0.03, 0.06276) kg m² for
//!   upper and (0.4, 0.4, 0.8938) kg m² for lower arms: the last moment exceeds the sum of the others. It is at most
//!   equal to the sum, for a flat body. The moments are used as given (`nonphysical: accept`), rotated from the arms'
//!   principal axes (along the pivots, across them, normal to the arm) to the vehicle's axes.
//! - **Wheels.** Rim (18.8 kg; 0.6243 kg m² about the axis, 0.4634 across), tyre (37.6 kg; 6.69, 3.84) and spindle
//!   (14.705 kg; 0.07352, 0.04117), which turns with them, have their centres of mass at the wheel centre and are one
//!   rotor. The axle shaft (0.4 kg m², geared one to one) turns with the wheel. It counts in the spin alone, but unlike
//!   the source's one-dimensional shaft it has gyroscopic moments. Drive torque reacts on the chassis, which carries
//!   the differentials.
//! - **Tyres.** The source's tyre fades to a bristle model below 3 m/s; here the carcass relaxes, with stiffnesses that are
//!   assumed. In steady rolling the tyre is that of the source above 3 m/s.
//! - **Powertrain.** Half-shafts are rigid in the source. Here the half-shafts are elastic, with a stiffness of 15 kN
//!   m/rad and a damping of 15 N m s/rad each, and the side gears have 0.1 kg m² each: all assumed. The source's engine
//!   has no governor; here a governor opens the throttle between 700 and 800 rpm. The source can lock its differentials
//!   by clutches (100 N m), which are open by default. They are left out here.
//! - **Brakes.** The parking brake, which is assumed, holds as much torque at the rear wheels as the service brake.
//! - **Steering wheel.** Its one and a half turns to each side are assumed.
//! - **Curves.** Beyond ±200 mm of deflection and 60 mm of overtravel, the tables of force are extrapolated by their
//!   last piece.
//!
//! # Springs and dampers
//!
//! Stops act on the length of the spring. The rebound stop is met at 300 mm in front and at 350 mm at the rear, where the vehicle
//! at rest has 6 mm of overtravel. The rates of a damper apply while its length is inside `window`. Outside of it different rates
//! apply, and the force jumps at the limits. At rest the front dampers are 2 mm longer than the window.

/// The truck, with the steering as an argument.
macro_rules! truck {
    ($(#[$doc:meta])* $name:ident { $($steering:tt)* }) => {
        wishbone::vehicle! {
            $(#[$doc])*
            pub $name {
                gravity: 9.81 m/s^2
                body chassis {
                    mass: 2086.52 kg, com: [0.056, 0.0, 0.213] m,
                    inertia: [1078.52, 2955.66, 3570.20] kg*m^2,
                }
                joint motion: free(ground, chassis)

                // Written with the data of the front left corner.
                subsystem DoubleWishbone(chassis, steering) {
                    points {
                        lca_front:    [1.912231, 0.307086, 0.0] m,
                        lca_rear:     [1.465699, 0.307086, 0.0] m,
                        lca_outer:    [1.653405, 0.786511, -0.11811] m,
                        uca_front:    [1.64105044, 0.4459605, 0.24462232] m,
                        uca_rear:     [1.42075116, 0.4777359, 0.19555968] m,
                        uca_outer:    [1.6359298, 0.715518, 0.2154936] m,
                        tie_inner:    [1.438648, 0.448437, 0.054229] m,
                        tie_outer:    [1.5131462, 0.8211058, -0.0163322] m,
                        spring_top:   [1.792978, 0.509778, 0.197485] m,
                        spring_seat:  [1.7861708, 0.543179, -0.046609] m,
                        damper_top:   [1.792978, 0.4977892, 0.3231388] m,
                        damper_eye:   [1.7861708, 0.543179, -0.046609] m,
                        wheel_centre: [1.648579, 0.909701, -0.026289] m,
                    }

                    body lower_arm {
                        mass: 23.965 kg, com: [1.688965, 0.5468112, -0.059055] m,
                        inertia: [0.4, 0.428254898, 0.865545102, 0.0, 0.0, 0.114690581] kg*m^2, nonphysical: accept,
                    }
                    body upper_arm {
                        mass: 5.813 kg, com: [1.583428, 0.5886704, 0.217805] m,
                        inertia: [0.031340761, 0.030336936, 0.061082304, -0.000672123, -0.006455535, 0.00323616] kg*m^2,
                        nonphysical: accept,
                    }
                    body upright {
                        mass: 19.45 kg, com: [1.648579, 0.7510145, -0.026289] m,
                        inertia: [0.1656, 0.1934, 0.04367] kg*m^2,
                    }

                    // In this order the upper ball joint and the tie rod close the loops.
                    joint lower_pivot: revolute(chassis, lower_arm)  { through: [lca_rear, lca_front] }
                    joint lower_ball:  spherical(lower_arm, upright) { at: lca_outer }
                    joint upper_pivot: revolute(chassis, upper_arm)  { through: [uca_rear, uca_front] }
                    joint upper_ball:  spherical(upper_arm, upright) { at: uca_outer }
                    link  tie_rod:     distance(steering, upright)   { from: tie_inner, to: tie_outer }

                    spring spring: between(chassis, lower_arm) {
                        from: spring_top, to: spring_seat, free_length: 339 mm,
                        rate: table(
                            deflection: [-200, -180, -160, -140, -120, -100, -80, -60, -40, -20, 0, 20, 40, 60, 80, 100, 120,
                                140, 160, 180, 200] mm,
                            force: [-322095.536, -240521.166, -174535.686, -122406.996, -82402.997, -52791.592, -31840.681,
                                -17818.165, -8991.945, -3629.923, 0, 3629.923, 8991.945, 17818.165, 31840.681, 52791.592,
                                82402.997, 122406.996, 174535.686, 240521.166, 322095.536] N,
                        ),
                        bump_stop: stop(
                            length: 150 mm,
                            overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50, 60] mm,
                            force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500, 125000] N,
                        ),
                        rebound_stop: stop(
                            length: 300 mm,
                            overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50, 60] mm,
                            force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500, 125000] N,
                        ),
                    }
                    spring damper: between(chassis, lower_arm) {
                        from: damper_top, to: damper_eye,
                        damping: split(compression: 12521.564055 N*s/m, rebound: 22460.0082525 N*s/m),
                        window: [0.324104, 0.418592] m,
                        damping_outside: split(compression: 5896.5183459 N*s/m, rebound: 60068.48211 N*s/m),
                    }
                    wheel tyre: on(upright) {
                        centre: wheel_centre, radius: 469.9 mm, driven_from: chassis,
                        mass: 71.105 kg, spin_inertia: 7.78782 kg*m^2, diametral_inertia: 4.34457 kg*m^2,
                    }

                    output camber: camber(tyre)
                    output toe: toe(tyre)
                    output steer: steer(tyre)
                    output wheel_x: x(upright) { at: wheel_centre, in: chassis }
                    output wheel_y: y(upright) { at: wheel_centre, in: chassis }
                    output wheel_z: z(upright) { at: wheel_centre, in: chassis }
                    output spring_length: length(spring)
                    output spring_force: force(spring)
                    output damper_length: length(damper)
                    output damper_force: force(damper)
                }

                $($steering)*

                place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right {
                    points {
                        lca_front:    [-1.465699, 0.307086, 0.0] m,
                        lca_rear:     [-1.912231, 0.307086, 0.0] m,
                        lca_outer:    [-1.653405, 0.786511, -0.11811] m,
                        uca_front:    [-1.3398547, 0.46225714, 0.22759416] m,
                        uca_rear:     [-1.6118633, 0.46204886, 0.22376384] m,
                        uca_outer:    [-1.653405, 0.715518, 0.2159] m,
                        tie_inner:    [-1.465699, 0.416052, 0.058674] m,
                        tie_outer:    [-1.5186834, 0.8211058, -0.009271] m,
                        spring_top:   [-1.792978, 0.5015738, 0.2564892] m,
                        spring_seat:  [-1.7861708, 0.543179, -0.046609] m,
                        damper_top:   [-1.792978, 0.4977892, 0.3231388] m,
                        damper_eye:   [-1.7861708, 0.543941, -0.0383794] m,
                        wheel_centre: [-1.653405, 0.909701, -0.026289] m,
                    }

                    body lower_arm { com: [-1.688965, 0.5467858, -0.059055] m }
                    body upper_arm {
                        com: [-1.564632, 0.5888482, 0.2207768] m,
                        inertia: [0.03000651, 0.030026982, 0.062726509, -0.000013253, -0.000461562, 0.000939688] kg*m^2,
                    }
                    body upright { com: [-1.653405, 0.7510145, -0.026289] m }

                    spring spring {
                        free_length: 382 mm,
                        rate: table(
                            deflection: [-200, -180, -160, -140, -120, -100, -80, -60, -40, -20, 0, 20, 40, 60, 80, 100, 120,
                                140, 160, 180, 200] mm,
                            force: [-711719.272, -531468.245, -385663.25, -270476.949, -182082.006, -116651.084, -70356.846,
                                -39371.956, -19869.076, -8020.869, 0, 8020.869, 19869.076, 39371.956, 70356.846, 116651.084,
                                182082.006, 270476.949, 385663.25, 531468.245, 711719.272] N,
                        ),
                        rebound_stop: stop(
                            length: 350 mm,
                            overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50, 60] mm,
                            force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500, 125000] N,
                        ),
                    }
                    spring damper {
                        damping: split(compression: 14535.52191 N*s/m, rebound: 35025.354 N*s/m),
                        damping_outside: split(compression: 8537.4300375 N*s/m, rebound: 63921.27105 N*s/m),
                    }
                }

                output chassis_x: x(chassis)
                output chassis_y: y(chassis)
                output chassis_z: z(chassis)

                tyre road: tmeasy(all) {
                    width: 317.5 mm, stiffness: 411120.924210318 N/m, damping: 3931.684975975 N*s/m,
                    // The rim and a centimetre, from the unloaded radius.
                    bottoming: rim(deflection: 250.35 mm, stiffness: 2055604.621051589 N/m),
                    nominal_load: 8562.826609452 N, greatest_load: 29969.893133084 N,
                    longitudinal: characteristic(
                        slope: [152216.230940271, 248837.453836011] N,
                        peak: [7703.546959194, 13315.366634231] N, peak_slip: [0.10811, 0.12389],
                        sliding: [3954.570213043, 7252.542881674] N, sliding_slip: [0.66667, 0.66667],
                    ),
                    lateral: characteristic(
                        slope: [63376.048584541, 117319.287376109] N,
                        peak: [6497.130318188, 12438.019419826] N, peak_slip: [0.33167, 0.33216],
                        sliding: [5846.35549587, 11186.305426057] N, sliding_slip: [1.0296, 1.0296],
                    ),
                    trail: trail(at_zero: [0.178, 0.19], zero_slip: [0.36484, 0.36538], end_slip: [1.0296, 1.0296]),
                    camber: 0, rolling_resistance: 0.015, carcass: [600, 250] kN/m,
                }

                powertrain four_wheel_drive: shafts() {
                    crankshaft:       shaft(inertia: 1.6 kg*m^2),
                    propeller_shaft:  shaft(inertia: 1.6 kg*m^2),
                    front_shaft:      shaft(inertia: 0.5 kg*m^2),
                    rear_shaft:       shaft(inertia: 0.5 kg*m^2),
                    front_case:       shaft(inertia: 0.6 kg*m^2),
                    rear_case:        shaft(inertia: 0.6 kg*m^2),
                    front_left_side:  shaft(inertia: 0.1 kg*m^2),
                    front_right_side: shaft(inertia: 0.1 kg*m^2),
                    rear_left_side:   shaft(inertia: 0.1 kg*m^2),
                    rear_right_side:  shaft(inertia: 0.1 kg*m^2),
                    engine: engine(
                        on: crankshaft,
                        torque: table(
                            speed: [-100, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100,
                                2200, 2300, 2400, 2500, 2700] rpm,
                            torque: [300, 382, 490, 579, 650, 706, 746, 774, 789, 793, 788, 774, 754, 728, 697, 664, 628, 593,
                                558, -400] N*m,
                        ),
                        losses: table(
                            speed: [-50, 0, 50, 1000, 2000, 3000] rpm,
                            torque: [30, 0, -30, -50, -70, -90] N*m,
                        ),
                        idle: [700, 800] rpm,
                    ),
                    torque_converter: converter(
                        pump: crankshaft, turbine: gearbox,
                        capacity: table(ratio: [0, 0.25, 0.5, 0.75, 0.9, 1], factor: [15, 15, 15, 16, 18, 35]),
                        ratio: table(ratio: [0, 0.25, 0.5, 0.75, 1], factor: [2, 1.8, 1.5, 1.15, 1]),
                    ),
                    gearbox: gearbox(
                        output: propeller_shaft, ratios: [5, 2.5, 1.25], reverse: 10, inertia: 0.3 kg*m^2,
                        up: 2500 rpm, down: 1200 rpm, latency: 1 s,
                    ),
                    central_differential: differential(case: propeller_shaft, outputs: [front_shaft, rear_shaft]),
                    front_final_drive:    gear(driving: front_shaft, driven: front_case, ratio: 5),
                    rear_final_drive:     gear(driving: rear_shaft, driven: rear_case, ratio: 5),
                    front_differential:   differential(case: front_case, outputs: [front_left_side, front_right_side]),
                    rear_differential:    differential(case: rear_case, outputs: [rear_left_side, rear_right_side]),
                    front_left_shaft: half_shaft(
                        from: front_left_side, to: front_left.tyre, stiffness: 15 kN*m/rad, damping: 15 N*m*s/rad,
                    ),
                    front_right_shaft: half_shaft(
                        from: front_right_side, to: front_right.tyre, stiffness: 15 kN*m/rad, damping: 15 N*m*s/rad,
                    ),
                    rear_left_shaft: half_shaft(
                        from: rear_left_side, to: rear_left.tyre, stiffness: 15 kN*m/rad, damping: 15 N*m*s/rad,
                    ),
                    rear_right_shaft: half_shaft(
                        from: rear_right_side, to: rear_right.tyre, stiffness: 15 kN*m/rad, damping: 15 N*m*s/rad,
                    ),
                }

                brakes service: on(front_left.tyre, front_right.tyre, rear_left.tyre, rear_right.tyre) {
                    torque: 4 kN*m, parking: [0, 0, 4, 4] kN*m,
                }
            }
        }
    };
}

truck! {
    /// HMMWV on four double wishbones: 14 bodies and 4 wheel spins.
    ///
    /// The input `rack` is the displacement of the steering rack to the left, which steers to the right.
    Hmmwv {
        levels: all
        lanes: accept

        body rack {
            mass: 9.072 kg, com: [1.24498, 0.0, 0.101322] m,
            inertia: [0.607836096, 0.0018144, 0.607836096] kg*m^2,
        }
        joint steering: prismatic(chassis, rack) { axis: y, drive: rack }
        place DoubleWishbone(chassis, rack) as front_left mirrored front_right
        output rack_position: coordinate(steering)

        // To the left, which moves the rack to the right.
        steering steering_gear: driven(rack) { per_turn: -35 mm }
    }
}

truck! {
    /// HMMWV with its pitman arm, which a column with a compliant torsion bar turns: 15 bodies and 4 wheel spins.
    ///
    /// The arm carries one end of the steering link, a massless idler arm of the same length the other end: the link translates.
    /// An arm that turns to the left, seen from above, steers to the right.
    HmmwvPitman {
        body pitman_arm {
            mass: 1.605 kg, com: [1.305672714, 0.249, 0.081014502] m, inertia: [0.00638, 0.00756, 0.00150] kg*m^2,
            axes: [[0.948323655, 0, 0.317304656], [0, 1, 0], [-0.317304656, 0, 0.948323655]],
        }
        body steering_link {
            mass: 3.681 kg, com: [1.367313752, 0, 0.060389699] m, inertia: [0.252, 0.00233, 0.254] kg*m^2,
            axes: [[0.948323655, 0, 0.317304656], [0, 1, 0], [-0.317304656, 0, 0.948323655]],
        }
        joint arm_pivot: revolute(chassis, pitman_arm) {
            at: [1.24498, 0.249, 0.101322] m, axis: [0.317304656, 0, 0.948323655],
        }
        joint arm_end: universal(pitman_arm, steering_link) {
            at: [1.367313752, 0.249, 0.060389699] m,
            axes: [[0.317304656, 0, 0.948323655], [0.948323655, 0, -0.317304656]],
        }
        link idler: spherical_revolute(chassis, steering_link) {
            at: [1.24498, -0.325, 0.101322] m, axis: [0.317304656, 0, 0.948323655],
            ball: [1.367313752, -0.325, 0.060389699] m,
        }
        load gear: on(arm_pivot) { torque: pitman_torque }
        place DoubleWishbone(chassis, steering_link) as front_left mirrored front_right

        // 26 turns of the steering wheel are one of the arm, to the other side.
        steering column: column(arm_pivot) {
            per_turn: -13.846153846153847 deg, load: gear,
            inertia: 0.05 kg*m^2, stiffness: 114.591559026 N*m/rad, damping: 1 N*m*s/rad,
        }
    }
}
