//! Compliance of wheels on the rig, compared with a rigid body on linear bushings, and with finite loads on a suspension of the
//! library.

use nalgebra::{DVector, Matrix3, SMatrix, SVector, Vector3};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile;
use wishbone_engine::Engine;
use wishbone_studies::kc::compliance::{Case, Response, slopes, under};
use wishbone_studies::kc::{Conditions, Loads, findings};
use wishbone_studies::rig::{NotReached, Rig};

/// A hub that slides vertically on an unloaded spring, and an upright on a bushing away from the wheel centre. The masses are so
/// small that weight has no effect.
const SLIDER: &str = "Slider {
    body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, chassis)
    mirror left as right {
        body hub { mass: 0.1 g, com: [0, 0.5, 0.3] m, inertia: [1e-4, 1e-4, 1e-4] kg*m^2 }
        body upright { mass: 0.1 g, com: [0, 0.7, 0.3] m, inertia: [1e-4, 1e-4, 1e-4] kg*m^2 }
        joint slide: prismatic(chassis, hub) { axis: z }
        spring coil: between(chassis, hub) { from: [0, 0.5, 5.3] m, to: [0, 0.5, 0.3] m, rate: 40 kN/m, free_length: 5 m }
        joint seat: free(hub, upright)
        bushing mount: between(hub, upright) {
            at: [0.05, 0.6, 0.36] m, stiffness: [300, 400, 500] kN/m, torsional_stiffness: [6000, 7000, 8000] N*m/rad
        }
        wheel tyre: on(upright) { centre: [0, 0.75, 0.3] m, radius: 0.3 m }
    }
}";

fn on_the_rig(declaration: &str) -> Rig<Engine> {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let compiled = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "declaration", declaration)));
    Rig::new(Engine::new(&compiled), &[0], &[], &[0.3; 2]).expect("it goes on the rig")
}

/// Compliance at the wheel centre in closed form; `side` is 1 on the left. It is the sum of the compliances of the bushing, moved
/// to the wheel centre, and of the spring. The force that holds the height is eliminated.
fn closed_form(side: f64) -> SMatrix<f64, 6, 6> {
    let arm = Vector3::new(-0.05, 0.15 * side, -0.06);
    let bushing = SVector::from([300e3, 400e3, 500e3, 6e3, 7e3, 8e3]).map(|k: f64| 1.0 / k);
    let mut moved = SMatrix::<f64, 6, 6>::identity();
    moved
        .fixed_view_mut::<3, 3>(0, 3)
        .copy_from(&-Matrix3::from(arm.cross_matrix()));
    let mut free = moved * SMatrix::from_diagonal(&bushing) * moved.transpose();
    free[(2, 2)] += 1.0 / 40e3;
    free - free.column(2) * free.row(2) / free[(2, 2)]
}

/// Each wheel's block of the matrix is that of the closed form. The matrix is zero between the wheels, and symmetric.
#[test]
fn a_carrier_on_a_bushing_has_the_compliance_of_the_closed_form() {
    let mut rig = on_the_rig(SLIDER);
    let found = rig.compliance().expect("everything is held");
    let mut expected = SMatrix::<f64, 12, 12>::zeros();
    for (place, side) in [(0, 1.0), (6, -1.0)] {
        expected
            .fixed_view_mut::<6, 6>(place, place)
            .copy_from(&closed_form(side));
    }
    // Tolerance for weight and rounding of the differences, by the size of the compliance to a force or a moment.
    let size = |place: usize| if place % 6 < 3 { 2e-3 } else { 1.3e-2 };
    for row in 0..12 {
        for column in 0..12 {
            let tolerance = 1e-5 * size(row) * size(column);
            let (one, expected, other) = (found[(row, column)], expected[(row, column)], found[(column, row)]);
            assert!(
                (one - expected).abs() < tolerance,
                "({row}, {column}): {one:e} for {expected:e}"
            );
            assert!(
                (one - other).abs() < tolerance,
                "({row}, {column}) is not symmetric: {one:e}, {other:e}"
            );
        }
    }
}

