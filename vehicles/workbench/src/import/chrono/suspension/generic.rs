//! `GenericWheeledSuspension`: bodies, joints, rods, springs one by one.

use super::super::draft::{Draft, Inertia, Vector, Wheel, Where, difference, length, unit, vector};
use super::super::force;
use super::super::frame::axes;
use super::super::json::Node;
use Where::{Side, Whole};

/// A revolute joint, to which a torsion spring may belong.
struct Pivot {
    place: Where,
    name: String,
    bodies: [String; 2],
    at: Vector,
    axis: Vector,
}

/// Writes everything that the file lists.
pub fn generic(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    for key in ["Independent", "Steerable"] {
        root.flag(key);
    }
    root.get("Antiroll Body").iter().for_each(Node::see);
    let items = |key: &str| root.get(key).map_or_else(Vec::new, |own| own.list());
    let mut names = Vec::new();
    for body in items("Bodies") {
        let name = named(&body);
        let place = place(&body);
        let axes = axes(&body, "Rotation");
        let products = body.vector("Products of Inertia");
        let inertia = Inertia {
            moments: body.vector("Moments of Inertia"),
            products,
            axes: Some(axes),
        };
        draft.rigid(
            place,
            &name,
            &body,
            body.number("Mass"),
            body.vector("Position"),
            inertia,
        );
        names.push((name, place));
    }
    let mut pivots = Vec::new();
    for joint in items("Joints") {
        pivots.extend(self::joint(draft, &joint, &names));
    }
    for rod in items("Distance Constraints") {
        let bodies = bodies(draft, &rod, &names);
        let [from, to] = ["Point1", "Point2"].map(|key| vector(rod.vector(key), "m"));
        put(
            draft,
            &rod,
            &bodies,
            &format!(
                "link {}: distance({}, {}) {{ from: {from}, to: {to} }}",
                named(&rod),
                bodies[0],
                bodies[1]
            ),
        );
    }
    for spring in items("TSDAs") {
        let bodies = bodies(draft, &spring, &names);
        let [from, to] = ["Point1", "Point2"].map(|key| vector(spring.vector(key), "m"));
        let own = force::spring(&spring);
        match force::acts(&own) {
            true => put(
                draft,
                &spring,
                &bodies,
                &format!(
                    "spring {}: between({}, {}) {{ from: {from}, to: {to}{own} }}",
                    named(&spring),
                    bodies[0],
                    bodies[1]
                ),
            ),
            false => spring.note("it has no force: left out"),
        }
    }
    for spring in items("RSDAs") {
        torsion(draft, &spring, &pivots, &names);
    }
    let carrier = bare(root.part("Spindle").text("Attachment Body").unwrap_or(""));
    draft.wheel(root, &carrier, wheel);
}

