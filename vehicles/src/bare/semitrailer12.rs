//! A tractor with its cab and a tank trailer, without a loop. Its rigid axles rise and roll, its fifth wheel pitches and yaws, and
//! its load swings sideways as a pendulum.
//!
//! Source and conversion: see [`super`]. Each axle is two bodies with one freedom each: a carriage that slides upward,
//! and the axle that rolls on it. The fifth wheel is a universal joint. Its first axis (Y) is fixed in the tractor and
//! its second axis (Z) in the trailer, so that the trailer cannot roll relative to the tractor. Wheels are parts of
//! their axles and do not spin.

wishbone::vehicle! {
    /// Bare tractor and tank trailer: 12 bodies, an open tree.
    pub Semitrailer12 {
        gravity: 9.81 m/s^2
        levels: all
        batch: accept

        body tractor {
            mass: 5200 kg, com: [0.3, 0.0, 1.10] m, inertia: [2500, 14000, 15000, 0, -300, 0] kg*m^2,
        }
        body cab { mass: 1100 kg, com: [2.4, 0.0, 1.95] m, inertia: [900, 950, 800, 0, -60, 0] kg*m^2 }
        joint motion:   free(ground, tractor)  { at: [0.0, 0.0, 0.95] m }
        joint cab_tilt: revolute(tractor, cab) { axis: y, at: [1.9, 0.0, 1.25] m }

        body front_spring { mass: 60 kg, com: [2.1, 0.0, 0.55] m, inertia: [12, 4, 14] kg*m^2 }
        body front_axle   { mass: 620 kg, com: [2.1, 0.0, 0.48] m, inertia: [360, 45, 365] kg*m^2 }
        body rear_spring  { mass: 90 kg, com: [-1.6, 0.0, 0.60] m, inertia: [20, 6, 22] kg*m^2 }
        body rear_axle    { mass: 1080 kg, com: [-1.6, 0.0, 0.47] m, inertia: [560, 80, 575] kg*m^2 }
        joint front_travel: prismatic(tractor, front_spring)   { axis: z }
        joint front_roll:   revolute(front_spring, front_axle) { axis: x, at: [2.1, 0.0, 0.50] m }
        joint rear_travel:  prismatic(tractor, rear_spring)    { axis: z }
        joint rear_roll:    revolute(rear_spring, rear_axle)   { axis: [1, 0, 0.06], at: [-1.6, 0.0, 0.50] m }

        body trailer {
            mass: 8500 kg, com: [-6.95, 0.0, 1.75] m, inertia: [11000, 145000, 147000, 0, 1200, 0] kg*m^2,
        }
        joint hitch: universal(tractor, trailer) { axes: [y, z], at: [-1.35, 0.0, 1.20] m }

        body bogie_front_spring { mass: 80 kg, com: [-9.0, 0.0, 0.60] m, inertia: [18, 5, 20] kg*m^2 }
        body bogie_front_axle   { mass: 740 kg, com: [-9.0, 0.0, 0.48] m, inertia: [430, 50, 440] kg*m^2 }
        body bogie_rear_spring  { mass: 80 kg, com: [-10.3, 0.0, 0.60] m, inertia: [18, 5, 20] kg*m^2 }
        body bogie_rear_axle    { mass: 740 kg, com: [-10.3, 0.0, 0.48] m, inertia: [430, 50, 440] kg*m^2 }
        joint bogie_front_travel: prismatic(trailer, bogie_front_spring)         { axis: z }
        joint bogie_front_roll:   revolute(bogie_front_spring, bogie_front_axle) { axis: x, at: [-9.0, 0.0, 0.50] m }
        joint bogie_rear_travel:  prismatic(trailer, bogie_rear_spring)          { axis: z }
        joint bogie_rear_roll:    revolute(bogie_rear_spring, bogie_rear_axle)   { axis: x, at: [-10.3, 0.0, 0.50] m }

        body load { mass: 6000 kg, com: [-6.5, 0.0, 1.50] m, inertia: [1500, 21000, 21000] kg*m^2 }
        joint load_swing: revolute(trailer, load) { axis: x, at: [-6.5, 0.0, 2.10] m }
    }
}
