//! Suspensions whose wheels are held one by one.

use super::super::draft::{Draft, Vector, Wheel, Where, arm_axes, cross, difference, middle, sum, times, unit, vector};
use super::super::force;
use super::super::json::Node;
use Where::Side;

/// The tie rod, attached to the steering. In Chrono it is a separate body with the same ends, if it has a mass.
pub fn tie_rod(draft: &mut Draft, root: &Node<'_>, outer: &str, body: &str) {
    let tie = root.part("Tierod");
    let from = draft.point(Side, "tie_inner", tie.vector("Location Chassis"));
    let to = draft.point(Side, "tie_outer", tie.vector(outer));
    draft.is_steered = true;
    no_bushing(&tie, "Bushing Data");
    draft.rod(Side, "tie_rod", ["steering", body], [&from, &to], &tie);
}

/// A spring or damper from the chassis to a body.
pub fn strut(draft: &mut Draft, root: &Node<'_>, key: &str, name: &str, end: &str, body: &str) {
    let node = root.part(key);
    let top = draft.point(Side, &format!("{name}_top"), node.vector("Location Chassis"));
    let seat = draft.point(Side, &format!("{name}_seat"), node.vector(end));
    let own = force::spring(&node);
    match force::acts(&own) {
        true => draft.line(
            Side,
            &format!("spring {name}: between(chassis, {body}) {{ from: {top}, to: {seat}{own} }}"),
        ),
        false => node.note("it has no force: left out"),
    }
}

/// A joint for which Chrono may use a rubber bushing stays a joint here.
fn no_bushing(node: &Node<'_>, key: &str) {
    if let Some(bushing) = node.get(key) {
        bushing.see();
        bushing.note("a bushing at the end of a rod: an ideal joint is taken");
    }
}

/// A revolute joint of an arm with the chassis, or the bushing that replaces this joint. With bushings, the upper arm
/// has no joint with the chassis: the upright carries it.
fn pivot(
    draft: &mut Draft,
    name: &str,
    arm: &str,
    node: &Node<'_>,
    ends: [&str; 2],
    [u, v, w]: [Vector; 3],
    at: Vector,
) {
    let Some(bushing) = node.get("Bushing Data") else {
        draft.line(
            Side,
            &format!(
                "joint {name}: revolute(chassis, {arm}) {{ through: [{}, {}] }}",
                ends[0], ends[1]
            ),
        );
        return;
    };
    // The third axis is that of the joint. The torque about it is zero, or given by `DOF`.
    let dof = bushing.get("DOF");
    let free = |key: &str| dof.as_ref().map_or(0.0, |own| own.number(key));
    if let Some(dof) = &dof {
        ["Stiffness Linear", "Damping Linear"]
            .iter()
            .filter_map(|key| dof.get(key))
            .for_each(|own| own.see());
    }
    let (k, c) = (bushing.number("Stiffness Linear"), bushing.number("Damping Linear"));
    let (kt, ct) = (
        bushing.number("Stiffness Rotational"),
        bushing.number("Damping Rotational"),
    );
    let row = |axis: usize| format!("[{}, {}, {}]", u[axis], v[axis], w[axis]);
    if arm != "upper_arm" {
        draft.line(Side, &format!("joint {name}: free(chassis, {arm})"));
    }
    draft.line(
        Side,
        &format!(
            "bushing {name}_rubber: between(chassis, {arm}) {{ at: {}, axes: [{}, {}, {}], stiffness: [{k}, {k}, {k}] N/m, damping: [{c}, {c}, {c}] N*s/m, torsional_stiffness: [{kt}, {kt}, {}] N*m/rad, torsional_damping: [{ct}, {ct}, {}] N*m*s/rad }}",
            vector(at, "m"), row(0), row(1), row(2), free("Stiffness Rotational"), free("Damping Rotational")
        ),
    );
}

