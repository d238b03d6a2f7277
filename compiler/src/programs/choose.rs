//! The choice of a plan: the requested plan, or the cheapest.
//!
//! Every method gives the base an inertia and a wrench, so the cost of a subsystem hardly depends on the reduction of
//! the other subsystems. The cheapest plan is therefore found one subsystem at a time: the evaluation is traced once
//! for each method, and operations are counted ([`Price`]). Only `synthesis` can be computed in lanes. A subsystem that
//! can be computed side by side with others gets `synthesis` even if it costs up to a quarter more than the cheapest
//! method. A processor without lanes then needs this additional time.

use super::lanes;
use super::traceable::Price;
use super::tried;
use crate::formulation::method::{Choice, Plan};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::{BodyId, Method};

/// The plan for a choice.
pub fn plan(mechanism: &Mechanism, mobility: &Mobility, choice: &Choice) -> Plan {
    let uniform = |method: Method| Plan::new(mechanism, mobility, |_| method);
    match (choice, mechanism.model.method) {
        (Choice::Uniform(method), _) => uniform(*method),
        (Choice::Declared, Some(method)) => uniform(method),
        (Choice::PerSubsystem(methods), _) => Plan::new(mechanism, mobility, |subsystem| {
            methods.get(subsystem).copied().unwrap_or(Method::Recursive)
        }),
        (Choice::Auto, _) | (Choice::Declared, None) => cheapest(mechanism, mobility),
    }
}

/// Cost of a subsystem before the passes, for each method that may be used there, in order of [`Method::ALL`]. The
/// other subsystems are left out unless loops connect them.
pub fn prices(mechanism: &Mechanism, mobility: &Mobility, subsystem: usize) -> Vec<(Method, Price)> {
    let subsystems = mechanism.topology.subsystems.len();
    let price = |method: Method| {
        let plan = alone(mechanism, mobility, subsystem, method)?;
        let prices = tried::evaluation_of(mechanism, mobility, &plan).prices(subsystems);
        Some((method, prices[subsystem]))
    };
    Method::ALL.into_iter().filter_map(price).collect()
}

/// Cost of a subsystem by one method after the passes.
pub fn price_after_passes(
    mechanism: &Mechanism,
    mobility: &Mobility,
    subsystem: usize,
    method: Method,
) -> Option<Price> {
    let plan = alone(mechanism, mobility, subsystem, method)?;
    let prices = tried::short_evaluation_of(mechanism, mobility, &plan).prices(mechanism.topology.subsystems.len());
    Some(prices[subsystem])
}

/// The plan in which a subsystem is reduced by the method, and all other subsystems with speeds are left out unless
/// loops connect them. `None` if the method may not be used.
fn alone(mechanism: &Mechanism, mobility: &Mobility, subsystem: usize, method: Method) -> Option<Plan> {
    if !is_worth_trying(mechanism, mobility, subsystem, method) {
        return None;
    }
    let topology = mechanism.topology;
    let mut plan = Plan::new(mechanism, mobility, |_| method);
    let of = |body: &BodyId| topology.branch(*body).subsystem;
    let stands_alone = |s: usize| {
        let groups = mobility.closures.iter().map(|c| &c.group.joints);
        let own = groups.filter(|joints| joints.iter().any(|b| of(b) == s));
        own.flatten().all(|b| of(b) == s)
    };
    let has_speeds = |s: usize| {
        topology.subsystems[s]
            .bodies
            .iter()
            .any(|&b| topology.joint(b).speeds() > 0)
    };
    let others = (1..topology.subsystems.len()).filter(|&s| s != subsystem && has_speeds(s));
    plan.covered = others.filter(|&s| stands_alone(s)).collect();
    (plan.methods[subsystem] == method).then_some(plan)
}

/// A uniform plan with its cost.
struct Candidate {
    method: Method,
    plan: Plan,
    /// By subsystem.
    prices: Vec<Price>,
}

