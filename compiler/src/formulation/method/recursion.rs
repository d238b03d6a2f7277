//! The method `recursive`: inward elimination with cut-joint multipliers, base system, outward recovery.
//!
//! Derived from the equations of motion of one body and its outboard subtree (Bae & Haug 1987; Deyo & Ingebretsen 1989,
//! 3.2.3 and 3.2.4, give them in other symbols). With `f` the wrench through the inboard joint, and `λ` the multipliers
//! of the cut joints, which act on the subtree by the columns `B`:
//!
//! (1) `f = I A + p - B λ`, `Hᵀ f = τ`, `A = A_in + c + H v'`.
//!
//! Substitute the third into the second and solve for `v'`, with `U = I H`, `D = Hᵀ U`, `G = Hᵀ B`, `u = τ - Hᵀ p`:
//!
//! (2) `v' = D⁻¹ (u - Uᵀ (A_in + c) + G λ)`.
//!
//! Put that back: the subtree acts on its inboard body as a body with
//!
//! (3) `I* = I - U D⁻¹ Uᵀ`, `B* = B - U D⁻¹ G`, `p* = p + I* c + U D⁻¹ u`.
//!
//! A closure equation `Bᵀ A + γ + Λ λ = 0` (with `Λ = 0` at the cut itself) becomes an equation in `A_in` with
//!
//! (4) `γ* = γ + B*ᵀ c + Gᵀ D⁻¹ u`, `Λ* = Λ + Gᵀ D⁻¹ G`.
//!
//! A driven joint has `v'` given: `I* = I`, `B* = B`, `p* = p + I (c + H v')`, `γ* = γ + Bᵀ (c + H v')`. At the body
//! where all paths of a group have met, the group's multipliers follow from the body's acceleration and are eliminated,
//! too:
//!
//! (5) `λ = -Λ⁻¹ (γ + Bᵀ A)`, `I += B Λ⁻¹ Bᵀ`, `p += B Λ⁻¹ γ`.
//!
//! `D` and `Λ` are symmetric and positive definite: no pivoting.
//!
//! The mass in the centre of a rod ([`crate::formulation::rods`]) couples the two bodies of its cut by three more
//! multipliers. At the cut, their `Λ` is the inverse of that mass.

use crate::formulation::energy::upward;
use crate::formulation::force::into_frame_of;
use crate::formulation::rods::Rod;
use crate::formulation::{Progress, Quantity, naming};
use crate::kinematics::{Mechanism, Position, Row, Velocity, subspace};
use crate::mobility::{Closure, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Inertia, Symmetric, Twist, Wrench};

/// A body with the data of its outboard subtree gathered so far, and the data that elimination leaves for recovery.
pub struct Articulated<S> {
    /// `I`
    pub inertia: Inertia<S>,
    /// `p`: the wrench that would be needed without acceleration.
    pub bias: Wrench<S>,
    /// `c`: velocity-dependent acceleration across the inboard joint (with `H v'` for a driven joint).
    pub crossing: Twist<S>,
    /// Left by elimination for recovery.
    eliminated: Option<Eliminated<S>>,
}

struct Eliminated<S> {
    columns: Vec<Twist<S>>,
    /// `U`
    carried: Vec<Wrench<S>>,
    /// `D`, factorised.
    joint: Symmetric<S>,
    /// `u`
    drive: Vec<S>,
    /// By group: `G`, a list over the multipliers of lists over the columns.
    closures: Vec<(usize, Vec<Vec<S>>)>,
}

/// The multipliers of one group of loops.
pub struct Multipliers<S> {
    /// By body reached so far: `B`, one wrench per multiplier, in the body's frame.
    columns: Vec<Option<Vec<Wrench<S>>>>,
    /// `Λ`, lower triangle by rows.
    compliance: Vec<Vec<S>>,
    /// `γ`
    bias: Vec<S>,
    factor: Option<Symmetric<S>>,
    values: Vec<S>,
}

