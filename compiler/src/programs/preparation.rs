//! Values that depend on parameters only are computed once, when the parameters are set, for all programs of a solver
//! together.
//!
//! Wherever a program uses such a value, it reads a *prepared* number. This is done before the passes, so that they do
//! no work on prepared values. It is done again after the passes, for the values that the passes have formed.
//!
//! Values with lanes are prepared lane by lane, as adjacent numbers, which are read together.

use super::ports::{Kind, Port};
use super::traceable::Traceable;
use super::tracer::Recorded;
use crate::formulation::Stage;
use crate::ir::{Class, Graph, Input, Op, Program, Traced, Value, prune, replay, unroll_values};
use crate::model::Model;
use crate::passes::optimise;
use crate::scalar::Scalar;

/// The prepared numbers, in the order in which they are found.
#[derive(Clone)]
pub struct Preparation<'g> {
    graph: &'g Graph,
    parameters: Vec<Traced<'g>>,
    /// By number.
    prepared: Vec<Traced<'g>>,
}

impl<'g> Preparation<'g> {
    /// Nothing is prepared yet. The computation of all prepared numbers goes into the graph.
    pub fn new(graph: &'g Graph, parameters: &[String]) -> Self {
        graph.begin_region(Stage::Prepare.to_string());
        let input = |name: &String| graph.input(name.clone(), Class::Parameter);
        Preparation {
            graph,
            parameters: parameters.iter().map(input).collect(),
            prepared: Vec::new(),
        }
    }

    /// Nothing is prepared yet; the parameters are the parameters of a model.
    pub fn of(graph: &'g Graph, model: &Model) -> Self {
        let names = model.parameters.iter().map(|parameter| parameter.name.clone());
        Self::new(graph, &names.collect::<Vec<String>>())
    }

    /// Hoists the values that depend on parameters only, optimises, and hoists again.
    pub fn shortened(&mut self, recorded: &mut Recorded) -> Program {
        recorded.program = self.hoist(&recorded.program, &mut recorded.inputs);
        let short = optimise(&recorded.program);
        self.hoist(&short, &mut recorded.inputs)
    }

    /// Replaces the prepared values of a program by inputs, which come after the program's earlier inputs. `ports`
    /// holds by input its port in each lane.
    pub fn hoist(&mut self, program: &Program, ports: &mut Vec<Vec<Port>>) -> Program {
        if self.parameters.is_empty() {
            return program.clone();
        }
        let computed = self.compute(program, &ports.concat());
        let needed = needed(program);
        let mut extended = program.clone();
        let replaced: Vec<Option<Replacement>> = program
            .values()
            .zip(&computed)
            .map(|((value, node), computed)| {
                let early = node.class <= Class::Parameter && node.op.is_computed();
                let becomes = computed.as_ref().filter(|_| early)?;
                if !needed[value.index()] {
                    return Some(Replacement::Nothing);
                }
                let numbers: Option<Vec<f64>> = becomes.iter().map(|lane| lane.constant()).collect();
                if let Some(numbers) = numbers {
                    return Some(Replacement::Numbers(numbers));
                }
                let own = self.ports(becomes);
                let position = ports.iter().position(|known| *known == own).unwrap_or_else(|| {
                    extended.inputs.push(Input {
                        name: own[0].to_string(),
                        class: Class::Parameter,
                        lanes: u32::try_from(own.len()).expect("few lanes"),
                    });
                    ports.push(own);
                    ports.len() - 1
                });
                Some(Replacement::Input(position))
            })
            .collect();
        replay(&extended, |replay, value| match &replaced[value.index()] {
            Some(Replacement::Nothing) => Traced::zero(),
            Some(Replacement::Numbers(numbers)) => replay.numbers(numbers),
            Some(Replacement::Input(position)) => replay.input(*position),
            None => replay.again(value),
        })
    }

