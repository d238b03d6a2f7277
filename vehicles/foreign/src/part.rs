//! An FMU as a subsystem.

use crate::connection::{Tied, found};
use crate::host::{Below, Host, Observe, Observer};
use crate::library::{Failed, Instance, STRAYED};
use crate::read::{Read, Seen};
use crate::unpacked::{Unpacked, unpacked};
use crate::write::{Acted, Place, Write};
use crate::{Wrong, wrong};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wishbone::control::Controls;
use wishbone::description::Description;
use wishbone::ports::{Drive, InputPorts};
use wishbone::refused::Held;
use wishbone::solver::Solver;
use wishbone::subsystem::{Now, Subsystem};
use wishbone::tyre::Contact;

/// How an FMU is connected with a vehicle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Connections {
    /// Inputs of the FMU, each with the number of the vehicle that it reads: `wheel.front_left.spin`.
    pub inputs: BTreeMap<String, String>,
    /// Outputs of the FMU, each with the numbers of the vehicle that it writes: `wheel.front_left.drive_torque`.
    pub outputs: BTreeMap<String, Vec<String>>,
    /// Start values of parameters and inputs, in the units of the FMU.
    pub start: BTreeMap<String, f64>,
    /// The end of its step at which it reads its inputs.
    pub reads: Reads,
}

/// When an FMU reads its inputs for a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// At the beginning of the step.
    #[default]
    Begin,
    /// At the end of the step, which the vehicle has made before. So a law without states has no delay.
    End,
}

/// A co-simulation FMU as a part of a vehicle.
///
/// Before the first step it is in initialization mode, and its outputs follow its inputs. In a run its outputs are held
/// within a step. At the end of a step of the vehicle the FMU makes a step of equal length, from the inputs at the
/// beginning. If the internal steps of an FMU are longer, it makes one internal step at the end of the corresponding
/// number of vehicle steps.
///
/// A part that reads at the end of a step makes its step in the first evaluation after the vehicle's step. If the FMU
/// refuses this step, the vehicle has already made it, and the next step of the vehicle is refused.
///
/// The part's state is inside the FMU: the part has no continuous states and no memories for the integrator. A clone
/// has the state of its original if the FMU can serialise this state; otherwise the clone refuses its first step.
pub struct Foreign {
    plan: Arc<Plan>,
    live: Mutex<Live>,
    /// Inputs of the FMU [SI], with the time at which they were read [s].
    read: (f64, Vec<f64>),
    /// Inputs at the end of a step that is not yet made.
    ahead: (f64, Vec<f64>),
    /// Beginning and length of the step that is due in the next evaluation [s], for a part that reads at the end of a
    /// step.
    due: Option<[f64; 2]>,
    /// A copy of the vehicle that computes named outputs, if some are read.
    observer: Option<Box<dyn Observe>>,
    /// Whether outputs that depend on loads still have to be read, from the loads of the last evaluation.
    is_unloaded: bool,
    /// Contacts of the wheels with the road, if some are read or loaded.
    contacts: Vec<Option<Contact>>,
    /// Outputs that are held [SI], and the outputs at the end of a step that is not yet complete.
    held: Vec<f64>,
    next: Option<Vec<f64>>,
    controls: Controls,
    has_begun: bool,
    /// Whether the beginning of the step is still to be seen.
    is_fresh: bool,
    /// Time that the FMU has reached [s], and its step [s]; NaN before the first step.
    reached: f64,
    step: f64,
    /// Why it cannot go on.
    failure: Option<&'static str>,
}

/// What all clones of a part share.
struct Plan {
    name: &'static str,
    unpacked: Arc<Unpacked>,
    place: Place,
    reads: Reads,
    /// Road of the contacts, if some are read or loaded.
    road: Option<Below>,
    /// Positions of the inputs of each marker among the signals.
    markers: Vec<[usize; 6]>,
    inputs: Vec<(Read, Tied)>,
    outputs: Vec<(Write, Tied)>,
    start: Vec<(u32, bool, f64)>,
}

/// An instance, or what it takes to make one.
enum Live {
    /// None yet.
    New,
    Made(Box<Instance>),
    /// The state of another one.
    Bytes(Vec<u8>),
    /// Its state is not known.
    Lost,
}

