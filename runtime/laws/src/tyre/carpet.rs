//! A tyre by tables: forces and aligning moment over load and slip, as measured on a test stand.
//!
//! Combined slip by similarity (Pacejka 2012, Tire and Vehicle Dynamics, 3rd edition, 4.1): with the theoretical slips
//! `x = k / (1 + k)`, `y = tan(a) / (1 + k)`, the theoretical slips `xm`, `ym` at the peaks of the tables, the length `r` of the
//! normalised slip `(x / xm, y / ym)`, and the pure forces at `r`,
//!
//! ```text
//! Fx = (x / xm) / r  Fx0(r xm),   Fy = (y / ym) / r  Fy0(r ym),   Mz = (y / ym) / r  Mz0(r ym)
//! ```
//!
//! In pure slip this is the table itself. The peaks are taken on the same side of zero as `x` and `y`: a peak of
//! braking at the slip `-k` has `xm = k / (1 - k)`.
//!
//! A table has values at zero slip, by inclination, ply steer and conicity. These values are added with the weight
//! `(1 - c) / max(r, 1)`: they decrease if the whole contact slides. `c` is the component in the table's direction,
//! `|x / xm| / r` or `|y / ym| / r`.
//!
//! On a road of friction `m` the tables are read at slips and inclinations divided by `m`, and forces are multiplied by
//! `m`. So slopes at zero stay. The longitudinal tables are read at the inclination itself, because no camber thrust
//! acts in the longitudinal direction. A wheel that rolls backward has the longitudinal force `-Fx0(-k)`.

use super::TyreForce;
use super::check::{Check, Unfit};
use super::contact::{Contact, Slip, regular_speed};
use super::transient::Law;
use crate::curve::Samples;
use crate::math::{atan2, clamp, sin_cos, sqrt};
use core::fmt;

/// Largest number of loads of a sheet.
pub const MOST_LOADS: usize = 8;
/// Largest number of slips of a sheet.
pub const MOST_SLIPS: usize = 33;

/// Values over load and slip. Between the points they are interpolated linearly in both directions. Beyond the first
/// and last slip they are constant. Below the first load and above the last load they are proportional to the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    loads: [f64; MOST_LOADS],
    slips: [f64; MOST_SLIPS],
    values: [[f64; MOST_SLIPS]; MOST_LOADS],
    counts: [usize; 2],
}

/// A mistake in a sheet. Rows and columns count from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsound {
    /// Number of loads: 1 to [`MOST_LOADS`].
    Loads(usize),
    /// Number of slips: 2 to [`MOST_SLIPS`].
    Slips(usize),
    /// A row whose number of values is not the number of slips.
    Row(usize, usize),
    /// A load that is not finite, not above zero, or not above the previous load.
    Load(usize),
    /// A slip that is not finite, or not above the previous slip.
    Slip(usize),
    /// A value that is not finite: row and column.
    Value(usize, usize),
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loads(count) => write!(f, "a sheet has 1 to {MOST_LOADS} loads, not {count}"),
            Self::Slips(count) => write!(f, "a sheet has 2 to {MOST_SLIPS} slips, not {count}"),
            Self::Row(row, count) => write!(f, "row {row} has {count} values, which is not the number of slips"),
            Self::Load(row) => write!(f, "load {row} has to be finite, above zero and above the load before"),
            Self::Slip(column) => write!(f, "slip {column} has to be finite and above the slip before"),
            Self::Value(row, column) => write!(f, "the value in row {row}, column {column} is not a finite number"),
        }
    }
}

impl core::error::Error for Unsound {}

impl Sheet {
    /// A sheet with a row of values over the slips for each load [N]. Loads and slips are strictly increasing.
    ///
    /// # Errors
    /// [`Unsound`], with row and column.
    pub fn new(loads: &[f64], slips: &[f64], rows: &[&[f64]]) -> Result<Self, Unsound> {
        let counts = [loads.len(), slips.len()];
        if !(1..=MOST_LOADS).contains(&counts[0]) || rows.len() != counts[0] {
            return Err(Unsound::Loads(rows.len().max(counts[0])));
        }
        if !(2..=MOST_SLIPS).contains(&counts[1]) {
            return Err(Unsound::Slips(counts[1]));
        }
        let mut sheet = Self {
            loads: [f64::INFINITY; MOST_LOADS],
            slips: [f64::INFINITY; MOST_SLIPS],
            values: [[0.0; MOST_SLIPS]; MOST_LOADS],
            counts,
        };
        let mut before = 0.0;
        for (row, &load) in loads.iter().enumerate() {
            if !(load.is_finite() && load > before) {
                return Err(Unsound::Load(row));
            }
            (sheet.loads[row], before) = (load, load);
        }
        let mut before = f64::NEG_INFINITY;
        for (column, &slip) in slips.iter().enumerate() {
            if !(slip.is_finite() && slip > before) {
                return Err(Unsound::Slip(column));
            }
            (sheet.slips[column], before) = (slip, slip);
        }
        for (row, values) in rows.iter().enumerate() {
            if values.len() != counts[1] {
                return Err(Unsound::Row(row, values.len()));
            }
            if let Some(column) = values.iter().position(|value| !value.is_finite()) {
                return Err(Unsound::Value(row, column));
            }
            sheet.values[row][..counts[1]].copy_from_slice(values);
        }
        Ok(sheet)
    }

