//! Suspensions whose wheels share an axle.

use super::super::draft::{
    Draft, Inertia, Vector, Wheel, Where, cross, difference, length, middle, mirrored, sum, times, unit, vector,
};
use super::super::json::Node;
use super::independent::strut;
use Where::{Side, Whole};

/// The axle's body, in the axes of the vehicle.
fn tube(draft: &mut Draft, root: &Node<'_>, key: &str) {
    let node = root.part(key);
    draft.body(Whole, "axle", &node, node.vector("COM"), None);
}

/// Spring and damper of each side, on the axle.
fn struts(draft: &mut Draft, root: &Node<'_>) {
    strut(draft, root, "Spring", "spring", "Location Axle", "axle");
    strut(draft, root, "Shock", "damper", "Location Axle", "axle");
}

/// A rod between the chassis and the axle itself, with its ends as in the file.
fn whole_rod(draft: &mut Draft, node: &Node<'_>, name: &str, [chassis, axle]: [&str; 2], bodies: [&str; 2]) {
    let from = draft.point(Whole, &format!("{name}_chassis"), node.vector(chassis));
    let to = draft.point(Whole, &format!("{name}_axle"), node.vector(axle));
    draft.rod(Whole, &format!("{name}_rod"), bodies, [&from, &to], node);
}

/// Knuckles on kingpins, a tie rod between them, and a drag link from the steering to one of them.
fn knuckles(draft: &mut Draft, root: &Node<'_>) {
    let knuckle = root.part("Knuckle");
    draft.body(Side, "knuckle", &knuckle, knuckle.vector("COM"), None);
    kingpin(draft, &knuckle, "axle", "knuckle", ["Location Lower", "Location Upper"]);
    let tie = root.part("Tierod");
    draft.point(Side, "tie_outer", tie.vector("Location Knuckle"));
    let mass = rod_mass(&tie);
    draft.close(&format!(
        "link tie_rod: distance(left.knuckle, right.knuckle) {{ from: left.tie_outer, to: right.tie_outer{mass} }}"
    ));
    let drag = root.part("Draglink");
    // The side of its outer end tells which knuckle it turns.
    let outer = knuckle.vector("Location Draglink");
    let is_left = outer[1] >= 0.0;
    draft.point(Whole, "drag_inner", drag.vector("Location Chassis"));
    draft.point(Whole, "drag_outer", outer);
    draft.is_steered = true;
    let mass = rod_mass(&drag);
    let side = if is_left { "left" } else { "right" };
    draft.close(&format!(
        "link drag_link: distance(steering, {side}.knuckle) {{ from: drag_inner, to: drag_outer{mass} }}"
    ));
}

/// The mass of a rod, distributed between its ends.
fn rod_mass(node: &Node<'_>) -> String {
    let Some(mass) = node.maybe("Mass").filter(|mass| *mass > 0.0) else {
        return String::new();
    };
    node.get("Inertia").iter().for_each(Node::see);
    node.note("a rod whose mass is spread evenly between its ends; its own moments of inertia are not used");
    format!(", mass: {mass} kg")
}

fn kingpin(draft: &mut Draft, node: &Node<'_>, axle: &str, knuckle: &str, [lower, upper]: [&str; 2]) {
    let lower = draft.point(Side, "kingpin_lower", node.vector(lower));
    let upper = draft.point(Side, "kingpin_upper", node.vector(upper));
    draft.line(
        Side,
        &format!("joint kingpin: revolute({axle}, {knuckle}) {{ through: [{lower}, {upper}] }}"),
    );
}

/// `RigidPinnedAxle`: an axle on a pin along the car.
pub fn rigid_pinned(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    tube(draft, root, "Tube");
    let pin = draft.point(Whole, "pin", root.part("Tube").vector("Pin Location"));
    draft.line(
        Whole,
        &format!("joint pin: revolute(chassis, axle) {{ axis: x, at: {pin} }}"),
    );
    draft.wheel(root, "axle", wheel);
}

/// `LeafspringAxle`, `ToeBarLeafspringAxle`: the axle moves up and down, and rolls; the leaf springs are only springs.
pub fn leafspring(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    tube(draft, root, "Axle Tube");
    let at = draft.point(Whole, "guide", root.part("Axle Tube").vector("COM"));
    draft.line(
        Whole,
        &format!("link guide: revolute_translational(chassis, axle) {{ axis: x, slide: z, at: {at} }}"),
    );
    steered(draft, root, wheel, is_steered);
}

