//! The rows of every joint kind are consistent: `phi'` is the derivative of the residual and `phi''` is the derivative
//! of `phi'`, for arbitrary motions, closed or not.

mod common;

use common::*;
use nalgebra::Rotation3;
use std::f64::consts::TAU;
use wishbone_compiler::model::{
    ConstantVelocity, Cylindrical, Distance, Fixed, Free, Gear, JointKind, Planar, PointOnPlane, Prismatic, Revolute,
    RevoluteTranslational, Screw, Spherical, SphericalRevolute, SphericalTranslational, Universal,
};
use wishbone_oracle::{Drive, Loads, Motion, Motions, Oracle, Row};

/// Constant accelerations for every body: (angular, linear).
type Push = Vec<(nalgebra::Vector3<f64>, nalgebra::Vector3<f64>)>;

/// Positions of bodies after a short time `t`: exact without angular acceleration, and correct to second order in `t`
/// with it.
fn moved(motions: &Motions, push: &Push, t: f64) -> Motions {
    let move_body = |(body, (alpha, a)): (&Motion, &_)| {
        let turn = body.angular_velocity * t + 0.5 * t * t * alpha;
        Motion {
            rotation: Rotation3::from_scaled_axis(turn).into_inner() * body.rotation,
            com: body.com + t * body.velocity + 0.5 * t * t * a,
            angular_velocity: body.angular_velocity + t * alpha,
            velocity: body.velocity + t * a,
        }
    };
    Motions {
        bodies: motions.bodies.iter().zip(push).map(move_body).collect(),
        spins: vec![],
        dampers: vec![],
    }
}

fn drives_at(t: f64, start: Drive) -> Loads {
    Loads {
        drives: vec![Drive {
            position: start.position + start.velocity * t + 0.5 * start.acceleration * t * t,
            velocity: start.velocity + start.acceleration * t,
            acceleration: start.acceleration,
        }],
        wheels: vec![],
        signals: vec![],
    }
}

fn acceleration(row: &Row, push: &Push) -> f64 {
    let of = |part: wishbone_oracle::Coefficients| {
        part.slot.map_or(0.0, |slot| {
            let (alpha, a) = push[slot];
            part.angular.dot(&alpha) + part.linear.dot(&a)
        })
    };
    row.parts().into_iter().map(of).sum::<f64>() + row.gamma
}

fn check(kind: Kind, driven: bool, expected_rows: usize) {
    let mut build = Build::new(0.0);
    let first = build.body(2.0, v(0.1, 0.4, -0.2), crooked_inertia(1.0));
    let second = build.body(3.0, v(-0.3, 0.2, 0.5), crooked_inertia(2.0));
    let joint = build.joint(first, second, kind.clone());
    if driven {
        build.drive(joint);
    }
    derivatives(build, kind.word(), expected_rows);
}

/// Checks all rows of a mechanism at random motions of its bodies.
fn derivatives(build: Build, what: &str, expected_rows: usize) {
    let bodies = build.0.bodies.len() - 1;
    let oracle = build.oracle();
    let mut random = uniform(7);
    for trial in 0..20 {
        let mut motions = oracle.design();
        motions.scatter(1.0, 0.5, 2.0, 1.5, &mut random);
        let mut vector = || v(random(), random(), random());
        let push: Push = (0..bodies).map(|_| (3.0 * vector(), 3.0 * vector())).collect();
        let start = Drive {
            position: 0.4,
            velocity: -1.1,
            acceleration: 2.3,
        };
        let at = |t: f64| {
            let motions = moved(&motions, &push, t);
            let rows: Vec<Row> = oracle.rows(&motions, &drives_at(t, start)).concat();
            (rows, motions)
        };
        let h = 1e-5;
        let ((before, motions_before), (now, motions_now), (after, motions_after)) = (at(-h), at(0.0), at(h));
        assert_eq!(now.len(), expected_rows, "{what}");
        for (index, row) in now.iter().enumerate() {
            let label = format!("{what} row {index} trial {trial}");
            let phi_rate = (after[index].phi - before[index].phi) / (2.0 * h);
            assert_close(
                &format!("{label}: phi'"),
                row.rate(&motions_now),
                phi_rate,
                2e-8 * phi_rate.abs().max(1.0),
            );
            let rate_change = after[index].rate(&motions_after) - before[index].rate(&motions_before);
            assert_close(
                &format!("{label}: phi''"),
                acceleration(row, &push),
                rate_change / (2.0 * h),
                2e-7 * (rate_change / (2.0 * h)).abs().max(1.0),
            );
        }
    }
}