/// An arm on two points of the chassis, its ball joint on the upright.
fn arm(draft: &mut Draft, node: &Node<'_>, name: &str, short: &str, has_own_axes: bool) -> String {
    let (front, rear) = (
        node.vector("Location Chassis Front"),
        node.vector("Location Chassis Back"),
    );
    let outer = node.vector("Location Upright");
    let axes = arm_axes(front, rear, outer);
    draft.body(Side, name, node, node.vector("COM"), has_own_axes.then_some(axes));
    let ends = [(format!("{short}_rear"), rear), (format!("{short}_front"), front)]
        .map(|(name, at)| draft.point(Side, &name, at));
    let [along, _, normal] = axes;
    // Axes of the joint: x across, y along the normal, z along the pivot.
    let frame = [cross(normal, along), normal, along];
    pivot(
        draft,
        &name.replace("_arm", "_pivot"),
        name,
        node,
        [&ends[0], &ends[1]],
        frame,
        middle(front, rear),
    );
    draft.point(Side, &format!("{short}_outer"), outer)
}

/// `DoubleWishbone`
pub fn double_wishbone(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let own_axes = !root.flag("Vehicle-Frame Inertia");
    let upright = root.part("Upright");
    draft.body(Side, "upright", &upright, upright.vector("COM"), None);
    let (lower, upper) = (root.part("Lower Control Arm"), root.part("Upper Control Arm"));
    let ball = arm(draft, &lower, "lower_arm", "lca", own_axes);
    draft.line(
        Side,
        &format!("joint lower_ball: spherical(lower_arm, upright) {{ at: {ball} }}"),
    );
    let ball = arm(draft, &upper, "upper_arm", "uca", own_axes);
    draft.line(
        Side,
        &format!("joint upper_ball: spherical(upper_arm, upright) {{ at: {ball} }}"),
    );
    tie_rod(draft, root, "Location Upright", "upright");
    strut(draft, root, "Spring", "spring", "Location Arm", "lower_arm");
    strut(draft, root, "Shock", "damper", "Location Arm", "lower_arm");
    draft.wheel(root, "upright", wheel);
}

/// `DoubleWishboneReduced`: arms as two rods each.
pub fn double_wishbone_reduced(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let upright = root.part("Upright");
    draft.body(Side, "upright", &upright, upright.vector("COM"), None);
    for (key, name, short) in [
        ("Lower Control Arm", "lower", "lca"),
        ("Upper Control Arm", "upper", "uca"),
    ] {
        let node = root.part(key);
        let outer = draft.point(Side, &format!("{short}_outer"), node.vector("Location Upright"));
        for (end, key) in [("front", "Location Chassis Front"), ("rear", "Location Chassis Back")] {
            let from = draft.point(Side, &format!("{short}_{end}"), node.vector(key));
            draft.line(
                Side,
                &format!("link {name}_{end}: distance(chassis, upright) {{ from: {from}, to: {outer} }}"),
            );
        }
    }
    tie_rod(draft, root, "Location Upright", "upright");
    strut(draft, root, "Shock", "spring", "Location Upright", "upright");
    draft.wheel(root, "upright", wheel);
}

/// `MacPhersonStrut`: Chrono's strut has a universal joint at the top and turns in its guide. The library's has a ball and does not
/// turn.
pub fn macpherson(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let upright = root.part("Upright");
    draft.body(Side, "upright", &upright, upright.vector("COM"), None);
    let spring = root.part("Spring");
    let (top, seat) = (spring.vector("Location Chassis"), spring.vector("Location Upright"));
    let strut_node = root.part("Strut");
    draft.body(Side, "rod", &strut_node, middle(top, seat), None);
    strut_node
        .note("its rod turns with the upright about its own axis, since its guide is a slide and its mount a ball");
    let control = root.part("Control Arm");
    let ball = arm(draft, &control, "lower_arm", "lca", true);
    draft.point(Side, "strut_top", top);
    draft.point(Side, "strut_seat", seat);
    draft.line(Side, "joint mount: spherical(chassis, rod) { at: strut_top }");
    draft.line(
        Side,
        "joint slide: prismatic(rod, upright) { through: [strut_top, strut_seat] }",
    );
    draft.line(
        Side,
        &format!("joint ball: spherical(lower_arm, upright) {{ at: {ball} }}"),
    );
    tie_rod(draft, root, "Location Upright", "upright");
    let own = force::spring(&spring);
    draft.line(
        Side,
        &format!("spring spring: between(chassis, upright) {{ from: strut_top, to: strut_seat{own} }}"),
    );
    strut(draft, root, "Shock", "damper", "Location Upright", "upright");
    draft.wheel(root, "upright", wheel);
}