/// The remaining parts of an axle, with or without knuckles.
fn steered(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    if is_steered {
        knuckles(draft, root);
    }
    struts(draft, root);
    draft.wheel(root, if is_steered { "knuckle" } else { "axle" }, wheel);
}

/// `PushPipeAxle`, `ToeBarPushPipeAxle`: a ball in front of the axle, a Panhard rod.
pub fn push_pipe(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    tube(draft, root, "Axle Tube");
    let axle = root.part("Axle Tube");
    if axle.maybe("Portal Offset").is_some_and(|offset| offset != 0.0) {
        axle.note("the offset of a portal axle is of its picture alone");
    }
    let ball = draft.point(Whole, "pipe_ball", axle.vector("Location Connector Chassis"));
    draft.line(Whole, &format!("joint pipe: spherical(chassis, axle) {{ at: {ball} }}"));
    let rod = root.part("Panhard Rod");
    whole_rod(
        draft,
        &rod,
        "panhard",
        ["Location Connector Chassis", "Location Connector Axle"],
        ["chassis", "axle"],
    );
    steered(draft, root, wheel, is_steered);
}

/// `DeDionAxle`, `ToeBarDeDionAxle`: a ball in front of the axle, a Watt linkage.
pub fn de_dion(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    tube(draft, root, "Axle Tube");
    let ball = draft.point(
        Whole,
        "pipe_ball",
        root.part("Axle Tube").vector("Location Connector Chassis"),
    );
    draft.line(Whole, &format!("joint pipe: spherical(chassis, axle) {{ at: {ball} }}"));
    let watt = root.part("Watt Mechanism");
    let ends = [
        ("left", "Location Left Link to Center"),
        ("right", "Location Right Link to Center"),
    ]
    .map(|(side, key)| (side, watt.vector(key)));
    let pivot = middle(ends[0].1, ends[1].1);
    watt.note("the crank's pivot is in the middle of its ends; Chrono's code counts half of the right end alone");
    let inertia = Inertia {
        moments: watt.vector("Center Link Inertia"),
        products: [0.0; 3],
        axes: None,
    };
    draft.rigid(Whole, "crank", &watt, watt.number("Center Link Mass"), pivot, inertia);
    let at = draft.point(Whole, "crank_pivot", pivot);
    draft.line(
        Whole,
        &format!("joint crank_pivot: revolute(axle, crank) {{ axis: x, at: {at} }}"),
    );
    let mass = watt.number("Side Link Mass");
    watt.vector("Side Link Inertia");
    let mass = if mass > 0.0 {
        format!(", mass: {mass} kg")
    } else {
        String::new()
    };
    for ((side, end), key) in ends
        .into_iter()
        .zip(["Location Left Link to Chassis", "Location Right Link to Chassis"])
    {
        let from = draft.point(Whole, &format!("watt_{side}_chassis"), watt.vector(key));
        let to = draft.point(Whole, &format!("watt_{side}_crank"), end);
        draft.line(
            Whole,
            &format!("link watt_{side}: distance(chassis, crank) {{ from: {from}, to: {to}{mass} }}"),
        );
    }
    steered(draft, root, wheel, is_steered);
}

/// `RigidPanhardAxle`, `ToeBarRigidPanhardAxle`: the axle in the transverse plane, a Panhard rod, an anti-roll bar.
pub fn panhard(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    tube(draft, root, "Axle Tube");
    let at = draft.point(Whole, "guide", root.part("Axle Tube").vector("COM"));
    draft.line(
        Whole,
        &format!("joint guide: planar(chassis, axle) {{ normal: x, at: {at} }}"),
    );
    let rod = root.part("Panhard Rod");
    whole_rod(
        draft,
        &rod,
        "panhard",
        ["Location Chassis", "Location Axle"],
        ["chassis", "axle"],
    );
    let bar = root.part("Anti Roll Bar");
    let (mount, end) = (bar.vector("Location Chassis"), bar.vector("Location Axle"));
    let centre = middle(mount, mirrored(mount));
    draft.body(Side, "bar", &bar, middle(mount, centre), None);
    let end = draft.point(Side, "bar_end", end);
    draft.line(
        Side,
        &format!("link bar_end: point_on_plane(axle, bar) {{ normal: z, at: {end} }}"),
    );
    let centre = vector(centre, "m");
    draft.close(&format!(
        "joint bar_pivot: revolute(chassis, left.bar) {{ axis: y, at: {centre} }}"
    ));
    draft.close(&format!(
        "joint bar_twist: revolute(left.bar, right.bar) {{ axis: y, at: {centre} }}"
    ));
    let (rate, damping) = (bar.number("Rotational Stiffness"), bar.number("Rotational Damping"));
    draft.close(&format!(
        "torsion bar: on(bar_twist) {{ rate: {rate} N*m/rad, damping: {damping} N*m*s/rad }}"
    ));
    steered(draft, root, wheel, is_steered);
}

