//! Leaf springs: the three links of SAE HS-788 without mass, as one force element.
//!
//! All vectors are given relative to the axle, whose axes at the seat are `e`, `l`, `n` ([`LeafSpring`]). `E` and `P` are the frame's eye and its
//! pivot of the shackle. `Q` is the place of the eye on the shackle, as a point fixed in the frame. The origin is the seat. With the lengths `a`
//! and `b` of the halves and the offset `o` of the eyes, the centres of their arms are `(a/4) e - (o/2) n` and `-(b/4) e - (o/2) n`.
//!
//! The eye on the shackle is where the circle of the arm (radius `r`, about its centre `B`) meets the circle of the shackle
//! (radius `s`, about `P`). With `D = |P - B|`, `d = (P - B) / D` and `m` across it in the plane of the spring:
//!
//! (1) `p = (D² + r² - s²) / 2D`, `h² = r² - p²`, the eye at `B + p d + h m`.
//!
//! Let `h₀` be `h` at the design position. Below `h₀/2` the height continues along its tangent over `h²`. So it remains finite and
//! smooth where the arm and the shackle no longer meet. With `q = (2 h / h₀)²`, `m̂ = √max(q, 1)`,
//!
//! (2) `h = (h₀/2) (m̂ - (max(q, 1) - q)/2)`, `dh/dp = -p / (m̂ h₀/2)`.
//!
//! Let `v` be the velocity of `P` relative to the axle. Then `D' = d·v`, `p' = (1 - p/D) D'`, and the line from `B` to `P` turns by
//! `m·v / D`. The height `z` of this eye has the rate
//!
//! (3) `z' = g·v`, `g = (d_n + m_n dh/dp) (1 - p/D) d + (p m_n - h d_n)/D m`.
//!
//! So a force on this eye acts on the frame at `P`, along the shackle. Across, the shackle is stiff: it holds the eye beside `Q`.
//!
//! Six deflections follow. Each is linear in the heights, the lateral offsets, the distance from `E` to its arm's
//! centre, and `n · l` of the frame. The energy is the sum of the energies of the deflections, so the forces are its
//! slopes. Friction `F v / √(v² + v₀²)` and the damping times, on rates of these deflections, only dissipate energy.

use super::curve::{integral, inverse, value};
use super::element::{Element, common_frame};
use super::friction::rubbing;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Curve, LeafSpring, Rubbing, Set};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// A leaf spring at a position.
pub struct Bent<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    spring: &'m LeafSpring,
    frame: BodyId,
    /// `E`, `P`, `Q`
    points: [Vec3<S>; 3],
    /// By direction: the coefficients of the velocities of `E`, `P` and `Q` in its rate.
    pushes: [[Vec3<S>; 3]; 6],
    /// What the rate of the twist takes of the angular velocity.
    turn: Vec3<S>,
    /// By direction: along, across, camber over the seat, twist, wind-up, yaw.
    deflections: [S; 6],
    /// Camber over the seat at the design position [m].
    camber: S,
    /// Stiffness in wind-up and in yaw [N m/rad].
    windup: S,
    yaw: S,
}

/// The plane of the spring and its points, relative to the axle: coordinates are along `e` and `n`, from the seat and the
/// height of the arms' centres.
struct Shape<S> {
    /// Lengths of both halves [m].
    halves: [S; 2],
    /// Radius of the arm to the frame's eye [m].
    arm: S,
    /// Of the half that the shackle holds.
    hung: Hung<S>,
}

/// The half that the shackle holds.
struct Hung<S> {
    /// `B`: its arm's centre along `e`, behind the seat [m].
    centre: S,
    /// `r²`
    arm: S,
    /// `s²`
    shackle: S,
    /// `h₀/2`
    half: S,
}

/// The eye on the shackle.
struct Eye<S> {
    /// Over the arms' centres [m].
    height: S,
    /// `g`, along `e` and `n`.
    slope: [S; 2],
}

impl<S: Scalar> Shape<S> {
    /// Coordinates of points at the design position: both points of the frame, and the eye on the shackle.
    fn new([fixed_eye, shackle, eye]: [[S; 2]; 3]) -> Self {
        let [a, b] = [fixed_eye[0], -eye[0]];
        let quarter = S::from(LeafSpring::CENTRE);
        let centre = -(quarter * b);
        let arm = [eye[0] - centre, eye[1]];
        let hanger = [shackle[0] - eye[0], shackle[1] - eye[1]];
        let line = [shackle[0] - centre, shackle[1]];
        let across = line[0] * arm[1] - line[1] * arm[0];
        Shape {
            halves: [a, b],
            arm: length([fixed_eye[0] - quarter * a, fixed_eye[1]]),
            hung: Hung {
                centre,
                arm: squared(arm),
                shackle: squared(hanger),
                half: S::from(0.5) * (across / length(line)),
            },
        }
    }
}

