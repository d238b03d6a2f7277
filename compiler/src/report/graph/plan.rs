//! Content of the drawing: rows of bodies, wires between them, and names.

use crate::model::{BodyId, DriveId, Force, JointId, Model, SpringId, WheelId};
use crate::pipeline::Compiled;
use crate::report::drawing::{Look, within};
use crate::report::table::plural;
use crate::topology::Topology;

/// Subsystems with centres closer than this along X stand side by side, rather than in front of each other [m].
const ONE_ROW: f64 = 0.5;

/// Content of the drawing.
pub(super) struct GraphPlan {
    /// Name of the vehicle.
    pub(super) title: String,
    /// A line about the vehicle.
    pub(super) subtitle: String,
    /// Bodies from the ground to the base, drawn side by side in the middle. All except the first have their inboard
    /// wire.
    pub(super) inboard: Vec<(Bar, Option<Wire>)>,
    /// Front subsystems, from left to right.
    pub(super) above: Vec<Cluster>,
    /// All other subsystems, from left to right.
    pub(super) below: Vec<Cluster>,
}

/// A body.
pub(super) struct Bar {
    pub(super) body: BodyId,
    /// Name as shown.
    pub(super) label: String,
    /// Full name.
    pub(super) name: String,
    /// Row, counted from the base, which is row zero.
    pub(super) row: usize,
}

/// A subsystem, or the wires and bodies on the base itself.
pub(super) struct Cluster {
    /// Its name; `None` for the wires and bodies on the base.
    pub(super) title: Option<String>,
    /// Position of its colour.
    pub(super) tint: usize,
    /// Whether it is laid out as the mirror image of a left-hand one.
    pub(super) right_hand: bool,
    /// Bodies in tree order.
    pub(super) bars: Vec<Bar>,
    /// Wires whose outer end is here.
    pub(super) wires: Vec<Wire>,
    /// Lateral position, positive to the left [m].
    y: f64,
}

/// A joint, link, spring or wheel.
pub(super) struct Wire {
    pub(super) look: Look,
    pub(super) run: Run,
    /// Name as shown.
    pub(super) label: String,
    /// A second line: the drive, or the position of the other end.
    pub(super) note: Option<String>,
    /// Full name, shown as tooltip.
    pub(super) hint: String,
}

/// Course of a wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Run {
    /// From the base, or a body of the same group, outward.
    Straight { inner: BodyId, outer: BodyId },
    /// From a body of another group on the same side.
    Across { inner: BodyId, outer: BodyId },
    /// Hanging from a body: a wheel, or a connection to a distant body.
    Hanging { body: BodyId },
}

/// Plans the drawing of a vehicle.
pub(super) fn of(compiled: &Compiled) -> GraphPlan {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let mut path: Vec<BodyId> = topology.to_ground(topology.base).collect();
    path.reverse();
    let sides = Sides::of(model, topology);
    let planner = Planner {
        model,
        topology,
        path,
        rows: rows(model, topology, &sides),
        sides,
    };
    planner.plan(compiled)
}

/// For each subsystem, whether it lies in front of the base (above it on the page).
struct Sides(Vec<bool>);

impl Sides {
    fn of(model: &Model, topology: &Topology) -> Sides {
        let x = |s: usize| mean(model, &topology.subsystems[s].bodies, 0);
        let hanging = || (1..topology.subsystems.len()).map(x);
        let (rear, front) = (
            hanging().fold(f64::INFINITY, f64::min),
            hanging().fold(f64::NEG_INFINITY, f64::max),
        );
        let is_front = |s: usize| s > 0 && front - rear > ONE_ROW && x(s) > (front + rear) / 2.0;
        Sides((0..topology.subsystems.len()).map(is_front).collect())
    }

    fn same(&self, topology: &Topology, a: BodyId, b: BodyId) -> bool {
        self.0[topology.branch(a).subsystem] == self.0[topology.branch(b).subsystem]
    }
}

/// Mean position of the bodies' centres of mass along an axis [m].
fn mean(model: &Model, bodies: &[BodyId], axis: usize) -> f64 {
    bodies.iter().map(|&b| model.body(b).com[axis]).sum::<f64>() / bodies.len().max(1) as f64
}

/// The first two bodies that a force element acts on, between which its wire is drawn.
fn ends(model: &Model, force: &Force) -> Option<(BodyId, BodyId)> {
    let bodies = force.law.bodies(&model.joints);
    Some((*bodies.first()?, *bodies.get(1)?))
}

