//! Sensitivities, tolerances and fits, compared with closed forms and with designs that are declared again.

use wishbone::solver::Solver;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile_tuned;
use wishbone_engine::Engine;
use wishbone_studies::characteristics::{Characteristic, Stations, Subject, Survey};
use wishbone_studies::fit::Free;
use wishbone_studies::rig::{Rig, Steering};
use wishbone_studies::sensitivity::{Adjust, Adjustable, Coordinate, Sensitivities};
use wishbone_studies::tolerance::{Distribution, Tolerance};

/// Half axles that swing about pivots beside the middle plane, with vertical springs.
const SWING_AXLE: &str = "SwingAxle {
    points { pivot: [0, 0.1, 0.4] m }
    body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, chassis)
    mirror left as right {
        body axle { mass: 30 kg, com: [0, 0.5, 0.33] m, inertia: [1, 0.5, 1] kg*m^2 }
        joint pivot: revolute(chassis, axle) { axis: x, at: pivot }
        spring coil: between(chassis, axle) { from: [0, 0.5, 5.33] m, to: [0, 0.5, 0.33] m, rate: 40 kN/m, free_length: 5 m }
        wheel tyre: on(axle) { centre: [0, 0.7, 0.3] m, radius: 0.3 m }
        output length: length(coil)
    }
}";

const TRAILING_ARM: &str = "TrailingArms {
    points { pivot: [-1, 0.5, 0.35] m }
    body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, chassis)
    mirror left as right {
        body arm { mass: 30 kg, com: [-1.2, 0.6, 0.33] m, inertia: [1, 0.5, 1] kg*m^2 }
        joint pivot: revolute(chassis, arm) { axis: y, at: pivot }
        wheel tyre: on(arm) { centre: [-1.4, 0.7, 0.3] m, radius: 0.3 m }
    }
}";

/// A double wishbone in the plane of the axle: all parts turn about X.
const PLANAR: &str = "PlanarWishbone {
    points {
        lower_inner: [0, 0.3, 0.22] m, lower_outer: [0, 0.68, 0.2] m,
        upper_inner: [0, 0.4, 0.45] m, upper_outer: [0, 0.64, 0.5] m,
    }
    body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, chassis)
    mirror left as right {
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body upright { mass: 20 kg, com: [0, 0.7, 0.3] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }
        joint lower_pivot: revolute(chassis, arm) { axis: x, at: lower_inner }
        joint lower_pin: revolute(arm, upright) { axis: x, at: lower_outer }
        link upper: distance(chassis, upright) { from: upper_inner, to: upper_outer }
        wheel tyre: on(upright) { centre: [0, 0.75, 0.3] m, radius: 0.3 m }
    }
}";

/// Double wishbones in space with a rack that is driven.
const WISHBONES: &str = "Wishbones {
    points {
        lca_front: [0.15, 0.25, -0.05] m, lca_rear: [-0.16, 0.26, -0.04] m, lca_outer: [0.01, 0.65, -0.1] m,
        uca_front: [0.1, 0.35, 0.2] m, uca_rear: [-0.12, 0.36, 0.18] m, uca_outer: [-0.015, 0.6, 0.22] m,
        tie_inner: [-0.2, 0.3, 0.01] m, tie_outer: [-0.15, 0.66, -0.01] m,
    }
    body chassis { mass: 400 kg, com: [0, 0, 0.3] m, inertia: [40, 60, 70] kg*m^2 }
    body rack { mass: 4 kg, com: [-0.2, 0, 0.01] m, inertia: [0.1, 0.01, 0.1] kg*m^2 }
    joint motion: free(ground, chassis)
    joint steering: prismatic(chassis, rack) { axis: y, drive: rack }
    mirror left as right {
        body lower_arm { mass: 6 kg, com: [0, 0.48, -0.06] m, inertia: [0.05, 0.06, 0.1] kg*m^2 }
        body upper_arm { mass: 3 kg, com: [0, 0.48, 0.2] m, inertia: [0.02, 0.02, 0.03] kg*m^2 }
        body upright   { mass: 12 kg, com: [0, 0.65, 0.05] m, inertia: [0.2, 0.15, 0.12] kg*m^2 }
        joint lower_pivot: revolute(chassis, lower_arm)  { through: [lca_rear, lca_front] }
        joint lower_ball:  spherical(lower_arm, upright) { at: lca_outer }
        joint upper_pivot: revolute(chassis, upper_arm)  { through: [uca_rear, uca_front] }
        joint upper_ball:  spherical(upper_arm, upright) { at: uca_outer }
        link  tie_rod:     distance(rack, upright)       { from: tie_inner, to: tie_outer }
        spring strut: between(chassis, lower_arm) {
            from: [0.02, 0.4, 0.45] m, to: [0.02, 0.5, -0.06] m, rate: 40 kN/m, free_length: 0.6 m
        }
        wheel tyre: on(upright) { centre: [0, 0.75, 0.02] m, radius: 0.3 m }
        output length: length(strut)
    }
}";

