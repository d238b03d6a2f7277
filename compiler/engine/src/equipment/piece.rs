//! Subsystems of any kind behind one type: their states in one list.

use crate::engine::Engine;
use crate::numbers::{self, Inputs};
use std::fmt;
use wishbone::acting::{Acting, Reading, behind};
use wishbone::control::Controls;
use wishbone::state::Vector;
use wishbone::subsystem::{Now, Quantity, Subsystem};
use wishbone::terrain::Ground;

/// Continuous states of pieces, one after the other. [`Vector::zero`] has none, and stands for zeros of any number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States(pub Vec<f64>);

impl Vector for States {
    fn zero() -> Self {
        Self::default()
    }

    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        numbers::add_all(&mut self.0, terms.map(|(factor, term)| (factor, &term.0[..])));
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.0.iter_mut().for_each(lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        numbers::side_by_side(vectors.map(|own| &own.0[..]), visit);
    }

    fn is_finite(&self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

/// A subsystem with its states as a list.
pub(super) trait Piece: Send + Sync {
    fn initial(&self) -> Vec<f64>;
    fn drive(&mut self, time: f64, state: &[f64], inputs: &mut Inputs);
    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground>;
    fn load(&mut self, now: &Now<'_, ()>, state: &[f64], inputs: &mut Inputs) -> Vec<f64>;
    fn slopes(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Acting, Reading, f64));
    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64]);
    fn controls(&self) -> Option<Controls>;
    fn states(&self, state: &[f64], tell: &mut dyn FnMut(Quantity));
    fn outputs(&self, tell: &mut dyn FnMut(Quantity));
    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>));
    fn copy(&self) -> Box<dyn Piece>;
}

/// A subsystem of fixed size as a piece.
#[derive(Clone)]
pub(super) struct Fixed<E> {
    /// The subsystem.
    pub piece: E,
    /// Positions of the states that belong to parts of the vehicle; the others, of an array that is longer than the vehicle needs,
    /// stay zero. None for all.
    pub used: Option<Vec<usize>>,
    /// Number of parts of the vehicle of which it tells numbers; none for all.
    pub parts: Option<usize>,
}

/// Whether a number is of a part that the vehicle has: parts beyond those have no name or a higher position.
fn is_of<T>(quantity: &Quantity<T>, parts: Option<usize>) -> bool {
    let position = quantity.index.zip(parts);
    !quantity.name.is_empty() && position.is_none_or(|(index, parts)| index < parts)
}

impl<E: Subsystem<Engine>> Fixed<E> {
    /// The states in the subsystem's own form, which that at the start has, too.
    fn whole(&self, state: &[f64]) -> E::State {
        let mut whole = self.piece.initial();
        let (mut place, mut next) = (0, 0);
        whole.each(&mut |x| {
            *x = 0.0;
            if self.has(place) {
                *x = state.get(next).copied().unwrap_or(0.0);
                next += 1;
            }
            place += 1;
        });
        whole
    }

    fn list(&self, mut whole: E::State) -> Vec<f64> {
        let (mut place, mut list) = (0, Vec::new());
        whole.each(&mut |x| {
            if self.has(place) {
                list.push(*x);
            }
            place += 1;
        });
        list
    }

    fn has(&self, place: usize) -> bool {
        self.used.as_ref().is_none_or(|used| used.contains(&place))
    }
}

