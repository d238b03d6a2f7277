//! The largest step with which an explicit method can follow a powertrain.

use nalgebra::{Complex, DMatrix, DVector, Schur};
use wishbone_laws::curve::Samples;
use wishbone_laws::driveline::{Coupled, Engine, HOLDING, Law, Solved, Turning};
use wishbone_laws::stability::Method;

/// Largest stable step of the third-order Adams-Bashforth method for a powertrain [s], in the gear with the shortest step. The
/// wheels of the vehicle have these moments of inertia and roll freely.
pub(super) fn largest<N>(solved: &Solved<N>, wheels: &[f64]) -> f64 {
    let ratios = match &solved.gearbox {
        None => vec![0.0],
        Some((gearbox, _)) => {
            let (forward, reverse) = gearbox.ratios();
            forward.iter().copied().chain([-reverse, 0.0]).collect()
        }
    };
    // Limited slips slide, or hold.
    let ways: &[bool] = match solved.couplings.iter().any(is_limited_slip) {
        true => &[false, true],
        false => &[false],
    };
    let cases = ratios
        .into_iter()
        .flat_map(|ratio| ways.iter().map(move |holds| (ratio, *holds)));
    cases.fold(LONGEST, |step, (ratio, holds)| {
        let system = matrix(solved, wheels, ratio, holds);
        // The method of eigenvalues wants a matrix that is not empty.
        let rates = (!system.is_empty()).then(|| Schur::try_new(system, f64::EPSILON, MOST_ITERATIONS));
        let rates = rates.flatten().map(|schur| schur.complex_eigenvalues());
        rates.map_or(step, |rates| rates.iter().fold(step, |step, rate| shorter(step, *rate)))
    })
}

/// Matrix of the linear system of speeds `x` of free shafts and wheels and twists `θ` of couplings:
/// `M x' = -Σ aᵀ (k θ + c a x)`, `θ' = a x`, with the row `a` of a coupling. A converter has its steepest slopes at the greatest speed of the
/// engines. Limited slips have no twist. While they hold, they let their
/// relative speeds decay: `L x' = -L x / T`, by their torques alone; `L` has their rows.
fn matrix<N>(solved: &Solved<N>, wheels: &[f64], ratio: f64, holds: bool) -> DMatrix<f64> {
    let (shafts, couplings) = (solved.shafts.len(), solved.couplings.len());
    let speeds = shafts + wheels.len();
    let mut mass = DMatrix::from_fn(speeds, speeds, |i, j| match (i < shafts, j < shafts) {
        (true, true) => solved.mass[i][j],
        (false, false) if i == j => wheels[i - shafts],
        (true, false) | (false, true) | (false, false) => 0.0,
    });
    let mut output = DVector::zeros(speeds);
    if let Some((gearbox, row)) = &solved.gearbox {
        row.iter().enumerate().for_each(|(k, part)| output[k] = *part);
        mass += gearbox.inertia * ratio * ratio * &output * output.transpose();
    }
    let side = |side: &Turning| {
        let mut row = side.of_input() * ratio * &output;
        for k in 0..shafts {
            row[k] += side.of_shaft(k);
        }
        for k in 0..wheels.len() {
            row[shafts + k] += side.of_wheel(k);
        }
        row
    };
    let row = |coupled: &Coupled<N>| side(&coupled.from) - side(&coupled.to);
    let fastest = solved.engines.iter().map(|(_, engine, _)| top_speed(engine));
    let fastest = fastest.fold(0.0, f64::max);
    let inverse = mass.try_inverse().unwrap_or_else(|| DMatrix::zeros(speeds, speeds));
    let mut system = DMatrix::zeros(speeds + couplings, speeds + couplings);
    for (place, coupled) in solved.couplings.iter().enumerate() {
        // In neutral the input of the gearbox follows without a torque.
        let is_free = ratio == 0.0 && coupled.from.of_input() != coupled.to.of_input();
        if is_free || is_limited_slip(coupled) {
            continue;
        }
        let converter = match &coupled.law {
            Law::Converter(converter) => Some(converter),
            Law::Elastic { .. } | Law::Clutch { .. } | Law::LimitedSlip { .. } => None,
        };
        if let Some(converter) = converter {
            if fastest > 0.0 {
                let [pump, turbine] = [&coupled.from, &coupled.to].map(side);
                let slopes = converter
                    .steepest(fastest)
                    .map(|[own, other]| own * &pump + other * &turbine);
                let torques = &turbine * slopes[1].transpose() - &pump * slopes[0].transpose();
                let mut among = system.view_mut((0, 0), (speeds, speeds));
                among += &inverse * torques;
            }
            continue;
        }
        let row = row(coupled);
        let pushed = &inverse * &row;
        let damping = coupled.law.damping() * &pushed * row.transpose();
        let mut among = system.view_mut((0, 0), (speeds, speeds));
        among -= damping;
        let mut twist = system.view_mut((0, speeds + place), (speeds, 1));
        twist -= coupled.law.stiffness() * pushed;
        system
            .view_mut((speeds + place, 0), (1, speeds))
            .copy_from(&row.transpose());
    }
    let locks: Vec<_> = solved
        .couplings
        .iter()
        .filter(|coupled| is_limited_slip(coupled))
        .collect();
    if holds && !locks.is_empty() {
        let rows = DMatrix::from_fn(locks.len(), speeds, |k, speed| row(locks[k])[speed]);
        hold(&mut system, &rows, &inverse);
    }
    system
}

