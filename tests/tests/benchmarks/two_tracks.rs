//! Model of a car in a steady turn: a bicycle model with four wheels, with the steer angles and loads of the vehicle.

use crate::Drive;
use wishbone::ports::{BodyMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::tyre::{Contact, Law, Relaxed, Tmeasy, TyreForce};
use wishbone_tests::body;

/// Numbers that the model takes from the vehicle.
struct Car {
    /// Positions of the wheels relative to the centre of mass, in the axes of the car: forward, to the left [m].
    places: Vec<[f64; 2]>,
    /// Headings of the wheels relative to the heading of the car [rad].
    steer: Vec<f64>,
    contacts: Vec<Contact>,
    loads: Vec<f64>,
    mass: f64,
    /// Speed along the car [m/s].
    speed: f64,
}

impl Car {
    /// Sums of the lateral forces and of the yaw moments of the tyres.
    ///
    /// A wheel at `(x, y)` has the slip angle `atan((v + x r) / (U - y r)) - δ`. Its forces follow from the tyre's law under its
    /// load, with the longitudinal slip of the vehicle.
    fn ground(&self, tyres: &[Relaxed<Tmeasy>], [v, r]: [f64; 2]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for (k, tyre) in tyres.iter().enumerate() {
            let ([x, y], steer) = (self.places[k], self.steer[k]);
            let mut slip = self.contacts[k].slip(tyre.law.effective_radius(self.contacts[k].deflection), 1.0);
            slip.angle = (v + x * r).atan2(self.speed - y * r) - steer;
            let TyreForce { force, moment } = tyre.law.steady(&self.contacts[k], self.loads[k], slip);
            let along = force[0] * steer.cos() - force[1] * steer.sin();
            let across = force[0] * steer.sin() + force[1] * steer.cos();
            sums[0] += across;
            sums[1] += x * across - y * along + moment[2];
        }
        sums
    }

    /// Yaw rate [rad/s] at which the lateral forces are `m U r` and the moments are zero, by Newton's method.
    fn yaw_rate(&self, tyres: &[Relaxed<Tmeasy>]) -> f64 {
        let gaps = |motion: [f64; 2]| {
            let [force, moment] = self.ground(tyres, motion);
            [force - self.mass * self.speed * motion[1], moment]
        };
        let mut motion = [0.0; 2];
        for _ in 0..20 {
            const STEP: f64 = 1e-6;
            let gap = gaps(motion);
            let columns = [[STEP, 0.0], [0.0, STEP]].map(|d| {
                let moved = gaps([motion[0] + d[0], motion[1] + d[1]]);
                [(moved[0] - gap[0]) / STEP, (moved[1] - gap[1]) / STEP]
            });
            let [[a, c], [b, d]] = columns;
            let determinant = a * d - b * c;
            motion[0] -= (d * gap[0] - b * gap[1]) / determinant;
            motion[1] -= (a * gap[1] - c * gap[0]) / determinant;
        }
        motion[1]
    }
}

/// Masses of a vehicle [kg]: bodies by name, with the chassis first, then wheels in the order of the solver.
pub struct Masses<'a> {
    pub bodies: &'a [(&'a str, f64)],
    pub wheels: [f64; 4],
}

impl Masses<'_> {
    pub fn total(&self) -> f64 {
        self.bodies.iter().map(|(_, mass)| mass).chain(&self.wheels).sum()
    }

    /// Centre of mass of the vehicle in plan view [m].
    fn centre<S: Solver + Default>(&self, bodies: &[BodyMotion], wheels: &[WheelMotion]) -> [f64; 2] {
        let parts = self
            .bodies
            .iter()
            .map(|(name, mass)| (bodies[body::<S>(name)].com, mass));
        let parts = parts.chain(wheels.iter().map(|wheel| wheel.centre).zip(&self.wheels));
        let moment = parts.fold([0.0; 2], |sum, (at, mass)| {
            [sum[0] + mass * at[0], sum[1] + mass * at[1]]
        });
        moment.map(|moment| moment / self.total())
    }
}

/// Yaw rate of the vehicle and of the model [rad/s].
pub fn yaw_rates<S, E>(drive: &mut Drive<S, E>, tyres: &[Relaxed<Tmeasy>], masses: &Masses) -> [f64; 2]
where
    S: Solver + Default,
    E: Subsystem<S>,
{
    let bodies = drive.bodies().to_vec();
    let body = bodies[body::<S>(masses.bodies[0].0)];
    let loads: Vec<f64> = drive.inputs.wheels().iter().map(|load| load.force[2]).collect();
    let heading = body.rotation[1][0].atan2(body.rotation[0][0]);
    let (sine, cosine) = heading.sin_cos();
    let in_car = |x: f64, y: f64| [x * cosine + y * sine, y * cosine - x * sine];
    let wheels = drive.solver().wheels();
    let contacts: Vec<Contact> = wheels
        .iter()
        .zip(tyres)
        .map(|(wheel, tyre)| Contact::of(wheel, tyre.law.radius, &Flat, 0.0).expect("it stands upright"))
        .collect();
    let centre = masses.centre::<S>(&bodies, wheels);
    let place = |(contact, wheel): (&Contact, &WheelMotion)| {
        let point = contact.point(wheel.centre);
        in_car(point[0] - centre[0], point[1] - centre[1])
    };
    let places: Vec<[f64; 2]> = contacts.iter().zip(wheels).map(place).collect();
    let car = Car {
        steer: contacts
            .iter()
            .map(|c| c.longitudinal[1].atan2(c.longitudinal[0]) - heading)
            .collect(),
        places,
        contacts,
        loads,
        mass: masses.total(),
        speed: in_car(body.velocity[0], body.velocity[1])[0],
    };
    [body.angular_velocity[2], car.yaw_rate(tyres)]
}
