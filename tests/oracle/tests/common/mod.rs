//! Models built by hand.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use nalgebra::{Matrix3, Rotation3};
use wishbone_compiler::diag::{Diagnostics, SourceSpan};
use wishbone_compiler::model::{
    Axis, Body, BodyId, Distance, Drive, DriveId, Fixed, Free, Joint, JointId, JointKind, Model, Prismatic, Quantities,
    Revolute, Spherical, Spring, Threads, Vec3, Wheel, WheelId,
};
use wishbone_oracle::{Loads, Motion, Motions, Oracle};

pub const GROUND: BodyId = BodyId::GROUND;

pub fn v(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3::new(x, y, z)
}

pub fn diagonal(x: f64, y: f64, z: f64) -> Matrix3<f64> {
    Matrix3::from_diagonal(&v(x, y, z))
}

/// Inertia tensor of a thin uniform rod about its centre.
pub fn rod(mass: f64, length: f64, direction: Vec3) -> Matrix3<f64> {
    let along = direction * direction.transpose();
    mass * length * length / 12.0 * (Matrix3::identity() - along) + 1e-4 * along
}

/// An inertia tensor with three different principal moments about oblique axes.
pub fn crooked_inertia(size: f64) -> Matrix3<f64> {
    let turn = Rotation3::from_scaled_axis(v(0.3, -0.7, 0.4)).into_inner();
    size * turn * diagonal(1.0, 1.3, 1.7) * turn.transpose()
}

/// Kind of a joint, with plain numbers.
pub type Kind = JointKind<Vec3, Vec3>;

/// Adds parts with consecutive names to a model.
pub struct Build(pub Model);

impl Build {
    pub fn new(gravity: f64) -> Self {
        let mut build = Self(Model {
            name: "Hand".into(),
            public: false,
            doc: vec![],
            gravity: Vec3::new(0.0, 0.0, -gravity).into(),
            accept_redundant: true,
            accept_singular: false,
            accept_lanes: false,
            accept_batch: false,
            accept_derivatives: false,
            search: false,
            levels: Vec::new(),
            threads: Threads::One,
            freedoms: None,
            base: None,
            method: None,
            bodies: vec![],
            joints: vec![],
            springs: vec![],
            forces: vec![],
            wheels: vec![],
            drives: vec![],
            inputs: vec![],
            signals: vec![],
            outputs: vec![],
            equipment: vec![],
            spare: vec![],
            quantities: Quantities::default(),
            parameters: vec![],
            derived: Vec::new(),
            rules: vec![],
            warnings: Diagnostics::default(),
        });
        build.body(0.0, Vec3::zeros(), Matrix3::zeros());
        build.0.bodies[0].name = "ground".into();
        build
    }

    pub fn body(&mut self, mass: f64, com: Vec3, inertia: Matrix3<f64>) -> BodyId {
        let id = BodyId::from(self.0.bodies.len());
        self.0.bodies.push(Body {
            name: format!("body{}", id.index()),
            mass: mass.into(),
            com: com.into(),
            inertia: inertia.into(),
            span: SourceSpan::call_site(),
        });
        id
    }

    pub fn joint(&mut self, first: BodyId, second: BodyId, kind: Kind) -> JointId {
        let id = JointId::from(self.0.joints.len());
        self.0.joints.push(Joint {
            name: format!("{}{}", kind.word(), id.index()),
            kind: kind.map(|point| (*point).into(), |axis| Axis::unit(*axis)),
            first,
            second,
            drive: None,
            tree: None,
            accepts: Default::default(),
            span: SourceSpan::call_site(),
        });
        id
    }

    pub fn revolute(&mut self, first: BodyId, second: BodyId, at: Vec3, axis: Vec3) -> JointId {
        self.joint(first, second, JointKind::Revolute(Revolute { at, axis }))
    }

    pub fn prismatic(&mut self, first: BodyId, second: BodyId, at: Vec3, axis: Vec3) -> JointId {
        self.joint(first, second, JointKind::Prismatic(Prismatic { at, axis }))
    }

    pub fn spherical(&mut self, first: BodyId, second: BodyId, at: Vec3) -> JointId {
        self.joint(first, second, JointKind::Spherical(Spherical { at }))
    }

