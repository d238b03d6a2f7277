// All bars in one line: a warning, which is refused here.
#![deny(deprecated)]

wishbone::vehicle! {
    pub FourBar {
        redundant: accept
        body crank { mass: 1 kg, com: [0.25, 0, 0] m, inertia: [0.02, 0.02, 0.001] kg*m^2 }
        body coupler { mass: 2 kg, com: [1, 0, 0] m, inertia: [0.01, 0.1, 0.1] kg*m^2 }
        body rocker { mass: 1.5 kg, com: [1.25, 0, 0] m, inertia: [0.03, 0.03, 0.002] kg*m^2 }
        joint a: revolute(ground, crank) { axis: y, at: [0, 0, 0] m }
        joint b: revolute(crank, coupler) { axis: y, at: [0.5, 0, 0] m }
        joint c: revolute(coupler, rocker) { axis: y, at: [1.5, 0, 0] m }
        joint d: revolute(rocker, ground) { axis: y, at: [1, 0, 0] m }
    }
}

fn main() {}
