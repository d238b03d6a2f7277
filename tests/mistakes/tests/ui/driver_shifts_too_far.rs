// A driver who shifts through more gears than the gearbox has.

wishbone::vehicle! {
    pub Cart {
        body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint motion: free(ground, frame)
        wheel wheel: on(frame) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        powertrain drive: shafts() {
            crank: shaft(inertia: 0.1 kg*m^2),
            output: shaft(inertia: 0.05 kg*m^2),
            motor: engine(
                on: crank, full: table(speed: [0, 6000] rpm, torque: [150, 80] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, -20] N*m),
            ),
            box: gearbox(output: output, ratios: [3, 1.5], reverse: 3),
            clutch: clutch(from: crank, to: box, capacity: 300 N*m),
            shaft: half_shaft(from: output, to: wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
        }
        driver me: cruise() { speed: 20 m/s, shift: shift(up: [5, 9] m/s, down: [4, 8] m/s) }
    }
}

fn main() {}
