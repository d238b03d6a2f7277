//! A truck on four double wishbones: chassis and rack, and at each corner two arms and the upright. The rack slides
//! freely.
//!
//! Source and conversion: see [`super`]. The source gives the parts of the right-hand side separately. They are the
//! mirror images of the left-hand parts to the last digit, so only the left-hand side is declared. A mirrored pivot
//! turns about the reflected axis, which points backward: its angle has the opposite sign. Uprights contain their
//! wheels, which do not spin.

wishbone::vehicle! {
    /// Bare truck on four double wishbones: 14 bodies.
    pub Hmmwv14 {
        gravity: 9.81 m/s^2
        levels: all
        lanes: accept
        batch: accept

        body chassis {
            mass: 2450 kg, com: [0.05, 0.0, 0.82] m, inertia: [1200, 4200, 4700, 10, -90, 0] kg*m^2,
        }
        body rack { mass: 15 kg, com: [1.37, 0.0, 0.52] m, inertia: [0.9, 0.02, 0.9] kg*m^2 }
        joint motion:   free(ground, chassis) { at: [0.0, 0.0, 0.47] m }
        joint steering: prismatic(chassis, rack) { axis: y }

        mirror front_left as front_right {
            body lower_arm {
                mass: 21 kg, com: [1.65, 0.57, 0.33] m, inertia: [0.42, 0.25, 0.62, 0.01, 0, 0.005] kg*m^2,
            }
            body upright {
                mass: 75 kg, com: [1.65, 0.91, 0.47] m, inertia: [2.9, 4.6, 2.8, 0.01, 0, -0.03] kg*m^2,
            }
            body upper_arm {
                mass: 9 kg, com: [1.62, 0.58, 0.66] m, inertia: [0.11, 0.08, 0.17, 0.004, 0, 0] kg*m^2,
            }
            joint lower_pivot: revolute(chassis, lower_arm)  { axis: [1, 0.03, 0.04], at: [1.65, 0.36, 0.35] m }
            joint lower_ball:  spherical(lower_arm, upright) { at: [1.65, 0.80, 0.31] m }
            joint upper_pivot: revolute(chassis, upper_arm)  { axis: [1, -0.02, -0.05], at: [1.63, 0.42, 0.65] m }
            joint upper_ball:  spherical(upper_arm, upright) { at: [1.62, 0.74, 0.67] m }
            link  tie_rod:     distance(rack, upright)       { from: [1.37, 0.40, 0.52] m, to: [1.40, 0.80, 0.49] m }
        }

        mirror rear_left as rear_right {
            body lower_arm {
                mass: 21 kg, com: [-1.65, 0.57, 0.33] m, inertia: [0.42, 0.25, 0.62, 0.01, 0, 0.005] kg*m^2,
            }
            body upright {
                mass: 75 kg, com: [-1.65, 0.91, 0.47] m, inertia: [2.9, 4.6, 2.8, 0.01, 0, -0.03] kg*m^2,
            }
            body upper_arm {
                mass: 9 kg, com: [-1.68, 0.58, 0.66] m, inertia: [0.11, 0.08, 0.17, 0.004, 0, 0] kg*m^2,
            }
            joint lower_pivot: revolute(chassis, lower_arm)  { axis: [1, 0.03, 0.04], at: [-1.65, 0.36, 0.35] m }
            joint lower_ball:  spherical(lower_arm, upright) { at: [-1.65, 0.80, 0.31] m }
            joint upper_pivot: revolute(chassis, upper_arm)  { axis: [1, -0.02, -0.05], at: [-1.67, 0.42, 0.65] m }
            joint upper_ball:  spherical(upper_arm, upright) { at: [-1.68, 0.74, 0.67] m }
            link  tie_rod:     distance(chassis, upright)    { from: [-1.91, 0.40, 0.51] m, to: [-1.89, 0.80, 0.49] m }
        }
    }
}
