// A body of a subsystem by the name of one that it is attached to.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Trailing(arm, ground) {
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(ground, arm) { axis: y, at: [0, 0.3, 0.3] m }
        }
        place Trailing(chassis, ground) as left mirrored right
    }
}

fn main() {}
