//! Comparison of one vehicle with several methods.

use super::counts::{StageCounts, stages};
use super::table::{Table, folded};
use crate::formulation::Stage;
use crate::formulation::method::Method;
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use serde::Serialize;

/// Cost of a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByMethod {
    /// Its name.
    pub method: String,
    /// A sentence for each subsystem on which it cannot be used.
    pub exceptions: Vec<String>,
    /// The operations.
    pub counts: StageCounts,
}

/// Counts of a vehicle compiled with one method; `None` stands for the compiler's choice.
pub fn by_method(method: Option<Method>, compiled: &Compiled) -> ByMethod {
    let plan = &compiled.plan;
    // The first subsystem, which contains the base, has no separate method.
    let others = plan.methods.iter().skip(1).zip(&plan.reasons);
    let is_exception = |taken: &Method| method.is_some_and(|method| *taken != method);
    ByMethod {
        method: method.map_or("auto", Method::word).to_owned(),
        exceptions: others
            .filter(|(taken, _)| is_exception(taken))
            .map(|(_, reason)| reason.clone())
            .collect(),
        counts: stages(compiled),
    }
}

/// A column for each method, in lines of at most 100 characters, followed by the subsystems on which a method cannot be
/// used.
pub fn text(methods: &[ByMethod]) -> String {
    let exceptions = methods.iter().flat_map(|method| &method.exceptions);
    let exceptions: String = exceptions.map(|sentence| folded("  ", sentence.split(' '))).collect();
    match exceptions.is_empty() {
        true => table(methods),
        false => format!("{}\nnot everywhere\n{exceptions}", table(methods)),
    }
}

fn table(methods: &[ByMethod]) -> String {
    let row = |name: &str, figure: &dyn Fn(&StageCounts) -> usize| {
        let figures = methods.iter().map(|method| figure(&method.counts).to_string());
        std::iter::once(name.to_owned()).chain(figures).collect::<Vec<_>>()
    };
    let mut table = Table::default();
    table.row(std::iter::once("operations").chain(methods.iter().map(|method| method.method.as_str())));
    table.rule();
    for (index, stage) in Stage::EVALUATION.iter().enumerate() {
        table.row(row(&stage.to_string(), &|counts| counts.stages[index].count.total()));
    }
    table.rule();
    table.row(row("one evaluation", &|counts| counts.evaluation.total()));
    table.row(row("  critical path", &|counts| counts.shape.critical_operations));
    table.row(row("  its cycles", &|counts| counts.shape.critical_cycles));
    table.row(row("  values alive at once", &|counts| counts.shape.alive));
    table.row(row("  workspace [bytes]", &|counts| {
        counts.workspace_bytes.unwrap_or_default()
    }));
    table.rule();
    table.row(row("position correction", &|counts| {
        counts.of(Call::PositionCorrection).total()
    }));
    table.row(row("velocity correction", &|counts| {
        counts.of(Call::VelocityCorrection).total()
    }));
    table.render()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::method::Choice;
    use crate::pipeline::compile_text_with;
    use crate::report::table::WIDTH;

    const TRUCK: &str = include_str!("samples/truck.txt");

    #[test]
    fn each_method_has_its_column_and_its_exceptions() {
        let methods = Method::ALL.map(|method| {
            let compiled = compile_text_with(TRUCK, &Choice::Uniform(method)).expect("the truck compiles");
            let used = compiled
                .plan
                .methods
                .iter()
                .skip(1)
                .filter(|taken| **taken == method)
                .count();
            let counted = by_method(Some(method), &compiled);
            assert_eq!(used + counted.exceptions.len(), compiled.topology.subsystems.len() - 1);
            counted
        });
        assert_eq!(
            methods[0].exceptions, [""; 0],
            "the recursive method can be used on all"
        );
        let text = text(&methods);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        for method in &methods {
            assert!(text.contains(&method.method) && text.contains(&method.counts.evaluation.total().to_string()));
            assert!(
                method
                    .exceptions
                    .iter()
                    .all(|exception| text.contains(&exception[..40])),
                "{text}"
            );
        }
    }
}