    /// By value: its counterpart in the graph of prepared numbers, in each lane; `None` for a value that does not
    /// depend on parameters alone.
    fn compute(&self, program: &Program, ports: &[Port]) -> Vec<Option<Vec<Traced<'g>>>> {
        let (alone, lanes) = unroll_values(program);
        let mut values: Vec<Option<Traced<'g>>> = Vec::with_capacity(alone.nodes.len());
        for node in &alone.nodes {
            self.graph.set_purpose(node.purpose.clone());
            let at = |v: Value| values[v.index()];
            let value = match node.op {
                _ if node.class > Class::Parameter => None,
                Op::Input(i) => Some(self.known(ports[i as usize])),
                op => op.apply(at, &alone.tables),
            };
            values.push(value);
        }
        let of_lanes = |lanes: &Vec<Value>| lanes.iter().map(|v| values[v.index()]).collect();
        lanes.iter().map(of_lanes).collect()
    }

    fn known(&self, Port { kind, index, .. }: Port) -> Traced<'g> {
        match kind == Kind::Parameter {
            true => self.parameters[index],
            false => self.prepared[index],
        }
    }

    /// Ports from which a value is read: a single port if the value is equal in all lanes.
    fn ports(&mut self, lanes: &[Traced<'g>]) -> Vec<Port> {
        if lanes.iter().all(|lane| *lane == lanes[0]) {
            return vec![self.port(lanes[0])];
        }
        let known = self.prepared.windows(lanes.len()).position(|window| window == lanes);
        let first = known.unwrap_or_else(|| {
            self.prepared.extend(lanes);
            self.prepared.len() - lanes.len()
        });
        (first..first + lanes.len()).map(|k| Kind::Prepared.at(k)).collect()
    }

    /// Port from which a prepared number is read.
    fn port(&mut self, value: Traced<'g>) -> Port {
        if let Some(parameter) = self.parameters.iter().position(|p| *p == value) {
            return Kind::Parameter.at(parameter);
        }
        let known = self.prepared.iter().position(|p| *p == value);
        Kind::Prepared.at(known.unwrap_or_else(|| {
            self.prepared.push(value);
            self.prepared.len() - 1
        }))
    }

    /// Declares the prepared numbers as results. Returns the meaning of the program's inputs and outputs.
    pub fn finish(self) -> (Vec<Port>, Vec<Port>) {
        for (k, value) in self.prepared.iter().enumerate() {
            self.graph.output(Kind::Prepared.at(k).to_string(), *value);
        }
        let inputs = (0..self.parameters.len()).map(|p| Kind::Parameter.at(p));
        let outputs = (0..self.prepared.len()).map(|k| Kind::Prepared.at(k));
        (inputs.collect(), outputs.collect())
    }
}

/// The program that computes all prepared numbers.
pub fn prepare(graph: Graph, (inputs, outputs): (Vec<Port>, Vec<Port>)) -> Traceable {
    let traced = prune(graph.finish());
    Traceable {
        program: optimise(&traced),
        traced,
        inputs,
        outputs,
        regions: vec![(Stage::Prepare, 0)],
    }
}

/// Replacement of a value that depends on parameters only.
enum Replacement {
    /// Dropped: only other prepared values use it.
    Nothing,
    /// Constants, one a lane.
    Numbers(Vec<f64>),
    Input(usize),
}

