// Two subsystems, each in the other.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Egg(base) { place Hen(base) as hen }
        subsystem Hen(base) { place Egg(base) as egg }
        place Egg(chassis) as first
    }
}

fn main() {}