const AT: [f64; 3] = [0.2, -0.1, 0.3];
const AXIS: [f64; 3] = [0.48, -0.6, 0.64];

#[test]
fn rows_of_every_kind_are_derivatives_of_their_residuals() {
    let (at, axis) = (AT.into(), AXIS.into());
    check(JointKind::Fixed(Fixed { at }), false, 6);
    check(JointKind::Revolute(Revolute { at, axis }), false, 5);
    check(JointKind::Prismatic(Prismatic { at, axis }), false, 5);
    check(JointKind::Spherical(Spherical { at }), false, 3);
    check(JointKind::Free(Free { at }), false, 0);
    for second in [v(0.8, 0.64, 0.0), v(0.0, 0.8, 0.6)] {
        let axes = [axis, second.normalize()];
        check(JointKind::Universal(Universal { at, axes }), false, 4);
    }
    for second in [axis, v(0.3, -0.8, 0.5).normalize()] {
        let axes = [axis, second];
        check(JointKind::ConstantVelocity(ConstantVelocity { at, axes }), false, 4);
    }
    check(JointKind::Cylindrical(Cylindrical { at, axis }), false, 4);
    for pitch in [2.5, -3.0] {
        check(JointKind::Screw(Screw { at, axis, pitch }), false, 5);
    }
    check(JointKind::Planar(Planar { at, normal: axis }), false, 3);
    check(JointKind::PointOnPlane(PointOnPlane { at, normal: axis }), false, 1);
    check(
        JointKind::SphericalTranslational(SphericalTranslational { at, axis }),
        false,
        2,
    );
    let slide = v(0.3, -0.8, 0.5).normalize();
    check(
        JointKind::RevoluteTranslational(RevoluteTranslational { at, axis, slide }),
        false,
        4,
    );
    let ball = v(-0.4, 0.5, 0.1);
    check(
        JointKind::SphericalRevolute(SphericalRevolute { at, axis, ball }),
        false,
        2,
    );
    check(
        JointKind::Distance(Distance {
            from: at,
            to: v(-0.4, 0.5, 0.1),
            reach: None,
            mass: None,
        }),
        false,
        1,
    );
}

/// Gears between every two kinds of joints. The carrier is the first body of one joint and the second body of the other.
#[test]
fn rows_of_gears_are_derivatives_of_their_residuals() {
    let (at, axis) = (v(0.2, -0.1, 0.3), v(0.48, -0.6, 0.64));
    let kinds = [
        JointKind::Revolute(Revolute { at, axis }),
        JointKind::Prismatic(Prismatic { at, axis }),
        JointKind::Screw(Screw { at, axis, pitch: 2.0 }),
    ];
    for (k, first) in kinds.iter().enumerate() {
        for second in &kinds {
            let mut build = Build::new(0.0);
            let [carrier, a, b] = [0.1, 0.3, -0.2].map(|x| build.body(2.0, v(x, 0.4, -x), crooked_inertia(1.0)));
            let [to_a, from_b] = [(carrier, a, first), (b, carrier, second)];
            let joints = [to_a, from_b].map(|(one, other, kind)| build.joint(one, other, kind.clone()));
            let law = vec![0.7, -0.2 * k as f64, 0.3];
            build.joint(a, b, JointKind::Gear(Gear { joints, law, at }));
            derivatives(build, "gear", 11);
        }
    }
}