/// A link that carries a load has a body, with a universal joint on the chassis and a ball on the upright.
fn link_body(
    draft: &mut Draft,
    node: &Node<'_>,
    name: &str,
    axes: Option<[Vector; 3]>,
    [chassis, other]: [&str; 2],
    body: &str,
    cross_axes: [Vector; 2],
) {
    draft.body(Side, name, node, node.vector("COM"), axes);
    let list = cross_axes.map(|own| vector(own, "")).join(", ");
    draft.line(
        Side,
        &format!("joint {name}_cross: universal(chassis, {name}) {{ at: {chassis}, axes: [{list}] }}"),
    );
    draft.line(
        Side,
        &format!("joint {name}_ball: spherical({name}, {body}) {{ at: {other} }}"),
    );
}

/// `MultiLink`
pub fn multi_link(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let upright = root.part("Upright");
    draft.body(Side, "upright", &upright, upright.vector("COM"), None);
    let ball = arm(draft, &root.part("Upper Arm"), "upper_arm", "uca", true);
    draft.line(
        Side,
        &format!("joint upper_ball: spherical(upper_arm, upright) {{ at: {ball} }}"),
    );
    let lateral = root.part("Lateral");
    let ends = [
        ("lateral_inner", "Location Chassis"),
        ("lateral_outer", "Location Upright"),
    ]
    .map(|(name, key)| draft.point(Side, name, lateral.vector(key)));
    unused_axes(&lateral);
    draft.rod(Side, "lateral", ["chassis", "upright"], [&ends[0], &ends[1]], &lateral);
    // The spring stands on the trailing link.
    let trailing = root.part("Trailing Link");
    let (inner, outer) = (trailing.vector("Location Chassis"), trailing.vector("Location Upright"));
    let seat = root.part("Spring").vector("Location Link");
    let v = unit(cross(difference(outer, seat), difference(inner, seat)));
    let w = unit(difference(inner, outer));
    let ends = [("trailing_inner", inner), ("trailing_outer", outer)].map(|(name, at)| draft.point(Side, name, at));
    let cross_axes = [
        trailing.vector("Universal Joint Axis Chassis"),
        trailing.vector("Universal Joint Axis Link"),
    ];
    link_body(
        draft,
        &trailing,
        "trailing_link",
        Some([cross(v, w), v, w]),
        [&ends[0], &ends[1]],
        "upright",
        square(cross_axes),
    );
    tie_rod(draft, root, "Location Upright", "upright");
    strut(draft, root, "Spring", "spring", "Location Link", "trailing_link");
    strut(draft, root, "Shock", "damper", "Location Link", "trailing_link");
    draft.wheel(root, "upright", wheel);
}

/// Makes the axes of a universal joint perpendicular: the second axis loses its component along the first.
fn square([first, second]: [Vector; 2]) -> [Vector; 2] {
    let first = unit(first);
    let along: f64 = first.iter().zip(second).map(|(a, b)| a * b).sum();
    [first, unit(difference(second, times(first, along)))]
}

/// Axes of a universal joint at the end of a rod. They have no effect.
fn unused_axes(node: &Node<'_>) {
    for key in [
        "Universal Joint Axis Chassis",
        "Universal Joint Axis Link",
        "Universal Joint Axis",
    ] {
        node.get(key).iter().for_each(Node::see);
    }
}

