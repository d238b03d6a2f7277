//! Subsystems of any kind behind one type; all their states form one list.

use crate::engine::Engine;
use crate::numbers::{self, Inputs};
use std::fmt;
use std::ops::Range;
use wishbone::acting::{Acting, Reading, behind};
use wishbone::control::Controls;
use wishbone::refused::Held;
use wishbone::state::Vector;
use wishbone::subsystem::{Now, Quantity, Subsystem};
use wishbone::terrain::Ground;

/// Continuous states of pieces, one after the other. [`Vector::zero`] contains none, and stands for any number of
/// zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States(pub Vec<f64>);

impl Vector for States {
    fn zero() -> Self {
        Self::default()
    }

    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        numbers::add_all(&mut self.0, terms.map(|(factor, term)| (factor, &term.0[..])));
    }

    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        numbers::sum_from(&mut self.0, &from.0, terms.map(|(factor, term)| (factor, &term.0[..])));
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.0.iter_mut().for_each(lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        numbers::side_by_side(vectors.map(|own| &own.0[..]), visit);
    }

    fn is_finite(&self) -> bool {
        numbers::are_finite(&self.0)
    }
}

/// A subsystem whose states are a part of a list.
pub(super) trait Piece: Send + Sync {
    /// Number of its states.
    fn count(&self) -> usize;
    /// Writes the states at the start.
    fn initial(&self, state: &mut [f64]);
    fn drive(&mut self, time: f64, state: &[f64], inputs: &mut Inputs);
    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64));
    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground>;
    /// Writes the rates of all its states.
    fn load(&mut self, now: &Now<'_, ()>, state: &[f64], inputs: &mut Inputs, rate: &mut [f64]);
    fn slopes(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Acting, Reading, f64));
    fn kinks(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Quantity));
    fn try_step(&mut self, time: f64, h: f64, state: &[f64]) -> Result<(), Held>;
    fn undo_step(&mut self);
    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64]);
    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64));
    fn controls(&self) -> Option<Controls>;
    fn states(&self, state: &[f64], tell: &mut dyn FnMut(Quantity));
    fn outputs(&self, tell: &mut dyn FnMut(Quantity));
    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>));
    fn copy(&self) -> Box<dyn Piece>;
}

/// A subsystem of fixed size as a piece.
#[derive(Clone)]
pub(super) struct Fixed<E: Subsystem<Engine>> {
    piece: E,
    /// The states that are used, by position in the subsystem's own form.
    used: Used,
    /// Number of parts of the vehicle for which the subsystem reports numbers; `None` for all.
    parts: Option<usize>,
    last: Last<E::State>,
}

/// The states of the last call in both forms, because most calls repeat the states of the call before.
#[derive(Clone)]
struct Last<X> {
    /// As a list. It has another length until the first call.
    list: Vec<f64>,
    /// In the subsystem's own form.
    own: X,
    /// Room for the rates.
    rate: X,
}

/// The states of a subsystem that belong to parts of the vehicle. An array of states may be longer than the vehicle
/// needs.
#[derive(Clone)]
struct Used {
    is_used: Vec<bool>,
    count: usize,
}

impl Used {
    /// Whether all states of the subsystem's own form are used.
    fn is_all(&self) -> bool {
        self.count == self.is_used.len()
    }

    /// Copies the used states from a list to the subsystem's own form. The others are set to zero.
    fn spread(&self, list: &[f64], whole: &mut impl Vector) {
        if self.count == list.len() && self.is_all() {
            let mut list = list.iter();
            whole.each(&mut |x| *x = list.next().copied().unwrap_or(0.0));
            return;
        }
        let (mut is_used, mut list) = (self.is_used.iter(), list.iter());
        whole.each(&mut |x| {
            let is_used = is_used.next() == Some(&true);
            *x = if is_used {
                list.next().copied().unwrap_or(0.0)
            } else {
                0.0
            };
        });
    }

    /// Copies the used states to a list. A vector without numbers stands for zeros.
    fn gather(&self, whole: &mut impl Vector, list: &mut [f64]) {
        let (mut is_used, mut list) = (self.is_used.iter(), list.iter_mut());
        whole.each(&mut |x| {
            if is_used.next() == Some(&true)
                && let Some(place) = list.next()
            {
                *place = *x;
            }
        });
        list.for_each(|place| *place = 0.0);
    }

    /// Position in the list of a state of the subsystem's own form; `None` if the state is not used.
    fn place(&self, own: usize) -> Option<usize> {
        let is_used = self.is_used.get(own).is_some_and(|used| *used);
        is_used.then(|| self.is_used[..own].iter().filter(|used| **used).count())
    }
}

/// Whether a number belongs to a part that the vehicle has. Unused parts have no name or a higher position.
fn is_of<T>(quantity: &Quantity<T>, parts: Option<usize>) -> bool {
    let position = quantity.index.zip(parts);
    !quantity.name.is_empty() && position.is_none_or(|(index, parts)| index < parts)
}

