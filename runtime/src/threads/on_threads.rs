//! A simulation whose vehicle is computed by several threads.

use super::meetings::Meetings;
use super::stopped::{End, Ran, Stopped};
use super::{Holdings, Part, Share, Shareable, Threaded};
use crate::integrate::{Explicit, Integrator};
use crate::ports::{InputPorts, WheelLoad};
use crate::simulation::Simulation;
use crate::state::{StateVector, Whole};
use crate::subsystem::StateOf;
use crate::team::{Team, cores};
use core::fmt;
use core::ops::Range;
use core::time::Duration;
use std::borrow::ToOwned;
use std::format;
use std::io;
use std::string::String;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::vec::Vec;

/// Number of looks for the numbers of another thread before a thread yields to other threads: a fraction of a
/// millisecond.
const LOOKS: usize = 4000;

/// Time after which a thread that does not come is reported.
const LIMIT: Duration = Duration::from_secs(5);

/// States of a thread's simulation.
type StateOfPart<S, E> = StateOf<Share<S>, <E as Shareable<S>>::Part>;

/// A thread's own simulation.
type PartOf<S, E, I> = Simulation<Share<S>, <E as Shareable<S>>::Part, <I as Explicit>::Of<StateOfPart<S, E>>>;

/// A thread's simulation, and the point that it has reached; its cache lines contain nothing else.
#[repr(align(128))]
struct Worker<S: Threaded, E: Shareable<S>, I: Explicit> {
    part: PartOf<S, E, I>,
    ran: Ran,
}

/// A simulation of a vehicle declared with `threads`, on the number of threads that its compiler has planned. These are
/// the calling thread, and further threads that live as long as the simulation, each on its own core.
///
/// Results equal those of [`Simulation::step`] with an integrator that is restarted at the point where the threads
/// begin, to the last bit. The method is [`Explicit`]. Threads wait awake between two calls for a fraction of a
/// millisecond, then sleep.
pub struct OnThreads<S: Threaded, E: Shareable<S>, I: Explicit> {
    whole: Simulation<S, E, I>,
    team: Team,
    meetings: Arc<Meetings>,
    looks: usize,
    limit: Duration,
    /// Empty where the whole has been changed since.
    workers: Vec<Mutex<Worker<S, E, I>>>,
}

