//! Distances from the cones of a lane change, ISO 3888-1 and -2.
//!
//! The unit that steers is a rectangle of its width between its front and rear axle, about the middle between its
//! outermost wheels. The standards judge by touched cones: a negative distance is a touched cone. A trailer is not
//! judged.

use super::History;
use super::history::rms;
use crate::findings::{Figure, number};
use crate::manoeuvre::{Facts, Manoeuvre};
use wishbone::control::path::{Lane, Path};

/// Name of the least distance in a lane.
const DISTANCE: &str = "least distance from a cone";

/// Least distance from the borders of each lane, and the deviation from the path between the cones.
pub fn of(manoeuvre: &Manoeuvre, facts: &Facts, history: &History) -> Vec<Figure> {
    let Some((track, width)) = manoeuvre.steering.track(facts) else {
        return Vec::new();
    };
    let lanes = track.lanes();
    let mut figures = Vec::new();
    for (subject, lane) in ["first lane", "second lane", "last lane"].into_iter().zip(&lanes) {
        let rows = rows_in(lane, history);
        let speed = rows.first().map_or(f64::NAN, |&row| history.speed[row]);
        figures.extend([
            Figure::new(
                subject,
                DISTANCE,
                "m",
                clearance(lane, facts, width, history),
                "least distance of the corners at the axles from the borders of the lane, below zero if a cone is touched (ISO 3888)",
            ),
            Figure::new(
                subject,
                "speed at the begin",
                "km/h",
                3.6 * speed,
                "speed where the centre of mass enters the lane (ISO 3888)",
            ),
        ]);
    }
    let begin = lanes[0].along[0];
    let middles: Vec<[f64; 2]> = (0..history.time.len()).map(|row| middle(facts, history, row)).collect();
    let off: Vec<f64> = middles
        .iter()
        .filter(|[x, _]| (begin..=lanes[2].along[1]).contains(x))
        .map(|[x, y]| y - track.at(x - begin).position[1])
        .collect();
    let greatest = off.iter().map(|x| x.abs()).fold(f64::NAN, f64::max);
    let rate = |values: &[f64]| -> f64 {
        let pairs = values.windows(2).zip(history.time.windows(2));
        let rates = pairs.map(|(x, t)| ((x[1] - x[0]) / (t[1] - t[0])).abs());
        rates.fold(f64::NAN, f64::max)
    };
    figures.extend([
        Figure::new(
            "",
            "greatest deviation",
            "m",
            greatest,
            "greatest distance along Y of the middle of the wheels from the path between the cones",
        ),
        Figure::new(
            "",
            "deviation, rms",
            "m",
            rms(&off),
            "root mean square of the same over the track",
        ),
        Figure::new(
            "",
            "width of the vehicle",
            "m",
            width,
            "width of the unit that steers, from which those of the lanes follow (ISO 3888)",
        ),
        Figure::new(
            "",
            "greatest rate of the steering wheel",
            "deg/s",
            rate(&history.steering_wheel).to_degrees(),
            "greatest absolute rate between two rows of the table",
        ),
    ]);
    figures
}

/// A note on wheels that no lane judges.
pub fn trailer(figures: &[Figure], facts: &Facts) -> Option<String> {
    let is_judged = figures.iter().any(|figure| figure.name == DISTANCE);
    (is_judged && facts.has_trailer())
        .then(|| "cones count for the unit that steers: the trailer is not judged".to_owned())
}

/// Describes in one line, from the figures of a run, whether cones are touched; `None` if there are no figures about
/// lanes.
pub fn told(figures: &[Figure]) -> Option<String> {
    let own = figures.iter().filter(|figure| figure.name == DISTANCE);
    let each: Vec<(&str, f64)> = own
        .map(|figure| (figure.subject.as_str(), figure.value.unwrap_or(f64::NAN)))
        .collect();
    if let Some((lane, _)) = each.iter().find(|(_, distance)| distance.is_nan()) {
        return Some(format!("the {lane} is not reached: a longer `--time` may help"));
    }
    let (lane, distance) = each.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Some(match distance > 0.0 {
        true => format!("no cone is touched; {} m are left in the {lane}", number(distance)),
        false => format!("cones of the {lane} are touched by {} m", number(-distance)),
    })
}