impl<S: Scalar> Articulated<S> {
    /// A body by itself.
    pub fn new(inertia: Inertia<S>, bias: Wrench<S>, crossing: Twist<S>) -> Self {
        Articulated {
            inertia,
            bias,
            crossing,
            eliminated: None,
        }
    }
}

/// The loops of a vehicle, as far as an evaluation knows them.
#[derive(Clone, Copy)]
pub struct Loops<'e, S> {
    /// The vehicle.
    pub mechanism: &'e Mechanism<'e, S>,
    /// Poses of the bodies.
    pub position: &'e Position<S>,
    /// Twists of the bodies.
    pub velocity: &'e Velocity<S>,
    /// By loop: its equations.
    pub rows: &'e [Vec<Row<S>>],
    /// By loop: their second derivatives without accelerations.
    pub row_bias: &'e [Vec<S>],
}

/// An equation of a group at the cut of a loop, where its propagation begins: a closure equation, or the equation of
/// motion of a rod's mass.
struct AtCut<S> {
    /// The loop.
    l: usize,
    /// `B`, on both bodies of the cut, in the frame of the loop.
    wrenches: [Wrench<S>; 2],
    /// `γ`
    bias: S,
    /// `Λ`
    compliance: S,
}

impl<S: Scalar> AtCut<S> {
    /// The equations of the mass in the centre of a loop's rod.
    fn of_rod(loops: Loops<S>, l: usize) -> Vec<Self> {
        let Loops {
            mechanism,
            position,
            velocity,
            ..
        } = loops;
        let each = &mechanism.topology.loops[l];
        let Some(rod) = Rod::new(mechanism, position, each.cut, each.frame) else {
            return Vec::new();
        };
        let twist = |body| velocity.twist_in(mechanism, position, body, each.frame);
        let rows = rod.centre_rows(rod.bodies.map(twist)).into_iter();
        rows.map(|row| AtCut {
            l,
            wrenches: row.wrenches,
            bias: row.bias,
            compliance: row.compliance,
        })
        .collect()
    }
}

impl<S: Scalar> Multipliers<S> {
    /// The multipliers at the cuts: each row acts on its two bodies.
    pub fn new(loops: Loops<S>, closure: &Closure) -> Self {
        let Loops {
            mechanism, position, ..
        } = loops;
        let kept = closure.rows.iter().map(|&(l, r)| AtCut {
            l,
            wrenches: [loops.rows[l][r].first, loops.rows[l][r].second],
            bias: loops.row_bias[l][r],
            compliance: S::zero(),
        });
        let rods = closure.group.loops.iter().flat_map(|&l| AtCut::of_rod(loops, l));
        let rows: Vec<AtCut<S>> = kept.chain(rods).collect();
        let mut columns: Vec<Option<Vec<Wrench<S>>>> = vec![None; mechanism.model.bodies.len()];
        for (k, row) in rows.iter().enumerate() {
            let each = &mechanism.topology.loops[row.l];
            let joint = mechanism.model.joint(each.cut);
            for (body, wrench) in [joint.first, joint.second].into_iter().zip(row.wrenches) {
                let own = into_frame_of(mechanism, position, body, each.frame, wrench);
                let column = columns[body.index()].get_or_insert_with(|| vec![Wrench::zero(); rows.len()]);
                column[k] = column[k] + own;
            }
        }
        let compliance = rows.iter().enumerate().map(|(k, row)| {
            let mut entries = vec![S::zero(); k + 1];
            entries[k] = row.compliance;
            entries
        });
        Multipliers {
            columns,
            compliance: compliance.collect(),
            bias: rows.iter().map(|row| row.bias).collect(),
            factor: None,
            values: Vec::new(),
        }
    }

    /// No multipliers.
    fn none(bodies: usize) -> Self {
        Multipliers {
            columns: vec![None; bodies],
            compliance: Vec::new(),
            bias: Vec::new(),
            factor: None,
            values: Vec::new(),
        }
    }