    pub fn distance(&mut self, first: BodyId, second: BodyId, from: Vec3, to: Vec3) -> JointId {
        self.joint(
            first,
            second,
            JointKind::Distance(Distance {
                from,
                to,
                reach: None,
                mass: None,
            }),
        )
    }

    pub fn fixed(&mut self, first: BodyId, second: BodyId, at: Vec3) -> JointId {
        self.joint(first, second, JointKind::Fixed(Fixed { at }))
    }

    pub fn free(&mut self, first: BodyId, second: BodyId, at: Vec3) -> JointId {
        self.joint(first, second, JointKind::Free(Free { at }))
    }

    pub fn drive(&mut self, joint: JointId) -> DriveId {
        let id = DriveId::from(self.0.drives.len());
        let name = format!("drive{}", id.index());
        self.0.inputs.push(name.clone());
        self.0.drives.push(Drive {
            name,
            joint,
            input: id.index(),
            share: None,
            span: SourceSpan::call_site(),
        });
        self.0.joints[joint.index()].drive = Some(id);
        id
    }

    /// A spring without any characteristic, to be completed by the test.
    pub fn spring(&mut self, first: BodyId, second: BodyId, from: Vec3, to: Vec3) -> &mut Spring {
        self.0.springs.push(Spring {
            name: format!("spring{}", self.0.springs.len()),
            first,
            second,
            from: from.into(),
            to: to.into(),
            free_length: (to - from).norm().into(),
            preload: 0.0.into(),
            elastic: None,
            damping: None,
            bump_stop: None,
            rebound_stop: None,
            actuator: None,
            span: SourceSpan::call_site(),
        });
        self.0.springs.last_mut().expect("just pushed")
    }

    /// A massless wheel without spin freedom, driven from its carrier; to be completed by the test.
    pub fn wheel(&mut self, carrier: BodyId, centre: Vec3, axis: Vec3) -> (WheelId, &mut Wheel) {
        let id = WheelId::from(self.0.wheels.len());
        self.0.wheels.push(Wheel {
            name: format!("wheel{}", id.index()),
            carrier,
            centre: centre.into(),
            axis: Axis::unit(axis),
            radius: 0.3,
            mass: 0.0.into(),
            spin_inertia: None,
            shaft_inertia: 0.0.into(),
            is_in_carrier: false,
            diametral_inertia: 0.0.into(),
            twin_of: None,
            driven_from: carrier,
            span: SourceSpan::call_site(),
        });
        (id, self.0.wheels.last_mut().expect("just pushed"))
    }

    pub fn oracle(&self) -> Oracle {
        Oracle::new(&self.0)
    }
}

/// Motion of a body that is turned from its design position about a fixed point, with an angular velocity about this point.
pub fn turned_about(point: Vec3, design_com: Vec3, turn: Vec3, angular_velocity: Vec3) -> Motion {
    let rotation = Rotation3::from_scaled_axis(turn).into_inner();
    let arm = rotation * (design_com - point);
    Motion {
        rotation,
        com: point + arm,
        angular_velocity,
        velocity: angular_velocity.cross(&arm),
    }
}

/// Integrates without loads.
pub fn run(oracle: &Oracle, motions: &mut Motions, duration: f64, steps: usize) {
    run_under(oracle, motions, duration, steps, |_, _| oracle.no_loads());
}

/// Integrates under loads.
pub fn run_under(
    oracle: &Oracle,
    motions: &mut Motions,
    duration: f64,
    steps: usize,
    mut loads: impl FnMut(f64, &Motions) -> Loads,
) {
    let h = duration / steps as f64;
    for step in 0..steps {
        oracle
            .step(motions, step as f64 * h, h, &mut loads)
            .expect("the joints stay closed");
    }
}

/// Numbers between -1 and 1 from a seed (Marsaglia's xorshift, which saves a dependency).
pub fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[track_caller]
pub fn assert_close(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!(
        (got - expected).abs() <= tolerance,
        "{what}: got {got}, expected {expected}, off by {:.3e} (allowed {tolerance:.1e})",
        (got - expected).abs()
    );
}

#[track_caller]
pub fn assert_vec_close(what: &str, got: Vec3, expected: Vec3, tolerance: f64) {
    assert!(
        (got - expected).amax() <= tolerance,
        "{what}: got {:?}, expected {:?}, off by {:.3e} (allowed {tolerance:.1e})",
        got.as_slice(),
        expected.as_slice(),
        (got - expected).amax()
    );
}
