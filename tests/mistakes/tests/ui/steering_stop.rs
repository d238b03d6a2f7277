// A rod and a stop that both hold the steering.

wishbone::vehicle! {
    pub Kart {
        body carrier { mass: 10 kg, com: [0, 0.5, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        body knuckle { mass: 38 kg, com: [0, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }

        joint heave: prismatic(ground, carrier) { axis: z }
        joint kingpin: revolute(carrier, knuckle) { through: [[0.01, 0.7, 0.185] m, [-0.015, 0.665, 0.52] m] }
        link tie_rod: distance(carrier, knuckle) { from: [-0.14, 0.37, 0.235] m, to: [-0.13, 0.68, 0.225] m }
        link steering_stop: distance(carrier, knuckle) { from: [0.14, 0.37, 0.25] m, to: [0.13, 0.68, 0.24] m }
        wheel tyre: on(knuckle) { centre: [0, 0.75, 0.31] m, radius: 0.33 m }
    }
}

fn main() {}