    fn add_columns(&mut self, body: BodyId, arriving: Vec<Wrench<S>>) {
        match &mut self.columns[body.index()] {
            Some(present) => present.iter_mut().zip(arriving).for_each(|(p, a)| *p = *p + a),
            empty => *empty = Some(arriving),
        }
    }

    /// Equation (5), first part: the effect of the group on the body at which it is closed.
    fn eliminate(&mut self, at: BodyId, body: Option<&mut Articulated<S>>) {
        let factor = Symmetric::factorise(self.bias.len(), |i, j| self.compliance[i][j]);
        if let (Some(body), Some(columns)) = (body, &self.columns[at.index()]) {
            // With `y = L⁻¹ Bᵀ` row by row, `B Λ⁻¹ Bᵀ = yᵀ D⁻¹ y`.
            let rows: Vec<(Vec<S>, Vec<S>)> = (0..6)
                .map(|i| factor.half_solve(&columns.iter().map(|w| w.components()[i]).collect::<Vec<_>>()))
                .collect();
            for k in 0..self.bias.len() {
                let (y, z) = (Wrench::from_fn(|i| rows[i].0[k]), Wrench::from_fn(|i| rows[i].1[k]));
                body.inertia = body.inertia.minus_product(-y, z);
            }
            let solved = factor.solve(&self.bias);
            body.bias = columns.iter().zip(solved).fold(body.bias, |p, (&b, s)| p + b * s);
        }
        self.factor = Some(factor);
    }

    /// Equation (5), second part: the multipliers, once the acceleration of the body is known.
    fn recover(&mut self, at: BodyId, acceleration: &Twist<S>) {
        let Some(factor) = &self.factor else { return };
        let columns = self.columns[at.index()].as_deref().unwrap_or(&[]);
        let rhs: Vec<S> = (0..self.bias.len())
            .map(|k| -(self.bias[k] + columns.get(k).map_or(S::zero(), |b| b.power(*acceleration))))
            .collect();
        self.values = factor.solve(&rhs);
    }
}

/// The whole system during one evaluation.
pub struct Recursion<'a, S> {
    mechanism: &'a Mechanism<'a, S>,
    mobility: &'a Mobility,
    progress: &'a dyn Progress<S>,
    /// By body; `None` for the ground.
    pub bodies: Vec<Option<Articulated<S>>>,
    /// By group; groups that another method closes stay empty.
    groups: Vec<Multipliers<S>>,
    /// By body, in its frame. That of the ground is fictitious and stands for gravity.
    pub accelerations: Vec<Twist<S>>,
}

impl<'a, S: Scalar> Recursion<'a, S> {
    /// Massless bodies, no multipliers. Gravity is an upward acceleration of the ground.
    pub fn new(mechanism: &'a Mechanism<'a, S>, mobility: &'a Mobility, progress: &'a dyn Progress<S>) -> Self {
        let bodies = mechanism.model.bodies.len();
        let mut accelerations = vec![Twist::zero(); bodies];
        accelerations[0].linear = upward(mechanism);
        let massless = || Articulated::new(Inertia::zero(), Wrench::zero(), Twist::zero());
        Recursion {
            mechanism,
            mobility,
            progress,
            bodies: (0..bodies).map(|b| (b > 0).then(massless)).collect(),
            groups: mobility.closures.iter().map(|_| Multipliers::none(bodies)).collect(),
            accelerations,
        }
    }

    /// A moving body.
    ///
    /// # Panics
    /// For the ground.
    pub fn body_mut(&mut self, body: BodyId) -> &mut Articulated<S> {
        self.bodies[body.index()].as_mut().expect("a moving body")
    }

    /// Lets a group's multipliers act on the bodies of its cuts.
    pub fn open_group(&mut self, group: usize, multipliers: Multipliers<S>) {
        self.groups[group] = multipliers;
    }

