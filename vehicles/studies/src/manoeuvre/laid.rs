//! Roads and friction from files, laid in front of a vehicle.

use super::quantity::{self, Length};
use super::road::{MOST_FRICTION, ROOM, RUN_IN, slopes};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use std::path::Path;
use std::sync::Arc;
use wishbone::terrain::{Ground, OpenCrg, Terrain};

/// Returns the content of a file, named as in the manoeuvre's file, or the reason why it cannot be read.
pub type Contents<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

/// Distance from the origin within which nothing from a file is laid [m]: the vehicle starts there.
pub(super) const BEGIN: f64 = 5.0;
/// Length behind the origin on which a vehicle has room at its start [m], and least distance of its sides from the
/// middle [m].
const BEHIND: f64 = 30.0;
const ASIDE: f64 = 5.0;
/// Distance of two points at which a reference line is looked at [m].
const APART: f64 = 1.0;

/// The name of a file, and its content when it has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid<T> {
    /// Name of the file.
    pub file: String,
    /// Content; `None` before the file is read.
    held: Option<Arc<T>>,
}

impl<'de, T> Deserialize<'de> for Laid<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = String::deserialize(deserializer)?;
        Ok(Self { file, held: None })
    }
}

/// An OpenCRG road whose reference line begins on the X axis and along it, with its start at height zero.
///
/// The data start 25 m ahead of the origin of the manoeuvre. From 5 m to 25 m the cross section of the road's start
/// grows from level ground along a cubic. So the vehicle begins on level ground and meets all data unchanged.
///
/// This run-in is the ground before the start: the place of the vehicle at its start, and the places beside it that are
/// nearest to the beginning of the line. If the line leads back to X below 25 m, it has its own ground there.
#[derive(Clone, Debug, PartialEq)]
pub struct CrgRoad {
    road: OpenCrg,
    /// X and Y of the start in the axes of the file [m], then cosine and sine of the heading there.
    start: [f64; 2],
    turn: [f64; 2],
    /// Height of the start [m].
    height: f64,
    /// Distance of the sides of the run-in from its middle [m].
    aside: f64,
}

impl Laid<CrgRoad> {
    /// Reads the file, and the files that it names.
    pub(super) fn read(&mut self, contents: &mut Contents<'_>) -> Result<(), String> {
        let whole = contents(&self.file).map_err(|reason| format!("`road.crg`: {}: {reason}", self.file))?;
        let mut others = |path: &Path| contents(&path.to_string_lossy()).map_err(std::io::Error::other);
        let road = OpenCrg::read_with(&whole, Path::new(&self.file), &mut others);
        let road = road.map_err(|mistake| format!("`road.crg`: {}: {mistake}", self.file))?;
        self.held = Some(Arc::new(
            CrgRoad::of(road).map_err(|reason| format!("`road.crg`: {}: {reason}", self.file))?,
        ));
        Ok(())
    }
}

impl<T> Laid<T> {
    /// The content of the file.
    ///
    /// # Panics
    /// If the file has not been read; reading a manoeuvre reads its files.
    pub(super) fn held(&self) -> &Arc<T> {
        self.held.as_ref().expect("reading a manoeuvre reads its files")
    }
}

impl CrgRoad {
    /// Places a road.
    fn of(road: OpenCrg) -> Result<Self, String> {
        let (start, heading) = road.begin();
        let height = road.at(start[0], start[1], 0.0).height;
        match height.is_finite() {
            true => Ok(Self {
                start,
                turn: [heading.cos(), heading.sin()],
                height,
                aside: road.lateral().iter().fold(ASIDE, |most, v| most.max(v.abs())),
                road,
            }),
            false => Err("has no height at the start of its reference line".to_owned()),
        }
    }

    /// A point of the manoeuvre's axes in the axes of the file.
    fn in_file(&self, x: f64, y: f64) -> [f64; 2] {
        let ([cosine, sine], along) = (self.turn, x - BEGIN - RUN_IN);
        [
            self.start[0] + cosine * along - sine * y,
            self.start[1] + sine * along + cosine * y,
        ]
    }

    /// A point of the file in the axes of the manoeuvre.
    fn of_file(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([cosine, sine], [x, y]) = (self.turn, [x - self.start[0], y - self.start[1]]);
        [BEGIN + RUN_IN + cosine * x + sine * y, cosine * y - sine * x]
    }

    /// Whether a vehicle may stand here at its start, or at this distance from here [m].
    fn is_at_the_start(&self, x: f64, y: f64, near: f64) -> bool {
        let [first, last] = [-BEHIND - near, BEGIN + RUN_IN + near];
        (first..last).contains(&x) && y.abs() <= self.aside + near
    }

