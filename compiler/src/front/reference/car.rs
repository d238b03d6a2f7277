//! The car to which the examples of the reference are added.

/// A sound vehicle without its closing brace, to which the examples are added.
pub const EXAMPLE_CAR: &str = "Car {
    body chassis { mass: 1000 kg, com: [-1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }
    body rack { mass: 5 kg, com: [-0.2, 0, 0.3] m, inertia: [0.2, 0.01, 0.2] kg*m^2 }
    body arm { mass: 3 kg, com: [-2, 0, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    joint motion: free(ground, chassis)
    joint slide: prismatic(chassis, rack) { axis: y }
    joint pivot: revolute(chassis, arm) { axis: y, at: [-2, 0, 0.8] m }
    load assist: on(slide) { force: rack_force }
    marker centre: on(chassis) { at: [-1.3, 0, 0.6] m }
    mirror left as right {
        body lower { mass: 5 kg, com: [0, 0.5, 0.2] m, inertia: [0.05, 0.06, 0.1] kg*m^2 }
        body upper { mass: 3 kg, com: [0, 0.5, 0.4] m, inertia: [0.02, 0.02, 0.03] kg*m^2 }
        body upright { mass: 20 kg, com: [0, 0.65, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
        joint lower_pivot: revolute(chassis, lower) { axis: x, at: [0, 0.35, 0.2] m }
        joint lower_ball: spherical(lower, upright) { at: [0, 0.7, 0.18] m }
        joint upper_pivot: revolute(chassis, upper) { axis: x, at: [0, 0.4, 0.4] m }
        joint upper_ball: spherical(upper, upright) { at: [-0.02, 0.66, 0.42] m }
        link tie_rod: distance(rack, upright) { from: [-0.15, 0.3, 0.24] m, to: [-0.15, 0.66, 0.23] m }
        spring strut: between(chassis, lower) {
            from: [0, 0.45, 0.7] m, to: [0, 0.55, 0.2] m, rate: 40 kN/m, free_length: 600 mm, damping: 3 kN*s/m
        }
        wheel wheel: on(upright) {
            centre: [0, 0.75, 0.3] m, radius: 300 mm, spin_inertia: 1 kg*m^2, driven_from: chassis
        }
    }";

/// Items that an example of this part needs and that the example car does not have, such as a body for a joint.
pub(super) fn needs(keyword: &str) -> &'static str {
    if keyword == "joint" { JOINED } else { "" }
}

const JOINED: &str = "body part { mass: 3 kg, com: [-1, 0, 0.9] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }";