#[test]
fn rows_of_driven_joints_are_derivatives_of_their_residuals() {
    let (at, axis) = (AT.into(), AXIS.into());
    check(JointKind::Revolute(Revolute { at, axis }), true, 6);
    check(JointKind::Prismatic(Prismatic { at, axis }), true, 6);
    check(JointKind::Screw(Screw { at, axis, pitch: 2.0 }), true, 6);
    check(JointKind::PointOnPlane(PointOnPlane { at, normal: axis }), true, 1);
}

/// Residual of a joint between the ground and a body that is moved. If the joint allows the motion, the residual stays zero;
/// if not, it is as large as the motion.
fn residual_after(kind: Kind, turn: [f64; 3], shift: [f64; 3]) -> f64 {
    let mut build = Build::new(0.0);
    let body = build.body(1.0, AT.into(), crooked_inertia(1.0));
    build.joint(GROUND, body, kind);
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.bodies[0].displace(turn.into(), shift.into());
    oracle.constraint_residuals(&motions, &oracle.no_loads())[0].position
}

#[test]
fn joints_allow_their_freedoms_and_nothing_else() {
    let (at, axis) = (AT.into(), v(0.0, 0.0, 1.0));
    let (none, z, x) = ([0.0; 3], [0.0, 0.0, 0.2], [0.2, 0.0, 0.0]);
    let revolute = JointKind::Revolute(Revolute { at, axis });
    let prismatic = JointKind::Prismatic(Prismatic { at, axis });
    let spherical = JointKind::Spherical(Spherical { at });
    let axes = [axis, v(1.0, 0.0, 0.0)];
    let universal = JointKind::Universal(Universal { at, axes });
    let shafts = [axis, axis];
    let bend = JointKind::ConstantVelocity(ConstantVelocity { at, axes: shafts });
    let cylindrical = JointKind::Cylindrical(Cylindrical { at, axis });
    let planar = JointKind::Planar(Planar { at, normal: axis });
    let pitch = 0.5 * TAU;
    let screw = JointKind::Screw(Screw { at, axis, pitch });
    let plane = JointKind::PointOnPlane(PointOnPlane { at, normal: axis });
    let line = JointKind::SphericalTranslational(SphericalTranslational { at, axis });
    for (kind, turn, shift) in [
        (&revolute, z, none),
        (&prismatic, none, z),
        (&spherical, x, none),
        (&universal, z, none),
        (&universal, x, none),
        (&bend, x, none),
        (&bend, [0.3, -0.2, 0.0], none),
        (&cylindrical, z, none),
        (&cylindrical, none, z),
        (&planar, z, none),
        (&planar, none, [0.2, 0.1, 0.0]),
        (&screw, z, [0.0, 0.0, 0.1]),
        (&plane, [0.4, 0.5, 0.6], x),
        (&line, [0.4, 0.5, 0.6], z),
    ] {
        assert!(
            residual_after(kind.clone(), turn, shift) < 1e-15,
            "{kind:?} must allow this"
        );
    }
    let forbidden = [
        (&revolute, x, none),
        (&revolute, none, z),
        (&prismatic, z, none),
        (&prismatic, none, x),
        (&spherical, none, x),
        (&universal, [0.0, 0.2, 0.0], none),
        (&universal, none, x),
        (&bend, z, none),
        (&bend, none, x),
        (&cylindrical, x, none),
        (&cylindrical, none, x),
        (&planar, x, none),
        (&planar, none, z),
        (&screw, none, x),
        (&plane, none, z),
        (&line, none, x),
    ];
    for (kind, turn, shift) in forbidden {
        let residual = residual_after(kind.clone(), turn, shift);
        assert!((0.19..0.21).contains(&residual), "{kind:?}: {residual}");
    }
    // With a lead of half a metre per radian, a turn by a fifth of a radian needs a displacement of a tenth of a metre.
    for (turn, missing) in [(z, 0.1), ([0.0, 0.0, -0.2], 0.1)] {
        let residual = residual_after(screw.clone(), turn, none);
        assert!((residual - missing).abs() < 2e-3, "{residual}");
    }
    let ball = v(0.5, -0.1, 0.3);
    let arm = JointKind::SphericalRevolute(SphericalRevolute {
        at: v(0.2, -0.1, 0.0),
        axis,
        ball,
    });
    let on_circle = Rotation3::from_axis_angle(&nalgebra::Vector3::z_axis(), 0.4) * v(0.3, 0.0, 0.0) - v(0.3, 0.0, 0.0);
    assert!(residual_after(arm.clone(), none, on_circle.into()) < 1e-15);
    assert!(residual_after(arm.clone(), none, x) > 0.1);
    assert!(residual_after(arm, none, z) > 0.05);
    let rod = JointKind::Distance(Distance {
        from: v(0.0, 0.0, 0.0),
        to: at,
        reach: None,
        mass: None,
    });
    assert_close(
        "a rod shows its change of length",
        residual_after(rod, none, [1e-6, 0.0, 0.0]),
        1e-6 * 0.2 / at.norm(),
        1e-11,
    );
}

