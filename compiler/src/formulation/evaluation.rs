//! One evaluation, stage by stage: from state, drives and loads to the state's rate of change.

use super::inertia::MassProperties;
use super::recursive::{Articulated, Multipliers, Recursion};
use super::springs::Stretched;
use super::wheels::{Load, Moving, Placed};
use super::{Progress, Stage, naming};
use crate::kinematics::{Mechanism, Position, Row, Velocity, bias, rows};
use crate::mobility::Mobility;
use crate::model::{BodyId, Wheel};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// What an evaluation starts from.
#[derive(Clone, Debug)]
pub struct Arguments<S> {
    /// Coordinates.
    pub q: Vec<S>,
    /// Speeds, wheel spins last.
    pub v: Vec<S>,
    /// By drive: position, velocity, acceleration.
    pub drives: [Vec<S>; 3],
    /// By wheel.
    pub loads: Vec<Load<S>>,
}

/// Motion of a wheel, world axes.
pub struct WheelState<S> {
    /// Centre, axis, velocities.
    pub moving: Moving<S>,
    /// Relative to the carrier [rad/s]; zero without spin freedom.
    pub spin: S,
}

/// What `kinematics` leaves for `accelerations`.
struct Kinematics<S> {
    position: Position<S>,
    velocity: Velocity<S>,
    placed: Vec<Placed<S>>,
    q_rate: Vec<S>,
    wheels: Vec<WheelState<S>>,
}

/// Runs all stages and gives the rates of the speeds. `after_velocity` is told the coordinate rates and wheels as soon as they are known: before any load
/// is used.
pub fn evaluate<S: Scalar>(
    mechanism: &Mechanism,
    mobility: &Mobility,
    arguments: &Arguments<S>,
    progress: &dyn Progress<S>,
    after_velocity: impl FnOnce(&[S], &[WheelState<S>]),
) -> Vec<S> {
    let known = kinematics(mechanism, arguments, progress);
    after_velocity(&known.q_rate, &known.wheels);
    let (rows, row_bias, crossings) = right_hand_side(mechanism, &known, progress);
    let masses = mass_and_force(mechanism, arguments, &known, progress);

    let bodies = std::iter::once(None).chain(
        masses
            .bodies
            .into_iter()
            .zip(crossings)
            .map(|((i, p), c)| Some(Articulated::new(i, p, c))),
    );
    let groups = mobility
        .closures
        .iter()
        .map(|closure| Multipliers::new(mechanism, &known.position, closure, &rows, &row_bias))
        .collect();
    let mut recursion = Recursion::new(mechanism, mobility, &known.position, bodies.collect(), groups);
    effective_mass_and_force(mechanism, mobility, arguments, &mut recursion, progress);
    acceleration(
        mechanism,
        mobility,
        &known,
        &masses.spin_torques,
        &mut recursion,
        progress,
    )
}

fn subsystem_of_loop(mechanism: &Mechanism, l: usize) -> usize {
    let topology = mechanism.topology;
    let each = &topology.loops[l];
    let body = each
        .bodies()
        .find(|&b| topology.joint(b).speeds() > 0)
        .unwrap_or(each.junction);
    topology.branch(body).subsystem
}

fn subsystem_of_group(mechanism: &Mechanism, mobility: &Mobility, group: usize) -> usize {
    subsystem_of_loop(mechanism, mobility.closures[group].group.loops[0])
}

fn subsystem_of_wheel(mechanism: &Mechanism, wheel: &Wheel) -> usize {
    mechanism.topology.branch(wheel.carrier).subsystem
}

fn kinematics<S: Scalar>(mechanism: &Mechanism, arguments: &Arguments<S>, progress: &dyn Progress<S>) -> Kinematics<S> {
    let (topology, layout, model) = (mechanism.topology, &mechanism.layout, mechanism.model);
    let own = |body: BodyId, values: &[S], driven: &[S], slot: std::ops::Range<usize>| match topology.joint(body).drive
    {
        Some(drive) => vec![driven[drive.index()]],
        None => values[slot].to_vec(),
    };

    let mut position = Position::new(mechanism);
    for (index, subsystem) in topology.subsystems.iter().enumerate() {
        progress.begin(Stage::Position, index);
        for &body in &subsystem.bodies {
            let q = own(body, &arguments.q, &arguments.drives[0], layout.slot(body).q.clone());
            position.place(mechanism, body, &q);
            naming::pose(progress, position.mount(body), &model.body(body).name);
        }
    }

    let mut velocity = Velocity::new(mechanism);
    let mut q_rate = vec![S::zero(); layout.coordinates.len()];
    let mut placed: Vec<Option<Placed<S>>> = vec![None; model.wheels.len()];
    let mut wheels: Vec<Option<WheelState<S>>> = model.wheels.iter().map(|_| None).collect();
    for (index, subsystem) in topology.subsystems.iter().enumerate() {
        progress.begin(Stage::Velocity, index);
        for &body in &subsystem.bodies {
            let slot = layout.slot(body);
            let v = own(body, &arguments.v, &arguments.drives[1], slot.v.clone());
            velocity.advance(mechanism, &position, body, &v);
            naming::twist(progress, &velocity.twist(body), &model.body(body).name, "velocity");
            if !slot.q.is_empty() {
                let q = &arguments.q[slot.q.clone()];
                q_rate[slot.q.clone()].copy_from_slice(&velocity.rates(mechanism, &position, body, q, &v));
            }
        }
        for (w, wheel) in model
            .wheels
            .iter()
            .enumerate()
            .filter(|(_, w)| subsystem_of_wheel(mechanism, w) == index)
        {
            let at = Placed::new(mechanism, &position, wheel);
            let spin = layout.spins[w].map_or(S::zero(), |spin| arguments.v[spin]);
            wheels[w] = Some(WheelState {
                moving: at.moving(&velocity.twist(wheel.carrier)),
                spin,
            });
            placed[w] = Some(at);
        }
    }
    Kinematics {
        position,
        velocity,
        placed: placed.into_iter().flatten().collect(),
        q_rate,
        wheels: wheels.into_iter().flatten().collect(),
    }
}

