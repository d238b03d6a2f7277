// Eleven levels of subsystems that place two of the level below.

wishbone::vehicle! {
    pub Tree {
        body trunk { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, trunk) { axis: z }
        subsystem Twig(carrier) { points { leaf: [0, 0, 1] m } }
        subsystem Level1(carrier) { place Twig(carrier) as left  place Twig(carrier) as right }
        subsystem Level2(carrier) { place Level1(carrier) as left  place Level1(carrier) as right }
        subsystem Level3(carrier) { place Level2(carrier) as left  place Level2(carrier) as right }
        subsystem Level4(carrier) { place Level3(carrier) as left  place Level3(carrier) as right }
        subsystem Level5(carrier) { place Level4(carrier) as left  place Level4(carrier) as right }
        subsystem Level6(carrier) { place Level5(carrier) as left  place Level5(carrier) as right }
        subsystem Level7(carrier) { place Level6(carrier) as left  place Level6(carrier) as right }
        subsystem Level8(carrier) { place Level7(carrier) as left  place Level7(carrier) as right }
        subsystem Level9(carrier) { place Level8(carrier) as left  place Level8(carrier) as right }
        subsystem Level10(carrier) { place Level9(carrier) as left  place Level9(carrier) as right }
        subsystem Level11(carrier) { place Level10(carrier) as left  place Level10(carrier) as right }
        place Level11(trunk) as crown
    }
}

fn main() {}
