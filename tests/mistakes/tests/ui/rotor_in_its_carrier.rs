// Carriers that cannot have the rotor that they are declared with, a wheel that has its mass twice, a shaft without a
// wheel that spins.

wishbone::vehicle! {
    pub Axle {
        body one { mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [0.9, 0.7, 0.75] kg*m^2 }
        body two { mass: 9 kg, com: [1, 0.7, 0.3] m, inertia: [0.9, 1.2, 0.75] kg*m^2 }
        body three { mass: 9 kg, com: [2, 0.7, 0.3] m, inertia: [0.9, 1.2, 0.75] kg*m^2 }
        joint first: revolute(ground, one) { axis: z, at: [0, 0.6, 0.3] m }
        joint second: revolute(ground, two) { axis: z, at: [1, 0.6, 0.3] m }
        joint third: revolute(ground, three) { axis: z, at: [2, 0.6, 0.3] m }
        wheel small: on(one) { centre: [0, 0.7, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, carrier: with_rotor }
        wheel heavy: on(two) { centre: [1, 0.7, 0.3] m, radius: 0.3 m, mass: 3 kg, spin_inertia: 1 kg*m^2, carrier: with_rotor }
        wheel still: on(three) { centre: [2, 0.7, 0.3] m, radius: 0.3 m, shaft_inertia: 1 kg*m^2 }
        wheel other: on(three) { centre: [2, 0.8, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, carrier: without_rotor }
    }
}

fn main() {}