type RightHandSide<S> = (Vec<Vec<Row<S>>>, Vec<Vec<S>>, Vec<Twist<S>>);

/// Closure rows and their bias by loop; velocity-dependent acceleration across the inboard joint by moving body.
fn right_hand_side<S: Scalar>(
    mechanism: &Mechanism,
    known: &Kinematics<S>,
    progress: &dyn Progress<S>,
) -> RightHandSide<S> {
    let topology = mechanism.topology;
    let (position, velocity) = (&known.position, &known.velocity);
    let mut all_rows: Vec<Vec<Row<S>>> = vec![Vec::new(); topology.loops.len()];
    let mut all_bias: Vec<Vec<S>> = vec![Vec::new(); topology.loops.len()];
    let mut crossings = vec![Twist::zero(); mechanism.model.bodies.len()];
    for (index, subsystem) in topology.subsystems.iter().enumerate() {
        progress.begin(Stage::RightHandSide, index);
        for &body in &subsystem.bodies {
            let crossing = velocity.bias(mechanism, position, body);
            naming::twist(
                progress,
                &crossing,
                &mechanism.model.body(body).name,
                "bias_acceleration",
            );
            crossings[body.index()] = crossing;
        }
        for (l, each) in topology
            .loops
            .iter()
            .enumerate()
            .filter(|(l, _)| subsystem_of_loop(mechanism, *l) == index)
        {
            all_rows[l] = rows(mechanism, position, each);
            all_bias[l] = bias(mechanism, position, velocity, each);
            let cut = &mechanism.model.joint(each.cut).name;
            for (r, (row, bias)) in all_rows[l].iter().zip(&all_bias[l]).enumerate() {
                naming::wrench(progress, &row.first, &format!("{cut}.row{r}_first"));
                naming::wrench(progress, &row.second, &format!("{cut}.row{r}_second"));
                progress.name(*bias, &|| format!("{cut}.row{r}_bias"));
            }
        }
    }
    crossings.remove(0);
    (all_rows, all_bias, crossings)
}

struct Masses<S> {
    /// By moving body: inertia, and the wrench that would be needed without acceleration.
    bodies: Vec<(crate::spatial::Inertia<S>, Wrench<S>)>,
    /// By wheel [N m].
    spin_torques: Vec<S>,
}