/// A declaration on the rig with every coordinate of its points as a parameter.
fn design(declaration: &str) -> (Adjustable<Engine, impl Adjust<Engine> + Clone>, Vec<Coordinate>) {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile_tuned(&vehicle, &|_| true));
    let (compiled, points) = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "declaration", declaration)));
    let engine = Engine::new(&compiled);
    let coordinates = points.iter().flat_map(|point| {
        let each = point.parameters.iter().zip(["x", "y", "z"]);
        each.map(|(parameter, axis)| Coordinate {
            name: format!("{}.{axis}", point.name),
            parameter: parameter.expect("a parameter").index(),
        })
    });
    let values = engine.parameter_values().to_vec();
    let rig = Rig::new(engine, &[0], &[], &[0.3; 2]).expect("it goes on the rig");
    let adjust = |engine: &mut Engine, values: &[f64]| engine.set_parameters_unchecked(values);
    (Adjustable { rig, values, adjust }, coordinates.collect())
}

const SUBJECTS: [Subject; 3] = [
    Subject::Wheel(0),
    Subject::Axle([0, 1]),
    Subject::Length { output: 0, wheel: 0 },
];

fn place(found: &Sensitivities, coordinate: &str) -> usize {
    let names = found.coordinates.iter();
    names
        .map(|own| own.name.as_str())
        .position(|own| own == coordinate)
        .expect(coordinate)
}

/// Value of a figure, and its derivative by a coordinate.
fn read(found: &Sensitivities, kind: Characteristic, station: usize, coordinate: &str) -> [f64; 2] {
    let asked = found.survey.asked.iter();
    let figure = asked
        .clone()
        .position(|asked| asked.characteristic == kind && asked.station == station);
    let figure = figure.expect("it is asked for");
    let slope = found.slopes[place(found, coordinate)][figure];
    [found.values[figure].expect("a figure"), slope.expect("a slope")]
}

fn assert_near(found: f64, expected: f64, within: f64) {
    let size = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() < within * size,
        "{found} instead of {expected}: {:e}",
        found - expected
    );
}

