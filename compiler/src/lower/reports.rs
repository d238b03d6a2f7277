//! Reports of a state. Common functions compute the values that several reports need, one function for each set of
//! reports with common values. So no report computes more than it needs, and nothing is written twice.

use super::function;
use super::labels::Labels;
use super::ported::Ported;
use super::routine::{Form, Routine};
use crate::ir::{Joined, Op, Program, Regrouped, Value, join, regroup};
use crate::programs::calls::{Call, Calls, Edition, Role};
use crate::programs::ports::Port;
use crate::programs::{Programs, Traceable};
use std::collections::{BTreeMap, BTreeSet};

/// All reports of a solver, in one routine.
#[derive(Clone, Debug)]
pub struct Reports {
    /// Its functions: the common functions, then one for each report.
    pub routine: Routine,
    /// By report: the regions that the report needs, in order; the report's own region is the last.
    pub calls: Calls<Vec<u32>>,
}

/// The reports that need a value.
type Users = BTreeSet<Call>;

impl Reports {
    /// The reports of a vehicle that are equal for all levels.
    pub fn new(programs: &Programs, labels: &Labels) -> Self {
        let is_report = |call: &Call| {
            let entry = call.entry();
            matches!(entry.role, Role::Report { .. }) && !entry.editions.contains(&Edition::InLanes)
        };
        let reports = programs.calls.iter().filter(|(call, _)| is_report(call));
        let reports: Vec<(Call, &Traceable)> = reports.map(|(&call, program)| (call, program)).collect();
        let (ported, delivering) = joined(&reports);
        let users = users(&ported.program, &delivering);
        let sets = sets(&users, &reports);
        let all: Users = reports.iter().map(|&(call, _)| call).collect();
        let titles: Vec<(String, String)> = sets.iter().map(|set| title(set, &all)).collect();
        let region = |own: &Users| {
            let place = sets.iter().position(|set| set == own);
            u32::try_from(place.expect("every set has a region")).expect("few regions")
        };
        let Regrouped { program, outputs } = regroup(
            &ported.program,
            &users
                .iter()
                .map(|own| if own.is_empty() { 0 } else { region(own) })
                .collect::<Vec<u32>>(),
            &delivering
                .iter()
                .map(|&call| region(&Users::from([call])))
                .collect::<Vec<u32>>(),
            titles.iter().map(|(name, _)| name.clone()).collect(),
        );
        let ported = ported.reordered(program, &outputs);
        let functions = function::named(&ported, &titles);
        let regions = |call: Call| {
            let needed = (0_u32..).zip(&sets).filter(|(_, set)| set.contains(&call));
            needed.map(|(region, _)| region).collect()
        };
        Reports {
            calls: reports.iter().map(|&(call, _)| (call, regions(call))).collect(),
            routine: Routine::new(ported, Form::Registers, functions, labels),
        }
    }
}

/// The programs of all reports as one program; by output, the report that delivers the output.
fn joined(reports: &[(Call, &Traceable)]) -> (Ported, Vec<Call>) {
    let programs: Vec<(&Program, &[Port])> = reports
        .iter()
        .map(|(_, report)| (&report.program, &report.inputs[..]))
        .collect();
    let Joined { program, inputs } = join(&programs, "reports");
    let delivered = |(call, report): &(Call, &Traceable)| {
        let call = *call;
        report.outputs.clone().into_iter().map(move |port| (vec![port], call))
    };
    let (outputs, calls) = reports.iter().flat_map(delivered).unzip();
    let inputs = inputs.into_iter().map(|port| vec![port]).collect();
    let ported = Ported {
        program,
        inputs,
        outputs,
    };
    (ported, calls)
}

/// By value: the reports that need the value; `None` for a value that takes no operation.
fn users(program: &Program, delivering: &[Call]) -> Vec<Users> {
    let mut users = vec![Users::new(); program.nodes.len()];
    for (output, &call) in program.outputs.iter().zip(delivering) {
        users[output.value.index()].insert(call);
    }
    for (index, node) in program.nodes.iter().enumerate().rev() {
        let own = std::mem::take(&mut users[index]);
        for operand in node.op.operands() {
            users[operand.index()].extend(&own);
        }
        if node.op.is_computed() {
            users[index] = own;
        }
    }
    // Sine and cosine of an angle are computed together.
    let mut pairs: BTreeMap<Value, Users> = BTreeMap::new();
    for (own, node) in users.iter().zip(&program.nodes) {
        if let Op::Sin(angle) | Op::Cos(angle) = node.op {
            pairs.entry(angle).or_default().extend(own);
        }
    }
    for (own, node) in users.iter_mut().zip(&program.nodes) {
        if let Op::Sin(angle) | Op::Cos(angle) = node.op {
            own.clone_from(&pairs[&angle]);
        }
    }
    users
}

/// The sets of reports, larger sets first, since smaller sets need their values. Each report alone is one of them.
fn sets(users: &[Users], reports: &[(Call, &Traceable)]) -> Vec<Users> {
    let alone = reports.iter().map(|&(call, _)| Users::from([call]));
    let found = users.iter().filter(|own| !own.is_empty()).cloned();
    let mut sets: Vec<Users> = found.chain(alone).collect::<BTreeSet<Users>>().into_iter().collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets
}

/// Name and description of the function for a set, which is one of `reports`.
fn title(set: &Users, reports: &Users) -> (String, String) {
    if let [call] = set.iter().collect::<Vec<&Call>>()[..] {
        let entry = call.entry();
        return (entry.functions[0].to_owned(), entry.sentence.to_owned());
    }
    let missing: Vec<&Call> = reports.difference(set).collect();
    let (name, needing) = match missing[..] {
        [] => ("all_reports".to_owned(), "all reports".to_owned()),
        [one] => {
            let one = one.entry().functions[0];
            (format!("all_reports_but_{one}"), format!("all reports but `{one}`"))
        }
        _ => {
            let own: Vec<&str> = set.iter().map(|call| call.entry().functions[0]).collect();
            (own.join("_and_"), format!("`{}` and no other report", own.join("`, `")))
        }
    };
    (format!("for_{name}"), format!("What is needed by {needing}"))
}
