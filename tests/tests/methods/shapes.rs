//! The topologies have the features that a method can treat wrongly: several freedoms, surplus equations, drives.

use crate::{compiled, topology};
use wishbone_compiler::formulation::method::{Choice, Method};

/// Name, freedoms without wheel spins, and number of redundant equations of each subsystem except the first that this method reduces.
fn shapes(name: &str, method: Method) -> Vec<(String, usize, usize)> {
    let compiled = compiled(&topology(name), &Choice::Uniform(method));
    let subsystems = compiled.topology.subsystems.iter().enumerate().skip(1);
    let reduced = subsystems.filter(|(s, _)| compiled.plan.methods[*s] == method);
    reduced
        .map(|(_, subsystem)| {
            let own = |joints: &[_]| joints.iter().any(|j| subsystem.bodies.contains(j));
            let closures: Vec<_> = compiled
                .mobility
                .closures
                .iter()
                .filter(|c| own(&c.group.joints))
                .collect();
            let speeds: usize = subsystem
                .bodies
                .iter()
                .map(|&b| compiled.topology.joint(b).speeds())
                .sum();
            let dependent: usize = closures.iter().map(|c| c.pivots.len()).sum();
            let surplus = closures.iter().map(|c| c.redundant.len()).sum();
            (subsystem.name.clone(), speeds - dependent, surplus)
        })
        .collect()
}

#[test]
fn two_freedoms_in_one_subsystem() {
    for method in Method::ALL {
        let found = shapes("free_steer", method);
        assert!(
            found.iter().any(|&(_, freedoms, _)| freedoms == 2),
            "{method}: {found:?}"
        );
    }
}

#[test]
fn three_freedoms_in_one_subsystem() {
    for method in Method::ALL {
        let found = shapes("free_rack", method);
        assert!(
            found.iter().any(|&(_, freedoms, _)| freedoms == 3),
            "{method}: {found:?}"
        );
    }
}

#[test]
fn surplus_equations_on_a_moving_base() {
    for method in Method::ALL {
        let found = shapes("surplus", method);
        let surplus: Vec<usize> = found.iter().map(|&(_, _, surplus)| surplus).collect();
        assert_eq!(surplus, [3, 5], "{method}: {found:?}");
    }
}
