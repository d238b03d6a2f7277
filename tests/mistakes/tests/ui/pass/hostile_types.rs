//! A vehicle may hide names of the prelude, and stand among modules that hide crates: what is emitted names everything
//! by its absolute path.
#![no_implicit_prelude]

mod vehicles {
    ::wishbone::vehicle! {
        pub Vec {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Loop {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Option {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Result {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Default {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Clone {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Solver {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub State {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Some {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }
    ::wishbone::vehicle! {
        pub Sized {
            body arm { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [0.1, 0.1, 0.001] kg*m^2 }
            joint hinge: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
        }
    }

    #[allow(dead_code, reason = "it stands in the way of the macro, no more")]
    mod core {}
    #[allow(dead_code, reason = "it stands in the way of the macro, no more")]
    mod std {}
    #[allow(dead_code, reason = "it stands in the way of the macro, no more")]
    mod wishbone {}
}

#[::core::prelude::v1::test]
fn vehicles_may_hide_names_of_the_prelude() {
    use ::wishbone::solver::Solver;
    let mut pendulum = vehicles::Option::new();
    let inputs: <vehicles::Option as Solver>::Inputs = ::core::default::Default::default();
    pendulum.kinematics(&vehicles::Option::design_state(), &inputs);
    ::std::assert_eq!(pendulum.accelerations(&inputs).v, [0.0]);
    let _ = (
        vehicles::Vec::new(),
        vehicles::Result::new(),
        vehicles::Default::new(),
        vehicles::Clone::new(),
    );
    let _ = (
        vehicles::Solver::new(),
        vehicles::State::new(),
        vehicles::Some::new(),
        vehicles::Sized::new(),
    );
}