impl<E: Subsystem<Engine> + Clone + Send + Sync + 'static> Piece for Fixed<E> {
    fn initial(&self) -> Vec<f64> {
        self.list(self.piece.initial())
    }

    fn drive(&mut self, time: f64, state: &[f64], inputs: &mut Inputs) {
        let whole = self.whole(state);
        self.piece.drive(time, &whole, inputs);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.piece.ground(time, point)
    }

    fn load(&mut self, now: &Now<'_, ()>, state: &[f64], inputs: &mut Inputs) -> Vec<f64> {
        let whole = self.whole(state);
        let rate = self.piece.load(&now.of(&whole), inputs);
        let mut list = self.list(rate);
        // A rate without numbers is zero.
        list.resize(state.len(), 0.0);
        list
    }

    fn slopes(&self, now: &Now<'_, ()>, state: &[f64], tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let listed = |place: usize| self.has(place).then(|| (0..place).filter(|&k| self.has(k)).count());
        self.piece
            .slopes(&now.of(&self.whole(state)), &mut |acting, reading, slope| {
                let acting = match acting {
                    Acting::Rate(place) => listed(place).map(Acting::Rate),
                    load @ Acting::Load(..) => Some(load),
                };
                let reading = match reading {
                    Reading::State(place) => listed(place).map(Reading::State),
                    wheel @ Reading::Wheel(..) => Some(wheel),
                };
                if let (Some(acting), Some(reading)) = (acting, reading) {
                    tell(acting, reading, slope);
                }
            });
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64]) {
        let mut whole = self.whole(state);
        self.piece.stepped(time, h, &mut whole);
        state.copy_from_slice(&self.list(whole));
    }

    fn controls(&self) -> Option<Controls> {
        self.piece.controls()
    }

    fn states(&self, state: &[f64], tell: &mut dyn FnMut(Quantity)) {
        let mut place = 0;
        self.piece.states(&self.whole(state), &mut |quantity| {
            if self.has(place) {
                tell(quantity);
            }
            place += 1;
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

/// Subsystems that act one after the other; none, to begin with.
#[derive(Default)]
pub struct Pieces(Vec<Box<dyn Piece>>);

impl Pieces {
    /// No subsystems.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// One subsystem.
    pub fn of<E: Subsystem<Engine> + Clone + Send + Sync + 'static>(piece: E) -> Self {
        Self::none().and(piece)
    }

    /// The same, and one more, which acts after them.
    #[must_use]
    pub fn and<E: Subsystem<Engine> + Clone + Send + Sync + 'static>(self, piece: E) -> Self {
        self.and_fixed(Fixed {
            piece,
            used: None,
            parts: None,
        })
    }

    pub(super) fn and_fixed<E: Subsystem<Engine> + Clone + Send + Sync + 'static>(mut self, fixed: Fixed<E>) -> Self {
        self.0.push(Box::new(fixed));
        self
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each piece with its part of the states.
    fn split<'s>(&self, state: &'s [f64]) -> Vec<&'s [f64]> {
        let mut rest = state;
        let mut parts = Vec::with_capacity(self.0.len());
        for piece in &self.0 {
            let (own, others) = rest.split_at(piece.initial().len().min(rest.len()));
            parts.push(own);
            rest = others;
        }
        parts
    }
}

impl Clone for Pieces {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|piece| piece.copy()).collect())
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
        States(self.0.iter().flat_map(|piece| piece.initial()).collect())
    }

    fn drive(&mut self, time: f64, state: &States, inputs: &mut Inputs) {
        let parts = self.split(&state.0);
        for (piece, own) in self.0.iter_mut().zip(parts) {
            piece.drive(time, own, inputs);
        }
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        self.0.iter().rev().find_map(|piece| piece.ground(time, point))
    }

    fn load(&mut self, now: &Now<'_, States>, inputs: &mut Inputs) -> States {
        let parts = self.split(&now.state.0);
        let mut now = now.of(&());
        let mut rates = Vec::with_capacity(parts.len());
        for (piece, own) in self.0.iter_mut().zip(parts) {
            rates.extend(piece.load(&now, own, inputs));
            now.controls = piece.controls().unwrap_or(now.controls);
        }
        States(rates)
    }

    fn slopes(&self, now: &Now<'_, States>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let mut first = 0;
        for (piece, own) in self.0.iter().zip(self.split(&now.state.0)) {
            piece.slopes(&now.of(&()), own, &mut behind(first, tell));
            first += own.len();
        }
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut States) {
        let mut rest = &mut state.0[..];
        for piece in &mut self.0 {
            let count = piece.initial().len().min(rest.len());
            let (own, others) = rest.split_at_mut(count);
            piece.stepped(time, h, own);
            rest = others;
        }
    }

    fn controls(&self) -> Option<Controls> {
        self.0.iter().rev().find_map(|piece| piece.controls())
    }

    fn states(&self, state: &States, tell: &mut dyn FnMut(Quantity)) {
        for (piece, own) in self.0.iter().zip(self.split(&state.0)) {
            piece.states(own, tell);
        }
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.0.iter().for_each(|piece| piece.outputs(tell));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        self.0.iter_mut().for_each(|piece| piece.parameters(lend));
    }
}
