// An input that is a length for one joint and an angle for another, a ratio of zero, a function that is none, no input,
// and an input that is one joint's own and another's share.

wishbone::vehicle! {
    pub Axles {
        body one { mass: 2 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body two { mass: 2 kg, com: [1, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body three { mass: 2 kg, com: [2, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body four { mass: 2 kg, com: [3, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body five { mass: 2 kg, com: [4, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body six { mass: 2 kg, com: [5, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        joint slide: prismatic(ground, one) { axis: x, drive: shared(input: steering) }
        joint turn: revolute(ground, two) { axis: z, at: [1, 0, 0] m, drive: shared(input: steering, ratio: 2) }
        joint still: revolute(ground, three) { axis: z, at: [2, 0, 0] m, drive: shared(input: other, ratio: 0) }
        joint geared: revolute(ground, four) { axis: z, at: [3, 0, 0] m, drive: geared(input: other) }
        joint lost: revolute(ground, five) { axis: z, at: [4, 0, 0] m, drive: shared(ratio: 2, image: same) }
        joint own: prismatic(ground, six) { axis: x, drive: steering }
    }
}

fn main() {}
