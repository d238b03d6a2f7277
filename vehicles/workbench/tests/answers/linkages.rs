//! Given positions of a linkage: the linkage stays on the branch of its design, and its reach is reported.

use super::cars;
use wishbone_workbench::progress::silent;
use wishbone_workbench::run::Asked;
use wishbone_workbench::studies::manoeuvre::{Method, Start, quantity::OfJoint};
use wishbone_workbench::vehicle::Vehicle;

/// A linkage whose joints are all corrected together starts at the given angle of its crank, or of its rocker, on the
/// branch of its design. The other road is the length of the rod. The ends of the rod move on circles, and their
/// distance is the distance in the design. The root of this equation is followed from the design in small steps.
#[test]
fn a_linkage_starts_on_the_branch_of_its_design() {
    let design = Linkage::with_ball_at(0.25);
    for angle in [0.3, 1.0, 1.6, 2.0, 2.4, -0.5, -1.0, -1.6] {
        let [crank, rocker] = design.started("turn", angle).expect("it starts");
        let own = design.rocker_at(angle);
        assert!((crank - angle).abs() < 1e-7, "{crank} for {angle}");
        assert!((rocker - own).abs() < 1e-6, "at {angle}: {rocker}, for {own}");
    }
    for (angle, end) in [(3.0, "2.52"), (-2.0, "-1.63")] {
        let told = design.started("turn", angle).expect_err("the rod is too short");
        assert!(told.contains("`turn` does not reach"), "{told}");
        assert!(told.contains(&format!("it comes to {end}")), "{told}");
    }
    let told = design
        .started("rock", -0.1)
        .expect_err("the design is a dead point of the rocker");
    assert!(told.contains("`rock`: nothing moves it from where it stands"), "{told}");

    let lower = Linkage::with_ball_at(0.1);
    for own in [0.04, 0.05, -0.1] {
        let [crank, rocker] = lower.started("rock", own).expect("it starts");
        assert!((rocker - own).abs() < 1e-7, "{rocker} for {own}");
        assert!((lower.rocker_at(crank) - own).abs() < 1e-6, "{crank} for {own}");
    }
    let told = lower.started("rock", 0.2).expect_err("the rod is too short");
    assert!(told.contains("`rock` does not reach 0.2"), "{told}");
}

/// [`cars::LINKAGE`] with its ball at another height [m].
struct Linkage {
    vehicle: Vehicle,
    ball: [f64; 3],
}

impl Linkage {
    fn with_ball_at(height: f64) -> Self {
        let text = cars::LINKAGE.replace("at: [0.5, 0.2, 0.25]", &format!("at: [0.5, 0.2, {height}]"));
        Self {
            vehicle: Vehicle::of_text("linkage.txt", &text),
            ball: [0.5, 0.2, height],
        }
    }

    /// Angles of crank and rocker [rad] in the first row of a run that starts with the given angle of a joint.
    fn started(&self, joint: &str, angle: f64) -> Result<[f64; 2], String> {
        let asked = Asked {
            duration: 1e-6,
            step: 1e-6,
            every: 1e-6,
            method: Method::Rk4,
            drives: Vec::new(),
            start: Start {
                positions: [(joint.to_owned(), OfJoint::si(angle))].into(),
                ..Start::default()
            },
        };
        let found = self.vehicle.run(&asked, &silent).map_err(|told| told.to_string())?;
        let first = |name: &str| found.table.column(name).expect("a column")[0];
        Ok([first("crank_angle"), first("rocker_angle")])
    }

    /// Distance of the ends of the rod [m].
    fn distance(&self, crank: f64, rocker: f64) -> f64 {
        let pin = turned([0.1, 0.0, 0.05], [0.1, 1.0, 0.05], [0.0; 3], crank);
        let ball = turned(self.ball, [0.3, 1.0, 0.1], [0.6, 0.1, 0.0], rocker);
        (0..3).map(|k| (pin[k] - ball[k]).powi(2)).sum::<f64>().sqrt()
    }

    /// Angle of the rocker [rad], followed from the design by Newton's method.
    fn rocker_at(&self, crank: f64) -> f64 {
        let length = self.distance(0.0, 0.0);
        (1..=2000).fold(0.0, |rocker, step| {
            let crank = crank * f64::from(step) / 2000.0;
            (0..4).fold(rocker, |rocker, _| {
                let slope = (self.distance(crank, rocker + 1e-6) - self.distance(crank, rocker - 1e-6)) / 2e-6;
                rocker - (self.distance(crank, rocker) - length) / slope
            })
        })
    }
}

/// A point that turns about an axis through another point.
fn turned(point: [f64; 3], axis: [f64; 3], through: [f64; 3], angle: f64) -> [f64; 3] {
    let axis = nalgebra::Unit::new_normalize(nalgebra::Vector3::from(axis));
    let arm = nalgebra::Vector3::from(point) - nalgebra::Vector3::from(through);
    let turned = nalgebra::Rotation3::from_axis_angle(&axis, angle) * arm;
    (turned + nalgebra::Vector3::from(through)).into()
}
