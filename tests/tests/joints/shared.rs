//! One input that drives several joints.

use crate::{STATES, agrees, body, compiled};
use fastrand::Rng;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::ports::Kind;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Interpreted, Scatter, Subject, assert_both_doors, compare, random_state};

/// A rack, a pitman arm, a screw, a lifted plane and a driven cut, all driven by one input; and a mast on each side.
fn vehicle() -> String {
    [
        "Shared {\n derivatives: accept\n",
        "body base { mass: 50 kg, com: [0, 0, 0] m, inertia: [4, 5, 6, 0.1, 0.2, 0.3] kg*m^2 }\n",
        "joint floating: free(ground, base)\n",
        &body("rack", "0.4, 0.3, 0.1"),
        &body("arm", "-0.4, 0.3, 0.1"),
        &body("nut", "-0.6, 0.5, 0.2"),
        &body("load", "0.4, 0.5, 0.2"),
        "joint slide: prismatic(base, rack) { axis: [0.2, 1, 0.3], drive: shared(input: steering) }\n",
        "joint pitman: revolute(base, arm) { axis: [0.3, 0.2, 1], at: [-0.3, 0.2, 0.1] m, drive: shared(input: steering, ratio: -4 rad/m, offset: 3 deg) }\n",
        "joint thread: screw(nut, arm) { axis: [0.2, 1, 0.3], pitch: 700 mm, at: [-0.5, 0.4, 0.1] m, drive: shared(input: steering, ratio: 90 deg/m) }\n",
        "joint ball: spherical(rack, load) { at: [0.4, 0.4, 0.2] m }\n",
        "link plane: point_on_plane(base, load) { at: [0.5, 0.7, 0.3] m, normal: [0.1, 1, 0.2], drive: shared(input: steering, ratio: 0.8, offset: -2 mm) }\n",
        &body("f", "0.3, -0.2, 0.1"),
        &body("g", "0.4, -0.6, 0.2"),
        &body("h", "0.1, -0.7, 0.3"),
        "joint one: spherical(base, f) { at: [0.2, 0, 0] m }\n",
        "joint two: spherical(g, f) { at: [0.4, -0.4, 0.1] m, tree: keep }\n",
        "joint three: revolute(g, h) { axis: [0.2, 0.3, 1], at: [0.3, -0.8, 0.2] m, tree: keep }\n",
        "joint closing: revolute(base, h) { axis: [0.2, 1, 0.3], at: [-0.1, -0.5, 0.3] m, drive: shared(input: steering, ratio: tune 0.5 rad/m) }\n",
        "mirror left as right {\n",
        &body("mast", "0.8, 0.3, 0.4"),
        "joint turn: revolute(base, mast) { axis: z, at: [0.8, 0.2, 0] m, drive: shared(input: steering, ratio: 2 rad/m, offset: 1 deg, image: opposite) }\n",
        "}\n}",
    ]
    .concat()
}

#[test]
fn shared_inputs_agree_with_the_oracle() {
    agrees(&vehicle(), 6 + 2 + 1);
}

#[test]
fn shared_inputs_come_through_both_doors() {
    assert_both_doors(&vehicle());
}

/// Each drive has its ratio and its offset; `image: opposite` reverses the ratio on the right.
#[test]
fn a_share_is_its_ratio_and_offset() {
    let model = compiled(&vehicle(), Method::Recursive).model;
    assert_eq!(model.inputs, ["steering"]);
    let share = |joint: &str| {
        let drive = model.drives.iter().find(|d| model.joint(d.joint).name == joint);
        let share = drive.and_then(|drive| drive.share.clone()).expect("it is shared");
        [*share.ratio, *share.offset]
    };
    let degree = std::f64::consts::PI / 180.0;
    assert_eq!(share("slide"), [1.0, 0.0]);
    assert_eq!(share("pitman"), [-4.0, 3.0 * degree]);
    assert_eq!(share("left.turn"), [2.0, 1.0 * degree]);
    assert_eq!(share("right.turn"), [-2.0, 1.0 * degree]);
}

/// The derivative with respect to the input is the sum over all joints that it drives.
#[test]
fn slopes_by_a_shared_input_are_those_of_all_joints() {
    let compiled = compiled(&vehicle(), Method::Synthesis);
    let mut subject = Interpreted::new(&compiled);
    let scatter = Scatter::default();
    let mut rng = Rng::with_seed(5);
    let (q, v, acting) = (0..20)
        .find_map(|_| random_state(&mut subject, &scatter, &mut rng))
        .expect("it closes");
    let slopes = subject.slopes(&q, &v, &acting).expect("there are derivatives");
    let pushed = |subject: &mut Interpreted, step: f64| {
        let mut acting = acting.clone();
        acting.drives[0].acceleration += step;
        subject.rates(&q, &v, &acting).v
    };
    let [more, less] = [1e-2, -1e-2].map(|step| pushed(&mut subject, step));
    let mut found = 0;
    for (slope, value) in compiled.programs.slopes(Call::Slopes).iter().zip(slopes) {
        if slope.of.kind == Kind::SpeedRate && slope.by.kind == Kind::DRIVE[2] {
            let i = slope.of.index;
            let difference = (more[i] - less[i]) / 2e-2;
            assert!(
                (difference - value).abs() < 1e-6 * (1.0 + value.abs()),
                "{i}: {value} {difference}"
            );
            found += 1;
        }
    }
    assert_eq!(found, compiled.state.speeds.len(), "each once");
}

/// Steered axles that share an input are not computed in lanes. The vehicle agrees with the oracle.
#[test]
fn subsystems_that_share_an_input_are_not_put_side_by_side() {
    let text = format!(
        "Truck {{
            lanes: accept
            body chassis {{ mass: 500 kg, com: [0, 0, 0] m, inertia: [40, 50, 60] kg*m^2 }}
            joint floating: free(ground, chassis)
            subsystem Axle() {{ mirror left as right {{
                {}
                joint king: revolute(chassis, hub) {{ axis: [0.1, 0.2, 1], at: [0, 0.7, 0] m, drive: shared(input: steering, ratio: 0.7, image: opposite) }}
                wheel tyre: on(hub) {{ centre: [0, 0.8, 0] m, radius: 0.4 m, spin_inertia: 0.02 kg*m^2 }}
            }} }}
            place Axle() as front {{ origin: [2, 0, 0] m }}
            place Axle() as rear {{ origin: [-2, 0, 0] m }}
        }}",
        body("hub", "0, 0.8, 0")
    );
    let compiled = compiled(&text, Method::Synthesis);
    assert_eq!(compiled.model.inputs.len(), 1);
    let oracle = Oracle::new(&compiled.model);
    let mut subject = Interpreted::new(&compiled);
    let (mut rng, mut worst) = (Rng::with_seed(7), Disagreement::default());
    for _ in 0..STATES {
        let state: (Vec<f64>, Vec<f64>, Acting) =
            random_state(&mut subject, &Scatter::default(), &mut rng).expect("there are no loops");
        worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, &state));
    }
    assert!(worst.acceleration() < 1e-9, "{worst:?}");
}

/// A steering wheel drives the input, whatever the input moves.
#[test]
fn a_steering_wheel_turns_a_shared_input() {
    let text = vehicle().replacen(
        "Shared {",
        "Shared { steering wheel: driven(steering) { per_turn: 50 mm }",
        1,
    );
    let emitted = wishbone_compiler::emit::text(&compiled(&text, Method::Recursive), "");
    assert!(emitted.contains("DRIVE_STEERING"));
}
