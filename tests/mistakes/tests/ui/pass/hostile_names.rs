//! Parts may have any name that Rust has for something else, but for its keywords.

wishbone::vehicle! {
    pub Vehicle {
        freedoms: 11
        points { self_: [0, 0, 1] m, rate: [0, 0.3, 0.5] m, q: [0.2, 0.1, 0.9] m }

        body f64 { mass: 2 kg, com: self_, inertia: [1, 1, 1] kg*m^2 }
        body state { mass: 2 kg, com: rate, inertia: [1, 1, 1] kg*m^2 }
        body inputs { mass: 2 kg, com: q, inertia: [1, 1, 1] kg*m^2 }
        body residuals { mass: 2 kg, com: q, inertia: [1, 1, 1] kg*m^2 }
        body new { mass: 2 kg, com: q, inertia: [1, 1, 1] kg*m^2 }

        joint Result: revolute(ground, f64) { axis: x, at: self_ }
        joint workspace: spherical(f64, state) { at: rate }
        joint energy: prismatic(f64, inputs) { axis: z, drive: drives }
        joint t1: free(ground, residuals)
        joint design: revolute(residuals, new) { axis: y, at: q }
        link bodies: distance(state, inputs) { from: self_, to: q }

        spring Vec: between(ground, state) { from: [1, 1, 1] m, to: rate, rate: 1 kN/m, free_length: 1 m }
        wheel usize: on(inputs) { centre: q, radius: 0.3 m, spin_inertia: 1 kg*m^2 }

        output wheels: length(Vec)
        output outputs: speed(Result)
        output None: z(state)
        output largest: toe(usize)
    }
}

#[test]
fn names_of_rust_are_names_of_parts() {
    use wishbone::prelude::*;
    let mut solver = Vehicle::new();
    let (mut state, inputs) = (Vehicle::design_state(), <Vehicle as Solver>::Inputs::default());
    assert!(solver.correct_position(&mut state, &inputs).size < 1e-12);
    assert!(solver.correct_velocity(&mut state, &inputs).size < 1e-12);
    solver.kinematics(&state, &inputs);
    let rate = solver.accelerations(&inputs);
    assert!(rate.v.iter().all(|x| x.is_finite()));
    assert!(solver.energy(&state, &inputs).total().is_finite());
    assert_eq!(solver.outputs(&state, &inputs, &rate)[Vehicle::OUTPUT_NONE], 0.5);
    assert_eq!(
        solver.bodies(&state, &inputs, &rate)[Vehicle::BODY_F64].com,
        [0.0, 0.0, 1.0]
    );
}