fn mass_and_force<S: Scalar>(
    mechanism: &Mechanism,
    arguments: &Arguments<S>,
    known: &Kinematics<S>,
    progress: &dyn Progress<S>,
) -> Masses<S> {
    let (model, topology) = (mechanism.model, mechanism.topology);
    let (position, velocity) = (&known.position, &known.velocity);
    let zero = (crate::spatial::Inertia::zero(), Wrench::zero());
    let mut bodies = vec![zero; model.bodies.len()];
    let mut spin_torques = vec![S::zero(); model.wheels.len()];
    for (index, subsystem) in topology.subsystems.iter().enumerate() {
        progress.begin(Stage::MassAndForce, index);
        for &body in &subsystem.bodies {
            let twist = velocity.twist(body);
            let properties = MassProperties::of(model, body, &mechanism.placements[body.index()]);
            let (inertia, momentum) = properties.in_frame(position.pose(body), &twist);
            let (gathered, force) = &mut bodies[body.index()];
            *gathered = inertia;
            *force = *force + twist.cross_wrench(momentum);
            let name = &model.body(body).name;
            naming::wrench(progress, &momentum, &format!("{name}.momentum"));
            naming::inertia(progress, &inertia, &format!("{name}.inertia"));
        }
        for spring in &model.springs {
            let second = topology.branch(spring.second).subsystem;
            if topology.branch(spring.first).subsystem.max(second) != index {
                continue;
            }
            let stretched = Stretched::new(mechanism, position, spring);
            let rate = stretched.rate(mechanism, position, velocity, spring);
            let push = stretched.force(spring, rate);
            progress.name(stretched.length, &|| format!("{}.length", spring.name));
            progress.name(push, &|| format!("{}.force", spring.name));
            for (body, wrench) in stretched.wrenches(mechanism, position, spring, push) {
                bodies[body.index()].1 = bodies[body.index()].1 - wrench;
            }
        }
        for (w, wheel) in model
            .wheels
            .iter()
            .enumerate()
            .filter(|(_, w)| subsystem_of_wheel(mechanism, w) == index)
        {
            let (placed, load) = (&known.placed[w], &arguments.loads[w]);
            let carrier = velocity.twist(wheel.carrier);
            let spin = mechanism.layout.spins[w].map(|spin| arguments.v[spin]);
            let momentum = placed.axial_momentum(wheel, &carrier, spin);
            let (wrench, torque) = placed.loaded(wheel, load);
            let reaction = placed.drive_reaction(mechanism, position, wheel, load);
            let carried = placed.gyroscopic(&carrier, momentum) - wrench;
            bodies[wheel.carrier.index()].1 = bodies[wheel.carrier.index()].1 + carried;
            bodies[wheel.driven_from.index()].1 = bodies[wheel.driven_from.index()].1 - reaction;
            spin_torques[w] = torque;
        }
        for &body in &subsystem.bodies {
            naming::wrench(
                progress,
                &bodies[body.index()].1,
                &format!("{}.bias", model.body(body).name),
            );
        }
    }
    bodies.remove(0);
    Masses { bodies, spin_torques }
}

fn effective_mass_and_force<S: Scalar>(
    mechanism: &Mechanism,
    mobility: &Mobility,
    arguments: &Arguments<S>,
    recursion: &mut Recursion<S>,
    progress: &dyn Progress<S>,
) {
    let topology = mechanism.topology;
    let driven = |body: BodyId| topology.joint(body).drive.map(|d| arguments.drives[2][d.index()]);
    for (index, subsystem) in topology.subsystems.iter().enumerate().skip(1) {
        progress.begin(Stage::EffectiveMassAndForce, index);
        for &body in subsystem.bodies.iter().rev() {
            recursion.close_groups_at(body, |_| true);
            recursion.eliminate(body, driven(body));
            recursion.name_gathered(topology.branch(body).parent, progress);
        }
    }
    // All paths have reached the base: each subsystem's multipliers follow from its acceleration.
    for index in 1..topology.subsystems.len() {
        progress.begin(Stage::EffectiveMassAndForce, index);
        recursion.close_groups_at(topology.base, |g| subsystem_of_group(mechanism, mobility, g) == index);
        recursion.name_gathered(topology.base, progress);
    }
    progress.begin(Stage::EffectiveMassAndForce, 0);
    for &body in topology.subsystems[0].bodies.iter().rev() {
        if body != topology.base {
            recursion.close_groups_at(body, |_| true);
        }
        recursion.eliminate(body, driven(body));
    }
    if topology.base != BodyId::GROUND {
        recursion.close_groups_at(BodyId::GROUND, |_| true);
    }
}

fn acceleration<S: Scalar>(
    mechanism: &Mechanism,
    mobility: &Mobility,
    known: &Kinematics<S>,
    spin_torques: &[S],
    recursion: &mut Recursion<S>,
    progress: &dyn Progress<S>,
) -> Vec<S> {
    let (model, topology, layout) = (mechanism.model, mechanism.topology, &mechanism.layout);
    let mut v_rate = vec![S::zero(); layout.speeds.len()];
    for (index, subsystem) in topology.subsystems.iter().enumerate() {
        progress.begin(Stage::Acceleration, index);
        if index == 0 && topology.base != BodyId::GROUND {
            recursion.recover_groups_at(BodyId::GROUND, |_| true);
        } else if index > 0 {
            recursion.recover_groups_at(topology.base, |g| subsystem_of_group(mechanism, mobility, g) == index);
            recursion.name_multipliers(progress);
        }
        for &body in &subsystem.bodies {
            let slot = layout.slot(body).v.clone();
            let rates = recursion.recover(body);
            for (place, rate) in slot.zip(rates) {
                progress.name(rate, &|| format!("{}.rate", layout.speeds[place]));
                v_rate[place] = rate;
            }
            if body != topology.base {
                recursion.recover_groups_at(body, |_| true);
            }
        }
        for (w, wheel) in model
            .wheels
            .iter()
            .enumerate()
            .filter(|(_, w)| subsystem_of_wheel(mechanism, w) == index)
        {
            if let (Some(spin), Some(inertia)) = (layout.spins[w], wheel.spin_inertia) {
                let carrier = recursion.accelerations[wheel.carrier.index()];
                v_rate[spin] = known.placed[w].spin_rate(inertia, spin_torques[w], &carrier);
            }
        }
    }
    v_rate
}