    /// Eliminates the groups closed at a body, after all bodies outboard of it have been eliminated.
    pub fn close_groups_at(&mut self, body: BodyId, only_group: impl Fn(usize) -> bool) {
        for (index, closure) in self.mobility.closures.iter().enumerate() {
            if closure.group.closed_at == body && only_group(index) {
                self.of_group(closure);
                self.groups[index].eliminate(body, self.bodies[body.index()].as_mut());
            }
        }
    }

    /// Eliminates the inboard joint of a body: equations (2) to (4). `driven`: the acceleration of its drive.
    /// `imbalance`: the number `ρ` that is added to the equation of each speed of the body.
    pub fn eliminate(&mut self, position: &Position<S>, body: BodyId, driven: Option<S>, imbalance: &[S]) {
        let columns = subspace(self.mechanism, position, body);
        let Some(mut own) = self.bodies[body.index()].take() else {
            return;
        };
        let passing: Vec<usize> = self.passing(body);
        match driven {
            Some(acceleration) => {
                own.crossing = own.crossing + columns[0] * acceleration;
                self.pass_rigidly(position, body, &own, &passing);
            }
            None if columns.is_empty() => self.pass_rigidly(position, body, &own, &passing),
            None => self.pass_reduced(position, body, &mut own, (columns, imbalance), &passing),
        }
        self.bodies[body.index()] = Some(own);
    }

    /// Tells that what follows concerns the multipliers of a group.
    fn of_group(&self, closure: &Closure) {
        let cut = self.mechanism.topology.loops[closure.group.loops[0]].cut;
        self.progress
            .compute(&self.mechanism.model.joint(cut).name, Quantity::Multipliers);
    }

    /// Groups that act on the body and are closed further inward.
    fn passing(&self, body: BodyId) -> Vec<usize> {
        let closures = self.mobility.closures.iter();
        let open = closures
            .enumerate()
            .filter(|(_, c)| c.group.closed_at != body)
            .map(|(index, _)| index);
        open.filter(|&g| self.groups[g].columns[body.index()].is_some() && self.groups[g].factor.is_none())
            .collect()
    }

    fn pass_rigidly(&mut self, position: &Position<S>, body: BodyId, own: &Articulated<S>, passing: &[usize]) {
        for &g in passing {
            let group = &mut self.groups[g];
            let columns = group.columns[body.index()].clone().unwrap_or_default();
            for (bias, b) in group.bias.iter_mut().zip(&columns) {
                *bias = *bias + b.power(own.crossing);
            }
            self.hand_columns_inward(position, body, g, columns);
        }
        let bias = own.bias + own.inertia.apply(own.crossing);
        self.hand_inward(position, body, || (own.inertia, bias));
    }

