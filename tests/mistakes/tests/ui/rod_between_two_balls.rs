// A rod that spins about itself: a warning, which is refused here.
#![deny(deprecated)]

wishbone::vehicle! {
    pub Linkage {
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body lever { mass: 3 kg, com: [0, 0.5, 0.6] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body rod { mass: 1 kg, com: [0, 0.5, 0.4] m, inertia: [0.01, 0.01, 0.001] kg*m^2 }
        joint pivot: revolute(ground, arm) { axis: x, at: [0, 0.3, 0.2] m }
        joint lift: revolute(ground, lever) { axis: x, at: [0, 0.3, 0.6] m }
        joint inner: spherical(arm, rod) { at: [0, 0.5, 0.2] m }
        joint outer: spherical(lever, rod) { at: [0, 0.5, 0.6] m }
    }
}

fn main() {}
