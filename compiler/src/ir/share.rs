//! Divides a program among workers that run at the same time and meet once.
//!
//! Each input and output belongs to one worker or to all. A worker computes the values that its outputs need. A value
//! that depends only on the inputs of one other worker is a *message*: the other worker computes and sends it. A value
//! that depends on the inputs of several workers is computed, after the meeting, by each worker that needs it. All
//! these workers do the same operation on the same numbers, and so get the same bits. Hence no worker has to wait a
//! second time.

use super::owned::{Owned, owned};
use super::{Input, Node, Op, Output, Program, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Part of a worker's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Values of early regions. None of them needs the meeting.
    Early,
    /// The messages to the other workers, and the values that they need.
    Before,
    /// All other values that need no message. They are computed while the messages are on their way.
    Meanwhile,
    /// All values that need a message.
    After,
}

/// Origin of an input of a worker's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The input at that position in the whole program.
    Input(usize),
    /// A message of a worker. `first` is the position of the message's first number among the numbers of the worker's
    /// messages.
    Message {
        /// The worker that sends it.
        from: usize,
        /// The position.
        first: usize,
    },
}

/// Destination of an output of a worker's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The output at that position in the whole program.
    Output(usize),
    /// The message whose first number has this position among the numbers of this worker's messages.
    Message(usize),
}

/// The program of one worker.
#[derive(Clone, Debug)]
pub struct Share {
    /// The program.
    pub program: Program,
    /// By input.
    pub inputs: Vec<Source>,
    /// By output.
    pub outputs: Vec<Target>,
    /// By region: its phase, and the region of the whole program of which it is a part.
    pub regions: Vec<(Phase, usize)>,
    /// How many numbers it sends: one for each lane of each message.
    pub messages: usize,
}

/// Workers to which a program's inputs and outputs belong.
#[derive(Clone, Copy, Debug)]
pub struct Belonging<'a> {
    /// By input: its worker; `None` if all workers have it.
    pub inputs: &'a [Option<usize>],
    /// By output: its worker; `None` if all workers deliver it.
    pub outputs: &'a [Option<usize>],
    /// By region: whether it is early.
    pub early: &'a [bool],
}

/// Divides a program among this number of workers, and returns the program of each.
///
/// # Panics
/// Returns an error if a value of an early region depends on inputs of several workers, or if an early output depends
/// on inputs of a worker to which it does not belong.
pub fn share(program: &Program, belonging: Belonging, workers: usize) -> Vec<Share> {
    let division = Division {
        program,
        belonging,
        owned: owned(program, belonging.inputs),
    };
    let wanted: Vec<Wanted> = (0..workers).map(|worker| division.wanted(worker)).collect();
    let sender = |value: Value| match division.owned[value.index()] {
        Owned::By(worker) => worker,
        _ => unreachable!("a message depends on the inputs of its sender"),
    };
    let mut messages = Messages {
        places: BTreeMap::new(),
        counts: vec![0; workers],
    };
    for &value in wanted
        .iter()
        .flat_map(|wanted| &wanted.received)
        .collect::<BTreeSet<_>>()
    {
        messages.add(sender(value), value, program.node(value).lanes);
    }
    let share = |(worker, wanted)| division.share(worker, wanted, &messages);
    wanted.into_iter().enumerate().map(share).collect()
}

/// Values that workers send. Each is sent once, to all workers that need it.
struct Messages {
    /// By value: its sender, and the position of its first number among the numbers that the sender sends.
    places: BTreeMap<Value, (usize, usize)>,
    /// By worker: how many numbers it sends.
    counts: Vec<usize>,
}

impl Messages {
    fn add(&mut self, sender: usize, value: Value, lanes: u32) {
        self.places.insert(value, (sender, self.counts[sender]));
        self.counts[sender] += lanes as usize;
    }

