// A slider whose guide is along the axis of its pivot.

wishbone::vehicle! {
    pub Corner {
        points {
            pivot_in: [0, 0.3, 0.3] m, pivot_out: [0, 0.5, 0.3] m,
            seat: [-0.3, 0.4, 0.25] m, top: [-0.3, 0.4, 0.6] m, hub: [-0.5, 0.6, 0.3] m,
        }
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body arm { mass: 12 kg, com: [-0.25, 0.45, 0.3] m, inertia: [0.1, 0.3, 0.35] kg*m^2 }

        joint heave: prismatic(ground, chassis) { axis: z }
        joint pivot: revolute(chassis, arm) { axis: y, at: pivot_in }
        link pin: revolute_translational(chassis, arm) { axis: y, slide: -y, at: pivot_out }

        spring strut: between(chassis, arm) { from: top, to: seat, rate: 30 kN/m, free_length: 380 mm }
        wheel tyre: on(arm) { centre: hub, radius: 0.31 m }
    }
}

fn main() {}