    /// Whether a point lies on the run-in, or this near to it [m].
    fn is_run_in(&self, x: f64, y: f64, near: f64) -> bool {
        let is_before_the_line = || {
            let [px, py] = self.in_file(x, y);
            x < BEGIN + RUN_IN && self.road.place(px, py)[0] <= self.road.along()[0]
        };
        self.is_at_the_start(x, y, near) || is_before_the_line()
    }

    /// Whether the road has its own height under all wheels of a vehicle at this place.
    pub(super) fn is_full(&self, x: f64, y: f64) -> bool {
        !self.is_run_in(x, y, ROOM)
    }

    /// Whether the road leads back over the ground on which the vehicle starts, so that it is level there.
    pub(super) fn is_crossed(&self) -> bool {
        let [from, to] = self.road.along();
        let count = ((to - from) / APART).ceil();
        let along = (1..).map(f64::from).take_while(|place| *place <= count);
        along.map(|place| (from + place * APART).min(to)).any(|u| {
            let [x, y] = self.of_file(self.road.point(u));
            // Its grid is as wide as the grid of the start.
            self.is_at_the_start(x, 0.5 * y, 0.0)
        })
    }

    /// Height [m] and slopes at a point of the manoeuvre's axes.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        if !self.is_run_in(x, y, 0.0) {
            return self.own(x, y);
        }
        let part = ((x - BEGIN) / RUN_IN).clamp(0.0, 1.0);
        let (share, rise) = (part * part * (3.0 - 2.0 * part), 6.0 * part * (1.0 - part) / RUN_IN);
        if share == 0.0 {
            return (0.0, [0.0; 2]);
        }
        let (height, [_, dy]) = self.own(BEGIN + RUN_IN, y);
        (share * height, [rise * height, share * dy])
    }

    /// Height [m] and slopes of the file's own ground.
    fn own(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        let ([cosine, sine], [px, py]) = (self.turn, self.in_file(x, y));
        let ground: Ground = self.road.at(px, py, 0.0);
        let [dx, dy] = slopes(&ground);
        (
            ground.height - self.height,
            [cosine * dx + sine * dy, cosine * dy - sine * dx],
        )
    }
}

/// A rectangle with its own friction.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// X of the near and of the far edge; if they are left out, the whole length.
    #[serde(default, deserialize_with = "quantity::pair")]
    pub x: Option<[Length; 2]>,
    /// Y of the right and of the left edge; if they are left out, the whole width.
    #[serde(default, deserialize_with = "quantity::pair")]
    pub y: Option<[Length; 2]>,
    /// Factor on the friction of the road.
    pub friction: f64,
}

impl Patch {
    /// Whether a point lies in the rectangle.
    pub(super) fn holds(&self, x: f64, y: f64) -> bool {
        let within = |edges: Option<[Length; 2]>, at: f64| edges.is_none_or(|[low, high]| low.0 <= at && at < high.0);
        within(self.x, x) && within(self.y, y)
    }

    /// Mistakes of the patch at a position in the file.
    pub(super) fn mistakes(&self, place: usize) -> Vec<String> {
        let mut mistakes = Vec::new();
        for (edges, name) in [(self.x, "x"), (self.y, "y")] {
            if edges.is_some_and(|[low, high]| low.0 >= high.0) {
                mistakes.push(format!(
                    "`road.patches`: `{name}` of patch {} goes from the smaller to the larger number",
                    place + 1
                ));
            }
        }
        if !(0.0..=MOST_FRICTION).contains(&self.friction) {
            mistakes.push(format!(
                "`road.patches`: `friction` of patch {} has to be a factor from 0 to {MOST_FRICTION}",
                place + 1
            ));
        }
        mistakes
    }
}

/// Factors of friction on a grid: linear between its points; outside of the grid, the nearest point counts.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionGrid {
    /// Ascending positions along X and Y [m].
    x: Vec<f64>,
    y: Vec<f64>,
    /// Factors, one row for each X.
    factors: Vec<Vec<f64>>,
}

impl Laid<FrictionGrid> {
    /// Reads the file.
    pub(super) fn read(&mut self, contents: &mut Contents<'_>) -> Result<(), String> {
        let told = |reason: String| format!("`road.friction_grid`: {}: {reason}", self.file);
        let whole = contents(&self.file).map_err(told)?;
        let text = String::from_utf8(whole).map_err(|_| told("is no text".to_owned()))?;
        self.held = Some(Arc::new(FrictionGrid::read(&text).map_err(told)?));
        Ok(())
    }
}

/// Largest number of values of a grid.
const LARGEST: usize = 4_000_000;

