// Mistakes in a subsystem are told once, not once for each place.

wishbone::vehicle! {
    pub Trailer {
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Trailing(carrier) {
            gravity: 9.81 m/s^2
            points { pivot_in: [0, 0.3, 0.3] m, pivot_out: [0, 0.5, 0.3] kg }
            body arm { mass: 12 kN, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }
            joint pivot: revolute(carier, arm) { through: [pivot_in, pivot_out] }
            joint pivot: spherical(carrier, arm) { at: pivot_in, frm: pivot_in }
            wheel tyre: on(arm) { centre: [-0.5, 0.6, 0.3] m }
            output toeIn: toe(tyre)
            output toe_in: toe(tyre)
            subsystem Inner(arm) { joint pivot: fixed(arm, ground) }
        }
        place Trailing(chassis) as left mirrored right
        place Trailing(chassis) as rear_left mirrored rear_right
    }
}

fn main() {}
