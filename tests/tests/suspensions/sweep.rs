//! A suspension moved through its travel on a chassis at rest.

use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Travel to either side [m].
const TRAVEL: f64 = 0.08;
/// Travel of the wheel between two points [m].
const STEP: f64 = 1e-3;

/// Position and angles of the first wheel.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Height above the design position [m].
    pub travel: f64,
    /// [rad]
    pub camber: f64,
    /// [rad]
    pub toe: f64,
}

/// Points from full rebound to full bump.
pub type Curve = Vec<Point>;

/// The curve of a suspension whose wheels all go up and down together: an axle heaves.
pub fn sweep(rig: &Compiled) -> Curve {
    let mut curve = half(rig, -1.0);
    curve.reverse();
    curve.extend(half(rig, 1.0).into_iter().skip(1));
    curve
}

fn half(rig: &Compiled, direction: f64) -> Curve {
    let mut subject = Interpreted::new(rig);
    let acting = Acting {
        wheels: vec![Default::default(); rig.model.wheels.len()],
        ..Acting::default()
    };
    let place = |name: &str| {
        let outputs = rig.model.outputs.iter();
        let own: Vec<usize> = outputs
            .enumerate()
            .filter(|(_, o)| o.name.ends_with(name))
            .map(|(i, _)| i)
            .collect();
        own[0]
    };
    let [camber, toe, height] = ["camber", "toe", "wheel_z"].map(place);
    let mut q = subject.design();
    let still = vec![0.0; subject.speeds()];
    let start = subject.outputs(&q, &still, &acting)[height];
    let mut curve = Vec::new();
    loop {
        let named = subject.outputs(&q, &still, &acting);
        let point = Point {
            travel: named[height] - start,
            camber: named[camber],
            toe: named[toe],
        };
        curve.push(point);
        if point.travel * direction > TRAVEL {
            return curve;
        }
        let v = heave(rig, &mut subject, &q, &acting);
        let rate = subject.rates(&q, &v, &acting);
        let up = rate.wheels[0].velocity[2];
        for (q, rate) in q.iter_mut().zip(&rate.q) {
            *q += direction * STEP * rate / up;
        }
        while subject.correct_position(&mut q, &acting) > 1e-13 {}
    }
}

/// Speeds at which all wheels rise equally, from one independent speed or from two.
fn heave(rig: &Compiled, subject: &mut Interpreted, q: &[f64], acting: &Acting) -> Vec<f64> {
    let dependent: Vec<usize> = rig.mobility.dependent().collect();
    let spins: Vec<usize> = rig.state.spins.iter().flatten().copied().collect();
    let free =
        (0..subject.speeds()).filter(|speed| !dependent.contains(&rig.state.speeds[*speed]) && !spins.contains(speed));
    let motions: Vec<(Vec<f64>, Vec<f64>)> = free
        .map(|speed| {
            let mut v = vec![0.0; subject.speeds()];
            v[speed] = 1.0;
            subject.correct_velocity(q, &mut v, acting);
            let wheels = subject.rates(q, &v, acting).wheels;
            (v, wheels.iter().map(|wheel| wheel.velocity[2]).collect())
        })
        .collect();
    match &motions[..] {
        [(v, _)] => v.clone(),
        [(v, a), (w, b)] => {
            // Factors of the two speeds at which both wheels rise by one.
            let determinant = a[0] * b[1] - a[1] * b[0];
            let (s, t) = ((b[1] - b[0]) / determinant, (a[0] - a[1]) / determinant);
            v.iter().zip(w).map(|(v, w)| s * v + t * w).collect()
        }
        other => panic!("{} freedoms", other.len()),
    }
}