const NOT_KEPT: &str =
    "its state cannot be taken back or copied: export it with `canGetAndSetFMUState` and `canSerializeFMUState`";
const OTHER_STEP: &str = "it makes steps of one length alone (`canHandleVariableCommunicationStepSize`): choose a method with fixed steps, whose \
                          step divides the time between two rows";
const NO_MULTIPLE: &str = "its internal steps have one length (`fixedInternalStepSize`), of which this step is neither a multiple nor a whole part: \
                           choose a method with fixed steps, whose step is one";
const ENDED: &str = "has failed for good (a fatal error), and is not called any more: start the program anew";
const NOT_READ: &str =
    "its inputs at the begin of the step are not known: choose another method, such as `ab3` or `rk4`";

impl Foreign {
    /// The FMU in `content` as a part of a vehicle; messages about a refusal contain `name`.
    ///
    /// # Errors
    /// Returns an error if the FMU is not a co-simulation of FMI 2.0 or 3.0 for this platform, if names or units do not
    /// fit, or if the FMU does not reach its start.
    pub fn new<S>(name: &str, content: &[u8], connections: &Connections, host: &Host<'_, S>) -> Result<Self, Wrong>
    where
        S: Solver + Clone + Send + Sync + 'static,
        S::State: Send + Sync,
        S::Inputs: Send + Sync,
    {
        let told = |Wrong(reason): Wrong| wrong(format!("`{name}`: {reason}"));
        let plan = Plan::of(name, content, connections, host).map_err(told)?;
        let observes = plan.inputs.iter().any(|(read, _)| read.is_output());
        let mut own = Self {
            due: None,
            observer: observes.then(|| -> Box<dyn Observe> { Box::new(Observer::of(host.solver)) }),
            is_unloaded: false,
            contacts: Vec::new(),
            held: vec![0.0; plan.outputs.len()],
            read: (f64::NAN, vec![0.0; plan.inputs.len()]),
            ahead: (f64::NAN, Vec::new()),
            plan: Arc::new(plan),
            live: Mutex::new(Live::New),
            next: None,
            controls: Controls::default(),
            has_begun: false,
            is_fresh: false,
            reached: 0.0,
            step: f64::NAN,
            failure: None,
        };
        own.held = own.with(outputs).map_err(told)?;
        match own.plan.misfit(&own.held) {
            Some(reason) => Err(told(wrong(reason))),
            None => Ok(own),
        }
    }

    /// Its place among the equipment.
    pub fn place(&self) -> Place {
        self.plan.place
    }

    /// Whether both write the same number, or the load of one wheel or marker.
    pub fn meets(&self, other: &Self) -> bool {
        let of_other = |own: Write| other.plan.outputs.iter().any(|(write, _)| write.meets(own));
        self.plan.outputs.iter().any(|(write, _)| of_other(*write))
    }

    /// Positions of the wheels whose loads it writes in place of their tyres.
    pub fn wheels(&self) -> impl Iterator<Item = usize> + '_ {
        self.plan.outputs.iter().filter_map(|(write, _)| write.wheel())
    }

    /// Whether it presses the pedals of the powertrain: accelerator or clutch.
    pub fn drives(&self) -> bool {
        let mut outputs = self.plan.outputs.iter();
        outputs.any(|(write, _)| matches!(write, Write::Throttle | Write::Clutch))
    }

    /// Whether it presses the brake.
    pub fn brakes(&self) -> bool {
        self.plan.outputs.iter().any(|(write, _)| *write == Write::Brake)
    }

