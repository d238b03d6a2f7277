// One part overridden twice in one place, and one attribute twice in one override.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Trailing(carrier) {
            points { pivot_in: [0, 0.3, 0.3] m, pivot_out: [0, 0.5, 0.3] m, hub: [-0.5, 0.6, 0.3] m }
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(carrier, arm) { through: [pivot_in, pivot_out] }
            wheel tyre: on(arm) { centre: hub, radius: 0.31 m }
        }
        place Trailing(chassis) as left mirrored right {
            points { hub: [-0.5, 0.6, 0.2] m, hub: [-0.5, 0.6, 0.4] m }
            body arm { mass: 13 kg, mass: 14 kg }
            wheel tyre { radius: 0.32 m }
            wheel tyre { radius: 0.33 m }
        }
    }
}

fn main() {}
