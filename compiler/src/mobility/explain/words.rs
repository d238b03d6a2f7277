//! Descriptions of lines, directions and motions by the names that an engineer has given to them.

use crate::mobility::screw::{Line, SAME, Screw, parallel};
use crate::model::{BodyId, Joint, JointId, Model, Vec3};

/// The vehicle and the joints whose names are used.
pub struct Words<'a> {
    /// The vehicle.
    pub model: &'a Model,
    /// Joints whose axes and points may lend their names, in order of declaration.
    pub joints: Vec<&'a Joint>,
    /// Unit of distances [m].
    pub length: f64,
}

/// The vehicle's axes.
pub const AXES: [(&str, Vec3); 3] = [
    ("x", Vec3::new(1.0, 0.0, 0.0)),
    ("y", Vec3::new(0.0, 1.0, 0.0)),
    ("z", Vec3::new(0.0, 0.0, 1.0)),
];

impl<'a> Words<'a> {
    /// Uses the names of these joints.
    pub fn new(model: &'a Model, joints: impl IntoIterator<Item = JointId>, length: f64) -> Self {
        let mut joints: Vec<JointId> = joints.into_iter().collect();
        joints.sort_unstable();
        joints.dedup();
        Words {
            model,
            joints: joints.into_iter().map(|joint| model.joint(joint)).collect(),
            length,
        }
    }

    /// Uses the names of all joints that hold one of these bodies.
    pub fn around(model: &'a Model, bodies: &[BodyId], length: f64) -> Self {
        let holds = |joint: &Joint| bodies.contains(&joint.first) || bodies.contains(&joint.second);
        let all = (0..model.joints.len()).map(JointId::from);
        Self::new(model, all.filter(|&joint| holds(model.joint(joint))), length)
    }

    /// A motion in words, `turns about the axis of …`, with the verb in the form for the number of bodies.
    pub fn motion(&self, screw: &Screw, bodies: &[BodyId]) -> String {
        let s = if bodies.len() == 1 { "s" } else { "" };
        match screw {
            Screw::Line(line) => format!("turn{s} about {}", self.line(line, bodies)),
            Screw::Free(direction) => format!("slide{s} along {}", self.direction(direction)),
            Screw::Both(line, pitch) => format!(
                "turn{s} about {} and move{s} along it, by {} mm in each radian",
                self.line(line, bodies),
                number(pitch * 1e3)
            ),
        }
    }

    /// A line in words, `the axis of …`. A line through both balls of a body with a wheel is its kingpin.
    pub fn line(&self, line: &Line, moving: &[BodyId]) -> String {
        let mut own = self.joints.iter().flat_map(|joint| own_lines(joint));
        if let Some((name, _)) = own.find(|(_, own)| own.is(line, self.length)) {
            return name;
        }
        let on_it: Vec<Point> = self
            .points(moving)
            .into_iter()
            .filter(|p| line.meets(&p.at, self.length))
            .collect();
        let first = on_it.first();
        let other = first.and_then(|first| on_it.iter().find(|p| (p.at - first.at).norm() > SAME * self.length));
        if let (Some(first), Some(other)) = (first, other) {
            let through = format!("the line through {} and {}", first.name, other.name);
            let has_wheel = self.model.wheels.iter().any(|wheel| moving.contains(&wheel.carrier));
            return match has_wheel && first.ball && other.ball {
                true => format!("the kingpin ({through})"),
                false => through,
            };
        }
        let point = match first {
            Some(point) => point.name.clone(),
            None => format!("{} m", list(&foot(line))),
        };
        format!("the line through {point} along {}", self.direction(&line.direction))
    }

    /// Whether a line passes through two balls.
    pub fn balls(&self, line: &Line, moving: &[BodyId]) -> bool {
        let on_it = self
            .points(moving)
            .into_iter()
            .filter(|p| p.ball && line.meets(&p.at, self.length));
        on_it.count() >= 2
    }

    /// A direction: `the vehicle's y axis`, `the axis of …`.
    pub fn direction(&self, direction: &Vec3) -> String {
        if let Some((name, _)) = AXES.iter().find(|(_, axis)| parallel(axis, direction)) {
            return format!("the vehicle's {name} axis");
        }
        let mut own = self.joints.iter().flat_map(|joint| own_directions(joint));
        match own.find(|(_, own)| parallel(own, direction)) {
            Some((name, _)) => name,
            None => format!("the direction {}", list(&upright(*direction))),
        }
    }

