//! How far a group of loops can travel before it locks or is singular.
//!
//! Two kinds of coordinates are followed from the design position in both directions, while the other coordinates of
//! the followed kind are held. The first kind is the set of independent speeds of the solver; it shows the range in
//! which their choice is valid. The second kind exists only if the loops carry wheels: the heights of the wheels, with
//! the coordinates of steering. It gives the travel that an engineer means.

use crate::mobility::Closure;
pub mod coordinate;
mod in_line;
pub mod path;

use crate::kinematics::Mechanism;
use crate::mobility::explain::words::{millimetres, names, number};
use crate::mobility::linear;
use crate::mobility::linkage::{Coordinates, Linkage, Stance};
use crate::model::BodyId;
use coordinate::Coordinate;
use in_line::Bar;
use nalgebra::{DMatrix, DVector};
use path::{Event, Path};

/// How near a group is to being singular.
#[derive(Clone, Debug)]
pub struct Travel {
    /// Least singular value of the closure Jacobian at the design position, with its entries made comparable. This
    /// value is of order one for a good position, and zero for a singular position. It is one if there are no
    /// equations.
    pub margin: f64,
    /// Unit of the Jacobian's lever arms [m].
    pub length: f64,
    /// Motion of the loops if an opening by one unit is closed by the smallest motion.
    pub play: Play,
    /// Ranges of each independent coordinate in both directions, while the others are held; empty if one of the
    /// coordinates belongs to a ball.
    pub ranges: Vec<Range>,
    /// Ranges of the heights of the wheels and of their accompanying coordinates, in both directions; empty if no wheel
    /// is lifted.
    pub wheels: Vec<Range>,
}

/// The greatest ratio of a motion that closes a small opening of the loops to this opening.
#[derive(Clone, Copy, Debug)]
pub enum Play {
    /// Motion of a wheel centre.
    Wheel(f64),
    /// Motion of a body, if the loops carry no wheel. A rotation is multiplied by the length.
    Body(f64),
}

/// How far one coordinate was followed in one direction.
#[derive(Clone, Debug)]
pub struct Range {
    /// The coordinate.
    pub along: Coordinate,
    /// Signed travel from the design position, to the end of the range or to the limit of the search [rad or m].
    pub travel: f64,
    /// The event that ends the range before the limit of the search, if any.
    pub end: Option<End>,
}

/// The end of a range.
#[derive(Clone, Debug)]
pub struct End {
    /// The kind of end.
    pub event: Event,
    /// Description of the place: a clause with `where`; may be empty.
    pub place: String,
    /// Distance of a wheel centre from its place in the design position [m]; `None` if the loops carry no wheel.
    pub wheel: Option<f64>,
}

/// Limit of the search for an angle [rad].
const REACH_ANGLE: f64 = 1.0;
/// Limit of the search for a displacement [m].
const REACH_SLIDE: f64 = 0.3;
/// Limit of the search for a wheel [m]: the travel of a passenger car's wheel from its design position to a stop.
const REACH_WHEEL: f64 = 0.1;
/// Limit of the search for a small wheel, as a part of its radius.
const REACH_RADIUS: f64 = 1.0 / 3.0;
/// A body counts as standing still if its twist is less than this fraction of the motion. Near a dead centre the
/// direction of the tangent changes with the square root of the distance from the dead centre.
const STILL: f64 = 5e-3;

/// The travel of a closed group, and the positions that it passed.
pub fn find(linkage: &Linkage, closure: &Closure) -> (Travel, Vec<Coordinates>) {
    let survey = Survey::new(linkage, closure);
    let mut passed = Vec::new();
    let (ranges, wheels) = (survey.of_speeds(&mut passed), survey.of_wheels(&mut passed));
    let (margin, play) = survey.sensitivity();
    let travel = Travel {
        margin,
        length: linkage.length,
        play,
        ranges,
        wheels,
    };
    (travel, passed)
}

/// The group at the design position.
struct Survey<'a> {
    linkage: &'a Linkage<'a>,
    design: Stance,
    /// Equations kept, as rows of the linkage.
    rows: Vec<usize>,
    jacobian: DMatrix<f64>,
    /// Whether these equations have full rank.
    is_regular: bool,
    /// Motions that satisfy these equations.
    free: DMatrix<f64>,
    dependent: Vec<usize>,
    independent: Vec<usize>,
    partition_lasts: bool,
}