/// The triangle and the rods of an axle on three links.
fn three_links(draft: &mut Draft, root: &Node<'_>) {
    tube(draft, root, "Axle Tube");
    let triangle = root.part("Triangular Link");
    let (chassis, axle) = (triangle.vector("Location Chassis"), triangle.vector("Location Axle"));
    // Both points on the chassis form the pivot. Only its middle and that of the axle's points matter.
    let pivot = middle(chassis, mirrored(chassis));
    let ball = middle(axle, mirrored(axle));
    draft.body(Whole, "triangle", &triangle, middle(ball, pivot), None);
    let at = draft.point(Whole, "triangle_chassis", pivot);
    draft.line(
        Whole,
        &format!("joint triangle_pivot: revolute(chassis, triangle) {{ axis: y, at: {at} }}"),
    );
    let at = draft.point(Whole, "triangle_axle", ball);
    draft.line(
        Whole,
        &format!("joint triangle_ball: spherical(triangle, axle) {{ at: {at} }}"),
    );
    let link = root.part("Longitudinal Link");
    let from = draft.point(Side, "link_chassis", link.vector("Location Chassis"));
    let to = draft.point(Side, "link_axle", link.vector("Location Axle"));
    draft.rod(Side, "longitudinal", ["chassis", "axle"], [&from, &to], &link);
}

/// `SolidThreeLinkAxle`
pub fn solid_three_link(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    three_links(draft, root);
    struts(draft, root);
    draft.wheel(root, "axle", wheel);
}

/// `SolidBellcrankThreeLinkAxle`: two tie rods on a bell crank, which a drag link turns.
pub fn bellcrank_three_link(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    three_links(draft, root);
    let knuckle = root.part("Knuckle");
    draft.body(Side, "knuckle", &knuckle, knuckle.vector("COM"), None);
    kingpin(draft, &knuckle, "axle", "knuckle", ["Location Lower", "Location Upper"]);
    let (crank, drag) = (root.part("Bellcrank"), root.part("Draglink"));
    let pivot = crank.vector("Location Axle");
    draft.body(Whole, "crank", &crank, pivot, None);
    let at = draft.point(Whole, "crank_pivot", pivot);
    draft.line(
        Whole,
        &format!("joint crank_pivot: revolute(axle, crank) {{ axis: z, at: {at} }}"),
    );
    let from = draft.point(Whole, "drag_inner", drag.vector("Location Steering"));
    let to = draft.point(Whole, "drag_outer", drag.vector("Location Bellcrank"));
    draft.is_steered = true;
    draft.rod(Whole, "drag_link", ["steering", "crank"], [&from, &to], &drag);
    let tie = root.part("Tierod");
    let from = draft.point(Side, "tie_inner", crank.vector("Location Tierod"));
    let to = draft.point(Side, "tie_outer", knuckle.vector("Location Tierod"));
    draft.rod(Side, "tie_rod", ["crank", "knuckle"], [&from, &to], &tie);
    struts(draft, root);
    draft.wheel(root, "knuckle", wheel);
}

