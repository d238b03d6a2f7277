//! Places of the coordinates and speeds of each joint.

use crate::model::{BodyId, Model, SpringId, Wheel, WheelId};
use crate::topology::Topology;
use std::ops::Range;

/// Numbering of a vehicle's coordinates and speeds.
#[derive(Clone, Debug)]
pub struct Layout {
    /// By body: the slot of its inboard joint.
    slots: Vec<Slot>,
    /// By wheel: the position of its spin among the speeds.
    pub spins: Vec<Option<usize>>,
    /// By spring: the position, among the coordinates, of the displacement of its damper in series from the design
    /// position.
    dampers: Vec<Option<usize>>,
    /// Name of each coordinate: `front_left.lower_pivot`, `front_left.lower_ball.e0`; dampers in series come last.
    pub coordinates: Vec<String>,
    /// Name of each speed; the wheel spins come last.
    pub speeds: Vec<String>,
    /// By coordinate: its value at the design position.
    design: Vec<f64>,
}

/// Coordinates and speeds of one tree joint.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// Positions of its coordinates.
    pub q: Range<usize>,
    /// Positions of its speeds.
    pub v: Range<usize>,
}

impl Layout {
    /// Numbers the joints in tree order, then the wheel spins.
    pub fn new(model: &Model, topology: &Topology) -> Self {
        let mut layout = Layout {
            slots: vec![Slot::default(); model.bodies.len()],
            spins: Vec::new(),
            dampers: Vec::new(),
            coordinates: vec![],
            speeds: vec![],
            design: vec![],
        };
        for &body in &topology.order {
            let joint = topology.joint(body);
            let name = match joint.declared {
                Some(id) => model.joint(id).name.clone(),
                None => model.body(body).name.clone(),
            };
            let is_reversed = joint.declared.is_some_and(|id| model.joint(id).first == body);
            let (q_start, v_start) = (layout.coordinates.len(), layout.speeds.len());
            if joint.drive.is_none() {
                let names = joint.kind.names(is_reversed);
                let named = |suffix: &&str| format!("{name}{suffix}");
                layout.design.extend(names.design());
                layout.coordinates.extend(names.coordinates.iter().map(named));
                layout.speeds.extend(names.speeds.iter().map(named));
            }
            layout.slots[body.index()] = Slot {
                q: q_start..layout.coordinates.len(),
                v: v_start..layout.speeds.len(),
            };
        }
        for spring in &model.springs {
            let is_in_series = spring.damping.as_ref().is_some_and(|damping| damping.series.is_some());
            let damper = is_in_series.then_some(layout.coordinates.len());
            layout.dampers.push(damper);
            layout
                .coordinates
                .extend(damper.map(|_| format!("{}.damper", spring.name)));
            layout.design.extend(damper.map(|_| 0.0));
        }
        for wheel in &model.wheels {
            if wheel.twin_of.is_some() {
                layout.spins.push(None);
                continue;
            }
            let spin = wheel.spin_inertia.as_ref().map(|_| layout.speeds.len());
            layout.speeds.extend(spin.map(|_| format!("{}.spin", wheel.name)));
            layout.spins.push(spin);
        }
        for (w, wheel) in model.wheels.iter().enumerate() {
            if let Some(twin) = wheel.twin_of {
                layout.spins[w] = layout.spins[twin.index()];
            }
        }
        layout
    }

    /// The slot of a body's inboard joint.
    pub fn slot(&self, body: BodyId) -> &Slot {
        &self.slots[body.index()]
    }

    /// The body whose inboard joint has that speed.
    ///
    /// # Panics
    /// If the speed is a wheel's spin.
    pub fn owner(&self, speed: usize) -> BodyId {
        let position = self.slots.iter().position(|slot| slot.v.contains(&speed));
        BodyId::from(position.expect("a speed of the tree"))
    }

    /// The wheels with their own spin, each with the position of its spin among the speeds. A twin shares the spin of
    /// the wheel beside it, and is left out.
    pub fn own_spins<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = (&'m Wheel, usize)> {
        let wheels = model.wheels.iter().zip(&self.spins);
        wheels.filter_map(|(wheel, spin)| Some((wheel, (*spin)?)).filter(|_| wheel.twin_of.is_none()))
    }

    /// Position of the wheel's spin among the speeds.
    pub fn spin(&self, wheel: WheelId) -> Option<usize> {
        self.spins[wheel.index()]
    }

    /// Position of the displacement of a damper in series among the coordinates.
    pub fn damper(&self, spring: SpringId) -> Option<usize> {
        self.dampers[spring.index()]
    }

    /// Coordinates at the design position.
    pub fn design(&self) -> &[f64] {
        &self.design
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_revolute_called_like_a_euler_parameter_begins_at_zero() {
        let compiled = crate::pipeline::compile_text(
            "Named {
                body arm { mass: 1 kg, com: [0, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }
                joint e0: revolute(ground, arm) { axis: y, at: [0, 0, 1] m }
                mirror left as right {
                    body tip { mass: 1 kg, com: [0, 0.2, 0.5] m, inertia: [1, 1, 1] kg*m^2 }
                    joint e0: revolute(arm, tip) { axis: x, at: [0, 0.1, 0] m }
                }
            }",
        );
        assert_eq!(compiled.expect("a sound vehicle").layout.design(), [0.0; 3]);
    }
}
