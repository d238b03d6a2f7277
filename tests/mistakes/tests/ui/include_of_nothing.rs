wishbone::vehicle! {
    Pendulum {
        include "bobs/heavy.toml"
        joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
    }
}

fn main() {}
