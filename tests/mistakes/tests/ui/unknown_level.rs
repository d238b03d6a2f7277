// An instruction set nobody knows, and words that settings of speed do not take.

wishbone::vehicle! {
    pub Corner {
        levels: v5
        lanes: four
        batch: 8
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
    }
}

fn main() {}
