//! A substructure of the vehicle that is compared with other substructures: some bodies with their inboard joints, and
//! all ties among these bodies and to other bodies.

use crate::model::quantities::Value;
use crate::model::{BodyId, Curve, Force, ForceId, Model, Owner, SpringId, WheelId};
use crate::topology::{Loop, Topology};

/// The bodies of a subtree, or of several subtrees with a common parent.
#[derive(Clone)]
pub struct Substructure {
    /// Position in the list of subsystems or chains.
    pub position: usize,
    /// Its bodies, parents before children.
    pub bodies: Vec<BodyId>,
    /// By body: the position of its parent; `None` for a parent outside.
    pub parents: Vec<Option<usize>>,
    /// By body: its subtree, encoded as text.
    pub subtrees: Vec<String>,
    /// The whole structure, encoded as text.
    pub signature: String,
    /// Its cuts, springs, other force elements and wheels, each in order of declaration.
    pub ties: Vec<Tie>,
}

/// A connection of two bodies, at least one of which belongs to the substructure.
#[derive(Clone)]
pub struct Tie {
    /// The connecting part.
    pub part: TiePart,
    /// Its structure, encoded as text.
    pub label: String,
    /// The two bodies of the tie (for a wheel, the carrier and the body with the reaction of the drive torque).
    pub ends: [BodyId; 2],
    /// Positions of the ends in the substructure; `None` if outside.
    pub places: [Option<usize>; 2],
}

/// A part that connects two bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TiePart {
    /// The cut of the loop at this position.
    Cut(usize),
    /// A spring-damper.
    Spring(SpringId),
    /// Another force element.
    Force(ForceId),
    /// A wheel.
    Wheel(WheelId),
}

impl Substructure {
    /// The substructure of these bodies.
    pub fn new(model: &Model, topology: &Topology, position: usize, bodies: &[BodyId]) -> Self {
        let place = |body: BodyId| bodies.iter().position(|&b| b == body);
        let ties: Vec<Tie> = ties(model, topology)
            .map(|(part, label, ends)| Tie {
                part,
                label,
                ends,
                places: ends.map(place),
            })
            .filter(|tie| tie.places != [None, None])
            .collect();
        let parents = bodies.iter().map(|&b| place(topology.branch(b).parent)).collect();
        let mut substructure = Substructure {
            position,
            bodies: bodies.to_vec(),
            parents,
            subtrees: vec![String::new(); bodies.len()],
            signature: String::new(),
            ties,
        };
        // Children stand after their parents.
        for place in (0..bodies.len()).rev() {
            substructure.subtrees[place] = format!(
                "{}{}",
                substructure.label(topology, place),
                substructure.hanging(Some(place))
            );
        }
        substructure.signature = substructure.hanging(None);
        substructure
    }

    /// This substructure with bodies and ties in a different order.
    pub fn reordered(&self, bodies: &[usize], ties: &[usize]) -> Self {
        let new_place = |place: usize| bodies.iter().position(|&old| old == place);
        let tie = |&old: &usize| Tie {
            places: self.ties[old].places.map(|place| place.and_then(new_place)),
            ..self.ties[old].clone()
        };
        Substructure {
            bodies: bodies.iter().map(|&old| self.bodies[old]).collect(),
            parents: bodies
                .iter()
                .map(|&old| self.parents[old].and_then(new_place))
                .collect(),
            subtrees: bodies.iter().map(|&old| self.subtrees[old].clone()).collect(),
            ties: ties.iter().map(tie).collect(),
            ..self.clone()
        }
    }

    /// Positions of its loops.
    pub fn loops(&self) -> impl Iterator<Item = usize> {
        self.ties.iter().filter_map(|tie| match tie.part {
            TiePart::Cut(l) => Some(l),
            _ => None,
        })
    }

    /// Its springs.
    pub fn springs(&self) -> impl Iterator<Item = SpringId> {
        self.ties.iter().filter_map(|tie| match tie.part {
            TiePart::Spring(id) => Some(id),
            _ => None,
        })
    }

    /// Its other force elements.
    pub fn forces(&self) -> impl Iterator<Item = ForceId> {
        self.ties.iter().filter_map(|tie| match tie.part {
            TiePart::Force(id) => Some(id),
            _ => None,
        })
    }

    /// Its wheels.
    pub fn wheels(&self) -> impl Iterator<Item = WheelId> {
        self.ties.iter().filter_map(|tie| match tie.part {
            TiePart::Wheel(id) => Some(id),
            _ => None,
        })
    }

