//! Recognises loops that close by elementary geometry ([`crate::kinematics::closing`]): four-bars, arms with ball
//! joints, strut triangles, bodies on two balls and a rod.
//!
//! Each rule looks for one dependent joint that is determined by the joints known so far. A group is recognised if
//! rules can be found for all of its dependent joints. The steps that were found are then tested: at random values of
//! the independent coordinates all equations of the group must be satisfied, including the equations left out as
//! redundant.

use crate::kinematics::closing::{self, Pin};
use crate::kinematics::{Found, Mechanism, Position, Step, residuals};
use crate::mobility::Closure;
use crate::model::{BodyId, Joint, JointKind, Point, SingleAxis};
use fastrand::Rng;

/// The steps that close a group, in order; empty if iteration is needed.
pub fn steps(mechanism: &Mechanism, closure: &Closure) -> Vec<Step> {
    let found = search(mechanism, closure);
    found
        .filter(|steps| closes(mechanism, closure, steps))
        .unwrap_or_default()
}

fn search(mechanism: &Mechanism, closure: &Closure) -> Option<Vec<Step>> {
    let mut search = Search::new(mechanism, closure)?;
    while !search.unresolved.is_empty() {
        let step = search.next()?;
        let step = with_branch(mechanism, step, &search.steps)?;
        search.take(step);
    }
    Some(search.steps)
}

struct Search<'a> {
    mechanism: &'a Mechanism<'a>,
    /// The cuts of the group.
    cuts: Vec<&'a Joint>,
    /// Outboard bodies of the dependent joints that have not been placed yet.
    unresolved: Vec<BodyId>,
    steps: Vec<Step>,
}

impl<'a> Search<'a> {
    /// Returns `None` if only some speeds of a joint are dependent, or if the bodies are expressed in different frames.
    fn new(mechanism: &'a Mechanism<'a>, closure: &Closure) -> Option<Self> {
        let topology = mechanism.topology;
        let dependent: Vec<usize> = closure.pivots.iter().map(|&(_, speed)| speed).collect();
        let mut unresolved = Vec::new();
        for &body in &closure.group.joints {
            let slot = mechanism.layout.slot(body).v.clone();
            let count = slot.clone().filter(|speed| dependent.contains(speed)).count();
            match count {
                0 => {}
                _ if count == slot.len() => unresolved.push(body),
                _ => return None,
            }
        }
        let loops: Vec<_> = closure.group.loops.iter().map(|&l| &topology.loops[l]).collect();
        let frame = loops.first()?.frame;
        let mut bodies = loops.iter().flat_map(|l| l.bodies());
        let flat = loops.iter().all(|l| l.frame == frame) && bodies.all(|b| topology.branch(b).frame == frame);
        flat.then(|| Search {
            mechanism,
            cuts: loops.iter().map(|l| mechanism.model.joint(l.cut)).collect(),
            unresolved,
            steps: Vec::new(),
        })
    }

    fn take(&mut self, step: Step) {
        self.unresolved.retain(|&b| b != step.body());
        self.steps.push(step);
    }

    fn next(&self) -> Option<Step> {
        let rules = [Self::swing, Self::slide, Self::turn, Self::point];
        rules.iter().find_map(|rule| rule(self))
    }

    fn kind(&self, body: BodyId) -> &JointKind {
        &self.mechanism.topology.joint(body).kind
    }

    /// Joints between a body and the ground that have not been placed yet, from the body inward.
    fn open(&self, body: BodyId) -> Vec<BodyId> {
        let to_ground = self.mechanism.topology.to_ground(body);
        to_ground.filter(|b| self.unresolved.contains(b)).collect()
    }

    /// The outboard body of the only joint between a body and the ground that is still open, if there is exactly one
    /// such joint and the body is fixed on its outboard body.
    fn only_open(&self, body: BodyId) -> Option<BodyId> {
        let [joint] = self.open(body)[..] else { return None };
        let between = self.mechanism.topology.to_ground(body).take_while(|&b| b != joint);
        let mut kinds = between.map(|b| self.kind(b));
        kinds.all(JointKind::is_fixed).then_some(joint)
    }