impl<S: Scalar> Hung<S> {
    /// Equations (1) to (3).
    fn eye(&self, shackle: [S; 2]) -> Eye<S> {
        let (one, half) = (S::one(), S::from(0.5));
        let line = [shackle[0] - self.centre, shackle[1]];
        let distance = length(line);
        let [x, z] = line.map(|component| component / distance);
        let p = half * ((squared(line) + self.arm - self.shackle) / distance);
        let left = (self.arm - p * p) / (self.half * self.half);
        let kept = left.max(one);
        let root = kept.sqrt();
        let h = self.half * (root - half * (kept - left));
        let slope = -(p / (root * self.half));
        let stretch = (z + x * slope) * (one - p / distance);
        let turn = (p * x - h * z) / distance;
        Eye {
            height: p * z + h * x,
            slope: [stretch * x - turn * z, stretch * z + turn * x],
        }
    }
}

fn squared<S: Scalar>([x, z]: [S; 2]) -> S {
    x * x + z * z
}

fn length<S: Scalar>(vector: [S; 2]) -> S {
    squared(vector).sqrt()
}

impl<'m, S: Scalar> Bent<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, spring: &'m LeafSpring) -> Self {
        let design = &mechanism.design;
        let LeafSpring { first, second, .. } = *spring;
        let frame = common_frame(mechanism, &[first, second]);
        let [eye, seat, hung, pivot] =
            [&spring.fixed_eye, &spring.seat, &spring.shackle_eye, &spring.shackle].map(|point| design.point(point));
        let line = eye - hung;
        let axis = *design.direction(&spring.axis);
        let up = match spring.is_across_the_eyes {
            true => (axis - line * (line.dot(axis) / line.dot(line))).normalised(),
            false => axis,
        };
        let along = (line - up * up.dot(line)).normalised();
        let axes = [along, up.cross(along), up];
        let still = |point: Vec3<S>| axes.map(|axis| axis.dot(point - seat));
        let [eye_still, hung_still, pivot_still] = [eye, hung, pivot].map(still);
        let centres = S::from(LeafSpring::CENTRE_HEIGHT) * design.number(&spring.eye_offset);
        let shape = Shape::new([eye_still, pivot_still, hung_still].map(|[x, _, z]| [x, z - centres]));

        let turned = axes.map(|axis| position.direction_in(mechanism, second, axis, frame));
        let origin = position.point_in(mechanism, second, seat, frame);
        let points = [eye, pivot, hung].map(|point| position.point_in(mechanism, first, point, frame));
        let [eye_now, pivot_now, hung_now] = points.map(|point| turned.map(|axis| axis.dot(point - origin)));
        let [along, across, up] = turned;
        let lateral = position.direction_in(mechanism, first, axes[1], frame);

