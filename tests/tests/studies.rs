//! Studies: equilibrium against integration, modes and stable steps against closed forms and runs.

use nalgebra::{Complex, Matrix4};
use wishbone::prelude::*;
use wishbone::state::Whole;
use wishbone_studies::steps::Method;
use wishbone_studies::whole::System;
use wishbone_studies::{Linear, Mode, NoEquilibrium, equilibrium};
use wishbone_tests::derived::Hmmwv;
use wishbone_tests::vehicles::{LinearQuarterCar, RigidBody};
use wishbone_vehicles::start;

/// Rate and damping of the tyre of the quarter car [N/m, N s/m].
const TYRE: (f64, f64) = (190e3, 50.0);

fn quarter_car() -> OnRoad<LinearTyre, Flat, 1> {
    OnRoad {
        tyres: [LinearTyre::vertical(0.3, TYRE.0, TYRE.1)],
        terrain: Flat,
    }
}

/// The quarter car in the equilibrium in which its tyre is pressed by the displacement of the axle.
fn pressed() -> (
    System<LinearQuarterCar, OnRoad<LinearTyre, Flat, 1>>,
    Whole<State<2, 2>, [(); 1]>,
) {
    let system = System::new(LinearQuarterCar::new(), quarter_car()).expect("it has derivatives");
    let mut state = LinearQuarterCar::design_state();
    // A centimetre into the road, so that the tyre touches on both sides of the difference.
    state.q[LinearQuarterCar::Q_HOP] = -0.01;
    let own = Subsystem::<LinearQuarterCar>::initial(&system.surroundings);
    (
        system,
        Whole {
            vehicle: state,
            subsystems: own,
        },
    )
}

/// Masses of 350 and 45 kg, a spring of 22 kN/m with a damper of 1.5 kN s/m, and the tyre.
fn state_matrix() -> Matrix4<f64> {
    let ((k, c), (kt, ct), (m, n)) = ((22e3, 1500.0), TYRE, (350.0, 45.0));
    Matrix4::new(
        0.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        -k / m,
        k / m,
        -c / m,
        c / m,
        k / n,
        -(k + kt) / n,
        c / n,
        -(c + ct) / n,
    )
}

#[test]
fn the_state_matrix_of_a_quarter_car_is_that_of_the_textbook() {
    let (mut system, state) = pressed();
    let jacobian = system.jacobian(&state);
    let expected = state_matrix();
    for row in 0..2 {
        for column in 0..2 {
            let (stiffness, damping) = (expected[(row + 2, column)], expected[(row + 2, column + 2)]);
            assert!((jacobian.v_z[(row, column)] - stiffness).abs() < 1e-9 * expected.amax());
            assert!((jacobian.v_v[(row, column)] - damping).abs() < 1e-9 * expected.amax());
        }
    }
}

