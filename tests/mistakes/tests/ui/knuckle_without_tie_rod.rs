// Nothing steers the wheel: a warning, which is refused here.
#![deny(deprecated)]

wishbone::vehicle! {
    pub Corner {
        points {
            lca_front: [0.16, 0.36, 0.20] m, lca_rear: [-0.19, 0.37, 0.215] m, lca_outer: [10, 700, 185] mm,
            uca_front: [0.11, 0.44, 0.51] m, uca_rear: [-0.14, 0.45, 0.495] m, uca_outer: [-15, 665, 520] mm,
            tie_inner: [-0.14, 0.37, 0.235] m, tie_outer: [-0.13, 0.68, 0.225] m,
            spring_top: [-0.03, 0.49, 0.62] m, spring_seat: [-0.02, 0.55, 0.20] m,
        }
        body chassis { mass: 400 kg, com: [0, 0.2, 0.55] m, inertia: [50, 60, 40] kg*m^2 }
        body lower_arm { mass: 6 kg, com: [0, 0.53, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body upper_arm { mass: 3 kg, com: [0, 0.55, 0.51] m, inertia: [0.03, 0.025, 0.05] kg*m^2 }
        body knuckle { mass: 38 kg, com: [0, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }

        joint heave: prismatic(ground, chassis) { axis: z }
        joint lower_pivot: revolute(chassis, lower_arm) { through: [lca_rear, lca_front] }
        joint upper_pivot: revolute(chassis, upper_arm) { through: [uca_rear, uca_front] }
        joint lower_ball: spherical(lower_arm, knuckle) { at: lca_outer }
        joint upper_ball: spherical(upper_arm, knuckle) { at: uca_outer }

        spring strut: between(chassis, lower_arm) { from: spring_top, to: spring_seat, rate: 75 kN/m, free_length: 525 mm }
        wheel tyre: on(knuckle) { centre: [0, 0.75, 0.31] m, radius: 0.33 m }
    }
}

fn main() {}
