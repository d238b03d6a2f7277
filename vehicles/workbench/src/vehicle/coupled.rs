//! Units of a vehicle combination: the towing unit and its trailers.
//!
//! Two units are coupled by a hitch: a joint or a bushing that lets them yaw against each other, and without which they are apart. Each unit
//! has wheels on both sides. A trailer with one wheel is a unit if the hitch also lets it pitch. An axle that hangs on springs of another
//! unit is no unit. Other springs, dampers and couplings of shafts keep no unit straight, and do not count.

use wishbone_compiler::model::equipment::{self, Steering};
use wishbone_compiler::model::{BodyId, Joint, JointId, JointKind, Law, Model};

/// Least vertical component of an axis of yaw, and least lateral component of an axis of pitch.
const UPRIGHT: f64 = 0.5;
/// Fraction of the mass of the heaviest body; a body with at least this mass is heavy.
pub(super) const HEAVY: f64 = 0.25;

/// A part that holds two bodies together, by its position in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    Joint(usize),
    /// A bushing, or a leaf spring.
    Rubber(usize),
}

/// For each wheel, a number that is equal for all wheels of its unit, and different for wheels of other units.
pub fn units(model: &Model) -> Vec<usize> {
    let groups = of_bodies(model);
    model.wheels.iter().map(|wheel| groups[wheel.carrier.index()]).collect()
}

/// For each body, a number that is equal for all bodies of its unit, and different for bodies of other units.
pub fn of_bodies(model: &Model) -> Vec<usize> {
    connected(model, &hitches(model))
}

/// A unit with wheels, with positions among the solver's bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The heaviest of its bodies that is not the ground.
    pub body: usize,
    /// The heaviest body at a hitch, if it is heavy compared with the heaviest body of the unit.
    pub at_hitch: Option<usize>,
}

/// The units of a vehicle, each of which has wheels.
pub fn with_wheels(model: &Model) -> Vec<Unit> {
    let hitches = hitches(model);
    let groups = connected(model, &hitches);
    let of_wheels = model.wheels.iter().map(|wheel| groups[wheel.carrier.index()]);
    let mut units: Vec<usize> = of_wheels.collect();
    units.sort_unstable();
    units.dedup();
    let hitched: Vec<BodyId> = hitches.iter().flat_map(|tie| tie.bodies(model)).collect();
    let mass = |body: &usize| *model.bodies[*body].mass;
    let of_unit = |unit: usize| {
        let own = (1..model.bodies.len()).filter(|&body| groups[body] == unit);
        let body = own.clone().max_by(|a, b| mass(a).total_cmp(&mass(b)))?;
        let is_frame = |other: &usize| hitched.contains(&BodyId::from(*other)) && mass(other) >= HEAVY * mass(&body);
        let at_hitch = own.filter(is_frame).max_by(|a, b| mass(a).total_cmp(&mass(b)));
        Some(Unit {
            body: body - 1,
            at_hitch: at_hitch.map(|body| body - 1),
        })
    };
    units.into_iter().filter_map(of_unit).collect()
}

/// For each body, a number that is equal for all bodies that stay connected without this joint.
pub fn without(model: &Model, joint: JointId) -> Vec<usize> {
    connected(model, &[Tie::Joint(joint.index())])
}

impl Tie {
    fn all(model: &Model) -> impl Iterator<Item = Self> {
        let joints = (0..model.joints.len()).map(Self::Joint);
        joints.chain((0..model.forces.len()).map(Self::Rubber))
    }

    /// The bodies that the tie holds together. A free joint and other forces hold none.
    fn bodies(self, model: &Model) -> Vec<BodyId> {
        match self {
            Self::Joint(place) => {
                let joint = &model.joints[place];
                match joint.kind.is_free() {
                    true => Vec::new(),
                    false => vec![joint.first, joint.second],
                }
            }
            Self::Rubber(place) => match &model.forces[place].law {
                law @ (Law::Bushing(_) | Law::LeafSpring(_)) => law.element().bodies(&model.joints),
                _ => Vec::new(),
            },
        }
    }

    /// Whether the tie lets one of its bodies yaw against the other.
    fn yaws(self, model: &Model) -> bool {
        match self {
            Self::Joint(place) => {
                let joint = &model.joints[place];
                turns(joint, 2) && joint.drive.is_none() && !is_steered(model, joint)
            }
            Self::Rubber(place) => matches!(model.forces[place].law, Law::Bushing(_)),
        }
    }