    /// As [`Sheet::new`], for values that are known to be sound; usable in constants.
    ///
    /// # Panics
    /// If [`Sheet::new`] has an error; in a constant, at compile time.
    pub const fn of<const L: usize, const S: usize>(loads: [f64; L], slips: [f64; S], rows: [[f64; S]; L]) -> Self {
        assert!(
            1 <= L && L <= MOST_LOADS && 2 <= S && S <= MOST_SLIPS,
            "a sheet has at least one load and two slips, and not too many"
        );
        let mut sheet = Self {
            loads: [f64::INFINITY; MOST_LOADS],
            slips: [f64::INFINITY; MOST_SLIPS],
            values: [[0.0; MOST_SLIPS]; MOST_LOADS],
            counts: [L, S],
        };
        let (mut row, mut before) = (0, 0.0);
        while row < L {
            assert!(
                loads[row].is_finite() && loads[row] > before,
                "loads rise from above zero"
            );
            (sheet.loads[row], before) = (loads[row], loads[row]);
            let mut column = 0;
            while column < S {
                assert!(rows[row][column].is_finite(), "values are finite numbers");
                sheet.values[row][column] = rows[row][column];
                column += 1;
            }
            row += 1;
        }
        let (mut column, mut before) = (0, f64::NEG_INFINITY);
        while column < S {
            assert!(slips[column].is_finite() && slips[column] > before, "slips rise");
            (sheet.slips[column], before) = (slips[column], slips[column]);
            column += 1;
        }
        sheet
    }

    /// Its loads [N].
    pub fn loads(&self) -> &[f64] {
        &self.loads[..self.counts[0]]
    }

    /// Its slips.
    pub fn slips(&self) -> &[f64] {
        &self.slips[..self.counts[1]]
    }

