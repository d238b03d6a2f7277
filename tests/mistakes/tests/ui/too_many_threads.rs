// Two threads for a vehicle whose only arm is all there is to compute beside its chassis.

wishbone::vehicle! {
    pub Kart {
        threads: 2
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body arm     { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint pivot: revolute(chassis, arm) { axis: x, at: [0, 0.3, 0.2] m }
    }
}

fn main() {}