/// Relative to the pivot the wheel centre is at `(a, d)`. Lifted by `t` it has turned by
/// `A = asin((t + d)/r) - atan(d/a)`. The lowest point turns about the pivot, so the roll centre is
/// `h = (z_p - z_l) y / a` above it.
#[test]
fn a_swing_axle_s_figures_change_by_its_pivot_as_in_closed_form() {
    let (design, coordinates) = design(SWING_AXLE);
    let travel = [-0.05, 0.0, 0.06];
    let wanted = [
        Characteristic::Camber,
        Characteristic::CamberGain,
        Characteristic::RollCentre,
        Characteristic::TrackChange,
    ];
    let survey = Survey::new(&travel, None, &SUBJECTS[..2], &wanted);
    let found = design.sensitivities(&survey, &coordinates, &|| {}).expect("figures");
    assert!(found.fixed.is_empty());
    let findings = found.findings(design.rig.solver().description());
    assert_eq!(findings.figures.len(), findings.table.rows.len());
    assert_eq!(findings.figures[0].name, "camber at -50 mm");
    assert_eq!(
        findings.table.column("pivot.z").expect("a column")[0],
        found.slopes[2][0].expect("a slope")
    );
    let (a, d) = (0.6_f64, -0.1_f64);
    let r = a.hypot(d);
    for (station, t) in travel.into_iter().enumerate() {
        let s = (t + d) / r;
        let [value, by_height] = read(&found, Characteristic::Camber, station, "pivot.z");
        assert_near(value, -(s.asin() - d.atan2(a)), 1e-10);
        // A higher pivot lowers `d`, and a pivot further out shortens `a`.
        let cosine = (1.0 - s * s).sqrt();
        assert_near(by_height, (1.0 / r - s * d / (r * r)) / cosine - a / (r * r), 1e-9);
        let [_, by_distance] = read(&found, Characteristic::Camber, station, "pivot.y");
        assert_near(by_distance, -s * a / (r * r) / cosine + d / (r * r), 1e-9);
        let [_, by_length] = read(&found, Characteristic::Camber, station, "pivot.x");
        assert_near(by_length, 0.0, 1e-10);
        // The lateral length of its arm at this travel is `r cos`, and the camber changes by `-1/(r cos)`.
        let [gain, _] = read(&found, Characteristic::CamberGain, station, "pivot.z");
        assert_near(gain, -1.0 / (r * cosine), 1e-9);
    }
    let [_, gain] = read(&found, Characteristic::CamberGain, 1, "pivot.y");
    assert_near(gain, -1.0 / (a * a), 1e-9);
    let [height, by_height] = read(&found, Characteristic::RollCentre, 1, "pivot.z");
    assert_near(height, 0.4 * 0.7 / a, 1e-9);
    assert_near(by_height, 0.7 / a, 1e-9);
    let [_, by_distance] = read(&found, Characteristic::RollCentre, 1, "pivot.y");
    assert_near(by_distance, 0.4 * 0.7 / (a * a), 1e-9);
    let [_, track] = read(&found, Characteristic::TrackChange, 1, "pivot.z");
    assert_near(track, 1.0 / a, 1e-9);
}

/// The lowest point moves perpendicularly to the line to the pivot. The support angles are the angles of the lines from
/// the lowest point and from the wheel centre to the pivot.
#[test]
fn a_trailing_arm_s_support_angles_change_by_its_pivot_as_in_closed_form() {
    let (design, coordinates) = design(TRAILING_ARM);
    let wanted = [Characteristic::BrakeSupport, Characteristic::DriveSupport];
    let survey = Survey::new(&[0.0], None, &SUBJECTS[..1], &wanted);
    let found = design.sensitivities(&survey, &coordinates, &|| {}).expect("figures");
    for (kind, rise) in [
        (Characteristic::BrakeSupport, 0.35),
        (Characteristic::DriveSupport, 0.05),
    ] {
        let (slope, length) = (-rise / 0.4_f64, 0.4);
        let [angle, by_height] = read(&found, kind, 0, "pivot.z");
        assert_near(angle, slope.atan(), 1e-10);
        assert_near(by_height, -1.0 / length / (1.0 + slope * slope), 1e-9);
        let [_, by_length] = read(&found, kind, 0, "pivot.x");
        assert_near(by_length, rise / (length * length) / (1.0 + slope * slope), 1e-9);
    }
}