    fn is_known(&self, body: BodyId) -> bool {
        self.open(body).is_empty()
    }

    /// The pairs of pins of each cut, in both orders, for which the given function returns a point on each side.
    fn ends(&self, points: impl Fn(&JointKind) -> Option<[Point; 2]>) -> Vec<[Pin; 2]> {
        let cuts = self.cuts.iter().filter_map(|cut| {
            let [first, second] = points(&cut.kind)?;
            let longer = longer(&cut.kind);
            let pins = [
                Pin {
                    body: cut.first,
                    at: first,
                    longer: longer.as_ref().map(|way| Box::new(way.map(|v| -v))),
                },
                Pin {
                    body: cut.second,
                    at: second,
                    longer: longer.map(Box::new),
                },
            ];
            let reversed = [pins[1].clone(), pins[0].clone()];
            Some([pins, reversed])
        });
        cuts.flatten().collect()
    }

    /// A pivot whose body carries the end of a rod, or the ball of a body that hangs on another ball or on a parallel
    /// pivot.
    fn swing(&self) -> Option<Step> {
        let swing = |carried: Pin, target: Pin| {
            let body = self.only_open(carried.body)?;
            self.kind(body).pivot().is_some().then(|| Step::Swing {
                body,
                carried: carried.at,
                target,
                root: 1.0.into(),
            })
        };
        let by_rod = self.ends(rod).into_iter().find_map(|[carried, target]| {
            let known = self.is_known(target.body);
            known.then(|| swing(carried, target)).flatten()
        });
        // An arm with a ball that carries a body, another point of which is in a known place.
        let by_body = || {
            self.ends(meeting).into_iter().find_map(|[carried, known]| {
                let [ball, pivot] = self.open(carried.body)[..] else {
                    return None;
                };
                let at = self.kind(ball).ball()?.clone();
                let inner = self.mechanism.topology.branch(ball).parent;
                let fits = self.only_open(inner) == Some(pivot) && self.is_known(known.body);
                fits.then(|| swing(Pin::new(inner, at), known)).flatten()
            })
        };
        by_rod.or_else(by_body).or_else(|| {
            self.ends(meeting).into_iter().find_map(|[carried, other]| {
                let pivot = self.only_open(carried.body)?;
                let hung = self.only_open(other.body)?;
                let inner = self.mechanism.topology.branch(hung).parent;
                let at = match self.kind(hung).ball() {
                    Some(ball) => ball.clone(),
                    None => self.beside(hung, pivot, &carried.at)?,
                };
                (pivot != hung && self.is_known(inner))
                    .then(|| swing(carried, Pin::new(inner, at)))
                    .flatten()
            })
        })
    }

    /// The point on the axis of the pivot of `hung` that is nearest to a point, if the other pivot is parallel to this
    /// axis.
    fn beside(&self, hung: BodyId, pivot: BodyId, point: &Point) -> Option<Point> {
        let [own, other] = [hung, pivot].map(|body| self.kind(body).pivot());
        let (SingleAxis { at, axis, .. }, other) = (own?, other?);
        let is_parallel = axis.cross(other.axis).norm() < 1e-9;
        let is_constant = !at.is_tuned() && !point.is_tuned();
        (is_parallel && is_constant).then(|| (**at + **axis * axis.dot(&(**point - **at))).into())
    }

    /// A strut: a slide whose carrier turns on a ball, and whose end is at a known point.
    fn slide(&self) -> Option<Step> {
        self.ends(meeting).into_iter().find_map(|[carried, target]| {
            let [body, ball] = self.open(carried.body)[..] else {
                return None;
            };
            let is_strut = body == carried.body
                && self.kind(body).slider().is_some()
                && self.mechanism.topology.branch(body).parent == ball
                && self.kind(ball).ball().is_some();
            (is_strut && self.is_known(target.body)).then_some(Step::Slide {
                body,
                carried: carried.at,
                target,
                root: 1.0.into(),
            })
        })
    }

