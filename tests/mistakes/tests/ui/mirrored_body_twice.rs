// The right side declared by hand as well.

wishbone::vehicle! {
    pub Axle {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }

        mirror left as right {
            points { pivot_in: [0, 0.3, 0.3] m, pivot_out: [0, 0.5, 0.3] m, hub: [-0.5, 0.6, 0.3] m }
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(chassis, arm) { through: [pivot_in, pivot_out] }
            wheel tyre: on(arm) { centre: hub, radius: 0.31 m }
        }
        mirror right as far_right { body arm { mass: 12 kg, com: [0, -0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 } joint pivot: fixed(chassis, arm) }
    }
}

fn main() {}