/// The middle of the wheels in a row, world axes [m].
fn middle(facts: &Facts, history: &History, row: usize) -> [f64; 2] {
    let rest = facts.middle();
    turned(history, row, [rest[0] - facts.com[0], rest[1] - facts.com[1]])
}

/// World position in a row of a point of the chassis [m]; the point is given relative to the centre of mass at rest.
fn turned(history: &History, row: usize, [x, y]: [f64; 2]) -> [f64; 2] {
    let (sine, cosine) = history.yaw[row].sin_cos();
    [
        history.x[row] + cosine * x - sine * y,
        history.y[row] + sine * x + cosine * y,
    ]
}

/// Rows in which the centre of mass is in a lane.
fn rows_in(lane: &Lane, history: &History) -> Vec<usize> {
    let rows = 0..history.time.len();
    rows.filter(|&row| (lane.along[0]..=lane.along[1]).contains(&history.x[row]))
        .collect()
}

/// Least distance of a corner from the borders while the corner is beside them [m]; NaN if no corner is ever beside
/// them. Between two rows a corner is assumed to move along a line, so that the cones at the ends of the lane count
/// where the corner passes them.
fn clearance(lane: &Lane, facts: &Facts, width: f64, history: &History) -> f64 {
    let left = |y: f64| (y - lane.across[0]).min(lane.across[1] - y);
    let mut least = f64::NAN;
    for corner in facts.corners(width) {
        let places: Vec<[f64; 2]> = (0..history.time.len())
            .map(|row| turned(history, row, corner))
            .collect();
        for [x, y] in &places {
            if (lane.along[0]..=lane.along[1]).contains(x) {
                least = least.min(left(*y));
            }
        }
        for pair in places.windows(2) {
            for end in lane.along {
                least = passing(pair[0], pair[1], end).map_or(least, |y| least.min(left(y)));
            }
        }
    }
    least
}