/// Half a turn satisfies the equations of a hinge or a guide, but it is not a correct assembly.
#[test]
fn joints_closed_the_wrong_way_round_are_reported() {
    let (at, axis) = (AT.into(), v(0.0, 0.0, 1.0));
    let half_turn = [std::f64::consts::PI, 0.0, 0.0];
    for kind in [
        JointKind::Fixed(Fixed { at }),
        JointKind::Revolute(Revolute { at, axis }),
        JointKind::Prismatic(Prismatic { at, axis }),
        JointKind::Cylindrical(Cylindrical { at, axis }),
        JointKind::Planar(Planar { at, normal: axis }),
        JointKind::ConstantVelocity(ConstantVelocity { at, axes: [axis, axis] }),
    ] {
        assert!(residual_after(kind.clone(), half_turn, [0.0; 3]) >= 1.0, "{kind:?}");
    }
}

/// The driven coordinate is the coordinate of the second body relative to the first, right-handed, for any orientation
/// of the bodies and any angle (including more than a full turn).
#[test]
fn driven_joints_stand_where_their_drives_say() {
    for revolute in [true, false] {
        let mut build = Build::new(0.0);
        let first = build.body(1.0, v(0.0, 0.3, 0.0), crooked_inertia(1.0));
        let second = build.body(1.0, v(0.4, 0.0, 0.1), crooked_inertia(1.0));
        let (at, axis) = (AT.into(), v(0.48, -0.6, 0.64));
        let kind = if revolute {
            JointKind::Revolute(Revolute { at, axis })
        } else {
            JointKind::Prismatic(Prismatic { at, axis })
        };
        let joint = build.joint(first, second, kind);
        build.drive(joint);
        let oracle = build.oracle();
        let mut loads = oracle.no_loads();
        for position in [0.3, -0.9, 2.0, 7.5] {
            loads.drives[0].position = position;
            let motions = displaced_pair(&oracle, revolute, position);
            let residual = oracle.constraint_residuals(&motions, &loads)[0].position;
            assert!(residual < 1e-14, "revolute {revolute}, {position}: {residual:e}");
            loads.drives[0].position = -position;
            let residual = oracle.constraint_residuals(&motions, &loads)[0].position;
            assert!(residual > 0.1, "revolute {revolute}: the sign matters");
        }
    }
}

/// Both bodies are turned together by a rotation about the origin. Then the second is moved about or along the axis.
fn displaced_pair(oracle: &Oracle, revolute: bool, position: f64) -> Motions {
    let common = Rotation3::from_scaled_axis(v(0.8, -0.5, 0.3));
    let axis = v(0.48, -0.6, 0.64);
    let at = nalgebra::Vector3::from(AT);
    let mut motions = oracle.design();
    let second = &mut motions.bodies[1];
    if revolute {
        let own = Rotation3::from_scaled_axis(position * axis);
        second.com = at + own * (second.com - at);
        second.rotation = own.into_inner();
    } else {
        second.com += position * axis;
    }
    for body in &mut motions.bodies {
        body.com = common * body.com;
        body.rotation = common.into_inner() * body.rotation;
    }
    motions
}