/// `ThreeLinkIRS`: a trailing arm on a ball, with two links across.
pub fn three_link(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let arm = root.part("Trailing Arm");
    let u = unit(difference(
        arm.vector("Location Chassis"),
        arm.vector("Location Spindle"),
    ));
    let v = unit(cross([0.0, 0.0, 1.0], u));
    draft.body(Side, "arm", &arm, arm.vector("COM"), Some([u, v, cross(u, v)]));
    no_bushing(&arm, "Bushing Data Chassis");
    let pivot = draft.point(Side, "pivot", arm.vector("Location Chassis"));
    draft.line(Side, &format!("joint pivot: spherical(chassis, arm) {{ at: {pivot} }}"));
    for (key, name) in [("Upper Link", "upper"), ("Lower Link", "lower")] {
        let node = root.part(key);
        let from = draft.point(Side, &format!("{name}_inner"), node.vector("Location Chassis"));
        let to = draft.point(Side, &format!("{name}_outer"), node.vector("Location Arm"));
        unused_axes(&node);
        no_bushing(&node, "Bushing Data Arm");
        no_bushing(&node, "Bushing Data Chassis");
        draft.rod(Side, &format!("{name}_link"), ["chassis", "arm"], [&from, &to], &node);
    }
    strut(draft, root, "Spring", "spring", "Location Arm", "arm");
    strut(draft, root, "Shock", "damper", "Location Arm", "arm");
    draft.wheel(root, "arm", wheel);
}

/// `SemiTrailingArm`
pub fn semi_trailing_arm(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let arm = root.part("Trailing Arm");
    let (outer, inner, spindle) = (
        arm.vector("Location Chassis Outer"),
        arm.vector("Location Chassis Inner"),
        arm.vector("Location Spindle"),
    );
    let axes = arm_axes(outer, inner, spindle);
    draft.body(Side, "arm", &arm, arm.vector("COM"), Some(axes));
    let ends = [("pivot_inner", inner), ("pivot_outer", outer)].map(|(name, at)| draft.point(Side, name, at));
    pivot(
        draft,
        "pivot",
        "arm",
        &arm,
        [&ends[0], &ends[1]],
        [axes[1], axes[2], axes[0]],
        middle(outer, inner),
    );
    strut(draft, root, "Spring", "spring", "Location Arm", "arm");
    strut(draft, root, "Shock", "damper", "Location Arm", "arm");
    draft.wheel(root, "arm", wheel);
}

/// `SingleWishbone`: an arm on a longitudinal pivot, which carries the upright on a vertical pin.
pub fn single_wishbone(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    let (arm, upright) = (root.part("Control Arm"), root.part("Upright"));
    let (inner, outer) = (arm.vector("Location Chassis"), arm.vector("Location Upright"));
    draft.body(Side, "upright", &upright, upright.vector("COM"), None);
    let v = unit(difference(outer, inner));
    let u = unit(cross(v, [0.0, 0.0, 1.0]));
    draft.body(Side, "arm", &arm, arm.vector("COM"), Some([u, v, cross(u, v)]));
    let pivot_at = draft.point(Side, "pivot", inner);
    let pin = draft.point(Side, "kingpin", outer);
    let along = draft.point(Side, "pivot_front", sum(inner, [0.1, 0.0, 0.0]));
    pivot(
        draft,
        "pivot",
        "arm",
        &arm,
        [&pivot_at, &along],
        [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        inner,
    );
    draft.line(
        Side,
        &format!("joint kingpin: revolute(arm, upright) {{ axis: z, at: {pin} }}"),
    );
    tie_rod(draft, root, "Location Upright", "upright");
    strut(draft, root, "Shock", "spring", "Location Arm", "arm");
    draft.wheel(root, "upright", wheel);
}

/// `RigidSuspension`: the spindle on the chassis.
pub fn rigid(draft: &mut Draft, root: &Node<'_>, wheel: &Wheel) {
    draft.wheel(root, "chassis", wheel);
}