    fn pass_reduced(
        &mut self,
        position: &Position<S>,
        body: BodyId,
        own: &mut Articulated<S>,
        (columns, imbalance): (Vec<Twist<S>>, &[S]),
        passing: &[usize],
    ) {
        let carried: Vec<Wrench<S>> = columns.iter().map(|&h| own.inertia.apply(h)).collect();
        let joint = Symmetric::factorise(columns.len(), |i, j| carried[j].power(columns[i]));
        let drive = columns.iter().zip(imbalance);
        let drive: Vec<S> = drive.map(|(&h, &short)| -(own.bias.power(h) + short)).collect();
        let solved = joint.solve(&drive);
        let combine = |factors: &[S]| {
            carried
                .iter()
                .zip(factors)
                .fold(Wrench::zero(), |sum, (&u, &f)| sum + u * f)
        };

        let mut closures = Vec::new();
        for &g in passing {
            let group = &mut self.groups[g];
            let arriving = group.columns[body.index()].clone().unwrap_or_default();
            let on_joint: Vec<Vec<S>> = arriving
                .iter()
                .map(|b| columns.iter().map(|&h| b.power(h)).collect())
                .collect();
            let solutions: Vec<Vec<S>> = on_joint.iter().map(|g| joint.solve(g)).collect();
            let reduced: Vec<Wrench<S>> = arriving.iter().zip(&solutions).map(|(&b, x)| b - combine(x)).collect();
            for k in 0..arriving.len() {
                group.bias[k] = group.bias[k] + reduced[k].power(own.crossing) + dot(&on_joint[k], &solved);
                for (entry, solution) in group.compliance[k].iter_mut().zip(&solutions) {
                    *entry = *entry + dot(&on_joint[k], solution);
                }
            }
            closures.push((g, on_joint));
            self.hand_columns_inward(position, body, g, reduced);
        }
        self.hand_inward(position, body, || {
            // With `y = L⁻¹ Uᵀ` component by component, `U D⁻¹ Uᵀ = yᵀ D⁻¹ y`.
            let halves: Vec<(Vec<S>, Vec<S>)> = (0..6)
                .map(|i| joint.half_solve(&carried.iter().map(|u| u.components()[i]).collect::<Vec<_>>()))
                .collect();
            let inertia = (0..columns.len()).fold(own.inertia, |inertia, k| {
                inertia.minus_product(Wrench::from_fn(|i| halves[i].0[k]), Wrench::from_fn(|i| halves[i].1[k]))
            });
            (inertia, own.bias + inertia.apply(own.crossing) + combine(&solved))
        });
        own.eliminated = Some(Eliminated {
            columns,
            carried,
            joint,
            drive,
            closures,
        });
    }

    /// Adds the contribution of a body to its parent; the ground needs none.
    fn hand_inward(&mut self, position: &Position<S>, body: BodyId, left: impl FnOnce() -> (Inertia<S>, Wrench<S>)) {
        let parent = self.mechanism.topology.branch(body).parent;
        let Some(receiver) = &mut self.bodies[parent.index()] else {
            return;
        };
        let topology = self.mechanism.topology;
        let (mut inertia, mut bias) = left();
        if topology.is_frame(body) {
            let mount = position.mount(body);
            (inertia, bias) = (mount.inertia(&inertia), mount.wrench(bias));
        }
        if parent == topology.base {
            let total = |value: S| self.progress.total(topology.branch(body).subsystem, value);
            (inertia, bias) = (inertia.map(total), bias.map(total));
        }
        receiver.inertia = receiver.inertia + inertia;
        receiver.bias = receiver.bias + bias;
    }

    fn hand_columns_inward(&mut self, position: &Position<S>, body: BodyId, group: usize, columns: Vec<Wrench<S>>) {
        let parent = self.mechanism.topology.branch(body).parent;
        let columns = if self.mechanism.topology.is_frame(body) {
            let mount = position.mount(body);
            columns.into_iter().map(|b| mount.wrench(b)).collect()
        } else {
            columns
        };
        self.groups[group].add_columns(parent, columns);
    }

    /// Names the sums of a body so far.
    pub fn name_gathered(&self, body: BodyId, progress: &dyn Progress<S>) {
        let name = &self.mechanism.model.body(body).name;
        if let Some(gathered) = &self.bodies[body.index()] {
            naming::inertia(progress, &gathered.inertia, &format!("{name}.effective_inertia"));
            naming::wrench(progress, &gathered.bias, &format!("{name}.effective_bias"));
        }
        for (closure, group) in self.mobility.closures.iter().zip(&self.groups) {
            let Some(columns) = &group.columns[body.index()] else {
                continue;
            };
            for (&(l, r), column) in closure.rows.iter().zip(columns) {
                let cut = &self.mechanism.model.joint(self.mechanism.topology.loops[l].cut).name;
                naming::wrench(progress, column, &format!("{cut}.row{r}_on_{name}"));
            }
        }
    }

    /// Names the multipliers known so far.
    pub fn name_multipliers(&self, progress: &dyn Progress<S>) {
        for (closure, group) in self.mobility.closures.iter().zip(&self.groups) {
            self.of_group(closure);
            for (&(l, r), &value) in closure.rows.iter().zip(&group.values) {
                let cut = &self.mechanism.model.joint(self.mechanism.topology.loops[l].cut).name;
                progress.name(value, &|| format!("{cut}.row{r}_multiplier"));
            }
        }
    }

