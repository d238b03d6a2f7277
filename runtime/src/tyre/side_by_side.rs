//! Four tyres on a terrain, with their numbers laid out side by side once.

use super::act::slopes_of_all;
use super::four::{self, Level, Quartet};
use super::on_road::OnRoad;
use super::wheels::{Wheels, all};
use crate::acting::{Acting, Reading};
use crate::ports::{InputPorts, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::state::Vector;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};
use crate::terrain::{Ground, Terrain};

/// Four tyres of one kind on a terrain, computed at once. The results have the same bits as those of [`OnRoad`], and take less time.
/// Values that depend only on the parameters of the tyres are computed in advance.
///
/// On a processor without AVX2, in builds without optimisation, and where tyres do not follow the same equations (Magic Formula tyres
/// of different versions), the tyres are computed one by one.
///
/// ```
/// use wishbone::prelude::*;
/// use wishbone::tyre::FourOnRoad;
///
/// let tyres = [LinearTyre::vertical(0.3, 200e3, 2e3); 4];
/// let road = FourOnRoad::new(tyres, Flat);
/// assert_eq!(road.tyres()[3].radius, 0.3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FourOnRoad<Y: Quartet, T> {
    tyres: [Y; 4],
    packed: Option<(Level, Y::Packed)>,
    /// The ground.
    pub terrain: T,
}

impl<Y: Quartet, T> FourOnRoad<Y, T> {
    /// These tyres, in the order of the solver's `WHEELS`, on a terrain.
    pub fn new(tyres: [Y; 4], terrain: T) -> Self {
        let [a, b, c, d] = &tyres;
        let packed = Level::detect().and_then(|level| Some((level, Y::pack([a, b, c, d])?)));
        Self { tyres, packed, terrain }
    }

    /// The tyres.
    pub fn tyres(&self) -> &[Y; 4] {
        &self.tyres
    }

    /// Writes force and moment on four wheels, and returns the rates of the states.
    #[inline]
    pub fn evaluate(
        &self,
        wheels: &[WheelMotion],
        time: f64,
        states: &[Y::State; 4],
        inputs: &mut [WheelLoad],
    ) -> [Y::State; 4]
    where
        T: Terrain,
    {
        if let Some((level, packed)) = &self.packed
            && let [w, x, y, z] = wheels
            && let [p, q, r, s] = &mut *inputs
            && let (wheels, loads) = ([w, x, y, z], [p, q, r, s])
            && let Some(rates) = four::act::<Y>(packed, *level, wheels, &self.terrain, time, *states, loads)
        {
            return rates;
        }
        let mut rates = <[Y::State; 4]>::zero();
        let mut wheels = Wheels {
            which: &const { all::<4>() },
            motions: wheels,
            terrain: &self.terrain,
            time,
            loads: inputs,
        };
        wheels.load_each(wheels.which, &self.tyres, states, &mut rates);
        rates
    }

    /// The same tyres on another terrain.
    #[must_use]
    pub fn on<H>(self, terrain: H) -> FourOnRoad<Y, H> {
        FourOnRoad {
            tyres: self.tyres,
            packed: self.packed,
            terrain,
        }
    }
}

impl<Y: Quartet, T> OnRoad<Y, T, 4> {
    /// The same tyres on the same terrain, computed at once.
    pub fn side_by_side(self) -> FourOnRoad<Y, T> {
        FourOnRoad::new(self.tyres, self.terrain)
    }
}

/// Compares tyres and terrain.
impl<Y: Quartet + PartialEq, T: PartialEq> PartialEq for FourOnRoad<Y, T> {
    fn eq(&self, other: &Self) -> bool {
        self.tyres == other.tyres && self.terrain == other.terrain
    }
}

impl<S: Solver, Y: Quartet, T: Terrain> Subsystem<S> for FourOnRoad<Y, T> {
    type State = [Y::State; 4];

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        one_each::<S, 4>(now.wheels);
        self.evaluate(now.wheels, now.time, now.state, inputs.wheels())
    }

    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        slopes_of_all(&self.tyres, (now.wheels, now.state), &self.terrain, now.time, tell);
    }

    fn ground(&self, time: f64, [x, y, _]: [f64; 3]) -> Option<Ground> {
        Some(self.terrain.at(x, y, time))
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        for (wheel, state) in state.iter().enumerate() {
            Y::states(state, wheel, tell);
        }
    }
}

#[cfg(all(test, feature = "std", target_arch = "x86_64", optimised))]
mod tests {
    use super::*;
    use crate::terrain::Flat;
    use crate::tyre::Relaxed;
    use crate::tyre::magic_formula::{PropertyFile, Side};

    /// All levels give the same bits.
    #[test]
    fn all_levels_give_the_same() {
        if Level::detect() != Some(Level::V4) {
            return;
        }
        let file = PropertyFile::read(include_str!("../../laws/tests/data/mf61.tir")).expect("a sound file");
        let tyres = [Side::Left, Side::Right, Side::Left, Side::Right].map(|side| Relaxed {
            law: file.mounted(side),
        });
        let road = FourOnRoad::new(tyres, Flat);
        let mut lower = road;
        lower.packed = road.packed.map(|(_, packed)| (Level::V3, packed));
        let radius = file.coefficients.unloaded_radius;
        for k in 0..200 {
            let part = f64::from(k) * 0.005;
            let wheels = [0.0, 0.1, 0.2, 0.3].map(|lean: f64| WheelMotion {
                centre: [0.0, 0.0, radius - 0.02 * part],
                axis: [0.0, lean.cos(), lean.sin()],
                velocity: [30.0 * part, 3.0 - 5.0 * part, 0.0],
                carrier_angular_velocity: [0.0, 0.0, part],
                spin: 90.0 * part,
            });
            let states = [[0.01 * part, 0.01 - 0.02 * part]; 4];
            let mut loads = [[WheelLoad::default(); 4]; 2];
            let rates = road.evaluate(&wheels, 0.0, &states, &mut loads[0]);
            assert_eq!(rates, lower.evaluate(&wheels, 0.0, &states, &mut loads[1]));
            assert_eq!(loads[0], loads[1]);
        }
    }
}