    /// A body on a ball; another point of the body has a known place, and a rod guides the body.
    fn turn(&self) -> Option<Step> {
        self.ends(meeting).into_iter().find_map(|[second, onto]| {
            let body = self
                .only_open(second.body)
                .or_else(|| self.carrier_of_strut(second.body))?;
            if self.kind(body).ball().is_none() || !self.is_known(onto.body) {
                return None;
            }
            let on_body = if second.body == body || self.steps.iter().any(|s| s.body() == second.body) {
                second.clone()
            } else {
                Pin::new(body, second.at.clone())
            };
            self.ends(rod).into_iter().find_map(|[third, from]| {
                let fits = self.only_open(third.body) == Some(body) && self.is_known(from.body);
                fits.then(|| Step::Turn {
                    body,
                    second: on_body.clone(),
                    onto: onto.clone(),
                    third: third.at,
                    from,
                    root: 1.0.into(),
                })
            })
        })
    }

    /// The body that carries a slide, if the displacement of the slide is already known.
    fn carrier_of_strut(&self, slide: BodyId) -> Option<BodyId> {
        let found = |s: &Step| matches!(s, Step::Slide { body, .. } if *body == slide);
        let carrier = self.mechanism.topology.branch(slide).parent;
        (self.steps.iter().any(found) && self.unresolved.contains(&carrier)).then_some(carrier)
    }

    /// A pivot whose body has a point in a known place.
    fn point(&self) -> Option<Step> {
        self.ends(meeting).into_iter().find_map(|[carried, target]| {
            let body = self.only_open(carried.body)?;
            let fits = self.kind(body).pivot().is_some() && self.is_known(target.body);
            fits.then_some(Step::Point {
                body,
                carried: carried.at,
                target,
            })
        })
    }
}

/// The difference that a rod's own length makes to the vector from its first to its second end.
fn longer(kind: &JointKind) -> Option<Point> {
    let rod = kind.rod()?;
    rod.reach.map(|reach| reach - rod.to)
}

/// The ends of a rod.
fn rod(kind: &JointKind) -> Option<[Point; 2]> {
    kind.rod().map(|rod| [rod.from.clone(), rod.to.clone()])
}

/// The point at which two bodies stay together.
fn meeting(kind: &JointKind) -> Option<[Point; 2]> {
    let point = kind.ball().or(kind.pivot().map(|pivot| pivot.at))?;
    Some([point.clone(), point.clone()])
}

/// The root of a step is singular at the design position if its argument is below this part of its `scale`.
const SINGULAR: f64 = 1e-6;

/// Returns the step with the branch that contains the design position, given the steps before it.
fn with_branch(mechanism: &Mechanism, step: Step, before: &[Step]) -> Option<Step> {
    if matches!(step, Step::Point { .. }) {
        return Some(step);
    }
    let drives = vec![0.0; mechanism.model.drives.len()];
    [1.0, -1.0].into_iter().find_map(|sign| {
        let mut tried = step.clone();
        set_root(&mut tried, sign);
        // Bodies outboard of a body with its own step are placed at their design positions, too.
        let mut position = Position::all(mechanism, mechanism.layout.design(), &drives);
        for earlier in before {
            earlier.place(mechanism, &mut position);
        }
        let design = Position::<f64>::all(mechanism, mechanism.layout.design(), &drives);
        let placed = tried.place(mechanism, &mut position);
        let off = match placed.found {
            Found::Angle(sin, cos) => sin.abs().max((cos - 1.0).abs()),
            Found::Displacement(moved) => moved.abs(),
            Found::Rotation(_) => {
                let [a, b] = [&position, &design].map(|p| p.pose(step.body()).rotation);
                (0..9)
                    .map(|k| (a.0[k / 3][k % 3] - b.0[k / 3][k % 3]).abs())
                    .fold(0.0, f64::max)
            }
        };
        set_root(&mut tried, sign * placed.margin);
        (off < 1e-7 && placed.margin > SINGULAR * scale(mechanism, &step)).then_some(tried)
    })
}

