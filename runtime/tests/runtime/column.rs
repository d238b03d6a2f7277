//! The steering column against closed forms, on a rack with a centring spring.

use super::driveline::assert_close;
use super::solvers::rack::{Rack, STIFFNESS};
use wishbone::control::{Column, Hands};
use wishbone::curve::Samples;
use wishbone::prelude::*;
use wishbone::profile::Profile;

/// Travel of the rack per angle of the wheel [m/rad].
const RATIO: f64 = -0.008;

fn column<P>(hands: Hands<P>) -> Column<P> {
    Column::of(Rack::DESCRIPTION, "rack", "push", hands, RATIO).expect("the rack is there")
}

fn constant(value: f64) -> impl Fn(f64) -> Drive {
    move |_| Drive {
        position: value,
        ..Drive::default()
    }
}

fn settled<P: Profile>(mut column: Column<P>) -> Simulation<Rack, Column<P>, RungeKutta4> {
    column.damping = 0.5;
    let rack = Rack {
        damping: 4000.0,
        ..Rack::default()
    };
    let mut simulation = Simulation::new(rack, column, RungeKutta4);
    for _ in 0..40_000 {
        let _ = simulation.step(5e-4).expect("a sound step");
    }
    simulation.evaluate();
    simulation
}

/// `x = (k/r) d / (c + k/r²)` without assistance: springs in series.
#[test]
fn a_held_wheel_moves_the_rack_through_the_torsion_bar() {
    let simulation = settled(column(Hands::Angle(constant(1.2))));
    let stiffness = 115.0;
    let x = stiffness / RATIO * 1.2 / (STIFFNESS + stiffness / (RATIO * RATIO));
    assert_close(simulation.state().q[0], x, 1e-9);
    let felt = simulation.surroundings.felt();
    assert_close(felt.torque, stiffness * (1.2 - x / RATIO), 1e-6);
    assert_close(felt.load, STIFFNESS * x, 1e-5);
}

/// The assistance is twice the torque of the bar, and half of this value at speed. The hands' torque then moves the
/// rack three times as far, and the wheel turns by the twist of the bar and by the rack.
#[test]
fn assistance_multiplies_the_torque() {
    let mut assisted = column(Hands::Torque(constant(2.0)));
    assisted.assistance = Samples::new(&[0.0, 100.0], &[0.0, 200.0]).expect("rising");
    let simulation = settled(assisted);
    let x = 3.0 * 2.0 / RATIO / STIFFNESS;
    assert_close(simulation.state().q[0], x, 1e-9);
    let ([angle, _], _) = *simulation.subsystems();
    assert_close(angle, x / RATIO + 2.0 / 115.0, 1e-7);
    assert_close(simulation.surroundings.felt().assistance, 4.0, 1e-5);
}

/// A free wheel oscillates with the rack. Energy is conserved to the order of the integrator.
#[test]
fn a_free_wheel_and_its_rack_keep_their_energy() {
    let drift = |h: f64| {
        let mut free = column(Hands::Torque(constant(0.0)));
        free.damping = 0.0;
        let (inertia, stiffness) = (free.inertia, free.stiffness);
        let mut simulation = Simulation::new(Rack::default(), free, RungeKutta4);
        simulation.set_subsystems(([0.5, 0.0], [0.0; 2]));
        let total = |simulation: &mut Simulation<Rack, _, RungeKutta4>| {
            let ([angle, rate], _) = *simulation.subsystems();
            let twist = angle - simulation.state().q[0] / RATIO;
            let own = 0.5 * inertia * rate * rate + 0.5 * stiffness * twist * twist;
            own + simulation.energy().total()
        };
        let before = total(&mut simulation);
        for _ in 0..(0.5 / h) as usize {
            let _ = simulation.step(h).expect("a sound step");
        }
        let moved = simulation.state().q[0].abs() + simulation.state().v[0].abs();
        assert!(moved > 1e-5, "the rack moves");
        (total(&mut simulation) - before) / before
    };
    let [coarse, fine] = [2e-4, 1e-4].map(|h| drift(h).abs());
    assert!(fine < 1e-6 && (coarse / fine).log2() > 3.8, "{coarse} {fine}");
}

/// Below its friction the column does not move the rack.
#[test]
fn friction_holds_the_wheel() {
    let mut rubbing = column(Hands::Torque(constant(0.8)));
    rubbing.friction = 1.0;
    let simulation = settled(rubbing);
    let ([angle, rate], _) = *simulation.subsystems();
    assert!(angle.abs() < 0.1 && rate.abs() < 1e-6, "{angle} {rate}");
}

/// Names that the vehicle does not have.
#[test]
fn a_column_needs_its_joint() {
    let hands = || Hands::Angle(constant(0.0));
    assert!(Column::of(Rack::DESCRIPTION, "pinion", "push", hands(), 0.01).is_none());
    assert!(Column::of(Rack::DESCRIPTION, "rack", "pull", hands(), 0.01).is_none());
}