    /// For each load, the values over the slips.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        let [loads, slips] = self.counts;
        self.values[..loads].iter().map(move |row| &row[..slips])
    }

    /// Least and greatest slip.
    fn reach(&self) -> [f64; 2] {
        [self.slips[0], self.slips[self.counts[1] - 1]]
    }

    /// Value at the greatest load and slip.
    fn last(&self) -> f64 {
        let [loads, slips] = self.counts;
        self.values[loads - 1][slips - 1]
    }

    /// Sign of the slips that it lacks: -1 or 1. A sheet over one sign alone would have constant values over the other.
    pub fn missing(&self) -> Option<f64> {
        let [least, greatest] = self.reach();
        match (least < 0.0, greatest > 0.0) {
            (true, true) => None,
            (false, _) => Some(-1.0),
            (true, false) => Some(1.0),
        }
    }

    /// Whether the value at the greatest slip is above the value at the least slip, at a load.
    pub fn rises(&self) -> bool {
        self.rows().any(|row| row.last() > row.first())
    }

    /// Whether it is below.
    pub fn falls(&self) -> bool {
        self.rows().any(|row| row.last() < row.first())
    }

    /// Whether its values, added over all loads, fall over the slip at zero.
    pub fn falls_at_zero(&self) -> bool {
        let [_, slips] = self.counts;
        let column = self.slips[1..slips - 1].iter().filter(|&&place| place <= 0.0).count();
        self.rows().map(|row| row[column + 1] - row[column]).sum::<f64>() < 0.0
    }

    /// Whether, at a load, the values do not change in the direction `sign` (-1 or 1) between one side of zero slip and
    /// the other side. A single value then has the wrong sign. Values below a twentieth of the largest one count as
    /// noise.
    pub fn turns_at_zero(&self, sign: f64) -> bool {
        let slips = self.slips();
        let below = slips.iter().filter(|slip| **slip < 0.0).count();
        let above = slips.iter().filter(|slip| **slip <= 0.0).count();
        self.rows().any(|row| {
            let largest = row.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            let beside = &row[below.saturating_sub(1)..(above + 1).min(row.len())];
            let noise = 0.05 * largest;
            let turns = beside.windows(2).any(|pair| sign * (pair[1] - pair[0]) < -noise);
            let stays = beside
                .first()
                .zip(beside.last())
                .is_some_and(|(below, above)| sign * (above - below) <= 0.0 && below.abs().max(above.abs()) > noise);
            turns || stays
        })
    }

    /// Value at a load [N] and a slip.
    pub fn at(&self, load: f64, slip: f64) -> f64 {
        let [loads, slips] = self.counts;
        let (row, up, scale) = self.row(load, loads);
        let slip = slip.clamp(self.slips[0], self.slips[slips - 1]);
        let column = self.slips[1..slips - 1].iter().filter(|&&place| slip >= place).count();
        let [x0, x1] = [self.slips[column], self.slips[column + 1]];
        let part = (slip - x0) / (x1 - x0);
        let on = |row: usize| {
            let [y0, y1] = [self.values[row][column], self.values[row][column + 1]];
            y0 + part * (y1 - y0)
        };
        let below = on(row);
        let above = if up > 0.0 { on(row + 1) } else { below };
        scale * (below + up * (above - below))
    }

    /// Row at or below a load, the fraction of the distance to the next row, and the factor for loads outside of the
    /// sheet.
    fn row(&self, load: f64, loads: usize) -> (usize, f64, f64) {
        let (first, last) = (self.loads[0], self.loads[loads - 1]);
        if load <= first || loads == 1 {
            return (0, 0.0, load.max(0.0) / first);
        }
        if load >= last {
            return (loads - 1, 0.0, load / last);
        }
        let row = self.loads[1..loads - 1].iter().filter(|&&place| load >= place).count();
        let [from, to] = [self.loads[row], self.loads[row + 1]];
        (row, (load - from) / (to - from), 1.0)
    }

    /// Slip at which the value is largest in magnitude, among the slips with this sign; interpolated between the loads of the sheet.
    fn peak(&self, load: f64, sign: f64) -> f64 {
        let [loads, slips] = self.counts;
        let (row, up, _) = self.row(load, loads);
        // Of equal values, the value nearest to zero counts: from there on the contact slides.
        let best = |row: usize| {
            let places = (0..slips).filter(|&column| sign * self.slips[column] > 0.0);
            let size = |column: usize| [self.values[row][column].abs(), self.slips[column].abs()];
            let best = places.max_by(|&a, &b| {
                let ([a, far_a], [b, far_b]) = (size(a), size(b));
                a.total_cmp(&b).then(far_b.total_cmp(&far_a))
            });
            best.map_or(sign, |column| self.slips[column])
        };
        let below = best(row);
        let above = if up > 0.0 { best(row + 1) } else { below };
        below + up * (above - below)
    }
}

/// A tyre by tables, measured at `C` inclinations.
///
/// Forces, moment, and the slips of the peaks are interpolated linearly between two inclinations. Beyond the first and the last
/// inclination the tables are constant, and the rest of the inclination acts as a slip angle ([`Carpet::camber`]). A tyre that was
/// measured upright has one inclination, zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carpet<const C: usize = 1> {
    /// Unloaded radius [m].
    pub radius: f64,
    /// Normal force over deflection [N over m], from zero.
    pub vertical: Samples,
    /// Vertical damping [N s/m].
    pub damping: f64,
    /// Inclinations of the tables [rad], strictly increasing; signs as in [`Contact::inclination`].
    pub inclinations: [f64; C],
    /// Longitudinal force over longitudinal slip [N], at each inclination.
    pub longitudinal: [Sheet; C],
    /// Lateral force over the slip angle [N over rad]; negative where the angle is positive.
    pub lateral: [Sheet; C],
    /// Aligning moment over the slip angle [N m over rad].
    pub aligning: [Sheet; C],
    /// Slip angle that gives the lateral force of an inclination beyond the tables, per inclination [-]: camber stiffness divided
    /// by cornering stiffness, positive.
    pub camber: f64,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: f64,
    /// Relaxation lengths along and across, above zero [m].
    pub relaxation: [f64; 2],
}

/// Position of an inclination among the inclinations of the tables.
#[derive(Clone, Copy, Debug)]
struct Leaning {
    /// Table below the inclination, and the fraction of the distance to the next table.
    table: usize,
    part: f64,
    /// Rest of the inclination beyond the tables [rad].
    rest: f64,
}