/// The equilibrium under a road that pushes, its modes, and the step at which a method begins to diverge.
#[test]
fn modes_and_steps_of_a_quarter_car() {
    let (mut system, mut state) = pressed();
    // Without gravity it rests where the tyre just touches; a wheel that is kept in the road by the weight of nothing is no
    // equilibrium.
    let refused = Linear::about(&mut system, &state).expect_err("the tyre pushes it up");
    assert!(refused.to_string().contains("`hop`"), "{refused}");
    state.vehicle.q = [0.0; 2];
    // There the tyre pulls as it pushes, which a tyre does not: half its stiffness is left of the difference. The road is
    // lowered by nothing, hence the modes are those of half the tyre.
    let linear = Linear::about(&mut system, &state).expect("nothing acts");
    let mut expected = state_matrix();
    expected[(3, 1)] = -(22e3 + TYRE.0 / 2.0) / 45.0;
    let mut values: Vec<Complex<f64>> = expected.complex_eigenvalues().iter().copied().collect();
    values.retain(|value| value.im >= 0.0);
    values.sort_by(|one, other| one.norm().total_cmp(&other.norm()));
    let modes = linear.modes();
    assert_eq!(modes.len(), values.len());
    for (mode, value) in modes.iter().zip(&values) {
        let close = (mode.eigenvalue - value).norm() < 0.02 * value.norm();
        assert!(close, "{} and {value}", mode.eigenvalue);
        assert!((mode.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    let slow = linear.states[modes[0].largest(1)[0].0].clone();
    assert!(slow.starts_with("heave"), "{slow}");
}

fn is_rigid(mode: &&Mode) -> bool {
    mode.is_rigid()
}

#[test]
fn the_truck_rests_where_integration_brings_it() {
    let equipment = Hmmwv::equipment();
    let (solver, tyres) = (Hmmwv::new(), equipment.tyres.tyres());
    let found = equilibrium::on_road(&solver, tyres, &equipment.steering).expect("it rests");
    println!("{} evaluations", found.evaluations);
    assert!(found.evaluations <= 30, "{} evaluations", found.evaluations);
    let settled = start::rest(&solver, tyres, &equipment.steering).expect("it settles");
    let height = |state: &State<11, 14>| state.q[Hmmwv::Q_MOTION_Z];
    let off = height(&found.state) - height(&settled);
    assert!(off.abs() < 1e-7, "{off} m");

    let (_, surroundings) = start::touching(&solver, tyres, &equipment.steering).expect("it is lifted");
    let own = Subsystem::<Hmmwv>::initial(&surroundings);
    let mut system = System::new(solver, surroundings).expect("it has derivatives");
    let state = Whole {
        vehicle: found.state,
        subsystems: own,
    };
    let linear = Linear::about(&mut system, &state).expect("it rests");
    let modes = linear.modes();
    for mode in &modes {
        let (state, share) = mode.largest(1)[0];
        let (hertz, damping) = (mode.frequency(), mode.damping());
        println!(
            "{hertz:8.3} Hz, {damping:7.3}, {:.0} % {}",
            100.0 * share,
            linear.states[state]
        );
        assert!(mode.is_rigid() || mode.eigenvalue.re < 0.0, "{}", mode.eigenvalue);
    }
    // Place and heading on the road.
    assert!(modes.iter().filter(is_rigid).count() >= 3);
    // Heave, pitch and roll of the body between 0.8 and 4 Hz.
    let of_body = modes.iter().filter(|mode| (0.8..4.0).contains(&mode.frequency()));
    assert!(of_body.count() >= 2);

    let limit = linear
        .largest_step(Method::RungeKutta4)
        .expect("it has modes that decay");
    println!("largest step of Runge and Kutta's method {:.3} ms", 1e3 * limit);
    let grows = |h: f64| {
        let mut simulation = Simulation::new(system.solver.clone(), system.surroundings.clone(), RungeKutta4);
        let mut start = state.vehicle.clone();
        start.v[Hmmwv::V_MOTION_VZ] = 1e-4;
        simulation.set_state(start);
        (0..400).all(|_| simulation.step(h).is_ok()) && simulation.state().v[Hmmwv::V_MOTION_VZ].abs() < 1e-3
    };
    assert!(grows(0.9 * limit), "it is stable below");
    assert!(!grows(1.25 * limit), "it diverges above");
}

#[test]
fn what_cannot_rest_is_told() {
    let mut system = System::new(LinearQuarterCar::new(), Still).expect("it has derivatives");
    let free = equilibrium::of(&mut system, LinearQuarterCar::design_state(), ());
    assert!(free.is_ok(), "nothing acts on it: {free:?}");
    let none = System::new(RigidBody::new(), Still).err().expect("it has none");
    assert!(none.to_string().contains("`derivatives: accept`"), "{none}");
    let falling = equilibrium::on_road(&Hmmwv::new(), &[LinearTyre::vertical(0.47, 0.0, 0.0); 4], &Still);
    let Err(NoEquilibrium::NotBalanced { speed, rate }) = falling else {
        panic!("nothing carries it: {falling:?}");
    };
    assert!(speed.starts_with("motion") && rate < -9.0, "{speed} {rate}");
}
