//! A vehicle as its driver knows it: the linear single-track model.

/// A vehicle with one front and one rear wheel, whose side forces grow with their slip angles. The steer angle of the model is the angle
/// of the front wheel minus the angle of the rear wheel.
///
/// Riekert, P. and Schunck, T. E., Zur Fahrmechanik des gummibereiften Kraftfahrzeugs, Ingenieur-Archiv 11 (1940).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingleTrack {
    /// Mass [kg].
    pub mass: f64,
    /// Moment of inertia about the vertical axis through the centre of mass [kg m²].
    pub yaw_inertia: f64,
    /// X of the front and the rear axle from the centre of mass [m]; negative for the rear axle.
    pub axles: [f64; 2],
    /// Angles of the front and the rear wheel, divided by the steer angle: one and zero if the front wheel steers.
    pub steer: [f64; 2],
    /// Side force by slip angle of the front and the rear axle, positive [N/rad].
    pub stiffness: [f64; 2],
}

/// A steady bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyBend {
    /// Forward speed [m/s].
    pub speed: f64,
    /// Velocity of the centre of mass to the left [m/s].
    pub across: f64,
    /// Yaw rate [rad/s].
    pub yaw_rate: f64,
    /// Mean angle of the front wheels minus the mean angle of the rear wheels, as given by the steering wheel [rad].
    pub steer: f64,
}

impl SingleTrack {
    /// The model that drives a steady bend as the vehicle does. Its stiffnesses contain all effects that turn the
    /// wheels relative to the path, such as compliance and roll steer. `None` if the stiffness of an axle would not be
    /// positive.
    ///
    /// The balance gives the forces `F_f = m v r x_r / (x_r - x_f)` and `F_r = m v r x_f / (x_f - x_r)`. The slip
    /// angles are `α_f = s_f δ - (v_y + x_f r) / v` and `α_r = s_r δ - (v_y + x_r r) / v`, with the shares `s` of the
    /// steer angle. The stiffnesses are `F / α`.
    pub fn of_bend(mass: f64, yaw_inertia: f64, [axles, steer]: [[f64; 2]; 2], bend: &SteadyBend) -> Option<Self> {
        let [front, rear] = axles;
        let [at_front, at_rear] = steer.map(|part| part * bend.steer);
        let side = mass * bend.speed * bend.yaw_rate / (front - rear);
        let slip = |x: f64| -(bend.across + x * bend.yaw_rate) / bend.speed;
        let stiffness = [
            -side * rear / (at_front + slip(front)),
            side * front / (at_rear + slip(rear)),
        ];
        let is_sound = |x: f64| x > 0.0 && x.is_finite();
        (is_sound(mass) && is_sound(yaw_inertia) && stiffness.into_iter().all(is_sound)).then_some(Self {
            mass,
            yaw_inertia,
            axles,
            steer,
            stiffness,
        })
    }

    /// Derivatives of the rates of `v_y` [m/s²] and of the yaw rate [rad/s²] with respect to `v_y`, yaw rate and steer
    /// angle, at a speed [m/s].
    pub fn rates(&self, speed: f64) -> [[f64; 3]; 2] {
        let ([front, rear], [at_front, at_rear]) = (self.axles, self.stiffness);
        let row = |arms: [f64; 2], inertia: f64| {
            let [f, r] = [arms[0] * at_front / inertia, arms[1] * at_rear / inertia];
            let steer = f * self.steer[0] + r * self.steer[1];
            [-(f + r) / speed, -(f * front + r * rear) / speed, steer]
        };
        let mut along_y = row([1.0; 2], self.mass);
        along_y[1] -= speed;
        [along_y, row(self.axles, self.yaw_inertia)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A textbook bend: the steer angle follows from the understeer gradient of weights and stiffnesses, for any axle that
    /// steers. The model found in this bend is the original one.
    #[test]
    fn the_model_of_a_bend_is_the_vehicle_that_drives_it() {
        for steer in [[1.0, 0.0], [0.0, -1.0], [1.25, 0.25], [0.8, -0.2]] {
            let vehicle = SingleTrack {
                mass: 1500.0,
                yaw_inertia: 2400.0,
                axles: [1.2, -1.5],
                steer,
                stiffness: [90e3, 120e3],
            };
            let (speed, lateral) = (25.0, 2.0);
            let [front, rear] = vehicle.axles;
            let wheelbase = front - rear;
            let understeer = vehicle.mass / wheelbase * (-rear / vehicle.stiffness[0] - front / vehicle.stiffness[1]);
            let yaw_rate = lateral / speed;
            let angle = wheelbase * yaw_rate / speed + understeer * lateral;
            // The slip angle of the rear axle carries its part of the side force.
            let slip = vehicle.mass * front * lateral / (wheelbase * vehicle.stiffness[1]);
            let bend = SteadyBend {
                speed,
                across: -rear * yaw_rate + speed * (steer[1] * angle - slip),
                yaw_rate,
                steer: angle,
            };
            let [mass, inertia] = [vehicle.mass, vehicle.yaw_inertia];
            let found = SingleTrack::of_bend(mass, inertia, [vehicle.axles, steer], &bend).expect("sound");
            for (found, own) in found.stiffness.iter().zip(vehicle.stiffness) {
                assert!((found / own - 1.0).abs() < 1e-12, "{found} {own}");
            }
            for row in found.rates(speed) {
                let rate = row[0] * bend.across + row[1] * bend.yaw_rate + row[2] * bend.steer;
                assert!(rate.abs() < 1e-9, "{rate}");
            }
        }
    }
}