impl Leaning {
    fn of(inclination: f64, tables: &[f64]) -> Self {
        let last = tables.len().saturating_sub(1);
        let [Some(&lowest), Some(&highest)] = [tables.first(), tables.last()] else {
            return Self {
                table: 0,
                part: 0.0,
                rest: inclination,
            };
        };
        let held = clamp(inclination, lowest, highest);
        let table = tables
            .iter()
            .skip(1)
            .take(last.saturating_sub(1))
            .filter(|&&place| held >= place)
            .count();
        let part = match tables.get(table + 1) {
            Some(next) => (held - tables[table]) / (next - tables[table]),
            None => 0.0,
        };
        Self {
            table,
            part,
            rest: inclination - held,
        }
    }

    /// A number of a table, interpolated at this inclination.
    fn between(&self, tables: &[Sheet], number: impl Fn(&Sheet) -> f64) -> f64 {
        let below = tables.get(self.table).map_or(0.0, &number);
        match tables.get(self.table + 1) {
            Some(above) if self.part > 0.0 => below + self.part * (number(above) - below),
            _ => below,
        }
    }
}

/// Longitudinal slip `k = x / (1 - x)` of a wheel that rolls forward, for a theoretical slip `x`, which is limited to 0.99.
fn practical(x: f64) -> f64 {
    const MOST: f64 = 0.99;
    let x = x.min(MOST);
    x / (1.0 - x)
}

/// Theoretical slip `k / (1 + k)` of a wheel that rolls forward; `1 + k` is at least 0.01.
fn theoretical(slip: f64) -> f64 {
    slip / (1.0 + slip).max(0.01)
}

/// Positions of a wheel's inclination among the tables.
struct Leanings {
    /// For the longitudinal tables: at the inclination.
    along: Leaning,
    /// For the lateral tables: at the inclination divided by the friction, because friction limits the camber thrust
    /// but not its slope.
    across: Leaning,
}

impl<const C: usize> Carpet<C> {
    fn slide(&self, contact: &Contact, load: f64, slip: Slip) -> TyreForce {
        let friction = least_friction(contact);
        let leanings = self.leanings(contact, friction);
        let travel = contact.travel();
        let turning = (1.0 + travel * slip.longitudinal).abs().max(0.01);
        let (sine, cosine) = sin_cos(slip.angle + self.camber * friction * leanings.across.rest);
        let slips = [slip.longitudinal / turning, sine / cosine.max(0.01) / turning];
        let at = |direction: f64| self.along_ground(&leanings, [load, friction], direction, slips);
        let [fx, fy, mz] = match 0.5 * (1.0 + travel) {
            1.0 => at(1.0),
            0.0 => at(-1.0),
            part => {
                let [forward, backward] = [at(1.0), at(-1.0)];
                core::array::from_fn(|k| backward[k] + part * (forward[k] - backward[k]))
            }
        };
        let rolling = contact.spin * self.radius;
        TyreForce {
            force: [fx, fy, load],
            moment: [
                0.0,
                -self.rolling_resistance * load * self.radius * rolling / regular_speed(rolling, 1.0),
                mz * travel,
            ],
        }
    }

    /// Forces along and across [N], and aligning moment of a wheel that rolls forward [N m], at theoretical slips.
    ///
    /// A wheel that rolls backward, with `direction` -1, is a wheel that rolls forward, seen after a half turn: longitudinal slip and
    /// force change their signs.
    fn along_ground(
        &self,
        leanings: &Leanings,
        [load, friction]: [f64; 2],
        direction: f64,
        [x, y]: [f64; 2],
    ) -> [f64; 3] {
        let Leanings { along, across } = leanings;
        let x = direction * x;
        let [slip, angle] = self.peaks(leanings, load, [x, y]);
        let (sine, cosine) = sin_cos(angle.abs());
        let [xm, ym] = [theoretical(slip).abs(), sine / cosine.max(0.01)];
        // On a slippery road the curves keep their shape, with smaller slips and smaller forces.
        let (nx, ny) = (x / (friction * xm), y / (friction * ym));
        let r = sqrt(nx * nx + ny * ny);
        let (cx, cy) = if r > 0.0 { (nx / r, ny / r) } else { (1.0, 0.0) };
        let signed = |direction: f64, peak: f64| if direction < 0.0 { -r * peak } else { r * peak };
        let [at_slip, at_angle] = [practical(signed(cx, xm)), atan2(signed(cy, ym), 1.0)];
        let value = |leaning: &Leaning, tables: &[Sheet], part: f64, slip: f64| {
            let at_zero = leaning.between(tables, |sheet| sheet.at(load, 0.0)) / r.max(1.0);
            let at_slip = leaning.between(tables, |sheet| sheet.at(load, slip));
            friction * ((1.0 - part) * at_zero + part * at_slip)
        };
        [
            direction * value(along, &self.longitudinal, cx.abs(), at_slip),
            value(across, &self.lateral, cy.abs(), at_angle),
            value(across, &self.aligning, cy.abs(), at_angle),
        ]
    }