/// MacPherson struts whose lower arms are on bushings, and the same with hinges.
fn struts(name: &str, file: &str) -> String {
    format!(
        "Car {{
            include \"wishbone/{file}.txt\"
            body chassis {{ mass: 1200 kg, com: [-1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }}
            joint motion: free(ground, chassis)
            place {name}(chassis, chassis) as left mirrored right
        }}"
    )
}

fn at_design(declaration: &str) -> Rig<Engine> {
    let mut rig = on_the_rig(declaration);
    let heights: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights).expect("the design position");
    rig
}

fn numbers(response: Response) -> [f64; 5] {
    let [x, y, z] = response.moved;
    [x, y, z, response.toe, response.camber]
}

/// The slopes of each case are those of the closed form. Loads at the contact point also turn the carrier. The slopes of each wheel
/// are for its own load, in its own directions.
#[test]
fn the_slopes_of_a_case_are_those_of_the_closed_form() {
    let mut rig = on_the_rig(SLIDER);
    let matrix = rig.compliance().expect("everything is held");
    for (case, load) in [
        (Case::ALL[0], [1.0, 0.0, 0.0, 0.0, -0.3, 0.0]),
        (Case::ALL[1], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (Case::ALL[2], [0.0, -1.0, 0.0, -0.3, 0.0, 0.0]),
        (Case::ALL[3], [0.0, -1.0, 0.0, -0.3, 0.0, 0.0]),
        (Case::ALL[4], [0.0, 0.0, 0.0, 0.0, 0.0, -1.0]),
        (Case::ALL[5], [0.0, 0.0, 0.0, 0.0, 0.0, -1.0]),
    ] {
        // Displacement of the left wheel; the right wheel is its mirror image in every case.
        let moved = closed_form(1.0) * SVector::<f64, 6>::from(load);
        let found = slopes(&mut rig, &matrix, case);
        for (side, own) in [1.0, -1.0].into_iter().zip(found) {
            let expected = [moved[0], side * moved[1], 0.0, -moved[5], -moved[3], -moved[4]];
            let own = [numbers(own.change).as_slice(), &[own.caster]].concat();
            let apart = DVector::from_vec(own.clone()) - DVector::from_row_slice(&expected);
            assert!(
                apart.amax() < 1e-5 * moved.amax(),
                "{case:?}, {side}: {own:?} for {expected:?}"
            );
        }
    }
}

/// Small finite loads through the inputs of the solver move the wheels of a suspension of the library as the slopes of the
/// compliance matrix predict. Opposite loads return the wheels to their positions.
#[test]
fn finite_loads_move_wheels_by_the_slopes() {
    let mut rig = at_design(&struts("MacPhersonBushed", "macpherson_bushed"));
    let matrix = rig.compliance().expect("everything is held");
    for case in Case::ALL {
        let (size, slopes) = (5.0, slopes(&mut rig, &matrix, case));
        let found = under(&rig, case, &[-size, 0.0, size]).expect("a balance");
        let largest = slopes
            .iter()
            .flat_map(|slope| numbers(slope.change))
            .fold(0.0, |most: f64, x| most.max(x.abs()));
        for (k, (slope, side)) in slopes.iter().zip([1.0, -1.0]).enumerate() {
            let seen = case.seen(side);
            let ends = [numbers(found[0][k]), numbers(found[2][k])];
            for (place, slope) in numbers(slope.change).into_iter().enumerate() {
                let difference = seen * (ends[1][place] - ends[0][place]) / (2.0 * size);
                assert!(
                    (difference - slope).abs() < 1e-4 * largest,
                    "{case:?}, wheel {k}, {place}: {difference:e} for {slope:e}"
                );
                assert!(numbers(found[1][k])[place].abs() < 1e-9);
            }
        }
    }
}

/// An engineer expects this behaviour of struts with a soft rear bushing: a wheel yields along each load, and a moment
/// that turns its front inward turns the wheel inward. Braking moves the wheel rearward by millimetres, not by tenths
/// of a millimetre or centimetres.
#[test]
fn a_strut_on_bushings_gives_way_along_its_loads() {
    let rig = at_design(&struts("MacPhersonBushed", "macpherson_bushed"));
    let loads = Loads {
        forces: vec![-2e3, -1e3, 0.0, 1e3, 2e3],
        moments: vec![-100.0, 0.0, 100.0],
    };
    let conditions = Conditions {
        travel: vec![-0.02, 0.0, 0.02],
        loads,
        ..Conditions::default()
    };
    let found = findings(&rig, "chassis", &conditions, &|_| {}).expect("findings");
    let compliance = found.iter().find(|own| own.name == "compliance").expect("compliance");
    assert!(compliance.notes.is_empty());
    let of = |wheel: &str, name: &str| {
        let figure = compliance.figure(wheel, name).unwrap_or_else(|| panic!("no {name}"));
        figure.value.expect("a number")
    };
    for case in Case::ALL {
        let word = case.word();
        let told = match case {
            Case::Aligning(_) => format!("toe by {word}"),
            _ => format!("displacement by {word}"),
        };
        let [left, right] = ["left.tyre", "right.tyre"].map(|wheel| of(wheel, &told));
        assert!(
            left > 0.0 && (left - right).abs() < 1e-6 * left,
            "{told}: {left} {right}"
        );
        let curves = found.iter().find(|own| own.name == word).expect("its curves");
        assert_eq!(
            curves.table.rows.len(),
            if let Case::Aligning(_) = case { 3 } else { 5 }
        );
    }
    let rearward = of("left.tyre", "displacement by longitudinal force at centre");
    assert!((0.5..10.0).contains(&rearward), "{rearward} mm/kN");
}

/// Hinges have no compliance, and a note says so.
#[test]
fn a_strut_on_a_hinge_has_none() {
    let rig = at_design(&struts("MacPherson", "macpherson"));
    let conditions = Conditions {
        travel: vec![-0.02, 0.0, 0.02],
        ..Conditions::default()
    };
    let found = findings(&rig, "chassis", &conditions, &|_| {}).expect("findings");
    let compliance = found.last().expect("compliance");
    assert_eq!(compliance.name, "compliance");
    assert!(compliance.figures.is_empty());
    assert!(compliance.notes[0].contains("no compliance"), "{:?}", compliance.notes);
}

/// A carrier that no part keeps from turning is named in the message, and the kinematics are still found.
#[test]
fn a_load_that_nothing_holds_is_told() {
    let declaration = SLIDER.replace(
        "torsional_stiffness: [6000, 7000, 8000] N*m/rad",
        "torsional_stiffness: [6000, 7000, 0] N*m/rad",
    );
    let mut rig = on_the_rig(&declaration);
    assert!(matches!(rig.compliance(), Err(NotReached::Unsupported(_))));
    let conditions = Conditions {
        travel: vec![0.0],
        ..Conditions::default()
    };
    let found = findings(&rig, "chassis", &conditions, &|_| {}).expect("kinematics");
    let compliance = found.last().expect("compliance");
    assert!(
        compliance.figures.is_empty() && compliance.notes[0].contains("left.tyre"),
        "{:?}",
        compliance.notes
    );
}

/// The compliance of a car with soft rubber in its struts and boots is symmetric, and equal on the left and on the right. So no
/// motion of the chassis has got into the free motions. Decompositions with errors in the fourth digit let this happen.
#[test]
fn a_car_with_soft_rubber_has_a_symmetric_compliance() {
    let text = include_str!("../../../workbench/files/small_car.toml");
    let reading = file::read_text("small_car.toml", text, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let compiled = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "small_car.toml", text)));
    let mut rig = Rig::new(Engine::new(&compiled), &[0], &[], &[0.32; 4]).expect("it goes on the rig");
    let design: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    for travel in [0.0, 0.004, 0.008] {
        rig.lift(&design.iter().map(|height| height + travel).collect::<Vec<f64>>())
            .expect("it is reached");
        let found = rig.compliance().expect("everything is held");
        let size = found.amax();
        assert!(
            size > 0.0 && (&found - found.transpose()).amax() < 1e-6 * size,
            "{travel}"
        );
        let rates = rig.force_rates(&[1.0; 4]).expect("rates");
        for [left, right] in [[0, 1], [2, 3]] {
            assert!((rates[left] / rates[right] - 1.0).abs() < 1e-6, "{travel}: {rates:?}");
        }
    }
}
