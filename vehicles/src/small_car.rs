//! A passenger car with MacPherson struts in front and trailing arms on struts behind; every rod is a separate body.
//!
//! 17 bodies and 4 wheels, together the 21 bodies of the paper: car body, rack and steering wheel; for each front wheel
//! control arm, upper strut, knuckle and tie rod; for each rear wheel control arm, upper and lower strut.
//!
//! # Source
//!
//! Topology and manoeuvres come from Szczotka & Wojciech (2008), tables 1 and 2, who print no dimensions. Front
//! hardpoints, masses, springs, dampers, anti-roll bars and tyres come from [`macpherson_car`](crate::macpherson_car).
//! The rear struts are assumed, with springs, dampers and masses of that car's rear axle.
//!
//! # What the paper leaves free
//!
//! Upper struts are connected by balls, lower struts turn and slide on the upper struts, and tie rods are on balls at
//! both ends. So an upper strut and a tie rod turn about their own axes, and a rear wheel steers about its strut, and
//! nothing holds these motions. These eight freedoms gain and lose no energy, and never come to rest. In a car these
//! motions are held by the rubber of the strut's top mount, by the boots of the ball joints, and by the width of the
//! rear bearing. Here torsional bushings hold them, whose rates are assumed.
//!
//! # What else differs from the paper
//!
//! - The steering wheel moves the rack by a rigid column, 47 mm a turn.
//! - The drive is one motor with a differential, and half-shafts of different stiffness, 6 and 4 kN m/rad, without the
//!   five elements of the paper. Motor, reduction of 8 and inertias are assumed.
//! - Tyres are TMeasy instead of the Magic Formula, for which the paper prints no numbers.

