//! Units of a vehicle combination: the towing unit and its trailers.
//!
//! Two units are coupled by a hitch: a joint that lets them yaw against each other, and without which they are apart. Each unit has
//! wheels on both sides. Springs, dampers and couplings of shafts keep no unit straight, and do not count.

use wishbone_compiler::model::equipment::{self, Steering};
use wishbone_compiler::model::{Joint, JointId, JointKind, Law, Model};

/// An axis turns in yaw if its vertical part is above this.
const UPRIGHT: f64 = 0.5;

/// For each wheel, a number that all wheels of its unit have, and no wheel of another unit.
pub fn units(model: &Model) -> Vec<usize> {
    let groups = of_bodies(model);
    model.wheels.iter().map(|wheel| groups[wheel.carrier.index()]).collect()
}

/// For each body, a number that all bodies of its unit have, and no body of another unit.
pub fn of_bodies(model: &Model) -> Vec<usize> {
    let hitches: Vec<usize> = (0..model.joints.len())
        .filter(|&joint| is_hitch(model, joint))
        .collect();
    connected(model, &hitches)
}

/// For each unit with wheels, the heaviest of its bodies that is not the ground, as a position among the solver's bodies.
pub fn heaviest(model: &Model) -> Vec<usize> {
    let groups = of_bodies(model);
    let of_wheels = model.wheels.iter().map(|wheel| groups[wheel.carrier.index()]);
    let mut units: Vec<usize> = of_wheels.collect();
    units.sort_unstable();
    units.dedup();
    let of_unit = |unit: usize| {
        let own = (1..model.bodies.len()).filter(|&body| groups[body] == unit);
        own.max_by(|&a, &b| model.bodies[a].mass.total_cmp(&model.bodies[b].mass))
    };
    units.into_iter().filter_map(of_unit).map(|body| body - 1).collect()
}

/// For each body, a number that all bodies have that hang together without this joint.
pub fn without(model: &Model, joint: JointId) -> Vec<usize> {
    connected(model, &[joint.index()])
}

/// Whether a joint couples two units.
fn is_hitch(model: &Model, place: usize) -> bool {
    let joint = &model.joints[place];
    if !yaws(joint) || joint.drive.is_some() || is_steered(model, joint) {
        return false;
    }
    let groups = connected(model, &[place]);
    let [first, second] = [joint.first, joint.second].map(|body| groups[body.index()]);
    let has_axle = |group: usize| {
        let mut own = model
            .wheels
            .iter()
            .filter(|wheel| groups[wheel.carrier.index()] == group);
        own.clone().any(|wheel| wheel.centre.y > 0.0) && own.any(|wheel| wheel.centre.y < 0.0)
    };
    first != second && has_axle(first) && has_axle(second)
}

/// Whether one body of a joint can yaw against the other.
fn yaws(joint: &Joint) -> bool {
    match &joint.kind {
        JointKind::Spherical(_) | JointKind::Free(_) => true,
        JointKind::Revolute(_) | JointKind::Cylindrical(_) | JointKind::Planar(_) | JointKind::Universal(_) => {
            joint.kind.directions().iter().any(|axis| axis.z.abs() > UPRIGHT)
        }
        _ => false,
    }
}

/// Whether the steering column turns the joint.
fn is_steered(model: &Model, joint: &Joint) -> bool {
    match equipment::steering(&model.equipment) {
        Some(Steering::Column(column)) => column.joint == joint.name,
        Some(Steering::Driven { .. }) | None => false,
    }
}

/// For each body, the lowest position of the bodies that it is connected to by joints, bushings and leaf springs, without the joints
/// left out. A free joint to the ground connects nothing.
fn connected(model: &Model, left_out: &[usize]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..model.bodies.len()).collect();
    let mut connect = |one: usize, other: usize| {
        let (one, other) = (groups[one], groups[other]);
        for group in &mut groups {
            if *group == one.max(other) {
                *group = one.min(other);
            }
        }
    };
    for (place, joint) in model.joints.iter().enumerate() {
        let [first, second] = [joint.first.index(), joint.second.index()];
        let holds_nothing = joint.kind.is_free() && first.min(second) == 0;
        if !holds_nothing && !left_out.contains(&place) {
            connect(first, second);
        }
    }
    for force in &model.forces {
        if let Law::Bushing(_) | Law::LeafSpring(_) = force.law {
            let bodies = force.law.element().bodies(&model.joints);
            for pair in bodies.windows(2) {
                connect(pair[0].index(), pair[1].index());
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vehicle::Vehicle;

    /// Units of a vehicle of the library, by the names of their wheels.
    fn of(name: &str) -> Vec<Vec<String>> {
        let vehicle = Vehicle::load(name, &crate::files::NoFiles).expect("in the library");
        let model = &vehicle.running().expect("it compiles").compiled.model;
        let mut found: Vec<(usize, Vec<String>)> = Vec::new();
        for (wheel, unit) in model.wheels.iter().zip(units(model)) {
            match found.iter_mut().find(|(own, _)| *own == unit) {
                Some((_, names)) => names.push(wheel.name.clone()),
                None => found.push((unit, vec![wheel.name.clone()])),
            }
        }
        found.into_iter().map(|(_, names)| names).collect()
    }

    #[test]
    fn the_fifth_wheel_parts_tractor_and_trailer_and_no_ball_joint_of_a_suspension_does() {
        let truck = of("tractor_semitrailer");
        let counts: Vec<usize> = truck.iter().map(Vec::len).collect();
        assert_eq!(counts, [6, 6], "{truck:?}");
        let truck_model = Vehicle::load("tractor_semitrailer", &crate::files::NoFiles).expect("in the library");
        let truck_model = truck_model.running().expect("it compiles");
        let model = &truck_model.compiled.model;
        let names: Vec<&str> = heaviest(model)
            .into_iter()
            .map(|body| model.bodies[body + 1].name.as_str())
            .collect();
        assert_eq!(names, ["tractor", "trailer"]);
        assert!(truck[1].iter().all(|name| name.starts_with("trailer")), "{truck:?}");
        for name in [
            "hmmwv",
            "hmmwv_pitman",
            "iltis",
            "macpherson_car",
            "rtrd_car",
            "small_car",
        ] {
            assert_eq!(of(name).len(), 1, "{name}");
        }
    }
}