impl<E: Subsystem<Engine>> Fixed<E> {
    /// A subsystem all of whose states are used.
    pub fn whole(piece: E) -> Self {
        Self::with(piece, |_| true, None)
    }

    /// A subsystem with room for more parts than a vehicle has, so that only some of its states are used.
    pub fn in_part(piece: E, is_used: impl Fn(usize) -> bool, parts: Option<usize>) -> Self {
        Self::with(piece, is_used, parts)
    }

    fn with(piece: E, is_used: impl Fn(usize) -> bool, parts: Option<usize>) -> Self {
        let mut used = Used {
            is_used: Vec::new(),
            count: 0,
        };
        piece.initial().each(&mut |_| {
            let is_used = is_used(used.is_used.len());
            used.is_used.push(is_used);
            used.count += usize::from(is_used);
        });
        let last = Last {
            list: vec![f64::NAN; used.count + 1],
            own: piece.initial(),
            rate: piece.initial(),
        };
        Self {
            piece,
            used,
            parts,
            last,
        }
    }

    /// The states in the subsystem's own form, which has the shape of its initial states.
    fn own(&self, state: &[f64]) -> E::State {
        let mut own = self.piece.initial();
        self.used.spread(state, &mut own);
        own
    }

    /// Sets the last states to these.
    fn take(&mut self, state: &[f64]) {
        let Last { list, own, .. } = &mut self.last;
        if !has_bits(list, state) {
            self.used.spread(state, own);
            list.clear();
            list.extend_from_slice(state);
        }
    }
}

/// Whether two lists have equal numbers, to the last bit.
fn has_bits(one: &[f64], other: &[f64]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| one.to_bits() == other.to_bits())
}

impl<E: Subsystem<Engine> + Clone + Send + Sync + 'static> Piece for Fixed<E> {
    fn count(&self) -> usize {
        self.used.count
    }

    fn initial(&self, state: &mut [f64]) {
        self.used.gather(&mut self.piece.initial(), state);
    }

    fn drive(&mut self, time: f64, state: &[f64], inputs: &mut Inputs) {
        self.take(state);
        self.piece.drive(time, &self.last.own, inputs);
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        self.piece.jumps(from, to, tell);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.piece.ground(time, point)
    }

    fn load(&mut self, now: &Now<'_, ()>, state: &[f64], inputs: &mut Inputs, rate: &mut [f64]) {
        self.take(state);
        let Last { own, rate: rates, .. } = &mut self.last;
        self.piece.load_into(&now.of(own), inputs, rates);
        self.used.gather(rates, rate);
    }

    fn slopes(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let own = self.own(state);
        self.piece.slopes(&now.of(&own), &mut |acting, reading, slope| {
            let acting = match acting {
                Acting::Rate(place) => self.used.place(place).map(Acting::Rate),
                load @ Acting::Load(..) => Some(load),
            };
            let reading = match reading {
                Reading::State(place) => self.used.place(place).map(Reading::State),
                wheel @ Reading::Wheel(..) => Some(wheel),
            };
            if let (Some(acting), Some(reading)) = (acting, reading) {
                tell(acting, reading, slope);
            }
        });
    }

    fn kinks(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Quantity)) {
        let own = self.own(state);
        self.piece.kinks(&now.of(&own), &mut |quantity| {
            if is_of(&quantity, self.parts) {
                tell(quantity);
            }
        });
    }

    fn try_step(&mut self, time: f64, h: f64, state: &[f64]) -> Result<(), Held> {
        self.take(state);
        self.piece.try_step(time, h, &self.last.own)
    }

    fn undo_step(&mut self) {
        self.piece.undo_step();
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64]) {
        self.take(state);
        let Last { list, own, .. } = &mut self.last;
        self.piece.stepped(time, h, own);
        self.used.gather(own, state);
        match self.used.is_all() {
            true => list.copy_from_slice(state),
            // Unused states may have changed, too: the next call takes all states again.
            false => list.push(f64::NAN),
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.piece.memories(lend);
    }

    fn controls(&self) -> Option<Controls> {
        self.piece.controls()
    }

    fn states(&self, state: &[f64], tell: &mut dyn FnMut(Quantity)) {
        let mut is_used = self.used.is_used.iter();
        self.piece.states(&self.own(state), &mut |quantity| {
            if is_used.next() == Some(&true) {
                tell(quantity);
            }
        });
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.piece.outputs(&mut |quantity| {
            if is_of(&quantity, self.parts) {
                tell(quantity);
            }
        });
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        let parts = self.parts;
        self.piece.parameters(&mut |quantity| {
            if is_of(&quantity, parts) {
                lend(quantity);
            }
        });
    }

    fn copy(&self) -> Box<dyn Piece> {
        Box::new(self.clone())
    }
}

/// Subsystems that act one after the other.
#[derive(Default)]
pub struct Pieces(Vec<Placed>);

