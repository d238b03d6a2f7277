//! A driver who looks ahead and steers along a path.

use super::{Arms, Path, Waypoint};
use crate::description::Description;
use crate::marker::MarkerPort;
use crate::math::sqrt;
use crate::ports::{Drive, InputPorts};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};

/// Steers one drive of a vehicle, a rack or a steering wheel, so that a marker follows a path.
///
/// **Aim of the driver.** The marker is at `p` and moves with the speed `v` in the direction `e` in the plane. The
/// nearest point of the path is `p₀`, its direction `e₀`. For each of `N` previews, the driver looks at the point of
/// the path at the distance `L = v T + L₀` beyond `p₀`. The circle through that point that begins at `p` along `e` has
/// the curvature `c = 2 y / (x² + y²)`, where `x` and `y` are the point's coordinates along and left of `e`. This
/// circle from `p₀` along `e₀` has the curvature `c₀`. The wanted curvature is
///
/// `c(v t) + Σ g (c - c₀) / Σ g`,
///
/// where `c(v t)` is the curvature of the path at the distance that the vehicle travels in the time `t`, the field
/// `lead`. `g` are the gains. It is a simple form of MacAdam's law (IEEE Trans. SMC-11, 1981), in which steering is a
/// weighted sum of the previewed errors. A vehicle that follows the wanted curvature without delay stays on any path. A
/// small error `y` of the position decays with `y'' + 2 y'/T + 2 y/T² = 0`, if there is one preview and `L₀` is zero.
///
/// **Model of the vehicle.** For a curvature, the driver assumes the angle of the front wheels of the linear
/// single-track model: `c (l + K v²)`, with the wheelbase `l` and the understeer gradient `K`. The position of the
/// drive is this angle multiplied by `ratio`.
///
/// **Motion of the drive.** The position `x` of the drive is a state, with its velocity and acceleration, so that the
/// motion of the driven joint is consistent. It follows the wanted position like [`Arms`].
///
/// The state is position [rad or m], velocity and acceleration of the drive. The station is a memory of the driver:
/// each step searches from the station at the end of the last step. Below 0.1 m/s the direction `e` is the direction of
/// the vehicle's X axis at the marker, and not the direction of the velocity. At rest, `L₀` must be above zero:
/// otherwise the motion is NaN, which a step refuses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathFollower<P, const N: usize> {
    /// The path of the marker.
    pub path: P,
    /// Points that the driver looks at. The sum of the gains must not be zero, otherwise the motion is NaN.
    pub previews: [Preview; N],
    /// Conversion of a curvature into a motion of the drive.
    pub steering: Steering,
    drive: usize,
    marker: MarkerPort,
    /// Nearest station after the last step, from which searches begin [m].
    begin: f64,
    /// Nearest station at the last evaluation [m].
    station: f64,
    /// Distance of the marker from the path at the last evaluation, positive on the left [m].
    offset: f64,
    /// Curvature wanted at the last evaluation [1/m].
    curvature: f64,
}

/// A point that the driver looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preview {
    /// Time `T` until the point is reached [s].
    pub time: f64,
    /// Weight `g` of the point among all previews.
    pub gain: f64,
}

/// Conversion of a curvature into a motion of the drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steering {
    /// Position of the drive per angle of the front wheels [rad/rad or m/rad]; negative if a positive position steers to the right.
    pub ratio: f64,
    /// Wheelbase `l` [m].
    pub wheelbase: f64,
    /// Understeer gradient `K`: angle of the front wheels per lateral acceleration [rad s²/m].
    pub understeer: f64,
    /// Speed of the driver's arms `w` [rad/s].
    pub bandwidth: f64,
    /// Largest position of the drive, on both sides [rad or m].
    pub most: f64,
    /// Largest velocity of the drive [rad/s or m/s].
    pub fastest: f64,
    /// Time `t` by which the driver looks ahead at the curvature of the path, about the delay of driver and vehicle
    /// [s].
    pub lead: f64,
    /// Part `L₀` of the preview distance that does not grow with the speed [m].
    pub shortest: f64,
}

impl<P: Path, const N: usize> PathFollower<P, N> {
    /// Steers the drive so that the marker follows the path; drive and marker are given by name. `None` if the vehicle
    /// lacks one of them. The search for the path begins at station zero.
    pub fn of(
        vehicle: &Description,
        drive: &str,
        marker: &str,
        path: P,
        previews: [Preview; N],
        steering: Steering,
    ) -> Option<Self> {
        let drive = vehicle.drives.iter().position(|name| *name == drive)?;
        Some(Self::at(
            drive,
            MarkerPort::of(vehicle, marker)?,
            path,
            previews,
            steering,
        ))
    }

