//! Subsystems and chains of equal structure: which parts correspond to each other, mirrored or not, and which numbers differ.

use crate::compiled;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::topology::alike::{Class, Member};
use wishbone_vehicles::Hmmwv;

/// The names of all parts of a member, in their order.
fn parts(compiled: &Compiled, member: &Member) -> Vec<String> {
    let model = &compiled.model;
    let bodies = member.bodies.iter().map(|&b| model.body(b).name.clone());
    let joints = member.joints.iter().flatten().map(|&j| model.joint(j).name.clone());
    let cuts = member.loops.iter().map(|&l| compiled.topology.loops[l].cut);
    let cuts = cuts.map(|cut| model.joint(cut).name.clone());
    let springs = member.springs.iter().map(|s| model.springs[s.index()].name.clone());
    let wheels = member.wheels.iter().map(|w| model.wheels[w.index()].name.clone());
    bodies.chain(joints).chain(cuts).chain(springs).chain(wheels).collect()
}

fn names(compiled: &Compiled, class: &Class) -> Vec<String> {
    let name = |member: &Member| compiled.topology.subsystems[member.position].name.clone();
    class.members.iter().map(name).collect()
}

/// Names of the constants that differ, such as `at of left_pivot`.
fn constants(member: &Member) -> Vec<String> {
    let likeness = member.likeness.as_ref().expect("not the first");
    let told = |c: &wishbone_compiler::topology::alike::Constant| format!("{} of {}", c.attribute, c.part);
    likeness.constants.iter().map(told).collect()
}

/// The corners of the HMMWV: the front and the rear corners are mirrored pairs without any difference. All four corners
/// have equal structures, except for the bodies that the tie rods are attached to.
#[test]
fn four_corners_of_the_hmmwv() {
    let compiled = compiled(Hmmwv::DECLARATION);
    let [class] = &compiled.topology.alike.subsystems[..] else {
        panic!("one class")
    };
    assert_eq!(
        names(&compiled, class),
        ["front_left", "front_right", "rear_left", "rear_right"]
    );
    for (member, mirrored) in [(0, false), (1, true), (2, false), (3, true)] {
        assert_eq!(class.is_mirrored(member), mirrored);
    }
    for (member, to) in [(1, 0), (3, 2)] {
        let likeness = class.members[member].likeness.as_ref().expect("not the first");
        assert_eq!((likeness.to, likeness.mirrored), (to, true));
        assert!(
            likeness.attachments.is_empty() && likeness.constants.is_empty(),
            "{likeness:?}"
        );
    }
    let rear = class.members[2].likeness.as_ref().expect("not the first");
    assert_eq!(rear.attachments, ["`rear_left.tie_rod` is on `chassis`, not on `rack`"]);
    assert!(!rear.mirrored && constants(&class.members[2]).contains(&"rate of rear_left.spring".to_owned()));

    // Corresponding parts have the same name inside each corner.
    let inside = |member: &Member| -> Vec<String> {
        let corner = &compiled.topology.subsystems[member.position].name;
        let strip = |name: &String| name.strip_prefix(corner.as_str()).expect("of the corner").to_owned();
        parts(&compiled, member).iter().map(strip).collect()
    };
    let first = inside(&class.members[0]);
    assert_eq!(first.len(), 3 + 3 + 2 + 2 + 1);
    assert!(class.members.iter().all(|member| inside(member) == first));

    // Chains: the lower arms with their uprights, and the upper arms, which are cut off from the uprights.
    let chains = &compiled.topology.alike.chains;
    let sizes: Vec<(usize, usize)> = chains
        .iter()
        .map(|c| (c.members.len(), c.members[0].bodies.len()))
        .collect();
    assert_eq!(sizes, [(4, 2), (4, 1)]);
}

