//! A tractor with a semitrailer on six rigid axles: an open tree, except for the toe bar.
//!
//! 16 bodies: tractor, trailer, two steering knuckles, and for each axle the guide that rises and the axle that rolls on it. 12
//! wheels. Twin tyres of the drive axles are one wheel in the middle between them.
//!
//! # Source
//!
//! The manoeuvre is that of Mirtaheri & Salkhordeh (2018), 7.2, who print no data. Every figure comes from the vehicle
//! `Kraz_64431` with its semitrailer of Project Chrono (C++ model library, `chrono_models/vehicle/kraz`, commit
//! 7689fbc02d12), unless it is listed below. The origin is in the middle of the front axle, at the height of the wheel
//! centres; the trailer's own frame of the source begins at X = -4.6 m.
//!
//! # What differs from the source
//!
//! - **Bodies.** The paper has twelve bodies, the source six axles. The guide of an axle has 100 kg of the axle's mass,
//!   at the axle's centre and with moments of inertia of 0.01 kg m², so that the axle has the dynamics of the source.
//! - **Steering.** Both front wheels turn about their kingpins by the same angle, the input `steer`, positive to the
//!   left. The toe bar is a gear, and the drag link is left out. The masses of both, 5 kg each, are left out, too. A
//!   full turn of the steering wheel turns the wheels by 18 degrees, which is assumed.
//! - **Fifth wheel.** The trailer pitches about the tractor's Y axis and yaws about its own Z axis; roll is locked.
//! - **Twin tyres.** One wheel has the mass of both rims and tyres. Its moments of inertia are those of tyres 167.64 mm
//!   beside its centre. The stiffness and force of a wheel are twice those of one tyre, at twice the load. The roll
//!   stiffness of two tyres beside each other is left out; it is 4 % of the axle's roll stiffness.
//! - **Wheels.** Rim, tyre, spindle and axle shaft (0.4 kg m² about the axis) are one rotor.
//! - **Dampers.** `c v / (1 + d |v|)`, with d of 3 s/m in compression and 1 s/m in rebound, is a table.
//! - **Tyres.** Stiffnesses of the carcass are assumed, 1.1 and 0.6 times the vertical stiffness.
//! - **Powertrain.** The source has the maps of engine and gearbox. Assumed are: inertias of engine (3 kg m²), gearbox input (0.3
//!   kg m²) and side gears (0.5 kg m² each), a clutch of 2 kN m, half-shafts of 40 kN m/rad and 40 N m s/rad, a governor between
//!   500 and 600 rpm. In the source the last two torques of the engine at full throttle seem to be exchanged; here they are in the
//!   order that a governor gives. The central differential's limit of 10 kN m is left out.

