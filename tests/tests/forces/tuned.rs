//! Numbers of force elements as parameters of the solver.

use crate::{
    SCATTER, air_spring, bushing, compiled, curve, friction, ground_contact, leaf_spring, limit, load, marker,
    roll_bar, series, torsion, vehicle,
};
use fastrand::Rng;
use wishbone_compiler::formulation::method::Method;
use wishbone_oracle::Oracle;
use wishbone_tests::{Interpreted, compare, random_state, tuned};

/// Every number is a parameter, and the parameters of the force elements are changed. The oracle gets the model with the changed
/// numbers.
#[test]
fn every_number_of_a_force_element_can_be_set() {
    for elements in [
        torsion::EVERYWHERE.to_owned(),
        [bushing::MOUNT, bushing::EVERYWHERE].concat(),
        roll_bar::EVERYWHERE.to_owned(),
        friction::EVERYWHERE.to_owned(),
        [leaf_spring::AXLE, leaf_spring::EVERYWHERE].concat(),
        limit::EVERYWHERE.to_owned(),
        air_spring::EVERYWHERE.to_owned(),
        ground_contact::EVERYWHERE.to_owned(),
        curve::EVERYWHERE.to_owned(),
        load::EVERYWHERE.to_owned(),
        marker::EVERYWHERE.to_owned(),
        series::EVERYWHERE.to_owned(),
    ] {
        let compiled = compiled(&vehicle(&format!("tune: all {elements}")), Method::Recursive);
        let model = &compiled.model;
        let is_of_force = |name: &str| {
            let forces = model.forces.iter().map(|force| &force.name);
            let mut elements = forces.chain(model.springs.iter().map(|spring| &spring.name));
            elements.any(|element| {
                name.strip_prefix(element.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
            })
        };
        let mut rng = Rng::with_seed(5);
        let mut set = 0;
        let mut values = Vec::new();
        for parameter in &model.parameters {
            let is_set = is_of_force(&parameter.name);
            set += usize::from(is_set);
            values.push(parameter.default * if is_set { 0.8 + 0.4 * rng.f64() } else { 1.0 });
        }
        assert!(set >= 3, "{set} parameters");
        let oracle = Oracle::new(&tuned::at(model, &values));
        let mut subject = Interpreted::with(&compiled, values);
        let mut found = 0;
        while found < 3 {
            if let Some(state) = random_state(&mut subject, &SCATTER, &mut rng) {
                let apart = compare(&oracle, &mut subject, &compiled.state.spins, &state);
                assert!(
                    apart.acceleration() < 1e-9 && apart.energy < 1e-10,
                    "{apart:?}\n{elements}"
                );
                found += 1;
            }
        }
    }
}