/// A piece of equipment with the place of its states among the states of all pieces.
struct Placed {
    piece: Box<dyn Piece>,
    states: Range<usize>,
}

impl Placed {
    /// The states of this piece, as far as the list contains them.
    fn own<'s>(&self, state: &'s [f64]) -> &'s [f64] {
        let end = self.states.end.min(state.len());
        &state[self.states.start.min(end)..end]
    }
}

impl Pieces {
    /// No subsystems.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// One subsystem.
    pub fn of<E: Subsystem<Engine> + Clone + Send + Sync + 'static>(piece: E) -> Self {
        Self::none().and(piece)
    }

    /// These subsystems, and one more, which acts after them.
    #[must_use]
    pub fn and<E: Subsystem<Engine> + Clone + Send + Sync + 'static>(self, piece: E) -> Self {
        self.and_fixed(Fixed::whole(piece))
    }

    pub(super) fn and_fixed(mut self, fixed: impl Piece + 'static) -> Self {
        let begin = self.count();
        self.0.push(Placed {
            states: begin..begin + fixed.count(),
            piece: Box::new(fixed),
        });
        self
    }

    /// Whether there are no subsystems.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of the states of all pieces.
    fn count(&self) -> usize {
        self.0.last().map_or(0, |last| last.states.end)
    }
}

impl Clone for Pieces {
    fn clone(&self) -> Self {
        let copies = self.0.iter().map(|placed| Placed {
            piece: placed.piece.copy(),
            states: placed.states.clone(),
        });
        Self(copies.collect())
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pieces({})", self.0.len())
    }
}

impl Subsystem<Engine> for Pieces {
    type State = States;

    fn initial(&self) -> States {
        let mut states = vec![0.0; self.count()];
        for placed in &self.0 {
            placed.piece.initial(&mut states[placed.states.clone()]);
        }
        States(states)
    }

    fn drive(&mut self, time: f64, state: &States, inputs: &mut Inputs) {
        for placed in &mut self.0 {
            let own = placed.own(&state.0);
            placed.piece.drive(time, own, inputs);
        }
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        for placed in &self.0 {
            placed.piece.jumps(from, to, tell);
        }
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.0.iter().rev().find_map(|placed| placed.piece.ground(time, point))
    }

    fn load(&mut self, now: &Now<'_, States>, inputs: &mut Inputs) -> States {
        let mut rate = States::zero();
        self.load_into(now, inputs, &mut rate);
        rate
    }

    fn load_into(&mut self, now: &Now<'_, States>, inputs: &mut Inputs, rate: &mut States) {
        if self.is_empty() {
            return rate.0.clear();
        }
        let state = &now.state.0;
        let mut now = now.of(&());
        rate.0.resize(self.count(), 0.0);
        for placed in &mut self.0 {
            let own = placed.own(state);
            placed.piece.load(&now, own, inputs, &mut rate.0[placed.states.clone()]);
            now.controls = placed.piece.controls().unwrap_or(now.controls);
        }
    }

    fn slopes(&self, now: &Now<'_, States>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        for placed in &self.0 {
            let own = placed.own(&now.state.0);
            placed
                .piece
                .slopes(&now.of(&()), own, &mut behind(placed.states.start, tell));
        }
    }

    fn kinks(&self, now: &Now<'_, States>, tell: &mut dyn FnMut(Quantity)) {
        for placed in &self.0 {
            placed.piece.kinks(&now.of(&()), placed.own(&now.state.0), tell);
        }
    }

    fn try_step(&mut self, time: f64, h: f64, state: &States) -> Result<(), Held> {
        for place in 0..self.0.len() {
            let placed = &mut self.0[place];
            let own = placed.states.end.min(state.0.len());
            let own = &state.0[placed.states.start.min(own)..own];
            if let Err(held) = placed.piece.try_step(time, h, own) {
                self.0[..place].iter_mut().rev().for_each(|done| done.piece.undo_step());
                return Err(held);
            }
        }
        Ok(())
    }

    fn undo_step(&mut self) {
        self.0.iter_mut().rev().for_each(|placed| placed.piece.undo_step());
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut States) {
        for placed in &mut self.0 {
            if let Some(own) = state.0.get_mut(placed.states.clone()) {
                placed.piece.stepped(time, h, own);
            }
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.0.iter_mut().for_each(|placed| placed.piece.memories(lend));
    }

    fn controls(&self) -> Option<Controls> {
        self.0.iter().rev().find_map(|placed| placed.piece.controls())
    }

    fn states(&self, state: &States, tell: &mut dyn FnMut(Quantity)) {
        for placed in &self.0 {
            placed.piece.states(placed.own(&state.0), tell);
        }
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.0.iter().for_each(|placed| placed.piece.outputs(tell));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        self.0.iter_mut().for_each(|placed| placed.piece.parameters(lend));
    }
}