/// Row of each body: the longest path from the base along connections between bodies of one side. Each connection is
/// followed in the direction away from the base in the tree. So the two ends of a wire never lie in one row.
fn rows(model: &Model, topology: &Topology, sides: &Sides) -> Vec<usize> {
    let depth = |b: BodyId| topology.to_ground(b).count();
    let mut outward: Vec<BodyId> = topology.order.iter().copied().filter(|&b| hangs(topology, b)).collect();
    outward.sort_by_key(|&b| depth(b));
    let joints = model.joints.iter().map(|j| (j.first, j.second));
    let springs = model.springs.iter().map(|s| (s.first, s.second));
    let forces = model.forces.iter().filter_map(|force| ends(model, force));
    let pairs: Vec<(BodyId, BodyId)> = joints.chain(springs).chain(forces).collect();
    let mut rows = vec![0; model.bodies.len()];
    for &body in &outward {
        let neighbours = pairs.iter().filter_map(|&(a, b)| match body {
            _ if a == body => Some(b),
            _ if b == body => Some(a),
            _ => None,
        });
        // Bodies that have not been reached yet are in row zero and move no other body outward.
        let nearer = neighbours.filter(|&n| hangs(topology, n) && sides.same(topology, n, body));
        rows[body.index()] = 1 + nearer.map(|n| rows[n.index()]).max().unwrap_or(0);
    }
    rows
}

/// Whether the body hangs from the base.
fn hangs(topology: &Topology, body: BodyId) -> bool {
    body != BodyId::GROUND && topology.branch(body).subsystem != 0
}

struct Planner<'a> {
    model: &'a Model,
    topology: &'a Topology,
    /// Path from the ground to the base.
    path: Vec<BodyId>,
    rows: Vec<usize>,
    sides: Sides,
}