    /// Calls the instance, which is made where there is none yet.
    fn with<T>(&mut self, work: impl FnOnce(&Plan, &mut Instance) -> Result<T, Failed>) -> Result<T, Wrong> {
        let plan = &*self.plan;
        let live = self.live.get_mut().unwrap_or_else(PoisonError::into_inner);
        match live {
            Live::Made(_) => {}
            Live::Lost => return Err(wrong(NOT_KEPT)),
            Live::New => *live = Live::Made(Box::new(initialising(plan)?)),
            Live::Bytes(bytes) => {
                let mut instance = Instance::new(&plan.unpacked)?;
                let read = instance.read(bytes);
                read.map_err(|_| wrong(format!("its state cannot be read again{}", instance.words())))?;
                *live = Live::Made(Box::new(instance));
            }
        }
        let Live::Made(instance) = live else {
            return Err(wrong(NOT_KEPT));
        };
        instance.forget();
        work(plan, instance).map_err(|failed| {
            let does = match failed {
                Failed::Discarded => "discards the step",
                Failed::Refused => "refuses a call",
                Failed::Ended => ENDED,
                Failed::Strayed { reached, wanted } => {
                    return wrong(format!(
                        "it makes another step than the vehicle: it stands at {reached} s, and not at {wanted} s"
                    ));
                }
            };
            wrong(format!("it {does}{}", instance.words()))
        })
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keeps(&self) -> bool {
        self.plan.unpacked.described.keeps
    }

    fn refused(&self, reason: &'static str) -> Held {
        Held {
            part: self.plan.name,
            reason,
        }
    }

    /// Numbers of the vehicle that the part reads at a motion; numbers that depend on loads keep their earlier values.
    fn values<X>(&mut self, now: &Now<'_, X>, drives: &[Drive]) -> Vec<f64> {
        let outputs: &[f64] = match &mut self.observer {
            Some(observer) => {
                observer.place(&now.joints, drives);
                let is_needed = |(read, _): &(Read, Tied)| read.is_output() && !read.is_loaded();
                match self.plan.inputs.iter().any(is_needed) {
                    true => observer.still(),
                    false => &[],
                }
            }
            None => &[],
        };
        let seen = Seen {
            now,
            contacts: &self.contacts,
            outputs,
        };
        let each = self.plan.inputs.iter().zip(&self.read.1);
        each.map(|((read, _), kept)| if read.is_loaded() { *kept } else { read.of(&seen) })
            .collect()
    }

    /// Reads the inputs, and before the run the outputs that follow them.
    fn look<X>(&mut self, now: &Now<'_, X>, drives: &[Drive]) {
        if !self.has_begun && now.time <= 0.0 {
            let values = self.values(now, drives);
            if self.read.1 != values || self.read.0.is_nan() {
                match self.with(|plan, instance| {
                    put(plan, instance, &values, &|read| !read.is_loaded())?;
                    outputs(plan, instance)
                }) {
                    Ok(held) => {
                        self.failure = self.plan.misfit(&held).map(|reason| interned(&reason));
                        self.held = held;
                    }
                    Err(Wrong(reason)) => self.failure = Some(interned(&reason)),
                }
            }
            (self.read, self.is_unloaded) = ((0.0, values), true);
        } else if now.time == self.reached && self.is_fresh {
            let values = self.values(now, drives);
            (self.read, self.is_fresh, self.is_unloaded) = ((now.time, values), false, true);
            if let Some([from, h]) = self.due.take() {
                self.catch_up(from, h);
            }
        } else if now.time == self.reached {
            // A moment that was taken back has other loads.
            if let Some(observer) = &mut self.observer {
                observer.place(&now.joints, drives);
            }
            self.is_unloaded = true;
        } else if now.time > self.reached && self.plan.reads == Reads::Begin {
            self.ahead = (now.time, self.values(now, drives));
        }
    }

    /// Reads the outputs that depend on loads, from the loads of the last evaluation.
    fn look_at_loads(&mut self, inputs: &mut impl InputPorts) {
        let is_read = |(read, _): &(Read, Tied)| read.is_loaded();
        let Some(observer) = &mut self.observer else { return };
        if !std::mem::take(&mut self.is_unloaded) || !self.plan.inputs.iter().any(is_read) {
            return;
        }
        let wheels = inputs.wheels().to_vec();
        observer.load(&wheels, inputs.signals());
        let outputs = observer.loaded();
        for ((read, _), value) in self.plan.inputs.iter().zip(&mut self.read.1) {
            if let Read::Loaded(place, _) = read {
                *value = outputs[*place];
            }
        }
    }

    /// Makes the step for a completed step of the vehicle [s], with inputs from its end.
    fn catch_up(&mut self, from: f64, h: f64) {
        if self.failure.is_some() {
            return;
        }
        match self.made(from, h) {
            Ok(held) => self.held = held,
            Err(held) => self.failure = Some(held.reason),
        }
    }

    /// Length of the FMU's step at the end of a step of the vehicle of length `h` [s] that ends at `time` [s]; `None`
    /// while the FMU's internal step is not complete.
    fn due(&self, time: f64, h: f64) -> Result<Option<f64>, Held> {
        let Some(own) = self.plan.unpacked.described.internal_step else {
            return Ok(Some(h));
        };
        let is_multiple = |whole: f64, part: f64| {
            let count = (whole / part).round();
            count >= 1.0 && (whole - count * part).abs() <= 1e-9 * whole
        };
        let has_waited = time - self.reached > h + STRAYED * h;
        let left = self.reached + own - time;
        match () {
            () if is_multiple(h, own) && !has_waited => Ok(Some(h)),
            () if !is_multiple(own, h) || left < -STRAYED * h => Err(self.refused(NO_MULTIPLE)),
            () if left > STRAYED * h => Ok(None),
            () => Ok(Some(own)),
        }
    }

    /// Ends the search for the start, and makes a step if a step is due; returns the outputs after that.
    fn stepping(&mut self, time: f64, h: f64) -> Result<Option<Vec<f64>>, Held> {
        if let Some(reason) = self.failure {
            return Err(self.refused(reason));
        }
        if self.read.0 != self.reached {
            return Err(self.refused(NOT_READ));
        }
        if let Some(h) = self.due(time, h)? {
            return match self.plan.reads {
                Reads::Begin => self.made(self.reached, h).map(Some),
                Reads::End => {
                    self.due = Some([self.reached, h]);
                    Ok(Some(self.held.clone()))
                }
            };
        }
        if !self.has_begun {
            let inputs = self.read.1.clone();
            let begun = self.with(|plan, instance| {
                put(plan, instance, &inputs, &|_| true)?;
                instance.exit_initialization()
            });
            begun.map_err(|Wrong(reason)| self.refused(interned(&reason)))?;
            self.has_begun = true;
        }
        Ok(None)
    }

    /// Makes a step from a time [s]; its outputs at the end.
    fn made(&mut self, from: f64, h: f64) -> Result<Vec<f64>, Held> {
        let is_other = !self.step.is_nan() && (h - self.step).abs() > 1e-9 * self.step;
        if is_other && !self.plan.unpacked.described.varies_steps {
            return Err(self.refused(OTHER_STEP));
        }
        let (keeps, begins, inputs) = (self.keeps(), !self.has_begun, self.read.1.clone());
        let (mut has_begun, mut has_moved) = (false, false);
        let stepped = self.with(|plan, instance| {
            if begins {
                instance.exit_initialization()?;
            }
            has_begun = true;
            if keeps {
                instance.keep()?;
            }
            has_moved = true;
            put(plan, instance, &inputs, &|_| true)?;
            instance.step(from, h, keeps)?;
            outputs(plan, instance)
        });
        self.has_begun |= has_begun;
        match stepped {
            Ok(outputs) if self.plan.misfit(&outputs).is_none() => {
                self.step = h;
                Ok(outputs)
            }
            other => {
                let reason = match other {
                    Ok(outputs) => self.plan.misfit(&outputs).unwrap_or_default(),
                    Err(Wrong(reason)) => reason,
                };
                if has_moved {
                    self.undo();
                }
                Err(self.refused(interned(&reason)))
            }
        }
    }

    /// Goes back to the beginning of the step; lost where the FMU cannot.
    fn undo(&mut self) {
        let keeps = self.keeps();
        let back = self.with(|_, instance| {
            if keeps {
                instance.go_back()
            } else {
                Err(Failed::Refused)
            }
        });
        let has_ended = matches!(&*self.live(), Live::Made(instance) if instance.has_ended());
        if has_ended {
            self.failure = Some(interned(&format!("it {ENDED}")));
        } else if back.is_err() {
            self.failure = Some(NOT_KEPT);
        }
    }
}

impl Plan {
    /// What is wrong with outputs [SI] that the vehicle cannot have.
    fn misfit(&self, outputs: &[f64]) -> Option<String> {
        let mut each = self.outputs.iter().zip(outputs);
        let ((write, tied), value) = each.find(|((write, _), value)| !write.takes(**value))?;
        let number = tied.told(*value);
        Some(match value.is_finite() {
            true => format!("it writes {number} to `{}`, which goes from 0 to 1", write.word()),
            false => format!("its output for `{}` is not finite", write.word()),
        })
    }

