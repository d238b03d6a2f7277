// One hinge would do.

wishbone::vehicle! {
    pub Door {
        body door { mass: 30 kg, com: [0.4, 0, 1] m, inertia: [8, 10, 2] kg*m^2 }
        joint lower_hinge: revolute(ground, door) { axis: z, at: [0, 0, 0.3] m }
        joint upper_hinge: revolute(ground, door) { axis: z, at: [0, 0, 1.7] m }
    }
}

fn main() {}