impl Planner<'_> {
    fn plan(&self, compiled: &Compiled) -> GraphPlan {
        let mut groups: Vec<Cluster> = (0..self.topology.subsystems.len()).map(|s| self.group(s)).collect();
        let mut inboard: Vec<(Bar, Option<Wire>)> = self.path.iter().map(|&b| (self.bar(b, 0), None)).collect();
        for (home, wire) in self.wires() {
            match inboard.iter_mut().find(|(bar, _)| home == Home::Inboard(bar.body)) {
                Some((_, slot)) => *slot = Some(wire),
                None => groups[home.group()].wires.push(wire),
            }
        }
        groups.retain(|g| !g.wires.is_empty());
        let on_base = |g: &Cluster| g.title.is_none();
        // Bodies on the base itself stand in the middle of their side; equal positions keep the order of declaration.
        groups.sort_by(|a, b| b.y.total_cmp(&a.y));
        let (mut above, mut below): (Vec<Cluster>, Vec<Cluster>) =
            groups.into_iter().partition(|g| !on_base(g) && self.sides.0[g.tint]);
        self.cut_short(&mut above);
        self.cut_short(&mut below);
        GraphPlan {
            title: self.model.name.clone(),
            subtitle: format!(
                "{}, {}, {}",
                plural(self.topology.order.len(), "body", "bodies"),
                plural(self.topology.loops.len(), "loop", "loops"),
                plural(compiled.mobility.freedoms, "freedom", "freedoms")
            ),
            inboard,
            above,
            below,
        }
    }

    /// Draws a wire that would pass bodies of other groups sideways only at its outer end.
    fn cut_short(&self, groups: &mut [Cluster]) {
        let home = |body: BodyId| groups.iter().position(|g| g.bars.iter().any(|b| b.body == body));
        let mut blocked = Vec::new();
        for (g, group) in groups.iter().enumerate() {
            for (w, wire) in group.wires.iter().enumerate() {
                let Run::Across { inner, .. } = wire.run else { continue };
                let other = home(inner).unwrap_or(g);
                let between = groups.iter().take(g.max(other)).skip(g.min(other) + 1);
                let row = self.rows[inner.index()];
                if between.flat_map(|g| &g.bars).any(|b| b.row == row) {
                    blocked.push((g, w));
                }
            }
        }
        for (g, w) in blocked {
            let wire = &mut groups[g].wires[w];
            if let Run::Across { inner, outer } = wire.run {
                wire.run = Run::Hanging { body: outer };
                wire.note = Some(format!("to {}", self.model.body(inner).name));
            }
        }
    }

    fn group(&self, s: usize) -> Cluster {
        let subsystem = &self.topology.subsystems[s];
        let y = match s {
            0 => 0.0,
            _ => mean(self.model, &subsystem.bodies, 1),
        };
        let bars = subsystem.bodies.iter().filter(|_| s > 0).map(|&b| self.bar(b, s));
        Cluster {
            title: (s > 0).then(|| subsystem.name.clone()),
            tint: s,
            right_hand: y < 0.0,
            bars: bars.collect(),
            wires: Vec::new(),
            y,
        }
    }

    fn bar(&self, body: BodyId, subsystem: usize) -> Bar {
        let name = &self.model.body(body).name;
        Bar {
            body,
            label: self.shown(name, subsystem),
            name: name.clone(),
            row: self.rows[body.index()],
        }
    }

    /// The name without the prefix of the group in whose box it is shown.
    fn shown(&self, name: &str, subsystem: usize) -> String {
        within(name, &self.topology.subsystems[subsystem].name).to_owned()
    }

    /// All wires with their groups: tree joints outward, then cuts, force elements, and wheels as declared.
    fn wires(&self) -> Vec<(Home, Wire)> {
        let tree = self.topology.order.iter().map(|&b| self.tree(b));
        let cuts = self.topology.loops.iter().map(|l| self.cut(l.cut));
        let springs = (0..self.model.springs.len()).map(|s| self.spring(s.into()));
        let forces = self.model.forces.iter().filter_map(|force| self.force(force));
        let wheels = (0..self.model.wheels.len()).map(|w| self.wheel(w.into()));
        tree.chain(cuts).chain(springs).chain(forces).chain(wheels).collect()
    }

    fn tree(&self, body: BodyId) -> (Home, Wire) {
        let (joint, parent) = (self.topology.joint(body), self.topology.branch(body).parent);
        let name = match joint.declared {
            Some(id) => self.model.joint(id).name.clone(),
            None => format!("{} (free)", self.model.body(body).name),
        };
        let look = Look::of(&joint.kind, false, joint.drive.is_some());
        let note = self.input(joint.drive);
        let mut found = self.between(look, &name, joint.kind.word(), parent, body);
        found.1.note = note;
        if self.path.contains(&body) {
            found.0 = Home::Inboard(body);
        }
        found
    }

    fn cut(&self, id: JointId) -> (Home, Wire) {
        let joint = self.model.joint(id);
        let look = Look::of(&joint.kind, true, joint.drive.is_some());
        let what = format!("cut {}", joint.kind.word());
        let mut found = self.between(look, &joint.name, &what, joint.first, joint.second);
        found.1.note = self.input(joint.drive);
        found
    }

    /// The input that drives a joint or link, in words.
    fn input(&self, drive: Option<DriveId>) -> Option<String> {
        drive.map(|d| format!("input {}", self.model.drives[d.index()].input_name()))
    }

    fn spring(&self, id: SpringId) -> (Home, Wire) {
        let spring = &self.model.springs[id.index()];
        self.between(Look::Spring, &spring.name, "spring", spring.first, spring.second)
    }

    fn force(&self, force: &Force) -> Option<(Home, Wire)> {
        let (first, second) = ends(self.model, force)?;
        Some(self.between(Look::Spring, &force.name, force.law.word(), first, second))
    }

    fn wheel(&self, id: WheelId) -> (Home, Wire) {
        let wheel = &self.model.wheels[id.index()];
        let look = Look::Wheel {
            spins: wheel.spin_inertia.is_some() || wheel.twin_of.is_some(),
        };
        let carrier = &self.model.body(wheel.carrier).name;
        let body = self.drawn(wheel.carrier);
        let subsystem = self.topology.branch(wheel.carrier).subsystem;
        let wire = Wire {
            look,
            run: Run::Hanging { body },
            label: self.shown(&wheel.name, subsystem),
            note: (body != wheel.carrier).then(|| format!("on {carrier}")),
            hint: format!("{}: wheel on {carrier}", wheel.name),
        };
        (Home::Group(subsystem), wire)
    }

    /// The body at which a wire ends. The base stands for all bodies between it and the ground.
    fn drawn(&self, body: BodyId) -> BodyId {
        if self.path.contains(&body) {
            self.topology.base
        } else {
            body
        }
    }

    fn between(&self, look: Look, name: &str, what: &str, a: BodyId, b: BodyId) -> (Home, Wire) {
        let subsystem = |body: BodyId| self.topology.branch(self.drawn(body)).subsystem;
        let (inner, outer) = match self.rows[a.index()] <= self.rows[b.index()] {
            true => (a, b),
            false => (b, a),
        };
        let on_path = |body: BodyId| self.path.contains(&body);
        let base = self.topology.base;
        let run = match (on_path(inner), on_path(outer)) {
            (true, true) => Run::Hanging { body: base },
            (true, false) if inner == base => Run::Straight { inner, outer },
            (false, false) if subsystem(inner) == subsystem(outer) => Run::Straight { inner, outer },
            (false, false) if self.sides.same(self.topology, inner, outer) => Run::Across { inner, outer },
            _ => Run::Hanging { body: outer },
        };
        let body = |body: BodyId| self.model.body(body).name.as_str();
        let note = matches!(run, Run::Hanging { .. }).then(|| match (outer == base, inner == base) {
            (false, false) if on_path(outer) => format!("{} to {}", body(inner), body(outer)),
            (_, true) => format!("to {}", body(outer)),
            _ => format!("to {}", body(inner)),
        });
        let home = if on_path(outer) { 0 } else { subsystem(outer) };
        let wire = Wire {
            look,
            run,
            label: self.shown(name, home),
            note,
            hint: format!("{name}: {what}, {} to {}", body(a), body(b)),
        };
        (Home::Group(home), wire)
    }
}

/// The group to which a wire belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// With the body whose inboard joint it is.
    Inboard(BodyId),
    /// With a subsystem.
    Group(usize),
}

impl Home {
    fn group(self) -> usize {
        match self {
            Home::Inboard(_) => 0,
            Home::Group(group) => group,
        }
    }
}