/// The lateral position at which a straight line from one point to another passes a longitudinal position; `None` if it
/// does not pass.
fn passing([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], along: f64) -> Option<f64> {
    let passes = (x0 < along) != (x1 < along);
    passes.then(|| y0 + (y1 - y0) * (along - x0) / (x1 - x0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// The lane change of the library, and a vehicle of 2.8 m by 1.5 m between its wheels.
    fn lane_change() -> (Manoeuvre, Facts) {
        let manoeuvre = library::find("lane_change")
            .expect("it is listed")
            .expect("it is sound");
        let corners = [[1.4, 0.75], [1.4, -0.75], [-1.4, 0.75], [-1.4, -0.75]];
        let facts = Facts {
            centres: corners.map(|[x, y]| [x, y, 0.0]).to_vec(),
            ..Facts::default()
        };
        (manoeuvre, facts)
    }

    /// A vehicle that drives straight on along the middle of the first lane.
    #[test]
    fn distances_from_cones_are_those_of_the_borders() {
        let (manoeuvre, facts) = lane_change();
        let rows = 2000;
        let zeros = vec![0.0; rows];
        let history = History {
            time: (0..rows).map(|k| 0.01 * k as f64).collect(),
            x: (0..rows).map(|k| 0.1 * k as f64).collect(),
            y: zeros.clone(),
            yaw: zeros.clone(),
            speed: vec![10.0; rows],
            steering_wheel: zeros,
            ..History::default()
        };
        let figures = of(&manoeuvre, &facts, &history);
        let value = |subject: &str, name: &str| {
            let found = figures
                .iter()
                .find(|figure| figure.subject == subject && figure.name == name);
            found.and_then(|figure| figure.value).expect("a figure")
        };
        let cone = "least distance from a cone";
        // The vehicle is 1.5 m + 0.2 m wide. The lane is 1.1 times as wide, plus 0.25 m.
        let lane = 1.1 * 1.7 + 0.25;
        assert!((value("first lane", cone) - 0.5 * (lane - 1.7)).abs() < 1e-9);
        // The right border of the second lane is 3.5 m left of the right border of the first lane.
        assert!((value("second lane", cone) - (-0.85 - (3.5 - 0.5 * lane))).abs() < 1e-9);
        assert!((value("first lane", "speed at the begin") - 36.0).abs() < 1e-9);
        // The path leaves the straight line by the offset that it needs: nearly to the middle of the second lane.
        let second = 1.2 * 1.7 + 0.25;
        let aside = 3.5 - 0.5 * lane + 0.5 * second;
        let greatest = value("", "greatest deviation");
        assert!((greatest - aside).abs() < 0.5 * (second - 1.7), "{greatest} {aside}");
    }

    /// A load on one side moves the centre of mass, but not the wheels. A vehicle that drives with its wheels along the
    /// middle of the first lane has unchanged distances.
    #[test]
    fn cones_count_from_the_wheels() {
        let (manoeuvre, facts) = lane_change();
        let (track, width) = manoeuvre.steering.track(&facts).expect("a track");
        let lane = track.lanes().into_iter().next().expect("a lane");
        let aside = 0.12;
        let loaded = Facts {
            centres: facts.centres.iter().map(|[x, y, z]| [*x, y - aside, *z]).collect(),
            com: [0.0, aside, 0.0],
            ..Facts::default()
        };
        let history = |y: f64| History {
            time: (0..100).map(f64::from).collect(),
            x: (0..100).map(f64::from).collect(),
            y: vec![y; 100],
            yaw: vec![0.0; 100],
            ..History::default()
        };
        assert_eq!(width, loaded.width());
        let [plain, loaded] =
            [(&facts, 0.0), (&loaded, aside)].map(|(facts, y)| clearance(&lane, facts, width, &history(y)));
        assert!((plain - loaded).abs() < 1e-12 && plain > 0.0, "{plain} {loaded}");
    }

    /// A trailer changes neither the rear axle nor the width of the car that draws it.
    #[test]
    fn cones_count_for_the_car_and_not_for_its_trailer() {
        let (_, car) = lane_change();
        let drawing = Facts {
            centres: [car.centres.clone(), vec![[-5.0, 1.1, 0.0], [-5.0, -1.1, 0.0]]].concat(),
            towing: [[true; 4].as_slice(), &[false; 2]].concat(),
            ..car.clone()
        };
        assert_eq!((car.width(), car.corners(1.7)), (drawing.width(), drawing.corners(1.7)));
        assert!(drawing.has_trailer() && !car.has_trailer());
    }

    /// A corner that moves along a line at an angle is nearest to the cone at the beginning of the lane. It passes this
    /// cone between two rows.
    #[test]
    fn cones_between_rows_count() {
        let (manoeuvre, facts) = lane_change();
        let (track, width) = manoeuvre.steering.track(&facts).expect("a track");
        let lane = track.lanes().into_iter().next().expect("a lane");
        // The left front corner passes the first cone at a distance of 20 mm, and leaves the line of the cones.
        let slope = -0.1;
        let passed = lane.across[1] - 0.02;
        let history = |rows: usize| {
            let x: Vec<f64> = (0..=rows)
                .map(|k| lane.along[0] - 2.4 + 3.0 * k as f64 / rows as f64)
                .collect();
            History {
                time: (0..=rows).map(|k| k as f64 / rows as f64).collect(),
                y: x.iter()
                    .map(|x| passed - 0.5 * width + slope * (x + 1.4 - lane.along[0]))
                    .collect(),
                yaw: vec![0.0; rows + 1],
                x,
                ..History::default()
            }
        };
        for rows in [7, 16_001] {
            let found = clearance(&lane, &facts, width, &history(rows));
            assert!((found - 0.02).abs() < 1e-9, "{rows} rows: {found}");
        }
    }
}