    /// Messages of a worker, and the positions of their first numbers.
    fn of(&self, worker: usize) -> impl Iterator<Item = (Value, usize)> {
        let own = self.places.iter().filter(move |(_, (sender, _))| *sender == worker);
        own.map(|(value, (_, first))| (*value, *first))
    }
}

/// Values that a worker needs.
struct Wanted {
    /// By value: whether the worker computes or reads it.
    own: Vec<bool>,
    /// Values of other workers.
    received: BTreeSet<Value>,
}

struct Division<'a> {
    program: &'a Program,
    belonging: Belonging<'a>,
    owned: Vec<Owned>,
}

impl Division<'_> {
    /// Values that a worker's outputs need.
    fn wanted(&self, worker: usize) -> Wanted {
        let mut wanted = Wanted {
            own: vec![false; self.program.nodes.len()],
            received: BTreeSet::new(),
        };
        for output in self.outputs(worker) {
            self.mark(worker, self.program.outputs[output].value, &mut wanted);
        }
        wanted
    }

    /// Positions of the outputs that a worker delivers.
    fn outputs(&self, worker: usize) -> impl Iterator<Item = usize> {
        let owners = self.belonging.outputs.iter().enumerate();
        owners
            .filter(move |(_, owner)| owner.is_none_or(|owner| owner == worker))
            .map(|(place, _)| place)
    }

    /// Marks a value and all values that it needs; values that are messages are not followed further.
    fn mark(&self, worker: usize, value: Value, wanted: &mut Wanted) {
        let mut ahead = vec![value];
        while let Some(value) = ahead.pop() {
            if self.is_foreign(worker, value) {
                wanted.received.insert(value);
            } else if !std::mem::replace(&mut wanted.own[value.index()], true) {
                ahead.extend(self.program.node(value).op.operands());
            }
        }
    }

    fn is_foreign(&self, worker: usize, value: Value) -> bool {
        matches!(self.owned[value.index()], Owned::By(other) if other != worker)
    }

    fn is_early(&self, region: u32) -> bool {
        self.belonging.early[region as usize]
    }

    /// The program of a worker that needs these values.
    fn share(&self, worker: usize, mut wanted: Wanted, messages: &Messages) -> Share {
        let program = self.program;
        let mut first = Wanted {
            own: vec![false; program.nodes.len()],
            received: BTreeSet::new(),
        };
        messages
            .of(worker)
            .for_each(|(value, _)| self.mark(worker, value, &mut first));
        debug_assert!(first.received.is_empty(), "messages need no messages");
        wanted
            .own
            .iter_mut()
            .zip(&first.own)
            .for_each(|(own, first)| *own |= first);
        let place = |value: Value| {
            let region = program.node(value).region;
            let phase = match self.owned[value.index()] {
                Owned::Joint => Phase::After,
                _ if self.is_early(region) => Phase::Early,
                _ if first.own[value.index()] => Phase::Before,
                _ => Phase::Meanwhile,
            };
            assert!(
                phase != Phase::After || !self.is_early(region),
                "v{} of an early region depends on several workers",
                value.0
            );
            (phase, region as usize)
        };
        let mut draft = Draft::new(program);
        for &value in &wanted.received {
            draft.receive(value, messages.places[&value]);
        }
        let own = program
            .values()
            .map(|(value, _)| value)
            .filter(|value| wanted.own[value.index()]);
        own.for_each(|value| draft.add(value, place(value)));
        for (value, k) in messages.of(worker) {
            let (phase, region) = place(value);
            let from = if phase == Phase::Before { region } else { 0 };
            draft.deliver(Target::Message(k), format!("message {k}"), value, (Phase::Before, from));
        }
        for position in self.outputs(worker) {
            let Output { name, value, region } = &program.outputs[position];
            let phase = match (self.is_early(*region), self.is_foreign(worker, *value)) {
                (true, is_foreign) => {
                    assert!(!is_foreign, "an early output needs no message");
                    Phase::Early
                }
                (false, true) => Phase::After,
                (false, false) => place(*value).0.max(Phase::Meanwhile),
            };
            draft.deliver(
                Target::Output(position),
                name.clone(),
                *value,
                (phase, *region as usize),
            );
        }
        draft.finish(messages.counts[worker])
    }
}