/// A hub on a chassis with vanes on it, each given by its name and its distance outboard. `side`: 1 left, -1 right;
/// `x`: position of the hub; `springs`: pairs of vanes.
fn hub(name: &str, side: i32, x: f64, vanes: &[(&str, f64)], springs: &[(&str, &str)]) -> String {
    let s = f64::from(side);
    // An axis of rotation is reflected as an axial vector.
    let mut text = format!(
        "body {name}_hub {{ mass: 3 kg, com: [{x}, {}, 0.5] m, inertia: [0.2, 0.3, 0.4] kg*m^2 }}
        joint {name}_pivot: revolute(chassis, {name}_hub) {{ axis: [{}, 0.2, {}], at: [{x}, {}, 0.5] m }}\n",
        0.5 * s,
        -s,
        -0.1 * s,
        0.3 * s,
    );
    for (vane, out) in vanes {
        text += &format!(
            "body {name}_{vane} {{ mass: 1 kg, com: [{}, {}, 0.6] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }}
            joint {name}_{vane}_pin: revolute({name}_hub, {name}_{vane}) {{ axis: y, at: [{x}, {}, 0.5] m }}\n",
            x + 0.1,
            (0.5 + out) * s,
            (0.4 + out) * s,
        );
    }
    for (k, (a, b)) in springs.iter().enumerate() {
        let at = |vane: &str| {
            let (_, out) = vanes.iter().find(|(other, _)| *other == vane).expect("a vane");
            format!("[{}, {}, 0.7] m", x + 0.1, (0.5 + out) * s)
        };
        text += &format!(
            "spring {name}_coil_{k}: between({name}_{a}, {name}_{b}) {{
                from: {}, to: {}, rate: 2 kN/m, free_length: 0.1 m
            }}\n",
            at(a),
            at(b)
        );
    }
    text
}

fn hubs(parts: &[String]) -> Compiled {
    compiled(&format!(
        "Hubs {{
        body chassis {{ mass: 50 kg, com: [0, 0.1, 0.5] m, inertia: [4, 5, 6] kg*m^2 }}
        joint floating: free(ground, chassis)
        {}
        }}",
        parts.concat()
    ))
}

/// Vanes that differ only in numbers are matched in any order of declaration.
#[test]
fn what_is_declared_in_another_order_corresponds_by_its_numbers() {
    let left = hub(
        "left",
        1,
        0.4,
        &[("a", 0.0), ("b", 0.2), ("c", 0.4)],
        &[("a", "b"), ("b", "c")],
    );
    let right = hub(
        "right",
        -1,
        0.4,
        &[("c", 0.4), ("a", 0.0), ("b", 0.2)],
        &[("b", "c"), ("a", "b")],
    );
    let compiled = hubs(&[left, right]);
    let [class] = &compiled.topology.alike.subsystems[..] else {
        panic!("one class")
    };
    let [left, right] = &class.members[..] else {
        panic!("two")
    };
    let on_the_right: Vec<String> = parts(&compiled, left)
        .iter()
        .filter(|name| !name.contains("coil"))
        .map(|name| name.replace("left", "right"))
        .collect();
    let mut found = parts(&compiled, right);
    found.retain(|name| !name.contains("coil"));
    assert_eq!(found, on_the_right);
    let springs: Vec<&str> = right
        .springs
        .iter()
        .map(|s| compiled.model.springs[s.index()].name.as_str())
        .collect();
    assert_eq!(springs, ["right_coil_1", "right_coil_0"]);
    let likeness = right.likeness.as_ref().expect("not the first");
    assert!(likeness.mirrored && likeness.constants.is_empty(), "{likeness:?}");
}

/// A subsystem that is moved along the vehicle differs only in its position on the chassis.
#[test]
fn moved_along_the_vehicle() {
    let vanes = [("a", 0.0), ("b", 0.25)];
    let compiled = hubs(&[
        hub("front", 1, 1.4, &vanes, &[("a", "b")]),
        hub("rear", 1, -1.3, &vanes, &[("a", "b")]),
    ]);
    let [class] = &compiled.topology.alike.subsystems[..] else {
        panic!("one class")
    };
    assert_eq!(constants(&class.members[1]), ["at of rear_pivot"]);
    assert!(!class.is_mirrored(1));
}

/// An additional spring, a table instead of a rate, a damper, a drive or a different tree make a different structure.
#[test]
fn what_is_not_alike() {
    let vanes = [("a", 0.0), ("b", 0.25)];
    let [one, other] = ["one", "other"].map(|name| hub(name, 1, 0.0, &vanes, &[("a", "b")]));
    let classes = |other: &str| hubs(&[one.clone(), other.to_owned()]).topology.alike.subsystems.len();
    assert_eq!(classes(&other), 1);
    assert_eq!(classes(&hub("other", 1, 0.0, &vanes, &[("a", "b"), ("a", "b")])), 0);
    assert_eq!(classes(&hub("other", 1, 0.0, &vanes, &[("b", "a")])), 1);
    for (old, new) in [
        ("rate: 2 kN/m", "rate: table(deflection: [-1, 1] m, force: [-2, 2] kN)"),
        ("rate: 2 kN/m", "rate: 2 kN/m, damping: 1 kN*s/m"),
        ("at: [0, 0.3, 0.5] m", "at: [0, 0.3, 0.5] m, drive: motor"),
        ("other_b_pin: revolute(other_hub", "other_b_pin: revolute(other_a"),
    ] {
        assert!(other.contains(old));
        assert_eq!(classes(&other.replace(old, new)), 0, "{new}");
    }
}

