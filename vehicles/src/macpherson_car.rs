//! A passenger car with MacPherson struts in front and double wishbones behind.
//!
//! 14 bodies (chassis, rack, for each front wheel an arm, a strut and an upright, for each rear wheel two arms and an
//! upright) and 4 wheel spins. Tie rods have no mass: the front tie rods are attached to the rack, the rear tie rods to
//! the chassis.
//!
//! # Source
//!
//! The manoeuvre is that of Mirtaheri & Salkhordeh (2018), 7.1, who print no data. Every figure comes from the vehicle
//! `BMW_E90` of Project Chrono (C++ model library, `chrono_models/vehicle/bmw`, commit 7689fbc02d12), unless it is
//! listed below. The origin is in the middle of the front axle, at the height of the wheel centres.
//!
//! # What differs from the source
//!
//! - **Bodies.** The paper's car has a twist axle at the rear and 15 bodies; the source has double wishbones.
//! - **Struts** are connected to the chassis by a ball and slide along the upright without turning (paper, table 1).
//!   The source has a universal and a cylindrical joint instead.
//! - **Tie rods** have no mass: 1.13 kg for each front rod and 6 kg for each rear rod are left out.
//! - **Anti-roll bars** have no mass. Their rates at the links are the torsional rates of the source, divided by the square of the
//!   levers of 0.33 m and 0.3 m.
//! - **Rack.** Its moments of inertia are 1 kg m² about all axes in the source, a placeholder. Here they are the
//!   moments of a round bar of 0.4 m with a radius of 20 mm. Three turns of the steering wheel from stop to stop (223
//!   mm) are assumed. Tie rods are behind the kingpins: a rack that moves to the left steers to the right.
//! - **Chassis.** Its product of inertia of 42 kg m² is used for Y and Z, as in the source, where X and Z may be meant.
//!   The centre of mass lies 1 mm to the right.
//! - **Wheels.** Rim, tyre (37.6 kg, a truck's tyre in the source), spindle and axle shaft (0.4 kg m² about the axis)
//!   are one rotor.
//! - **Tyres.** Stiffnesses of the carcass are assumed, 1.4 and 0.6 times the vertical stiffness. If the source gives
//!   one slip for both the zero and the end of the trail, the end is set 1e-6 higher.
//! - **Powertrain.** The source has the maps of engine and gearbox. Assumed are: inertias of engine (0.3 kg m²), gearbox input
//!   (0.15 kg m²) and side gears (0.2 kg m² each), a clutch of 500 N m, half-shafts of 5 kN m/rad and 10 N m s/rad, a governor between
//!   700 and 800 rpm.
//!
//! On the springs of the source the car stands on its rebound stops in front, with 1.3 degrees of toe-in at each wheel.
//! When it rolls, the side forces of the tyres lift it by 17 mm.

