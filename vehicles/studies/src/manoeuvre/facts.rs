//! Facts of a vehicle that figures need: axles, steering ratio, loads at rest.

use wishbone::prelude::*;

/// Facts of a vehicle at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Name of each wheel.
    pub wheels: Vec<&'static str>,
    /// Centres of the wheels, relative to the chassis' centre of mass, world axes at rest [m].
    pub centres: Vec<[f64; 3]>,
    /// Position of the chassis' centre of mass at rest [m].
    pub com: [f64; 3],
    /// Whether each wheel is steered.
    pub steered: Vec<bool>,
    /// Angle of the steering wheel per mean angle of the steered wheels; none without declared steering.
    pub ratio: Option<f64>,
    /// Loads of the wheels at rest [N].
    pub loads: Vec<f64>,
}

/// Angle of the steering wheel for which the angles of the wheels are measured [rad].
const SMALL: f64 = 0.05;
/// Least change of a wheel's angle by which it counts as steered, per angle of the steering wheel.
const STEERED: f64 = 1e-3;

impl Facts {
    /// Facts of a vehicle in a state of rest under these inputs; `steering` gives the drive that its steering wheel moves, and how far [rad or m per rad].
    pub fn of<S: Solver + Clone>(
        solver: &S,
        inputs: &S::Inputs,
        rest: &S::State,
        chassis: usize,
        steering: Option<(usize, f64)>,
        loads: Vec<f64>,
    ) -> Self {
        let mut solver = solver.clone();
        let com = solver.bodies(rest, inputs, &S::State::zero())[chassis].com;
        solver.kinematics(rest, inputs);
        let wheels = solver.wheels().to_vec();
        let mut facts = Self {
            wheels: solver.description().wheels.to_vec(),
            centres: wheels
                .iter()
                .map(|wheel| [0, 1, 2].map(|k| wheel.centre[k] - com[k]))
                .collect(),
            com,
            steered: vec![false; wheels.len()],
            ratio: None,
            loads,
        };
        if let Some((drive, per_angle)) = steering {
            facts.steer(&mut solver, inputs, rest, (drive, per_angle));
        }
        facts
    }

    /// Measures which wheels turn with the steering wheel, and by how much.
    fn steer<S: Solver>(
        &mut self,
        solver: &mut S,
        at_rest: &S::Inputs,
        rest: &S::State,
        (drive, per_angle): (usize, f64),
    ) {
        let mut headings = |angle: f64| -> Option<Vec<f64>> {
            let (mut state, mut inputs) = (rest.clone(), at_rest.clone());
            inputs.drives().get_mut(drive)?.position += angle * per_angle;
            let _ = solver.close(&mut state, &inputs, &Projection::ASSEMBLY).ok()?;
            solver.kinematics(&state, &inputs);
            Some(solver.wheels().iter().map(heading).collect())
        };
        let (Some(left), Some(right)) = (headings(SMALL), headings(-SMALL)) else {
            return;
        };
        let turned: Vec<f64> = left.iter().zip(&right).map(|(a, b)| (a - b) / (2.0 * SMALL)).collect();
        self.steered = turned.iter().map(|turned| turned.abs() > STEERED).collect();
        let moved: Vec<f64> = turned.into_iter().filter(|turned| turned.abs() > STEERED).collect();
        self.ratio = (!moved.is_empty()).then(|| moved.len() as f64 / moved.iter().sum::<f64>());
    }

    /// X of front and rear axle relative to the centre of mass [m]: the means of the steered wheels and of those that are not; without
    /// steering those of the wheels ahead of the middle and behind it.
    pub fn axles(&self) -> [f64; 2] {
        let [front, rear] = self.split();
        [front, rear].map(|wheels| mean(wheels.iter().map(|&wheel| self.centres[wheel][0])))
    }

    /// Wheels of the front and of the rear.
    pub fn split(&self) -> [Vec<usize>; 2] {
        let middle = mean(self.centres.iter().map(|centre| centre[0]));
        let is_told = self.steered.contains(&true) && self.steered.contains(&false);
        let (front, rear) = (0..self.centres.len()).partition(|&wheel| match is_told {
            true => self.steered[wheel],
            false => self.centres[wheel][0] > middle,
        });
        [front, rear]
    }

    /// Wheelbase [m]; zero with one axle.
    pub fn wheelbase(&self) -> f64 {
        let [front, rear] = self.axles();
        if (front - rear).is_finite() { front - rear } else { 0.0 }
    }

    /// Width between cones: the largest distance of two wheel centres across, and 0.2 m [m].
    pub fn width(&self) -> f64 {
        let across = || self.centres.iter().map(|centre| centre[1]);
        let (most, least) = (across().fold(f64::MIN, f64::max), across().fold(f64::MAX, f64::min));
        (most - least).max(0.0) + 0.2
    }

    /// Middle of all wheels at rest, world axes [m].
    pub fn middle(&self) -> [f64; 2] {
        [0, 1].map(|k| self.com[k] + mean(self.centres.iter().map(|centre| centre[k])))
    }
}

/// Angle of the wheel's heading about Z [rad]; the heading is the spin axis crossed with Z.
fn heading(wheel: &WheelMotion) -> f64 {
    (-wheel.axis[0]).atan2(wheel.axis[1])
}

/// Mean of numbers; NaN of none.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    sum / count
}
