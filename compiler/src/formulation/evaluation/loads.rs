//! Masses and forces of the bodies alone, and the wheels.

use super::known::Evaluation;
use crate::formulation::force::{self, Declared, Element};
use crate::formulation::method::{Method, Multipliers, Reduction};
use crate::formulation::{Quantity, naming};
use crate::model::{BodyId, Wheel, WheelId};
use crate::scalar::Scalar;
use crate::spatial::Wrench;

impl<'a, S: Scalar> Evaluation<'a, S> {
    /// Mass distribution of each body.
    pub fn bodies_by_themselves(&mut self, subsystem: usize) {
        for &body in self.bodies(subsystem) {
            self.of_body(body, Quantity::Mass);
            let mass = &self.masses[body.index()];
            let distribution = match self.position.turning(body) {
                Some(turning) => mass.turning(turning),
                None => mass.in_frame(self.position.pose(body)),
            };
            self.distributions[body.index()] = distribution;
            let name = &self.mechanism.model.body(body).name;
            naming::distribution(self.progress, &distribution, name);
        }
    }

    /// Lets the force elements and wheels of a subsystem act on its bodies.
    pub fn forces_and_wheels(&mut self, subsystem: usize, method: &mut dyn Reduction<'a, S>) {
        let (model, topology) = (self.mechanism.model, self.mechanism.topology);
        for declared in Declared::all(model) {
            let subsystems = declared.bodies(model).into_iter().map(|b| topology.branch(b).subsystem);
            if subsystems.max() == Some(subsystem) {
                self.progress.compute(declared.name(model), Quantity::Force);
                let element = declared.at(self.mechanism, &self.position);
                method.force(self, element.as_ref());
            }
        }
        for (w, wheel) in self.wheels_of(subsystem) {
            let (Some(placed), load) = (self.placed[w], &self.arguments.loads[w]) else {
                continue;
            };
            self.progress.compute(&wheel.name, Quantity::Load);
            let carrier = self.velocity.twist(wheel.carrier);
            let spin = self.mechanism.layout.spins[w].map(|spin| self.arguments.v[spin]);
            let momentum = placed.axial_momentum(self.spin_inertia(wheel), &carrier, spin);
            let (wrench, torque) = placed.loaded(spin.is_some(), load);
            let reaction = placed.drive_reaction(self.mechanism, &self.position, wheel, load);
            self.add_bias(wheel.carrier, placed.gyroscopic(&carrier, momentum) - wrench);
            self.progress.compute(&wheel.name, Quantity::Load);
            let taken_up = if wheel.driven_from == self.mechanism.topology.base {
                reaction.map(|part| self.progress.total(subsystem, part))
            } else {
                reaction
            };
            self.add_bias(wheel.driven_from, -taken_up);
            self.spin_torques[w] = torque;
        }
        for &body in self.bodies(subsystem) {
            self.of_body(body, Quantity::Needed);
            let name = &model.body(body).name;
            naming::wrench(self.progress, &self.biases[body.index()], &format!("{name}.bias"));
        }
    }

    /// Lets a force element act on its bodies.
    pub fn act(&mut self, element: &dyn Element<S>) {
        let rates = force::rates(self.mechanism, &self.position, &self.velocity, element);
        let forces = element.forces(&rates, &self.arguments.signals);
        element.name(self.progress, &forces);
        for (body, wrench) in force::wrenches(self.mechanism, &self.position, element, &forces) {
            self.add_bias(body, -wrench);
        }
    }

    /// Adds to the wrench that a body would need without acceleration.
    pub fn add_bias(&mut self, body: BodyId, wrench: Wrench<S>) {
        self.of_body(body, Quantity::Needed);
        self.biases[body.index()] = self.biases[body.index()] + wrench;
    }

    /// Hands inertias and bias wrenches of a recursive subsystem to the recursion. Does nothing for other methods.
    pub fn hand_to_recursion(&mut self, subsystem: usize, method: Method) {
        if method != Method::Recursive {
            return;
        }
        for &body in self.bodies(subsystem) {
            let (inertia, bias) = (self.distributions[body.index()].inertia(), self.biases[body.index()]);
            self.of_body(body, Quantity::Needed);
            let own = self.recursion.body_mut(body);
            own.inertia = inertia;
            own.bias = bias;
        }
        for g in self.groups_of(subsystem) {
            let closure = &self.mobility.closures[g];
            self.of_loop(closure.group.loops[0], Quantity::Rows);
            let multipliers = Multipliers::new(self.loops(), closure);
            self.recursion.open_group(g, multipliers);
        }
    }

    /// Rates of the wheels' spins: accelerations and torques are known.
    pub fn spin_wheels(&mut self, subsystem: usize) {
        for (w, wheel) in self.wheels_of(subsystem) {
            let spin = self.mechanism.layout.spins[w].filter(|_| wheel.twin_of.is_none());
            if let (Some(spin), Some(inertia), Some(placed)) = (spin, self.spin_inertia(wheel), self.placed[w]) {
                self.progress.compute(&wheel.name, Quantity::SpinRate);
                let carrier = self.recursion.accelerations[wheel.carrier.index()];
                let twins = self
                    .wheels_of(subsystem)
                    .filter(|(_, twin)| twin.twin_of.map(WheelId::index) == Some(w));
                let (inertia, torque) = twins.fold((inertia, self.spin_torques[w]), |(inertia, torque), (t, twin)| {
                    let own = self.spin_inertia(twin).unwrap_or_else(S::zero);
                    (inertia + own, torque + self.spin_torques[t])
                });
                self.v_rate[spin] = placed.spin_rate(inertia, torque, &carrier);
            }
        }
    }

    fn spin_inertia(&self, wheel: &Wheel) -> Option<S> {
        self.mechanism.design.spin_inertia(wheel)
    }
}