    /// Whether the tie lets one of its bodies pitch against the other.
    fn pitches(self, model: &Model) -> bool {
        match self {
            Self::Joint(place) => turns(&model.joints[place], 1),
            Self::Rubber(_) => true,
        }
    }
}

fn hitches(model: &Model) -> Vec<Tie> {
    Tie::all(model).filter(|tie| is_hitch(model, *tie)).collect()
}

/// Whether a joint or a bushing couples two units.
fn is_hitch(model: &Model, tie: Tie) -> bool {
    let [first, second] = tie.bodies(model)[..] else {
        return false;
    };
    if !tie.yaws(model) {
        return false;
    }
    let groups = connected(model, &[tie]);
    let [first, second] = [first, second].map(|body| groups[body.index()]);
    let rolls = |group: usize| {
        let mut own = model
            .wheels
            .iter()
            .filter(|wheel| groups[wheel.carrier.index()] == group);
        let is_axle = own.clone().any(|wheel| wheel.centre.y > 0.0) && own.clone().any(|wheel| wheel.centre.y < 0.0);
        is_axle || tie.pitches(model) && own.next().is_some()
    };
    first != second && rolls(first) && rolls(second)
}

/// Whether one body of a joint can turn against the other about an axis of the vehicle: 1 is pitch, 2 is yaw.
fn turns(joint: &Joint, axis: usize) -> bool {
    match &joint.kind {
        JointKind::Spherical(_) => true,
        JointKind::Revolute(_) | JointKind::Cylindrical(_) | JointKind::Planar(_) | JointKind::Universal(_) => {
            let mut all = joint.kind.directions().into_iter();
            all.any(|own| own[axis].abs() > UPRIGHT)
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

/// For each body, the lowest position of the bodies that it is connected to by joints, bushings and leaf springs, without the ties
/// left out. Bodies without a spring of their own that hang on springs of others are connected to these.
fn connected(model: &Model, left_out: &[Tie]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..model.bodies.len()).collect();
    for tie in Tie::all(model).filter(|tie| !left_out.contains(tie)) {
        for pair in tie.bodies(model).windows(2) {
            connect(&mut groups, [pair[0], pair[1]]);
        }
    }
    let (springs, joint_springs) = (springs(model), joint_springs(model));
    loop {
        let is_within = |bodies: &Vec<BodyId>, group: usize| bodies.iter().all(|body| groups[body.index()] == group);
        let has_own = |group: usize| {
            springs
                .iter()
                .chain(&joint_springs)
                .any(|bodies| is_within(bodies, group))
        };
        let hangs = |bodies: &[BodyId]| match bodies {
            [one, other] if !bodies.contains(&BodyId::GROUND) => {
                let [one, other] = [one, other].map(|body| groups[body.index()]);
                one != other && !(has_own(one) && has_own(other))
            }
            _ => false,
        };
        match springs.iter().find(|bodies| hangs(bodies)) {
            Some(bodies) => connect(&mut groups, [bodies[0], bodies[1]]),
            None => return groups,
        }
    }
}

/// The bodies at the ends of each spring with a stiffness, and of each air spring.
fn springs(model: &Model) -> Vec<Vec<BodyId>> {
    let stiff = model.springs.iter().filter(|spring| spring.elastic.is_some());
    let stiff = stiff.map(|spring| vec![spring.first, spring.second]);
    let air = model
        .forces
        .iter()
        .filter(|force| matches!(force.law, Law::AirSpring(_)));
    stiff
        .chain(air.map(|force| force.law.element().bodies(&model.joints)))
        .collect()
}

/// The bodies of each bushing, leaf spring and torsion spring.
fn joint_springs(model: &Model) -> Vec<Vec<BodyId>> {
    let is_one = |law: &Law| matches!(law, Law::Bushing(_) | Law::LeafSpring(_) | Law::Torsion(_));
    let all = model.forces.iter().filter(|force| is_one(&force.law));
    all.map(|force| force.law.element().bodies(&model.joints)).collect()
}

/// Gives all bodies that are connected to one of these two the lower of their numbers.
fn connect(groups: &mut [usize], pair: [BodyId; 2]) {
    let [one, other] = pair.map(|body| groups[body.index()]);
    for group in groups {
        if *group == one.max(other) {
            *group = one.min(other);
        }
    }
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
        let names: Vec<&str> = with_wheels(model)
            .into_iter()
            .map(|unit| model.bodies[unit.body + 1].name.as_str())
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
