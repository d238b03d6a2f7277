//! Plausible cars at random: the texts of their declarations, and the choices that were drawn.
//!
//! [`random`] draws a car from a seed. It chooses a suspension of the compiler's library for each axle and moves its
//! hardpoints, also between left and right. It chooses static camber and toe, a rack, a pitman arm or a column, one of
//! four kinds of tyres, and the driven wheels. The same seed gives the same car.
//!
//! ```
//! let car = wishbone_cars::random(7);
//! assert!(car.text.contains("body chassis"));
//! println!("{car}\n{}", car.text);
//! ```
//!
//! X points forward, Y to the left, Z up; the origin is in the middle of the front axle at the height of the wheel centres. Declarations
//! are in the grammar of `vehicle! { .. }`. A Magic Formula tyre names a file, whose text [`Car::file`] gives.

mod equipment;
mod hardpoints;
mod suspension;

pub use equipment::{Driven, Steering, Tyre};
pub use suspension::Suspension;

use fastrand::Rng;
use std::fmt;

/// A car, and the choices that were drawn for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Car {
    /// The seed.
    pub seed: u64,
    /// Declaration of the car.
    pub text: String,
    /// Suspension of the front axle.
    pub front: Suspension,
    /// Suspension of the rear axle.
    pub rear: Suspension,
    /// Steering of the front wheels.
    pub steering: Steering,
    /// Tyres of all wheels.
    pub tyre: Tyre,
    /// Driven wheels.
    pub driven: Driven,
    /// Names of the wheels: front left, front right, rear left, rear right.
    pub wheels: [String; 4],
    /// Static camber of the wheels [deg], in the order of `wheels`; positive if the top leans outward.
    pub camber: [f64; 4],
    /// Static toe of the wheels [deg]; positive if the front points inward.
    pub toe: [f64; 4],
    /// Distance between the axles [m].
    pub wheelbase: f64,
}

impl Car {
    /// The text of a file that the declaration names; `None` if it names no such file.
    pub fn file(&self, name: &str) -> Option<&'static str> {
        (name == equipment::PROPERTY_FILE).then_some(equipment::PROPERTIES)
    }

    /// Whether a suspension yields to loads by bushings or leaf springs.
    pub fn is_compliant(&self) -> bool {
        self.front.is_compliant() || self.rear.is_compliant()
    }
}

impl fmt::Display for Car {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "car {}: {:?} in front, {:?} at the rear, {:?}, {:?} tyres, {:?} driven",
            self.seed, self.front, self.rear, self.steering, self.tyre, self.driven
        )
    }
}

/// The car of a seed.
pub fn random(seed: u64) -> Car {
    let mut rng = Rng::with_seed(seed);
    let front = *suspension::pick(&mut rng, &Suspension::STEERED);
    let rear = *suspension::pick(&mut rng, &Suspension::ALL);
    built(seed, &mut rng, front, rear)
}

/// The car of a seed, but with these suspensions.
///
/// # Panics
/// If the front suspension does not steer.
pub fn with(seed: u64, front: Suspension, rear: Suspension) -> Car {
    assert!(Suspension::STEERED.contains(&front), "{front:?} does not steer");
    built(seed, &mut Rng::with_seed(seed), front, rear)
}

/// One car for each suspension that can steer, used in front, and one for each suspension, used at the rear.
pub fn each_suspension() -> impl Iterator<Item = Car> {
    let fronts = Suspension::STEERED
        .iter()
        .map(|&front| with(1, front, Suspension::TrailingArm));
    let rears = Suspension::ALL
        .iter()
        .map(|&rear| with(2, Suspension::DoubleWishbone, rear));
    fronts.chain(rears)
}

fn built(seed: u64, rng: &mut Rng, front: Suspension, rear: Suspension) -> Car {
    let steering = *suspension::pick(rng, &Steering::ALL);
    let tyre = Tyre::of(seed, rng);
    let driven = *suspension::pick(rng, &Driven::ALL);
    let wheelbase = suspension::within(rng, 2.4, 2.95);
    let mass = suspension::within(rng, 800.0, 1900.0);
    let share = suspension::within(rng, 0.38, 0.55);
    let height = suspension::within(rng, 0.15, 0.4);
    let front_axle = suspension::Axle::new(rng, front, "front", steering.body(), 0.0);
    let rear_axle = suspension::Axle::new(rng, rear, "rear", "chassis", -wheelbase);
    let wheels: [String; 4] = [&front_axle, &rear_axle]
        .map(|axle| axle.wheels.clone())
        .concat()
        .try_into()
        .expect("two wheels on each axle");
    let mut includes: Vec<&str> = [front.file(), rear.file()].into();
    includes.extend(steering.file());
    includes.sort_unstable();
    includes.dedup();
    let mut text = format!("Car{seed} {{\n    gravity: 9.81 m/s^2\n");
    for file in includes {
        text += &format!("    include \"wishbone/{file}.txt\"\n");
    }
    text += &format!(
        "    body chassis {{ mass: {mass:.1} kg, com: [{:.3}, {:.3}, {height:.3}] m, inertia: [{:.1}, {:.1}, {:.1}] kg*m^2 }}\n",
        -share * wheelbase,
        suspension::within(rng, -0.03, 0.03),
        0.34 * mass,
        1.3 * mass,
        1.45 * mass
    );
    text += "    joint motion: free(ground, chassis)\n";
    text += &steering.text();
    text += &front_axle.text;
    text += &rear_axle.text;
    text += &tyre.text();
    text += &driven.text(&wheels);
    text += "    brakes discs: on(all) { torque: [1.6, 1.6, 0.7, 0.7] kN*m }\n}\n";
    let [camber, toe] = [
        [front_axle.camber, rear_axle.camber].concat(),
        [front_axle.toe, rear_axle.toe].concat(),
    ]
    .map(|angles| angles.try_into().expect("two wheels on each axle"));
    Car {
        seed,
        text,
        front,
        rear,
        steering,
        tyre,
        driven,
        wheels,
        camber,
        toe,
        wheelbase,
    }
}