    fn of<S: Solver>(name: &str, content: &[u8], connections: &Connections, host: &Host<'_, S>) -> Result<Self, Wrong> {
        let vehicle: &Description = host.solver.description();
        let unpacked = unpacked(content)?;
        let described = &unpacked.described;
        if described.is_single {
            return Err(wrong(
                "it can be instantiated only once in a process, and the search for the start needs copies: export it without \
                 `canBeInstantiatedOnlyOncePerProcess`",
            ));
        }
        let input = |(variable, number): (&String, &String)| {
            let read = Read::named(number, host).map_err(|reason| wrong(format!("input `{variable}`: {reason}")))?;
            let tied = Tied::of(described, variable, "input", read.unit())?;
            match tied.is_whole && read != Read::Gear {
                true => Err(wrong(format!(
                    "its input `{variable}` takes whole numbers, and `{number}` is no whole number: connect `gear`, or an input of real numbers"
                ))),
                false => Ok((read, tied)),
            }
        };
        let inputs = connections
            .inputs
            .iter()
            .map(input)
            .collect::<Result<Vec<_>, Wrong>>()?;
        let mut outputs: Vec<(Write, Tied)> = Vec::new();
        let each = connections.outputs.iter();
        for (variable, number) in each.flat_map(|(variable, all)| all.iter().map(move |own| (variable, own))) {
            let write = Write::named(number, host).map_err(|reason| wrong(format!("output `{variable}`: {reason}")))?;
            if outputs.iter().any(|(other, _)| *other == write) {
                return Err(wrong(format!("two outputs write `{number}`: leave one out")));
            }
            outputs.push((write, Tied::of(described, variable, "output", write.unit())?));
        }
        let Some(place) = outputs.first().map(|(write, _)| write.place()) else {
            return Err(wrong(
                "it writes nothing: connect one of its outputs, such as `tau = [\"wheel.NAME.drive_torque\"]`",
            ));
        };
        if outputs.iter().any(|(write, _)| write.place() != place) {
            return Err(wrong(
                "it writes numbers of several parts (pedals, drive torques, brake torques, forces, loads of tyres): declare it once for each part",
            ));
        }
        if connections.reads == Reads::End && inputs.iter().any(|(read, _)| read.is_loaded()) {
            return Err(wrong(
                "it reads at the end of its steps, and accelerations, reactions and forces of inputs are known at the begin only: leave out `reads = \"end\"`",
            ));
        }
        let looks = inputs.iter().any(|(read, _)| matches!(read, Read::Touch(..)))
            || outputs.iter().any(|(write, _)| matches!(write, Write::AtContact(..)));
        let start = connections.start.iter().map(|(variable, value)| {
            let known = found(described, variable, "parameter")
                .or_else(|reason| found(described, variable, "input").map_err(|_| reason))?;
            let is_whole = value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(value);
            match known.is_whole && !is_whole {
                true => Err(wrong(format!(
                    "the start value {value} of `{variable}` is no whole number of 32 bits, which its variable takes"
                ))),
                false => Ok((known.reference, known.is_whole, *value)),
            }
        });
        let start = start.collect::<Result<Vec<_>, Wrong>>()?;
        Ok(Self {
            name: interned(name),
            place,
            reads: connections.reads,
            road: host.road.clone().filter(|_| looks),
            markers: vehicle.markers.iter().map(|(_, places)| *places).collect(),
            inputs,
            outputs,
            start,
            unpacked,
        })
    }
}

/// An instance in initialization mode.
fn initialising(plan: &Plan) -> Result<Instance, Wrong> {
    let mut instance = Instance::new(&plan.unpacked)?;
    let set = plan
        .start
        .iter()
        .try_for_each(|(reference, is_whole, value)| instance.set(*reference, *is_whole, *value));
    set.map_err(|_| wrong(format!("it refuses its start values{}", instance.words())))?;
    let entered = instance.enter_initialization(0.0);
    entered.map_err(|_| wrong(format!("it does not come to its start{}", instance.words())))?;
    Ok(instance)
}

/// Sets inputs [SI].
fn put(plan: &Plan, instance: &mut Instance, values: &[f64], is_set: &dyn Fn(Read) -> bool) -> Result<(), Failed> {
    let each = plan.inputs.iter().zip(values);
    let mut each = each.filter(|((read, _), _)| is_set(*read));
    each.try_for_each(|((_, tied), value)| instance.set(tied.reference, tied.is_whole, tied.told(*value)))
}

/// All outputs [SI].
fn outputs(plan: &Plan, instance: &mut Instance) -> Result<Vec<f64>, Failed> {
    let each = plan.outputs.iter();
    each.map(|(_, tied)| instance.get(tied.reference, tied.is_whole).map(|told| tied.si(told)))
        .collect()
}

/// A text that lives as long as the program, as messages of refused steps require. If there are very many texts, the
/// last texts are left out.
fn interned(text: &str) -> &'static str {
    const MOST: usize = 1000;
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(own) = texts.get(text) {
        return own;
    }
    if texts.len() >= MOST {
        return "its FMU refuses the step";
    }
    let own: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let _ = texts.insert(own);
    own
}

