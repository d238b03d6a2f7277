//! Kinds of joints and links.

use super::quantities::{Listed, Role, ValueMut};
use super::{Axis, BodyId, JointId, Point, Vec3};
use crate::front::units;
use std::f64::consts::TAU;

/// What a joint allows, with its geometry at the design position: points `P` and unit directions `A`.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind<P = Point, A = Axis> {
    /// No relative motion; `at` is where reactions are reported [m].
    Fixed {
        /// Reference point.
        at: P,
    },
    /// Rotation about `axis` through `at`; coordinate: angle of the second body about the axis, right-handed [rad].
    Revolute {
        /// A point on the axis.
        at: P,
        /// Unit direction.
        axis: A,
    },
    /// Translation along `axis`; coordinate: displacement of the second body [m].
    Prismatic {
        /// Reference point.
        at: P,
        /// Unit direction.
        axis: A,
    },
    /// Rotation about `axis` and translation along it, each by itself; coordinates: angle [rad] and displacement [m] of
    /// the second body.
    Cylindrical {
        /// A point on the axis.
        at: P,
        /// Unit direction.
        axis: A,
    },
    /// Rotation about `axis`, and translation along it in proportion; coordinate: angle of the second body [rad].
    Screw {
        /// A point on the axis.
        at: P,
        /// Unit direction.
        axis: A,
        /// Displacement of the second body along the axis for a full turn [m]: positive for a right-handed thread.
        pitch: f64,
    },
    /// Translation in the plane across `normal`, rotation about it; coordinates: displacements of the second body's point
    /// along two directions fixed in the first body [m], angle about the normal [rad].
    Planar {
        /// The point of the second body whose position is the coordinate.
        at: P,
        /// Unit direction.
        normal: A,
    },
    /// Rotation about the point `at`; coordinates: Euler parameters of the second body relative to the first.
    Spherical {
        /// Centre of the ball.
        at: P,
    },
    /// A massless cross turns on the first body and the second body on the cross; coordinates: both angles, right-handed
    /// [rad], that of the cross against the first body and that of the second body against the cross.
    Universal {
        /// Where the axes meet.
        at: P,
        /// Unit directions, the one fixed in the first body and the one fixed in the second; not parallel.
        axes: [A; 2],
    },
    /// Two shafts that bend against each other about one point and turn at equal speeds: the relative angular velocity
    /// lies in the plane that halves the angle between them. Coordinates: two bends [rad].
    ConstantVelocity {
        /// Where the shafts meet.
        at: P,
        /// Unit directions of the shaft of the first body and that of the second, both from the first to the second:
        /// equal where the joint is straight.
        axes: [A; 2],
    },
    /// All six freedoms; `at` is the point of the second body whose position is the coordinate.
    Free {
        /// Reference point.
        at: P,
    },
    /// A massless rod with ball joints at both ends: one equation, the length stays.
    Distance {
        /// End on the first body.
        from: P,
        /// End on the second body.
        to: P,
        /// Where that end would be if the rod, as drawn, had its length; none: it has.
        reach: Option<P>,
    },
    /// A point of the second body stays in a plane of the first: one equation.
    PointOnPlane {
        /// The point, and a point of the plane.
        at: P,
        /// Unit direction across the plane.
        normal: A,
    },
    /// A massless arm that turns on the first body and carries a ball of the second: the ball stays on a circle, two
    /// equations.
    SphericalRevolute {
        /// A point on the axis of the arm.
        at: P,
        /// Unit direction of the axis.
        axis: A,
        /// Centre of the ball; not on the axis.
        ball: P,
    },
    /// A massless strut that slides on the first body and carries a ball of the second: the ball stays on a line, two
    /// equations.
    SphericalTranslational {
        /// Centre of the ball, and a point of the line.
        at: P,
        /// Unit direction of the line.
        axis: A,
    },
    /// Wheels that mesh: the coordinate of one joint follows that of another, one equation between the bodies that both
    /// joints move on one carrier.
    Gear {
        /// The joint of the first body with the carrier, and that of the second; each with one freedom.
        joints: [JointId; 2],
        /// The second coordinate over the first: coefficients of its powers, the first power first, in SI units.
        law: Vec<f64>,
        /// Half-way between both joints.
        at: P,
    },
}

impl JointKind {
    /// The geometry at the defaults of all parameters.
    pub fn plain(&self) -> JointKind<Vec3, Vec3> {
        self.map(|point| **point, |axis| **axis)
    }
}