/// Four vanes with springs in a ring, and with springs in two pairs. Each vane has the first end of one spring and the
/// second end of another spring, so that only a search finds the difference.
#[test]
fn equal_signatures_are_no_proof() {
    let vanes = [("a", 0.0), ("b", 0.1), ("c", 0.2), ("d", 0.3)];
    let ring = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")];
    let pairs = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")];
    let turned = [("c", "d"), ("a", "c"), ("d", "b"), ("b", "a")];
    let compiled = hubs(&[
        hub("first", 1, 1.0, &vanes, &ring),
        hub("second", 1, 0.0, &vanes, &pairs),
        hub("third", 1, -1.0, &vanes, &turned),
    ]);
    let [class] = &compiled.topology.alike.subsystems[..] else {
        panic!("one class")
    };
    assert_eq!(names(&compiled, class), ["first_hub", "third_hub"]);
    // Every spring joins the vanes that correspond to the vanes of its counterpart.
    let [first, third] = &class.members[..] else {
        panic!("two")
    };
    for (a, b) in first.springs.iter().zip(&third.springs) {
        let [a, b] = [a, b].map(|s| &compiled.model.springs[s.index()]);
        let place = |member: &Member, body| member.bodies.iter().position(|&b| b == body);
        assert_eq!(place(first, a.first), place(third, b.first));
        assert_eq!(place(first, a.second), place(third, b.second));
    }
}

/// For each of two mirrored sides, the anti-roll spring is attached to the hub of the other side. This is not a difference.
#[test]
fn what_two_sides_share_is_the_same_for_both() {
    let sides = [("left", 1), ("right", -1)].map(|(name, side)| hub(name, side, 0.4, &[("a", 0.0)], &[]));
    let bar = "spring bar: between(left_a, right_a) {
        from: [0.5, 0.5, 0.7] m, to: [0.5, -0.5, 0.7] m, rate: 2 kN/m, free_length: 1 m
    }";
    let with = |bar: &str| hubs(&[sides[0].clone(), sides[1].clone(), bar.to_owned()]);
    let compiled = with(bar);
    // The spring begins on the left and ends on the right, so the two sides are not equal as one text.
    assert!(compiled.topology.alike.subsystems.is_empty());
    let middle = "body bar { mass: 1 kg, com: [0.5, 0, 0.7] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint bearing: revolute(chassis, bar) { axis: y, at: [0.5, 0, 0.7] m }
        link left_drop: distance(bar, left_a) { from: [0.5, 0.4, 0.7] m, to: [0.5, 0.5, 0.7] m }
        link right_drop: distance(bar, right_a) { from: [0.5, -0.4, 0.7] m, to: [0.5, -0.5, 0.7] m }";
    // A bar that joins both sides makes one subsystem of them; their chains still are equal.
    let compiled = with(middle);
    assert_eq!(compiled.topology.subsystems.len(), 2);
    let chains = &compiled.topology.alike.chains;
    let [class] = &chains[..] else { panic!("{chains:?}") };
    let likeness = class.members[1].likeness.as_ref().expect("not the first");
    assert!(
        likeness.mirrored && likeness.constants.is_empty() && likeness.attachments.is_empty(),
        "{likeness:?}"
    );
}

/// A plate on a ball joint, held by an arm that carries another ball joint. `side`: 1 left, -1 right; `height`: of the arm's ball [m].
fn armed_plate(name: &str, side: f64, height: f64) -> String {
    let [inner, outer] = [0.5 * side, 0.6 * side];
    format!(
        "body {name} {{ mass: 1 kg, com: [0, {outer}, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }}
         joint {name}_pivot: spherical(chassis, {name}) {{ at: [0, {inner}, 0] m }}
         link {name}_arm: spherical_revolute(chassis, {name}) {{
             axis: y, at: [0, {inner}, 0.2] m, ball: [0, {outer}, {height}] m,
         }}\n"
    )
}

/// Both points of a link are compared: here, only the ball differs.
#[test]
fn another_ball_of_an_arm_is_told() {
    let plates = |height| {
        let [first, second] = [armed_plate("a", 1.0, 0.1), armed_plate("b", -1.0, height)];
        let declaration = format!(
            "Plates {{
                body chassis {{ mass: 9 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }}
                joint hull: free(ground, chassis)
                {first}{second}
            }}"
        );
        let compiled = compile_text(&declaration).expect("it compiles");
        constants(&compiled.topology.alike.subsystems[0].members[1])
    };
    assert_eq!(plates(0.1), Vec::<String>::new());
    assert_eq!(plates(0.15), ["ball of b_arm"]);
}