    fn leanings(&self, contact: &Contact, friction: f64) -> Leanings {
        Leanings {
            along: Leaning::of(contact.inclination, &self.inclinations),
            across: Leaning::of(contact.inclination / friction, &self.inclinations),
        }
    }

    /// Longitudinal slip and slip angle at the peaks of the tables, on the same sides of zero as these slips.
    fn peaks(&self, leanings: &Leanings, load: f64, slips: [f64; 2]) -> [f64; 2] {
        let [x, y] = slips.map(|slip| if slip < 0.0 { -1.0 } else { 1.0 });
        [
            leanings.along.between(&self.longitudinal, |sheet| sheet.peak(load, x)),
            leanings.across.between(&self.lateral, |sheet| sheet.peak(load, y)),
        ]
    }
}

/// Friction of the ground, above zero.
fn least_friction(contact: &Contact) -> f64 {
    contact.friction.max(1e-3)
}

impl<const C: usize> Carpet<C> {
    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.positive("radius", self.radius);
        check.not_negative("damping", self.damping);
        check.finite("camber", self.camber);
        let mut before = f64::NEG_INFINITY;
        for inclination in self.inclinations {
            check.number(
                "inclinations",
                inclination,
                inclination > before,
                "above the one before",
            );
            before = inclination;
        }
        check_sheets(&mut check, "longitudinal", &self.longitudinal);
        check_sheets(&mut check, "lateral", &self.lateral);
        check_sheets(&mut check, "aligning", &self.aligning);
        check.part = "";
        check.not_negative("rolling_resistance", self.rolling_resistance);
        for length in self.relaxation {
            check.positive("relaxation", length);
        }
    }
}

/// Reports sheets whose slips all have one sign, and forces with the sign of different axes.
fn check_sheets(check: &mut Check<'_>, part: &'static str, sheets: &[Sheet]) {
    const RULES: [&str; 2] = [
        "below zero: a table goes over both signs of the slip",
        "above zero: a table goes over both signs of the slip",
    ];
    check.part = part;
    for sheet in sheets {
        let [least, greatest] = sheet.reach();
        check.number("least slip", least, least < 0.0, RULES[0]);
        check.number("greatest slip", greatest, greatest > 0.0, RULES[1]);
        if sheet.missing().is_some() {
            continue;
        }
        let force = sheet.last();
        check.load = "the greatest slip";
        match part {
            "longitudinal" => check.number(
                "force",
                force,
                !sheet.falls(),
                "positive where the slip is positive, and the wheel drives",
            ),
            "lateral" => check.number(
                "force",
                force,
                !sheet.rises(),
                "negative where the angle is positive (ISO 8855); other signs are those of adapted SAE axes",
            ),
            _ => {}
        }
        check.load = "";
    }
}

impl<const C: usize> Law<f64> for Carpet<C> {
    /// The load [N].
    type Loaded = f64;

    fn radius(&self) -> f64 {
        self.radius
    }

    /// The ground never pulls. Beyond its last point the vertical characteristic is continued by its last piece.
    fn normal_force(&self, contact: &Contact) -> f64 {
        if contact.deflection <= 0.0 {
            return 0.0;
        }
        let spring = self.vertical.continued(contact.deflection);
        (spring + self.damping * contact.deflection_rate).max(0.0)
    }

    fn effective_radius(&self, contact: &Contact, _load: &f64) -> f64 {
        self.radius - contact.deflection / 3.0
    }

    fn loaded(&self, _contact: &Contact, load: f64) -> f64 {
        load.max(0.0)
    }

    fn inverse_relaxation(&self, _contact: &Contact, _load: &f64) -> [f64; 2] {
        self.relaxation.map(|length| 1.0 / length)
    }

    /// The peaks on the sides to which the wheel slides.
    fn sliding(&self, contact: &Contact, load: &f64) -> [f64; 2] {
        let friction = least_friction(contact);
        let [along, across] = contact.velocity;
        let slide = contact.spin * self.effective_radius(contact, load) - along;
        let forward = if contact.travel() < 0.0 { -slide } else { slide };
        let [slip, angle] = self.peaks(&self.leanings(contact, friction), *load, [forward, across]);
        let (sine, cosine) = sin_cos(angle.abs());
        [slip.abs(), sine / cosine.max(0.01)].map(|peak| friction * peak)
    }

    fn force(&self, contact: &Contact, load: &f64, slip: Slip) -> TyreForce {
        self.slide(contact, *load, slip)
    }
}
