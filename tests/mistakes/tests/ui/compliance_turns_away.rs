// A wheel that steers into its own force by more than its tyre lets it, as with a coefficient per newton for one per kilonewton.

wishbone::vehicle! {
    pub Cart {
        body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint motion: free(ground, frame)
        mirror left as right {
            wheel wheel: on(frame) { centre: [0, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        }
        tyre road: linear(all) {
            stiffness: 200 kN/m, cornering_stiffness: 60 kN/rad,
            compliance: coefficients(steer_by_lateral_force: 0.1 deg/N),
        }
    }
}

fn main() {}
