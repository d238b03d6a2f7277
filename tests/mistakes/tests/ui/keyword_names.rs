// Words of Rust as names, raw or not: only that of the vehicle is refused.

wishbone::vehicle! {
    pub Self {
        points {
            pivot_in: [0, 0.3, 0.3] m, pivot_out: [0, 0.5, 0.3] m,
            seat: [-0.3, 0.4, 0.25] m, top: [-0.3, 0.4, 0.6] m, move: [-0.5, 0.6, 0.3] m,
        }
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body Self { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }

        joint heave: prismatic(ground, chassis) { axis: z }
        joint pivot: revolute(chassis, Self) { through: [pivot_in, pivot_out] }

        spring strut: between(chassis, Self) { from: top, to: seat, rate: 30 kN/m, free_length: 380 mm }
        wheel r#type: on(Self) { centre: move, radius: 0.31 m }
    }
}

fn main() {}