    /// Directions that span a plane, or all of space: `the vehicle's x and y axes`.
    pub fn directions(&self, basis: &[Vec3]) -> String {
        let within = |axis: &Vec3| {
            let rest = basis.iter().fold(*axis, |rest, b| rest - b * b.dot(axis));
            rest.norm() <= SAME
        };
        match basis {
            [one] => self.direction(one),
            [a, b] => {
                let named: Vec<&str> = AXES
                    .iter()
                    .filter(|(_, axis)| within(axis))
                    .map(|&(name, _)| name)
                    .collect();
                match named[..] {
                    [first, second] => format!("the vehicle's {first} and {second} axes"),
                    _ => format!("all directions across {}", self.direction(&a.cross(b).normalize())),
                }
            }
            _ => "all axes".to_owned(),
        }
    }

    /// Lines about which a body may turn, those with the best names first.
    pub fn lines(&self, moving: &[BodyId]) -> Vec<Line> {
        let own = self.joints.iter().flat_map(|joint| own_lines(joint));
        let mut lines: Vec<Line> = own.map(|(_, line)| line).collect();
        let points = self.points(moving);
        for (position, p) in points.iter().enumerate() {
            let others = points[position + 1..]
                .iter()
                .filter(|q| (q.at - p.at).norm() > SAME * self.length);
            lines.extend(others.map(|q| Line::through(p.at, q.at)));
        }
        for p in &points {
            lines.extend(AXES.map(|(_, direction)| Line { point: p.at, direction }));
        }
        lines
    }

    /// Centres of balls.
    pub fn centres(&self) -> Vec<(String, Vec3)> {
        let balls = self.points(&[]).into_iter().filter(|point| point.ball);
        balls.map(|ball| (ball.name, ball.at)).collect()
    }

    /// Points that may name a line: balls first, then the ends of links on the moving bodies, then their far ends.
    fn points(&self, moving: &[BodyId]) -> Vec<Point> {
        let mut ranked: Vec<(u8, Point)> = Vec::new();
        for joint in &self.joints {
            if let Some(ball) = joint.kind.ball() {
                let name = format!("`{}`", joint.name);
                ranked.push((
                    0,
                    Point {
                        name,
                        at: **ball,
                        ball: true,
                    },
                ));
            }
            if let Some(rod) = joint.kind.rod() {
                for (body, at) in [(joint.first, **rod.from), (joint.second, **rod.to)] {
                    let name = format!("the end of `{}` on `{}`", joint.name, self.model.body(body).name);
                    let rank = if moving.contains(&body) { 1 } else { 2 };
                    ranked.push((rank, Point { name, at, ball: false }));
                }
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, point)| point).collect()
    }
}

struct Point {
    name: String,
    at: Vec3,
    ball: bool,
}

/// The lines of a joint, each with its name.
pub fn own_lines(joint: &Joint) -> Vec<(String, Line)> {
    let lines = joint.kind.lines().into_iter().filter_map(|line| {
        let direction = line.along;
        let bound = line.at.map(|point| Line { point, direction })?;
        Some((format!("the {} of `{}`", line.name, joint.name), bound))
    });
    lines.collect()
}

/// The directions of these lines, and the other directions of the joint.
fn own_directions(joint: &Joint) -> Vec<(String, Vec3)> {
    let lines = joint.kind.lines().into_iter();
    lines
        .map(|line| (format!("the {} of `{}`", line.name, joint.name), line.along))
        .collect()
}

/// The point of a line nearest to the origin of the vehicle.
fn foot(line: &Line) -> Vec3 {
    line.point - line.direction * line.direction.dot(&line.point)
}

/// This direction with its largest component positive.
fn upright(direction: Vec3) -> Vec3 {
    if direction[direction.iamax()] < 0.0 {
        -direction
    } else {
        direction
    }
}

fn list(vector: &Vec3) -> String {
    let parts: Vec<String> = vector.iter().map(|&x| number(x)).collect();
    format!("[{}]", parts.join(", "))
}

/// A number with at most three decimals.
pub fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

/// `85 mm`, for a length in metres.
pub fn millimetres(x: f64) -> String {
    format!("{} mm", digits(x * 1e3))
}

/// A number with three significant digits, or all digits of an integer, without trailing zeros: `62.5`, `0.0023`.
pub fn digits(x: f64) -> String {
    let size = if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 };
    let places = (2 - size).clamp(0, 12) as usize;
    let text = format!("{x:.places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// `` `a`, `b` and `c` ``
pub fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    enumerated(&quoted)
}

/// `one, two and three`
pub fn enumerated(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number of things.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
