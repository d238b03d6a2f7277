// Envelope, compliance, winds and paths whose numbers do not fit: all are told at once.

wishbone::vehicle! {
    pub Cart {
        body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body hand { mass: 1 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint motion: free(ground, frame)
        joint pivot: revolute(frame, hand) { axis: z, at: [0, 0, 0.5] m, drive: hand }
        marker nose: on(frame) { at: [1, 0, 0.4] m }
        mirror left as right {
            wheel wheel: on(frame) { centre: [0, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        }

        tyre one: linear(left.wheel) { stiffness: 200 kN/m, envelope: cams(spacing: 80 mm, order: 1) }
        tyre two: linear(right.wheel) { stiffness: 200 kN/m, compliance: coefficients(steer_by_lateral_force: 0.1 deg) }
        air body: at(nose) {
            area: 2 m^2,
            turbulence: turbulence(deviations: [1, 1] m/s, lengths: [9, 9, 9] m),
            gusts: [gale(peak: [0, 9, 0] m/s), crosswind(velocity: [0, 9, 0] m/s, range: [9, 5] m)],
        }
        steering hands: driven(hand) { per_turn: 20 deg }
        driver me: follow(nose) {
            path: spline(x: [0, 9, 9] m, y: [0, 1, 1] m), speed: 5 m/s, wheelbase: 2 m, steering_ratio: 16,
        }
    }
}

fn main() {}