fn cheapest(mechanism: &Mechanism, mobility: &Mobility) -> Plan {
    let subsystems = mechanism.topology.subsystems.len();
    let count = |plan: &Plan| tried::evaluation_of(mechanism, mobility, plan).prices(subsystems);
    let candidates: Vec<Candidate> = Method::ALL
        .into_iter()
        .map(|method| {
            let wanted = |subsystem| {
                if is_worth_trying(mechanism, mobility, subsystem, method) {
                    method
                } else {
                    Method::Recursive
                }
            };
            Plan::new(mechanism, mobility, wanted)
        })
        .zip(Method::ALL)
        // A plan in which all subsystems are recursive is the plan of the first method.
        .filter(|(plan, method)| *method == Method::Recursive || plan.methods.contains(method))
        .map(|(plan, method)| Candidate {
            method,
            prices: count(&plan),
            plan,
        })
        .collect();
    if candidates.len() == 1 {
        return Plan::new(mechanism, mobility, |_| Method::Recursive);
    }
    let synthesis = candidates.iter().find(|c| c.method == Method::Synthesis);
    let in_lanes = synthesis
        .map(|c| lanes::subsystems(mechanism, mobility, &c.plan))
        .unwrap_or_default();
    let cost_of = |plan: &Plan, prices: &[Price], subsystem: usize| {
        let goes_in_lanes = plan.methods[subsystem] == Method::Synthesis && in_lanes.contains(&subsystem);
        let cost = prices[subsystem].cost;
        if goes_in_lanes { cost - cost / 5 } else { cost }
    };
    let best_for = |subsystem: usize| {
        let fit = candidates.iter().filter(|c| c.plan.methods[subsystem] == c.method);
        let best = fit.min_by_key(|c| cost_of(&c.plan, &c.prices, subsystem));
        best.map_or(Method::Recursive, |c| c.method)
    };
    let methods: Vec<Method> = (0..subsystems).map(best_for).collect();
    let mut plan = Plan::new(mechanism, mobility, |subsystem| methods[subsystem]);
    // Subsystems left to the recursion make the base more expensive: as a whole, the plan of a single method may be
    // cheaper.
    let total = |plan: &Plan, prices: &[Price]| (0..subsystems).map(|s| cost_of(plan, prices, s)).sum::<usize>();
    let whole = candidates.iter().min_by_key(|c| total(&c.plan, &c.prices));
    if let Some(whole) = whole
        && candidates.iter().all(|c| c.plan.methods != plan.methods)
        && total(&whole.plan, &whole.prices) < total(&plan, &count(&plan))
    {
        plan = whole.plan.clone();
    }
    explain(&mut plan, mechanism, &candidates);
    plan
}

/// Number of speeds of a subsystem above which only the recursion is tried without being asked for. The work of the
/// recursion grows with the number of bodies, the work of other methods with the square or cube of the number of
/// speeds.
const FEW: usize = 40;

fn is_worth_trying(mechanism: &Mechanism, mobility: &Mobility, subsystem: usize, method: Method) -> bool {
    let topology = mechanism.topology;
    let bodies = &topology.subsystems[subsystem].bodies;
    let slots = bodies.iter().map(|&b| &mechanism.layout.slot(b).v);
    let speeds: usize = slots.clone().map(|slot| slot.len()).sum();
    let independent = || {
        let own = |speed: &usize| slots.clone().any(|slot| slot.contains(speed));
        speeds - mobility.dependent().filter(own).count()
    };
    match method {
        Method::Recursive => true,
        // A chain of loops has many speeds and few freedoms.
        Method::Lagrange | Method::Synthesis => independent() <= FEW,
        // This method looks for pivots among the equations of all bodies.
        Method::SynthesisCartesian => speeds <= FEW,
    }
}

/// States for each subsystem what each method would have cost.
fn explain(plan: &mut Plan, mechanism: &Mechanism, candidates: &[Candidate]) {
    let subsystems = mechanism.topology.subsystems.iter().enumerate().skip(1);
    for ((subsystem, each), reason) in subsystems.zip(&mut plan.reasons) {
        let method = plan.methods[subsystem];
        let costs: Vec<String> = candidates
            .iter()
            .filter(|c| c.plan.methods[subsystem] == c.method)
            .map(|c| format!("{} by `{}`", c.prices[subsystem].operations, c.method))
            .collect();
        if costs.len() < 2 {
            continue;
        }
        *reason = format!(
            "`{}` is reduced by `{method}`, the cheapest: {} operations",
            each.name,
            costs.join(", ")
        );
    }
}
