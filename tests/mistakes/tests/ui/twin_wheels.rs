// Twins of a wheel that does not spin, off its axis, with an axis of its own, on another body, of themselves.

wishbone::vehicle! {
    pub Axle {
        body one { mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [0.9, 0.7, 0.75] kg*m^2 }
        body two { mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [0.9, 0.7, 0.75] kg*m^2 }
        joint first: revolute(ground, one) { axis: z, at: [0, 0.6, 0.3] m }
        joint second: prismatic(ground, two) { axis: z }
        wheel still: on(one) { centre: [0, 0.7, 0.3] m, radius: 0.3 m }
        wheel inner: on(one) { centre: [0, 0.8, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        wheel a: on(one) { centre: [0, 1, 0.3] m, radius: 0.3 m, twin_of: still }
        wheel b: on(one) { centre: [0.01, 1.1, 0.3] m, radius: 0.3 m, twin_of: inner }
        wheel c: on(one) { centre: [0, 1.2, 0.3] m, radius: 0.3 m, twin_of: inner, toe: 1 deg }
        wheel d: on(two) { centre: [0, 1.3, 0.3] m, radius: 0.3 m, twin_of: inner }
        wheel e: on(one) { centre: [0, 1.4, 0.3] m, radius: 0.3 m, twin_of: e }
        wheel f: on(one) { centre: [0, tune 1.5, 0.3] m, radius: 0.3 m, twin_of: inner }
    }
}

fn main() {}