/// Metres per unit, for the unit that a cell gives in brackets; without brackets, the unit is a metre.
fn metres(cell: &str) -> Result<f64, String> {
    let Some((_, unit)) = cell.split_once('[') else {
        return Ok(1.0);
    };
    let unit = unit.trim().trim_end_matches(']').trim();
    let one = Length::deserialize(format!("1 {unit}").into_deserializer());
    one.map(|one| one.0)
        .map_err(|reason: Error| format!("`[{unit}]` is no unit of the positions: {reason}"))
}

impl FrictionGrid {
    /// A table with commas, or with semicolons and decimal commas. The first row has the Y values after a cell that is empty or has a
    /// name. The cell may have the unit of X and Y in brackets, by default `[m]`. Each further row has X and a factor for each Y.
    ///
    /// # Errors
    /// The first mistake with its line.
    fn read(text: &str) -> Result<Self, String> {
        let mut rows = text
            .trim_start_matches('\u{feff}')
            .lines()
            .enumerate()
            .map(|(line, text)| (line + 1, text.trim()))
            .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
        let (line, head) = rows.next().ok_or("is empty: its first row has the positions along Y")?;
        let has_decimal_commas = head.contains(';');
        let separator = if has_decimal_commas { ';' } else { ',' };
        let numbers = |line: usize, cells: &mut dyn Iterator<Item = &str>| -> Result<Vec<f64>, String> {
            let parsed = cells.map(|cell| {
                let text = match has_decimal_commas {
                    true => cell.trim().replace(',', "."),
                    false => cell.trim().to_owned(),
                };
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| format!("line {line}: `{}` is no number", cell.trim()))
            });
            parsed.collect()
        };
        let mut cells = head.split(separator);
        let factor = cells
            .next()
            .map_or(Ok(1.0), metres)
            .map_err(|told| format!("line {line}: {told}"))?;
        let y: Vec<f64> = numbers(line, &mut cells)?.iter().map(|y| factor * y).collect();
        let (mut x, mut factors): (Vec<f64>, Vec<_>) = Default::default();
        for (line, row) in rows {
            let row = numbers(line, &mut row.split(separator))?;
            let [at, own @ ..] = &row[..] else { continue };
            if own.len() != y.len() {
                return Err(format!(
                    "line {line}: {} factors, where the first row has {} positions",
                    own.len(),
                    y.len()
                ));
            }
            if let Some(wrong) = own.iter().find(|factor| !(0.0..=10.0).contains(*factor)) {
                return Err(format!(
                    "line {line}: a factor of friction lies between 0 and 10, and is {wrong}"
                ));
            }
            let at = factor * at;
            if x.last().is_some_and(|before| *before >= at) {
                return Err(format!("line {line}: the positions along X have to rise"));
            }
            x.push(at);
            factors.push(own.to_vec());
            if x.len() * y.len() > LARGEST {
                return Err(format!("line {line}: more than {LARGEST} numbers"));
            }
        }
        match y.windows(2).all(|pair| pair[0] < pair[1]) && !y.is_empty() && !x.is_empty() {
            true => Ok(Self { x, y, factors }),
            false => Err("needs rising positions along Y in its first row, and a row for each X".to_owned()),
        }
    }

    /// The factor at a point.
    pub(super) fn at(&self, x: f64, y: f64) -> f64 {
        let ([row, next], along) = between(&self.x, x);
        let ([column, beside], across) = between(&self.y, y);
        let on = |row: usize| {
            let own = &self.factors[row];
            own[column] + across * (own[beside] - own[column])
        };
        on(row) + along * (on(next) - on(row))
    }
}