wishbone::vehicle! {
    /// Tractor with semitrailer: 16 bodies, 12 wheels.
    ///
    /// The input `steer` turns both front wheels about their kingpins, to the left.
    pub TractorSemitrailer {
        gravity: 9.81 m/s^2

        body tractor { mass: 10000 kg, com: [-2, 0, 0.8] m, inertia: [3441, 28485, 29395] kg*m^2 }
        body trailer { mass: 20000 kg, com: [-10.6, 0, 2] m, inertia: [23904, 322240, 320011] kg*m^2 }
        joint motion: free(ground, tractor)
        joint fifth_wheel: universal(tractor, trailer) { axes: [y, z], at: [-4.64, 0, 0.82] m }

        // A drive axle. Coordinates are counted from its middle.
        subsystem RigidAxle(chassis) {
            body guide { mass: 100 kg, com: [0, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
            body axle  { mass: 617 kg, com: [0, 0, 0] m, inertia: [240.8417938, 1.2906, 240.8417938] kg*m^2 }
            joint travel: prismatic(chassis, guide) { axis: z }
            joint roll:   revolute(guide, axle)     { axis: x, at: [0, 0, 0] m }
            mirror left as right {
                points {
                    spring_top:   [0, 0.429, 0.26] m,
                    spring_seat:  [0, 0.429, 0.06] m,
                    damper_top:   [0, 0.329, 0.46] m,
                    damper_eye:   [-0.15, 0.4075, 0.01] m,
                    wheel_centre: [0, 0.83236, 0] m,
                }
                spring spring: between(chassis, axle) {
                    from: spring_top, to: spring_seat, rate: 1026438.858 N/m, free_length: 262.122551 mm,
                    bump_stop: stop(
                        length: 120 mm,
                        overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                        force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
                    ),
                    rebound_stop: stop(
                        length: 280 mm,
                        overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                        force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
                    ),
                }
                spring damper: between(chassis, axle) {
                    from: damper_top, to: damper_eye,
                    damping: table(
                        speed: [-2, -1, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2] m/s,
                        force: [-46675.1, -40840.7, -32672.6, -25794.1, -20420.4, -12566.4, -7102.7, -3082.3, 0, 3203.2, 7779.2,
                            14851.2, 27227.1, 37699.1, 54454.3, 81681.4, 108908.5] N,
                    ),
                }
                wheel tyre: on(axle) {
                    centre: wheel_centre, radius: 558.8 mm, driven_from: chassis,
                    mass: 254.705 kg, spin_inertia: 43.66792 kg*m^2, diametral_inertia: 31.0207 kg*m^2,
                }
                output steer: steer(tyre) { in: chassis }
            }
        }

        // Front axle: written out, for its wheels turn about kingpins.
        body front_guide { mass: 100 kg, com: [0, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        body front_axle  { mass: 481 kg, com: [0, 0, 0] m, inertia: [160.3141845, 1.0458, 160.3141845] kg*m^2 }
        joint front_travel: prismatic(tractor, front_guide)   { axis: z }
        joint front_roll:   revolute(front_guide, front_axle) { axis: x, at: [0, 0, 0] m }
        body left_knuckle  { mass: 68 kg, com: [0, 0.827341392, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body right_knuckle { mass: 68 kg, com: [0, -0.827341392, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint left_kingpin: revolute(front_axle, left_knuckle) {
            through: [[0, 0.84497409, -0.1] m, [0, 0.809708694, 0.1] m], drive: steer,
        }
        joint right_kingpin: revolute(front_axle, right_knuckle) {
            through: [[0, -0.84497409, -0.1] m, [0, -0.809708694, 0.1] m],
        }
        gear toe_bar: between(left_kingpin, right_kingpin) { ratio: 1 }
        spring front_left_spring: between(tractor, front_axle) {
            from: [0, 0.529, 0.26] m, to: [0, 0.529, 0.06] m, rate: 592176.2641 N/m, free_length: 262.122551 mm,
            bump_stop: stop(
                length: 120 mm,
                overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
            ),
            rebound_stop: stop(
                length: 280 mm,
                overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
            ),
        }
        spring front_right_spring: between(tractor, front_axle) {
            from: [0, -0.529, 0.26] m, to: [0, -0.529, 0.06] m, rate: 592176.2641 N/m, free_length: 262.122551 mm,
            bump_stop: stop(
                length: 120 mm,
                overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
            ),
            rebound_stop: stop(
                length: 280 mm,
                overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
            ),
        }
        spring front_left_damper: between(tractor, front_axle) {
            from: [0, 0.529, 0.46] m, to: [-0.15, 0.7075, 0.01] m,
            damping: table(
                speed: [-2, -1, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2] m/s,
                force: [-26927.9, -23561.9, -18849.6, -14881.2, -11781, -7249.8, -4097.7, -1778.3, 0, 1848, 4488, 8568,
                    15708, 21749.5, 31415.9, 47123.9, 62831.9] N,
            ),
        }
        spring front_right_damper: between(tractor, front_axle) {
            from: [0, -0.529, 0.46] m, to: [-0.15, -0.7075, 0.01] m,
            damping: table(
                speed: [-2, -1, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2] m/s,
                force: [-26927.9, -23561.9, -18849.6, -14881.2, -11781, -7249.8, -4097.7, -1778.3, 0, 1848, 4488, 8568,
                    15708, 21749.5, 31415.9, 47123.9, 62831.9] N,
            ),
        }
        wheel front_left: on(left_knuckle) {
            centre: [0, 0.919, 0] m, radius: 558.8 mm, driven_from: tractor,
            mass: 134.705 kg, spin_inertia: 22.07072 kg*m^2, diametral_inertia: 12.15847 kg*m^2,
        }
        wheel front_right: on(right_knuckle) {
            centre: [0, -0.919, 0] m, radius: 558.8 mm, driven_from: tractor,
            mass: 134.705 kg, spin_inertia: 22.07072 kg*m^2, diametral_inertia: 12.15847 kg*m^2,
        }

        place RigidAxle(tractor) as drive_1 { origin: [-4.08, 0, 0] m }
        place RigidAxle(tractor) as drive_2 { origin: [-5.48, 0, 0] m }
        subsystem TrailerAxle(chassis) {
            body guide { mass: 100 kg, com: [0, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
            body axle  { mass: 400 kg, com: [0, 0, 0] m, inertia: [178.4760417, 1.6, 178.4760417] kg*m^2 }
            joint travel: prismatic(chassis, guide) { axis: z }
            joint roll:   revolute(guide, axle)     { axis: x, at: [0, 0, 0] m }
            mirror left as right {
                points {
                    spring_top:   [0, 0.729, 0.28] m,
                    spring_seat:  [0, 0.729, 0.08] m,
                    damper_top:   [0, 0.629, 0.48] m,
                    damper_eye:   [-0.15, 0.7075, 0.03] m,
                    wheel_centre: [0, 1.0325, 0] m,
                }
                spring spring: between(chassis, axle) {
                    from: spring_top, to: spring_seat, rate: 710611.5169 N/m, free_length: 262.122551 mm,
                    bump_stop: stop(
                        length: 120 mm,
                        overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                        force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
                    ),
                    rebound_stop: stop(
                        length: 280 mm,
                        overtravel: [0, 2, 4, 6, 8, 10, 20, 30, 40, 50] mm,
                        force: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500] N,
                    ),
                }
                spring damper: between(chassis, axle) {
                    from: damper_top, to: damper_eye,
                    damping: table(
                        speed: [-2, -1, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2] m/s,
                        force: [-32313.5, -28274.3, -22619.5, -17857.5, -14137.2, -8699.8, -4917.3, -2133.9, 0, 2217.6, 5385.6,
                            10281.6, 18849.6, 26099.4, 37699.1, 56548.7, 75398.2] N,
                    ),
                }
                wheel tyre: on(axle) {
                    centre: wheel_centre, radius: 536 mm, driven_from: chassis,
                    mass: 114.005 kg, spin_inertia: 17.42952 kg*m^2, diametral_inertia: 10.05152 kg*m^2,
                }
                output steer: steer(tyre) { in: chassis }
            }
        }
        place TrailerAxle(trailer) as trailer_1 { origin: [-10.92, 0, 0] m }
        place TrailerAxle(trailer) as trailer_2 { origin: [-12.23, 0, 0] m }
        place TrailerAxle(trailer) as trailer_3 { origin: [-13.54, 0, 0] m }

        output tractor_x: x(tractor)
        output tractor_y: y(tractor)
        output front_left_steer: steer(front_left)
        output front_right_steer: steer(front_right)

        tyre steered: tmeasy(front_left, front_right) {
            width: 304.8 mm, stiffness: 673874.261811024 N/m, damping: 7787.726469451 N*s/m,
            bottoming: rim(deflection: 294.8 mm, stiffness: 3369371.309055118 N/m),
            nominal_load: 16431.75 N, greatest_load: 57511.125 N,
            longitudinal: characteristic(
                slope: [292097.3607, 477509.94135] N,
                peak: [14782.8238875, 25551.699885] N, peak_slip: [0.10811, 0.12389],
                sliding: [7588.6751025, 13917.363615] N, sliding_slip: [0.66667, 0.66667],
            ),
            lateral: characteristic(
                slope: [121616.311275, 225131.40675] N,
                peak: [12467.75463, 23868.10278] N, peak_slip: [0.33167, 0.33216],
                sliding: [11218.94163, 21466.109565] N, sliding_slip: [1.0296, 1.0296],
            ),
            trail: trail(at_zero: [0.178, 0.19], zero_slip: [0.36484, 0.36538], end_slip: [1.0296, 1.0296]),
            camber: 0, rolling_resistance: 0.015, carcass: [740, 400] kN/m,
        }
        // Two of them beside each other.
        tyre twins: tmeasy(drive_1.left.tyre, drive_1.right.tyre, drive_2.left.tyre, drive_2.right.tyre) {
            width: 304.8 mm, stiffness: 1347748.523622048 N/m, damping: 15575.452938902 N*s/m,
            bottoming: rim(deflection: 294.8 mm, stiffness: 6738742.618110236 N/m),
            nominal_load: 32863.5 N, greatest_load: 115022.25 N,
            longitudinal: characteristic(
                slope: [584194.7214, 955019.8827] N,
                peak: [29565.647775, 51103.39977] N, peak_slip: [0.10811, 0.12389],
                sliding: [15177.350205, 27834.72723] N, sliding_slip: [0.66667, 0.66667],
            ),
            lateral: characteristic(
                slope: [243232.62255, 450262.8135] N,
                peak: [24935.50926, 47736.20556] N, peak_slip: [0.33167, 0.33216],
                sliding: [22437.88326, 42932.21913] N, sliding_slip: [1.0296, 1.0296],
            ),
            trail: trail(at_zero: [0.178, 0.19], zero_slip: [0.36484, 0.36538], end_slip: [1.0296, 1.0296]),
            camber: 0, rolling_resistance: 0.015, carcass: [1480, 800] kN/m,
        }
        tyre towed: tmeasy(
            trailer_1.left.tyre, trailer_1.right.tyre, trailer_2.left.tyre, trailer_2.right.tyre, trailer_3.left.tyre,
            trailer_3.right.tyre
        ) {
            width: 385 mm, stiffness: 1225024.975024975 N/m, damping: 9213.806529835 N*s/m,
            bottoming: rim(deflection: 240.25 mm, stiffness: 6125124.875124875 N/m),
            nominal_load: 24525 N, greatest_load: 85837.5 N,
            longitudinal: characteristic(
                slope: [435966.21, 712701.405] N,
                peak: [22063.91625, 38136.8655] N, peak_slip: [0.10811, 0.12389],
                sliding: [11326.38075, 20772.1845] N, sliding_slip: [0.66667, 0.66667],
            ),
            lateral: characteristic(
                slope: [181516.8825, 336017.025] N,
                peak: [18608.589, 35624.034] N, peak_slip: [0.33167, 0.33216],
                sliding: [16744.689, 32038.9695] N, sliding_slip: [1.0296, 1.0296],
            ),
            trail: trail(at_zero: [0.178, 0.19], zero_slip: [0.36484, 0.36538], end_slip: [1.0296, 1.0296]),
            camber: 0, rolling_resistance: 0.015, carcass: [1350, 735] kN/m,
        }

        powertrain six_by_four: shafts() {
            crankshaft:      shaft(inertia: 3 kg*m^2),
            propeller_shaft: shaft(inertia: 0.5 kg*m^2),
            first_shaft:     shaft(inertia: 0.5 kg*m^2),
            second_shaft:    shaft(inertia: 0.5 kg*m^2),
            first_case:      shaft(inertia: 0.6 kg*m^2),
            second_case:     shaft(inertia: 0.6 kg*m^2),
            first_left:      shaft(inertia: 0.5 kg*m^2),
            first_right:     shaft(inertia: 0.5 kg*m^2),
            second_left:     shaft(inertia: 0.5 kg*m^2),
            second_right:    shaft(inertia: 0.5 kg*m^2),
            engine: engine(
                on: crankshaft,
                full: table(
                    speed: [-100, 500, 1000, 1200, 1400, 1600, 1800, 2000, 2100, 2200, 2300, 2400, 2500] rpm,
                    torque: [645.4329, 634.8, 793.5, 907.764, 1053.768, 1131.531, 1163.271, 1150.575, 1137.879, 1122.009,
                        1082.334, -430.3944, -1269.6] N*m,
                ),
                closed: table(
                    speed: [-100, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2700] rpm,
                    torque: [0, -20, -20, -30, -30, -30, -40, -50, -70, -100, -800] N*m,
                ),
                idle: [500, 600] rpm,
            ),
            gearbox: gearbox(
                output: propeller_shaft, ratios: [6.16, 4.53, 3.53, 2.41, 1.75, 1.28, 1], reverse: 6.16,
                inertia: 0.3 kg*m^2, up: 2226 rpm, down: 1000 rpm, latency: 1 s,
            ),
            clutch: clutch(from: crankshaft, to: gearbox, capacity: 2 kN*m),
            central_differential: differential(case: propeller_shaft, outputs: [first_shaft, second_shaft]),
            first_final_drive:    gear(driving: first_shaft, driven: first_case, ratio: 6.154),
            second_final_drive:   gear(driving: second_shaft, driven: second_case, ratio: 6.154),
            first_differential:   differential(case: first_case, outputs: [first_left, first_right]),
            second_differential:  differential(case: second_case, outputs: [second_left, second_right]),
            first_left_shaft: half_shaft(
                from: first_left, to: drive_1.left.tyre, stiffness: 40 kN*m/rad, damping: 40 N*m*s/rad,
            ),
            first_right_shaft: half_shaft(
                from: first_right, to: drive_1.right.tyre, stiffness: 40 kN*m/rad, damping: 40 N*m*s/rad,
            ),
            second_left_shaft: half_shaft(
                from: second_left, to: drive_2.left.tyre, stiffness: 40 kN*m/rad, damping: 40 N*m*s/rad,
            ),
            second_right_shaft: half_shaft(
                from: second_right, to: drive_2.right.tyre, stiffness: 40 kN*m/rad, damping: 40 N*m*s/rad,
            ),
            first_limit:  limited_slip(outputs: [first_left, first_right], preload: 100 N*m),
            second_limit: limited_slip(outputs: [second_left, second_right], preload: 100 N*m),
        }
        brakes drums: on(
            front_left, front_right, drive_1.left.tyre, drive_1.right.tyre, drive_2.left.tyre, drive_2.right.tyre,
            trailer_1.left.tyre, trailer_1.right.tyre, trailer_2.left.tyre, trailer_2.right.tyre, trailer_3.left.tyre,
            trailer_3.right.tyre
        ) {
            torque: [10, 10, 10, 10, 10, 10, 13, 13, 13, 13, 13, 13] kN*m,
        }
        steering gear: driven(steer) { per_turn: 18 deg }
        // 40 mph; after one second 2 degrees within 0.2 s.
        driver rtrd: cruise() {
            speed: 17.8816 m/s, proportional: 0.5 s/m, integral: 0.1 m^-1,
            steering_wheel: step(start: 1 s, duration: 0.2 s, amplitude: 40 deg),
        }
    }
}