        let [a, b] = shape.halves;
        let length = a + b;
        let [front, rear] = [b, a].map(|part| part / length);
        let [wound_front, wound_rear] = [-(b / (a * length)), a / (b * length)];
        let arm = [eye_now[0] - S::from(LeafSpring::CENTRE) * a, eye_now[2] - centres];
        let reach = self::length(arm);
        let held = shape.hung.eye([pivot_now[0], pivot_now[2] - centres]);
        let heights = [eye_now[2], centres + held.height];
        let lift = along * held.slope[0] + up * held.slope[1];
        let camber = front * eye_still[2] + rear * hung_still[2];
        let wound = |front: S, rear: S| wound_front * front + wound_rear * rear;
        let offset = |front: S, rear: S| b / length * front + a / length * rear;
        let turned_off = |front: S, rear: S| (front - rear) / length;
        let zero = Vec3::zero();
        Bent {
            design,
            name,
            spring,
            frame,
            points,
            pushes: [
                [(along * arm[0] + up * arm[1]) * (S::one() / reach), zero, zero],
                [across * front, zero, across * rear],
                [up * front, lift * rear, zero],
                [zero; 3],
                [up * wound_front, lift * wound_rear, zero],
                [across * (S::one() / length), zero, across * -(S::one() / length)],
            ],
            turn: lateral.cross(up),
            deflections: [
                reach - shape.arm,
                offset(eye_now[1], hung_now[1]) - offset(eye_still[1], hung_still[1]),
                front * heights[0] + rear * heights[1],
                up.dot(lateral),
                wound(heights[0], heights[1]) - wound(eye_still[2], hung_still[2]),
                turned_off(eye_now[1], hung_now[1]) - turned_off(eye_still[1], hung_still[1]),
            ],
            camber,
            windup: match (&spring.windup, &spring.elastic) {
                (Some(windup), _) => design.number(windup),
                (None, Curve::Linear(rate)) => design.number(rate) * (a * b),
                (None, _) => unreachable!("checked where the spring was resolved"),
            },
            yaw: match &spring.yaw {
                Some(yaw) => design.number(yaw),
                None => design.number(&spring.lateral) * (a * b),
            },
        }
    }

    /// Stiffness by direction; the camber has none.
    fn stiffness(&self) -> [S; 6] {
        let LeafSpring {
            longitudinal,
            lateral,
            twist,
            ..
        } = self.spring;
        let [x, y, turn] = [longitudinal, lateral, twist].map(|number| self.design.number(number));
        [x, y, S::zero(), turn, self.windup, self.yaw]
    }

    /// Deflection of the elastic force [m], and a constant force beside it [N]. With a curve, a load at the design
    /// position is given as the deflection there; with a constant rate, it is given as a constant force.
    fn set(&self) -> (S, S) {
        let travel = self.deflections[2] - self.camber;
        match (&self.spring.set, &self.spring.elastic) {
            (Set::Camber(camber), _) => (self.deflections[2] - self.design.number(camber), S::zero()),
            (Set::Preload(preload), Curve::Linear(_)) => (travel, self.design.number(preload)),
            (Set::Preload(preload), elastic) => {
                let still = inverse(self.design, elastic, -self.design.number(preload));
                (travel + still, S::zero())
            }
        }
    }
}

impl<S: Scalar> Element<S> for Bent<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![self.spring.first, self.spring.second]
    }

    fn frame(&self) -> BodyId {
        self.frame
    }

    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let relative = twist(self.spring.first) - twist(self.spring.second);
        let [eye, pivot, hung] = self.points.map(|point| relative.at(point));
        let mut rates = self
            .pushes
            .map(|[front, rear, beside]| front.dot(eye) + rear.dot(pivot) + beside.dot(hung));
        rates[3] = self.turn.dot(relative.angular);
        rates.to_vec()
    }

    fn forces(&self, rates: &[S], _: &[S]) -> Vec<S> {
        let time = self.design.number(&self.spring.damping_time);
        let stiffness = self.stiffness();
        let linear = (0..6).map(|k| -(stiffness[k] * (self.deflections[k] + time * rates[k])));
        let mut forces: Vec<S> = linear.collect();
        let (deflection, preload) = self.set();
        forces[2] = preload - value(self.design, &self.spring.elastic, deflection);
        if let Some(Rubbing { limit, speed }) = &self.spring.friction {
            let [limit, speed] = [limit, speed].map(|number| self.design.number(number));
            forces[2] = forces[2] - rubbing(limit, speed, rates[2]);
        }
        forces
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let mut pushed = Wrench::couple(self.turn * forces[3]);
        for (k, point) in self.points.into_iter().enumerate() {
            let each = self.pushes.iter().zip(forces).map(|(push, &force)| push[k] * force);
            let force = each.fold(Vec3::zero(), |sum, force| sum + force);
            pushed = pushed + Wrench::at(point, force);
        }
        vec![(self.spring.first, pushed), (self.spring.second, -pushed)]
    }

    fn energy(&self, _: &[S]) -> S {
        let squares = self.stiffness().into_iter().zip(self.deflections);
        let linear = squares.fold(S::zero(), |sum, (stiffness, x)| sum + stiffness * (x * x));
        let (deflection, preload) = self.set();
        let camber = integral(self.design, &self.spring.elastic, deflection) - preload * deflection;
        S::from(0.5) * linear + camber
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        for (&force, (effort, axis)) in forces.iter().zip(LeafSpring::EFFORTS) {
            progress.name(force, &|| format!("{}.{}_{axis}", self.name, effort.word()));
        }
    }
}