impl JointKind {
    /// Its numbers, between these bodies.
    pub fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        let [first, second] = &bodies;
        let both = |at| Listed::point("at", &bodies, at);
        let axial = |axis| Listed::axis("axis", Role::Axial, axis);
        let polar = |axis| Listed::axis("axis", Role::Polar, axis);
        match self {
            JointKind::Fixed { at } | JointKind::Spherical { at } | JointKind::Free { at } => vec![both(at)],
            JointKind::Revolute { at, axis } | JointKind::Cylindrical { at, axis } => vec![both(at), axial(axis)],
            JointKind::Prismatic { at, axis } | JointKind::SphericalTranslational { at, axis } => {
                vec![both(at), polar(axis)]
            }
            JointKind::Screw { at, axis, pitch } => {
                // A thread changes its hand.
                let pitch = Listed::fixed("pitch", &units::LENGTH, Role::Pseudoscalar, pitch);
                vec![both(at), axial(axis), pitch]
            }
            // Its coordinates count along directions that are chosen across the normal.
            JointKind::Planar { at, normal } => {
                vec![both(at), Listed::axis("normal", Role::Axial, normal).equal_in_lanes()]
            }
            JointKind::Universal { at, axes: [own, other] } => {
                let axis = |name, axis| Listed::axis(name, Role::Axial, axis);
                vec![both(at), axis("axes[0]", own), axis("axes[1]", other)]
            }
            // Its coordinates count about directions that are chosen across the shafts.
            JointKind::ConstantVelocity { at, axes: [own, other] } => {
                let shaft = |name, axis| Listed::axis(name, Role::Polar, axis).equal_in_lanes();
                vec![both(at), shaft("axes[0]", own), shaft("axes[1]", other)]
            }
            JointKind::Distance { from, to, reach } => {
                let mut listed = vec![
                    Listed::point("from", &[*first], from),
                    Listed::point("to", &[*second], to),
                ];
                listed.extend(reach.iter_mut().map(|reach| Listed::point("adjust", &[*second], reach)));
                listed
            }
            JointKind::PointOnPlane { at, normal } => vec![both(at), Listed::axis("normal", Role::Polar, normal)],
            JointKind::SphericalRevolute { at, axis, ball } => {
                vec![
                    Listed::point("at", &[*first], at),
                    axial(axis),
                    Listed::point("ball", &bodies, ball),
                ]
            }
            JointKind::Gear { law, at, .. } => {
                let ratio = Listed::new("ratio", &units::PLAIN, Role::Scalar, ValueMut::Several(law));
                vec![ratio.equal_in_lanes(), both(at)]
            }
        }
    }
}

