//! Compliance of wheels on the rig against a rigid body on linear bushings.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile_tuned;
use wishbone_engine::Engine;
use wishbone_studies::rig::Rig;

/// A hub that slides vertically on a spring without load, and an upright on a bushing away from the wheel centre. The masses are so
/// small that weight does not matter.
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

/// Compliance at the wheel centre in closed form, `side` is 1 on the left: that of the bushing, moved to the wheel centre, that of
/// the spring, and the force that holds the height taken out.
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

/// The matrix of both wheels is that of the closed form in each block, zero between the wheels, and symmetric.
#[test]
fn a_carrier_on_a_bushing_has_the_compliance_of_the_closed_form() {
    let reading = file::read_text("declaration", SLIDER, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile_tuned(&vehicle, &|_| true));
    let (compiled, _) = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "declaration", SLIDER)));
    let mut rig = Rig::new(Engine::new(&compiled), &[0], &[], &[0.3; 2]).expect("it goes on the rig");
    let found = rig.compliance().expect("everything is held");
    let mut expected = SMatrix::<f64, 12, 12>::zeros();
    for (place, side) in [(0, 1.0), (6, -1.0)] {
        expected
            .fixed_view_mut::<6, 6>(place, place)
            .copy_from(&closed_form(side));
    }
    // Weight and rounding of the differences, by the compliance that a force or a moment finds.
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
