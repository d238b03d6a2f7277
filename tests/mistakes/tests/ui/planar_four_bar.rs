// Pivots with parallel axes, in space.

wishbone::vehicle! {
    pub FourBar {
        body crank { mass: 1 kg, com: [0, 0, 0.25] m, inertia: [0.02, 0.02, 0.001] kg*m^2 }
        body coupler { mass: 2 kg, com: [0.45, 0, 0.55] m, inertia: [0.01, 0.1, 0.1] kg*m^2 }
        body rocker { mass: 1.5 kg, com: [0.9, 0, 0.3] m, inertia: [0.03, 0.03, 0.002] kg*m^2 }
        joint a: revolute(ground, crank) { axis: y, at: [0, 0, 0] m }
        joint b: revolute(crank, coupler) { axis: y, at: [0, 0, 0.5] m }
        joint c: revolute(coupler, rocker) { axis: y, at: [0.9, 0, 0.6] m }
        joint d: revolute(rocker, ground) { axis: y, at: [0.9, 0, 0] m }
    }
}

fn main() {}