/// By value: whether it is a result, or is used by a value that does not depend on parameters alone.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.nodes.len()];
    let moving = program.nodes.iter().filter(|node| node.class > Class::Parameter);
    for operand in moving.flat_map(|node| node.op.operands()) {
        needed[operand.index()] = true;
    }
    for output in &program.outputs {
        needed[output.value.index()] = true;
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{interpret, unroll, verify};

    /// The program that `run` traces with two parameters, an input of four lanes, and an input that is equal in all
    /// lanes.
    fn program(run: impl for<'g> Fn(&'g Graph, [Traced<'g>; 2], Traced<'g>, Traced<'g>) -> Traced<'g>) -> Program {
        let graph = Graph::new();
        graph.begin_region("all");
        let parameters = ["p", "s"].map(|name| graph.input(name, Class::Parameter));
        let x = graph.lane_input("x", Class::Position, 4);
        let u = graph.input("u", Class::Position);
        graph.output("r", run(&graph, parameters, x, u));
        prune(graph.finish())
    }

    /// Takes prepared values out of these programs. Returns the ports of their inputs other than parameters, and the
    /// number of prepared numbers. Checks that the results do not change.
    fn taken_out(programs: &[Program]) -> (Vec<Vec<Vec<Port>>>, usize) {
        let graph = Graph::new();
        let mut preparation = Preparation::new(&graph, &["p".to_owned(), "s".to_owned()]);
        let given = || {
            let coordinates = (0..4).map(|q| Kind::Coordinate.at(q)).collect();
            let parameters = (0..2).map(|i| vec![Kind::Parameter.at(i)]);
            let mut ports: Vec<Vec<Port>> = parameters.collect();
            ports.extend([coordinates, vec![Kind::Coordinate.at(4)]]);
            ports
        };
        let hoist = |program: &Program| {
            let mut ports = given();
            (preparation.hoist(program, &mut ports), ports)
        };
        let hoisted: Vec<(Program, Vec<Vec<Port>>)> = programs.iter().map(hoist).collect();
        let ports = preparation.finish();
        let prepare = prepare(graph, ports);
        // Few binary digits: sums and products are exact in any order.
        let (parameters, coordinates) = ([0.5, -1.75], [0.25, 1.5, -0.5, 1.0, 2.0]);
        let prepared = interpret(&prepare.program, &parameters);
        let read = |port: Port| match port.kind {
            Kind::Parameter => parameters[port.index],
            Kind::Prepared => prepared[port.index],
            Kind::Coordinate => coordinates[port.index],
            _ => f64::NAN,
        };
        let run = |program: &Program, ports: &[Vec<Port>]| {
            let inputs: Vec<f64> = ports.concat().into_iter().map(read).collect();
            interpret(&unroll(program, &[1]), &inputs)
        };
        for (before, (after, ports)) in programs.iter().zip(&hoisted) {
            assert_eq!(verify(after), Vec::<String>::new());
            let stands = |node: &crate::ir::Node| node.class <= Class::Parameter && node.op.is_computed();
            assert!(!after.nodes.iter().any(stands), "{after}");
            assert_eq!(run(after, ports), run(before, &given()));
        }
        let further = hoisted.into_iter().map(|(_, ports)| ports[4..].to_vec());
        (further.collect(), prepared.len())
    }

    fn side_by_side(first: usize) -> Vec<Port> {
        (first..first + 4).map(|k| Kind::Prepared.at(k)).collect()
    }

    #[test]
    fn lanes_are_prepared_one_by_one_and_stand_side_by_side() {
        let weighted = program(|graph, [p, s], x, u| {
            let number =
                graph.lane_constant(&[1.0, 2.0, 0.0, 3.0]) * p + graph.lane_constant(&[0.0, 1.0, 0.0, 1.0]) * s;
            (number * x).sum() + u
        });
        // The lanes include an unchanged parameter and a constant; all four are read together.
        assert_eq!(taken_out(&[weighted]), (vec![vec![side_by_side(0)]], 4));
    }

    #[test]
    fn what_is_the_same_in_all_lanes_is_one_number() {
        let square = program(|graph, [p, _], x, u| {
            let mirrored = graph.lane_constant(&[1.0, -1.0, 1.0, -1.0]) * p;
            (mirrored * mirrored * u).sum() + x.sum()
        });
        assert_eq!(taken_out(&[square]), (vec![vec![vec![Kind::Prepared.at(0)]]], 1));
    }

    #[test]
    fn programs_share_what_is_prepared() {
        let of_four = program(|graph, [p, s], x, _| {
            let number = graph.lane_constant(&[1.0, 2.0, 3.0, 4.0]) * p * s;
            (number * x).sum() + number.sum() + number.lane(2) * x.lane(1)
        });
        let (ports, prepared) = taken_out(&[of_four.clone(), of_four]);
        assert_eq!(ports[0], ports[1]);
        assert_eq!(ports[0].iter().map(Vec::len).collect::<Vec<usize>>(), [4, 1, 1]);
        assert_eq!(prepared, 5, "the third of four, and their sum");
    }
}