impl Clone for Foreign {
    fn clone(&self) -> Self {
        let live = match &mut *self.live() {
            Live::Made(instance) if self.has_begun => match self.plan.unpacked.described.serialises {
                true => instance.bytes().map_or(Live::Lost, Live::Bytes),
                false => Live::Lost,
            },
            Live::New | Live::Made(_) => Live::New,
            Live::Bytes(bytes) => Live::Bytes(bytes.clone()),
            Live::Lost => Live::Lost,
        };
        let failure = matches!(live, Live::Lost).then_some(NOT_KEPT);
        Self {
            plan: self.plan.clone(),
            live: Mutex::new(live),
            // A new instance has to be told its inputs.
            read: if self.has_begun {
                self.read.clone()
            } else {
                (f64::NAN, self.read.1.clone())
            },
            ahead: self.ahead.clone(),
            due: self.due,
            observer: self.observer.clone(),
            is_unloaded: self.is_unloaded,
            contacts: self.contacts.clone(),
            held: self.held.clone(),
            next: self.next.clone(),
            controls: self.controls,
            has_begun: self.has_begun,
            is_fresh: self.is_fresh,
            reached: self.reached,
            step: self.step,
            failure: self.failure.or(failure),
        }
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foreign({}, {} s, {:?})", self.plan.name, self.reached, self.held)
    }
}

