// The angles of a turned place are lengths, one is a parameter, and a vehicle is turned.

wishbone::vehicle! {
    pub Corner {
        rotation: [0, 0, 180] deg
        subsystem Arm() {
            body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(ground, arm) { axis: y, at: [0, 0, 0.3] m }
        }
        place Arm() as front { rotation: [0, 0, 180] mm }
        place Arm() as middle { rotation: [0, 0, tune 180] deg }
        place Arm() as rear { rotation: 180 deg }
    }
}

fn main() {}