fn set_root(step: &mut Step, value: f64) {
    match step {
        Step::Swing { root, .. } | Step::Slide { root, .. } | Step::Turn { root, .. } => *root = value.into(),
        Step::Point { .. } => {}
    }
}

/// Size that the argument of a step's root would have far away from singular positions.
fn scale(mechanism: &Mechanism, step: &Step) -> f64 {
    let origin = nalgebra::Vector3::from(mechanism.placement(step.body()).origin.0);
    match step {
        Step::Swing { carried, target, .. } => {
            (**carried - origin).norm_squared() * (*target.at - origin).norm_squared()
        }
        Step::Slide { target, .. } => (*target.at - origin).norm_squared(),
        Step::Turn { from, .. } => (*from.at - origin).norm_squared(),
        Step::Point { .. } => 1.0,
    }
}

/// Number of random poses that are tried.
const TRIES: i32 = 6;
/// How far the coordinates are moved for these poses [rad, m].
const REACH: f64 = 0.05;
/// Equations hold if their residuals are below this value [m, rad].
const HOLDS: f64 = 1e-9;

/// Whether the steps close all loops of the group at all poses that they can reach.
fn closes(mechanism: &Mechanism, closure: &Closure, steps: &[Step]) -> bool {
    let mut rng = Rng::with_seed(1989);
    let mut reached = 0;
    for halvings in 0..TRIES {
        let reach = REACH * 0.5_f64.powi(halvings);
        let mut near = |design: f64| design + reach * (2.0 * rng.f64() - 1.0);
        let mut q = mechanism.layout.design().to_vec();
        for i in pivots_and_slides(mechanism) {
            q[i] = near(q[i]);
        }
        let drives: Vec<f64> = mechanism.model.drives.iter().map(|_| near(0.0)).collect();
        let (position, margin) = posed(mechanism, steps, &q, &drives);
        if margin.is_nan() || margin <= 0.0 {
            continue;
        }
        let off = closure.group.loops.iter().flat_map(|&l| {
            let loop_ = &mechanism.topology.loops[l];
            residuals(mechanism, &position, &drives, loop_)
        });
        if off.map(f64::abs).fold(0.0, f64::max) > HOLDS {
            return false;
        }
        reached += 1;
    }
    reached >= TRIES / 2
}

/// Coordinates of all pivots and slides. Steps replace the coordinates of the joints that they place.
fn pivots_and_slides(mechanism: &Mechanism) -> Vec<usize> {
    let topology = mechanism.topology;
    let pivot_or_slide = |b: &&BodyId| {
        let kind = &topology.joint(**b).kind;
        kind.pivot().or(kind.slider()).is_some()
    };
    let slots = topology.order.iter().filter(pivot_or_slide);
    slots.flat_map(|&b| mechanism.layout.slot(b).q.clone()).collect()
}

/// The position with the given coordinates, and the smallest margin of the steps.
fn posed(mechanism: &Mechanism, steps: &[Step], q: &[f64], drives: &[f64]) -> (Position<f64>, f64) {
    let mut position = Position::new(mechanism);
    let coordinates = |body: BodyId| mechanism.coordinates_of(body, q, drives);
    let steps: Vec<&Step> = steps.iter().collect();
    let found = closing::place(mechanism, &mut position, &mechanism.topology.order, &steps, coordinates);
    let margins = found.iter().map(|(_, placed)| placed.margin);
    // NaN must not pass for a large margin.
    let least = margins.fold(f64::INFINITY, |a, b| if b.is_nan() { f64::NAN } else { a.min(b) });
    (position, least)
}