/// Phase, and region of the whole program.
type Place = (Phase, usize);

/// A worker's program under construction: values and outputs with their places. Values that take no operation have
/// none.
struct Draft<'p> {
    whole: &'p Program,
    nodes: Vec<(Option<Place>, Value, Node)>,
    inputs: Vec<(Source, Input)>,
    outputs: Vec<(Place, Target, Output)>,
}

impl<'p> Draft<'p> {
    fn new(whole: &'p Program) -> Self {
        Draft {
            whole,
            nodes: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    fn input(&mut self, source: Source, input: Input) -> Op {
        self.inputs.push((source, input));
        Op::Input(u32::try_from(self.inputs.len() - 1).expect("no more inputs than values"))
    }

    /// Reads a value that another worker computes.
    fn receive(&mut self, value: Value, (from, first): (usize, usize)) {
        let node = self.whole.node(value);
        let input = Input {
            name: format!("message {first} of {from}"),
            class: node.class,
            lanes: node.lanes,
        };
        let op = self.input(Source::Message { from, first }, input);
        let received = Node {
            op,
            name: None,
            purpose: None,
            ..node.clone()
        };
        self.nodes.push((None, value, received));
    }

    /// Reads or computes a value of the whole program.
    fn add(&mut self, value: Value, place: Place) {
        let node = self.whole.node(value).clone();
        let op = match node.op {
            Op::Input(i) => self.input(Source::Input(i as usize), self.whole.inputs[i as usize].clone()),
            op => op,
        };
        let place = op.is_computed().then_some(place);
        self.nodes.push((place, value, Node { op, ..node }));
    }

    fn deliver(&mut self, target: Target, name: String, value: Value, place: Place) {
        let region = 0;
        self.outputs.push((place, target, Output { name, value, region }));
    }

    /// Puts values in the order of their places; values that take no operation come first.
    fn finish(mut self, messages: usize) -> Share {
        self.nodes.sort_by_key(|(place, ..)| *place);
        self.outputs.sort_by_key(|(place, ..)| *place);
        let computed = self.nodes.iter().filter_map(|(place, ..)| *place);
        let delivered = self.outputs.iter().map(|(place, ..)| *place);
        let regions: Vec<Place> = computed.chain(delivered).collect::<BTreeSet<_>>().into_iter().collect();
        let region = |place: &Place| {
            let found = regions.binary_search(place).expect("all places are among the regions");
            u32::try_from(found).expect("few regions")
        };
        let became: BTreeMap<Value, Value> = self
            .nodes
            .iter()
            .map(|(_, value, _)| *value)
            .zip((0..).map(Value))
            .collect();
        let node = |(place, _, node): &(Option<Place>, Value, Node)| Node {
            op: node.op.map(|operand| became[&operand]),
            region: place.as_ref().map_or(0, region),
            ..node.clone()
        };
        let output = |(place, _, output): &(Place, Target, Output)| Output {
            value: became[&output.value],
            region: region(place),
            ..output.clone()
        };
        Share {
            program: Program {
                nodes: self.nodes.iter().map(node).collect(),
                outputs: self.outputs.iter().map(output).collect(),
                inputs: self.inputs.iter().map(|(_, input)| input.clone()).collect(),
                regions: regions
                    .iter()
                    .map(|&(_, from)| self.whole.regions[from].clone())
                    .collect(),
                ..self.whole.clone()
            },
            inputs: self.inputs.iter().map(|(source, _)| *source).collect(),
            outputs: self.outputs.iter().map(|(_, target, _)| *target).collect(),
            regions,
            messages,
        }
    }
}