impl<'a> Survey<'a> {
    fn new(linkage: &'a Linkage<'a>, closure: &Closure) -> Self {
        let design = linkage.design();
        let places = linkage.places();
        let rows: Vec<usize> = (0..places.len())
            .filter(|&row| closure.rows.contains(&places[row]))
            .collect();
        let jacobian = linkage.equations(&design).1.select_rows(&rows);
        let depends = |column: &usize| {
            closure
                .pivots
                .iter()
                .any(|&(_, speed)| speed == linkage.speeds[*column])
        };
        let (dependent, independent) = (0..linkage.speeds.len()).partition(depends);
        let (free, count) = (linear::null_space(&jacobian), linkage.speeds.len() - rows.len());
        let is_regular = free.ncols() == count;
        Survey {
            is_regular,
            free: if is_regular {
                free
            } else {
                linear::null_space_of(&jacobian, count)
            },
            linkage,
            design,
            rows,
            jacobian,
            dependent,
            independent,
            partition_lasts: closure.partition_lasts(),
        }
    }

    /// Follows each independent speed.
    fn of_speeds(&self, passed: &mut Vec<Coordinates>) -> Vec<Range> {
        let own = self.independent.iter();
        let own: Vec<Coordinate> = own.map(|&column| Coordinate::of_column(self.linkage, column)).collect();
        // The independent speeds of a ball cannot be held, because there is no coordinate to check them.
        match own.iter().all(Coordinate::has_value) {
            true => self.all(&own, None, passed),
            false => Vec::new(),
        }
    }

    /// Follows the heights of the wheels, and the joint coordinates that do not change these heights.
    fn of_wheels(&self, passed: &mut Vec<Coordinates>) -> Vec<Range> {
        let heights = coordinate::heights(self.linkage, &self.design, &self.free);
        if heights.is_empty() {
            return Vec::new();
        }
        let all = coordinate::completed(self.linkage, &self.design, &self.free, heights, &self.independent);
        let judged = self.partition_lasts.then_some(&self.dependent[..]);
        self.all(&all, judged, passed)
    }

    fn all(
        &self,
        coordinates: &[Coordinate],
        dependent: Option<&[usize]>,
        passed: &mut Vec<Coordinates>,
    ) -> Vec<Range> {
        let mut ranges = Vec::new();
        if coordinates.len() != self.free.ncols() {
            return ranges;
        }
        for (k, own) in coordinates.iter().enumerate().filter(|(_, c)| c.has_value()) {
            let others = coordinates.iter().enumerate().filter(|&(other, _)| other != k);
            let (columns, held): (Vec<&Coordinate>, Vec<&Coordinate>) =
                others.map(|(_, c)| c).partition(|c| c.column().is_some());
            let is_open = |column: &usize| columns.iter().all(|c| c.column() != Some(*column));
            let open: Vec<usize> = (0..self.linkage.speeds.len()).filter(is_open).collect();
            for way in [1.0, -1.0] {
                let path = Path {
                    linkage: self.linkage,
                    rows: &self.rows,
                    dependent,
                    is_regular: self.is_regular,
                    own,
                    open: open.clone(),
                    held: held.clone(),
                    way,
                    reach: self.reach(own),
                };
                let range = self.range(&path, passed);
                let stays = range.travel == 0.0;
                ranges.push(range);
                // The opposite direction ends there, too.
                if stays {
                    break;
                }
            }
        }
        ranges
    }

    fn range(&self, path: &Path, passed: &mut Vec<Coordinates>) -> Range {
        let followed = path.follow(&self.design);
        passed.extend(followed.passed);
        let end = followed.end.map(|(event, stance, tangent)| End {
            event,
            place: self.place(&stance, &tangent, event, path.own),
            wheel: self.wheel_travel(&stance),
        });
        Range {
            travel: followed.travel / self.unit(path.own),
            along: path.own.clone(),
            end,
        }
    }

    /// The greatest distance of a wheel centre from its place in the design position.
    fn wheel_travel(&self, stance: &Stance) -> Option<f64> {
        let [from, to] = [&self.design, stance].map(|s| self.linkage.wheel_centres(s));
        let moved = from.iter().zip(&to).map(|(a, b)| (b - a).norm());
        moved.reduce(f64::max)
    }

    /// Limit of the search, as a length.
    fn reach(&self, along: &Coordinate) -> f64 {
        match along {
            Coordinate::Heights(heights) => {
                let wheels = heights.iter().map(|h| &self.linkage.mechanism.model.wheels[h.wheel]);
                wheels
                    .map(|wheel| REACH_RADIUS * wheel.radius)
                    .fold(REACH_WHEEL, f64::min)
            }
            _ if along.is_angle() => REACH_ANGLE * self.linkage.length,
            _ => REACH_SLIDE,
        }
    }

    /// Length that corresponds to one unit of the coordinate [m].
    fn unit(&self, along: &Coordinate) -> f64 {
        if along.is_angle() { self.linkage.length } else { 1.0 }
    }