    /// Text for a single body: its joint, the loops through it, and its ties without their other ends.
    fn label(&self, topology: &Topology, place: usize) -> String {
        let body = self.bodies[place];
        let joint = topology.joint(body);
        let driven = if joint.drive.is_some() { " driven" } else { "" };
        let loops = topology
            .loops
            .iter()
            .filter(|l: &&Loop| l.bodies().any(|b| b == body))
            .count();
        let mut ties: Vec<String> = Vec::new();
        for tie in &self.ties {
            for end in [0, 1] {
                if tie.places[end] == Some(place) {
                    let reach = if tie.places[1 - end].is_some() {
                        "inside"
                    } else {
                        "outside"
                    };
                    ties.push(format!("{} {end} {reach}", tie.label));
                }
            }
        }
        ties.sort();
        format!("{}{driven} {loops}[{}]", joint.kind.word(), ties.join(", "))
    }

    /// Text for the subtrees on the body at a position, or on the parent outside.
    fn hanging(&self, parent: Option<usize>) -> String {
        let mut subtrees: Vec<&str> = (0..self.bodies.len())
            .filter(|&child| self.parents[child] == parent)
            .map(|child| self.subtrees[child].as_str())
            .collect();
        subtrees.sort_unstable();
        match subtrees.as_slice() {
            [] => String::new(),
            _ => format!("({})", subtrees.join(", ")),
        }
    }
}

/// All ties of the vehicle.
fn ties(model: &Model, topology: &Topology) -> impl Iterator<Item = (TiePart, String, [BodyId; 2])> {
    let cut = |(l, each): (usize, &Loop)| {
        let joint = model.joint(each.cut);
        let driven = if joint.drive.is_some() { " driven" } else { "" };
        let label = format!("{}{driven}", joint.kind.word());
        (TiePart::Cut(l), label, [joint.first, joint.second])
    };
    let cuts = topology.loops.iter().enumerate().map(cut);
    let springs = model.springs.iter().enumerate().map(|(s, spring)| {
        let ends = [spring.first, spring.second];
        (
            TiePart::Spring(s.into()),
            label(model, "spring", Owner::Spring(s.into())),
            ends,
        )
    });
    let forces = model.forces.iter().enumerate().flat_map(|(f, force)| {
        let pairs = force_pairs(model, force).into_iter();
        let word = format!("{} {}", force.law.word(), force.law.element().variant());
        let label = label(model, &word, Owner::Force(f.into()));
        pairs.map(move |ends| (TiePart::Force(f.into()), label.clone(), ends))
    });
    let wheels = model.wheels.iter().enumerate().map(|(w, wheel)| {
        let label = match (&wheel.spin_inertia, wheel.is_in_carrier) {
            _ if wheel.twin_of.is_some() => "twin wheel",
            (Some(_), false) => "wheel",
            (Some(_), true) => "wheel in its carrier",
            (None, _) => "wheel without spin",
        };
        (
            TiePart::Wheel(w.into()),
            label.to_owned(),
            [wheel.carrier, wheel.driven_from],
        )
    });
    cuts.chain(springs).chain(forces).chain(wheels)
}

/// The pairs of bodies that a force element connects; for an anti-roll bar, each end with the carrier.
fn force_pairs(model: &Model, force: &Force) -> Vec<[BodyId; 2]> {
    match force.law.bodies(&model.joints)[..] {
        [first, second, carrier] => vec![[first, carrier], [second, carrier]],
        [first, second] => vec![[first, second]],
        _ => Vec::new(),
    }
}

/// Text for a part without its numbers: its kind, and the form of each attribute.
fn label(model: &Model, word: &str, owner: Owner) -> String {
    let forms = model.quantities.of(owner).iter();
    let forms = forms.map(|quantity| format!("{} {}", quantity.attribute, form(&quantity.value)));
    format!("{word}: {}", forms.collect::<Vec<_>>().join(", "))
}

/// The form in which a quantity is given.
fn form(value: &Value) -> String {
    match value {
        Value::Curve(Curve::Linear(_)) => "linear".to_owned(),
        Value::Curve(Curve::Split { .. }) => "split".to_owned(),
        Value::Curve(Curve::Degressive { .. }) => "degressive".to_owned(),
        Value::Curve(Curve::Polynomial(polynomial)) => format!("polynomial {}", polynomial.ordinates.len()),
        Value::Curve(Curve::Table(table)) => format!("{:?} table {}", table.joined, table.x.len()),
        Value::Input(_) => "input".to_owned(),
        Value::Number(_)
        | Value::Point(_)
        | Value::Axis(_)
        | Value::Tensor(_)
        | Value::Symmetric6(_)
        | Value::Fixed(_)
        | Value::Several(_)
        | Value::Axes(_) => "number".to_owned(),
    }
}