impl<S, E, I> OnThreads<S, E, I>
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
    E: Shareable<S>,
    E::Part: Clone,
    I: Integrator<StateOf<S, E>> + Explicit,
{
    /// A simulation on threads that begins at the present moment of this simulation, with restarted integrators.
    ///
    /// # Errors
    /// Returns an error if there are fewer cores than threads, the surroundings need numbers that only one thread has,
    /// or the system cannot start a thread.
    pub fn new(simulation: Simulation<S, E, I>) -> io::Result<Self> {
        let (threads, cores) = (S::THREADS.len(), cores::count()?);
        if threads > cores {
            return Err(io::Error::other(too_few(threads, cores)));
        }
        let mut made = Self::with_looks(simulation, LOOKS)?;
        made.team.pin_others();
        Ok(made)
    }

    /// This function on any number of cores, so that several threads may have to share a core: for tests.
    ///
    /// # Errors
    /// Returns an error if the surroundings need numbers that only one thread has, or if the system cannot start a
    /// thread.
    pub fn crowded(simulation: Simulation<S, E, I>) -> io::Result<Self> {
        Self::with_looks(simulation, 0)
    }

    /// This simulation with a different time limit for a thread to come to a meeting; the default is five seconds. A
    /// thread that does not come in time is reported.
    #[must_use]
    pub fn waiting_at_most(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self.meetings = Arc::new(Meetings::new::<S>(self.looks, limit, E::READS_SPINS));
        self.workers.clear();
        self
    }

    fn with_looks(whole: Simulation<S, E, I>, looks: usize) -> io::Result<Self> {
        let obstacle = whole.surroundings.obstacle(whole.solver().description(), S::THREADS);
        if let Some(obstacle) = obstacle {
            return Err(io::Error::other(obstacle));
        }
        Ok(Self {
            whole,
            team: Team::new(S::THREADS.len())?,
            meetings: Arc::new(Meetings::new::<S>(looks, LIMIT, E::READS_SPINS)),
            looks,
            limit: LIMIT,
            workers: Vec::new(),
        })
    }

    /// Also binds the calling thread to its own core for the rest of its life, if the thread is not yet bound. All
    /// calls of [`OnThreads::advance`] should then come from this thread. Threads that it starts later begin on its
    /// core.
    ///
    /// If other programs keep cores busy, the system may otherwise put this thread on the core of another thread for
    /// some milliseconds. During this time each thread waits for the other.
    pub fn pin(&mut self) {
        self.team.pin();
    }

    /// The whole vehicle, where the threads are: states and time. Inputs are the previous inputs: `simulation_mut().evaluate()`
    /// computes new ones.
    pub fn simulation(&self) -> &Simulation<S, E, I> {
        &self.whole
    }

    /// The whole vehicle, to be changed or evaluated. The threads then restart at the moment of the simulation, with
    /// restarted integrators.
    pub fn simulation_mut(&mut self) -> &mut Simulation<S, E, I> {
        self.workers.clear();
        &mut self.whole
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        S::THREADS.len()
    }

    /// Advances by this number of steps of `h` [s].
    ///
    /// # Errors
    /// Returns an error if a step is refused, or if a thread does not come; the earlier steps have been made.
    ///
    /// # Panics
    /// Panics if a subsystem on one of the threads panics. The simulation is then in its earlier state, and continues
    /// with restarted integrators.
    pub fn advance(&mut self, steps: usize, h: f64) -> Result<(), Stopped> {
        let mut workers = core::mem::take(&mut self.workers);
        if workers.is_empty() {
            workers = self.begun();
        }
        self.meetings.restart();
        let kept: Vec<_> = workers.iter().map(|worker| locked(worker).part.keep()).collect();
        self.run(&workers, steps, h);
        let ran = || workers.iter().map(|worker| locked(worker).ran);
        let stopped = ran().find_map(Ran::stopped);
        // Some have gone on until they heard of it: all make again the steps that all have made. Each time that this is stopped, too, there
        // are fewer of them, and finally none.
        let mut asked = steps;
        while ran().any(|ran| ran.steps < asked) {
            asked = ran().map(|ran| ran.steps).min().unwrap_or(0);
            for (worker, kept) in workers.iter().zip(&kept) {
                let part = &mut locked(worker).part;
                part.go_back(kept);
                // A thread that moves nothing is not refused for absence, and would remember it.
                let _ = part.solver_mut().take_absent();
            }
            self.meetings.restart();
            self.run(&workers, asked, h);
        }
        self.gather(&workers);
        self.workers = workers;
        stopped.map_or(Ok(()), Err)
    }

    /// A simulation for each thread, where the whole is.
    ///
    /// A thread does not move the wheels, contacts and markers of others. So these parts are at their places, on an
    /// existing ground, and without loads: a number that has become NaN would stop the simulation permanently.
    fn begun(&mut self) -> Vec<Mutex<Worker<S, E, I>>> {
        self.whole.put_in_place();
        let worker = |(thread, holdings)| {
            let share = Share::new(self.whole.solver().clone(), thread, Arc::clone(&self.meetings));
            let mut part = Simulation::new(
                share,
                self.whole.surroundings.part(holdings),
                self.whole.integrator().anew(),
            );
            let state = Whole {
                vehicle: Part::new(self.whole.state().clone(), holdings),
                subsystems: self.whole.subsystems().clone(),
            };
            part.begin_at(&self.whole, state);
            unload_others(holdings, part.inputs.wheels());
            Mutex::new(Worker { part, ran: Ran::NONE })
        };
        S::THREADS.iter().enumerate().map(worker).collect()
    }

    /// Lets every thread make steps until there are no more, or it is stopped.
    fn run(&mut self, workers: &[Mutex<Worker<S, E, I>>], steps: usize, h: f64) {
        let (meetings, limit) = (&self.meetings, self.limit);
        self.team.meet(|thread| {
            let mut worker = locked(&workers[thread]);
            // Others wait for a thread that panics, too.
            let leaving = Leaving(meetings);
            worker.ran = Ran::NONE;
            while worker.ran.steps < steps {
                if let Err(refused) = worker.part.step(h) {
                    let absent = worker.part.solver_mut().take_absent();
                    worker.ran.end = End::of(refused, absent, limit);
                    return;
                }
                worker.ran.steps += 1;
            }
            core::mem::forget(leaving);
        });
    }

    /// Combines the results of the threads.
    fn gather(&mut self, workers: &[Mutex<Worker<S, E, I>>]) {
        let margins = workers.iter().map(|worker| locked(worker).part.margin());
        let margin = margins.reduce(f64::min).unwrap_or(f64::INFINITY);
        for (worker, holdings) in workers.iter().zip(S::THREADS) {
            let mut worker = locked(worker);
            let (vehicle, subsystems) = (worker.part.state(), worker.part.subsystems());
            let to = self.whole.taken_on(worker.part.time(), margin);
            copy(
                holdings.coordinates,
                vehicle.coordinates(),
                to.vehicle.coordinates_mut(),
            );
            copy(holdings.speeds, vehicle.speeds(), to.vehicle.speeds_mut());
            E::gather(holdings, subsystems, &mut to.subsystems);
            self.whole
                .surroundings
                .remember(holdings, &mut worker.part.surroundings);
        }
    }
}

/// Takes the loads off the wheels that a thread does not hold.
fn unload_others(holdings: &Holdings, loads: &mut [WheelLoad]) {
    for (wheel, load) in loads.iter_mut().enumerate() {
        if !holdings.wheels.contains(&wheel) {
            *load = WheelLoad::default();
        }
    }
}

fn too_few(threads: usize, cores: usize) -> String {
    let remedy = match cores {
        1 => "Let this process have more cores".to_owned(),
        _ => format!("Declare `threads: {cores}`"),
    };
    format!(
        "the vehicle is compiled for {threads} threads, and the system gives {cores} of its cores to this process: on fewer cores than \
         threads a step waits for the system. {remedy}, or ask for it with `OnThreads::crowded`"
    )
}

fn copy(ranges: &[Range<usize>], from: &[f64], to: &mut [f64]) {
    for range in ranges {
        to[range.clone()].copy_from_slice(&from[range.clone()]);
    }
}

/// Leaves the meetings of the others when a thread ends early.
struct Leaving<'a>(&'a Meetings);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// A thread that has panicked leaves nothing that is used again.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Threaded, E: Shareable<S>, I: Explicit> fmt::Debug for OnThreads<S, E, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnThreads")
            .field("team", &self.team)
            .finish_non_exhaustive()
    }
}
