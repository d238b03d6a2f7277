// A lever that comes to its dead centre within its travel: a warning, which is refused here.
#![deny(deprecated)]

wishbone::vehicle! {
    pub Linkage {
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body lever { mass: 3 kg, com: [0, 0.8, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        joint pivot: revolute(ground, arm) { axis: x, at: [0, 0.3, 0.2] m }
        joint lift: revolute(ground, lever) { axis: x, at: [0, 0.9, 0.2] m }
        link rod: distance(arm, lever) { from: [0, 0.4, 0.21] m, to: [0, 0.8, 0.22] m }
    }
}

fn main() {}
