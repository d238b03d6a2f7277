//! A vehicle as its driver knows it: the linear single-track model.

/// A vehicle with one front and one rear wheel, whose side forces grow with their slip angles.
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
    /// Mean angle of the front wheels as given by the steering wheel [rad].
    pub steer: f64,
}

impl SingleTrack {
    /// The model that drives a steady bend as the vehicle does. Its stiffnesses contain all effects that turn the wheels against
    /// the path, such as compliance and roll steer. `None` if the stiffness of an axle would not be positive.
    ///
    /// The balance gives the forces `F_f = m v r x_r / (x_r - x_f)` and `F_r = m v r x_f / (x_f - x_r)`. The slip angles are `α_f =
    /// δ - (v_y + x_f r) / v` and `α_r = -(v_y + x_r r) / v`. The stiffnesses are `F / α`.
    pub fn of_bend(mass: f64, yaw_inertia: f64, axles: [f64; 2], bend: &SteadyBend) -> Option<Self> {
        let [front, rear] = axles;
        let side = mass * bend.speed * bend.yaw_rate / (front - rear);
        let slip = |x: f64| -(bend.across + x * bend.yaw_rate) / bend.speed;
        let stiffness = [-side * rear / (bend.steer + slip(front)), side * front / slip(rear)];
        let is_sound = |x: f64| x > 0.0 && x.is_finite();
        (is_sound(mass) && is_sound(yaw_inertia) && stiffness.into_iter().all(is_sound)).then_some(Self {
            mass,
            yaw_inertia,
            axles,
            stiffness,
        })
    }

    /// Derivatives of the rates of `v_y` [m/s²] and of the yaw rate [rad/s²] by `v_y`, yaw rate and front wheel angle, at a speed
    /// [m/s].
    pub fn rates(&self, speed: f64) -> [[f64; 3]; 2] {
        let ([front, rear], [at_front, at_rear]) = (self.axles, self.stiffness);
        let row = |arms: [f64; 2], inertia: f64| {
            let [f, r] = [arms[0] * at_front / inertia, arms[1] * at_rear / inertia];
            [-(f + r) / speed, -(f * front + r * rear) / speed, f]
        };
        let mut along_y = row([1.0; 2], self.mass);
        along_y[1] -= speed;
        [along_y, row(self.axles, self.yaw_inertia)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bend by the textbook: the steer angle follows from the understeer gradient of weights and stiffnesses. The model found in
    /// this bend is the original one.
    #[test]
    fn the_model_of_a_bend_is_the_vehicle_that_drives_it() {
        let vehicle = SingleTrack {
            mass: 1500.0,
            yaw_inertia: 2400.0,
            axles: [1.2, -1.5],
            stiffness: [90e3, 120e3],
        };
        let (speed, lateral) = (25.0, 2.0);
        let [front, rear] = vehicle.axles;
        let wheelbase = front - rear;
        let understeer = vehicle.mass / wheelbase * (-rear / vehicle.stiffness[0] - front / vehicle.stiffness[1]);
        let yaw_rate = lateral / speed;
        let bend = SteadyBend {
            speed,
            across: -rear * yaw_rate - speed * vehicle.mass * front * lateral / (wheelbase * vehicle.stiffness[1]),
            yaw_rate,
            steer: wheelbase * yaw_rate / speed + understeer * lateral,
        };
        let found = SingleTrack::of_bend(vehicle.mass, vehicle.yaw_inertia, vehicle.axles, &bend).expect("sound");
        for (found, own) in found.stiffness.iter().zip(vehicle.stiffness) {
            assert!((found / own - 1.0).abs() < 1e-12, "{found} {own}");
        }
        for row in found.rates(speed) {
            let rate = row[0] * bend.across + row[1] * bend.yaw_rate + row[2] * bend.steer;
            assert!(rate.abs() < 1e-9, "{rate}");
        }
    }
}