/// `SolidAxle`: four links, a Panhard rod, knuckles with a tie rod, and a bell crank on the axle that moves the tie rod
/// laterally.
pub fn solid(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    tube(draft, root, "Axle Tube");
    for (key, name) in [("Upper Link", "upper"), ("Lower Link", "lower")] {
        let node = root.part(key);
        let from = draft.point(Side, &format!("{name}_chassis"), node.vector("Location Chassis"));
        let to = draft.point(Side, &format!("{name}_axle"), node.vector("Location Axle"));
        draft.rod(Side, &format!("{name}_link"), ["chassis", "axle"], [&from, &to], &node);
    }
    let bar = root.part("Trackbar");
    whole_rod(
        draft,
        &bar,
        "panhard",
        ["Location Chassis", "Location Axle"],
        ["chassis", "axle"],
    );
    let knuckle = root.part("Knuckle");
    draft.body(Side, "knuckle", &knuckle, knuckle.vector("COM"), None);
    kingpin(draft, &knuckle, "axle", "knuckle", ["Location Lower", "Location Upper"]);
    // The tie rod is a body, because the bell crank moves it.
    let tie = root.part("Tierod");
    let end = tie.vector("Location Knuckle");
    draft.point(Side, "tie_outer", end);
    draft.body(Whole, "tie_rod", &tie, middle(end, mirrored(end)), None);
    draft.close("joint tie_ball: spherical(left.knuckle, tie_rod) { at: left.tie_outer }");
    draft.close("joint tie_cross: universal(right.knuckle, tie_rod) { at: right.tie_outer, axes: [x, z] }");
    let (crank, drag) = (root.part("Bell Crank"), root.part("Draglink"));
    let points = [
        drag.vector("Location Bell Crank"),
        crank.vector("Location Axle"),
        crank.vector("Location Tierod"),
    ];
    draft.body(
        Whole,
        "crank",
        &crank,
        times(sum(sum(points[0], points[1]), points[2]), 1.0 / 3.0),
        None,
    );
    let at = draft.point(Whole, "crank_pivot", points[1]);
    draft.line(
        Whole,
        &format!("joint crank_pivot: revolute(axle, crank) {{ axis: z, at: {at} }}"),
    );
    let from = draft.point(Whole, "drag_inner", drag.vector("Location Chassis"));
    let to = draft.point(Whole, "drag_outer", points[0]);
    draft.is_steered = true;
    draft.rod(Whole, "drag_link", ["steering", "crank"], [&from, &to], &drag);
    let at = draft.point(Whole, "crank_tie", points[2]);
    // A point of the crank lies in the plane through the tie rod that is perpendicular to the car's y axis.
    draft.line(
        Whole,
        &format!("link crank_tie: point_on_plane(tie_rod, crank) {{ normal: y, at: {at} }}"),
    );
    struts(draft, root);
    draft.wheel(root, "knuckle", wheel);
}

/// `HendricksonPRIMAXX`: an axle on two arms on each side, which turn about transverse axes.
pub fn hendrickson(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    tube(draft, root, "Axle Housing");
    if let Some(beam) = root.get("Transverse Beam") {
        beam.see();
        beam.note("no joint of Chrono's holds it: left out");
    }
    for (key, name) in [("Torque Rod", "torque_rod"), ("Lower Beam", "lower_beam")] {
        let node = root.part(key);
        let (chassis, axle) = (
            node.vector("Chassis Attachment Point"),
            node.vector("Axle Housing Attachment Point"),
        );
        node.get("Transverse Beam Attachment Point").iter().for_each(Node::see);
        // The third axis lies along the rod.
        let along = unit(difference(chassis, axle));
        let normal = unit(cross(along, [0.0, 1.0, 0.0]));
        draft.body(
            Side,
            name,
            &node,
            node.vector("COM"),
            Some([normal, cross(along, normal), along]),
        );
        let from = draft.point(Side, &format!("{name}_chassis"), chassis);
        let to = draft.point(Side, &format!("{name}_axle"), axle);
        draft.line(
            Side,
            &format!("joint {name}_pivot: revolute(chassis, {name}) {{ axis: y, at: {from} }}"),
        );
        draft.line(
            Side,
            &format!("joint {name}_ball: spherical({name}, axle) {{ at: {to}, redundant: accept }}"),
        );
    }
    let knuckle = root.part("Knuckle");
    draft.body(Side, "knuckle", &knuckle, knuckle.vector("COM"), None);
    kingpin(
        draft,
        &knuckle,
        "axle",
        "knuckle",
        ["Lower Attachment Point", "Upper Attachment Point"],
    );
    super::independent::tie_rod(draft, root, "Location Knuckle", "knuckle");
    for (key, name, end) in [
        ("Shock Axle Housing", "spring", "Location Axle Housing"),
        ("Shock Lower Beam", "damper", "Location Lower Beam"),
    ] {
        strut(draft, root, key, name, end, "axle");
    }
    draft.wheel(root, "knuckle", wheel);
}

