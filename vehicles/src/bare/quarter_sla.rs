//! One corner on unequal arms: the chassis heaves, two arms on pivots, a knuckle on two balls, held by a tie rod.
//!
//! Source and conversion: see [`super`]. The chassis only heaves, so that its inertia has no effect.

wishbone::vehicle! {
    /// Bare quarter car on a short-long-arm suspension.
    pub QuarterSla {
        gravity: 9.81 m/s^2
        levels: all
        batch: accept
        points {
            lower_outer: [0.005, 0.70, 0.20] m,  upper_outer: [-0.02, 0.66, 0.52] m,
            tie_inner:   [-0.13, 0.37, 0.27] m,  tie_outer:   [-0.14, 0.70, 0.26] m,
        }

        body chassis   { mass: 420 kg, com: [0.0, 0.0, 0.55] m, inertia: [30, 80, 90] kg*m^2 }
        body lower_arm { mass: 7.5 kg, com: [0.0, 0.54, 0.22] m, inertia: [0.09, 0.05, 0.13, 0.002, 0, 0.001] kg*m^2 }
        body knuckle   {
            mass: 38 kg, com: [0.002, 0.77, 0.33] m, inertia: [0.95, 1.45, 0.93, 0.01, 0.005, -0.02] kg*m^2,
        }
        body upper_arm { mass: 3.2 kg, com: [-0.02, 0.55, 0.51] m, inertia: [0.03, 0.02, 0.045, 0.001, 0, 0] kg*m^2 }

        joint heave:       prismatic(ground, chassis)    { axis: z, at: [0.0, 0.0, 0.45] m }
        joint lower_pivot: revolute(chassis, lower_arm)  { axis: [0.499, 0.01, 0.025], at: [0.0, 0.36, 0.23] m }
        joint lower_ball:  spherical(lower_arm, knuckle) { at: lower_outer }
        joint upper_pivot: revolute(chassis, upper_arm)  { axis: [0.33, -0.01, -0.02], at: [-0.01, 0.42, 0.50] m }
        joint upper_ball:  spherical(upper_arm, knuckle) { at: upper_outer }
        link  tie_rod:     distance(chassis, knuckle)    { from: tie_inner, to: tie_outer }
    }
}
