// A subsystem placed with both ends of its joint on one body.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Latch(door, frame) {
            joint latch: fixed(door, frame) { at: [0, 0, 0.5] m }
        }
        place Latch(chassis, chassis) as latch
    }
}

fn main() {}
