// Pieces of equipment that do not fit the vehicle or the rest of themselves: all are told at once.

wishbone::vehicle! {
    pub Cart {
        body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint motion: free(ground, frame)
        load push: on(frame) { at: [0, 0, 0.5] m, axis: x, force: 10 N }
        mirror left as right {
            wheel wheel: on(frame) { centre: [0, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
            brakes drum: on(wheel) { torque: 1 kN*m }
        }

        tyre one: linear(left.wheel) { stiffness: 200 kN/m, friction: [1, 0.9, 0.8] }
        tyre two: linear(left.wheel) { stiffness: 200 kN/m }
        powertrain drive: shafts() {
            crank: shaft(inertia: 0.2 kg*m^2),
            output: shaft(),
            engine: engine(
                on: crnk,
                full: table(speed: [1000, 900] rpm, torque: [100, 120] N*m),
                closed: table(speed: [0, 6000] rpm, torque: [0, -30] N*m),
            ),
            shaft: half_shaft(from: output, to: left.weel, stiffness: 6 kN*m/rad),
        }
        steering hands: driven(rack) { per_turn: 50 mm }
        air body: at(push) { area: 2 m^2, side: 0.3 }
        driver me: cruise(frame) { speed: 20 m/s, shift: shift(up: [5, 9] m/s, down: [6, 8] m/s) }
    }
}

fn main() {}
