//! Names of the numbers that programs read and deliver.

use crate::kinematics::Layout;
use crate::model::Model;
use crate::programs::ports::{Array, Description, Kind, Owner, Port, Shape};
use crate::programs::state::StateLayout;
use std::collections::{BTreeMap, BTreeSet};

/// Names of the parts of a vehicle to which numbers of a solver belong, each list in the order of its array.
pub fn parts<'a>(model: &'a Model, layout: &'a Layout, state: &StateLayout) -> [(Owner, Vec<&'a str>); 12] {
    fn plain<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
        names.into_iter().map(String::as_str).collect()
    }
    [
        (Owner::Coordinate, plain(state.coordinate_names(layout))),
        (Owner::Speed, plain(state.speed_names(layout))),
        (Owner::Drive, plain(&model.inputs)),
        (Owner::Signal, plain(model.signals.iter().map(|s| &s.name))),
        (Owner::Wheel, plain(model.wheels.iter().map(|w| &w.name))),
        (Owner::Output, plain(model.outputs.iter().map(|o| &o.name))),
        (Owner::Body, plain(model.bodies[1..].iter().map(|b| &b.name))),
        (Owner::Parameter, plain(model.parameters.iter().map(|p| &p.name))),
        (Owner::JointCoordinate, plain(&layout.coordinates)),
        (Owner::JointSpeed, plain(&layout.speeds)),
        (Owner::Contact, model.contacts().map(|(name, _)| name).collect()),
        (Owner::Marker, model.markers().map(|(name, _)| name).collect()),
    ]
}

/// Names of all parts to which ports belong.
#[derive(Clone, Debug)]
pub struct Labels {
    names: BTreeMap<(Owner, usize), String>,
    /// Speeds to which the margins of an evaluation belong.
    margins: Vec<String>,
    joints: BTreeSet<String>,
}

impl Labels {
    /// The labels of a vehicle.
    pub fn new(model: &Model, layout: &Layout, state: &StateLayout) -> Self {
        let each = parts(model, layout, state).into_iter().flat_map(|(owner, names)| {
            let names = names.into_iter().enumerate();
            names.map(move |(index, name)| ((owner, index), name.to_owned()))
        });
        Labels {
            names: each.collect(),
            margins: state
                .margins
                .iter()
                .map(|&(_, speed)| layout.speeds[speed].clone())
                .collect(),
            joints: model.joints.iter().map(|joint| joint.name.clone()).collect(),
        }
    }

    /// Name of the part to which a port belongs, if it has one. For `front_left.lower_ball.wz` it is the joint.
    pub fn part(&self, port: Port) -> Option<&str> {
        self.name(port).map(|name| self.without_component(name))
    }

    /// Name of the owner of a port.
    fn name(&self, port: Port) -> Option<&String> {
        match port.array() {
            // Margins belong to speeds, but have their own order.
            Array::KinematicMargins => self.margins.get(port.index),
            _ => self.names.get(&port.owner()),
        }
    }

    /// The part in the name of a value: `front_left.upright` of `front_left.upright.rotation_xx`, and
    /// `front_left.lower_ball` of `front_left.lower_ball.wz.per_front_left.lower_pivot`.
    pub fn part_in<'a>(&self, name: &'a str) -> Option<&'a str> {
        let part = match name.split_once(".per_") {
            Some((part, _)) => part,
            None => name.rsplit_once('.')?.0,
        };
        Some(self.without_component(part))
    }

    /// The joint, if `part` is one of its components; else the part itself.
    fn without_component<'a>(&self, part: &'a str) -> &'a str {
        let joint = part.rsplit_once('.').filter(|(joint, _)| self.joints.contains(*joint));
        joint.map_or(part, |(joint, _)| joint)
    }

    /// Name of a port: `front_left.lower_pivot`, `front_left.lower_pivot.rate`, `chassis.velocity_x`. `None` if its
    /// owner has no name.
    pub fn of(&self, port: Port) -> Option<String> {
        let part = self.name(port)?;
        let Description { field, shape, .. } = port.kind.description();
        let word = match port.kind {
            Kind::CoordinateRate | Kind::SpeedRate | Kind::GivenSpeedRate => "rate",
            Kind::Speed => "speed",
            Kind::StepMargin | Kind::PivotMargin => "margin",
            _ => field,
        };
        let axis = |place: usize| ["x", "y", "z"][place];
        let axes = match shape {
            Shape::Number => String::new(),
            Shape::Vector => format!("_{}", axis(port.component)),
            Shape::Matrix => format!("_{}{}", axis(port.component / 3), axis(port.component % 3)),
        };
        Some(match word {
            "" => part.clone(),
            word => format!("{part}.{word}{axes}"),
        })
    }
}