/// The upright turns about the point where the lines through both arms meet. The roll centre is on the line from there to the
/// lowest point.
#[test]
fn a_planar_wishbone_s_roll_centre_and_camber_gain_change_as_its_instant_centre_does() {
    let instant = |[a, b, c, d]: [[f64; 2]; 4]| {
        let (u, v) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
        let along = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / (u[0] * v[1] - u[1] * v[0]);
        [a[0] + along * u[0], a[1] + along * u[1]]
    };
    let figures = |points: [[f64; 2]; 4]| {
        let [y, z] = instant(points);
        [z * 0.75 / (0.75 - y), -1.0 / (0.75 - y)]
    };
    let declared = [[0.3, 0.22], [0.68, 0.2], [0.4, 0.45], [0.64, 0.5]];
    let (design, coordinates) = design(PLANAR);
    let survey = Survey::new(
        &[0.0],
        None,
        &SUBJECTS[..2],
        &[Characteristic::CamberGain, Characteristic::RollCentre],
    );
    let found = design.sensitivities(&survey, &coordinates, &|| {}).expect("figures");
    for (point, name) in ["lower_inner", "lower_outer", "upper_inner", "upper_outer"]
        .iter()
        .enumerate()
    {
        for (axis, letter) in ["y", "z"].iter().enumerate() {
            let at = |step: f64| {
                let mut moved = declared;
                moved[point][axis] += step;
                figures(moved)
            };
            let h = 1e-3;
            let [near, far] = [h, 2.0 * h].map(|h| [at(h), at(-h)]);
            let kinds = [Characteristic::RollCentre, Characteristic::CamberGain];
            for (k, kind) in kinds.into_iter().enumerate() {
                let slope = (8.0 * (near[0][k] - near[1][k]) - (far[0][k] - far[1][k])) / (12.0 * h);
                let [value, by_it] = read(&found, kind, 0, &format!("{name}.{letter}"));
                assert_near(value, figures(declared)[k], 1e-9);
                assert_near(by_it, slope, 1e-7);
            }
        }
    }
}

/// All kinds of figures at three travels, and their derivatives with respect to a coordinate, compared with a changed
/// text that is compiled again.
#[test]
fn sensitivities_are_those_of_designs_that_are_declared_anew() {
    let (travel, kinds) = ([-0.04, 0.0, 0.04], Characteristic::ALL);
    let survey = Survey::new(&travel, Some(Steering::Drive(0)), &SUBJECTS, &kinds);
    let (design, coordinates) = design(WISHBONES);
    let moved: Vec<Coordinate> = coordinates.into_iter().filter(|own| own.name == "uca_rear.z").collect();
    let found = design.sensitivities(&survey, &moved, &|| {}).expect("figures");
    let anew = |z: f64| {
        let declared = WISHBONES.replace(
            "uca_rear: [-0.12, 0.36, 0.18]",
            &format!("uca_rear: [-0.12, 0.36, {z}]"),
        );
        let (design, _) = self::design(&declared);
        let mut stations = Stations::new(&design.rig, &survey).expect("it is reached");
        stations.measure(&survey).expect("figures")
    };
    let h = 5e-4;
    let [near, far] = [h, 2.0 * h].map(|h| [anew(0.18 + h), anew(0.18 - h)]);
    for (figure, asked) in survey.asked.iter().enumerate() {
        let at = |row: &[Option<f64>]| row[figure].expect("a figure");
        let slope = (8.0 * (at(&near[0]) - at(&near[1])) - (at(&far[0]) - at(&far[1]))) / (12.0 * h);
        let by_it = found.slopes[0][figure].expect("a slope");
        let size = slope
            .abs()
            .max(1e-2 * found.values[figure].expect("a figure").abs())
            .max(1e-2);
        let within = match asked.characteristic {
            Characteristic::WheelRate | Characteristic::MotionRatio => 1e-6,
            _ => 1e-7,
        };
        assert!(
            (by_it - slope).abs() < within * size,
            "{asked:?}: {by_it} instead of {slope}"
        );
    }
}