/// `SAELeafspringAxle`, `SAEToeBarLeafspringAxle`: leaf springs of two halves on clamps, with a shackle.
pub fn sae_leafspring(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel, is_steered: bool) {
    tube(draft, root, "Axle Tube");
    let leaf = root.part("Leafspring");
    for key in ["Shackle Bushing Data", "Clamp Bushing Data", "Leafspring Bushing Data"] {
        if let Some(bushing) = leaf.get(key) {
            bushing.see();
            bushing.note("bushings of leaf springs: ideal joints are taken");
        }
    }
    let keys = [
        ("front_eye", "Location Front Hanger"),
        ("shackle_top", "Location Rear Hanger"),
        ("rear_eye", "Location Shackle"),
        ("clamp_front", "Location Clamp A"),
        ("clamp_rear", "Location Clamp B"),
    ];
    let points = keys.map(|(name, key)| {
        let at = leaf.vector(key);
        draft.point(Side, name, at);
        at
    });
    let [front_eye, shackle_top, rear_eye, front, rear] = points;
    let centre = middle(front, rear);
    let clamp = leaf.part("Half Clamp");
    for (name, key, com) in [
        ("front_leaf", "Frontleaf", middle(front_eye, front)),
        ("rear_leaf", "Rearleaf", middle(rear_eye, rear)),
        ("shackle", "Shackle", middle(shackle_top, rear_eye)),
    ] {
        draft.body(Side, name, &leaf.part(key), com, None);
    }
    for (end, at) in [("front", front), ("rear", rear)] {
        draft.body(Side, &format!("{end}_clamp"), &clamp, middle(at, centre), None);
        draft.line(
            Side,
            &format!("joint {end}_sway: revolute(axle, {end}_clamp) {{ axis: z, at: clamp_{end} }}"),
        );
        draft.line(
            Side,
            &format!("joint {end}_bend: revolute({end}_clamp, {end}_leaf) {{ axis: y, at: clamp_{end} }}"),
        );
    }
    draft.line(
        Side,
        "joint front_eye: spherical(chassis, front_leaf) { at: front_eye }",
    );
    draft.line(
        Side,
        "joint shackle_top: revolute(chassis, shackle) { axis: y, at: shackle_top }",
    );
    draft.line(Side, "joint rear_eye: spherical(shackle, rear_leaf) { at: rear_eye }");
    leaf_springs(draft, &leaf, difference(front, front_eye), difference(rear, rear_eye));
    strut(draft, root, "Auxiliary Spring", "spring", "Location Axle", "axle");
    strut(draft, root, "Shock", "damper", "Location Axle", "axle");
    if is_steered {
        knuckles(draft, root);
    }
    draft.wheel(root, if is_steered { "knuckle" } else { "axle" }, wheel);
}

/// Torsion springs that represent the bending of the leaves. Their rate is the rate at the eye times the square of the
/// lever; their damping is a hundredth of this rate. The preload is a torque.
fn leaf_springs(draft: &mut Draft, leaf: &Node<'_>, front: Vector, rear: Vector) {
    let bias = leaf.number("Stiffness Bias");
    let preload = leaf.number("Vertical Preload Force");
    if preload != 0.0 {
        leaf.note("the preload is a torque of half the force on each half of the spring; Chrono's code takes the angle that it stands for as a torque");
    }
    for (key, joint) in [("Vertical Stiffness", "bend"), ("Lateral Stiffness", "sway")] {
        let whole = leaf.number(key);
        let shares = [
            ("front", whole / (1.0 + bias), front),
            ("rear", bias * whole / (1.0 + bias), rear),
        ];
        for (end, rate, lever) in shares {
            let rate = rate * length(lever).powi(2);
            let torque = if joint == "bend" { 0.5 * preload * lever[0] } else { 0.0 };
            let torque = if torque == 0.0 {
                String::new()
            } else {
                format!(", preload: {torque} N*m")
            };
            draft.line(
                Side,
                &format!("torsion {end}_{joint}_spring: on({end}_{joint}) {{ rate: {rate} N*m/rad{torque}, damping: {} N*m*s/rad }}", 0.01 * rate),
            );
        }
    }
}