/// A name for a part: letters, digits and underscores.
fn bare(name: &str) -> String {
    let letter = |own: char| {
        if own.is_ascii_alphanumeric() {
            own.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    let text: String = name.chars().map(letter).collect();
    match text.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => text,
        _ => format!("part_{text}"),
    }
}

fn named(node: &Node<'_>) -> String {
    bare(node.text("Name").unwrap_or("part"))
}

fn place(node: &Node<'_>) -> Where {
    if node.flag("Mirrored") { Side } else { Whole }
}

/// Both bodies of a part. The name of a side's body includes its group if the part belongs to the whole vehicle.
fn bodies(draft: &mut Draft, node: &Node<'_>, names: &[(String, Where)]) -> [String; 2] {
    let is_whole = place(node) == Whole;
    ["Body1", "Body2"].map(|key| {
        let own = node.part(key);
        own.see();
        let list = own.texts();
        let (name, side) = match list.is_empty() {
            true => (node.text(key).unwrap_or("").to_owned(), None),
            false => (
                list.first().cloned().unwrap_or_default(),
                list.get(1).map(|side| side.to_lowercase()),
            ),
        };
        match bare(&name).as_str() {
            "chassis" => "chassis".to_owned(),
            "steering" => {
                draft.is_steered = true;
                "steering".to_owned()
            }
            name => {
                let found = names.iter().find(|(own, _)| own == name);
                if found.is_none() {
                    node.mistake(&format!("there is no body `{name}`"));
                }
                let is_side = found.is_some_and(|(_, place)| *place == Side);
                match (is_side && is_whole, side) {
                    (true, Some(side)) => format!("{side}.{name}"),
                    (true, None) => format!("left.{name}"),
                    _ => name.to_owned(),
                }
            }
        }
    })
}

/// Writes a part at the place where its bodies are known.
fn put(draft: &mut Draft, node: &Node<'_>, bodies: &[String; 2], text: &str) {
    match (place(node), bodies.iter().any(|own| own.contains('.'))) {
        (_, true) => draft.close(text),
        (place, false) => draft.line(place, text),
    }
}

fn joint(draft: &mut Draft, node: &Node<'_>, names: &[(String, Where)]) -> Option<Pivot> {
    let bodies = bodies(draft, node, names);
    let at = node.vector("Position");
    let [u, v, w] = axes(node, "Rotation");
    if let Some(bushing) = node.get("Bushing Data") {
        bushing.see();
        bushing.note("an ideal joint is taken instead of the bushing");
    }
    let name = named(node);
    let [first, second] = &bodies;
    let place_text = vector(at, "m");
    let (kind, axis) = (node.text("Type").unwrap_or(""), vector(w, ""));
    let text = match kind {
        "Lock" => format!("joint {name}: fixed({first}, {second})"),
        "Revolute" => format!("joint {name}: revolute({first}, {second}) {{ at: {place_text}, axis: {axis} }}"),
        "Spherical" => format!("joint {name}: spherical({first}, {second}) {{ at: {place_text} }}"),
        "Universal" => format!(
            "joint {name}: universal({first}, {second}) {{ at: {place_text}, axes: [{}, {}] }}",
            vector(u, ""),
            vector(v, "")
        ),
        "Point Plane" => {
            format!("link {name}: point_on_plane({second}, {first}) {{ at: {place_text}, normal: {axis} }}")
        }
        other => {
            node.mistake(&format!("there is no joint for `{other}`"));
            return None;
        }
    };
    put(draft, node, &bodies, &text);
    (kind == "Revolute").then(|| Pivot {
        place: place(node),
        name,
        bodies: bodies.clone(),
        at,
        axis: w,
    })
}

/// A torsion spring on the revolute joint of the same bodies at the same place.
fn torsion(draft: &mut Draft, node: &Node<'_>, pivots: &[Pivot], names: &[(String, Where)]) {
    /// Largest distance of a spring from its joint [m].
    const NEAR: f64 = 1e-3;
    /// Least cosine of the angle between its axis and that of its joint.
    const PARALLEL: f64 = 0.999;
    let bodies = bodies(draft, node, names);
    let at = node.vector("Position");
    let axis = node.vector("Axis");
    let fits = |own: &&Pivot| {
        let is_theirs = own.bodies == bodies || (own.bodies[0] == bodies[1] && own.bodies[1] == bodies[0]);
        is_theirs && own.place == place(node) && length(difference(own.at, at)) < NEAR
    };
    let Some(pivot) = pivots.iter().find(fits) else {
        node.see();
        node.note("there is no revolute joint at this place between both bodies: left out");
        return;
    };
    let along: f64 = unit(axis).iter().zip(pivot.axis).map(|(a, b)| a * b).sum();
    if along.abs() < PARALLEL {
        node.note("its axis is not that of its joint: that of the joint is taken");
    }
    // Chrono's torque turns the second body about the axis of the spring; that of a `torsion`, about the axis of its joint.
    let order = if pivot.bodies == bodies { 1.0 } else { -1.0 };
    let own = force::torsion(node, order * along.signum());
    if own.is_empty() {
        return node.note("it has no torque: left out");
    }
    let text = format!(
        "torsion {}: on({}) {{ {} }}",
        named(node),
        pivot.name,
        own.trim_start_matches(", ")
    );
    put(draft, node, &bodies, &text);
}
