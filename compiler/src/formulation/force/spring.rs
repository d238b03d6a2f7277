//! Spring-dampers between two bodies.
//!
//! With `d` from end to end, `L = |d|`, `u = d / L`, `L' = u · (v₂ - v₁)`: `F = preload - elastic(L - L₀) -
//! damping(L') + bump(min - L) - rebound(L - max) + actuator` pushes the ends apart. `F
//! u` acts on the second body, `-F u` on the first.
//!
//! A damper in series with a spring of the rate `k` has its own coordinate `x`: its displacement from the design
//! position. It has no mass, so it transmits the force of the spring: `damping(L')` is replaced by
//! `k (L - L_d - x) = damping(x')`, with the length `L_d` at the design position. So `x'` follows from `L` and `x`.

use super::curve::{integral, inverse, value};
use super::element::{Element, common_frame};
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Damping, Number, Spring, SpringId, Stop};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};
use wishbone_laws::curve::blend;

/// A spring at a position, in the frame its two ends share.
pub struct SpringState<'m, S> {
    design: &'m Design<S>,
    spring: &'m Spring,
    frame: BodyId,
    /// First and second end.
    ends: [Vec3<S>; 2],
    /// From the first end to the second, unit length.
    direction: Vec3<S>,
    /// [m]
    pub length: S,
    /// How far a damper in series has moved from the design position [m].
    damper: S,
}

impl<'m, S: Scalar> SpringState<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, id: SpringId) -> Self {
        let spring = &mechanism.model.springs[id.index()];
        let frame = common_frame(mechanism, &[spring.first, spring.second]);
        let ends = [(spring.first, &spring.from), (spring.second, &spring.to)]
            .map(|(body, point)| position.point_in(mechanism, body, mechanism.design.point(point), frame));
        let d = ends[1] - ends[0];
        let length = d.dot(d).sqrt();
        SpringState {
            design: &mechanism.design,
            spring,
            frame,
            ends,
            direction: d * (S::one() / length),
            length,
            damper: position.damper(id),
        }
    }

    /// Force of the spring in series with the damper against extension [N].
    fn in_series(&self, rate: &Number) -> S {
        let [from, to] = [&self.spring.from, &self.spring.to].map(|point| self.design.point(point));
        let stretch = self.length - (to - from).norm() - self.damper;
        self.design.number(rate) * stretch
    }

    /// Velocity of a damper in series [m/s]; zero if there is none.
    pub fn damper_rate(&self) -> S {
        match &self.spring.damping {
            Some(Damping {
                curve,
                series: Some(rate),
                ..
            }) => inverse(self.design, curve, self.in_series(rate)),
            _ => S::zero(),
        }
    }

    /// `F` without the actuator [N]
    fn force(&self, rate: S) -> S {
        let (design, spring) = (self.design, self.spring);
        let mut force = design.number(&spring.preload);
        if let Some(curve) = &spring.elastic {
            force = force - value(design, curve, self.length - design.number(&spring.free_length));
        }
        if let Some(damping) = &spring.damping {
            let inside = match &damping.series {
                Some(series) => self.in_series(series),
                None => {
                    let inside = value(design, &damping.curve, rate);
                    damping.map.as_ref().map_or(inside, |map| {
                        let further = map.further.iter().map(|curve| value(design, curve, rate));
                        blend(&map.lengths, std::iter::once(inside).chain(further), self.length)
                    })
                }
            };
            force = force
                - match &damping.outside {
                    None => inside,
                    Some((min, max, curve)) => {
                        let outside = value(design, curve, rate);
                        let below_max = (design.number(max) - self.length).select(outside, inside);
                        (self.length - design.number(min)).select(outside, below_max)
                    }
                };
        }
        if let Some(stop) = &spring.bump_stop {
            force = force + stop_force(design, stop, design.number(&stop.length) - self.length);
        }
        if let Some(stop) = &spring.rebound_stop {
            force = force - stop_force(design, stop, self.length - design.number(&stop.length));
        }
        force
    }
}

impl<S: Scalar> Element<S> for SpringState<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![self.spring.first, self.spring.second]
    }

    fn frame(&self) -> BodyId {
        self.frame
    }

    /// `L'` [m/s]
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let [first, second] =
            [(self.spring.first, 0), (self.spring.second, 1)].map(|(body, end)| twist(body).at(self.ends[end]));
        vec![self.direction.dot(second - first)]
    }

    fn forces(&self, rates: &[S], signals: &[S]) -> Vec<S> {
        let own = self.force(rates[0]);
        vec![match self.spring.actuator {
            Some(actuator) => own + signals[actuator.index()],
            None => own,
        }]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let push = self.direction * forces[0];
        vec![
            (self.spring.first, Wrench::at(self.ends[0], -push)),
            (self.spring.second, Wrench::at(self.ends[1], push)),
        ]
    }

    /// Zero at the free length, stops not met.
    fn energy(&self, _: &[S]) -> S {
        let (design, spring) = (self.design, self.spring);
        let stretch = self.length - design.number(&spring.free_length);
        let mut energy = -(design.number(&spring.preload) * stretch);
        if let Some(curve) = &spring.elastic {
            energy = energy + integral(design, curve, stretch);
        }
        if let Some(rate) = spring.damping.as_ref().and_then(|damping| damping.series.as_ref()) {
            let force = self.in_series(rate);
            energy = energy + S::from(0.5) * (S::one() / design.number(rate)) * (force * force);
        }
        let bump = |stop: &'_ Stop| design.number(&stop.length) - self.length;
        let rebound = |stop: &'_ Stop| self.length - design.number(&stop.length);
        let stops = [
            spring.bump_stop.as_ref().map(|stop| (stop, bump(stop))),
            spring.rebound_stop.as_ref().map(|stop| (stop, rebound(stop))),
        ];
        for (stop, over) in stops.into_iter().flatten() {
            energy = energy + over.select(S::zero(), integral(design, &stop.curve, over));
        }
        energy
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        progress.name(self.length, &|| format!("{}.length", self.spring.name));
        progress.name(forces[0], &|| format!("{}.force", self.spring.name));
    }
}

fn stop_force<S: Scalar>(design: &Design<S>, stop: &Stop, over: S) -> S {
    over.select(S::zero(), value(design, &stop.curve, over))
}