wishbone::vehicle! {
    /// Passenger car on MacPherson struts and double wishbones: 14 bodies, 4 wheels.
    ///
    /// The input `rack` is the displacement of the steering rack to the left, which steers to the right.
    pub MacphersonCar {
        gravity: 9.81 m/s^2

        body chassis {
            mass: 1442.1 kg, com: [-1.371, -0.001, 0.206232] m, inertia: [572, 2487, 2768, 0, 0, 42] kg*m^2,
        }
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
                mass: 2.72 kg, com: [0.0708025, 0.511175, -0.098425] m, inertia: [0.0151, 0.0207, 0.0355] kg*m^2,
                axes: [[0.974854019115, 0.080423557787, -0.207826111856], [-0.086829102917, 0.995983133620, -0.021870172196], [0.205232425077, 0.039365580119, 0.977921266155]],
            }
            body strut {
                mass: 13.5 kg, com: [-0.04445, 0.58039, 0.23368] m, inertia: [0.000478, 0.000496, 0.000478] kg*m^2,
            }
            body upright {
                mass: 13.51 kg, com: [0, 0.650062, 0] m, inertia: [0.0138, 0.0146, 0.00283] kg*m^2,
            }

            // The ball joint at the arm and the tie rod close the loops.
            joint pivot: revolute(chassis, lower_arm)   { through: [lca_rear, lca_front] }
            joint mount: spherical(chassis, strut)      { at: strut_top }
            joint slide: prismatic(strut, upright)      { through: [strut_top, strut_bottom] }
            joint ball:  spherical(lower_arm, upright)  { at: lca_outer }
            link tie_rod: distance(rack, upright)       { from: tie_inner, to: tie_outer }

            spring spring: between(chassis, upright) {
                from: strut_top, to: strut_bottom, rate: 29770 N/m, preload: 5600 N, free_length: 482.914056 mm,
                damping: degressive(rate: 4352.486957 N*s/m, speed: 0.769230769 m/s),
                bump_stop: stop(length: 432.914056 mm, rate: 59540 N/m),
                rebound_stop: stop(length: 532.914056 mm, rate: 59540 N/m),
            }
            wheel tyre: on(upright) {
                centre: wheel_centre, radius: 318.6 mm, driven_from: chassis, camber: -2 deg,
                mass: 65.562477554 kg, spin_inertia: 8.474371 kg*m^2, diametral_inertia: 4.608353 kg*m^2,
            }
            output steer: steer(tyre)
            output wheel_z: z(upright) { at: wheel_centre, in: chassis }
        }

        mirror rear_left as rear_right {
            points {
                uca_front: [-2.60731, 0.4572, 0.0635] m,          uca_rear: [-2.80797, 0.40132, 0.11684] m,
                uca_outer: [-2.7432, 0.65024, 0.08636] m,
                lca_front: [-2.53365, 0.41148, -0.07874] m,       lca_rear: [-2.93497, 0.25908, -0.12446] m,
                lca_outer: [-2.77495, 0.64389, -0.127] m,
                damper_top: [-2.85623, 0.508, 0.36576] m,         damper_eye: [-2.84099, 0.56388, -0.127] m,
                spring_top: [-2.88163, 0.44704, 0.09906] m,       spring_seat: [-2.86893, 0.46736, -0.17526] m,
                tie_inner: [-2.98067, 0.25781, -0.04064] m,       tie_outer: [-2.90957, 0.65786, -0.04572] m,
                wheel_centre: [-2.75717, 0.7493, 0] m,
            }
            body upper_arm {
                mass: 5.813 kg, com: [-2.719493333, 0.50292, 0.0889] m, inertia: [0.03, 0.03, 0.06276] kg*m^2, nonphysical: accept,
                axes: [[0.933229995741, -0.265550779615, 0.242001153912], [0.259886834257, 0.964034527369, 0.055644078032], [-0.248073796336, 0.010964191072, 0.968679089320]],
            }
            body lower_arm {
                mass: 23.965 kg, com: [-2.747856667, 0.43815, -0.110066667] m, inertia: [0.4, 0.4, 0.8938] kg*m^2,
                nonphysical: accept,
                axes: [[0.929604782277, -0.342274406377, -0.136686427661], [0.353014474282, 0.933469672783, 0.063365218708], [0.105904342285, -0.107156897743, 0.988585691557]],
            }
            body upright {
                mass: 19.45 kg, com: [-2.75717, 0.6493, 0] m, inertia: [0.1656, 0.1934, 0.04367] kg*m^2,
            }

            joint lower_pivot: revolute(chassis, lower_arm)  { through: [lca_rear, lca_front] }
            joint lower_ball:  spherical(lower_arm, upright) { at: lca_outer }
            joint upper_pivot: revolute(chassis, upper_arm)  { through: [uca_rear, uca_front] }
            joint upper_ball:  spherical(upper_arm, upright) { at: uca_outer }
            link tie_rod:      distance(chassis, upright)    { from: tie_inner, to: tie_outer }

            spring spring: between(chassis, lower_arm) {
                from: spring_top, to: spring_seat, rate: 37130 N/m, preload: 7600 N, free_length: 275.364585 mm,
                bump_stop: stop(length: 225.364585 mm, rate: 74260 N/m),
                rebound_stop: stop(length: 325.364585 mm, rate: 74260 N/m),
            }
            spring damper: between(chassis, lower_arm) { from: damper_top, to: damper_eye, damping: 5810.4 N*s/m }
            wheel tyre: on(upright) {
                centre: wheel_centre, radius: 317.85 mm, driven_from: chassis,
                mass: 67.705 kg, spin_inertia: 8.343827 kg*m^2, diametral_inertia: 4.554772 kg*m^2,
            }
            output steer: steer(tyre)
            output wheel_z: z(upright) { at: wheel_centre, in: chassis }
        }

        roll_bar front_bar: between(front_left.lower_arm, front_right.lower_arm) {
            from: [0.13, 0.5, -0.07043] m, to: [0.13, -0.5, -0.07043] m, via: chassis, axis: z,
            rate: 82369.146 N/m, damping: 4118.457 N*s/m,
        }
        roll_bar rear_bar: between(rear_left.lower_arm, rear_right.lower_arm) {
            from: [-2.75717, 0.55, -0.27043] m, to: [-2.75717, -0.55, -0.27043] m, via: chassis, axis: z,
            rate: 44777.778 N/m, damping: 2238.889 N*s/m,
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

        powertrain rear_wheel_drive: shafts() {
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
                from: left_side, to: rear_left.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad,
            ),
            right_shaft: half_shaft(
                from: right_side, to: rear_right.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad,
            ),
            limit: limited_slip(outputs: [left_side, right_side], preload: 100 N*m),
        }

        brakes discs: on(all) { torque: 2 kN*m }
        // To the left, which moves the rack to the right.
        steering gear: driven(rack) { per_turn: -74.467381 mm }
        // 60 mph; after one second 5 mm of the rack within 0.2 s, to the left.
        driver rtrd: cruise() {
            speed: 26.8224 m/s, proportional: 0.5 s/m, integral: 0.1 m^-1,
            steering_wheel: step(start: 1 s, duration: 0.2 s, amplitude: 24.171656 deg),
        }
    }
}
