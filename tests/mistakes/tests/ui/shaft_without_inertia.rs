// A shaft without inertia that a limited slip can turn: told at the shaft.

wishbone::vehicle! {
    pub Cart {
        body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint motion: free(ground, frame)
        wheel wheel: on(frame) { centre: [0, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }

        powertrain drive: shafts() {
            rotor: shaft(inertia: 0.1 kg*m^2),
            output: shaft(),
            lost: shaft(),
            reduction: gear(driving: rotor, driven: output, ratio: 8),
            half_shaft: half_shaft(from: output, to: wheel, stiffness: 6 kN*m/rad),
            limit: limited_slip(outputs: [output, lost], preload: 20 N*m, loads: [half_shaft]),
        }
    }
}

fn main() {}
