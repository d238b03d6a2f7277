//! Energy and momentum, the quantities that the dynamics must balance.

use crate::Oracle;
use crate::body::Motions;
use crate::curve;
use crate::element;
use crate::force::{self, Strut, gravity};
use crate::loads::Loads;
use crate::rod::Rod;
use wishbone_compiler::model::{Spring, Vec3};

/// Mechanical energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// Kinetic energy of all bodies and wheels [J].
    pub kinetic: f64,
    /// Potential energy of gravity, zero at the ground's origin [J].
    pub gravity: f64,
    /// Energy stored in springs, stops and other force elements, zero at their free length [J].
    pub elastic: f64,
}

impl Energy {
    /// Sum of the parts [J].
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.elastic
    }
}

/// Momentum of all bodies and wheels, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum {
    /// [kg m/s]
    pub linear: Vec3,
    /// Angular momentum about the ground's origin [kg m^2/s].
    pub angular: Vec3,
}

impl Oracle {
    /// Kinetic, gravity and elastic energy without loads and signals.
    pub fn energy(&self, motions: &Motions) -> Energy {
        self.energy_under(motions, &Loads::none(&self.model))
    }

    /// Kinetic, gravity and elastic energy, with the signals of `loads` for elements that need them, such as the ground.
    pub fn energy_under(&self, motions: &Motions, loads: &Loads) -> Energy {
        let inertias = self.inertias(motions, &self.rotors(motions));
        let kinetic = inertias.iter().map(|body| {
            let w = body.angular_velocity;
            0.5 * (body.mass * body.velocity.norm_squared() + w.dot(&(body.tensor * w)))
        });
        let potential = inertias
            .iter()
            .map(|body| -body.mass * gravity(&self.model).dot(&body.com));
        let elastic = self.model.springs.iter().map(|spring| {
            let length = Strut::new(&self.model, spring, motions).length;
            elastic_energy(spring, length)
        });
        let others = self.model.forces.iter();
        let others = others.map(|force| element::energy(&self.model, force, motions, &loads.signals));
        let series = force::in_series(&self.model).zip(self.series_forces(motions));
        let series = series.map(|((_, _, rate), (_, force))| 0.5 * force * force / rate);
        let rods: Vec<Rod> = Rod::all(&self.model, motions).collect();
        let kinetic = kinetic.chain(rods.iter().map(Rod::kinetic_energy));
        let potential = potential.chain(rods.iter().map(|rod| rod.potential_energy(&self.model)));
        Energy {
            kinetic: kinetic.sum(),
            gravity: potential.sum(),
            elastic: elastic.chain(others).chain(series).sum(),
        }
    }

    /// Linear momentum, and angular momentum about the ground's origin.
    pub fn momentum(&self, motions: &Motions) -> Momentum {
        let inertias = self.inertias(motions, &self.rotors(motions));
        let linear = inertias.iter().map(|body| body.mass * body.velocity);
        let angular = inertias
            .iter()
            .map(|body| body.mass * body.com.cross(&body.velocity) + body.tensor * body.angular_velocity);
        let rods: Vec<[Vec3; 2]> = Rod::all(&self.model, motions).map(|rod| rod.momentum()).collect();
        Momentum {
            linear: linear.chain(rods.iter().map(|rod| rod[0])).sum(),
            angular: angular.chain(rods.iter().map(|rod| rod[1])).sum(),
        }
    }
}

/// Energy stored in a spring: zero at its free length; the energy of its stops is zero up to their contact.
fn elastic_energy(spring: &Spring, length: f64) -> f64 {
    let deflection = length - *spring.free_length;
    let elastic = spring
        .elastic
        .as_ref()
        .map_or(0.0, |curve| curve::integral(curve, deflection));
    let bump = spring
        .bump_stop
        .as_ref()
        .map_or(0.0, |stop| curve::stop_energy(stop, *stop.length - length));
    let rebound = spring
        .rebound_stop
        .as_ref()
        .map_or(0.0, |stop| curve::stop_energy(stop, length - *stop.length));
    elastic - *spring.preload * deflection + bump + rebound
}
