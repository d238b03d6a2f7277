//! Checks the list of invariants at the head of [`crate::ir`], and nothing else.

use super::known::Known;
use super::{Class, Op, Program, Value};

/// Returns every violation found, in words; empty if the program is well formed.
pub fn verify(program: &Program) -> Vec<String> {
    let mut violations = Vec::new();
    let mut seen = Known::with_capacity(program.nodes.len());
    let mut latest = 0;
    for (index, node) in (0..).zip(&program.nodes) {
        let value = Value(index);
        let mut complain = |what: String| violations.push(format!("v{index}: {what}"));
        latest = latest.max(node.region);
        if node.region < latest {
            complain(format!("stands behind region {latest}"));
        }
        if node.region as usize >= program.regions.len() {
            complain(format!("has no region {}", node.region));
        }
        if let Some(first) = seen.find_or_insert(node.op, value, &program.nodes) {
            complain(format!("repeats v{}", first.0));
        }
        let Some((class, lanes)) = derived(program, value, &mut complain) else {
            continue;
        };
        if lanes != node.lanes {
            complain(format!("has {} lanes, not {lanes}", node.lanes));
        }
        if class != node.class {
            complain(format!("is of class {:?}, not {class:?}", node.class));
        }
    }
    for output in &program.outputs {
        if output.value.index() >= program.nodes.len() {
            violations.push(format!("output {} has no value", output.name));
        }
    }
    if !program.outputs.is_sorted_by_key(|output| output.region) {
        violations.push("outputs do not stand in the order of their regions".to_owned());
    }
    violations
}

/// Class and number of lanes of a value as they follow from its operation. Complains of violations; `None` if a
/// violation leaves them undetermined.
fn derived(program: &Program, value: Value, complain: &mut impl FnMut(String)) -> Option<(Class, u32)> {
    let node = program.node(value);
    let (mut class, mut lanes) = (Class::Constant, 1);
    match node.op {
        Op::Constant(c) if !c.get().is_finite() => complain(format!("is {}", c.get())),
        Op::LaneConstant(k) => match program.lane_constants.get(k as usize) {
            Some(numbers) => lanes = numbers.len() as u32,
            None => complain(format!("has no constants {k}")),
        },
        Op::Input(i) => match program.inputs.get(i as usize) {
            Some(input) => (class, lanes) = (input.class, input.lanes),
            None => {
                complain(format!("has no input {i}"));
                return None;
            }
        },
        Op::Lookup(t, _) | Op::LookupIntegral(t, _) if t as usize >= program.tables.len() => {
            complain(format!("has no table {t}"));
        }
        _ => {}
    }
    for operand in node.op.operands() {
        if operand >= value {
            complain(format!("uses v{} before its definition", operand.0));
            return None;
        }
        let used = program.node(operand);
        if used.region > node.region {
            complain(format!("uses v{} of a later region", operand.0));
        }
        (class, lanes) = (class.max(used.class), lanes.max(used.lanes));
    }
    match node.op {
        Op::Sum(_) | Op::Lane(..) => Some((class, 1)),
        _ => Some((class, lanes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, Node};
    use crate::scalar::Points;

    fn sound() -> Program {
        let graph = Graph::new();
        graph.begin_region("one");
        let (a, b) = (graph.input("a", Class::Position), graph.input("b", Class::Velocity));
        let sum = a + b;
        graph.begin_region("two");
        graph.output("r", sum * a);
        graph.finish()
    }

    fn complaint(spoil: impl Fn(&mut Program)) -> String {
        let mut program = sound();
        assert_eq!(verify(&program), Vec::<String>::new());
        spoil(&mut program);
        verify(&program).join("; ")
    }

    /// Constants of operations, of lanes and of curves.
    #[test]
    fn numbers_that_are_not_finite_are_seen_wherever_they_stand() {
        let is_finite = |spoil: fn(&mut Program)| {
            let mut program = sound();
            spoil(&mut program);
            program.is_finite()
        };
        assert!(is_finite(|p| p
            .tables
            .push(Points::cubic(vec![0.0, 1.0], vec![0.0, 1.0]))));
        assert!(!is_finite(|p| p.nodes[2].op = Op::Constant(f64::NAN.into())));
        assert!(!is_finite(|p| p.lane_constants.push(vec![1.0, f64::INFINITY])));
        assert!(!is_finite(|p| p
            .tables
            .push(Points::straight(vec![0.0, 1.0], vec![0.0, f64::NAN]))));
        assert!(!is_finite(|p| p
            .tables
            .push(Points::cubic(vec![0.0, 1e-200], vec![0.0, 1e200]))));
    }

    #[test]
    fn each_invariant_is_checked() {
        assert!(complaint(|p| p.nodes[2].op = Op::Add(Value(0), Value(3))).contains("before its definition"));
        assert!(complaint(|p| p.nodes[3].op = Op::Add(Value(0), Value(1))).contains("repeats v2"));
        assert!(complaint(|p| p.nodes[2].op = Op::Constant(f64::NAN.into())).contains("NaN"));
        assert!(complaint(|p| p.nodes[3].class = Class::Load).contains("of class Load"));
        assert!(complaint(|p| p.nodes[0].op = Op::Input(9)).contains("no input 9"));
        assert!(complaint(|p| p.nodes[2].op = Op::Lookup(4, Value(0))).contains("no table 4"));
        assert!(complaint(|p| p.nodes[2].region = 1).is_empty());
        assert!(complaint(|p| p.nodes[3].region = 0).is_empty());
        let late = |p: &mut Program| {
            p.nodes[2].region = 1;
            p.nodes[3].region = 0;
        };
        assert!(complaint(late).contains("later region"));
        assert!(complaint(|p| p.nodes[0].region = 1).contains("stands behind region 1"));
        let swapped = |p: &mut Program| {
            p.outputs.push(p.outputs[0].clone());
            p.outputs[1].region = 0;
        };
        assert!(complaint(swapped).contains("order of their regions"));
        assert!(complaint(|p| p.outputs[0].value = Value(77)).contains("no value"));
        assert!(
            complaint(|p| p.nodes.push(Node {
                region: 5,
                ..p.nodes[0].clone()
            }))
            .contains("no region 5")
        );
    }
}