    /// The margin and the play at the design position.
    fn sensitivity(&self) -> (f64, Play) {
        if self.rows.is_empty() {
            return (1.0, Play::Body(0.0));
        }
        let svd = self.jacobian.clone().svd(false, true);
        let margin = svd.singular_values.min();
        if self.linkage.wheel_centres(&self.design).is_empty() {
            return (margin, Play::Body(1.0 / margin));
        }
        let motions = svd.v_t.expect("asked for").transpose();
        let speeds = coordinate::centre_speeds(self.linkage, &self.design, &motions);
        let moved = speeds
            .iter()
            .zip(svd.singular_values.iter())
            .map(|(speed, value)| speed / value);
        (margin, Play::Wheel(moved.fold(0.0, f64::max)))
    }

    /// Description of the place where a path ends, if the loops move by `tangent` there.
    fn place(&self, stance: &Stance, tangent: &DVector<f64>, event: Event, along: &Coordinate) -> String {
        let (linkage, model) = (self.linkage, self.linkage.mechanism.model);
        let motion = DMatrix::from_columns(std::slice::from_ref(tangent));
        let twists = linkage.twists(stance, &motion);
        let moves = |b: &BodyId| twists[b.index()].amax() > STILL * motion.amax();
        let turns_back = event == Event::TurnsBack;
        let may = |bar: &Bar| !turns_back || matches!(bar, Bar::Body(b) if moves(b)) || matches!(bar, Bar::Link(_));
        let mut lined: Vec<Bar> = in_line::pairs(linkage, stance)
            .into_iter()
            .filter(|pair| pair.iter().all(may))
            .flatten()
            .collect();
        lined.sort_unstable();
        lined.dedup();
        let body = |b: &BodyId| model.body(*b).name.as_str();
        if !lined.is_empty() {
            let name = |bar: &Bar| match bar {
                Bar::Body(b) => body(b),
                Bar::Link(joint) => model.joint(*joint).name.as_str(),
            };
            return format!("where {} are in line", names(lined.iter().map(name)));
        }
        match along.body(linkage) {
            Some(held) if turns_back => {
                let moving = linkage.bodies.iter().filter(|b| moves(b)).map(body);
                format!("where {} can move while `{}` stands still", names(moving), body(&held))
            }
            _ if event == Event::Branches || event == Event::HeldFail => {
                "where the loops can move in more than one way".to_owned()
            }
            _ => String::new(),
        }
    }
}

impl Play {
    /// The motion divided by the opening.
    pub fn value(self) -> f64 {
        match self {
            Play::Wheel(value) | Play::Body(value) => value,
        }
    }

    /// `a wheel moves by 4.2 mm`, for an opening of 1 mm.
    pub fn words(self) -> String {
        let what = match self {
            Play::Wheel(_) => "a wheel",
            Play::Body(_) => "a body",
        };
        format!("{what} moves by {}", millimetres(1e-3 * self.value()))
    }
}

impl End {
    /// `and no farther, where …`
    pub fn words(&self) -> String {
        let until = match self.event {
            Event::TurnsBack => "and no farther",
            Event::Branches => "to a singular position",
            Event::HeldFail => "to where the other coordinates cannot be held",
            Event::SolverFails => "to where the solver's coordinates fail",
            Event::Lost => "and no position is found beyond",
        };
        match &self.place[..] {
            "" => until.to_owned(),
            place => format!("{until}, {place}"),
        }
    }
}

impl Range {
    /// `0.35 rad`, `-0.12 m`, `85 mm`
    pub fn distance(&self) -> String {
        match &self.along {
            Coordinate::Heights(_) => millimetres(self.travel.abs()),
            along if along.is_angle() => format!("{} rad", number(self.travel)),
            Coordinate::Joint(_) => format!("{} m", number(self.travel)),
        }
    }

    /// `` `left` and `right` move up 85 mm ``, `` `pivot` turns 0.35 rad ``
    pub fn motion(&self, mechanism: &Mechanism) -> String {
        let distance = self.distance();
        let heights = match &self.along {
            Coordinate::Heights(heights) => heights,
            Coordinate::Joint(joint) => {
                let verb = if joint.angle { "turns" } else { "slides" };
                return format!("`{}` {verb} {distance}", mechanism.layout.speeds[joint.speed]);
            }
        };
        let (up, down): (Vec<_>, Vec<_>) = heights.iter().partition(|h| h.weight * self.travel >= 0.0);
        let of = |chosen: &[&coordinate::Height]| {
            let wheels = chosen.iter().map(|h| mechanism.model.wheels[h.wheel].name.as_str());
            let verb = if chosen.len() == 1 { "moves" } else { "move" };
            (names(wheels), verb)
        };
        match (of(&up), of(&down)) {
            ((up, verb), _) if down.is_empty() => format!("{up} {verb} up {distance}"),
            (_, (down, verb)) if up.is_empty() => format!("{down} {verb} down {distance}"),
            ((up, verb), (down, _)) => format!("{up} {verb} up and {down} down {distance}"),
        }
    }
}

#[cfg(test)]
mod tests;