impl<S: Solver> Subsystem<S> for Foreign {
    type State = ();

    fn drive(&mut self, _time: f64, (): &(), inputs: &mut S::Inputs) {
        self.look_at_loads(inputs);
    }

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        if let Some(road) = &self.plan.road {
            let wheels = now.wheels.iter().zip(&road.radii);
            let contacts = wheels.map(|(wheel, radius)| Contact::of(wheel, *radius, road, now.time));
            self.contacts = contacts.collect();
        }
        let drives = inputs.drives().to_vec();
        self.look(now, &drives);
        self.controls = now.controls;
        let acted = Acted {
            now,
            contacts: &self.contacts,
            markers: &self.plan.markers,
        };
        let writes = self.plan.outputs.iter().map(|(write, _)| *write);
        acted.write(writes.zip(self.held.iter().copied()), &mut self.controls, inputs);
    }

    fn try_step(&mut self, time: f64, h: f64, (): &()) -> Result<(), Held> {
        self.next = self.stepping(time, h)?;
        Ok(())
    }

    fn undo_step(&mut self) {
        if self.next.take().is_some() && self.due.take().is_none() {
            self.undo();
        }
    }

    fn stepped(&mut self, time: f64, _h: f64, (): &mut ()) {
        // Without a step of its own there is no run yet, or its internal step goes on.
        let Some(next) = self.next.take() else { return };
        (self.held, self.reached, self.is_fresh) = (next, time, true);
        // Methods that evaluate at the end of a step may not do so again at the beginning of the next one.
        if self.ahead.0 == time {
            self.read = self.ahead.clone();
        }
    }

    fn controls(&self) -> Option<Controls> {
        (self.plan.place == Place::Driver).then_some(self.controls)
    }
}