/// Designs drawn at random scatter as the first order predicts, within the random error of a thousand designs.
#[test]
fn tolerances_scatter_as_designs_drawn_at_random_do() {
    let (design, coordinates) = design(SWING_AXLE);
    let survey = Survey::new(
        &[0.05],
        None,
        &SUBJECTS[..2],
        &[Characteristic::Camber, Characteristic::RollCentre],
    );
    let found = design.sensitivities(&survey, &coordinates, &|| {}).expect("figures");
    for distribution in [Distribution::Uniform, Distribution::Normal] {
        let tolerance = Tolerance {
            within: 1e-3,
            distribution,
        };
        let scatter = design
            .scatter(&found, tolerance, 1000, 7, &|| {})
            .expect("it is reached");
        assert_eq!((scatter.samples, scatter.unreached), (1000, 0));
        for ((first, drawn), worst) in scatter.first_order.iter().zip(&scatter.drawn).zip(&scatter.worst) {
            let (first, drawn, worst) = (first.expect("one"), drawn.expect("one"), worst.expect("one"));
            // Four standard errors of a standard deviation.
            assert!((drawn / first - 1.0).abs() < 4.0 / 2000f64.sqrt(), "{drawn} {first}");
            assert!(first > 0.0 && worst > first);
        }
        // Slopes by the two coordinates that matter, from `(z_p - z_l) y / a`.
        let by = [0.7 / 0.6, 0.4 * 0.7 / 0.36].map(|slope: f64| slope * tolerance.deviation());
        let survey = Survey::new(&[0.0], None, &SUBJECTS[1..2], &[Characteristic::RollCentre]);
        let level = design
            .sensitivities(&survey, &found.coordinates, &|| {})
            .expect("figures");
        assert_near(
            1e3 * tolerance.scatter(&level).first_order[0].expect("one"),
            1e3 * by[0].hypot(by[1]),
            1e-8,
        );
    }
}

#[test]
fn hardpoints_are_found_back_from_their_curves() {
    let (design, coordinates) = design(WISHBONES);
    let travel: Vec<f64> = (-3..=3).map(|k| 0.02 * f64::from(k)).collect();
    let survey = Survey::new(
        &travel,
        None,
        &SUBJECTS[..1],
        &[Characteristic::Toe, Characteristic::Camber],
    );
    let changes = [("tie_inner.z", 6e-3), ("uca_front.z", -4e-3), ("tie_outer.x", 3e-3)];
    let coordinate = |name: &str| coordinates.iter().find(|own| own.name == name).expect(name).clone();
    let mut values = design.values.clone();
    for (name, change) in changes {
        values[coordinate(name).parameter] += change;
    }
    let stations = Stations::new(&design.rig, &survey).expect("it is reached");
    let wanted: Vec<f64> = design
        .figures(&stations, &survey, &values)
        .expect("it is reached")
        .into_iter()
        .flatten()
        .collect();
    let free: Vec<Free> = changes
        .iter()
        .map(|(name, _)| {
            let coordinate = coordinate(name);
            let old = design.values[coordinate.parameter];
            Free {
                coordinate,
                within: [old - 0.01, old + 0.01],
            }
        })
        .collect();
    let found = design.fit(&survey, &wanted, &free, &|_| {}).expect("a fit");
    assert!(
        found.converged && found.misfit[1] < 1e-4 && found.misfit[0] > 0.05,
        "{found:?}"
    );
    for ([old, new], (name, change)) in found.coordinates.iter().zip(changes) {
        assert!(
            (new - old - change).abs() < 1e-6,
            "{name}: {} instead of {change}",
            new - old
        );
    }
    assert!(found.at_bound.iter().all(|at_bound| !at_bound));

    // If the bounds are too narrow, a coordinate is at its bound and a misfit remains.
    let narrow = [Free {
        within: [0.01, 0.013],
        ..free[0].clone()
    }];
    let found = design.fit(&survey, &wanted, &narrow, &|_| {}).expect("a fit");
    assert!(found.at_bound[0] && found.misfit[1] > 1e-2, "{found:?}");
    assert!((found.coordinates[0][1] - 0.013).abs() < 1e-5, "{found:?}");
}
