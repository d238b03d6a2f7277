//! Cost of parameters: additional operations of an evaluation, by group, compared with constants.

use super::table::Table;
use crate::kinematics::Mechanism;
use crate::model::Model;
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use crate::programs::tried::operations_with;
use serde::Serialize;

/// Parameters of one part.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterGroup {
    /// The part, or the parameter's own name.
    pub name: String,
    /// Number of its parameters.
    pub parameters: usize,
    /// Additional operations of an evaluation if only these numbers are parameters.
    pub price: i64,
}

/// Cost of all parameters, by group and together.
#[derive(Clone, Debug, Serialize)]
pub struct Prices {
    /// Name of the vehicle.
    pub vehicle: String,
    /// Groups in the order of declaration.
    pub groups: Vec<ParameterGroup>,
    /// Operations of an evaluation without parameters.
    pub baked: usize,
    /// Operations of an evaluation with all declared parameters.
    pub tuned: usize,
    /// Number of values computed once when parameters are set.
    pub prepared: usize,
    /// Number of operations to compute them.
    pub preparation: usize,
}

/// Traces the evaluation once for each group.
pub fn prices(compiled: &Compiled) -> Prices {
    let model = &compiled.model;
    let mechanism = Mechanism::new(model, &compiled.topology).aligned(compiled.mobility.steps());
    let count = |tuned: &dyn Fn(usize) -> bool| operations_with(&mechanism, &compiled.mobility, &compiled.plan, tuned);
    let part = |parameter: usize| {
        let name = model.parameters[parameter].name.as_str();
        part_of(model, name)
    };
    let baked = count(&|_| false);
    let mut names: Vec<&str> = Vec::new();
    for parameter in 0..model.parameters.len() {
        if !names.contains(&part(parameter)) {
            names.push(part(parameter));
        }
    }
    let group = |name: &str| ParameterGroup {
        name: name.to_owned(),
        parameters: (0..model.parameters.len()).filter(|&p| part(p) == name).count(),
        price: count(&|p| part(p) == name) as i64 - baked as i64,
    };
    Prices {
        vehicle: model.name.clone(),
        groups: names.iter().map(|name| group(name)).collect(),
        baked,
        tuned: compiled.programs[Call::Evaluation].program.count().total(),
        prepared: compiled.programs.prepare.outputs.len(),
        preparation: compiled.programs.prepare.program.count().total(),
    }
}

/// The part after which a parameter is named: the longest name of a declared part that is a prefix of the parameter's
/// name. For other parameters, such as a component of a point, this is the parameter's name without its last word.
fn part_of<'n>(model: &Model, name: &'n str) -> &'n str {
    let parts = [
        model.bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(),
        model.joints.iter().map(|j| j.name.as_str()).collect(),
        model.springs.iter().map(|s| s.name.as_str()).collect(),
        model.wheels.iter().map(|w| w.name.as_str()).collect(),
    ];
    let begins = |part: &&&str| name.strip_prefix(**part).is_some_and(|rest| rest.starts_with('.'));
    let longest = parts.iter().flatten().filter(begins).map(|part| part.len()).max();
    match longest {
        Some(length) => &name[..length],
        None => name.rsplit_once('.').map_or(name, |(part, _)| part),
    }
}

/// The report as text.
pub fn text(prices: &Prices) -> String {
    let mut table = Table::default();
    table.row(["parameters of", "number", "operations more"]);
    table.rule();
    for group in &prices.groups {
        table.row([
            group.name.clone(),
            group.parameters.to_string(),
            format!("{:+}", group.price),
        ]);
    }
    table.rule();
    let all: usize = prices.groups.iter().map(|group| group.parameters).sum();
    let more = prices.tuned as i64 - prices.baked as i64;
    table.row(["all together".to_owned(), all.to_string(), format!("{more:+}")]);
    format!(
        "{}: parameters\n\n{}\nan evaluation: {} operations with all numbers baked, {} with these parameters;\n\
         {} numbers are prepared when parameters are set, in {} operations\n",
        prices.vehicle,
        table.render(),
        prices.baked,
        prices.tuned,
        prices.prepared,
        prices.preparation,
    )
}