    /// This follower with the drive given by its position in the vehicle's drives; a position beyond the last drive steers
    /// nothing.
    pub fn at(drive: usize, marker: MarkerPort, path: P, previews: [Preview; N], steering: Steering) -> Self {
        Self {
            path,
            previews,
            steering,
            drive,
            marker,
            begin: 0.0,
            station: 0.0,
            offset: 0.0,
            curvature: 0.0,
        }
    }

    /// This follower, with a search for the path that begins at the given station [m].
    #[must_use]
    pub fn from_station(mut self, station: f64) -> Self {
        self.begin = station;
        self
    }

    /// The marker that follows the path.
    pub fn marker(&self) -> MarkerPort {
        self.marker
    }

    /// Station nearest to the marker at the last evaluation [m].
    pub fn station(&self) -> f64 {
        self.station
    }

    /// Distance of the marker from the path at the last evaluation, positive on its left [m].
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// Wanted curvature for a marker at `point` that moves with `speed` along `direction`, a unit vector.
    fn wanted(&self, here: &Waypoint, point: [f64; 2], speed: f64, direction: [f64; 2]) -> f64 {
        let stretch = here.stretch();
        let beyond = |ahead: f64| self.path.at(self.station + ahead / stretch);
        let tangent = here.first.map(|x| x / stretch);
        let (mut sum, mut weights) = (0.0, 0.0);
        for preview in &self.previews {
            let seen = beyond(speed * preview.time + self.steering.shortest).position;
            sum += preview.gain * (circle(point, direction, seen) - circle(here.position, tangent, seen));
            weights += preview.gain;
        }
        beyond(speed * self.steering.lead).curvature() + sum / weights
    }
}

/// Curvature of the circle that begins at a point along `direction`, a unit vector, and passes through a second point.
fn circle(from: [f64; 2], direction: [f64; 2], to: [f64; 2]) -> f64 {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    2.0 * (dy * direction[0] - dx * direction[1]) / (dx * dx + dy * dy)
}

/// Speed below which the direction of the marker's X axis replaces the direction of its velocity [m/s].
const SLOWEST: f64 = 0.1;

impl<S: Solver, P: Path, const N: usize> Subsystem<S> for PathFollower<P, N> {
    type State = [f64; 3];

    fn drive(&mut self, _time: f64, [position, velocity, acceleration]: &[f64; 3], inputs: &mut S::Inputs) {
        if let Some(drive) = inputs.drives().get_mut(self.drive) {
            *drive = Drive {
                position: *position,
                velocity: *velocity,
                acceleration: *acceleration,
            };
        }
    }

    fn load(&mut self, now: &Now<'_, [f64; 3]>, _inputs: &mut S::Inputs) -> [f64; 3] {
        let marker = self.marker.motion(now);
        let [point, velocity] = [marker.position, marker.velocity].map(|[x, y, _]| [x, y]);
        let speed = length(velocity);
        let axis = [marker.rotation[0][0], marker.rotation[1][0]];
        let (heading, size) = if speed > SLOWEST {
            (velocity, speed)
        } else {
            (axis, length(axis))
        };
        let direction = heading.map(|x| x / size);

        self.station = self.path.nearest(point, self.begin);
        let here = self.path.at(self.station);
        self.offset = here.offset(point);
        self.curvature = self.wanted(&here, point, speed, direction);

        let law = &self.steering;
        let angle = self.curvature * (law.wheelbase + law.understeer * speed * speed);
        let arms = Arms {
            bandwidth: law.bandwidth,
            most: law.most,
            fastest: law.fastest,
        };
        let [_, velocity, acceleration] = *now.state;
        let jerk = arms.jerk(law.ratio * angle, *now.state);
        [velocity, acceleration, jerk]
    }

    fn stepped(&mut self, _time: f64, _h: f64, _state: &mut [f64; 3]) {
        self.begin = self.station;
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.begin);
    }

    fn states(&self, state: &[f64; 3], tell: &mut dyn FnMut(Quantity)) {
        for (index, value) in state.iter().enumerate() {
            tell(Quantity::at(index, "steering", "", *value));
        }
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("station", "m", self.station));
        tell(Quantity::new("offset_from_path", "m", self.offset));
        tell(Quantity::new("wanted_curvature", "1/m", self.curvature));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("ratio", "", &mut self.steering.ratio));
        lend(Quantity::new("wheelbase", "m", &mut self.steering.wheelbase));
        lend(Quantity::new("understeer", "rad s^2/m", &mut self.steering.understeer));
        lend(Quantity::new("bandwidth", "rad/s", &mut self.steering.bandwidth));
        lend(Quantity::new("lead", "s", &mut self.steering.lead));
        for (index, preview) in self.previews.iter_mut().enumerate() {
            lend(Quantity::at(index, "preview_time", "s", &mut preview.time));
            lend(Quantity::at(index, "preview_gain", "", &mut preview.gain));
        }
    }
}

fn length([x, y]: [f64; 2]) -> f64 {
    sqrt(x * x + y * y)
}
