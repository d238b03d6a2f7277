// A subsystem in itself.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Chain(last) {
            body next { mass: 1 kg, com: [0, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }
            joint pin: revolute(last, next) { axis: y, at: [0, 0, 0.4] m }
            place Chain(next) as more
        }
        place Chain(chassis) as one
        place Chain(chassis) as other
    }
}

fn main() {}
