//! Four tyres on a terrain, with their numbers laid out side by side once.

use super::across;
use super::act::slopes_of_all;
use super::four::{self, Quartet};
use super::level::Level;
use super::on_road::OnRoad;
use super::row;
use super::wheels::{Wheels, all};
use crate::acting::{Acting, Reading};
use crate::batch::{LANES, Lanes, NowInLanes};
use crate::ports::{InputPorts, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::state::Vector;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};
use crate::terrain::{Ground, Terrain};

/// Four tyres of one kind on a terrain, computed at once. The results have the bits of [`OnRoad`], and take less time. Values that
/// depend only on the parameters of the tyres are computed in advance.
///
/// The tyres are computed one by one on a processor without AVX2, in builds without optimisation, and if tyres follow different
/// equations (Magic Formula tyres of different versions).
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
    /// In a batch: the tyres at one wheel of four vehicles. Vehicle `2 k + h` has the tyres at wheel `k` of the four
    /// vehicles from number `4 h` on.
    row: Option<(Level, Y::Packed)>,
    /// The ground.
    pub terrain: T,
}

impl<Y: Quartet, T> FourOnRoad<Y, T> {
    /// These tyres, in the order of the solver's `WHEELS`, on a terrain.
    pub fn new(tyres: [Y; 4], terrain: T) -> Self {
        let [a, b, c, d] = &tyres;
        let packed = Level::detect().and_then(|level| Some((level, Y::pack([a, b, c, d])?)));
        Self {
            tyres,
            packed,
            row: None,
            terrain,
        }
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

    /// These tyres on another terrain.
    #[must_use]
    pub fn on<H>(self, terrain: H) -> FourOnRoad<Y, H> {
        FourOnRoad {
            tyres: self.tyres,
            packed: self.packed,
            row: None,
            terrain,
        }
    }
}

impl<Y: Quartet, T> OnRoad<Y, T, 4> {
    /// These tyres on this terrain, computed at once.
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

    fn prepare_lanes(each: [&mut Self; LANES]) -> bool {
        let mut are_packed = true;
        for k in 0..4 {
            let tyres = each.each_ref().map(|own| &own.tyres[k]);
            let rows = Level::detect().and_then(|level| Some(Y::pack_row(tyres)?.map(|row| (level, row))));
            are_packed &= rows.is_some();
            for half in 0..2 {
                each[2 * k + half].row = rows.map(|rows| rows[half]);
            }
        }
        are_packed
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        mut rates: [&mut Self::State; LANES],
    ) -> bool {
        one_each::<S, 4>(now.wheels);
        let each = each.each_ref().map(|own| &**own);
        let terrains = each.map(|own| &own.terrain);
        let mut row = row::FLAT;
        for (k, (wheel, load)) in now.wheels.iter().zip(loads).enumerate() {
            let (Some((level, first)), Some((_, second))) = (&each[2 * k].row, &each[2 * k + 1].row) else {
                return false;
            };
            let states = now.states.map(|own| own[k]);
            let Some(found) = across::act::<Y>(
                [first, second],
                *level,
                wheel,
                terrains,
                now.time,
                states,
                (load, &mut row),
            ) else {
                return false;
            };
            for (rate, found) in rates.iter_mut().zip(found) {
                rate[k] = found;
            }
        }
        true
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

    /// All levels give equal bits for the vehicles of a batch.
    #[test]
    fn all_levels_give_the_same_in_a_batch() {
        if Level::detect() != Some(Level::V4) {
            return;
        }
        let file = PropertyFile::read(include_str!("../../laws/tests/data/mf61.tir")).expect("a sound file");
        let law = file.mounted(Side::Left);
        let rows = Relaxed::pack_row([&Relaxed { law }; LANES]).expect("they follow the same equations");
        let radius = file.coefficients.unloaded_radius;
        for k in 0..100 {
            let part = f64::from(k) * 0.01;
            let lanes: Lanes = core::array::from_fn(|lane| part * (1.0 + 0.1 * lane as f64));
            let wheel = WheelMotion {
                centre: [lanes, lanes, lanes.map(|part| radius - 0.02 * part)],
                axis: [
                    [0.0; LANES],
                    lanes.map(|x| (0.1 * x).cos()),
                    lanes.map(|x| (0.1 * x).sin()),
                ],
                velocity: [lanes.map(|x| 30.0 * x), lanes.map(|x| 3.0 - 5.0 * x), [0.0; LANES]],
                carrier_angular_velocity: [[0.0; LANES], [0.0; LANES], lanes],
                spin: lanes.map(|x| 90.0 * x),
            };
            for slope in [0.0, 0.1] {
                let ground = |x: f64, _: f64, _: f64| Ground {
                    velocity: [slope, 0.0, 0.0],
                    ..Ground::sloping(slope * x, [slope, 0.0])
                };
                let [found, lower] = [Level::V4, Level::V3].map(|level| {
                    let (packed, states) = (rows.each_ref(), lanes.map(|x| [0.01 * x, 0.01 - 0.02 * x]));
                    let (mut load, mut row) = (WheelLoad::default(), row::FLAT);
                    let terrains = [&ground; LANES];
                    let rates = across::act::<Relaxed<crate::tyre::MagicFormula>>(
                        packed,
                        level,
                        &wheel,
                        terrains,
                        0.0,
                        states,
                        (&mut load, &mut row),
                    );
                    (load, rates.expect("all arguments are in range"))
                });
                assert_eq!(found, lower);
            }
        }
    }
}