    /// Multipliers of the groups closed at a body whose acceleration is known.
    pub fn recover_groups_at(&mut self, body: BodyId, only_group: impl Fn(usize) -> bool) {
        for (index, closure) in self.mobility.closures.iter().enumerate() {
            if closure.group.closed_at == body && only_group(index) {
                self.of_group(closure);
                self.groups[index].recover(body, &self.accelerations[body.index()]);
            }
        }
    }

    /// Returns `Hᵀ f` for the wrench `f` that a body and its outboard bodies need, and passes `f` inward.
    pub fn balance(&mut self, position: &Position<S>, body: BodyId) -> Vec<S> {
        let Some(own) = &self.bodies[body.index()] else {
            return Vec::new();
        };
        let needed = own.bias;
        self.hand_inward(position, body, || (Inertia::zero(), needed));
        let columns = subspace(self.mechanism, position, body).into_iter();
        columns.map(|h| needed.power(h)).collect()
    }

    /// `A_in + c`
    pub fn carried(&self, position: &Position<S>, body: BodyId) -> Twist<S> {
        let topology = self.mechanism.topology;
        let inboard = self.accelerations[topology.branch(body).parent.index()];
        let inboard = match topology.is_frame(body) {
            true => position.mount(body).twist_into(inboard),
            false => inboard,
        };
        let crossing = self.bodies[body.index()].as_ref().map(|own| own.crossing);
        crossing.map_or(inboard, |crossing| inboard + crossing)
    }

    /// Recovers a body's acceleration from its parent's: equation (2). Returns the rates of its joint's speeds.
    pub fn recover(&mut self, position: &Position<S>, body: BodyId) -> Vec<S> {
        let carried = self.carried(position, body);
        let Some(own) = &self.bodies[body.index()] else {
            return Vec::new();
        };
        let Some(left) = &own.eliminated else {
            self.accelerations[body.index()] = carried;
            return Vec::new();
        };
        // With all six freedoms, `H = 1`, the joint carries nothing over: `A = D⁻¹ (u + G λ)`, `v' = A - (A_in + c)`.
        let is_free = is_identity(&left.columns);
        let rhs: Vec<S> = (0..left.columns.len())
            .map(|i| {
                let free = match is_free {
                    true => left.drive[i],
                    false => left.drive[i] - left.carried[i].power(carried),
                };
                left.closures.iter().fold(free, |sum, (g, on_joint)| {
                    let values = &self.groups[*g].values;
                    on_joint
                        .iter()
                        .zip(values)
                        .fold(sum, |sum, (column, &value)| sum + column[i] * value)
                })
            })
            .collect();
        let rates = left.joint.solve(&rhs);
        if is_free {
            let components = carried.components().into_iter();
            self.accelerations[body.index()] = Twist::from_fn(|i| rates[i]);
            return rates
                .into_iter()
                .zip(components)
                .map(|(rate, own)| rate - own)
                .collect();
        }
        self.accelerations[body.index()] = left
            .columns
            .iter()
            .zip(&rates)
            .fold(carried, |sum, (&h, &rate)| sum + h * rate);
        rates
    }
}

/// Whether a body has all six freedoms, in its own axes. Such a body is a frame: the base, or a body that the recursion
/// reduces.
pub fn floats<S: Scalar>(mechanism: &Mechanism<S>, body: BodyId) -> bool {
    mechanism.topology.is_frame(body) && mechanism.inboard(body).is_free()
}

/// Whether these are the six unit twists in order.
fn is_identity<S: Scalar>(columns: &[Twist<S>]) -> bool {
    let unit = |k: usize| Twist::from_fn(|i| if i == k { S::one() } else { S::zero() });
    columns.len() == 6 && columns.iter().enumerate().all(|(k, column)| *column == unit(k))
}

fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}
