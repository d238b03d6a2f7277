wishbone::vehicle! {
    Pendulum {
        include bobs
        body bob { mass: 1 kg, com: [0, 0, -1] m, inertia: [1, 1, 1] kg*m^2 }
        joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
    }
}

fn main() {}
