// Only where a subsystem is placed may a part leave its kind out.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Trailing(carrier) {
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot { axis: y, at: [0, 0.3, 0.3] m }
        }
        place Trailing(chassis) as left mirrored right
    }
}

fn main() {}