/// The neighbours of a number among ascending numbers, and its position between them, from 0 to 1.
fn between(rising: &[f64], at: f64) -> ([usize; 2], f64) {
    let next = rising.partition_point(|own| *own <= at);
    match next {
        0 => ([0, 0], 0.0),
        next if next == rising.len() => ([next - 1, next - 1], 0.0),
        next => {
            let [low, high] = [rising[next - 1], rising[next]];
            ([next - 1, next], (at - low) / (high - low))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::Manoeuvre;

    const TOP: &str = "doc = \"On files.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\n";

    /// A road that is turned to Y in the file's axes. The heights of the road are `0.1 u` on the right, and 0.2 m more
    /// on the left.
    const CRG: &str = "$CT\nturned\n$\n$ROAD_CRG\nreference_line_start_u = 0\nreference_line_end_u = 40\nreference_line_increment = 10\n\
        reference_line_start_x = 100\nreference_line_start_y = 7\nreference_line_start_phi = 1.5707963267948966\n\
        reference_line_end_x = 100\nreference_line_end_y = 47\nreference_line_end_phi = 1.5707963267948966\n\
        long_section_v_right = -2\nlong_section_v_left = 2\nlong_section_v_increment = 4\n$\n\
        $KD_DEFINITION\n#:LRFI\nD:long section 1,m\nD:long section 2,m\n$\n$$$\n";

    fn files(name: &str) -> Result<Vec<u8>, String> {
        match name {
            "turned.crg" => {
                let rows = (0..5).map(|k| format!("{:10.6}{:10.6}\n", f64::from(k), f64::from(k) + 0.2));
                Ok((CRG.to_owned() + &rows.collect::<String>()).into_bytes())
            }
            "ice.csv" => Ok(b"x\\y,-1,1\n0,1,1\n10,1,0.2\n".to_vec()),
            "ice_mm.csv" => Ok(b"x [mm];-1000;1000\n0;1,0;1\n10000;1;0,2\n".to_vec()),
            "ice_yd.csv" => Ok(b"x [yd],-1,1\n0,1,1\n".to_vec()),
            "bad.csv" => Ok(b"x,-1,1\n0,1,1\n10,1\n".to_vec()),
            _ => Err("no such file".to_owned()),
        }
    }

    fn road(lines: &str) -> Result<Manoeuvre, String> {
        Manoeuvre::read_with("on_files", &format!("{TOP}{lines}"), &mut files)
    }

    /// The road of the file starts 25 m ahead. Heights are computed from its plane in closed form, slopes from
    /// differences.
    #[test]
    fn a_road_of_a_file_lies_ahead() {
        let manoeuvre = road("[road]\ncrg = \"turned.crg\"").expect("a road");
        let ground = manoeuvre.road.ground();
        let height = |x: f64, y: f64| ground.at(x, y, 0.0).height;
        // The middle of the start is 0.1 m above the right edge.
        let plane = |x: f64, y: f64| 0.1 * (x - 25.0) + 0.05 * y;
        for (x, y) in [(25.0, 0.0), (30.0, 1.5), (44.0, -1.9), (64.9, 0.3)] {
            assert!(
                (height(x, y) - plane(x, y)).abs() < 1e-6,
                "{x} {y}: {} {}",
                height(x, y),
                plane(x, y)
            );
        }
        assert_eq!(height(4.0, 1.0), 0.0);
        let h = 1e-5;
        for k in 0..60 {
            let (x, y) = (4.013 + f64::from(k), 0.7);
            let own = slopes(&ground.at(x, y, 0.0));
            let differences = [
                (height(x + h, y) - height(x - h, y)) / (2.0 * h),
                (height(x, y + h) - height(x, y - h)) / (2.0 * h),
            ];
            for (own, difference) in own.into_iter().zip(differences) {
                assert!((own - difference).abs() < 1e-4, "{x}: {own} {difference}");
            }
        }
    }

    /// Split friction by a patch, the last of two overlapping patches, and a grid between its points, in metres or in millimetres.
    #[test]
    fn friction_is_that_of_its_place() {
        ["ice.csv", "ice_mm.csv"].iter().for_each(|file| friction_of(file));
    }

    fn friction_of(file: &str) {
        let manoeuvre = road(
            &"[road]\nfriction = 0.8\nfriction_grid = \"ice.csv\"\n[[road.patches]]\ny = [\"2 m\", \"9 m\"]\nfriction = 0.5\n\
             [[road.patches]]\nx = [\"0 m\", \"3 m\"]\ny = [\"2 m\", \"9 m\"]\nfriction = 0.25"
                .replace("ice.csv", file),
        );
        let ground = manoeuvre.expect("a road").road.ground();
        let friction = |x: f64, y: f64| ground.at(x, y, 0.0).friction;
        assert!((friction(5.0, 0.0) - 0.8 * 0.8).abs() < 1e-12);
        assert!((friction(99.0, 1.0) - 0.8 * 0.2).abs() < 1e-12);
        assert!((friction(-5.0, 5.0) - 0.8 * 0.5).abs() < 1e-12);
        assert!((friction(0.0, 5.0) - 0.8 * 0.25).abs() < 1e-12);
    }

    /// The message about an unreadable file has the name of the file.
    #[test]
    fn wrong_files_are_told() {
        for (lines, words) in [
            ("crg = \"none.crg\"", "none.crg: no such file"),
            ("friction_grid = \"bad.csv\"", "line 3: 1 factors"),
            ("friction_grid = \"ice_yd.csv\"", "line 1: `[yd]` is no unit"),
            ("crg = \"ice.csv\"", "ice.csv:"),
            (
                "[[road.patches]]\nx = [\"3 m\", \"1 m\"]\nfriction = -1",
                "patch 1 goes from",
            ),
        ] {
            let told = road(&format!("[road]\n{lines}")).expect_err("it is wrong");
            assert!(told.contains(words), "{told}");
        }
        let told = Manoeuvre::read("alone", &format!("{TOP}[road]\ncrg = \"turned.crg\"")).expect_err("no files");
        assert!(told.contains("turned.crg"), "{told}");
    }
}
