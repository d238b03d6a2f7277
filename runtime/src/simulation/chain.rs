//! Slopes of the rates of a vehicle and its subsystems, by the chain rule.
//!
//! With the rates `f(x, u)` of the vehicle, the motion of its wheels `w(x)`, and the loads `u = L(w, y)` of its subsystems, whose
//! states are `y`:
//!
//! `df/dx = f_x + f_u L_w w_x`, `df/dy = f_u L_y`, and the corresponding slopes of the rates of `y`.
//!
//! `f_x`, `f_u` and `w_x` come from the solver ([`Solver::slopes`](crate::solver::Solver::slopes)). `L_w` and `L_y`
//! come from the subsystems, if these know exact slopes ([`Subsystem::slopes`](crate::subsystem::Subsystem::slopes)).

use crate::acting::{Acting, Reading};
use crate::derivative::{Argument, Delivered, Row, rows};
use crate::description::Description;
use crate::ports::{WheelLoad, WheelMotion};

/// Count of the numbers of the load on a wheel, and count of the numbers of its motion.
const LOADS: usize = size_of::<WheelLoad>() / size_of::<f64>();
const MOTION: usize = size_of::<WheelMotion>() / size_of::<f64>();

/// Receiver of the slopes of subsystems. It writes the slopes of the rates that follow from them.
pub(super) struct Chain<'s, 't> {
    of: &'s Description,
    slopes: &'s [f64],
    /// Number of coordinates and speeds.
    count: usize,
    tell: &'t mut dyn FnMut(usize, usize, f64),
    /// A wheel whose load has slopes with respect to its own motion that have been received and not yet written.
    pending: Option<(usize, [[f64; MOTION]; LOADS])>,
}

impl<'s, 't> Chain<'s, 't> {
    /// A receiver for a vehicle with these slopes.
    pub fn new(of: &'s Description, slopes: &'s [f64], tell: &'t mut dyn FnMut(usize, usize, f64)) -> Self {
        Self {
            of,
            slopes,
            count: of.coordinates.len() + of.speeds.len(),
            tell,
            pending: None,
        }
    }

    /// Writes the slopes of the rates of the vehicle with respect to its own state.
    pub fn vehicle(&mut self) {
        for (number, row) in rates(self.of, self.slopes) {
            for (column, slope) in row.before(self.count) {
                (self.tell)(number, column, slope);
            }
        }
    }

    /// Takes a slope of a subsystem.
    pub fn add(&mut self, acting: Acting, reading: Reading, slope: f64) {
        match (acting, reading) {
            (Acting::Load(wheel, load), Reading::Wheel(moved, component)) if wheel == moved => {
                if self.pending.is_none_or(|(pending, _)| pending != wheel) {
                    self.flush();
                }
                let (_, block) = self.pending.get_or_insert((wheel, [[0.0; MOTION]; LOADS]));
                block[load][component] += slope;
            }
            (Acting::Load(wheel, load), Reading::Wheel(moved, component)) => {
                let motion = self.motion(moved, component);
                for (column, by_state) in motion.before(self.count) {
                    self.by_load(wheel, load, column, slope * by_state);
                }
            }
            (Acting::Load(wheel, load), Reading::State(place)) => self.by_load(wheel, load, self.count + place, slope),
            (Acting::Rate(place), Reading::Wheel(wheel, component)) => {
                let motion = self.motion(wheel, component);
                for (column, by_state) in motion.before(self.count) {
                    (self.tell)(self.count + place, column, slope * by_state);
                }
            }
            (Acting::Rate(place), Reading::State(other)) => {
                (self.tell)(self.count + place, self.count + other, slope);
            }
        }
    }

    /// Tells the slopes that are still pending.
    pub fn flush(&mut self) {
        let Some((wheel, block)) = self.pending.take() else {
            return;
        };
        let motion: [Row; MOTION] = core::array::from_fn(|component| self.motion(wheel, component));
        let first = Argument::Load(wheel, 0).column(self.of);
        for column in 0..self.count {
            let moved = motion.map(|row| row.at(column));
            if moved == [0.0; MOTION] {
                continue;
            }
            let loads = block.map(|slopes| {
                slopes
                    .iter()
                    .zip(&moved)
                    .map(|(slope, moved)| slope * moved)
                    .sum::<f64>()
            });
            for (number, row) in rates(self.of, self.slopes) {
                let parts = row.within(first..first + LOADS);
                let slope: f64 = parts.map(|(by, slope)| slope * loads[by - first]).sum();
                if slope != 0.0 {
                    (self.tell)(number, column, slope);
                }
            }
        }
    }

    /// Writes the slopes of all rates of the vehicle with respect to the number in `column`, on which one load depends
    /// with this slope.
    fn by_load(&mut self, wheel: usize, load: usize, column: usize, slope: f64) {
        let by = Argument::Load(wheel, load).column(self.of);
        by_input(self.of, self.slopes, by, column, slope, self.tell);
    }

    /// Slopes of a number of the motion of a wheel.
    fn motion(&self, wheel: usize, component: usize) -> Row<'s> {
        let own = Delivered::Wheel(wheel, component).row(self.of);
        let mut all = rows(self.of, self.slopes);
        all.find(|(number, _)| *number == own)
            .map_or(Row::EMPTY, |(_, row)| row)
    }
}

/// Writes the slopes of all rates of the vehicle with respect to the number in `column`, on which the input in the column `by`
/// depends with this slope.
pub(super) fn by_input(
    of: &Description,
    slopes: &[f64],
    by: usize,
    column: usize,
    slope: f64,
    tell: &mut dyn FnMut(usize, usize, f64),
) {
    for (number, row) in rates(of, slopes) {
        let own = row.at(by);
        if own != 0.0 {
            tell(number, column, own * slope);
        }
    }
}

/// Slopes of the rates of the vehicle, by their position.
fn rates<'s>(of: &Description, slopes: &'s [f64]) -> impl Iterator<Item = (usize, Row<'s>)> + use<'s> {
    let count = of.coordinates.len() + of.speeds.len();
    rows(of, slopes).take_while(move |(number, _)| *number < count)
}
