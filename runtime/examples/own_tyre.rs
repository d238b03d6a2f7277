//! A user-defined tyre law: the side force grows with the arc tangent of the slip angle, and there is no longitudinal force.
//!
//! `cargo run -p wishbone --example own_tyre`

use wishbone::prelude::*;
use wishbone::subsystem::Quantity;
use wishbone::tyre::{Contact, Tyre, TyreForce};

wishbone::vehicle! {
    /// A wheel on an arm that is towed sideways.
    pub Towed {
        gravity: 9.81 m/s^2
        body arm { mass: 30 kg, com: [0, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        joint along: prismatic(ground, arm) { axis: x }
        joint across: prismatic(arm, hub) { axis: y }
        body hub { mass: 5 kg, com: [0, 0, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        wheel tyre: on(hub) { centre: [0, 0, 0.3] m, radius: 0.31 m, spin_inertia: 1 kg*m^2 }
    }
}

/// `F_y = -μ F_z 2/π atan(α / α₀)`.
#[derive(Clone, Copy)]
struct ArcTangent {
    stiffness: f64,
    friction: f64,
    turning_point: f64,
}

impl Tyre for ArcTangent {
    type State = ();

    fn radius(&self) -> f64 {
        0.31
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        let normal = (self.stiffness * contact.deflection).max(0.0);
        let slip = contact.velocity[1].atan2(contact.velocity[0].abs().max(0.1));
        let side = -self.friction * normal * (slip / self.turning_point).atan() / std::f64::consts::FRAC_PI_2;
        let force = TyreForce {
            force: [0.0, side, normal],
            moment: [0.0; 3],
        };
        (force, ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}

fn main() -> Result<(), Refused> {
    let tyre = ArcTangent {
        stiffness: 200e3,
        friction: 0.9,
        turning_point: 0.05,
    };
    let road = OnRoad {
        tyres: [tyre],
        terrain: Flat,
    };
    let mut towed = Simulation::new(Towed::new(), road, AdamsBashforth3::new());
    let mut state = Towed::design_state();
    (state.v[Towed::V_ALONG], state.v[Towed::V_ACROSS]) = (20.0, 2.0);
    towed.set_state(state);
    while towed.time() < 0.1 {
        let _ = towed.step(1e-3)?;
    }
    let across = towed.state().v[Towed::V_ACROSS];
    println!("2 m/s across have become {across:.3} m/s after {:.1} s", towed.time());
    assert!(across.abs() < 2.0);
    Ok(())
}

#[test]
fn runs() -> Result<(), Refused> {
    main()
}
