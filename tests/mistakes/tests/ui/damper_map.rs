// Maps with a row too few, a row too short, lengths that fall, a force that is no list, a window, in series.

wishbone::vehicle! {
    pub Mass {
        body mass { mass: 2 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }
        joint guide: prismatic(ground, mass) { axis: z }
        spring a: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m,
            damping: map(length: [0.9, 1] m, speed: [-1, 1] m/s, force: [[-2, 2]] N) }
        spring b: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m,
            damping: map(length: [0.9, 1] m, speed: [-1, 1] m/s, force: [[-2, 2], [-2]] N) }
        spring c: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m,
            damping: map(length: [1, 0.9] m, speed: [-1, 1] m/s, force: [[-2, 2], [-2, 2]] N) }
        spring d: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m,
            damping: map(length: [0.9, 1] m, speed: [-1, 1] m/s, force: 3 N) }
        spring e: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m,
            damping: map(length: [0.9, 1] m, speed: [-1, 1] m/s, force: [[-2, 2], [-2, 2]] N), series: 3 kN/m }
        spring f: between(ground, mass) { from: [0, 0, 0] m, to: [0, 0, 1] m, rate: map(length: [0.9, 1] m), free_length: 1 m }
    }
}

fn main() {}