impl<P: Clone, A> JointKind<P, A> {
    /// The same joint with its geometry given otherwise.
    pub fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        match self {
            JointKind::Fixed { at } => JointKind::Fixed { at: point(at) },
            JointKind::Revolute { at, axis: a } => JointKind::Revolute {
                at: point(at),
                axis: axis(a),
            },
            JointKind::Prismatic { at, axis: a } => JointKind::Prismatic {
                at: point(at),
                axis: axis(a),
            },
            JointKind::Cylindrical { at, axis: a } => JointKind::Cylindrical {
                at: point(at),
                axis: axis(a),
            },
            JointKind::Screw { at, axis: a, pitch } => JointKind::Screw {
                at: point(at),
                axis: axis(a),
                pitch: *pitch,
            },
            JointKind::Planar { at, normal } => JointKind::Planar {
                at: point(at),
                normal: axis(normal),
            },
            JointKind::Spherical { at } => JointKind::Spherical { at: point(at) },
            JointKind::Universal { at, axes } => JointKind::Universal {
                at: point(at),
                axes: axes.each_ref().map(axis),
            },
            JointKind::ConstantVelocity { at, axes } => JointKind::ConstantVelocity {
                at: point(at),
                axes: axes.each_ref().map(axis),
            },
            JointKind::Free { at } => JointKind::Free { at: point(at) },
            JointKind::Distance { from, to, reach } => JointKind::Distance {
                from: point(from),
                to: point(to),
                reach: reach.as_ref().map(point),
            },
            JointKind::PointOnPlane { at, normal } => JointKind::PointOnPlane {
                at: point(at),
                normal: axis(normal),
            },
            JointKind::SphericalRevolute { at, axis: a, ball } => JointKind::SphericalRevolute {
                at: point(at),
                axis: axis(a),
                ball: point(ball),
            },
            JointKind::SphericalTranslational { at, axis: a } => JointKind::SphericalTranslational {
                at: point(at),
                axis: axis(a),
            },
            JointKind::Gear { joints, law, at } => JointKind::Gear {
                joints: *joints,
                law: law.clone(),
                at: point(at),
            },
        }
    }

    /// Relative freedoms that the joint leaves when it is not driven.
    pub fn freedoms(&self) -> usize {
        match self {
            JointKind::Fixed { .. } => 0,
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } | JointKind::Screw { .. } => 1,
            JointKind::Universal { .. } | JointKind::Cylindrical { .. } | JointKind::ConstantVelocity { .. } => 2,
            JointKind::Spherical { .. } | JointKind::Planar { .. } => 3,
            JointKind::SphericalRevolute { .. } | JointKind::SphericalTranslational { .. } => 4,
            JointKind::Distance { .. } | JointKind::PointOnPlane { .. } | JointKind::Gear { .. } => 5,
            JointKind::Free { .. } => 6,
        }
    }

    /// Closure equations that it costs as a cut.
    pub fn equations(&self) -> usize {
        6 - self.freedoms()
    }

    /// Whether it stands for parts without mass, or for a mere contact: it is always cut, and holds few directions.
    pub fn is_link(&self) -> bool {
        matches!(
            self,
            JointKind::Distance { .. }
                | JointKind::PointOnPlane { .. }
                | JointKind::SphericalRevolute { .. }
                | JointKind::SphericalTranslational { .. }
                | JointKind::Gear { .. }
        )
    }

    /// Whether its speed of that position is a velocity [m/s] rather than a rate of turn [rad/s].
    pub fn slides(&self, speed: usize) -> bool {
        match self {
            JointKind::Prismatic { .. } => true,
            JointKind::Cylindrical { .. } => speed == 1,
            JointKind::Planar { .. } => speed < 2,
            JointKind::Free { .. } => speed >= 3,
            _ => false,
        }
    }

    /// Its point, or both ends of a link, at the design position.
    pub fn points(&self) -> Vec<P> {
        match self {
            JointKind::Fixed { at }
            | JointKind::Revolute { at, .. }
            | JointKind::Prismatic { at, .. }
            | JointKind::Cylindrical { at, .. }
            | JointKind::Screw { at, .. }
            | JointKind::Planar { at, .. }
            | JointKind::Spherical { at }
            | JointKind::Universal { at, .. }
            | JointKind::ConstantVelocity { at, .. }
            | JointKind::PointOnPlane { at, .. }
            | JointKind::SphericalTranslational { at, .. }
            | JointKind::Gear { at, .. }
            | JointKind::Free { at } => vec![at.clone()],
            JointKind::Distance { from, to, .. } => vec![from.clone(), to.clone()],
            JointKind::SphericalRevolute { at, ball, .. } => vec![at.clone(), ball.clone()],
        }
    }

    /// Its directions, in the order in which they are declared.
    pub fn directions(&self) -> Vec<&A> {
        match self {
            JointKind::Revolute { axis, .. }
            | JointKind::Prismatic { axis, .. }
            | JointKind::Cylindrical { axis, .. }
            | JointKind::Screw { axis, .. }
            | JointKind::SphericalRevolute { axis, .. }
            | JointKind::SphericalTranslational { axis, .. } => vec![axis],
            JointKind::Planar { normal, .. } | JointKind::PointOnPlane { normal, .. } => vec![normal],
            JointKind::Universal { axes, .. } | JointKind::ConstantVelocity { axes, .. } => axes.iter().collect(),
            JointKind::Fixed { .. }
            | JointKind::Spherical { .. }
            | JointKind::Free { .. }
            | JointKind::Gear { .. }
            | JointKind::Distance { .. } => Vec::new(),
        }
    }

    /// The word of the declaration.
    pub fn word(&self) -> &'static str {
        match self {
            JointKind::Fixed { .. } => "fixed",
            JointKind::Revolute { .. } => "revolute",
            JointKind::Prismatic { .. } => "prismatic",
            JointKind::Cylindrical { .. } => "cylindrical",
            JointKind::Screw { .. } => "screw",
            JointKind::Planar { .. } => "planar",
            JointKind::Spherical { .. } => "spherical",
            JointKind::Universal { .. } => "universal",
            JointKind::ConstantVelocity { .. } => "constant_velocity",
            JointKind::Free { .. } => "free",
            JointKind::Distance { .. } => "distance",
            JointKind::PointOnPlane { .. } => "point_on_plane",
            JointKind::SphericalRevolute { .. } => "spherical_revolute",
            JointKind::SphericalTranslational { .. } => "spherical_translational",
            JointKind::Gear { .. } => "gear",
        }
    }
}

/// Displacement of a screw for a unit angle [m/rad], by its pitch [m].
pub fn lead(pitch: f64) -> f64 {
    pitch / TAU
}
