// A body forgotten where a subsystem is placed, and a body too many.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Steered(carrier, rack) {
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: spherical(carrier, arm) { at: [0, 0.3, 0.3] m }
            link rod: distance(rack, arm) { from: [-0.2, 0.3, 0.3] m, to: [-0.2, 0.6, 0.3] m }
        }
        place Steered(chassis) as left mirrored right
        place Steered(chassis, chassis, ground) as rear
    }
}

fn main() {}