wishbone::vehicle! {
    /// Passenger car with all its rods: 17 bodies, 4 wheels.
    ///
    /// The input `steering_wheel` is the angle of the steering wheel to the left.
    pub SmallCar {
        gravity: 9.81 m/s^2

        body chassis { mass: 1442.1 kg, com: [-1.371, 0, 0.206232] m, inertia: [572, 2487, 2768] kg*m^2 }
        body rack {
            mass: 9.072 kg, com: [-0.2, 0, -0.05] m, inertia: [0.1218672, 0.0018144, 0.1218672] kg*m^2,
        }
        body steering_wheel { mass: 2 kg, com: [-1.2, 0.35, 0.5] m, inertia: [0.04, 0.02, 0.02] kg*m^2 }
        joint motion:   free(ground, chassis)
        joint column:   revolute(chassis, steering_wheel) { axis: -x, at: [-1.2, 0.35, 0.5] m, drive: steering_wheel }
        joint steering: prismatic(chassis, rack)          { axis: y }
        // A rack that moves to the right steers to the left, for the tie rods are behind the kingpins.
        gear pinion: between(column, steering) { ratio: polynomial(second: [-7.5] mm, first: 1 rad) }

        mirror front_left as front_right {
            points {
                lca_front: [0.27051, 0.34544, -0.05969] m,   lca_rear: [-0.04318, 0.37338, -0.12573] m,
                lca_outer: [0.02794, 0.66294, -0.10414] m,
                strut_top: [-0.08382, 0.54102, 0.46863] m,   strut_bottom: [-0.00508, 0.61976, -0.00127] m,
                tie_inner: [-0.2, 0.2, -0.05] m,             tie_outer: [-0.2, 0.574803759, -0.00127] m,
                wheel_centre: [0, 0.750062, 0] m,
            }
            body control_arm {
                mass: 2.72 kg, com: [0.0708025, 0.511175, -0.098425] m, inertia: [0.0207, 0.0151, 0.0355] kg*m^2,
            }
            body upper_strut {
                mass: 3.5 kg, com: [-0.065, 0.56, 0.36] m, inertia: [0.02, 0.02, 0.002] kg*m^2,
            }
            body knuckle { mass: 23.51 kg, com: [-0.01, 0.64, 0.06] m, inertia: [0.3, 0.25, 0.12] kg*m^2 }
            body tie_rod {
                mass: 1.13 kg, com: [-0.2, 0.3874018795, -0.025635] m, inertia: [0.0133, 0.0012, 0.0133] kg*m^2,
            }

            // Both balls of the knuckle close loops.
            joint pivot: revolute(chassis, control_arm)     { through: [lca_rear, lca_front] }
            joint mount: spherical(chassis, upper_strut)    { at: strut_top }
            joint slide: cylindrical(upper_strut, knuckle)  { through: [strut_top, strut_bottom] }
            joint inner: spherical(rack, tie_rod)           { at: tie_inner }
            joint ball:  spherical(control_arm, knuckle)    { at: lca_outer, tree: cut }
            joint outer: spherical(tie_rod, knuckle)        { at: tie_outer, tree: cut }
            bushing top_mount: between(chassis, upper_strut) {
                at: strut_top, torsional_stiffness: [30, 30, 60] N*m/rad, torsional_damping: [0.3, 0.3, 0.5] N*m*s/rad,
            }
            bushing boot: between(rack, tie_rod) {
                at: tie_inner, torsional_stiffness: [5, 20, 5] N*m/rad, torsional_damping: [0.1, 0.2, 0.1] N*m*s/rad,
            }

            spring spring: between(chassis, knuckle) {
                from: strut_top, to: strut_bottom, rate: 29770 N/m, preload: 3.7 kN, free_length: 482.914056 mm,
                damping: degressive(rate: 4352.486957 N*s/m, speed: 0.769230769 m/s),
            }
            wheel tyre: on(knuckle) {
                centre: wheel_centre, radius: 318.6 mm, driven_from: chassis,
                mass: 65.562477554 kg, spin_inertia: 8.474371 kg*m^2, diametral_inertia: 4.608353 kg*m^2,
            }
            output steer: steer(tyre)
            output hub_acceleration: az(knuckle) { at: wheel_centre }
            output mount_acceleration: az(chassis) { at: strut_top }
        }

        mirror rear_left as rear_right {
            points {
                arm_pivot: [-2.31, 0.55, 0.02] m,        arm_ball: [-2.757, 0.645, -0.127] m,
                strut_top: [-2.7, 0.54, 0.45] m,         strut_bottom: [-2.757, 0.62, 0] m,
                wheel_centre: [-2.75717, 0.7493, 0] m,
            }
            body control_arm {
                mass: 23.965 kg, com: [-2.55, 0.6, -0.05] m, inertia: [0.3, 0.7, 0.8] kg*m^2,
            }
            body upper_strut {
                mass: 5.813 kg, com: [-2.712, 0.557, 0.35] m, inertia: [0.03, 0.03, 0.003] kg*m^2,
            }
            body lower_strut { mass: 19.45 kg, com: [-2.757, 0.66, 0] m, inertia: [0.1656, 0.1934, 0.12] kg*m^2 }

            joint pivot: revolute(chassis, control_arm)        { axis: y, at: arm_pivot }
            joint mount: spherical(chassis, upper_strut)       { at: strut_top }
            joint slide: cylindrical(upper_strut, lower_strut) { through: [strut_top, strut_bottom] }
            joint ball:  spherical(control_arm, lower_strut)   { at: arm_ball, tree: cut }
            bushing top_mount: between(chassis, upper_strut) {
                at: strut_top, torsional_stiffness: [30, 30, 60] N*m/rad, torsional_damping: [0.3, 0.3, 0.5] N*m*s/rad,
            }
            bushing bearing: between(control_arm, lower_strut) {
                at: arm_ball, torsional_stiffness: [0, 0, 40] kN*m/rad, torsional_damping: [0, 0, 300] N*m*s/rad,
            }

            spring spring: between(chassis, lower_strut) {
                from: strut_top, to: strut_bottom, rate: 37130 N/m, preload: 3.7 kN, free_length: 460.6 mm,
                damping: 5810.4 N*s/m,
            }
            wheel tyre: on(lower_strut) {
                centre: wheel_centre, radius: 317.85 mm, driven_from: chassis,
                mass: 67.705 kg, spin_inertia: 8.343827 kg*m^2, diametral_inertia: 4.554772 kg*m^2,
            }
            output steer: steer(tyre)
        }

        roll_bar front_bar: between(front_left.control_arm, front_right.control_arm) {
            from: [0.13, 0.5, -0.07043] m, to: [0.13, -0.5, -0.07043] m, via: chassis, axis: z,
            rate: 82369.146 N/m, damping: 4118.457 N*s/m,
        }

        output chassis_x: x(chassis)
        output chassis_y: y(chassis)
        output chassis_z: z(chassis)

        tyre front_tyres: tmeasy(front_left.tyre, front_right.tyre) {
            width: 225 mm, stiffness: 310526.319544 N/m, damping: 186.491147 N*s/m,
            bottoming: rim(deflection: 85 mm, stiffness: 931578.958633 N/m),
            nominal_load: 3089.09475 N, greatest_load: 10811.831625 N,
            longitudinal: characteristic(
                slope: [115219.880802, 223456.348293] N, peak: [3804.775171, 7315.557946] N, peak_slip: [0.106017, 0.1005], sliding: [2883.743455, 5026.523713] N, sliding_slip: [0.95, 0.95],
            ),
            lateral: characteristic(
                slope: [87137.20823, 157051.536207] N, peak: [3423.092559, 6094.40257] N, peak_slip: [0.126939, 0.119538], sliding: [2412.660879, 3661.371397] N, sliding_slip: [1, 1],
            ),
            trail: trail(at_zero: [0.106964, 0.153714], zero_slip: [0.134683, 0.155617], end_slip: [0.134684, 0.155618]),
            camber: 0, rolling_resistance: 0.01, carcass: [450, 190] kN/m,
        }
        tyre rear_tyres: tmeasy(rear_left.tyre, rear_right.tyre) {
            width: 255 mm, stiffness: 357859.232809 N/m, damping: 191.334784 N*s/m,
            bottoming: rim(deflection: 84.25 mm, stiffness: 1073577.698426 N/m),
            nominal_load: 3285.22775 N, greatest_load: 11498.297125 N,
            longitudinal: characteristic(
                slope: [114801.716933, 212127.291559] N, peak: [4030.6417, 7869.338215] N, peak_slip: [0.112023, 0.111022], sliding: [3118.106854, 5544.347735] N, sliding_slip: [0.95, 0.95],
            ),
            lateral: characteristic(
                slope: [84164.224288, 153728.545541] N, peak: [3637.356228, 6475.949639] N, peak_slip: [0.126076, 0.115674], sliding: [2585.674242, 3810.706992] N, sliding_slip: [1, 1],
            ),
            trail: trail(at_zero: [0.100826, 0.141748], zero_slip: [0.133144, 0.152268], end_slip: [0.133145, 0.152269]),
            camber: 0, rolling_resistance: 0.01, carcass: [500, 210] kN/m,
        }

        powertrain common_drive: shafts() {
            rotor:      shaft(inertia: 0.05 kg*m^2),
            case:       shaft(inertia: 0.1 kg*m^2),
            left_side:  shaft(inertia: 0.1 kg*m^2),
            right_side: shaft(inertia: 0.1 kg*m^2),
            motor: engine(
                on: rotor,
                full: table(speed: [-1500, 0, 1500] rad/s, torque: [150, 150, 150] N*m),
                closed: table(speed: [-1500, 0, 1500] rad/s, torque: [0, 0, 0] N*m),
            ),
            reduction: gear(driving: rotor, driven: case, ratio: 8),
            differential: differential(case: case, outputs: [left_side, right_side]),
            left_shaft: half_shaft(
                from: left_side, to: front_left.tyre, stiffness: 6 kN*m/rad, damping: 15 N*m*s/rad,
            ),
            right_shaft: half_shaft(
                from: right_side, to: front_right.tyre, stiffness: 4 kN*m/rad, damping: 15 N*m*s/rad,
            ),
        }
        brakes discs: on(all) { torque: 2 kN*m }
        steering gear: driven(steering_wheel) { per_turn: 360 deg }
        // 60 km/h; 60 degrees of the steering wheel to the left and back.
        driver pulse: cruise() {
            speed: 16.6666667 m/s, proportional: 0.5 s/m, integral: 0.1 m^-1,
            steering_wheel: pulse(start: 1 s, rise: 0.3 s, hold: 0.5 s, fall: 0.3 s, amplitude: 60 deg),
        }
    }
}