/// The end of the band in which the fuel is cut, or the last speed with a torque [rad/s].
pub(super) fn top_speed(engine: &Engine) -> f64 {
    engine.limit.map_or_else(|| last_speed(&engine.full), |[_, end]| end)
}

/// The last speed of a curve at which the torque is not zero yet [rad/s].
fn last_speed(curve: &Samples) -> f64 {
    let points: Vec<[f64; 2]> = curve.points().collect();
    let last = points.iter().rposition(|[_, torque]| *torque != 0.0);
    points
        .get(last.map_or(0, |last| last + 1))
        .or(points.last())
        .map_or(0.0, |[speed, _]| *speed)
}

fn is_limited_slip<N>(coupled: &Coupled<N>) -> bool {
    coupled.law.capacity(0.0).is_some()
}

/// Lets the relative speeds with these rows decay in a system with this inverse of its mass matrix; does nothing if
/// gears couple two of these speeds to each other.
fn hold(system: &mut DMatrix<f64>, rows: &DMatrix<f64>, inverse: &DMatrix<f64>) {
    let along = inverse * rows.transpose();
    let Some(by_mobility) = (rows * &along).try_inverse() else {
        return;
    };
    let speeds = rows.ncols();
    let mut among = system.rows_mut(0, speeds);
    let mut rates = rows * &among;
    let mut of_speeds = rates.columns_mut(0, speeds);
    of_speeds += rows / HOLDING;
    among -= along * by_mobility * rates;
}

/// Largest number of iterations for the eigenvalues.
const MOST_ITERATIONS: usize = 10_000;

/// Longest step that is tried [s].
const LONGEST: f64 = 0.1;

/// Product of step and rate up to which the method is stable for every mode that does not grow on its own.
const BORNE: f64 = 0.3;

/// The largest step with which the method is stable for `x' = rate x` [s], but at most the given step.
fn shorter(step: f64, rate: Complex<f64>) -> f64 {
    // Slow modes and rolling on, which does not decay by itself, set no bound.
    let sets_none = rate.norm() * LONGEST < BORNE || rate.re > -1e-9 * rate.norm() && rate.im == 0.0;
    // A mode whose own bound is far above the present step sets none, either.
    if sets_none || rate.re <= 0.0 && rate.norm() * step < BORNE {
        return step;
    }
    Method::AdamsBashforth3.largest_step([rate.re, rate.im]).min(step)
}

#[cfg(test)]
mod tests {
    use super::{BORNE, LONGEST, Method, largest, shorter};
    use nalgebra::Complex;
    use std::f64::consts::FRAC_PI_2;
    use wishbone_laws::curve::Samples;
    use wishbone_laws::driveline::{Capacity, Converter, Engine, Graph};

    /// The limits of the method: 6/11 on the real axis, and 0.693 and 0.609 at damping ratios of 0.1 and 0.5.
    #[test]
    fn limits_of_the_method_are_the_known_ones() {
        assert!((shorter(LONGEST, Complex::new(-100.0, 0.0)) - 0.0054545).abs() < 1e-6);
        for (ratio, limit) in [(0.1, 0.693), (0.5, 0.609)] {
            let rate = 100.0 * Complex::new(-ratio, f64::sqrt(1.0 - ratio * ratio));
            let step = shorter(LONGEST, rate);
            assert!((step - limit / 100.0).abs() < 1e-5, "{ratio}: {step}");
            assert_eq!(shorter(0.5 * step, rate), 0.5 * step);
        }
    }

    /// A pump before a flywheel decays at the slope of its torque by its inertia: for a constant torque `T` at the speed `p0` this slope is at most
    /// `1.02 T p / (0.02 p0²)`, at two percent of slip. Capacity factors of the same torque have the same slope.
    #[test]
    fn converters_bound_the_step() {
        let (inertia, top, [torque, at]) = (0.2, 600.0, [150.0_f64, 200.0]);
        let engine = Engine {
            full: Samples::constant(100.0),
            closed: Samples::constant(0.0),
            idle: None,
            limit: Some([590.0, top]),
        };
        let slope = 1.02 * torque * top / (0.02 * at * at);
        let wanted = 6.0 / 11.0 * inertia / slope;
        let torques = Capacity::Torques {
            torques: Samples::constant(torque),
            at,
        };
        let factors = Capacity::Factors(Samples::constant(at / torque.sqrt()));
        for capacity in [torques, factors] {
            let mut graph = Graph::new();
            let crank = graph.shaft("crank", inertia);
            let flywheel = graph.shaft("flywheel", 1e6);
            graph.engine("engine", crank, engine);
            let converter = Converter {
                capacity,
                ratio: Samples::constant(1.0),
            };
            graph.converter("converter", crank.into(), flywheel.into(), converter);
            let found = largest(&graph.solve(0).expect("sound"), &[]);
            assert!((found / wanted - 1.0).abs() < 0.01, "{found}, not {wanted}");
        }
    }

    /// In every direction without growth the method is stable up to a product of step and rate of at least 0.3.
    #[test]
    fn modes_far_from_their_bound_set_none() {
        for part in 0..=90 {
            let angle = FRAC_PI_2 * (1.0 + f64::from(part) / 90.0);
            let borne = Method::AdamsBashforth3.largest_step([angle.cos().min(0.0), angle.sin()]);
            assert!(borne > BORNE, "{part}: {borne}");
        }
    }
}
