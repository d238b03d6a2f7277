//! A sports sedan with MacPherson struts in front and trailing arms behind.
//!
//! 10 bodies (chassis, rack, for each front wheel an arm, a strut and a spindle, and two trailing arms) and 4 wheel
//! spins. Tie rods have no mass. The paper counts Euler parameters, wheel angles and the rack: 26 coordinates and 12
//! constraints, so 14 freedoms.
//!
//! # Source
//!
//! The topology is that of Deyo & Ingebretsen (1989), 3.3.2, who print no dimensions. Front hardpoints, masses,
//! springs, dampers, tyres, brakes and the maps of engine and gearbox come from
//! [`macpherson_car`](crate::macpherson_car); spindle and upright are one body. Assumed are:
//!
//! - the trailing arms: transverse pivots 0.45 m ahead of the wheels, 32 kg each. Springs beside the wheel have the
//!   rate of that car's rear axle, with a preload that carries the car, and dampers have the damping of that axle;
//! - preloads of the front springs, which carry the car without its stops, and moments of inertia of struts and spindles;
//! - front-wheel drive.

wishbone::vehicle! {
    /// Sports sedan on MacPherson struts and trailing arms: 10 bodies, 4 wheels.
    ///
    /// The input `rack` is the displacement of the steering rack to the left, which steers to the right.
    pub DeyoSedan {
        gravity: 9.81 m/s^2

        body chassis { mass: 1442.1 kg, com: [-1.371, 0, 0.206232] m, inertia: [572, 2487, 2768] kg*m^2 }
        body rack {
            mass: 9.072 kg, com: [-0.2, 0, -0.05] m, inertia: [0.1218672, 0.0018144, 0.1218672] kg*m^2,
        }
        joint motion:   free(ground, chassis)
        joint steering: prismatic(chassis, rack) { axis: y, drive: rack }

        mirror front_left as front_right {
            points {
                lca_front: [0.27051, 0.34544, -0.05969] m,   lca_rear: [-0.04318, 0.37338, -0.12573] m,
                lca_outer: [0.02794, 0.66294, -0.10414] m,
                strut_top: [-0.08382, 0.54102, 0.46863] m,   strut_bottom: [-0.00508, 0.61976, -0.00127] m,
                tie_inner: [-0.2, 0.2, -0.05] m,             tie_outer: [-0.2, 0.574803759, -0.00127] m,
                wheel_centre: [0, 0.750062, 0] m,
            }
            body lower_arm {
                mass: 2.72 kg, com: [0.0708025, 0.511175, -0.098425] m, inertia: [0.0207, 0.0151, 0.0355] kg*m^2,
            }
            body strut {
                mass: 13.5 kg, com: [-0.04445, 0.58039, 0.23368] m, inertia: [0.25, 0.25, 0.01] kg*m^2,
            }
            body spindle { mass: 13.51 kg, com: [0, 0.650062, 0] m, inertia: [0.2, 0.15, 0.2] kg*m^2 }

            // The ball joint at the arm and the tie rod close the loops.
            joint pivot: revolute(chassis, lower_arm)  { through: [lca_rear, lca_front] }
            joint mount: spherical(chassis, strut)     { at: strut_top }
            joint slide: prismatic(strut, spindle)     { through: [strut_top, strut_bottom] }
            joint ball:  spherical(lower_arm, spindle) { at: lca_outer }
            link tie_rod: distance(rack, spindle)      { from: tie_inner, to: tie_outer }

            spring coil: between(chassis, spindle) {
                from: strut_top, to: strut_bottom, rate: 29770 N/m, preload: 3.7 kN, free_length: 482.914056 mm,
                damping: degressive(rate: 4352.486957 N*s/m, speed: 0.769230769 m/s),
            }
            wheel tyre: on(spindle) {
                centre: wheel_centre, radius: 318.6 mm, driven_from: chassis,
                mass: 65.562477554 kg, spin_inertia: 8.474371 kg*m^2, diametral_inertia: 4.608353 kg*m^2,
            }
            output steer: steer(tyre)
        }

        mirror rear_left as rear_right {
            points {
                pivot: [-2.31, 0.55, 0.02] m,       wheel_centre: [-2.75717, 0.7493, 0] m,
                coil_top: [-2.66, 0.56, 0.36] m,    coil_seat: [-2.7, 0.56, -0.04] m,
            }
            body trailing_arm {
                mass: 32 kg, com: [-2.6, 0.62, 0] m, inertia: [0.5, 1.1, 1.2, 0, 0.02, 0] kg*m^2,
            }
            joint pivot: revolute(chassis, trailing_arm) { axis: y, at: pivot }
            spring coil: between(chassis, trailing_arm) {
                from: coil_top, to: coil_seat, rate: 37130 N/m, damping: 5810.4 N*s/m, preload: 4.1 kN,
                free_length: 401.995 mm,
            }
            wheel tyre: on(trailing_arm) {
                centre: wheel_centre, radius: 317.85 mm, driven_from: chassis,
                mass: 67.705 kg, spin_inertia: 8.343827 kg*m^2, diametral_inertia: 4.554772 kg*m^2,
            }
            output steer: steer(tyre)
        }

        output chassis_x: x(chassis)
        output chassis_y: y(chassis)
        output chassis_z: z(chassis)
        output jounce: coordinate(front_left.slide)

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

        powertrain front_wheel_drive: shafts() {
            crankshaft:      shaft(inertia: 0.3 kg*m^2),
            propeller_shaft: shaft(inertia: 0.5 kg*m^2),
            case:            shaft(inertia: 0.6 kg*m^2),
            left_side:       shaft(inertia: 0.2 kg*m^2),
            right_side:      shaft(inertia: 0.2 kg*m^2),
            engine: engine(
                on: crankshaft,
                full: table(
                    speed: [-10, 103.881997079, 150.063409086, 526.530928742, 591.561896671, 628.318530718, 670.206432766,
                        733.038285838, 753.982236862] rad/s,
                    torque: [104.64, 269, 359.9, 359.9, 336.8, 318.3, 295.2, 251.2, -100] N*m,
                ),
                closed: table(
                    speed: [-10, 10, 104.71975512, 157.079632679, 209.439510239, 261.799387799, 314.159265359, 366.519142919,
                        418.879020479, 471.238898038, 523.598775598, 628.318530718, 753.982236862] rad/s,
                    torque: [0, 0, -10, -10, -15, -15, -15, -20, -20, -30, -50, -70, -100] N*m,
                ),
                idle: [700, 800] rpm,
            ),
            gearbox: gearbox(
                output: propeller_shaft, ratios: [4.71, 2.34, 1.52, 1.14, 0.87, 0.69], reverse: 3.4, inertia: 0.15 kg*m^2,
                up: [5000, 5500, 5500, 5500, 5500, 5500] rpm, down: [1000, 1200, 1400, 1600, 1800, 2000] rpm, latency: 0.5 s,
            ),
            clutch: clutch(from: crankshaft, to: gearbox, capacity: 500 N*m),
            final_drive: gear(driving: propeller_shaft, driven: case, ratio: 3.64),
            differential: differential(case: case, outputs: [left_side, right_side]),
            left_shaft: half_shaft(
                from: left_side, to: front_left.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad,
            ),
            right_shaft: half_shaft(
                from: right_side, to: front_right.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad,
            ),
            limit: limited_slip(outputs: [left_side, right_side], preload: 100 N*m),
        }

        brakes discs: on(all) { torque: 2 kN*m }
        // To the left, which moves the rack to the right.
        steering gear: driven(rack) { per_turn: -74.467381 mm }
        driver cruising: cruise() {
            speed: 22.352 m/s, proportional: 0.5 s/m, integral: 0.1 m^-1,
            steering_wheel: step(start: 1 s, duration: 0.2 s, amplitude: 15 deg),
        }
    }
}
